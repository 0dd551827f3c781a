"""Writes the second half of docs/glossary.md: every command and event, from the games themselves.

`make glossary` runs it; a test fails when the page is older than the code.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import games, kind_of
from rules.campaign import CampaignCommand, CampaignEvent
from rules.mechanic import Mechanic

PAGE = ROOT / "docs" / "glossary.md"
MARK = "<!-- From here on made by `make glossary`. -->\n"
FAMILY = "Every game of the Zombicide family"


def meaning(kind: type) -> str:
    """The first sentence of its own docstring."""
    own = kind.__dict__.get("__doc__") or ""
    return own.strip().split("\n")[0].rstrip(".")


def fields(kind: type[Any]) -> str:
    names = [f"`{field.encode_name}`" for field in msgspec.structs.fields(kind)]
    return ", ".join(name for name in names if name not in ("`id`", "`seen`"))


def sections() -> Iterator[tuple[str, list[Mechanic]]]:
    """The mechanics all games of the family share, then what each game adds."""
    of_family = [set(map(id, game.mechanics)) for game in games.values() if hasattr(game, "attack")]
    shared = set.intersection(*of_family)
    first = next(iter(games.values()))
    yield FAMILY, [mechanic for mechanic in first.mechanics if id(mechanic) in shared]
    for game in games.values():
        own = [mechanic for mechanic in game.mechanics if id(mechanic) not in shared]
        yield game.cover().name.en, own


def tables(mechanics: Iterable[Mechanic]) -> Iterator[str]:
    known = [listed for listed in mechanics if listed.asks or listed.events]
    yield "| mechanic | command | guard | fields | meaning |\n| --- | --- | --- | --- | --- |"
    for mechanic in known:
        for ask in mechanic.asks:
            yield _command_row(mechanic.name, ask.command)
    yield "\n| mechanic | event | fields | meaning |\n| --- | --- | --- | --- |"
    for mechanic in known:
        for event in mechanic.events:
            row = (mechanic.name, f"`{kind_of(event)}`", fields(event), meaning(event))
            yield f"| {' | '.join(row)} |"


def _command_row(mechanic: str, command: Any) -> str:
    row = (mechanic, f"`{kind_of(command)}`", command.guard.value, fields(command))
    return f"| {' | '.join((*row, meaning(command)))} |"


def page() -> str:
    words = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    lines = []
    for title, mechanics in sections():
        lines += [f"## {title}\n", *tables(mechanics), ""]
    lines += ["## Campaigns\n"]
    lines += ["| command | guard | fields | meaning |\n| --- | --- | --- | --- |"]
    lines += [
        _command_row("", command).removeprefix("|  ") for command in get_args(CampaignCommand)
    ]
    lines += ["\n| event | fields | meaning |\n| --- | --- | --- |"]
    for event in get_args(CampaignEvent):
        lines.append(f"| `{kind_of(event)}` | {fields(event)} | {meaning(event)} |")
    return words + MARK + "\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else 1)
    PAGE.write_text(page(), encoding="utf-8")
