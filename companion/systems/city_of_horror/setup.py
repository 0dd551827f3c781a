"""Before a table: who sits where, what lies where, and who deals; a page each.

All of it is in the address, as in the other games, so every step is a link and what a group played
last is one line.
"""

from typing import Any, NamedTuple, get_args
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from companion.frame.throttle import limit
from companion.people.identity import ensure_person, person_of
from companion.setup.selectors import usual_query
from companion.setup.services import line_up_save
from companion.setup.words import told_by_step
from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.laying import QUARTERS, corner_of, tower_side
from companion.systems.city_of_horror.selectors import city_pack
from companion.systems.city_of_horror.services import city_open, city_plan
from rules.names import LENGTH as NAME_LENGTH
from rules.names import tidy
from rules.state import Source
from rules.systems.city_of_horror import CityPack, CityWanted
from rules.systems.city_of_horror.beginning import known_cards
from rules.systems.city_of_horror.pack import CROSSROADS, Colour, PackLocation, Side
from rules.systems.city_of_horror.state import Dealing, Voting

SIDES = ("A", "B")
CHOSEN = "1"
STEPS = ("players", "board", "cards")
WAYS = 2 * QUARTERS
"""Ways in which the crossroads board can lie."""
OWN: dict[str, tuple[str, ...]] = {
    "players": ("player-", "colour-", "first"),
    "board": (),
    "cards": ("voting", "cards", "dealing", "invasion", "chosen", "who-"),
}
"""Beginnings of the words of the address that the form of a step sets itself."""


class SeatRow(NamedTuple):
    """A place at the table."""

    number: int
    name: str
    colour: str


class NumberedSpot(NamedTuple):
    """A number of the crossroads board, and the location at it, if it is known."""

    number: int
    location: PackLocation | None
    side: str
    where: str
    is_left_over: bool
    """True if it is what the other three leave."""

    @property
    def face(self) -> Side | None:
        return self.location.sides[self.side] if self.location else None  # type: ignore[index]


class BuildingChoice(NamedTuple):
    """A building that could be at a number, and where it is now."""

    location: PackLocation
    at: int
    href: str
    is_chosen: bool


class SideChoice(NamedTuple):
    """A side that could be up."""

    id: str
    side: Side
    href: str
    is_chosen: bool


class CitySetUp(NamedTuple):
    """A set-up as its address has it, with the defaults filled in."""

    rows: list[SeatRow]
    first: int
    laid: dict[int, str]
    """Location at each number printed on the crossroads; a corner may still be empty."""
    turned: int
    sides: dict[str, str]
    voting: str
    cards: str
    dealing: str
    invasion: str
    chosen: str
    """`CHOSEN`, or "0" if characters are dealt."""
    characters: dict[str, int]
    """Row of the player of each character; 0: nobody."""

    @property
    def missing(self) -> int:
        """Return the first number at which nothing lies yet; 0: all is laid."""
        return next((number for number, key in self.laid.items() if not key), 0)

    @property
    def wanted(self) -> CityWanted:
        playing = [row for row in self.rows if row.name]
        chosen = {
            row.name: [key for key, number in self.characters.items() if number == row.number]
            for row in playing
        }
        fields: dict[str, Any] = {
            "players": [(row.name, row.colour) for row in playing],
            "first": next((row.name for row in playing if row.number == self.first), None),
            "order": list(self.laid.values()),
            "characters": chosen if self.chosen == CHOSEN else None,
        }
        same = ("turned", "sides", "voting", "cards", "dealing", "invasion")
        return CityWanted(**fields, **{name: getattr(self, name) for name in same})

    @property
    def query(self) -> QueryDict:
        """Return the address."""
        fields = {"first": str(self.first), "turned": str(self.turned)}
        for row in self.rows:
            fields |= {f"player-{row.number}": row.name, f"colour-{row.number}": row.colour}
        fields |= {f"at-{number}": key for number, key in self.laid.items()}
        fields |= {f"side-{key}": side for key, side in self.sides.items()}
        fields |= {"voting": self.voting, "cards": self.cards, "invasion": self.invasion}
        fields |= {"dealing": self.dealing, "chosen": self.chosen}
        fields |= {f"who-{key}": str(row) for key, row in self.characters.items() if row}
        return QueryDict(urlencode(fields))

    def link(self, step: str, **changes: object) -> str:
        """Return the address with some of it changed, at that step."""
        return "?" + urlencode({"step": STEPS.index(step) + 1, **self.query.dict(), **changes})


def read_set_up(pack: CityPack, data: QueryDict, keeper: str) -> CitySetUp:
    """Return the set-up an address means; what makes no sense is the default."""

    def one_of(name: str, allowed: tuple[Any, ...], default: str) -> str:
        value = data.get(name, "")
        return value if value in allowed else default

    def number(name: str, most: int) -> int:
        value = data.get(name, "")
        return int(value) if value in {str(n) for n in range(1, most + 1)} else 0

    rows = []
    for place, colour in enumerate(pack.colours, 1):
        name = tidy(data.get(f"player-{place}", keeper if place == 1 else ""))
        rows.append(SeatRow(place, name, one_of(f"colour-{place}", get_args(Colour), colour)))
    return CitySetUp(
        rows=rows,
        first=number("first", pack.most_players) or 1,
        laid=_laid(pack, data),
        turned=number("turned", WAYS - 1),
        sides={key: one_of(f"side-{key}", SIDES, "A") for key in pack.locations},
        voting=one_of("voting", get_args(Voting), "sealed"),
        cards=one_of("cards", get_args(Source), "app"),
        dealing=one_of("dealing", get_args(Dealing), "dealt"),
        invasion=one_of("invasion", get_args(Source), "table"),
        chosen=one_of("chosen", (CHOSEN,), "0"),
        characters={key: number(f"who-{key}", pack.most_players) for key in pack.characters},
    )


