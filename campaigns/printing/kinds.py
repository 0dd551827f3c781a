"""What can be printed: every kind that a module of `sheets` has, by its name."""

import logging
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import msgspec

from campaigns.printing import sheets
from campaigns.printing.kind import PrintKind, PrintOffer
from campaigns.printing.subjects import GameSubject, Subject
from companion.selectors import all_games
from rules import Cover, RuleError

log = logging.getLogger("safehouse.prints")


def _all_kinds() -> dict[str, PrintKind[Any]]:
    kinds: dict[str, PrintKind[Any]] = {}
    for module in iter_modules(sheets.__path__):
        for kind in import_module(f"{sheets.__name__}.{module.name}").KINDS:
            assert kind.name not in kinds, f"two kinds of print are called {kind.name!r}"
            kinds[kind.name] = kind
    return kinds


KINDS: dict[str, PrintKind[Any]] = _all_kinds()


def offered(subject: Subject) -> dict[str, PrintOffer[Any]]:
    """Return the offers for a subject by kind, in the order of the list."""
    offers = {name: kind.offer_of(subject) for name, kind in KINDS.items()}
    there = {name: offer for name, offer in offers.items() if offer is not None}
    return dict(sorted(there.items(), key=lambda item: item[1].rank))


def sheets_of_games() -> list[tuple[Cover, list[str]]]:
    """Return every game, with the names of what can be had of it without a table."""
    return [
        (cover, [str(offer.name) for offer in offered(GameSubject(cover)).values()])
        for cover in all_games()
    ]


def title_of(kind: str, stored: Any) -> str:
    """Return the name of a print; the kind itself for one that we cannot read any more."""
    if kind not in KINDS:
        return kind
    try:
        return KINDS[kind].title(KINDS[kind].read(stored))
    except (msgspec.ValidationError, RuleError, LookupError) as error:
        log.warning("print without a title", extra={"kind": kind, "error": repr(error)})
        return kind
