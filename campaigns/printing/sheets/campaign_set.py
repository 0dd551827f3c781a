"""A campaign's whole set in one file: every sheet, every mission, the story, the codes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.sheets import campaign, mission, story
from campaigns.printing.subjects import CampaignSubject


class CampaignSet(Content, frozen=True, kw_only=True):
    """The contents of its parts, each as if it were printed alone."""

    sheets: campaign.CampaignSheets
    missions: mission.MissionSheets
    story: story.PrintedStory


def content(subject: CampaignSubject, chosen: PrintChoices) -> CampaignSet:
    return CampaignSet(
        sheets=campaign.content(subject, PrintChoices()),
        missions=mission.campaign_sheets(
            subject.facts, subject.every_mission, subject.url, subject.maps
        ),
        story=story.content(subject, PrintChoices()),
    )


def title(content: CampaignSet) -> str:
    return _("Whole set: %(name)s") % {"name": content.story.campaign.name}


def pieces(content: CampaignSet) -> list[PrintedSheet]:
    missions = mission.pieces(content.missions) if content.missions.missions else []
    return [
        *campaign.sheet_pieces(content.sheets),
        *missions,
        *story.pieces(content.story),
        *campaign.code_pages(content.sheets),
    ]


KINDS = (
    PrintKind(
        name="campaign-set",
        content=CampaignSet,
        title=title,
        pieces=pieces,
        templates=(campaign.TEMPLATE, campaign.CODE_PAGES, mission.TEMPLATE, story.TEMPLATE),
        offers=(
            PrintOffer(
                of=CampaignSubject,
                name=gettext_lazy("The whole set"),
                about=gettext_lazy("every sheet, every mission, the story"),
                content=content,
                rank=40,
            ),
        ),
    ),
)
