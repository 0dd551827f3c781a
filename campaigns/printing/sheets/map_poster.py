"""The map of a mission as a poster: one page, or four to be joined in large type."""

from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.printing.kind import MISSION, Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.maps import TurnedMap
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import CampaignSubject, PackSubject, TableSubject
from rules import TableState, map_of, mission_at, played_pack
from rules.campaign import book_of
from rules.campaign.maps import map_for
from rules.packs.schema.base import Term
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import Mission

TEMPLATE = "print/map_poster.html"


class MapPoster(Content, frozen=True, kw_only=True):
    game: str
    expansions: tuple[str, ...] = ()
    code: str = ""
    title: Term
    map: DrawnMap
    name: str = ""
    """Of the pack or the campaign it comes from."""


def content_of_pack(subject: PackSubject, chosen: PrintChoices) -> MapPoster:
    """Return the chosen mission, or the first that has a map."""
    mapped = _mapped(subject)
    key = chosen.mission if chosen.mission in mapped else next(iter(mapped))
    mission = mapped[key]
    drawn = map_of(mission)
    assert drawn is not None
    return MapPoster(
        game=subject.pack.game,
        expansions=subject.reading.boxes_of(subject.drafts[key]),
        code=mission.code,
        title=mission.title,
        map=drawn,
        name=subject.pack.name,
    )


def _mapped(subject: PackSubject) -> dict[str, Mission]:
    missions = {key: subject.mission(key) for key in subject.drafts}
    return {key: mission for key, mission in missions.items() if mission and map_of(mission)}


def content_of_table(subject: TableSubject, chosen: PrintChoices) -> MapPoster:
    state: TableState = subject.seat.table.state
    mission, drawn = mission_at(state), subject.drawn
    assert drawn is not None, "the offer says so"
    assert mission is not None
    return MapPoster(
        game=state.game,
        expansions=state.expansions,
        code=mission.code,
        title=mission.title,
        map=drawn,
    )


def content_of_campaign(subject: CampaignSubject, chosen: PrintChoices) -> MapPoster:
    """Return the chosen mission, or the first whose map somebody knows."""
    campaign, mapped = subject.member.campaign, _known(subject)
    code = chosen.mission if chosen.mission in mapped else next(iter(mapped))
    mission, drawn = mapped[code]
    state = campaign.state
    return MapPoster(
        game=state.game,
        expansions=(state.expansion,) if state.expansion else (),
        code=mission.code,
        title=mission.title,
        map=drawn,
        name=campaign.name,
    )


def _known(subject: CampaignSubject) -> dict[str, tuple[Mission, DrawnMap]]:
    state = subject.member.campaign.state
    book = book_of(state)
    missions = {code: book.mission(code) for code, _words in subject.missions}
    return {
        code: (mission, drawn)
        for code, mission in missions.items()
        if mission and (drawn := map_for(state, mission))
    }


def title(content: MapPoster) -> str:
    name = content.title.in_language(get_language() or "en")
    return _("Map: %(mission)s") % {"mission": f"{content.code} {name}".strip()}


def pieces(content: MapPoster) -> list[PrintedSheet]:
    context: dict[str, Any] = {
        "pack": played_pack(content.game, content.expansions),
        "content": content,
        "map": TurnedMap.of(content.map),
        "mark": title(content),
    }
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


NAME = gettext_lazy("Map as a poster")
ABOUT = gettext_lazy("one page; four to join in large type")


KINDS = (
    PrintKind(
        name="map-poster",
        content=MapPoster,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=NAME,
                about=ABOUT,
                content=content_of_table,
                rank=35,
                may=lambda subject: subject.drawn is not None,
            ),
            PrintOffer(
                of=PackSubject,
                name=NAME,
                about=ABOUT,
                content=content_of_pack,
                rank=30,
                may=lambda subject: bool(_mapped(subject)),
                options=(MISSION,),
            ),
            PrintOffer(
                of=CampaignSubject,
                name=NAME,
                about=ABOUT,
                content=content_of_campaign,
                rank=25,
                may=lambda subject: bool(_known(subject)),
                options=(MISSION,),
            ),
        ),
    ),
)
