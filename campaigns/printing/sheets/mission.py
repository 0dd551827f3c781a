"""The mission sheet: what the pack knows of a mission, laid out to be played from paper."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.facts import CampaignFacts, cards_of
from campaigns.printing.kind import MISSION, Chosen, Content, Kind, Offer
from campaigns.printing.names import ROW, name_class
from campaigns.printing.render import Piece
from campaigns.printing.subjects import CampaignSubject, GameSubject, TableSubject
from companion.mechanics.missions.things import token_word
from rules import Pack, TableState, played_pack
from rules.packs.schema import Equipment
from rules.packs.schema.missions import Campaign, Mission, MissionRule

TEMPLATE = "print/mission_sheet.html"
SMALLEST = f"nm{len(ROW.sizes)}"
BLANK_TILES, BLANK_SURVIVORS = 6, 6


class ByAchievement(NamedTuple):
    """A rule that hangs on an achievement, and who of this campaign has it."""

    name: str
    who: list[str]
    rule: MissionRule


class Going(NamedTuple):
    """A survivor who goes on the mission."""

    name: str
    player: str
    cards: list[Equipment]
    extra_actions: int
    health: int


class Goes(Content, frozen=True, kw_only=True):
    """A survivor who goes on the mission, by key where the pack knows them."""

    key: str = ""
    name: str
    player: str
    cards: tuple[str, ...] = ()
    extra_actions: int | UnsetType = UNSET
    """Of a campaign sheet; tables have none."""


class MissionSheets(Content, frozen=True, kw_only=True):
    game: str
    expansions: tuple[str, ...] = ()
    missions: tuple[str, ...]
    """Their codes; an empty one is a blank sheet for a mission of one's own."""
    survivors: tuple[Goes, ...] = ()
    achievements: dict[str, tuple[str, ...]] | None = None
    """Who has which; None: nobody knows, the boxes stay empty."""
    name: str = ""
    url: str = ""


def content_of_game(subject: GameSubject, chosen: Chosen) -> MissionSheets:
    """A mission `box:code` of a game, without survivors."""
    box, _colon, code = chosen.mission.rpartition(":")
    boxes = [box] if box else subject.campaign_boxes[:1] if not code else []
    return MissionSheets(game=subject.cover.game, expansions=tuple(boxes), missions=(code,))


def content_of_table(subject: TableSubject, chosen: Chosen) -> MissionSheets:
    """A mission sheet for those who sit at a table."""
    state: TableState = subject.seat.table.state
    return MissionSheets(
        game=state.game,
        expansions=state.expansions,
        missions=(chosen.mission,),
        survivors=tuple(
            Goes(
                key=key,
                name=survivor.name,
                player=survivor.player,
                cards=tuple(survivor.inventory.values()),
            )
            for key, survivor in state.survivors.items()
        ),
        url=subject.join_url,
    )


def content_of_campaign(subject: CampaignSubject, chosen: Chosen) -> MissionSheets:
    return campaign_sheets(subject.facts, [chosen.mission], subject.url)


def campaign_sheets(facts: CampaignFacts, missions: Sequence[str], url: str) -> MissionSheets:
    """Mission sheets of a campaign: kept equipment, extra actions, what achievements change."""
    living = [sheet for sheet in facts.sheets if sheet.status != "dead"]
    earned: dict[str, list[str]] = {}
    for sheet in facts.sheets:
        for key in sheet.achievements:
            earned.setdefault(key, []).append(sheet.name)
    for key in earned | dict.fromkeys(facts.achievements):
        if key in facts.achievements or len(earned[key]) == len(facts.sheets) > 1:
            earned[key] = [_("everyone")]
    return MissionSheets(
        game=facts.game,
        expansions=(facts.expansion,) if facts.expansion else (),
        missions=tuple(missions),
        survivors=tuple(
            Goes(
                key=sheet.key,
                name=sheet.name,
                player=sheet.player,
                cards=tuple(kept.card for kept in sheet.kept),
                extra_actions=sheet.extra_actions,
            )
            for sheet in living
        ),
        achievements={key: tuple(names) for key, names in earned.items()},
        name=facts.name,
        url=url,
    )


def title(content: MissionSheets) -> str:
    codes = content.missions
    if len(codes) > 1:
        return ngettext("%(n)s mission sheet", "%(n)s mission sheets", len(codes)) % {
            "n": len(codes)
        }
    if not codes[0]:
        return _("Blank mission sheet")
    pack = played_pack(content.game, content.expansions)
    name = _mission(pack, codes[0]).title.in_language(get_language() or "en")
    return _("Mission sheet: %(code)s %(name)s") % {"code": codes[0], "name": name}


def _mission(pack: Pack, code: str) -> Mission:
    # An expansion's mission stands after the game's and may bear the same code: the last wins.
    return {one.code: one for one in pack.missions}[code]


