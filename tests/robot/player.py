"""A player who knows nothing but the pages: reads one, takes what it offers, reads on.

It likes best what it has done least, so that an evening leads it to everything there is.
"""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from django.test import Client

from tests.robot.page import Button, Control, Form, Link, Page

UNLIKELY = 0.3
FEW = 4
KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
NUMBER = re.compile(r"\d+")
STEPS = ("undo", "redo", "undo-to")
NOT_NOW = ("not now", "ahora no")
"""What a list says of what cannot be done at this moment."""
NAMES = ("Abuela Conchi", "Tío Paco", "Marisol", "Nacho", "Begoña", "Iker", "Amaia", "Lola")
"""What people write where a page asks for words of their own."""

Sent = list[tuple[str, str]]


@dataclass
class Answer:
    """What was sent from a page, and what came of it."""

    page: Page
    button: Button
    sent: Sent
    status: int
    words: str
    """The sentence of a refusal."""
    is_bare: bool
    """Nothing was chosen: a tap, or a form left as it was."""

    def __str__(self) -> str:
        said = [
            f"{name}={value}"
            for name, value in self.sent
            if value and name not in ("id", "seen", "csrfmiddlewaretoken")
        ]
        return (
            f"{place(self.page.url)} [{self.button.text[:50]}] {said} -> {self.status} {self.words}"
        )


def place(url: str) -> str:
    """An address without the numbers of this evening."""
    return NUMBER.sub("0", KEY.sub("*", urlsplit(url).path))


