"""A table of City of Horror, and a player without script who only does what the page offers."""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats.services import seat_take
from companion.systems.city_of_horror.services import city_open, city_plan
from rules import pack_of
from rules.systems.city_of_horror import CityWanted
from rules.systems.city_of_horror.state import Character

GAME = "city-of-horror"
NAMES = ("Marta", "Luis B.", "Ana María", "Noé")
COLOURS = ("green", "violet", "blue", "red")


def open_city_table(keeper: Person, count: int = 4, **said: Any) -> Table:
    """A table that Marta keeps; nobody else has a phone yet."""
    wanted = CityWanted(list(zip(NAMES[:count], COLOURS, strict=False)), **said)
    return city_open(person=keeper, plan=city_plan(person=keeper, game=GAME, wanted=wanted))


def make_it_the_last_round(table: Table) -> None:
    """The rounds between are alike."""
    state = table.any_state
    table.state = replace(state, round=pack_of(state).rounds)
    table.save(update_fields=["state_json"])


def lay_a_death_before_a_vote(table: Table) -> None:
    """Luis is about to lose one of two in the church; with that begins the vote at the tower, in
    which all have a say but Noé, who has nobody there and nothing left to act with.
    """
    state = table.any_state
    at = dict(zip(NAMES, ("water-tower", "water-tower", "water-tower", "crossroads"), strict=True))
    pack = pack_of(state)
    spare = iter(
        key
        for key in state.characters
        if key not in ("punk", "student") and pack.characters[key].drawback != "no-vote"
    )
    people = {next(spare): Character(player=name, at=at[name], fit=False) for name in NAMES}
    people |= {key: Character(player="Luis B.", at="church") for key in ("punk", "student")}
    table.state = replace(
        state,
        round=max(state.round, 1),
        phase="locations",
        at="church",
        stage="victim",
        chosen="Luis B.",
        characters=people,
        seats={name: replace(seat, hand=()) for name, seat in state.seats.items()},
        locations={
            key: replace(place, zombies=6 * (key == "water-tower"), antidotes=0)
            for key, place in state.locations.items()
        },
    )
    table.save()


def sit(table: Table, *names: str) -> list[Seat]:
    """A phone for each of these players."""
    return [
        seat_take(table=table, person=Person.objects.create_guest(name=""), name=name, player=name)
        for name in names
    ]


Card = Mapping[str, int | str]
"""What stands on an invasion card, by the fields of its sheet; what is not there is none."""
NOTHING: Card = {}


class Field(NamedTuple):
    type: str
    name: str
    value: str
    is_on: bool
    wanted: int