def _buildings(pack: CityPack) -> list[str]:
    return [key for key, location in pack.locations.items() if location.building]


def _laid(pack: CityPack, data: QueryDict) -> dict[int, str]:
    """Return corners first, then tower and crossroads, whose two numbers may be exchanged.

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
    """Show a step, or the first with problems before it; the last one's button opens the table."""
    pack, person = city_pack(game), person_of(request)
    data = request.POST if request.method == "POST" else request.GET
    usual = data or QueryDict(usual_query(person, game))
    set_up = read_set_up(pack, usual, person.name if person else "")
    plan = city_plan(person=person, game=game, wanted=set_up.wanted)
    begins = "begin" in data
    asked = dict(zip("123", STEPS, strict=True)).get(data.get("step", ""), STEPS[0])
    before = STEPS if begins else STEPS[: STEPS.index(asked)]
    told = told_by_step((problem for problem in plan.problems if problem.step in before), before)
    if request.method == "POST" and begins and not told:
        limit(request, "table")
        person = ensure_person(request)
        table = city_open(person=person, plan=plan)
        line_up_save(person=person, game=game, query=set_up.query.urlencode())
        return redirect("companion:seats", table.pk)
    step = next(iter(told), STEPS[-1] if begins else asked)
    number = STEPS.index(step) + 1
    hours = range(pack.rounds + 1)
    can_draw = all(known_cards(pack, plan.described, hour) for hour in hours)
    context = {
        "game": pack,
        "plan": set_up,
        "number": number,
        "back": set_up.link(STEPS[number - 2]) if number > 1 else reverse("home"),
        "rest": [pair for pair in set_up.query.items() if not pair[0].startswith(OWN[step])],
        "told": told,
        "name_length": NAME_LENGTH,
        "people": sorted(pack.characters.values(), key=lambda card: said(card.name)),
        "cannot_draw": not can_draw,
        "drawn_by": set_up.invasion if can_draw else "table",
        **(_board(pack, set_up, data) if step == "board" else {}),
    }
    return render(request, f"city/setup/{step}.html", context, status=422 if told else 200)


def _board(pack: CityPack, plan: CitySetUp, data: QueryDict) -> dict[str, Any]:
    """Return the picture of the board, and what could lie at the chosen number."""
    spots = _spots(pack, plan, data)
    asked = data.get("spot", "")
    at = next((spot for spot in spots if str(spot.number) == asked), None)
    at = at or spots[(plan.missing or 1) - 1]
    way, quarter = divmod(plan.turned, QUARTERS)
    turned = way * QUARTERS + (quarter + 1) % QUARTERS
    return {
        "spots": [(spot, plan.link("board", spot=spot.number)) for spot in spots],
        "chosen": at,
        "choices": _choices(pack, plan, at) if at.number <= len(_buildings(pack)) else [],
        "faces": _faces(plan, at),
        "swap": _swapped(pack, plan, at),
        "turn": plan.link("board", spot=at.number, turned=turned),
        "renumber": plan.link("board", spot=at.number, turned=(plan.turned + QUARTERS) % WAYS),
        "goes_round": way,
        "onward": plan.link("board", spot=plan.missing) if plan.missing else plan.link("cards"),
    }


def _spots(pack: CityPack, plan: CitySetUp, data: QueryDict) -> list[NumberedSpot]:
    """Return what is at each number of the board, and where that is in the picture."""
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
        spots.append(NumberedSpot(number, location, side, where, is_left_over))
    return spots


def _choices(pack: CityPack, plan: CitySetUp, at: NumberedSpot) -> list[BuildingChoice]:
    """Return every building, laid here by its link; one from elsewhere changes places with it."""
    choices = []
    for key in _buildings(pack):
        there = next((number for number, laid in plan.laid.items() if laid == key), 0)
        laid = {**plan.laid, at.number: key}
        if there and there != at.number:
            laid[there] = plan.laid[at.number]
        fields = {f"at-{number}": name for number, name in laid.items()}
        empty = [number for number, name in laid.items() if not name]
        onward = empty[0] if len(empty) > 1 else at.number
        href = plan.link("board", spot=onward, **fields)
        is_chosen = at.location is not None and at.location.id == key
        choices.append(BuildingChoice(pack.locations[key], there, href, is_chosen))
    return choices


def _faces(plan: CitySetUp, at: NumberedSpot) -> list[SideChoice]:
    if at.location is None:
        return []
    key = at.location.id
    return [
        SideChoice(
            side,
            at.location.sides[side],  # type: ignore[index]
            plan.link("board", **{"spot": at.number, f"side-{key}": side}),
            at.side == side,
        )
        for side in SIDES
    ]


def _swapped(pack: CityPack, plan: CitySetUp, at: NumberedSpot) -> str:
    """Return the link that exchanges the numbers of tower and crossroads."""
    first = len(_buildings(pack)) + 1
    if at.number < first:
        return ""
    fields = {f"at-{first}": plan.laid[first + 1], f"at-{first + 1}": plan.laid[first]}
    other = first + 1 if at.number == first else first
    return plan.link("board", spot=other, **fields)
