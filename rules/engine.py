"""`apply`: the one way a table changes. Pure: same state and command, same outcome."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.commands import BaseCommand, kind_of
from rules.errors import IllegalCommand, RuleError, UnknownId, refused_at
from rules.offers import VAGUE, Offer, Refusal, matching
from rules.packs.schema import Pack
from rules.packs.schema.pack import Cover
from rules.registry import games, rulesets
from rules.ruleset import Outcome
from rules.state import Pending, State, TableState

TOLD_BY_TABLE = frozenset(
    {"dice.missing", "dice.too_many", "cards.missing", "cards.too_many", "card.missing"}
)
"""Errors in the cards and dice the table reported; they are no reason against a command."""


def apply(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command that is offered. On `RuleError` nothing has changed.

    What the rules refuse keeps their own reason; what they would take although nothing offers it
    is refused as the offers say. Pages, programs and the robot come in by this door.
    """
    outcome = carry_out(state, command, pack)
    if games[state.game].asks[type(command)].is_whole:
        offered(state, command, pack)
    return outcome


def carry_out(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command without asking whether it is offered. On `RuleError` nothing changes.

    By this door go stored commands, which an older version may have taken, and simulations.
    """
    rules = games[state.game]
    with refused_at(state):
        ask = rules.asks.get(type(command))
        if ask is None:
            raise UnknownId("command.unknown_here", game=state.game)
        if is_over_for(state, type(command)):
            raise IllegalCommand("mission.over")
        working = rules.begin(state, pack, command)
        ask.handler(working, command)
        outcome: Outcome = working.outcome()
    return outcome


def is_over_for(state: State, command: type[BaseCommand]) -> bool:
    """Check if the mission is over and the command may only be sent while it is played."""
    return command.in_play_only and getattr(state, "result", None) is not None


def look(state: State, pack: Cover) -> Any:
    """Return a working copy of the table, to be queried only."""
    return games[state.game].begin(state, pack)


def offers(
    state: State, pack: Cover, kind: str | None = None, about: Mapping[str, Any] | None = None
) -> Iterator[Offer]:
    """Yield what may be done now: offers of every command, or of one `kind` only.

    `about` holds the fields of the command that the caller knows already. Offers about anything
    else need not be made, so looking at one survivor does not cost looking at all.
    """
    seen = look(state, pack)
    known = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (about or {}).items()
    }
    for command, ask in games[state.game].asks.items():
        if kind not in (None, kind_of(command)):
            continue
        if is_over_for(state, command):
            over = Refusal.of(IllegalCommand("mission.over"))
            made = ask.offers(seen, known)
            yield from (replace(given, why_not=over, overrule=False) for given in made)
        else:
            yield from ask.offers(seen, known)


def answers(state: TableState, pack: Pack, question: Pending) -> Iterator[Offer]:
    """Yield the open offers that answer a question; none if no command answers it."""
    command = rulesets[state.game].answers.get(question.what)
    if command is None:
        return
    about = {"question": question.id, "survivor": question.survivor}
    known = {name: value for name, value in about.items() if value is not None}
    for given in offers(state, pack, kind_of(command), known):
        fixed = {name: given.fixed[name] for name in known if name in given.fixed}
        if given.is_open and fixed.items() <= known.items():
            yield given


def offered(state: State, command: BaseCommand, pack: Cover) -> Offer:
    """Return the offer that matches a command; raise the reason if there is none."""
    rules = games[state.game]
    if type(command) not in rules.asks:
        raise UnknownId("command.unknown_here", game=state.game)
    about = {name: getattr(command, name) for name in command.__struct_fields__}
    with refused_at(state):
        try:
            return matching(offers(state, pack, kind_of(command), about), command)
        except RuleError as error:
            reason = own_reason(state, command, pack) if error.code in VAGUE else None
            if reason is None:
                raise
            raise reason from error


def own_reason(state: State, command: BaseCommand, pack: Cover) -> RuleError | None:
    """Return the handler's refusal of a command, or None if there is none.

    Gives a better reason where the offers only know that nothing matches. Errors in reported cards
    or dice do not count.
    """
    try:
        carry_out(state, command, pack)
    except RuleError as error:
        return None if error.code in TOLD_BY_TABLE else error
    return None
