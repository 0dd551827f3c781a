"""The mission sheet: what the pack knows of a mission, laid out to be played from paper."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from campaigns.printing.facts import CampaignFacts, cards_of
from campaigns.printing.names import ROW, name_class
from campaigns.printing.render import Piece
from campaigns.printing.words import token_word
from companion.models import Seat
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


def content(
    *,
    game: str,
    expansions: Sequence[str] = (),
    missions: Sequence[str],
    survivors: Sequence[dict[str, Any]] = (),
    achievements: dict[str, list[str]] | None = None,
    name: str = "",
    url: str = "",
) -> dict[str, Any]:
    """The sheets of these missions; an empty code is a blank sheet for one of your own.

    `achievements` says who has which; None: nobody knows, the boxes stay empty.
    """
    return {
        "game": game,
        "expansions": list(expansions),
        "missions": list(missions),
        "survivors": list(survivors),
        "achievements": achievements,
        "name": name,
        "url": url,
    }


def content_of_table(seat: Seat, missions: Sequence[str], url: str) -> dict[str, Any]:
    """Mission sheets for those who sit at a table."""
    state: TableState = seat.table.state
    return content(
        game=state.game,
        expansions=state.expansions,
        missions=missions,
        survivors=[
            {
                "key": key,
                "name": one.name,
                "player": one.player,
                "cards": list(one.inventory.values()),
            }
            for key, one in state.survivors.items()
        ],
        url=url,
    )


def content_of_campaign(facts: CampaignFacts, missions: Sequence[str], url: str) -> dict[str, Any]:
    """Mission sheets of a campaign: kept equipment, extra actions, what achievements change."""
    living = [sheet for sheet in facts.sheets if sheet.status != "dead"]
    earned: dict[str, list[str]] = {}
    for sheet in facts.sheets:
        for key in sheet.achievements:
            earned.setdefault(key, []).append(sheet.name)
    for key in earned | dict.fromkeys(facts.achievements):
        if key in facts.achievements or len(earned[key]) == len(facts.sheets) > 1:
            earned[key] = [_("everyone")]
    return content(
        game=facts.game,
        expansions=[facts.expansion] if facts.expansion else [],
        missions=missions,
        survivors=[
            {
                "key": sheet.key,
                "name": sheet.name,
                "player": sheet.player,
                "cards": [one.card for one in sheet.kept],
                "extra_actions": sheet.extra_actions,
            }
            for sheet in living
        ],
        achievements=earned,
        name=facts.name,
        url=url,
    )


def title(content: dict[str, Any]) -> str:
    codes = content["missions"]
    if len(codes) > 1:
        return ngettext("%(n)s mission sheet", "%(n)s mission sheets", len(codes)) % {
            "n": len(codes)
        }
    if not codes[0]:
        return _("Blank mission sheet")
    pack = played_pack(content["game"], tuple(content["expansions"]))
    name = _mission(pack, codes[0]).title.in_language(get_language() or "en")
    return _("Mission sheet: %(code)s %(name)s") % {"code": codes[0], "name": name}


def _mission(pack: Pack, code: str) -> Mission:
    # An expansion's mission stands after the game's and may bear the same code: the last wins.
    return {one.code: one for one in pack.missions}[code]


def pieces(content: dict[str, Any]) -> list[Piece]:
    pack = played_pack(content["game"], tuple(content["expansions"]))
    return [
        Piece(code or _("Blank mission sheet"), TEMPLATE, _context(pack, code, content))
        for code in content["missions"]
    ]


def _context(pack: Pack, code: str, content: dict[str, Any]) -> dict[str, Any]:
    mission = _mission(pack, code) if code else None
    box = next((pack.expansions[one] for one in content["expansions"]), None)
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
        "changes": _changes(mission, campaign, content["achievements"]) if mission else [],
        "knows_achievements": content["achievements"] is not None,
        "tokens": _tokens(mission, pack) if mission else [],
        "tiles": _tile_columns(mission),
        "notes": range(1, (mission.notes or 0) + 1) if mission else range(1, 7),
        "going": going,
        "crowded": any(name_class(one.name, ROW) == SMALLEST for one in going),
        "has_extra_actions": bool(campaign) and (is_of_campaign or not mission),
        "seats": range(max(0, BLANK_SURVIVORS - len(going)) if not going else 0),
        "foot": " · ".join(part for part in ("Safehouse", content["name"], content["url"]) if part),
        "mark": f"{code} {mission.title.in_language(get_language() or 'en')}"
        if mission
        else _("Mission sheet"),
        "own_title": mission is not None and mission.title.own_translation(get_language() or "en"),
    }


def _going(pack: Pack, content: dict[str, Any]) -> list[Going]:
    cards = cards_of(pack)
    known = {survivor.id: survivor for survivor in pack.survivors}
    going = []
    for one in content["survivors"]:
        survivor = known.get(one.get("key", ""))
        going.append(
            Going(
                name=one["name"],
                player=one["player"],
                cards=[cards[card] for card in one.get("cards", []) if card in cards],
                extra_actions=one.get("extra_actions", 0),
                health=(survivor.health if survivor else None) or pack.health,
            )
        )
    return going


def _changes(
    mission: Mission, campaign: Campaign | None, earned: dict[str, list[str]] | None
) -> list[ByAchievement]:
    language = get_language() or "en"
    named = {one.id: one.name for one in campaign.achievements} if campaign else {}
    found = []
    for rule in mission.rules:
        if rule.achievement:
            term = named.get(rule.achievement)
            name = term.in_language(language) if term else rule.achievement
            found.append(ByAchievement(name, (earned or {}).get(rule.achievement, []), rule))
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
