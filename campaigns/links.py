"""Ways from a mission's table back to its campaign, and what its booking closes."""

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Campaign, MissionRun
from companion.hooks import TableLink
from companion.models import Seat, Table
from rules import IllegalCommand


def _run_of(table: Table, seat: Seat | None = None) -> MissionRun | None:
    """Return the mission played there; with a seat, only where its person is a member."""
    runs = MissionRun.objects.filter(table=table)
    if seat is not None:
        runs = runs.filter(campaign__members__person=seat.person_id)
    return runs.first()


def campaign_name(table: Table) -> str:
    """Return the name of the campaign in which a table plays a mission."""
    return Campaign.objects.filter(runs__table=table).values_list("name", flat=True).first() or ""


def check_not_booked(table: Table) -> None:
    """A booked mission is not played on; taken back in the campaign, it is."""
    run = _run_of(table)
    if run is not None and run.ended_at is not None:
        raise IllegalCommand("table.booked")


def onward_from(seat: Seat) -> TableLink | None:
    """From the end at the table to the end in the campaign, or to what comes after it; whoever
    only plays at the table has no page there."""
    run = _run_of(seat.table, seat)
    if run is None:
        return None
    if run.ended_at is not None:
        return TableLink(
            reverse("campaigns:campaign", args=[run.campaign_id]),
            _("To the campaign"),
            _("This mission is booked: to be read, not played"),
            "medal",
        )
    return TableLink(
        reverse("campaigns:end", args=[run.campaign_id]),
        _("End the mission"),
        _("Upkeep, rewards, one booking, and the next mission"),
        "flag",
    )


def table_links(table: Table, seat: Seat | None) -> list[TableLink]:
    """Its campaign, and the objective cards while it is played."""
    run = _run_of(table, seat)
    if run is None:
        return []
    arguments = [run.campaign_id]
    links = [
        TableLink(
            reverse("campaigns:campaign", args=arguments),
            _("Campaign"),
            _("sheets, rewards, where you stand"),
            "medal",
        )
    ]
    if run.ended_at is None:
        links += [
            TableLink(
                reverse("campaigns:objectives", args=arguments),
                _("Objective cards"),
                _("where they lie, notes, keywords"),
                "note",
            ),
        ]
    return links
