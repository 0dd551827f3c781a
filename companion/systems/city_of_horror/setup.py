"""Before a table: one page with everything, of which only the names must be said.

All of it is in the address, as in the other games, so what a group played last is one line.
"""

from typing import Any, NamedTuple, get_args

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from companion.frame.throttle import limit
from companion.house.selectors import house_pack
from companion.people.identity import ensure_person, person_of
from companion.people.models import Person
from companion.setup.selectors import usual_query
from companion.setup.services import line_up_save
from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.selectors import city_pack
from companion.systems.city_of_horror.services import city_open
from companion.words import error_message
from rules import RuleError
from rules.names import LENGTH as NAME_LENGTH
from rules.names import tidy
from rules.state import Source
from rules.systems.city_of_horror import CityPack
from rules.systems.city_of_horror.pack import Colour, PackLocation
from rules.systems.city_of_horror.state import Voting

SIDES = ("A", "B")


class Row(NamedTuple):
    """A place at the table."""

    number: int
    name: str
    colour: str


class Spot(NamedTuple):
    """A number of the crossroads board, and what lies at it."""

    number: int
    location: str
    icon: str
    choices: list[PackLocation]
    is_corner: bool


class Plan(NamedTuple):
    """What the address says, with the defaults filled in."""

    rows: list[Row]
    first: int
    order: list[str]
    """The location at each number printed on the crossroads, from 1 on."""
    sides: dict[str, str]
    voting: str
    cards: str
    invasion: str
    is_chosen: bool
    """Characters are chosen, not dealt."""
    characters: dict[str, int]
    """The row of whoever plays a character; 0: nobody."""

    @property
    def playing(self) -> list[Row]:
        return [row for row in self.rows if row.name]

    def opening(self) -> dict[str, Any]:
        """The arguments of `city_open`, but for the person and the game."""
        playing = self.playing
        first = next((row.name for row in playing if row.number == self.first), None)
        chosen = {
            row.name: [key for key, number in self.characters.items() if number == row.number]
            for row in playing
        }
        return {
            "players": [(row.name, row.colour) for row in playing],
            "first": first,
            "order": self.order,
            "sides": self.sides,
            "voting": self.voting,
            "cards": self.cards,
            "invasion": self.invasion,
            "characters": chosen if self.is_chosen else None,
        }


def read_plan(pack: CityPack, data: QueryDict, keeper: str) -> Plan:
    """The plan an address means; what makes no sense is the default."""

    def one_of(name: str, allowed: tuple[Any, ...], default: str) -> str:
        value = data.get(name, "")
        return value if value in allowed else default

    def number(name: str) -> int:
        value = data.get(name, "")
        return int(value) if value in {str(n) for n in range(1, pack.most_players + 1)} else 0

    rows = []
    for place, colour in enumerate(pack.colours, 1):
        name = tidy(data.get(f"player-{place}", keeper if place == 1 else ""))
        chosen = one_of(f"colour-{place}", get_args(Colour), colour)
        rows.append(Row(place, name, chosen))
    return Plan(
        rows=rows,
        first=number("first") or 1,
        order=[
            one_of(f"at-{place}", tuple(kind.values()), default)
            for kind in kinds_of_places(pack)
            for place, default in kind.items()
        ],
        sides={key: one_of(f"side-{key}", SIDES, "A") for key in pack.locations},
        voting=one_of("voting", get_args(Voting), "sealed"),
        cards=one_of("cards", get_args(Source), "app"),
        invasion=one_of("invasion", get_args(Source), "table"),
        is_chosen=data.get("chosen") == "1",
        characters={key: number(f"who-{key}") for key in pack.characters},
    )


def kinds_of_places(pack: CityPack) -> list[dict[int, str]]:
    """Numbers with what lies there unless said otherwise: the corners, then tower and crossroads.

    Invasion cards speak of the corners by number, so buildings and the others never change places.
    """
    buildings = [key for key, location in pack.locations.items() if location.building]
    others = [key for key in pack.locations if key not in buildings]
    return [dict(enumerate(buildings, 1)), dict(enumerate(others, len(buildings) + 1))]


def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """The set-up page; its button opens the table."""
    pack = city_pack(game)
    person = person_of(request)
    data = request.POST if request.method == "POST" else request.GET
    plan = read_plan(pack, data or _last_time(person, game), person.name if person else "")
    problem = ""
    if request.method == "POST" and "begin" in request.POST:
        limit(request, "table")
        try:
            table = city_open(person=ensure_person(request), game=game, **plan.opening())
        except RuleError as error:
            problem = error_message(error)
        else:
            line_up_save(person=ensure_person(request), game=game, query=_told(data))
            return redirect("companion:seats", table.pk)
    context = {
        "game": pack,
        "plan": plan,
        "problem": problem,
        "name_length": NAME_LENGTH,
        "seating": {one.players: one for one in pack.seating},
        "places": pack.locations.values(),
        "spots": _spots(pack, plan),
        "people": sorted(pack.characters.values(), key=lambda one: said(one.name)),
        "can_draw": _is_known(pack, person, game),
    }
    return render(request, "city/setup.html", context, status=422 if problem else 200)


def _spots(pack: CityPack, plan: Plan) -> list[Spot]:
    """The picture of the board: at each number what lies there, and what else could."""
    laid = dict(enumerate(plan.order, 1))
    return [
        Spot(
            number=number,
            location=laid[number],
            icon=pack.locations[laid[number]].icon,
            choices=[pack.locations[key] for key in kind.values()],
            is_corner=pack.locations[laid[number]].building,
        )
        for kind in kinds_of_places(pack)
        for number in kind
    ]


def _last_time(person: Person | None, game: str) -> QueryDict:
    return QueryDict(usual_query(person, game))


def _told(data: QueryDict) -> str:
    """The part of the form that is a plan."""
    clean = data.copy()
    for name in ("csrfmiddlewaretoken", "begin"):
        clean.pop(name, None)
    return clean.urlencode()


def _is_known(pack: CityPack, person: Person | None, game: str) -> bool:
    """Whether the app could draw the invasion cards: it knows one of every hour."""
    described = house_pack(person, game).described
    hours = {card.hour for card in pack.invasions.values() if card.content or card.id in described}
    return len(hours) == pack.rounds + 1
