"""Queries on a table that offers of many mechanics share."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from rules.commands import BaseCommand
from rules.errors import IllegalCommand, RuleError
from rules.mechanic import Hook
from rules.play import Play
from rules.state import Survivor

unreachable = Hook[Callable[[Play, str], RuleError | None]]()
"""Hook that returns the reason why a survivor reaches nothing on the board now, nor is reached (no
door, no exit, no zombie that could attack), or None."""


About = Mapping[str, Any]
"""Fields already known of a command; other offers need not be made."""


C = TypeVar("C", bound=BaseCommand)


def judged(command: type[C], about: About) -> C | None:
    """Return the command that is judged, or None while only some of its fields are known."""
    return command(**about) if about.keys() >= {*command.__struct_fields__} else None


def survivors(look: Play, about: About) -> Iterator[tuple[str, Survivor]]:
    """Yield the survivors a command may be about."""
    wanted = about.get("survivor")
    return ((key, survivor) for key, survivor in look.survivors.items() if wanted in (None, key))


def in_play(look: Play, about: About) -> Iterator[tuple[str, Survivor]]:
    return (pair for pair in survivors(look, about) if pair[1].status == "in_play")


def keys_in_play(look: Play) -> tuple[str, ...]:
    return tuple(key for key, survivor in look.survivors.items() if survivor.status == "in_play")


def in_box(look: Play) -> dict[str, int]:
    """Return each zombie type of the box with its miniatures: the most that players may report."""
    more = look.before.more
    return {
        kind.id: count
        for kind in look.pack.zombies
        if (count := look.zombie(kind.figure or kind.id).miniatures + more.get(kind.id, 0))
    }


def on_board(look: Play) -> dict[str, int]:
    return {zombie: count for zombie, count in look.board.items() if count}


def out_of_reach(look: Play, key: str) -> RuleError | None:
    """Return the reason why a survivor reaches nothing on the board now, or None."""
    reasons = (hook(look, key) for hook in unreachable.of(look.rules))
    return next(filter(None, reasons), None)


def apart(look: Play, one: str, other: str) -> RuleError | None:
    """Return the reason why two survivors cannot reach each other now, or None.

    Two who are both out of reach are together.
    """
    reasons = [reason for key in (one, other) if (reason := out_of_reach(look, key))]
    return reasons[0] if len(reasons) == 1 else None


def in_reach_of(look: Play, key: str) -> tuple[str, ...]:
    """Return those in play whom a survivor reaches, the survivor included."""
    return tuple(other for other in keys_in_play(look) if apart(look, key, other) is None)


def others_in_reach(look: Play, key: str) -> tuple[str, ...]:
    return tuple(other for other in in_reach_of(look, key) if other != key)


def keys_in_reach(look: Play) -> tuple[str, ...]:
    """Return those in play who can be reached on the board."""
    return tuple(key for key in keys_in_play(look) if out_of_reach(look, key) is None)


def is_on_paper(look: Play) -> bool:
    """Return True if the app knows of no carried card, so that any card of the box may be meant."""
    return not any(survivor.inventory or survivor.found for survivor in look.survivors.values())


def over(look: Play) -> IllegalCommand | None:
    """Return an error if the mission has ended, otherwise None."""
    return IllegalCommand("mission.over") if look.before.result is not None else None
