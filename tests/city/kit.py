"""A table of City of Horror, and a player without script who only does what the page offers."""

from html.parser import HTMLParser
from typing import Any, NamedTuple

from django.test import Client
from django.urls import reverse

from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats.services import seat_take
from companion.systems.city_of_horror.services import city_open

GAME = "city-of-horror"
NAMES = ("Marta", "Luis B.", "Ana María", "Noé")
COLOURS = ("green", "violet", "blue", "red")


def open_city_table(keeper: Person, count: int = 4, **said: Any) -> Table:
    """A table that Marta keeps; nobody else has a phone yet."""
    return city_open(
        person=keeper,
        game=GAME,
        players=list(zip(NAMES[:count], COLOURS, strict=False)),
        **said,
    )


def sit(table: Table, *names: str) -> list[Seat]:
    """A phone for each of these players."""
    return [
        seat_take(table=table, person=Person.objects.create_guest(name=""), name=name, player=name)
        for name in names
    ]


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
        self.forms: dict[str, list[Field]] = {}
        self.form, self.select, self.wanted = "", "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if said.get("id") == "next":
            self.next = said
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
        elif tag == "input" and "disabled" not in said:
            kind = said.get("type", "text")
            self._add(kind, said.get("name", ""), said, "checked" in said)

    def _add(self, kind: str, name: str, said: dict[str, str], is_on: bool) -> None:
        self.forms.setdefault(self.form, []).append(
            Field(kind, name, said.get("value", ""), is_on, self.wanted)
        )

    def filled(self, form: str, turn: int = 0) -> dict[str, list[str]]:
        """The form as somebody would send it who takes the option of that number everywhere."""
        data: dict[str, list[str]] = {}
        groups: dict[str, list[Field]] = {}
        for field in self.forms[form]:
            if field.type in ("radio", "option", "checkbox"):
                groups.setdefault(field.name, []).append(field)
            else:
                data.setdefault(field.name, []).append(field.value)
        for name, fields in groups.items():
            chosen = [one for one in fields if one.is_on]
            if fields[0].type == "checkbox":
                chosen = fields[: fields[0].wanted]
            elif not chosen:
                chosen = [fields[turn % len(fields)]]
            data[name] = [one.value for one in chosen]
        return data


def act(client: Client, table: Table, turn: int = 0) -> bool:
    """Do the next thing this phone is offered; False when it has to wait."""
    home = reverse("companion:table", args=[table.pk])
    command = reverse("companion:command", args=[table.pk])
    page = Page(client.get(home).content.decode())
    if "data-waits" in page.next:
        return False
    if "href" in page.next and "/sheets/" in page.next["href"]:
        response = client.get(page.next["href"])
        assert response.status_code == 200, page.next
        sheet = Page(response.content.decode())
        for form in ("ask-form", "ask-other", "describe", "named", "act-form"):
            if form not in sheet.forms:
                continue
            data = sheet.filled(form, turn)
            response = client.post(command, data)
            assert response.status_code in (302, 422), data
            if response.status_code == 302:
                return True
        raise AssertionError(f"nothing of {page.next} was taken: {response.content.decode()}")
    if "value" in page.next:
        form = {
            "with": page.next["value"],
            "id": f"next-{table.entries.count():06}-{turn}",
            "seen": str(Table.objects.get(pk=table.pk).version),
        }
        response = client.post(command, form)
        assert response.status_code == 302, response.content.decode()
        return True
    return False
