"""The mission all evening: what to lay out, its goals to tick, its objectives, tiles and rules."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from companion.hooks import links_of
from companion.journal.standing import standing_in
from companion.models import LogEntry
from companion.rooms import pieces_at
from companion.selectors import Board
from companion.setup.words import difficulty_word
from companion.table.asking import SheetRequest, Shown
from companion.teller import Teller, whose_token, zone_name
from companion.terms import zone_colour
from companion.things import thing_words
from companion.words import colour_word, error_message
from rules import (
    BY_CAMPAIGN,
    By,
    Item,
    TableState,
    decode_state,
    done_by,
    goals_of,
    layout_of,
    look,
    reminders_at,
    rulesets,
)
from rules.mechanics.equipment import unarmed
from rules.mechanics.missions.goals import ALL_EXIT, CARRIERS_EXIT
from rules.mechanics.missions.layout import STARTING_ZONES
from rules.mechanics.missions.locks import lock_colours, locked
from rules.mechanics.missions.mission import (
    POINTS,
    POINTS_FOR_ALL,
    SPAWNS_THERE,
    gives_card,
    spawns_there,
)
from rules.mechanics.missions.tokens import (
    CARD,
    CRATE,
    REVEALS,
    carrier_of,
    laid_out,
    left_of,
    taken_of,
)
from rules.missions import INTO_VAULT, OUT_OF_DECK
from rules.packs.schema import Mission, MissionRule

BRINGS = (REVEALS, SPAWNS_THERE)
SET_UP = (
    r'^\{"kind":"(zone|mission\.tick|equipment|deck|item\.move|personal|companion\.join'
    r"|survivor\.(describe|join|pass)|option|clock|supply|zombies\.add|table)"
)
"""Steps that lay out the table, or mend how it was laid out; play begins with any other."""
MOST_LOOKED_AT = 20


class LayoutLine(NamedTuple):
    """A thing to lay out: its name, what else there is to know, whether it lies there."""

    id: str
    words: str
    more: str
    is_done: bool


class TakenTile(NamedTuple):
    """An objective that somebody has."""

    colour: str
    name: str
    points: int
    round: int | None


class FreeTile(NamedTuple):
    """Objectives of one colour that still lie on the board."""

    colour: str
    left: int | None
    points: int
    for_all: bool
    needs_card: bool
    """The table draws what it gives, so somebody must say which card that was."""
    gives_card: bool
    """Whoever takes it is shown the card they get."""
    brings: bool
    """Zombies come where it lay: the spawn sheet shows them."""


class RuleLine(NamedTuple):
    rule: MissionRule
    by: By


class ColouredDoor(NamedTuple):
    """A coloured door or trapdoor, and why it does not open now."""

    colour: str
    why_not: str


class CarriedObjective(NamedTuple):
    colour: str
    name: str


def sheet(ask: SheetRequest) -> Shown:
    board, mission = ask.board, ask.board.mission
    deals = board.offered.has_open("equipment.deal") or (
        is_setting_up(board.state) and bool(unarmed(look(board.state, board.pack)))
    )
    if mission is None:
        return Shown("companion/sheets/free_play.html", {"deals": deals})
    state = board.state
    lines = lay_out_lines(board, mission)
    goals = goals_of(state, mission, board.pack)
    in_campaign = bool(links_of(board.table))
    free = _free(board, mission, in_campaign=in_campaign)
    known = rulesets[state.game].vocabulary.mission_rules
    known |= frozenset(BY_CAMPAIGN if in_campaign else ())
    context: dict[str, Any] = {
        "mission": mission,
        "facts": facts(mission),
        "is_setting_up": is_setting_up(state),
        "lines": lines,
        "lines_left": sum(not line.is_done for line in lines),
        "goals": goals,
        "is_met": bool(goals) and all(goal.is_met for goal in goals),
        "more_goals": pieces_at("goals", board),
        "taken": _taken(board, mission),
        "free": free,
        "take": next((tile for tile in free if tile.colour == ask.query.get("take")), None),
        "takers": [card for card in board.survivors if card.is_in_play],
        "alone": _alone(board),
        "returning": [] if in_campaign else _have_cards(board),
        "handing": ask.query.get("pass", ""),
        "leaves_by_exit": any(goal.rule.do in (*ALL_EXIT, *CARRIERS_EXIT) for goal in goals),
        "more_objectives": pieces_at("objectives", board),
        "more_to_lay": pieces_at("laid_out", board),
        "carried": _carried(board),
        "doors": _doors(board, mission),
        "rules": [RuleLine(rule, done_by(rule, known)) for rule in mission.rules],
        "due": _about_objective(board, mission, ask.query.get("take", "")),
        "deals": deals,
        "in_campaign": in_campaign,
    }
    return Shown("companion/sheets/mission.html", context)


def is_setting_up(state: TableState) -> bool:
    """The first turn of the players: the board is being built up, or just was."""
    return state.round == 1 and state.phase == "players" and not state.result


def lay_out_lines(board: Board, mission: Mission) -> list[LayoutLine]:
    """Return what is laid out before the first round, in its order, whatever came later."""
    laid = replace(_as_laid(board), ticked=board.state.ticked)
    return [_line(item, board, mission, laid) for item in layout_of(laid, mission, board.pack)]


def _as_laid(board: Board) -> TableState:
    """Return the state in which the set-up ended: before the first step of play that stands."""
    played = board.table.entries.filter(kind=LogEntry.Kind.DO).order_by("seq")
    played = played.exclude(command_json__regex=SET_UP).exclude(state_before_zlib=b"")
    seqs = list(played.values_list("seq", flat=True)[:MOST_LOOKED_AT])
    standing = standing_in(board.table) if seqs else set()
    first = next((seq for seq in seqs if seq in standing), None)
    return board.state if first is None else decode_state(played.get(seq=first).state_before_json)


def facts(mission: Mission) -> str:
    """`A3 · medium · 90 min · 6+ survivors`: its line under the title."""
    parts = [mission.code]
    if mission.difficulty:
        parts.append(difficulty_word(mission.difficulty))
    if mission.minutes:
        parts.append(_("%(n)s min") % {"n": mission.minutes})
    if mission.survivors:
        number = f"{mission.survivors}+" if mission.or_more else str(mission.survivors)
        words = ngettext("%(number)s survivor", "%(number)s survivors", mission.survivors)
        parts.append(words % {"number": number})
    return " · ".join(parts)


# --- laying out ---


def _line(item: Item, board: Board, mission: Mission, laid: TableState) -> LayoutLine:
    teller = Teller(board.state, board.pack)
    if item.rule is not None:
        return LayoutLine(item.id, thing_words(item, teller), "", item.is_done)
    more = {
        "tiles": lambda: ", ".join(mission.tiles) or _("as its page shows them"),
        "objectives": lambda: _objectives(mission),
        "cards": lambda: _cards(mission),
        "zones": lambda: _zones(laid),
        "zombies": lambda: teller.groups(dict(mission.zombies)),
        "noise": lambda: _("in the zone the page marks; they stay all evening"),
        "time": lambda: _("on box 1 of %(n)d") % {"n": item.count},
        "decks": lambda: _decks(board, mission),
        "clock": lambda: f"{laid.hour}:00",
        "survivors": lambda: _survivors(mission, teller.language),
        "token": lambda: "" if item.count else _("as the page shows"),
    }[item.kind]()
    return LayoutLine(item.id, thing_words(item, teller), more, item.is_done)


def _objectives(mission: Mission) -> str:
    """`1 red, 1 blue, green as its page shows`."""
    colours = [
        f"{count} {colour_word(colour)}"
        if count
        else _("%(colour)s as its page shows") % {"colour": colour_word(colour)}
        for colour, count in laid_out(mission).items()
        if colour not in (CARD, CRATE)
    ]
    return ", ".join(colours)


def _cards(mission: Mission) -> str:
    if not mission.notes:
        return _("unread, on the tiles they name")
    return ngettext(
        "unread, on the tiles they name; %(n)d note beside the board",
        "unread, on the tiles they name; %(n)d notes beside the board",
        mission.notes,
    ) % {"n": mission.notes}


def _zones(state: TableState) -> str:
    """Return what the app takes for laid: colors, and those that wait."""
    zones = []
    for zone in state.zones:
        words = [" ".join(map(str, zone.locators))] if zone.locators else []
        name = zone_name(zone, state)
        words += [zone_colour(zone.colour)] if zone.colour and name == zone.id else []
        words += [_("starting zone")] if zone.start else []
        words += filter(None, [whose_token(zone, state.game)])
        words += [_("%(n)s tokens") % {"n": zone.tokens}] if zone.tokens > 1 else []
        words += [_("inactive")] if zone.active_from is None else []
        zones.append(f"{name} ({', '.join(words)})" if words else name)
    return ngettext("zone %(zones)s", "zones %(zones)s", len(zones)) % {"zones": ", ".join(zones)}


def _survivors(mission: Mission, language: str) -> str:
    """Return the survivors' starting place in words."""
    own = next((rule for rule in mission.rules if rule.do == STARTING_ZONES), None)
    return (
        own.in_language(language)
        if own
        else _("in the starting zone, with their starting equipment")
    )


