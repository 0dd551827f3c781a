"""Ways from a mission's table back to its campaign."""

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import MissionRun
from companion.hooks import TableLink
from companion.models import Table


def table_links(table: Table) -> list[TableLink]:
    """Its campaign, its objective cards, and the end of its mission."""
    run = MissionRun.objects.filter(table=table).first()
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
                _("Objectives"),
                _("cards, notes, keywords"),
                "note",
            ),
            TableLink(
                reverse("campaigns:end", args=arguments),
                _("End in the campaign"),
                _("upkeep and one booking"),
                "flag",
            ),
        ]
    return links
