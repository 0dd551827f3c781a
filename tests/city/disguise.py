"""Two tables that differ only in what somebody may not know, and all that they can ask of either.

What a phone gets is its answers, to the letter, and the time they take. Time itself is noise on a
machine that does other things, so what is compared is what takes it: the questions to the database
and how often each function of the house is called. Somebody with a stop watch could tell two hands
apart only if the server did something else for one of them.
"""

import random
import re
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from cProfile import Profile
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.files.selectors import tables_taken_out
from companion.frame.counting import counts as counts_of_limits
from companion.models import LogEntry, Table
from companion.people.models import Person
from companion.systems.city_of_horror.sheets import SHEETS
from rules import decode_any_state, decode_command, encode
from rules.systems.city_of_horror.beginning import DraftKeep
from rules.systems.city_of_horror.ending import RescueChoose
from rules.systems.city_of_horror.rounds import MovementChoose
from rules.systems.city_of_horror.state import CityState
from rules.systems.city_of_horror.trade import TradeGive
from rules.systems.city_of_horror.votes import SuppliesShare, VoteSeal
from tests.city.kit import NAMES

HOUSE = tuple(
    str(Path(__file__).resolve().parents[2] / room)
    for room in ("rules", "companion", "campaigns", "api", "config")
)
BY_THE_CLOCK = "companion/frame/counting.py"
"""Limits forget old attempts now and then."""
PAGES = ("table", "board", "screen", "story", "seats", "live")
ANSWERS = ("table", "log", "legal", "events", "seats", "story", "forecast", "table-export")

LATELY = 2
"""Entries before the newest whose moments are looked at again."""

# --- all that somebody can ask for ---


def sheet_paths(table: Table) -> Iterator[str]:
    """Every sheet there is, of every player: those of others must not be there."""
    state, of_player = table.any_state, ("ask", "hand", "trade")
    yield from (f"moment/{seq}" for seq in range(table.version - LATELY, table.version + 1))
    for name in SHEETS:
        if name in of_player:
            yield from (f"{name}/{number}" for number in range(1, len(state.players) + 1))
        elif name == "location":
            yield from (f"{name}/{key}" for key in state.locations)
        elif name not in ("card", "power"):  # each is about one card that a hand shows
            yield name


class Work(NamedTuple):
    """What it took to answer: questions to the database, and calls of each function of ours."""

    queries: int
    calls: Counter[str]


class Heard(NamedTuple):
    """An answer: status, headers and text, and what it took."""

    text: str
    work: Work


@cache
def _is_ours(file: str) -> bool:
    return file.startswith(HOUSE) and not file.endswith(BY_THE_CLOCK)


class Phone(Client):
    """A browser that gets its answers and no more: Django's own notes every template, too."""

    def __init__(self, other: Client) -> None:
        super().__init__()
        self.cookies, self.handler = other.cookies, other.handler

    def request(self, **request: Any) -> Any:
        return self.handler(self._base_environ(**request))


@contextmanager
def counted(*, calls_too: bool) -> Iterator[list[Work]]:
    """Counts the work done meanwhile."""
    calls = Profile(builtins=False, subcalls=False)
    work: list[Work] = []
    queries = 0

    def ask(execute: Callable[..., Any], *asked: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*asked)

    with connection.execute_wrapper(ask), calls if calls_too else nullcontext():
        yield work
    work.append(Work(queries, _calls_of_ours(calls)))


def _calls_of_ours(profile: Profile) -> Counter[str]:
    calls: Counter[str] = Counter()
    for entry in profile.getstats():
        if isinstance(entry.code, CodeType) and _is_ours(entry.code.co_filename):
            calls[f"{entry.code.co_qualname} of {entry.code.co_filename}"] += entry.callcount
    return calls