def _decks(board: Board, mission: Mission) -> str:
    """Return the decks the table shuffles, and the cards the mission leaves out."""
    language = Teller(board.state, board.pack).language
    names = [
        board.pack.decks[key].name.in_language(language)
        for key, deck in board.state.decks.items()
        if deck.source == "table"
    ]
    to_shuffle = [_("shuffle: %(decks)s") % {"decks": ", ".join(names)}] if names else []
    out = [
        rule.in_language(language) for rule in mission.rules if rule.do in (OUT_OF_DECK, INTO_VAULT)
    ]
    return " ".join([*out, *to_shuffle]) or _("the app has shuffled and draws them")


# --- objectives ---


def _points(mission: Mission, colour: str) -> tuple[int, bool]:
    """Return the points for an objective of that colour, and whether everybody gains them."""
    if colour in (CARD, CRATE):
        return 0, False
    for rule in mission.rules:
        if rule.do == POINTS_FOR_ALL and colour in rule.colours:
            return rule.points or 0, True
    for rule in mission.rules:
        if rule.do in POINTS and (not rule.colours or colour in rule.colours):
            return rule.points or 0, False
    return 0, False


def _taken(board: Board, mission: Mission) -> list[TakenTile]:
    teller = Teller(board.state, board.pack)
    return [
        TakenTile(
            colour=objective.colour,
            name=teller.survivor(objective.taker.survivor) if objective.taker else "",
            points=_points(mission, objective.colour)[0],
            round=objective.taker.round if objective.taker else None,
        )
        for objective in taken_of(board.state)
    ]


