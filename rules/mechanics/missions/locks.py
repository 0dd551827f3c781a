"""Doors and vaults that a mission keeps shut until something is taken."""

from rules.errors import IllegalCommand, RuleError
from rules.mechanics.missions.tokens import NO_COLOUR, left_of
from rules.packs.schema import Mission, MissionRule

NEEDS_OWN = "door-needs-objective"
NEEDS_OTHERS = "vault-opens-with-objective"
NEEDS_ALL = "vault-opens-when"
NEVER = "doors-never-open"
NOT_SO = "doors-not-opened-normally"
"""Doors opened by something other than a tool; an objective card says by what."""
LOCKS = (NEEDS_OWN, NEEDS_OTHERS, NEEDS_ALL, NEVER, NOT_SO)


def lock_colours(mission: Mission | None) -> tuple[str, ...]:
    """Return the colors of the doors and trapdoors that are not like the others."""
    return tuple(dict.fromkeys(colour for rule in _locks(mission) for colour in rule.colours))


def locked(mission: Mission | None, taken: tuple[str, ...], colour: str) -> RuleError | None:
    """Return the reason why a door of that color does not open now, or None."""
    for rule in _locks(mission):
        if colour not in rule.colours:
            continue
        if rule.do == NEVER:
            return IllegalCommand("door.never", colour=colour)
        if rule.do == NOT_SO:
            return IllegalCommand("door.not_so", colour=colour)
        if missing := _missing(mission, rule, taken, colour):
            return IllegalCommand("door.locked", colour=colour, needs=missing)
    return None


def is_open(mission: Mission | None, taken: tuple[str, ...], rule: MissionRule) -> bool:
    """Return True if every lock of this rule is open, so that no reminder of it is needed."""
    return rule.do in LOCKS and not any(locked(mission, taken, colour) for colour in rule.colours)


def _missing(
    mission: Mission | None, rule: MissionRule, taken: tuple[str, ...], colour: str
) -> tuple[str, ...]:
    if rule.do == NEEDS_ALL:
        return tuple(token for token in left_of(mission, taken) if token not in NO_COLOUR)
    needs = rule.needs if rule.do == NEEDS_OTHERS else (colour,)
    return tuple(token for token in needs if token not in taken)


def _locks(mission: Mission | None) -> list[MissionRule]:
    return [rule for rule in (mission.rules if mission else ()) if rule.do in LOCKS]