def everything(
    client: Client,
    table: Table,
    person: Person,
    probes: dict[str, dict[str, str]],
    *,
    counts: bool = False,
    only: Collection[str] = (),
) -> dict[str, Heard]:
    """All that a phone gets of a table: pages, answers, files, errors and refusals.

    `counts`: calls of functions, too, which takes twice as long. `only`: no more than these.
    """
    heard: dict[str, Heard] = {}
    phone = Phone(client)
    counts_of_limits().clear()  # nobody asks so often in an hour

    def keep(where: str, url: str, data: dict[str, str] | None = None) -> None:
        if only and where not in only:
            return
        assert where not in heard
        with counted(calls_too=counts) as work:
            answer = phone.get(url) if data is None else phone.post(url, data)
            text = "" if answer.streaming else answer.content.decode()
        headers = {name: answer.headers.get(name) for name in ("ETag", "Location")}
        heard[where] = Heard(f"{answer.status_code} {headers} {text}", work[0])

    for name in PAGES:
        keep(name, reverse(f"companion:{name}", args=[table.pk]))
    for path in sheet_paths(table):
        keep(path, reverse("companion:sheet", args=[table.pk, path]))
    for name in ANSWERS:
        keep(f"api {name}", reverse(f"api:{name}", args=[table.pk]))
    keep("file", reverse("files:export", args=[table.pk]))
    keep("branch", reverse("companion:branch", args=[table.pk]), {"seq": "0"})
    for where, data in probes.items():
        keep(where, reverse("companion:command", args=[table.pk]), data)
    with counted(calls_too=counts) as work:
        taken_out = {path: data.decode() for path, data in tables_taken_out(person)}
    heard["taken out"] = Heard(str(taken_out), work[0])
    return heard


def probes_of(state: CityState, viewer: str | None) -> dict[str, dict[str, str]]:
    """What somebody might try in another's name: a card that is in that hand, and one that is not.

    All of it must be refused in the same words, whatever the other holds or has sealed.
    """
    other = [name for name in state.players if name != viewer][-1]
    cards = (*state.seats[other].hand[:1], *state.deck[:1])
    own = {"player": other}
    tries: dict[str, dict[str, object]] = {
        "do nothing": {"kind": "game.nothing"},
        **{f"play {copy}": {"kind": "action.play", "card": copy, **own} for copy in cards},
        "move": {"kind": "movement.choose", "location": next(iter(state.locations)), **own},
        "vote": {"kind": "vote.seal", "choice": NAMES[0], **own},
        "trade": {"kind": "trade.give", "to": NAMES[0], "cards": cards[:1], **own},
        "draft": {"kind": "draft.keep", "card": state.passing.get(other, ("gun-1",))[0], **own},
    }
    return {
        f"try to {where}": {"with": encode(said).decode(), "id": f"probe-{n:04}", "seen": "0"}
        for n, (where, said) in enumerate(tries.items())
    }


NOISE = (
    r'name="(?:csrfmiddlewaretoken|id)" value="[^"]*"',
    r"token=[^\"&]+",
    r"X-CSRFToken[^}]*",
    r'"at": ?"[^"]*"',
    r"\w+ \d+ (?:s|min)\b",
    r'data-(?:token|at)="[^"]*"',
    r'nonce="?[^" ]*',
    r"<b>[0-9a-f]{10}</b>",
)
"""What differs from one answer to the next by itself: ids, tokens, times, reference numbers."""


def without_noise(text: str) -> str:
    for noise in NOISE:
        text = re.sub(noise, "", text)
    return text


# --- another table that looks the same ---


def disguised(state: CityState, viewer: str | None, chance: random.Random) -> CityState:
    """A table this viewer cannot tell from the true one: all they do not know is dealt anew."""
    others = [name for name in state.players if name != viewer]
    sharer = state.stage == "hand-out" and state.chosen == viewer
    hidden = [copy for name in others for copy in state.seats[name].hand]
    hidden += [
        copy
        for key, place in state.locations.items()
        if not (sharer and key == state.at)
        for copy in place.cards
    ]
    hidden += [copy for name in others for copy in state.passing.get(name, ())]
    hidden += state.deck
    chance.shuffle(hidden)

    def some(count: int) -> tuple[str, ...]:
        dealt = tuple(hidden[:count])
        del hidden[:count]
        return dealt

    food = [value for name in others for value in state.seats[name].food] + list(state.food)
    chance.shuffle(food)
    seated = dict(state.seats)
    for name in others:
        count = len(seated[name].food)
        seated[name] = replace(
            seated[name], hand=some(len(seated[name].hand)), food=tuple(food[:count])
        )
        del food[:count]
    locations = {
        key: place if sharer and key == state.at else replace(place, cards=some(len(place.cards)))
        for key, place in state.locations.items()
    }
    passing = {
        name: cards if name == viewer else some(len(cards)) for name, cards in state.passing.items()
    }
    keeping = {
        name: card if name == viewer else passing[name][0] for name, card in state.keeping.items()
    }
    places = list(state.locations)
    sealed_now = state.phase in ("choose", "late")
    early = [] if state.phase == "choose" else [name for name in others if name not in state.late]
    choices = {
        name: to
        if name == viewer or not sealed_now or name in early
        else places[(places.index(to) + 1) % 6]
        for name, to in state.choices.items()
    }
    ballots = dict(state.ballots)
    if state.stage in ("vote", "share-vote"):
        for name in others:
            if name in ballots:
                ballots[name] = next(other for other in state.players if other != ballots[name])
    return replace(
        state,
        seats=seated,
        locations=locations,
        deck=tuple(hidden),
        food=tuple(food),
        coming=state.coming if viewer in state.looked else state.coming[::-1],
        drawn={
            name: cards if name == viewer else tuple(reversed(cards))
            for name, cards in state.drawn.items()
        },
        passing=passing,
        keeping=keeping,
        choices=choices,
        ballots=ballots,
        seed="another",
        cursor=state.cursor + 7,
    )


