"""What offers of many mechanics ask of a table."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.errors import IllegalCommand, RuleError
from rules.mechanic import Hook
from rules.play import Play
from rules.state import Survivor

unreachable = Hook[Callable[[Play, str], RuleError | None]]()
"""Why a survivor reaches nothing on the board now, nor is reached: no door, no exit, no zombie
that could attack."""


About = Mapping[str, Any]
"""What is known of a command already: offers of anything else need not be made."""


def survivors(look: Play, about: About) -> Iterator[tuple[str, Survivor]]:
    """Those a command may be about."""
    wanted = about.get("survivor")
    return ((key, survivor) for key, survivor in look.survivors.items() if wanted in (None, key))


def in_play(look: Play, about: About) -> Iterator[tuple[str, Survivor]]:
    return (pair for pair in survivors(look, about) if pair[1].status == "in_play")


def keys_in_play(look: Play) -> tuple[str, ...]:
    return tuple(key for key, survivor in look.survivors.items() if survivor.status == "in_play")


def others_in_play(look: Play, key: str) -> tuple[str, ...]:
    return tuple(other for other in keys_in_play(look) if other != key)


def in_box(look: Play) -> dict[str, int]:
    """Every type of zombie and its miniatures: what may stand in a zone, as the players see it."""
    more = look.before.more
    return {
        kind.id: count
        for kind in look.pack.zombies
        if (count := look.zombie(kind.figure or kind.id).miniatures + more.get(kind.id, 0))
    }


def on_board(look: Play) -> dict[str, int]:
    return {zombie: count for zombie, count in look.board.items() if count}


def out_of_reach(look: Play, key: str) -> RuleError | None:
    """Why a survivor reaches nothing on the board now."""
    reasons = (hook(look, key) for hook in unreachable.of(look.rules))
    return next(filter(None, reasons), None)


def is_on_paper(look: Play) -> bool:
    """Whether nobody has told the app what they carry: then any card of the box may be meant."""
    return not any(survivor.inventory or survivor.found for survivor in look.survivors.values())


def over(look: Play) -> IllegalCommand | None:
    """Why nothing goes on: the mission has ended."""
    return IllegalCommand("mission.over") if look.before.result is not None else None
