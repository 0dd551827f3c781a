"""A campaign's whole set in one file: every sheet, every mission, the story, the codes."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.printing.render import Piece
from campaigns.printing.sheets import campaign, mission, story


def content(
    sheets: dict[str, Any], missions: dict[str, Any], tale: dict[str, Any]
) -> dict[str, Any]:
    """The contents of its parts, each as if it were printed alone."""
    return {"sheets": sheets, "missions": missions, "story": tale}


def title(content: dict[str, Any]) -> str:
    name = content["story"]["campaign"]["name"]
    return _("Whole set: %(name)s") % {"name": name}


def pieces(content: dict[str, Any]) -> list[Piece]:
    missions = mission.pieces(content["missions"]) if content["missions"]["missions"] else []
    return [*campaign.pieces(content["sheets"]), *missions, *story.pieces(content["story"])]