def _free(board: Board, mission: Mission, *, in_campaign: bool) -> list[FreeTile]:
    """Return the objectives still on the board; a campaign shows its mission's cards itself."""
    tiles, seen = [], look(board.state, board.pack)
    for colour, left in left_of(mission, board.state.taken).items():
        if colour == CARD and in_campaign:
            continue
        points, for_all = _points(mission, colour)
        offers = board.offered.of("token.take")
        needs_card = any(
            offer.fixed.get("colour") == colour and "cards" in offer.fields for offer in offers
        )
        gives, brings = gives_card(seen, colour), spawns_there(seen, colour)
        tiles.append(FreeTile(colour, left, points, for_all, needs_card, gives, brings))
    return tiles


def _about_objective(board: Board, mission: Mission, colour: str) -> list[MissionRule]:
    """Return the rules about taking an objective of that colour: its effects, and the reminders."""
    brought = [rule for rule in mission.rules if rule.do in BRINGS]
    reminded = [reminder.rule for reminder in reminders_at(board.state, "objective")]
    return [rule for rule in (*brought, *reminded) if not rule.colours or colour in rule.colours]


def _alone(board: Board) -> str:
    """Return the survivor of a phone that plays only one: nobody has to be asked who it was."""
    is_shared = len(board.state.players) == 1
    if board.seat.player is None or is_shared:
        return ""
    own = [
        key
        for key, survivor in board.state.survivors.items()
        if survivor.player == board.seat.player and survivor.status == "in_play"
    ]
    return own[0] if len(own) == 1 else ""


def _have_cards(board: Board) -> list[tuple[str, str]]:
    """Return the survivors who have taken objective cards, which may have to go back."""
    teller = Teller(board.state, board.pack)
    takers = [o.fixed["survivor"] for o in board.offered.of("token.return") if o.is_open]
    return [(key, teller.survivor(key)) for key in takers]


def _carried(board: Board) -> list[CarriedObjective]:
    state, teller = board.state, Teller(board.state, board.pack)
    named = {offer.fixed["colour"] for offer in board.offered.of("token.pass")}
    carried = []
    for colour in dict.fromkeys(state.taken):
        key = carrier_of(state.taken, state.takers, colour)
        if colour in named and key is not None:
            carried.append(CarriedObjective(colour, teller.survivor(key)))
    return carried


def _doors(board: Board, mission: Mission) -> list[ColouredDoor]:
    doors = []
    for colour in lock_colours(mission):
        error = locked(mission, board.state.taken, colour)
        doors.append(ColouredDoor(colour, error_message(error, board.state.game) if error else ""))
    return doors
