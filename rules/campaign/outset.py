"""Start of a mission at the table: the survivors' equipment and skills, and the set-up."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.campaign.book import CampaignBook, book_of
from rules.campaign.maps import maps_drawn
from rules.campaign.sheets import achieved
from rules.campaign.state import CampaignState
from rules.engine import apply, carry_out
from rules.errors import IllegalCommand
from rules.maps.given import zones_of
from rules.mechanics.companions import COMPANIONS, CompanionJoin
from rules.mechanics.equipment import DeckTake, EquipmentDeal, is_dealt_by_app, starting_sets
from rules.missions import laid_zone
from rules.opening import new_table
from rules.packs.played import pack_with
from rules.packs.schema.missions import Mission, MissionRule
from rules.packs.schema.own import OwnBox
from rules.registry import rulesets
from rules.state import Option, Source, Survivor, TableState, Zone

INACTIVE = "spawn-zone-inactive-at-start"
ZONE_IF = "spawn-zone-if-achievement"
NOTHING_TO_DEAL = "equipment.dealt"


class Outfit(NamedTuple):
    """The belongings of one survivor when the mission begins."""

    points: int
    gifts: tuple[str, ...]
    """Skills at blue, in addition to those of the survivor's card."""
    extra_actions: int
    cards: tuple[str, ...]
    """Copy ids of kept equipment, then card ids that skills bring."""


class OwnOutset(NamedTuple):
    """A mission the group wrote, with what its table takes of the pack it is in."""

    key: str
    mission: Mission
    expansions: tuple[str, ...] = ()
    box: OwnBox | None = None
    left_out: frozenset[str] = frozenset()


def outset_of(state: CampaignState, key: str) -> Outfit:
    """Return kept equipment, campaign skills at blue with their gifts, extra actions (p. 6, 14)."""
    sheet, skills = state.sheets[key], book_of(state).pack.skills
    gifts = (*sheet.skills, *((sheet.lent,) if sheet.lent else ()))
    points, cards = 0, list(sheet.kept)
    for gift in gifts:
        skill = skills[gift]
        given = skill.gives.get("points", 0)
        points += given if isinstance(given, int) else 0
        if skill.family == "starts-with" and skill.of:
            cards.append(sheet.picks.get(gift, skill.of[0]))
    return Outfit(points=points, gifts=gifts, extra_actions=sheet.extra_actions, cards=tuple(cards))


def choices_at_start(state: CampaignState, key: str) -> dict[str, tuple[str, ...]]:
    """Return the skills of this survivor that bring one of several cards, with these cards."""
    sheet, skills = state.sheets[key], book_of(state).pack.skills
    gifts = (*sheet.skills, *((sheet.lent,) if sheet.lent else ()))
    return {gift: skills[gift].of for gift in gifts if len(skills[gift].of) > 1}


def who_plays(state: CampaignState) -> tuple[str, ...]:
    """Return the survivors who are not dead; those out of action are back."""
    return tuple(key for key, sheet in state.sheets.items() if sheet.status != "dead")


def rules_at_start(
    mission: Mission, earned: Iterable[str]
) -> tuple[tuple[MissionRule, bool | None], ...]:
    """Return the special rules; for those that need an achievement, also if the group has it."""
    has = frozenset(earned)
    return tuple(
        (rule, rule.achievement in has if rule.achievement else None) for rule in mission.rules
    )


def coloured_zones(mission: Mission, earned: Iterable[str]) -> tuple[Zone, ...]:
    """Return the spawn zones the mission names by color, active or not.

    Only the map shows the others.
    """
    has, zones = frozenset(earned), []
    for rule in mission.rules:
        if rule.do == INACTIVE:
            zones += [Zone(id=colour, colour=colour, active_from=None) for colour in rule.colours]
        elif rule.do == ZONE_IF and rule.achievement in has:
            zones += [Zone(id=colour, colour=colour) for colour in rule.colours]
    return tuple(zones)


def later_uses(state: CampaignState, book: CampaignBook) -> Mapping[str, tuple[str, ...]]:
    """Return, for each achievement of the book, the missions not yet won in which it counts."""
    won = {run.mission for run in state.played if run.result == "won"}
    return {
        achievement.id: tuple(code for code in achievement.used_in if code not in won)
        for achievement in book.rules.achievements
    }


