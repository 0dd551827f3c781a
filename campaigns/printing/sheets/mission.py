"""The mission sheet: what the pack knows of a mission, laid out to be played from paper."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.balance import HEADING, TICK, Paragraph, column, place_of
from campaigns.printing.facts import CampaignFacts, cards_of
from campaigns.printing.kind import MISSION, Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.maps import TurnedMap, height_on_sheet
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import CampaignSubject, GameSubject, PackSubject, TableSubject
from campaigns.printing.words import TIMES, duration_words, objective_colour_word
from companion.rooms import pieces_on_paper
from companion.terms import zone_colour
from companion.words import token_word
from companion.workshop.words import zone_words
from rules import Pack, TableState, map_of
from rules.campaign.state import Grid
from rules.maps.board import from_grid
from rules.mechanics.missions.layout import SPAWN
from rules.packs.played import pack_with
from rules.packs.schema import Equipment
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import Campaign, Mission, MissionRule
from rules.packs.schema.own import OwnBox

TEMPLATE = "print/mission_sheet.html"
BLANK_TILES, BLANK_SURVIVORS, BLANK_NOTES = 6, 6, 6
LOW_TILES, BLANK_BOARD = 6, 82.0
"""Most tiles in two rows of a board to copy; its height with the names of its tiles."""
PEN_LINES = range(30)
"""More than there is room for: those that do not fit are not printed."""
LONG_NAME = 28
"""More letters than a line of the usual column holds."""
EVERYONE = "everyone"
"""Stored in place of names where an achievement is the whole group's."""


class ByAchievement(NamedTuple):
    """A rule that hangs on an achievement, and who of this campaign has it."""

    name: str
    who: list[str]
    rule: MissionRule


class Going(NamedTuple):
    """A survivor who goes on the mission."""

    name: str
    player: str
    specialties: str
    cards: list[Equipment]
    extra_actions: int
    health: int


class Need(NamedTuple):
    """A specialty or skill that somebody must have, and who of those who go has it."""

    name: str
    who: list[str]


class LaidOut(NamedTuple):
    """Something to put on the table, and the numbers to cross once they are read."""

    text: str
    read: range = range(0)


class Lists(NamedTuple):
    """The tokens to lay out, and the changes by achievements."""

    lay_out: Sequence[LaidOut]
    changes: Sequence[ByAchievement]


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
    """Holders by achievement; None: unknown, the boxes stay empty."""
    layouts: dict[str, Grid] | UnsetType = UNSET
    """Layout of tiles by mission, as the group entered it; newer prints have `maps`."""
    maps: dict[str, DrawnMap] | UnsetType = UNSET
    """Maps of printed missions that the group drew, by mission."""
    own_mission: Mission | UnsetType = UNSET
    """A mission of the group's own; its key stands among the codes."""
    own_box: OwnBox | UnsetType = UNSET
    """Survivors and cards of the group's own that it speaks of."""
    name: str = ""
    url: str = ""


def content_of_game(subject: GameSubject, chosen: PrintChoices) -> MissionSheets:
    """Return a mission `box:code` of a game, without survivors."""
    box, _colon, code = chosen.mission.rpartition(":")
    boxes = [box] if box else subject.campaign_boxes[:1] if not code else []
    return MissionSheets(game=subject.cover.game, expansions=tuple(boxes), missions=(code,))


def content_of_table(subject: TableSubject, chosen: PrintChoices) -> MissionSheets:
    """Return a mission sheet for those who sit at a table."""
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
        maps=_drawn([chosen.mission], subject.maps),
        own_mission=(state.own_mission if chosen.mission == state.mission else None) or UNSET,
        own_box=state.own_box or UNSET,
        url=subject.join_url,
    )


def content_of_pack(subject: PackSubject, chosen: PrintChoices) -> MissionSheets:
    """Return a mission of a house pack, as it is now, without survivors."""
    pack, draft = subject.pack, subject.drafts.get(chosen.mission)
    if draft is None:
        return MissionSheets(game=pack.game, missions=("",), name=pack.name)
    return MissionSheets(
        game=pack.game,
        expansions=subject.reading.boxes_of(draft),
        missions=(draft.id,),
        own_mission=subject.reading.shown(draft),
        own_box=subject.reading.box_of(draft) or UNSET,
        name=pack.name,
    )


