"""A player who knows nothing but the pages: reads one, takes what it offers, reads on.

It likes best what it has done least, so that an evening leads it to everything there is. Where
cards and dice lie on the table it reads them off, one more each time a page says some are missing.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from django.test import Client

from tests.robot.box import Box
from tests.robot.leads import LEADS, Lead
from tests.robot.page import Button, Control, Form, Link, Page
from tests.robot.refusals import TELLING, code_of
from tests.robot.saying import fit, is_ticked, nearest

UNLIKELY = 0.3
FEW = 4
PATIENCE = 4
"""So often it tries for what it has never done, before it lets that be for this evening."""
DEEP = 3
MOST_CARDS = 24
"""So many cards and dice it reads off for one step."""
KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
NUMBER = re.compile(r"\d+")
STEPS = ("undo", "redo", "undo-to")
LEAVES_FOR_GOOD = ("survivor.escape",)
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
    code: str
    """What that sentence stands for."""
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
        *,
        language: str,
        box: Box,
    ) -> None:
        self.client, self.language, self.box = client, language, box
        self.random = random.Random(seed)
        self.seen, self.sent = seen, sent
        self.look = look
        self.answers: list[Answer] = []
        self.requests = 0
        self.home: tuple[str, ...] = ()
        self.places: dict[str, dict[str, bool]] = {}
        """For each command, where it has a button, and whether it could be sent when last seen."""
        self.tried: Counter[str] = Counter()
        self.typed: set[str] = set()
        """Cards read off the table."""
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
        code = code_of(words, self.language) if words else ""
        self.answers.append(Answer(page, button, sent, status, words, code, is_bare))

    # --- choosing ---

    def errand(self) -> Answer | None:
        """Go where something can be done that was never done, or make it possible."""
        kinds = [
            kind
            for kind in self.places
            if not self.sent[kind] and self.tried[kind] < PATIENCE and kind not in self.later
        ]
        ready = [kind for kind in kinds if any(self.places[kind].values())]
        if ready:
            kind = min(ready, key=lambda each: (self.tried[each], each))
            self.tried[kind] += 1
            return self.do(kind)
        led = [kind for kind in kinds if kind in LEADS]
        if led:
            kind = min(led, key=lambda each: (self.tried[each], each))
            self.tried[kind] += 1
            answers = [self.do(lead.kind, lead.said) for lead in LEADS[kind]]
            return self.do(kind) or answers[-1]
        return None

    def do(self, kind: str, said: Mapping[str, str] | None = None) -> Answer | None:
        """Go to a button of a command and press it; None where it cannot be pressed."""
        places = self.places.get(kind, {})
        # A form of its own can say more than a button among others.
        order = sorted(places, key=lambda url: (not places[url], f"/{kind}/" not in url))
        for url in order[:1]:
            self.go(url)
            buttons = [
                each for each in self._moves() if isinstance(each, Button) and each.kind == kind
            ]
            if buttons and said is None:
                return self.press(self.random.choice(buttons))
            if buttons and said is not None:
                return self.press(max(buttons, key=lambda each: fit(each, said)), said)
        return None

    def act(self, lead: Lead) -> Answer | None:
        """Open the page where something is done, say it and send it; None where it has no button.

        It is its own form in the list of everything, unless the lead knows a nearer place.
        """
        self.go(f"{self.home[0]}sheets/{lead.at or f'do/{lead.kind}/'}")
        buttons = [
            each for each in self._moves() if isinstance(each, Button) and each.kind == lead.kind
        ]
        fitting = [each for each in buttons if fit(each, lead.said) >= 0]
        if not fitting:
            return None
        return self.press(max(fitting, key=lambda each: fit(each, lead.said)), lead.said)

    def _remember(self, page: Page) -> None:
        """Where commands are that can be sent now, or could be at another time."""
        for link in page.links:
            kind = urlsplit(link.href).path.rstrip("/").rpartition("/")[2]
            if "." in kind and kind not in self.later:
                is_open = not link.text.endswith(NOT_NOW)
                self.places.setdefault(kind, {})[_address(link.href)] = is_open
        for button in page.buttons:
            if "." in button.kind:
                is_open = button.why_not is None
                self.places.setdefault(button.kind, {})[page.url] = is_open

    def fresh(self) -> Answer | None:
        """Press something on this page that was never pressed."""
        buttons = [
            each
            for each in self._moves()
            if isinstance(each, Button)
            and "." in each.kind
            and not self.sent[each.kind]
            and self.tried[each.kind] < PATIENCE
        ]
        if not buttons:
            return None
        button = self.random.choice(buttons)
        self.tried[button.kind] += 1
        return self.press(button)

    def explore(self) -> Answer | None:
        """Follow the links followed least, some pages deep, and do there what was never done."""
        for _page in range(DEEP):
            links = [each for each in self._moves() if isinstance(each, Link)]
            if not links:
                break
            self.random.shuffle(links)
            link = min(links, key=lambda each: self.seen[self._key(each)])
            self.seen[self._key(link)] += 1
            self.go(_address(link.href))
            if answer := self.fresh():
                return answer
        return None

    def go_on(self) -> Answer | None:
        """Do what the table says comes next: its large button, or the form that leads to."""
        self.go(self.home[0])
        for _page in range(MOST_CARDS):
            asked = self._asked()
            if asked is None:
                return None
            if isinstance(asked, Link):
                self.go(_address(asked.href))
            elif answer := self.press(asked):
                return answer
        return None

    def _asked(self) -> Button | Link | None:
        """What this page wants: the large button of the table, a form of a sheet."""
        moves = self._moves()
        if self.page.path == self.home[0]:
            steps = [each for each in moves if "next" in each.classes]
        else:
            steps = [each for each in moves if each.is_answer]
        return self.random.choice(steps) if steps else None

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

    def press(self, move: Button, said: Mapping[str, str] | None = None) -> Answer | None:
        """Fill in and send; what the table still misses is read off and sent with it."""
        before = len(self.answers)
        sent: Sent = self.fill(move) if said is None else self.say(move, said)
        usual: Sent = []
        page = self.page
        for _card in range(MOST_CARDS):
            self.send(move, sent)
            if len(self.answers) == before:
                return None
            answer = self.answers[-1]
            if answer.status == 200:
                break
            more = self.box.more(answer.code, answer.words, move.form, sent)
            if answer.code == "card.undescribed" and self._describe(answer.words):
                more = sent
            if more is None and answer.code in TELLING and not usual:
                more = usual = self.fill(move, preset=True)
            if more is None:
                break
            sent, self.page = more, page
            self.typed |= {word for name, said in sent if name == "cards" for word in said.split()}
        if answer.status == 200:
            self.sent[move.kind] += 1
        else:
            self.go(answer.page.url)
        return answer

    def _describe(self, words: str) -> bool:
        """Tell the table what a card says that nobody knows; False where it was told already."""
        deck_and_number = f"zombies-{(NUMBER.findall(words) or [''])[0]}"
        answer = self.do("card.describe", {"card": deck_and_number})
        return answer is not None and answer.status == 200

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
            if move.kind in LEAVES_FOR_GOOD and self.sent[move.kind]:
                return weight * 0.01
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

    def fill(self, button: Button, *, bare: bool = False, preset: bool = False) -> Sent:
        """A form filled in; `bare`: as it stands; `preset`: chosen only where nothing is yet."""
        sent: Sent = []
        done: set[str] = set()
        folds = {control.fold for control in button.form.controls} - {0}
        is_given = bare or preset
        closed = {each for each in folds if is_given or self.random.random() > UNLIKELY}
        asked = bare
        ticked: set[str] = set()
        for control in button.form.controls:
            bare = asked or control.fold in closed or (preset and _is_set(control, button.form))
            if control.is_disabled or control.type in ("submit", "button", "file", "image"):
                continue
            if control.type == "radio":
                if control.name not in done:
                    done.add(control.name)
                    sent += self._radio(button.form, control.name, bare, first=preset)
            elif control.type == "checkbox":
                is_on = control.is_checked
                if not bare and self.random.random() < UNLIKELY:
                    is_on = not is_on
                sent += [(control.name, control.value)] if is_on else []
                ticked |= {control.name} if is_on else set()
            else:
                sent.append((control.name, self._value(control, button.form, bare)))
        sent += _first_of_several(button.form, ticked)
        if button.name:
            sent.append((button.name, button.value))
        return sent

    def say(self, button: Button, said: Mapping[str, str]) -> Sent:
        """A form filled in with what is to be said, and with its first choices elsewhere."""
        sent: Sent = []
        done: set[str] = set()
        for control in button.form.controls:
            if control.is_disabled or control.type == "file" or control.name in done:
                continue
            if control.type == "checkbox":
                sent += [(control.name, control.value)] if is_ticked(control, said) else []
                continue
            options = [value for value, _words in control.options]
            if control.type == "radio":
                done.add(control.name)
                options = [
                    each.value
                    for each in button.form.controls
                    if each.name == control.name and each.type == "radio" and not each.is_disabled
                ]
            if options:
                sent.append((control.name, nearest(control.name, options, said)))
            else:
                value = control.value if control.type == "hidden" else said.get(control.name)
                value = control.value if value is None else value
                if control.type == "number" and control.max and value:
                    value = str(min(int(value), int(control.max)))
                sent.append((control.name, value))
        if button.name:
            sent.append((button.name, button.value))
        return sent

    def _radio(self, form: Form, name: str, bare: bool, *, first: bool) -> Sent:
        options = [
            control
            for control in form.controls
            if control.type == "radio" and control.name == name and not control.is_disabled
        ]
        if bare:
            options = [control for control in options if control.is_checked]
        if not options:
            return []
        return [(name, (options[0] if first else self.random.choice(options)).value)]

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


def _first_of_several(form: Form, ticked: set[str]) -> Sent:
    """Where a page has ticked one of several, nobody leaves all of them out."""
    boxes = [each for each in form.controls if each.type == "checkbox" and not each.is_disabled]
    first: dict[str, str] = {}
    for box in boxes:
        is_one_of_several = sum(each.name == box.name for each in boxes) > 1
        if box.is_checked and box.name not in ticked and is_one_of_several:
            first.setdefault(box.name, box.value)
    return list(first.items())


def _is_set(control: Control, form: Form) -> bool:
    """Whether a field says something without anybody's doing."""
    if control.type == "radio":
        return any(each.is_checked for each in form.controls if each.name == control.name)
    return control.type == "checkbox" or bool(control.value or control.chosen)


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
    match = re.search(r'(?:errorpage__say">|id="refused".*?<span>)([^<]*)<', page.html)
    return match.group(1) if match else page.text[:200]