class Player:
    """One phone. `home` is where its evening happens: it does not wander off elsewhere."""

    def __init__(
        self,
        client: Client,
        seed: int,
        seen: Counter[str],
        sent: Counter[str],
        look: Callable[[Page], None],
    ) -> None:
        self.client = client
        self.random = random.Random(seed)
        self.seen, self.sent = seen, sent
        self.look = look
        self.answers: list[Answer] = []
        self.requests = 0
        self.home: tuple[str, ...] = ()
        self.errands: dict[str, str] = {}
        """Addresses that name a command not sent yet, as a page listed them."""
        self.tried: Counter[str] = Counter()
        self.later: frozenset[str] = frozenset()
        """Commands that would end the evening: not before its end."""
        self.page = Page("/", 200, "")

    # --- getting about ---

    def go(self, url: str) -> Page:
        """Open an address and look at what is there."""
        self.page = self._read(url)
        return self.page

    def _read(self, url: str) -> Page:
        for _hop in range(5):
            response = self.client.get(
                url, headers={"referer": f"http://testserver{self.page.url}"}
            )
            self.requests += 1
            if response.status_code not in (301, 302, 303):
                break
            url = response.headers["Location"]
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        page = Page(url, response.status_code, response.content.decode() if is_page else "")
        if is_page:
            self.look(page)
            self._remember(page)
        return page

    def send(self, button: Button, sent: Sent) -> Page:
        """Send a form by its button; follows where it leads."""
        path = urlsplit(button.action)
        if button.form.method == "get":
            query = [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
            return self.go(f"{path.path}?{urlencode(query)}")
        before = self.page
        data: dict[str, list[str]] = {}
        for name, value in sent:
            data.setdefault(name, []).append(value)
        url = f"{path.path}?{path.query}" if path.query else path.path
        response = self.client.post(
            url, data, headers={"referer": f"http://testserver{before.url}"}
        )
        self.requests += 1
        if response.status_code in (302, 303):
            self._note(before, button, sent, 200, "")
            return self.go(response.headers["Location"])
        page = Page(url, response.status_code, response.content.decode())
        self.look(page)
        self._note(before, button, sent, page.status, _refusal(page))
        self.page = page
        return page

    def _note(self, page: Page, button: Button, sent: Sent, status: int, words: str) -> None:
        is_bare = sent == self.fill(button, bare=True)
        self.answers.append(Answer(page, button, sent, status, words, is_bare))

    # --- choosing ---

    def errand(self) -> bool:
        """Go where a page says something can be done that was never done; False: nowhere."""
        open_ones = {kind: url for kind, url in self.errands.items() if not self.sent[kind]}
        if not open_ones:
            return False
        kind = min(open_ones, key=lambda each: (self.tried[each], each))
        self.tried[kind] += 1
        self.go(open_ones[kind])
        buttons = [each for each in self._moves() if isinstance(each, Button) and each.kind == kind]
        if buttons:
            self.press(self.random.choice(buttons))
        else:
            self.errands.pop(kind, None)
        return True

    def _remember(self, page: Page) -> None:
        """A list of commands: which of them can be sent now."""
        for link in page.links:
            kind = urlsplit(link.href).path.rstrip("/").rpartition("/")[2]
            if "." in kind and kind not in self.later:
                self.errands[kind] = _address(link.href)
                if link.text.endswith(NOT_NOW):
                    self.errands.pop(kind)

    def step(self) -> Answer | None:
        """One thing: a link to follow, or a button to press."""
        moves = self._moves()
        if not moves:
            self.go(self.home[0])
            return None
        weights = [self._weight(move) for move in moves]
        move = self.random.choices(moves, weights)[0]
        self.seen[self._key(move)] += 1
        if isinstance(move, Link):
            self.go(_address(move.href))
            return None
        return self.press(move)

    def press(self, move: Button) -> Answer | None:
        told = len(self.answers)
        self.send(move, self.fill(move))
        if len(self.answers) == told:
            return None
        answer = self.answers[-1]
        if answer.status == 200:
            self.sent[move.kind] += 1
        else:
            self.go(answer.page.url)
        return answer

    def _moves(self) -> list[Button | Link]:
        links = [link for link in self.page.links if self._is_at_home(link)]
        buttons = [
            button
            for button in self.page.buttons
            if button.why_not is None and self._may_send(button)
        ]
        return [*links, *buttons]

    def _is_at_home(self, link: Link) -> bool:
        path = urlsplit(link.href).path
        return (
            path.startswith(self.home)
            and not link.is_download
            and _address(link.href) != self.page.url
        )

    def _may_send(self, button: Button) -> bool:
        path = urlsplit(button.action).path
        return (
            path.startswith(self.home)
            and not button.form.takes_files
            and button.kind not in self.later
            and not path.endswith(LEAVING)
            and "/seats/" not in path
        )

    def _key(self, move: Button | Link) -> str:
        if isinstance(move, Link):
            return place(move.href)
        return f"{place(self.page.url)} {move.kind} {place(move.action)} {move.form.method}"

    def _weight(self, move: Button | Link) -> float:
        often = self.seen[self._key(move)]
        weight = 1 / (1 + often) ** 2
        if isinstance(move, Button):
            if move.kind in STEPS:
                return weight * 0.1
            if not self.sent[move.kind]:
                return weight * 20 + 1
            return weight * 2 + (1 if "next" in move.classes else 0.05)
        kind = urlsplit(move.href).path.rstrip("/").rpartition("/")[2]
        if "." in kind and not self.sent[kind]:
            weight *= 5
        if "next" in move.classes:
            weight += 1
        return weight + 0.02

    # --- filling in ---

    def fill(self, button: Button, *, bare: bool = False) -> Sent:
        """A form filled in; `bare`: as it stands."""
        sent: Sent = []
        done: set[str] = set()
        folds = {control.fold for control in button.form.controls} - {0}
        closed = {fold for fold in folds if self.random.random() > UNLIKELY} if not bare else folds
        asked = bare
        for control in button.form.controls:
            bare = asked or control.fold in closed
            if control.is_disabled or control.type in ("submit", "button", "file", "image"):
                continue
            if control.type == "radio":
                if control.name not in done:
                    done.add(control.name)
                    sent += self._radio(button.form, control.name, bare)
            elif control.type == "checkbox":
                is_on = control.is_checked
                if not bare and self.random.random() < UNLIKELY:
                    is_on = not is_on
                sent += [(control.name, control.value)] if is_on else []
            else:
                sent.append((control.name, self._value(control, button.form, bare)))
        if button.name:
            sent.append((button.name, button.value))
        return sent

    def _radio(self, form: Form, name: str, bare: bool) -> Sent:
        options = [
            control
            for control in form.controls
            if control.type == "radio" and control.name == name and not control.is_disabled
        ]
        if bare:
            options = [control for control in options if control.is_checked]
        return [(name, self.random.choice(options).value)] if options else []

    def _value(self, control: Control, form: Form, bare: bool) -> str:
        match control.type:
            case "hidden":
                return control.value
            case "select":
                return self._option(control, bare)
            case "number":
                return self._number(control, bare)
        return self._words(control, form, bare)

    def _option(self, control: Control, bare: bool) -> str:
        if not control.options:
            return ""
        first = control.chosen if control.chosen is not None else control.options[0][0]
        if bare or self.random.random() < UNLIKELY:
            return first
        return self.random.choice(control.options)[0]

    def _number(self, control: Control, bare: bool) -> str:
        if bare or (control.value and self.random.random() < UNLIKELY):
            return control.value
        if not control.value and not control.is_required and self.random.random() > UNLIKELY:
            return ""
        least = int(control.min or 0)
        most = int(control.max) if control.max else least + FEW
        return str(self.random.randint(least, min(most, max(least, 0) + FEW)))

    def _words(self, control: Control, form: Form, bare: bool) -> str:
        if bare:
            return control.value
        if control.suggestions:
            return self.random.choice(control.suggestions)
        if form.fills and control.is_required:
            return self.random.choice(form.fills)
        if control.value and self.random.random() > UNLIKELY:
            return control.value
        if control.is_required or control.value:
            return self.random.choice(NAMES)
        return ""


LEAVING = (
    "/bin/",
    "/archive/",
    "/remove/",
    "/branch/",
    "/rematch/",
    "/shelf/",
    "/lock/",
    "/place/",
    "/table-card/",
)
"""Forms that end the evening, open another or send somebody away."""


def _address(href: str) -> str:
    parts = urlsplit(href)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _refusal(page: Page) -> str:
    found = re.search(r'errorpage__say">([^<]*)<', page.html)
    return found.group(1) if found else page.text[:200]
