"""Commands that pages of a table send, read by the offers of its game."""

from contextlib import suppress

from django.http import QueryDict

from companion.models import Table
from companion.posted import Posted
from companion.services import Sent
from rules import (
    Command,
    Offer,
    RuleError,
    UnknownId,
    UnreadableCommand,
    games,
    offers,
    pack_of,
    refusal,
)
from rules.errors import refused_at
from rules.offers import is_vague


def sent_in(data: QueryDict) -> Sent:
    """Return a tap or a form, to be read once its table is known."""
    posted = Posted(data)
    return Sent(posted.id, posted.kind, posted.seen, lambda table: read_command(table, posted))


def read_command(table: Table, posted: Posted) -> Command:
    """Return the command a form means at that table; raise what is wrong with it."""
    rules = games[table.game]
    kind = rules.commands.get(posted.kind)
    if kind is None:
        if any(posted.kind in game.commands for game in games.values()):
            raise UnknownId("command.unknown_here", game=table.game)
        raise UnreadableCommand("command.unreadable", detail="no such command")
    if not rules.asks[kind].is_whole:
        typed: Command = posted.typed(kind)
        return typed
    state = table.any_state
    pack = pack_of(state)

    def about(said: dict[str, object]) -> list[Offer]:
        return list(offers(state, pack, posted.kind, said))

    with refused_at(state):
        try:
            return posted.command(kind, about)
        except RuleError as error:
            # What a form leaves out is told as just that.
            if is_vague(error) and error.code != "choice.missing":
                with suppress(UnreadableCommand):
                    reason = refusal(state, posted.typed(kind), pack)
                    if reason is not None and not is_vague(reason):
                        raise reason from error
            raise