def _drawn(
    missions: Sequence[str], maps: Mapping[str, DrawnMap]
) -> dict[str, DrawnMap] | UnsetType:
    return {code: maps[code] for code in missions if code in maps} or UNSET


def content_of_campaign(subject: CampaignSubject, chosen: PrintChoices) -> MissionSheets:
    return campaign_sheets(subject.facts, [chosen.mission], subject.url, subject.maps)


def campaign_sheets(
    facts: CampaignFacts,
    missions: Sequence[str],
    url: str,
    maps: Mapping[str, DrawnMap] | None = None,
) -> MissionSheets:
    """Mission sheets of a campaign: kept equipment, extra actions, what achievements change."""
    living = [sheet for sheet in facts.sheets if sheet.status != "dead"]
    earned: dict[str, list[str]] = {}
    for sheet in facts.sheets:
        for key in sheet.achievements:
            earned.setdefault(key, []).append(sheet.name)
    for key in earned | dict.fromkeys(facts.achievements):
        if key in facts.achievements or len(earned[key]) == len(facts.sheets) > 1:
            earned[key] = [EVERYONE]
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
        maps=_drawn(missions, maps or {}),
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
    mission = _mission(content, codes[0])
    name = mission.title.in_language(get_language() or "en")
    return _("Mission sheet: %(code)s %(name)s") % {"code": mission.code, "name": name}


def _mission(content: MissionSheets, code: str) -> Mission:
    if content.own_mission:
        return content.own_mission
    pack = _pack(content)
    # An expansion's mission stands after the game's and may bear the same code: the last wins.
    return {mission.code: mission for mission in pack.missions}[code]


def _pack(content: MissionSheets) -> Pack:
    return pack_with(content.game, content.expansions, content.own_box or None)


def pieces(content: MissionSheets) -> list[PrintedSheet]:
    pack = _pack(content)
    return [
        PrintedSheet(
            _mission(content, code).code if code else _("Blank mission sheet"),
            TEMPLATE,
            _context(pack, code, content),
            spread=True,
        )
        for code in content.missions
    ]


def _context(pack: Pack, code: str, content: MissionSheets) -> dict[str, Any]:
    mission = _mission(content, code) if code else None
    box = next((pack.expansions[expansion] for expansion in content.expansions), None)
    campaign = box.campaign if box else None
    is_of_campaign = campaign is not None and code in campaign.missions
    language = get_language() or "en"
    going = _going(pack, content)
    is_known = mission is not None and mission.detail != "index"
    board = _board(mission, content)
    changes = _changes(mission, campaign, content.achievements) if mission else []
    lists = Lists(_lay_out(mission, pack) if mission and is_known else [], changes)
    of_mechanics = pieces_on_paper(mission, pack) if mission else []
    under = len(mission.needs) + len(of_mechanics) if mission else 0
    return {
        "pack": pack,
        "box": box if is_of_campaign else None,
        "campaign": campaign if is_of_campaign or not mission else None,
        "mission": mission,
        "is_known": is_known,
        "has_name": mission is not None and mission.title.own != ("es", "en"),
        "content": content,
        "duration": duration_words(mission) if mission else "",
        "clock": mission.start_hour if mission else None,
        "night": (campaign.night.first, campaign.night.last) if campaign else None,
        "dark": campaign.dark if campaign and mission and mission.start_hour is not None else None,
        "rules": [rule for rule in mission.rules if not rule.achievement] if mission else [],
        "changes": changes,
        "knows_achievements": content.achievements is not None,
        "lay_out": lists.lay_out,
        "needs": _needs(mission, pack, content) if mission else [],
        "of_mechanics": of_mechanics,
        "tiles": _tile_columns(mission) if mission or campaign else [],
        "notes": range(0 if mission else BLANK_NOTES),
        "going": going,
        "has_long_names": any(len(person.name) > LONG_NAME for person in going),
        "has_extra_actions": bool(campaign) and (is_of_campaign or not mission),
        "seats": range(BLANK_SURVIVORS if not going else 0),
        "pen_lines": PEN_LINES,
        "foot": " · ".join(part for part in ("Safehouse", content.name) if part),
        "mark": f"{mission.code} {mission.title.in_language(language)}"
        if mission
        else _("Mission sheet"),
        "own_title": mission is not None and mission.title.own_translation(language),
        **board,
        **(_balance(mission, pack, board["map"], under, lists) if mission and is_known else {}),
    }


