"""Before a table: who sits where, what lies where, and who deals; a page each.

All of it is in the address, as in the other games, so every step is a link and what a group played
last is one line.
"""

from typing import Any, NamedTuple, get_args
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from companion.frame.throttle import limit
from companion.house.selectors import house_pack
from companion.people.identity import ensure_person, person_of
from companion.people.models import Person
from companion.setup.selectors import usual_query
from companion.setup.services import line_up_save
from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.laying import QUARTERS, corner_of, tower_side
from companion.systems.city_of_horror.selectors import city_pack
from companion.systems.city_of_horror.services import city_open
from companion.words import error_message
from rules import RuleError
from rules.names import LENGTH as NAME_LENGTH
from rules.names import tidy
from rules.state import Source
from rules.systems.city_of_horror import CityPack
from rules.systems.city_of_horror.beginning import check_players
from rules.systems.city_of_horror.pack import CROSSROADS, Colour, PackLocation, Side
from rules.systems.city_of_horror.state import Dealing, Voting

SIDES = ("A", "B")
STEPS = ("players", "board", "cards")
WAYS = 2 * QUARTERS
"""In which the crossroads board can lie."""


class Row(NamedTuple):
    """A place at the table."""

    number: int
    name: str
    colour: str


class Spot(NamedTuple):
    """A number of the crossroads board, and what lies at it; nothing yet: no location."""

    number: int
    location: PackLocation | None
    side: str
    where: str
    is_left_over: bool
    """It is what the other three leave."""

    @property
    def face(self) -> Side | None:
        return self.location.sides[self.side] if self.location else None  # type: ignore[index]


class Choice(NamedTuple):
    """A building that could lie at a number, and where it lies now."""

    location: PackLocation
    at: int
    href: str
    is_chosen: bool


class Face(NamedTuple):
    """A side that could be up."""

    id: str
    side: Side
    href: str
    is_chosen: bool


class Plan(NamedTuple):
    """What the address says, with the defaults filled in."""

    rows: list[Row]
    first: int
    laid: dict[int, str]
    """The location at each number printed on the crossroads; a corner may still be empty."""
    turned: int
    sides: dict[str, str]
    voting: str
    cards: str
    dealing: str
    invasion: str
    is_chosen: bool
    """Characters are chosen, not dealt."""
    characters: dict[str, int]
    """The row of whoever plays a character; 0: nobody."""

    @property
    def playing(self) -> list[Row]:
        return [row for row in self.rows if row.name]

    @property
    def seated(self) -> list[tuple[str, Any]]:
        return [(row.name, row.colour) for row in self.playing]

    @property
    def missing(self) -> int:
        """The first number at which nothing lies yet; 0: all is laid."""
        return next((number for number, key in self.laid.items() if not key), 0)

    def opening(self) -> dict[str, Any]:
        """The arguments of `city_open`, but for the person and the game."""
        playing = self.playing
        first = next((row.name for row in playing if row.number == self.first), None)
        chosen = {
            row.name: [key for key, number in self.characters.items() if number == row.number]
            for row in playing
        }
        return {
            "players": self.seated,
            "first": first,
            "order": list(self.laid.values()),
            "turned": self.turned,
            "sides": self.sides,
            "voting": self.voting,
            "cards": self.cards,
            "dealing": self.dealing,
            "invasion": self.invasion,
            "characters": chosen if self.is_chosen else None,
        }

    def told(self) -> dict[str, str]:
        """The plan as an address says it."""
        fields = {"first": str(self.first), "turned": str(self.turned)}
        for row in self.rows:
            fields |= {f"player-{row.number}": row.name, f"colour-{row.number}": row.colour}
        fields |= {f"at-{number}": key for number, key in self.laid.items()}
        fields |= {f"side-{key}": side for key, side in self.sides.items()}
        fields |= {"voting": self.voting, "cards": self.cards, "invasion": self.invasion}
        fields |= {"dealing": self.dealing, "chosen": str(int(self.is_chosen))}
        fields |= {f"who-{key}": str(row) for key, row in self.characters.items() if row}
        return fields

    def link(self, step: int, **changes: object) -> str:
        """This plan with some of it changed, at that step."""
        fields = {**self.told(), **{name: str(value) for name, value in changes.items()}}
        return "?" + urlencode({"step": step, **fields})