class Page(HTMLParser):
    """The button that comes next, and the forms with what would be sent of them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.next: dict[str, str] = {}
        self.answers: list[str] = []
        """Commands of the dock, or addresses where the question goes on."""
        self.onward: list[str] = []
        """Answers of a sheet that lead on to the next question."""
        self.forms: dict[str, list[Field]] = {}
        self.one_tap: set[str] = set()
        """Forms whose choices are buttons that send them."""
        self.form, self.select, self.wanted = "", "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if said.get("id") == "next":
            self.next = said
        if said.get("class") == "answer":
            self.answers.append(said.get("value") or said["href"])
        if tag == "a" and "vt" in said.get("class", "").split():
            self.onward.append(said["href"])
        if tag == "form":
            self.form = said.get("id", "")
            self.forms[self.form] = []
        elif tag == "fieldset":
            self.wanted = int(said.get("data-wanted", 0))
        elif tag == "select":
            self.select = said.get("name", "")
        elif tag == "option":
            self._add("option", self.select, said, "selected" in said)
        elif tag == "button" and said.get("name", "").startswith("with-"):
            self._add("radio", said["name"], said, "vt--on" in said.get("class", ""))
            self.one_tap.add(self.form)
        elif tag == "input" and "disabled" not in said:
            kind = said.get("type", "text")
            self._add(kind, said.get("name", ""), said, "checked" in said)

    def _add(self, kind: str, name: str, said: dict[str, str], is_on: bool) -> None:
        self.forms.setdefault(self.form, []).append(
            Field(kind, name, said.get("value", ""), is_on, self.wanted)
        )

    def filled(self, form: str, turn: int = 0) -> dict[str, list[str]]:
        """The form as somebody would send it who takes that option first, then the next ones."""
        data: dict[str, list[str]] = {}
        groups: dict[str, list[Field]] = {}
        for field in self.forms[form]:
            if field.type in ("radio", "option", "checkbox"):
                groups.setdefault(field.name, []).append(field)
            else:
                data.setdefault(field.name, []).append(field.value)
        for number, (name, fields) in enumerate(groups.items()):
            chosen = [option for option in fields if option.is_on]
            if fields[0].type == "checkbox":
                chosen = fields[: fields[0].wanted]
            elif not chosen:
                chosen = [fields[(turn + number) % len(fields)]]
            data[name] = [option.value for option in chosen]
        return data

    def entered(self, card: Card) -> tuple[dict[str, list[str]], int]:
        """An invasion card typed in: what is sent, and the taps it took to get there.

        A number is a tap for each step from where it begins; a move is opened and chosen.
        """
        data: dict[str, list[str]] = {}
        taps = 1
        for field in self.forms["describe"]:
            said = field.value
            if field.type == "number":
                said = str(card.get(field.name, 0))
                taps += abs(int(said) - int(field.value))
            elif field.type == "option":
                if field.value != card.get(field.name, ""):
                    continue
                taps += 2 if field.value else 0
            data.setdefault(field.name, []).append(said)
        return data, taps

    def taps_of(self, form: str) -> int:
        """How often one has to tap to fill it in and to send it."""
        groups = {
            field.name: field for field in self.forms[form] if field.type in ("radio", "checkbox")
        }
        preset = {field.name for field in self.forms[form] if field.is_on}
        chosen = sum(field.wanted or 1 for name, field in groups.items() if name not in preset)
        is_one_tap = form in self.one_tap
        return chosen + (not is_one_tap)


def act(client: Client, table: Table, turn: int = 0, card: Card = NOTHING) -> int:
    """Do the next thing this phone is offered, in so many taps; none when it has to wait."""
    home = reverse("companion:table", args=[table.pk])
    page = Page(client.get(home).content.decode())
    if "data-waits" in page.next:
        return 0
    if page.answers:
        answer = page.answers[turn % len(page.answers)]
        is_whole = answer.startswith("{")
        return _tap(client, table, answer) if is_whole else _answer(client, table, answer, turn)
    if "href" in page.next and "/sheets/" in page.next["href"]:
        return _answer(client, table, page.next["href"], turn, card)
    if "value" in page.next:
        return _tap(client, table, page.next["value"])
    return 0


def _tap(client: Client, table: Table, command: str) -> int:
    version = Table.objects.get(pk=table.pk).version
    form = {"with": command, "id": f"tap-{version:06}", "seen": str(version)}
    response = client.post(reverse("companion:command", args=[table.pk]), form)
    assert response.status_code == 302, response.content.decode()
    return 1


def _sheet(client: Client, href: str) -> Page:
    response = client.get(href)
    assert response.status_code == 200, href
    return Page(response.content.decode())


def _answer(client: Client, table: Table, href: str, turn: int, card: Card = NOTHING) -> int:
    """Open the sheet, fill in the first form that is taken, and send it."""
    sheet, opened = _sheet(client, href), 1
    while sheet.onward:
        sheet, opened = _sheet(client, sheet.onward[turn % len(sheet.onward)]), opened + 1
    for form in ("ask-form", "ask-other", "describe", "named", "act-form"):
        if form not in sheet.forms:
            continue
        data, taps = sheet.filled(form, turn), 0
        if form == "describe":
            data, taps = sheet.entered(card)
        response = client.post(reverse("companion:command", args=[table.pk]), data)
        assert response.status_code in (302, 422), data
        if response.status_code == 302:
            return opened + (taps or sheet.taps_of(form))
    raise AssertionError(f"nothing of {href} was taken: {response.content.decode()}")