def pieces(content: MissionSheets) -> list[Piece]:
    pack = played_pack(content.game, content.expansions)
    return [
        Piece(code or _("Blank mission sheet"), TEMPLATE, _context(pack, code, content))
        for code in content.missions
    ]


def _context(pack: Pack, code: str, content: MissionSheets) -> dict[str, Any]:
    mission = _mission(pack, code) if code else None
    box = next((pack.expansions[one] for one in content.expansions), None)
    campaign = box.campaign if box else None
    is_of_campaign = campaign is not None and code in campaign.missions
    going = _going(pack, content)
    return {
        "pack": pack,
        "box": box if is_of_campaign else None,
        "campaign": campaign if is_of_campaign or not mission else None,
        "mission": mission,
        "content": content,
        "night": (campaign.night.first, campaign.night.last) if campaign else None,
        "dark": campaign.dark if campaign and mission and mission.start_hour is not None else None,
        "rules": [one for one in mission.rules if not one.achievement] if mission else [],
        "changes": _changes(mission, campaign, content.achievements) if mission else [],
        "knows_achievements": content.achievements is not None,
        "tokens": _tokens(mission, pack) if mission else [],
        "tiles": _tile_columns(mission),
        "notes": range(1, (mission.notes or 0) + 1) if mission else range(1, 7),
        "going": going,
        "crowded": any(name_class(one.name, ROW) == SMALLEST for one in going),
        "has_extra_actions": bool(campaign) and (is_of_campaign or not mission),
        "seats": range(max(0, BLANK_SURVIVORS - len(going)) if not going else 0),
        "foot": " · ".join(part for part in ("Safehouse", content.name, content.url) if part),
        "mark": f"{code} {mission.title.in_language(get_language() or 'en')}"
        if mission
        else _("Mission sheet"),
        "own_title": mission is not None and mission.title.own_translation(get_language() or "en"),
    }


def _going(pack: Pack, content: MissionSheets) -> list[Going]:
    cards = cards_of(pack)
    health = {survivor.id: survivor.health for survivor in pack.survivors}
    return [
        Going(
            name=goes.name,
            player=goes.player,
            cards=[cards[card] for card in goes.cards if card in cards],
            extra_actions=goes.extra_actions or 0,
            health=health.get(goes.key) or pack.health,
        )
        for goes in content.survivors
    ]


def _changes(
    mission: Mission, campaign: Campaign | None, earned: Mapping[str, Sequence[str]] | None
) -> list[ByAchievement]:
    language = get_language() or "en"
    named = {one.id: one.name for one in campaign.achievements} if campaign else {}
    found = []
    for rule in mission.rules:
        if rule.achievement:
            term = named.get(rule.achievement)
            name = term.in_language(language) if term else rule.achievement
            found.append(ByAchievement(name, list((earned or {}).get(rule.achievement, ())), rule))
    return found


def _tokens(mission: Mission, pack: Pack) -> list[tuple[str, int | None]]:
    """What to lay out, with its number; None where only the drawn map knows it."""
    language = get_language() or "en"
    told: list[tuple[str, int | None]] = [
        (token_word(token), count) for token, count in mission.tokens.items() if count
    ]
    if mission.objective_cards:
        told.append((_("Objective cards"), mission.objective_cards))
    if mission.notes:
        told.append((_("Notes"), mission.notes))
    counted = {rule.do: rule.count for rule in mission.rules if rule.count}
    told += [(token_word(token), counted.get(token)) for token in mission.other_tokens]
    zombies = {zombie.id: zombie.name.in_language(language) for zombie in pack.zombies}
    told += [(zombies.get(key, key), count) for key, count in mission.zombies.items()]
    return told


def _tile_columns(mission: Mission | None) -> list[list[str]]:
    """Tiles in two columns, for the cards that lie on them."""
    if mission and not mission.objective_cards:
        return []
    tiles = list(mission.tiles) if mission else [""] * BLANK_TILES
    half = (len(tiles) + 1) // 2
    return [tiles[:half], tiles[half:]]


NAME = gettext_lazy("Mission sheet")
BOARD = gettext_lazy("board, goals, rounds, survivors")
KINDS = (
    Kind(
        name="mission-sheets",
        content=MissionSheets,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
                of=TableSubject,
                name=NAME,
                about=BOARD,
                content=content_of_table,
                rank=30,
                may=lambda subject: subject.is_of_family,
                options=(MISSION,),
            ),
            Offer(
                of=GameSubject,
                name=NAME,
                about=BOARD,
                content=content_of_game,
                rank=20,
                may=lambda subject: subject.pack is not None,
                options=(MISSION,),
            ),
            Offer(
                of=CampaignSubject,
                name=NAME,
                about=gettext_lazy("with what your campaign changes"),
                content=content_of_campaign,
                rank=20,
                options=(MISSION,),
            ),
        ),
    ),
)