def read_plan(pack: CityPack, data: QueryDict, keeper: str) -> Plan:
    """The plan an address means; what makes no sense is the default."""

    def one_of(name: str, allowed: tuple[Any, ...], default: str) -> str:
        value = data.get(name, "")
        return value if value in allowed else default

    def number(name: str, most: int) -> int:
        value = data.get(name, "")
        return int(value) if value in {str(n) for n in range(1, most + 1)} else 0

    rows = []
    for place, colour in enumerate(pack.colours, 1):
        name = tidy(data.get(f"player-{place}", keeper if place == 1 else ""))
        chosen = one_of(f"colour-{place}", get_args(Colour), colour)
        rows.append(Row(place, name, chosen))
    return Plan(
        rows=rows,
        first=number("first", pack.most_players) or 1,
        laid=_laid(pack, data),
        turned=number("turned", WAYS - 1),
        sides={key: one_of(f"side-{key}", SIDES, "A") for key in pack.locations},
        voting=one_of("voting", get_args(Voting), "sealed"),
        cards=one_of("cards", get_args(Source), "app"),
        dealing=one_of("dealing", get_args(Dealing), "dealt"),
        invasion=one_of("invasion", get_args(Source), "table"),
        is_chosen=data.get("chosen") == "1",
        characters={key: number(f"who-{key}", pack.most_players) for key in pack.characters},
    )


def _buildings(pack: CityPack) -> list[str]:
    return [key for key, location in pack.locations.items() if location.building]


def _laid(pack: CityPack, data: QueryDict) -> dict[int, str]:
    """Corners first, then tower and crossroads, whose two numbers may be exchanged.

    Invasion cards speak of the corners by number, so buildings and the others never change places.
    Nothing is laid that nobody has said, but for the last building: it lies at the last corner.
    """
    buildings = _buildings(pack)
    others = [key for key in pack.locations if key not in buildings]
    laid: dict[int, str] = {}
    for number in range(1, len(buildings) + 1):
        key = data.get(f"at-{number}", "")
        laid[number] = key if key in buildings and key not in laid.values() else ""
    free = [key for key in buildings if key not in laid.values()]
    if len(free) == 1:
        laid = {number: key or free[0] for number, key in laid.items()}
    first = len(buildings) + 1
    if data.get(f"at-{first}") == others[1]:
        others.reverse()
    return {**laid, **dict(enumerate(others, first))}


def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """The pages of the set-up; the button of the last one opens the table."""
    pack = city_pack(game)
    person = person_of(request)
    data = request.POST if request.method == "POST" else request.GET
    keeper = person.name if person else ""
    plan = read_plan(pack, data or QueryDict(usual_query(person, game)), keeper)
    step, problem = _step(pack, plan, data)
    if not problem and request.method == "POST" and "begin" in request.POST and not plan.missing:
        limit(request, "table")
        try:
            table = city_open(person=ensure_person(request), game=game, **plan.opening())
        except RuleError as error:
            step, problem = len(STEPS), error_message(error)
        else:
            query = urlencode(plan.told())
            line_up_save(person=ensure_person(request), game=game, query=query)
            return redirect("companion:seats", table.pk)
    context = {
        "game": pack,
        "plan": plan,
        "step": step,
        "page": f"city/setup/_{STEPS[step - 1]}.html",
        "back": plan.link(step - 1) if step > 1 else "",
        "kept": _kept(plan, step),
        "problem": problem,
    }
    if step == 1:
        context |= {"name_length": NAME_LENGTH}
        context |= {"seating": {row.players: row for row in pack.seating}}
    elif step < len(STEPS):
        context |= _board_shown(pack, plan, data)
    else:
        context |= {"people": sorted(pack.characters.values(), key=lambda card: said(card.name))}
        context |= {"can_draw": _is_known(pack, person, game)}
    return render(request, "city/setup.html", context, status=422 if problem else 200)


def _step(pack: CityPack, plan: Plan, data: QueryDict) -> tuple[int, str]:
    """Where the address leads: not past what is still to be said, which it names."""
    asked = data.get("step", "")
    wanted = int(asked) if asked in {str(n) for n in range(1, len(STEPS) + 1)} else 1
    if "begin" in data:
        wanted = len(STEPS)
    if wanted > 1:
        try:
            check_players(pack, plan.seated)
        except RuleError as error:
            return 1, error_message(error)
    return min(wanted, 2) if plan.missing else wanted, ""


