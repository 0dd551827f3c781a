"""`apply`: the one way a table changes. Pure: same state and command, same outcome."""

from collections.abc import Iterable

from rules.commands import Command, PhaseNext, PointsAward
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema import Pack
from rules.registry import rulesets
from rules.ruleset import Outcome
from rules.state import Survivor, TableState

__all__ = ["Outcome", "apply", "legal_commands", "new_table"]

MAX_SURVIVORS = 12
NAME_LENGTH = 60


def new_table(*, pack: Pack, survivors: Iterable[tuple[str, Survivor]]) -> TableState:
    """A table before its first round. Players sit in the order their first survivor sits."""
    seated = list(survivors)
    named = dict(seated)
    if not seated:
        raise IllegalCommand("survivors.none")
    if len(seated) > MAX_SURVIVORS:
        raise IllegalCommand("survivors.too_many", most=MAX_SURVIVORS)
    if len(named) < len(seated):
        raise IllegalCommand("survivors.twice")
    for survivor in named.values():
        if not 1 <= len(survivor.name) <= NAME_LENGTH:
            raise IllegalCommand("survivor.name", most=NAME_LENGTH)
    players = tuple(dict.fromkeys(survivor.player for survivor in named.values()))
    return TableState(game=pack.game, players=players, survivors=named)


def apply(state: TableState, command: Command, pack: Pack) -> Outcome:
    """Carry out one command. On `RuleError` nothing has changed."""
    handler = rulesets[state.game].handlers.get(type(command))
    if handler is None:
        raise UnknownId("command.unknown_here", game=state.game)
    return handler(state, command, pack)


def legal_commands(state: TableState, pack: Pack) -> tuple[Command, ...]:
    """Every command that would be accepted now, for buttons, validation and generated tests.

    Amounts are given in their smallest step; `id` and `seen` are the sender's to fill in.
    """
    blank = {"id": "00000000", "seen": 0}
    taps: list[Command] = [PhaseNext(**blank)]  # type: ignore[arg-type]
    for key, survivor in state.survivors.items():
        taps.append(PointsAward(survivor=key, amount=1, **blank))  # type: ignore[arg-type]
        if survivor.points:
            taps.append(PointsAward(survivor=key, amount=-1, **blank))  # type: ignore[arg-type]
    return tuple(taps)
