"""What prints are of: a table one sits at, a campaign one is a member of, a pack, or a game."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from django.utils.translation import get_language

from campaigns.luck import luck_of_campaign
from campaigns.models import Member, MissionRun
from campaigns.printing.facts import CampaignFacts, missions_of
from campaigns.printing.history import campaign_facts
from campaigns.printing.paper.campaign import PrintedParts, campaign_on_paper
from campaigns.printing.paper.pack import pack_on_paper
from campaigns.transfer.services import campaign_saved
from companion.hooks import drawn_map
from companion.models import Seat
from companion.workshop.models import PackMember, PackVersion
from companion.workshop.reading import Reading
from companion.workshop.selectors import head_of, newest_of
from rules import Cover, Pack, TableState, map_of, mission_at, pack_of
from rules.campaign import book_of
from rules.campaign.maps import maps_drawn
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import Mission
from rules.workshop import DraftMission

Choices = list[tuple[str, str]]
"""Value and words."""


class Subject:
    """The subject of a print with its choices; each kind of print says which it needs."""

    @property
    def missions(self) -> Choices:
        return []

    @property
    def sheets(self) -> Choices:
        return []

    @property
    def played(self) -> str:
        """The mission that is played now, as the choice of missions has it; nothing: none is."""
        return ""


class TableSubject(Subject):
    """A table, for everybody who sits at it."""

    def __init__(self, seat: Seat, join_url: str) -> None:
        self.seat, self.join_url = seat, join_url

    @property
    def is_of_family(self) -> bool:
        return isinstance(self.seat.table.any_state, TableState)

    @property
    def drawn(self) -> DrawnMap | None:
        """The map of the mission it plays."""
        table = self.seat.table
        if not self.is_of_family:
            return None
        return drawn_map(table) or map_of(mission_at(table.state))

    @property
    def maps(self) -> Mapping[str, DrawnMap]:
        """Maps that the group of its campaign drew, where it is a campaign's table."""
        run = MissionRun.objects.select_related("campaign").filter(table=self.seat.table).first()
        return maps_drawn(run.campaign.state) if run else {}

    @property
    def missions(self) -> Choices:
        """Its own if the group wrote it, then those of its boxes in their order."""
        if not self.is_of_family:
            return []
        state = self.seat.table.state
        choices = mission_choices(_last_of_each_code(pack_of(state)))
        if state.own_mission and state.mission:
            own = mission_choices([state.own_mission])
            return [(state.mission, words) for _code, words in own] + choices
        return choices

    @property
    def played(self) -> str:
        state = self.seat.table.any_state
        if not isinstance(state, TableState) or not state.mission:
            return ""
        return state.mission if state.own_mission else state.mission.rpartition(":")[2]


class GameSubject(Subject):
    """A game without a table, for anybody."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover

    @property
    def pack(self) -> Pack | None:
        """The pack of a game of the family."""
        return self.cover if isinstance(self.cover, Pack) else None

    @property
    def campaign_boxes(self) -> list[str]:
        """The expansions that have a campaign."""
        boxes = self.pack.expansions.values() if self.pack else ()
        return [box.id for box in boxes if box.campaign]

    @property
    def missions(self) -> Choices:
        """The missions of the game and of its boxes, as `box:code`."""
        if self.pack is None:
            return []
        choices = mission_choices(self.pack.missions)
        for box in self.pack.expansions.values():
            name = box.short.in_language(get_language() or "en")
            choices += mission_choices(box.missions, name, f"{box.id}:")
        return choices


class PackSubject(Subject):
    """A pack of the workshop, for those whose it is."""

    def __init__(self, share: PackMember, restore_url: str = "") -> None:
        self.pack, self.restore_url = share.pack, restore_url

    @cached_property
    def version(self) -> PackVersion:
        return newest_of(self.pack)

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.pack, self.version.content)

    @cached_property
    def on_paper(self) -> list[str]:
        """The pack in QR codes; none where it is too large, or empty."""
        if not any(self.version.content.counts.values()):
            return []
        return pack_on_paper(head_of(self.pack, self.version), self.version.content)

    @property
    def drafts(self) -> dict[str, DraftMission]:
        return {draft.id: draft for draft in self.reading.content.shown()}

    def mission(self, key: str) -> Mission | None:
        """As it would be played now."""
        draft = self.drafts.get(key)
        return self.reading.shown(draft) if draft else None

    @property
    def missions(self) -> Choices:
        """As they would be played now."""
        choices = {key: self.reading.shown(draft) for key, draft in self.drafts.items()}
        return [
            (key, words)
            for key, mission in choices.items()
            for _code, words in mission_choices([mission])
        ]


class CampaignSubject(Subject):
    """A campaign, for its members."""

    def __init__(self, member: Member, url: str, restore_url: str) -> None:
        self.member, self.url, self.restore_url = member, url, restore_url

    @cached_property
    def facts(self) -> CampaignFacts:
        return campaign_facts(self.member.campaign)

    @cached_property
    def on_paper(self) -> PrintedParts:
        """The campaign in QR codes."""
        return campaign_on_paper(
            campaign_saved(self.member.campaign), self.facts, has_luck=bool(self.luck)
        )

    @cached_property
    def luck(self) -> dict[str, int]:
        """Hits over what the dice promised, by sheet; of those who rolled at a table of ours."""
        campaign = self.member.campaign
        luck = luck_of_campaign(campaign, campaign.state, campaign.runs.select_related("table"))
        return {
            person.key: round(person.throws.over) for person in luck.people if person.throws.dice
        }

    @property
    def played(self) -> str:
        return self.member.campaign.state.mission or ""

    @property
    def missions(self) -> Choices:
        """The missions of the campaign's box; a free campaign plays any of its game."""
        book = book_of(self.member.campaign.state)
        return mission_choices(missions_of(book) or _last_of_each_code(book.pack))

    @property
    def maps(self) -> Mapping[str, DrawnMap]:
        return maps_drawn(self.member.campaign.state)

    @property
    def every_mission(self) -> list[str]:
        return [mission.code for mission in missions_of(self.facts.book)]

    @property
    def sheets(self) -> Choices:
        state = self.member.campaign.state
        return [(key, sheet.name) for key, sheet in state.sheets.items()]


def mission_choices(missions: Sequence[Mission], box: str = "", prefix: str = "") -> Choices:
    """Codes and titles; `prefix` keeps boxes apart that use the same codes."""
    language = get_language() or "en"
    before = f"{box} · " if box else ""
    return [
        (f"{prefix}{mission.code}", f"{before}{mission.code} {mission.title.in_language(language)}")
        for mission in missions
    ]


def _last_of_each_code(pack: Pack) -> list[Mission]:
    # An expansion's mission stands after the game's and may bear the same code.
    return list({mission.code: mission for mission in pack.missions}.values())
