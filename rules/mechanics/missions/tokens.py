"""The objectives on a mission's map: their colors and numbers, and the survivors who took them."""

from collections import Counter

import msgspec

from rules.packs.schema import Mission
from rules.state import TableState, Taker

MANY = "red"
"""The color of which a mission has several."""
CARD = "card"
"""An objective card, which is only counted here; a campaign keeps its text."""
CRATE = "crate"
CRATES = "pimp-crate"
HIDDEN = "hide-among-red"
TIMED = "timed-card"
REVEALS = "red-objective-reveals"
"""The rule for a zombie that comes with an objective; the mechanic of that zombie brings it."""
CRATE_GIVES = "epic-crate"
NO_COLOUR = (CARD, CRATE)


def place_of_objective(colour: str) -> str:
    """Return the zone id for the place of an objective of that color; zombies may come there."""
    return f"objective-{colour}"


class Taken(msgspec.Struct, frozen=True):
    """An objective that was taken, with its taker and round if known."""

    colour: str
    taker: Taker | None


def colours_of(mission: Mission | None) -> tuple[str, ...]:
    """Return colors of the objective tokens on its map."""
    return mission.objective_colours if mission else ()


def laid_out(mission: Mission | None) -> dict[str, int | None]:
    """Return the number of each laid out at the start; None where only the drawn map shows it."""
    if mission is None:
        return {}
    hidden = {colour for rule in mission.rules if rule.do == HIDDEN for colour in rule.colours}
    laid: dict[str, int | None] = {}
    for colour in mission.objective_colours:
        count = mission.tokens.get(f"objective-{colour}")
        if colour == MANY:
            # Hidden ones are counted among the red backs.
            laid[colour] = count - len(hidden) if count is not None else None
        else:
            laid[colour] = count or 1
    if mission.objective_cards:
        laid[CARD] = mission.objective_cards - sum(rule.do == TIMED for rule in mission.rules)
    if CRATES in mission.tokens:
        laid[CRATE] = mission.tokens[CRATES]
    return {colour: count for colour, count in laid.items() if count != 0}


def objectives_of(mission: Mission | None) -> int | None:
    """Return the number of objective tokens, cards and crates aside; None if unknown."""
    counts = [count for colour, count in laid_out(mission).items() if colour not in NO_COLOUR]
    known = [count for count in counts if count is not None]
    return sum(known) if counts and len(known) == len(counts) else None


def left_of(mission: Mission | None, taken: tuple[str, ...]) -> dict[str, int | None]:
    """Return the objectives that may still be on the board."""
    gone = Counter(taken)
    left = {
        colour: None if count is None else count - gone[colour]
        for colour, count in laid_out(mission).items()
    }
    return {colour: count for colour, count in left.items() if count is None or count > 0}


def taken_of(state: TableState) -> tuple[Taken, ...]:
    """Return every objective taken, in order."""
    unknown = len(state.taken) - len(state.takers)
    takers = (*(None for _ in range(unknown)), *state.takers)
    return tuple(Taken(colour, taker) for colour, taker in zip(state.taken, takers, strict=True))


def carrier_of(taken: tuple[str, ...], takers: tuple[Taker, ...], colour: str) -> str | None:
    """Return the survivor who has the objective of that color, or None."""
    pairs = zip(reversed(taken), reversed(takers), strict=False)
    return next((taker.survivor for token, taker in pairs if token == colour), None)
