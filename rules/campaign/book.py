"""Books: the pack, numbers and missions that a campaign is played by."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.campaign.state import CampaignState, Leg
from rules.errors import NoSuchGame
from rules.packs.copies import deck_copies
from rules.packs.loader import load_packs
from rules.packs.played import OWN_MISSION, played_pack
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment, SpecialCard
from rules.packs.schema.missions import Campaign, Mission
from rules.packs.schema.pack import Expansion

OBJECTIVES = "objectives"
ADDRESS_LENGTH = 60


class CampaignBook(NamedTuple):
    """Data that `apply_campaign` needs besides the state."""

    pack: Pack
    """Pack of the game, joined with its expansion."""
    rules: Campaign
    missions: tuple[Mission, ...]
    box: str
    """Box with the missions: the expansion, or the game of a free campaign."""
    free: bool
    road: tuple[Leg, ...] = ()
    """Missions the group wrote, in their order; only their tables know the contents."""

    def leg(self, code: str) -> Leg | None:
        return next((leg for leg in self.road if leg.mission == code), None)

    def mission(self, code: str) -> Mission | None:
        """Return the mission as far as known; None for one the group wrote."""
        if self.leg(code):
            return None
        return next((mission for mission in self.missions if mission.code == code), None)

    def address(self, code: str) -> str:
        """Return `box:code`, as a table stores its mission; a group's own mission has no box."""
        box = self.box if self.mission(code) else OWN_MISSION
        return f"{box}:{code}"[:ADDRESS_LENGTH]

    def objective_cards(self, code: str) -> Iterator[tuple[str, SpecialCard]]:
        """Yield the copies of a mission's objective cards and notes."""
        if self.free or OBJECTIVES not in self.pack.decks:
            return
        for copy, card in deck_copies(self.pack, OBJECTIVES).items():
            if isinstance(card, SpecialCard) and card.mission == code:
                yield copy, card

    def equipment_copies(self) -> Iterator[tuple[str, str, Equipment]]:
        """Yield deck, copy and card of all equipment."""
        for deck in self.pack.decks.values():
            if deck.holds != "equipment":
                continue
            for copy, card in deck_copies(self.pack, deck.id).items():
                assert isinstance(card, Equipment)
                yield deck.id, copy, card


def campaign_pack(game: str, expansion: str) -> Expansion:
    """Return the box whose campaign is played; raise `NoSuchGame` if there is none."""
    pack = load_packs().get(game)
    box = pack.expansions.get(expansion) if pack else None
    if box is None or box.campaign is None:
        raise NoSuchGame("game.unknown", game=game)
    return box


def box_campaigns() -> list[tuple[str, Expansion]]:
    """Return every campaign that comes in a box, with its game."""
    return [
        (pack.game, box)
        for pack in load_packs().values()
        for box in pack.expansions.values()
        if box.campaign is not None
    ]


@cache
def open_book(game: str, expansion: str | None, free: bool) -> CampaignBook:
    """Return the book of a campaign. A free one uses the numbers of the advanced rules."""
    pack = played_pack(game, (expansion,) if expansion else ())
    box = box_campaigns()[0][1] if free else campaign_pack(game, expansion or "")
    campaign = box.campaign
    assert campaign is not None
    if not free:
        return CampaignBook(
            pack=pack, rules=campaign, missions=box.missions, box=box.id, free=False
        )
    known = tuple(skill for skill in campaign.skills if skill in pack.skills)
    campaign = replace(campaign, missions=(), in_order=False, skills=known, achievements=())
    missions = load_packs()[game].missions
    return CampaignBook(pack=pack, rules=campaign, missions=missions, box=game, free=True)


def book_of(state: CampaignState) -> CampaignBook:
    book = open_book(state.game, state.expansion, state.free)
    return book._replace(road=state.road) if state.road else book