def zones_drawn(state: CampaignState, mission: Mission) -> tuple[Zone, ...]:
    """Return the spawn zones of the map the group drew; none if it drew none."""
    drawn = maps_drawn(state).get(mission.code)
    return tuple(map(laid_zone, zones_of(drawn))) if drawn else ()


def zones_at_start(
    state: CampaignState, mission: Mission | None, laid: Iterable[Zone] = ()
) -> tuple[Zone, ...]:
    """Return the zones of the drawn map, else the given ones, with missing colored ones added."""
    zones = tuple(laid)
    if mission is None:
        return zones
    if drawn := zones_drawn(state, mission):
        zones = drawn
    there = {zone.colour for zone in zones}
    more = coloured_zones(mission, achieved(state))
    return zones + tuple(zone for zone in more if zone.colour not in there)


def mission_table(
    state: CampaignState,
    *,
    zones: Iterable[Zone] = (),
    sources: Mapping[str, Source] | None = None,
    dice: Source = "app",
    sets: Mapping[str, int] | None = None,
    own: OwnOutset | None = None,
    seed: str = "",
) -> TableState:
    """Return the table of the running mission: survivors with belongings, at the mission's hour.

    Kept cards are added to the starting equipment (p. 6), which the app deals if it draws that
    deck; `sets` chooses where a survivor's card prints several. `own` is given for a mission the
    group wrote. The table gets plain facts and does not know that they come from a campaign.
    """
    book = book_of(state)
    expansions: tuple[str, ...] = (state.expansion,) if state.expansion else ()
    mission = book.mission(state.mission or "")
    if own is not None:
        expansions, mission = own.expansions, own.mission
        book = book._replace(pack=pack_with(state.game, expansions, own.box))
    brought = {key: outset_of(state, key) for key in who_plays(state)}
    survivors = [
        (
            key,
            Survivor(
                name=state.sheets[key].name,
                player=state.sheets[key].player,
                points=belongings.points,
                gifts=belongings.gifts,
                extra_actions=belongings.extra_actions,
            ),
        )
        for key, belongings in brought.items()
    ]
    options: tuple[Option, ...] = ("out-of-action",)
    table = new_table(
        pack=book.pack,
        expansions=expansions,
        survivors=survivors,
        zones=zones if own else zones_at_start(state, mission, zones),
        sources=sources,
        dice=dice,
        hour=mission.start_hour if mission else None,
        mission=mission,
        own_as=own.key if own else "",
        own_box=own.box if own else None,
        left_out=own.left_out if own else (),
        options=[
            option for option in options if option in book.pack.options and option in state.advanced
        ],
        earned=tuple(sorted(achieved(state))),
        seed=seed,
    )
    if is_dealt_by_app(table, book.pack):
        table = _armed(table, book, sets or {})
    for key, belongings in brought.items():
        for card in belongings.cards:
            table = _dealt(table, book, key, card)
    for companion, leader in state.leaders.items():
        joins = joining(state, companion, leader)
        if joins is not None:
            table = TableState.of(carry_out(table, joins, book.pack).state)
    return table


def joining(state: CampaignState, key: str, leader: str) -> CompanionJoin | None:
    """Return the command by which a companion joins the table; None if the game has none."""
    if COMPANIONS not in rulesets[state.game].mechanics:
        return None
    person = state.companions[key]
    return CompanionJoin(
        id="00000000",
        seen=0,
        companion=key,
        name=person.name,
        leader=leader,
        skill=person.skill,
        health=person.health,
        expendable=person.expendable,
        exits=person.exits,
    )


def _armed(table: TableState, book: CampaignBook, sets: Mapping[str, int]) -> TableState:
    """Return the table with starting equipment dealt; unchanged if the game has none to deal."""
    printed = {key: number for key, number in sets.items() if starting_sets(book.pack, key)}
    deal = EquipmentDeal(id="00000000", seen=0, sets=printed)
    try:
        return TableState.of(apply(table, deal, book.pack).state)
    except IllegalCommand as error:
        if error.code != NOTHING_TO_DEAL:
            raise
        return table


def _dealt(table: TableState, book: CampaignBook, key: str, card: str) -> TableState:
    """Return the table with a card given to a survivor; unchanged if no copy is left."""
    decks = [deck for deck, copy, printed in book.equipment_copies() if card in (copy, printed.id)]
    for deck in dict.fromkeys(decks):
        take = DeckTake(id="00000000", seen=0, deck=deck, survivor=key, card=card)
        try:
            return TableState.of(apply(table, take, book.pack).state)
        except IllegalCommand:
            continue
    return table