def disguise_log(table: Table, viewer: str | None) -> None:
    """Sealed cards, votes and traded cards of others are different ones in the log, too, and so is
    all they do not know of the table as it stood lately.
    """
    for entry in table.entries.filter(seq__gt=table.version - LATELY):
        before = decode_any_state(entry.state_before_json)
        assert isinstance(before, CityState)
        other = disguised(before, viewer, random.Random(entry.seq))
        stored = zlib.compress(encode(other))
        LogEntry.objects.filter(pk=entry.pk).update(state_before_zlib=stored)
    for entry in table.entries.all():
        if not entry.command_json:
            continue
        command = decode_command(table.game, entry.command_json)
        if getattr(command, "player", None) == viewer:
            continue
        match command:
            case DraftKeep():
                command = replace(command, card="gun-1")
            case MovementChoose():
                command = replace(command, location="bank")
            case VoteSeal():
                command = replace(command, choice=NAMES[0])
            case TradeGive() if command.to != viewer:
                command = replace(command, cards=("gun-1",) * len(command.cards))
            case SuppliesShare():
                kept = {card: to for card, to in command.given.items() if to == viewer}
                others = [to for to in command.given.values() if to != viewer]
                other_cards = {f"other-{n}": to for n, to in enumerate(others)}
                command = replace(command, given={**other_cards, **kept})
            case RescueChoose():
                command = replace(command, larder=17 if command.larder is not None else None)
        LogEntry.objects.filter(pk=entry.pk).update(command_json=encode(command).decode())


def looks_the_same(
    client: Client, table: Table, person: Person, viewer: str | None, *, counts: bool = False
) -> None:
    """Look, change all that this person may not know, look again, and put it back."""
    table.refresh_from_db()
    truth, log = table.state_json, list(table.entries.all())
    state = table.any_state
    probes = probes_of(state, viewer)
    first = everything(client, table, person, probes, counts=counts)
    other = disguised(state, viewer, random.Random(table.version))
    Table.objects.filter(pk=table.pk).update(state_json=encode(other).decode())
    disguise_log(table, viewer)
    second = everything(client, table, person, probes, counts=counts)
    Table.objects.filter(pk=table.pk).update(state_json=truth)
    LogEntry.objects.bulk_update(log, ["command_json", "state_before_zlib"])
    telling = [
        where
        for where, heard in first.items()
        if without_noise(heard.text) != without_noise(second[where].text)
    ]
    if telling:
        where = telling[0]
        words = _difference(first[where].text, second[where].text)
        pytest.fail(f"{viewer} {state.step} {telling}: {words}")
    if took := _slower(first, second):  # what is read once and kept is kept now
        first = everything(client, table, person, probes, counts=counts, only=took)
    if took := _slower(first, second):
        where = took[0]
        words = _other_work(first[where].work, second[where].work)
        pytest.fail(f"{viewer} {state.step} {took} take other work: {words}")


def _slower(first: dict[str, Heard], second: dict[str, Heard]) -> list[str]:
    """What took other work the second time."""
    return [where for where, heard in first.items() if heard.work != second[where].work]


def _difference(first: str, second: str) -> str:
    first, second = without_noise(first), without_noise(second)
    at = next(n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1])
    return f"{first[max(0, at - 200) : at + 200]!r} / {second[max(0, at - 200) : at + 200]!r}"


def _other_work(first: Work, second: Work) -> str:
    more = (first.calls - second.calls) + (second.calls - first.calls)
    return f"{first.queries} and {second.queries} queries; {more.most_common(5)}"
