"""Refusals of this room and their words. How they become an answer is told in `errors`.

Services raise these, too: also where no request is answered, as in a worker.
"""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import StaleCommand
from rules.errors import SetupProblem

MESSAGES: dict[str, Promise] = {
    "body.encoding": _("The body must be JSON: send Content-Type: application/json."),
    "body.length": _("Say how long the body is: send Content-Length."),
    "body.unreadable": _("The body cannot be read: %(detail)s"),
    "command.unreadable": _("The command cannot be read: %(detail)s"),
    "credentials.missing": _("Say who you are: sign in, or send a token."),
    "piece.moved": _("Somebody has written there since. Read it again. Nothing has changed."),
    "piece.id": _("The id in the body is not the one in the address."),
    "cursor.unreadable": _("That cursor is not one of ours. Start at the first page."),
    "header.unreadable": _("The header %(header)s cannot be read."),
    "house.card": _("That is not how such a card looks: %(detail)s"),
    "house.printed": _("Those skills are known already, or there are too many at one level."),
    "idempotency.no_credentials": _("An Idempotency-Key needs credentials beside it."),
    "idempotency.other_request": _("That Idempotency-Key was used for another request."),
    "mission.no_table": _("No mission is being played at a table."),
    "odds.hidden": _("This table plays without odds."),
    "odds.seen": _("A spawn was taken back: everybody has seen the next cards."),
    "player.unknown": _("%(player)s is not among the players."),
    "print.kind": _("This cannot be printed here: %(kind)s."),
    "print.not_measured": _("No evenings of this set-up have been played yet: ask for some first."),
    "print.mission": _("There is no mission %(mission)s to print here."),
    "print.sheet": _("There is no sheet %(sheet)s in this campaign."),
    "query.unreadable": _("The address cannot be read: %(detail)s"),
    "scope.missing": _("This token may not do that: it lacks the scope %(scope)s."),
    "session.only": _("Only a signed-in browser may do that, not a token."),
    "password.again": _("Enter your password again first, on the page of the tokens."),
    "token.too_many": _("%(most)s tokens are enough. Revoke one first."),
    "token.unknown": _("That token opens nothing: it is unknown or revoked."),
    "usual.team": _("A usual table has no teams: name them when the table is opened."),
    "usual.name": _("%(name)s cannot be part of a usual table: leave out , ~ and full stops."),
    "usual.other_game": _("That is a table of another game."),
    "usual.problem": _("That table cannot be opened: %(detail)s"),
}


class NotMatched(Exception):
    """The version is not the one `If-Match` names: 412, where `seen` alone would give 409."""

    def __init__(self, stale: StaleCommand) -> None:
        super().__init__(stale.code)
        self.stale = stale


class ApiRefusal(Exception):
    """A refusal of this room: a status, a code of `MESSAGES` and what its sentence names."""

    def __init__(self, status: int, code: str, **params: object) -> None:
        super().__init__(code)
        self.status, self.code, self.params = status, code, params


class NoTable(Exception):
    """A set-up that opens no table: 422 by its first problem, with all of them beside it."""

    def __init__(self, problems: Iterable[SetupProblem]) -> None:
        self.errors = [problem.error for problem in problems]
        super().__init__(self.errors[0].code)


def refuse(problems: Iterable[SetupProblem]) -> None:
    """Raise `NoTable` if there are problems."""
    if found := list(problems):
        raise NoTable(found)