def _board(mission: Mission | None, content: MissionSheets) -> dict[str, Any]:
    """Return the map as the group drew it, or the tiles as the book shows them; never a guess."""
    drawn = map_shown(mission, content)
    on_paper = TurnedMap.of(drawn) if drawn else None
    return {
        "map": on_paper,
        "is_drawn": drawn is not None and not (mission and mission.grid and not drawn.tokens),
        "has_places": drawn is not None and bool(drawn.tokens),
    }


def map_shown(mission: Mission | None, content: MissionSheets) -> DrawnMap | None:
    if mission is None:
        return None
    drawn = {} if content.maps is UNSET else content.maps
    grids = {} if content.layouts is UNSET else content.layouts
    if mission.code in drawn:
        return drawn[mission.code]
    if mission.code in grids and not mission.grid:
        return from_grid(grids[mission.code])
    return map_of(mission)


def _balance(
    mission: Mission, pack: Pack, map_: TurnedMap | None, under: int, lists: Lists
) -> dict[str, Any]:
    """Return how large a board to copy is, and where the list of what to lay out stands.

    `under` the board stand the needs of the mission and what its mechanics say.
    """
    language = get_language() or "en"
    goals = [
        Paragraph(goal.in_language(language), len(goal.tiles), indent=TICK, around=1.3)
        for goal in mission.goals
    ]
    rules = [
        Paragraph(rule.in_language(language), len(rule.tiles))
        for rule in mission.rules
        if not rule.achievement
    ]
    changed = [
        Paragraph(
            " · ".join((change.name, *change.who, change.rule.in_language(language))),
            indent=7.0,
            around=3.0,
        )
        for change in lists.changes
    ]
    is_low = bool(mission.objective_cards) and len(mission.tiles) <= LOW_TILES
    drawn = height_on_sheet(map_, pack) + 4 if map_ else BLANK_BOARD
    board = HEADING + drawn + 12.0 * under
    return {
        "board_rows": 2 if is_low else 3,
        "zone_height": 10.6 if is_low else 9.2,
        "place": place_of(
            [item.text + " 000" * len(item.read) for item in lists.lay_out],
            board=board,
            column=column([goals, rules, changed]),
        ),
    }


def specialty_name(key: str, pack: Pack) -> str:
    language = get_language() or "en"
    if key in pack.specialties:
        return pack.specialties[key].in_language(language)
    return pack.skills[key].name.in_language(language) if key in pack.skills else key


def _needs(mission: Mission, pack: Pack, content: MissionSheets) -> list[Need]:
    known = {survivor.id: survivor for survivor in pack.survivors}
    needs = []
    for key in mission.needs:
        who = [
            goes.name
            for goes in content.survivors
            if (person := known.get(goes.key))
            and (key in (person.specialties or ()) or key in (person.skills.blue or ()))
        ]
        needs.append(Need(specialty_name(key, pack), who))
    return needs


def _going(pack: Pack, content: MissionSheets) -> list[Going]:
    cards = cards_of(pack)
    known = {survivor.id: survivor for survivor in pack.survivors}
    survivors = []
    for goes in content.survivors:
        person = known.get(goes.key)
        survivors.append(
            Going(
                name=goes.name,
                player=goes.player,
                specialties=", ".join(
                    specialty_name(key, pack)
                    for key in (person.specialties if person else ()) or ()
                ),
                cards=[cards[card] for card in goes.cards if card in cards],
                extra_actions=goes.extra_actions or 0,
                health=(person.health if person else None) or pack.health,
            )
        )
    return survivors