def _kept(plan: Plan, step: int) -> dict[str, str]:
    """What the form of a step does not ask goes along with it."""
    asked = {
        1: ("player-", "colour-", "first"),
        3: ("voting", "cards", "dealing", "invasion", "chosen", "who-"),
    }
    mine = asked.get(step, ())
    return {name: value for name, value in plan.told().items() if not name.startswith(mine)}


def _board_shown(pack: CityPack, plan: Plan, data: QueryDict) -> dict[str, Any]:
    """The picture of the board, and what could lie at the chosen number."""
    step = 2
    spots = _spots(pack, plan, data)
    asked = data.get("spot", "")
    at = next((spot for spot in spots if str(spot.number) == asked), None)
    at = at or spots[(plan.missing or 1) - 1]
    return {
        "spots": [(spot, plan.link(step, spot=spot.number)) for spot in spots],
        "chosen": at,
        "choices": _choices(pack, plan, at) if at.number <= len(_buildings(pack)) else [],
        "faces": _faces(plan, at),
        "swap": _swapped(pack, plan, at),
        "turn": plan.link(step, spot=at.number, turned=_quarter_on(plan.turned)),
        "renumber": plan.link(step, spot=at.number, turned=(plan.turned + QUARTERS) % WAYS),
        "goes_round": plan.turned >= QUARTERS,
        "onward": plan.link(step, spot=plan.missing) if plan.missing else plan.link(step + 1),
    }


def _quarter_on(turned: int) -> int:
    """A quarter to the right, numbered as before."""
    way, quarter = divmod(turned, QUARTERS)
    return way * QUARTERS + (quarter + 1) % QUARTERS


def _spots(pack: CityPack, plan: Plan, data: QueryDict) -> list[Spot]:
    """The picture of the board: what lies at each number, and where that is."""
    spots = []
    for number, key in plan.laid.items():
        location = pack.locations[key] if key else None
        if location is not None and not location.building:
            where = "road" if key == CROSSROADS else tower_side(plan.turned)
        else:
            where = corner_of(number, plan.turned)
        is_said = not data or data.get(f"at-{number}") == key
        is_left_over = location is not None and location.building and not is_said
        side = plan.sides[key] if key else SIDES[0]
        spots.append(Spot(number, location, side, where, is_left_over))
    return spots


def _choices(pack: CityPack, plan: Plan, at: Spot) -> list[Choice]:
    """Every building, laid here by its link; one that lies elsewhere changes places with it."""
    choices = []
    for key in _buildings(pack):
        there = next((number for number, laid in plan.laid.items() if laid == key), 0)
        laid = {**plan.laid, at.number: key}
        if there and there != at.number:
            laid[there] = plan.laid[at.number]
        fields = {f"at-{number}": name for number, name in laid.items()}
        empty = [number for number, name in laid.items() if not name]
        onward = empty[0] if len(empty) > 1 else at.number
        href = plan.link(2, spot=onward, **fields)
        is_chosen = at.location is not None and at.location.id == key
        choices.append(Choice(pack.locations[key], there, href, is_chosen))
    return choices


def _faces(plan: Plan, at: Spot) -> list[Face]:
    if at.location is None:
        return []
    key = at.location.id
    return [
        Face(
            side,
            at.location.sides[side],  # type: ignore[index]
            plan.link(2, **{"spot": at.number, f"side-{key}": side}),
            at.side == side,
        )
        for side in SIDES
    ]


def _swapped(pack: CityPack, plan: Plan, at: Spot) -> str:
    """The two numbers that are no corners, the other way round."""
    first = len(_buildings(pack)) + 1
    if at.number < first:
        return ""
    fields = {f"at-{first}": plan.laid[first + 1], f"at-{first + 1}": plan.laid[first]}
    other = first + 1 if at.number == first else first
    return plan.link(2, spot=other, **fields)


def _is_known(pack: CityPack, person: Person | None, game: str) -> bool:
    """Whether the app could draw the invasion cards: it knows one of every hour."""
    described = house_pack(person, game).described
    hours = {card.hour for card in pack.invasions.values() if card.content or card.id in described}
    return len(hours) == pack.rounds + 1
