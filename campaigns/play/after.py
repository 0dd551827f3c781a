"""What comes after a mission's table: what the mission gave, and where everybody goes on."""

import uuid

from django.utils.translation import gettext as _

from campaigns import words
from campaigns.models import MissionRun
from campaigns.play.way import mission_after
from companion.hooks import Aftermath
from companion.models import Seat, Table
from rules.campaign import CampaignState, book_of


def aftermath(table: Table) -> Aftermath | None:
    """The campaign points of a mission that is over, and what is done now."""
    run = MissionRun.objects.select_related("campaign").filter(table=table).first()
    if run is None:
        return None
    state = run.campaign.state
    gains = {key: _gained(run, state, key, table) for key in table.state.survivors}
    if run.ended_at is None:
        now = _("upkeep, rewards and the booking, on your phones")
        return Aftermath(gains, now)
    following = mission_after(state, book_of(state))
    if following is None:
        return Aftermath(gains, _("booked; that was the last mission"))
    title = words.mission_title(book_of(state), following)
    return Aftermath(gains, _("booked; next comes %(mission)s") % {"mission": title})


def _gained(run: MissionRun, state: CampaignState, key: str, table: Table) -> str:
    """`+2 CEP`; what a dead one had is lost."""
    book, sheet = book_of(state), state.sheets.get(key)
    if sheet is None or "points" not in state.advanced:
        return ""
    unit = book.rules.points.in_language(words.language())
    if table.state.survivors[key].status == "dead":
        gained = -sheet.points
    elif run.ended_at is None:
        gained = len(sheet.reached)
    else:
        before = state.played[run.number - 2].points if run.number > 1 else {}
        gained = state.played[run.number - 1].points.get(key, 0) - before.get(key, 0)
    sign = "+" if gained > 0 else "−" if gained < 0 else ""  # noqa: RUF001 (a minus, not a hyphen)
    return f"{sign}{abs(gained)} {unit}"


def table_after(seat: Seat) -> uuid.UUID | None:
    """The table of the newest mission after this one's at which the same person sits."""
    later = MissionRun.objects.filter(
        campaign__runs__table=seat.table_id,
        table__seats__person=seat.person_id,
        table__binned_at=None,
    ).order_by("-number")
    found = later.values_list("table", flat=True).first()
    return found if found != seat.table_id else None
