"""A campaign's whole set in one file: every sheet, every mission, the story, the codes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.sheets import campaign, mission, story
from campaigns.printing.subjects import CampaignSubject


class CampaignSet(Content, frozen=True, kw_only=True):
    """The contents of its parts, each as if it were printed alone."""

    sheets: campaign.CampaignSheets
    missions: mission.MissionSheets
    story: story.Story


def content(subject: CampaignSubject, chosen: Chosen) -> CampaignSet:
    return CampaignSet(
        sheets=campaign.content(subject, Chosen()),
        missions=mission.campaign_sheets(
            subject.facts, subject.every_mission, subject.url, subject.maps
        ),
        story=story.content(subject, Chosen()),
    )


def title(content: CampaignSet) -> str:
    return _("Whole set: %(name)s") % {"name": content.story.campaign.name}


def pieces(content: CampaignSet) -> list[Piece]:
    missions = mission.pieces(content.missions) if content.missions.missions else []
    return [
        *campaign.sheet_pieces(content.sheets),
        *missions,
        *story.pieces(content.story),
        *campaign.code_pages(content.sheets),
    ]


KINDS = (
    Kind(
        name="campaign-set",
        content=CampaignSet,
        title=title,
        pieces=pieces,
        templates=(campaign.TEMPLATE, campaign.CODE_PAGES, mission.TEMPLATE, story.TEMPLATE),
        offers=(
            Offer(
                of=CampaignSubject,
                name=gettext_lazy("The whole set"),
                about=gettext_lazy("every sheet, every mission, the story"),
                content=content,
                rank=40,
            ),
        ),
    ),
)
