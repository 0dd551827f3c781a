"""`apply`: the one way a table changes. Pure: same state and command, same outcome."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.commands import BaseCommand, kind_of
from rules.errors import IllegalCommand, RuleError, UnknownId, refused_at
from rules.offers import Offer, Refusal, is_vague, matching
from rules.packs.schema import Pack
from rules.packs.schema.pack import Cover
from rules.registry import games, rulesets
from rules.ruleset import Outcome
from rules.state import Pending, State, TableState


def apply(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command that is offered; raise the offers' reason against any other.

    Pages, programs and the robot come in by this door. On `RuleError` nothing has changed.
    """
    with refused_at(state):
        working = _begun(state, command, pack)
        _check_offered(state, command, working)
        return _done(state, command, working)


def carry_out(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command without asking whether it is offered. On `RuleError` nothing changes.

    By this door go stored commands, which an older version may have taken, simulations, and what
    follows from another book. Only what the table reports is judged: dice, cards and names.
    """
    with refused_at(state):
        return _done(state, command, _begun(state, command, pack))


def refusal(state: State, command: BaseCommand, pack: Cover) -> RuleError | None:
    """Return the reason why a command is not offered, or None if it is."""
    try:
        with refused_at(state):
            _check_offered(state, command, _begun(state, command, pack))
    except RuleError as error:
        return error
    return None


def _begun(state: State, command: BaseCommand, pack: Cover) -> Any:
    """Return the working copy for a command; raise if the game has no such command, or is over."""
    if type(command) not in games[state.game].asks:
        raise UnknownId("command.unknown_here", game=state.game)
    if is_over_for(state, type(command)):
        raise IllegalCommand("mission.over")
    return games[state.game].begin(state, pack, command)


def _check_offered(state: State, command: BaseCommand, working: Any) -> None:
    """Raise the reason why a command is not offered, where the game's offers are exhaustive."""
    rules = games[state.game]
    ask = rules.asks[type(command)]
    if not ask.is_whole:
        return
    about = {name: getattr(command, name) for name in command.__struct_fields__}
    try:
        matching(ask.offers(working, about), command)
    except RuleError as error:
        missing = rules.missing(working, command, in_play=is_vague(error))
        raise missing or error from error


def _done(state: State, command: BaseCommand, working: Any) -> Outcome:
    games[state.game].asks[type(command)].handler(working, command)
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
        made = (given for given in ask.offers(seen, known) if given.is_listed)
        if is_over_for(state, command):
            over = Refusal.of(IllegalCommand("mission.over"))
            yield from (replace(given, why_not=over, overrule=False) for given in made)
        else:
            yield from made


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
