"""Names in a file that no table takes, as earlier versions wrote them, made such as one takes.

A name is too long, has blanks or invisible letters to spare, or shows nothing at all. Whatever else
a set-up refuses, a file is refused for, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.names import LENGTH, free_name, is_name, tidy

Mended = dict[str, str]
"""The new names by the old ones."""


def learn_names(plain: Any, mended: Mended) -> None:
    """Add to `mended` the names of people in a state or campaign that need another one."""
    named = list(_names(plain))
    for name, instead in named:
        if name not in mended and (new := mended_name(name, instead)) is not None:
            alike = (other for other, kind in named if kind == instead and is_name(other))
            mended[name] = free_name(new, [*mended.values(), *alike])


def mended_name(name: str, instead: str) -> str | None:
    """Return what to call this instead; None where it is a name as it stands."""
    short = tidy(name)[:LENGTH].strip()
    kept = short if is_name(short) else instead
    return None if kept == name else kept


def with_names(value: Any, mended: Mended) -> Any:
    """Return the value with the new names wherever an old one stands by itself, at any depth.

    A name without a letter is mended only where it is a survivor's: elsewhere nothing stands for
    nobody.
    """
    if not mended:
        return value
    if isinstance(value, dict):
        changed = {_renamed(key, mended): with_names(inner, mended) for key, inner in value.items()}
        if changed.get("name") == "" and "player" in changed:
            changed["name"] = mended.get("", "")
        return changed
    if isinstance(value, list | tuple):
        return [with_names(inner, mended) for inner in value]
    return _renamed(value, mended)


def _renamed(value: Any, mended: Mended) -> Any:
    return mended.get(value, value) if isinstance(value, str) and value else value


def _names(plain: Any) -> Iterator[tuple[str, str]]:
    """Yield the names of people, with the word that stands for one of which nothing can be seen."""
    if not isinstance(plain, Mapping):
        return
    players = [*_list(plain.get("players")), *_map(plain.get("seats"))]
    for record in (*_map(plain.get("survivors")).values(), *_map(plain.get("sheets")).values()):
        if isinstance(record, Mapping):
            players.append(record.get("player"))
            if isinstance(name := record.get("name"), str):
                yield name, _("Survivor")
    for name in players:
        if isinstance(name, str) and name:
            yield name, _("Player")


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