def _changes(
    mission: Mission, campaign: Campaign | None, earned: Mapping[str, Sequence[str]] | None
) -> list[ByAchievement]:
    language = get_language() or "en"
    named = (
        {achievement.id: achievement.name for achievement in campaign.achievements}
        if campaign
        else {}
    )
    changes = []
    for rule in mission.rules:
        if rule.achievement:
            term = named.get(rule.achievement)
            name = term.in_language(language) if term else rule.achievement
            who = list((earned or {}).get(rule.achievement, ()))
            changes.append(ByAchievement(name, [_("everyone")] if who == [EVERYONE] else who, rule))
    return changes


def _lay_out(mission: Mission, pack: Pack) -> list[LaidOut]:
    """Return the things to put on the table, a line each, with their number where known."""
    items = [LaidOut(line) for line in _tokens(mission, pack.game)]
    if mission.notes:
        notes = _("%(notes)s. Read:") % {"notes": _counted(_("Notes"), mission.notes)}
        items.append(LaidOut(notes, range(1, mission.notes + 1)))
    return items + [LaidOut(line) for line in _zombies_and_decks(mission, pack)]


def _tokens(mission: Mission, game: str) -> list[str]:
    tiles = len(mission.tiles) or mission.tile_count
    lines = []
    if tiles:
        lines.append(ngettext("%(n)s tile", "%(n)s tiles", tiles) % {"n": tiles})
    lines += [
        _counted(token_word(token, game), count)
        for token, count in mission.tokens.items()
        if token != SPAWN or not mission.zones
    ]
    if mission.zones:
        zones = "; ".join(zone_words(zone, game) for zone in mission.zones)
        lines.append(f"{_('Spawn zones')}: {zones}")
    if mission.objective_cards:
        lines.append(_counted(_("Objective cards"), mission.objective_cards))
    counted = {rule.do: rule.count for rule in mission.rules if rule.count}
    lines += [
        _counted(token_word(token, game), counted.get(token)) for token in mission.other_tokens
    ]
    for title, colours, word in (
        (_("Spawn zones"), () if mission.zones else mission.spawn_colours, zone_colour),
        (_("Objectives"), mission.objective_colours, objective_colour_word),
        (_("Doors"), mission.door_colours, zone_colour),
    ):
        if colours:
            lines.append(f"{title}: {', '.join(word(colour) for colour in colours)}")
    return lines


def _zombies_and_decks(mission: Mission, pack: Pack) -> list[str]:
    language = get_language() or "en"
    zombies = {zombie.id: zombie.name.in_language(language) for zombie in pack.zombies}
    there = ", ".join(f"{count} {zombies.get(key, key)}" for key, count in mission.zombies.items())
    decks = dict.fromkeys(rule.deck for rule in mission.rules if rule.deck)
    named = [
        pack.decks[deck].name.in_language(language) if deck in pack.decks else deck
        for deck in decks
    ]
    lines = [
        _("Zombies at the start: %(who)s") % {"who": there or _("none noted")},
        _("Decks of this mission: %(decks)s") % {"decks": ", ".join(named) or _("no change")},
    ]
    return [*lines, _("Time token on box 1")] if mission.time_track else lines


def _counted(name: str, count: int | None) -> str:
    return f"{count} {TIMES} {name}" if count else name


def _tile_columns(mission: Mission | None) -> list[list[str]]:
    """Tiles in two columns, for the cards that lie on them; a mission of one's own may have any."""
    if mission and not mission.objective_cards:
        return []
    tiles = list(mission.tiles) if mission else [""] * BLANK_TILES
    half = (len(tiles) + 1) // 2
    return [tiles[:half], tiles[half:]]


NAME = gettext_lazy("Mission sheet")
BOARD = gettext_lazy("board, goals, rounds, survivors")
KINDS = (
    PrintKind(
        name="mission-sheets",
        content=MissionSheets,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=NAME,
                about=BOARD,
                content=content_of_table,
                rank=30,
                may=lambda subject: subject.is_of_family,
                options=(MISSION,),
            ),
            PrintOffer(
                of=GameSubject,
                name=NAME,
                about=BOARD,
                content=content_of_game,
                rank=20,
                may=lambda subject: subject.pack is not None,
                options=(MISSION,),
            ),
            PrintOffer(
                of=PackSubject,
                name=NAME,
                about=BOARD,
                content=content_of_pack,
                rank=20,
                options=(MISSION,),
            ),
            PrintOffer(
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
