"""The table page and its sheets, without a browser: what they say, cost and take."""

import json
from collections.abc import Callable

import msgspec
import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from companion import services
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from companion.plurals import counted, plural
from companion.table.composing import command_from_post
from companion.table.reasons import RULES, _pages, reasons, spawn_lines
from companion.table.sheets import SHEETS
from rules import (
    Command,
    IllegalCommand,
    Survivor,
    UnreadableCommand,
    Zone,
    decode_state,
    load_packs,
    new_table,
    played_pack,
    rulesets,
)
from rules.commands import PhaseNext, PointsAward, SpawnResolve

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}
MOST_QUERIES = 12


def lay(keeper: Person, game: str = "black-plague", survivors: int = 6, **more: object) -> Table:
    pack = played_pack(game, more.get("expansions", ()))  # type: ignore[arg-type]
    seated = [
        (one.id, Survivor(name=one.name, player="Marta")) for one in pack.survivors[:survivors]
    ]
    zones = [Zone(id=name, start=name == "N") for name in ("N", "S", "W")]
    table = Table(game=game)
    table.state = new_table(pack=pack, survivors=seated, zones=zones, seed="seed", **more)  # type: ignore[arg-type]
    table.save()
    Seat.objects.create(table=table, person=keeper, name="Marta", role=Seat.Role.KEEPER)
    return table


def send(table: Table, command: Command) -> LogEntry:
    answer = services.command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
    return table.entries.get(seq=answer.seq)


def spawn(table: Table) -> LogEntry:
    """One spawn step; where the deck lies on the table, with cards we know."""
    send(table, PhaseNext(id="phase-0001", seen=0))
    known = [card.number for card in table.pack.spawns if card.kind == "spawn"]
    on_table = table.state.decks["zombies"].source == "table"
    cards = tuple(known[: len(table.state.zones)]) if on_table else ()
    return send(table, SpawnResolve(id="spawn-0001", seen=1, cards=cards))


def lengthen(table: Table, entries: int) -> None:
    """Repeat the last entry until the log has so many: each stands on the one below it."""
    last = table.entries.get(seq=table.entries.count())
    LogEntry.objects.bulk_create(
        LogEntry(
            table=table,
            seq=seq,
            below_seq=seq - 1,
            seat=last.seat,
            seat_name=last.seat_name,
            command_id=f"again-{seq:08}",
            command_json=last.command_json,
            events_json=last.events_json,
            state_before_zlib=last.state_before_zlib,
        )
        for seq in range(last.seq + 1, entries + 1)
    )
    Table.objects.filter(pk=table.pk).update(version=entries, undo_seq=entries)


# --- sheets ---


KEYS = {"survivor", "attack", "search", "describe", "item", "kills"}


def paths(table: Table) -> list[str]:
    first = next(iter(table.state.survivors))
    deck = next(iter(table.state.decks))
    named = {"deck": deck} | dict.fromkeys(KEYS, first)
    return [f"{name}/{named[name]}" if name in named else name for name in SHEETS]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("game", sorted(rulesets))
def test_every_sheet_of_every_game_opens(
    as_person: AsPerson, guest: Person, game: str, language: str
) -> None:
    table = lay(guest, game)
    spawn(table)
    client = as_person(guest)
    client.cookies["django_language"] = language
    for path in paths(table):
        if path.startswith("item/"):
            continue
        url = reverse("companion:sheet", args=[table.pk, path])
        page = client.get(url)
        assert page.status_code == 200, path
        assert b'id="sheet-title"' in page.content, path
        part = client.get(url, **HTMX)
        assert b"<html" not in part.content
        assert b'data-version="2"' in part.content


@pytest.mark.parametrize(
    "path",
    [
        *("nothing", "survivor", "survivor/nobody", "deck/nothing", "attack/nobody"),
        *("item/ann", "item/ann?card=nothing", "search/", "survivor/ann/more/../x"),
    ],
)
def test_a_sheet_that_is_not_there_is_not_found(
    as_person: AsPerson, guest: Person, path: str
) -> None:
    table = lay(guest)
    address, _mark, query = path.partition("?")
    url = f"{reverse('companion:table', args=[table.pk])}sheets/{address}/?{query}"
    assert as_person(guest).get(url).status_code == 404


def test_the_page_and_its_sheets_cost_the_same_at_every_table(
    as_person: AsPerson, guest: Person
) -> None:
    client = as_person(guest)

    def queries(url: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        return len(captured)

    def addresses(table: Table) -> list[str]:
        table_url = reverse("companion:table", args=[table.pk])
        return [table_url] + [
            f"{table_url}sheets/{path}/" for path in paths(table) if not path.startswith("item/")
        ]

    small = lay(guest, "rue-morgue", survivors=1)
    large = lay(guest, "rue-morgue", survivors=12)
    for table, entries in ((small, 10), (large, 5000)):
        spawn(table)
        first = next(iter(table.state.survivors))
        send(table, PointsAward(id="tap-00000001", seen=0, survivor=first, amount=1))
        lengthen(table, entries)
        assert table.entries.count() == entries
    assert (len(small.state.survivors), len(large.state.survivors)) == (1, 12)
    counts = [[queries(url) for url in addresses(table)] for table in (small, large)]
    assert counts[0] == counts[1]
    assert max(counts[0]) <= MOST_QUERIES


def test_the_order_of_a_deck_stays_on_the_server(as_person: AsPerson, guest: Person) -> None:
    """Two tables whose decks lie in another order show the same page of what is left."""
    pages = []
    for seed in ("e3b0c44298fc", "9f86d081884c"):
        table = lay(guest)
        pack = load_packs()["black-plague"]
        survivors = [("ann", Survivor(name="Ann", player="Marta"))]
        table.state = new_table(pack=pack, survivors=survivors, seed=seed)
        table.save()
        url = reverse("companion:sheet", args=[table.pk, "deck/equipment"])
        page = as_person(guest).get(url, **HTMX).content.decode()
        assert seed not in page
        body = page[page.index("sheet__b") : page.index('<footer class="dock">')]
        assert body.count("<li") > 20
        pages.append(body.replace(str(table.pk), "x"))
    assert pages[0] == pages[1]


def test_only_what_has_changed_is_sent(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    send(table, PointsAward(id="tap-00000001", seen=0, survivor="ann", amount=1))
    url = reverse("companion:board", args=[table.pk])
    page = as_person(guest).get(url, {"seen": "0"}).content.decode()
    assert 'id="s-ann"' in page
    assert 'id="s-clovis"' not in page
    assert 'id="box"' in page, "the danger panel names her points, the box its level"
    whole = as_person(guest).get(url).content.decode()
    assert 'id="s-clovis"' in whole


def test_what_others_did_is_named(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    send(table, PointsAward(id="tap-00000001", seen=0, survivor="ann", amount=2))
    page = as_person(guest).get(reverse("companion:board", args=[table.pk]), {"seen": "0"})
    assert '<span data-on="s-ann">Marta +2</span>' in page.content.decode()


# --- commands of forms ---


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (
            "kind=zone.add&zone=14R&locators=1 2&start=on&colour=",
            {"zone": "14R", "locators": [1, 2], "start": True},
        ),
        ("kind=spawn.resolve&cards=01&cards=02", {"cards": ["01", "02"]}),
        (
            "kind=attack.resolve&survivor=ann&use=ranged:short-bow-1&targets.walker=2"
            "&targets.runner=0&dice=3, 5&survivors_in_zone=clovis&all_out=on&profile.dice=",
            {
                "mode": "ranged",
                "weapons": ["short-bow-1"],
                "targets": {"walker": 2},
                "dice": [3, 5],
                "survivors_in_zone": ["clovis"],
                "all_out": True,
            },
        ),
        (
            "kind=attack.resolve&survivor=ann&use=&mode=melee&targets.walker=1&profile.name=12"
            "&profile.dice=2&profile.accuracy=4&profile.damage=0",
            {
                "mode": "melee",
                "profile": {"name": "12", "dice": 2, "accuracy": 4, "damage": 0},
            },
        ),
        ("kind=table.correct&path=round&value=4", {"path": "round", "value": 4}),
        ("kind=table.correct&path=hour&value=", {"path": "hour"}),
        ("kind=table.correct&path=spawned&value=true", {"value": True}),
        ("kind=survivor.describe&survivor=x&blue=sprint&orange=a&orange=b", {"orange": ["a", "b"]}),
        (
            "kind=card.describe&card=019&does=spawn&levels.blue.walker=2&levels.red.runner=0",
            {"card": "019", "levels": {"blue": {"walker": 2}}},
        ),
    ],
)
def test_a_form_is_a_command(sent: str, expected: dict) -> None:
    command = command_from_post(QueryDict(f"id=form-0001&seen=7&{sent}"))
    body = json.loads(msgspec.json.encode(command))
    assert body["seen"] == 7
    for name, value in expected.items():
        if isinstance(value, dict):
            assert value.items() <= body[name].items()
        else:
            assert body[name] == value


@pytest.mark.parametrize(
    "sent",
    [
        *("", "kind=nothing", "kind=zone.add", "kind=zone.add&zone=1&tokens=many"),
        *("kind=zone.add&zone=1&nothing=2", "kind=zone.add&zone.x=1", "kind=phase.next&x.y.z=1"),
        *("kind=attack.resolve&survivor=ann&use=ranged", "command=[]", "command={"),
        "kind=points.award&survivor=ann&amount=99999999999999999999",
    ],
)
def test_a_form_that_is_none_is_refused(sent: str) -> None:
    with pytest.raises(UnreadableCommand):
        command_from_post(QueryDict(f"id=form-0001&seen=0&{sent}"))


# --- undo back to an entry ---


def test_undo_to_takes_all_steps_back_or_none(table: Table, seat: Seat) -> None:
    for number in range(1, 5):
        send(table, PointsAward(id=f"tap-{number:08}", seen=0, survivor="ned", amount=1))
    again = {"table_id": table.pk, "seat": seat, "command_id": "undo-to-1", "seen": 4, "seq": 2}
    answer = services.table_undo_to(**again)
    table.refresh_from_db()
    assert table.state.survivors["ned"].points == 1
    assert (table.version, table.undo_seq) == (7, 1)
    assert services.table_undo_to(**again).version == answer.version, "a resend changes nothing"
    for number in range(3):  # redo brings them back one by one
        services.table_redo(
            table_id=table.pk, seat=seat, command_id=f"redo-{number:04}", seen=7 + number
        )
    table.refresh_from_db()
    assert table.state.survivors["ned"].points == 4


def test_undo_to_an_entry_that_is_undone_changes_nothing(table: Table, seat: Seat) -> None:
    for number in range(1, 4):
        send(table, PointsAward(id=f"tap-{number:08}", seen=0, survivor="ned", amount=1))
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=3)
    with pytest.raises(IllegalCommand, match=r"undo\.not_there"):
        services.table_undo_to(table_id=table.pk, seat=seat, command_id="undo-0002", seen=4, seq=3)
    table.refresh_from_db()
    assert (table.version, table.state.survivors["ned"].points) == (4, 2)


# --- reasons ---


def test_every_rule_has_words_and_a_place() -> None:
    assert set(RULES) == set(_pages())
    books = {*rulesets, *(slug for pack in load_packs().values() for slug in pack.expansions)}
    assert {slug for pages in _pages().values() for slug in pages} <= books


@pytest.mark.parametrize("game", sorted(rulesets))
def test_a_spawn_step_gives_its_reasons(guest: Person, game: str) -> None:
    """Every card is a line; every line names card, danger level, whose it is, rule and book."""
    table = lay(guest, game)
    entry = spawn(table)
    before, pack = decode_state(entry.state_before_json), load_packs()[game]
    with translation.override("en"):
        lines = spawn_lines(entry, before, pack)
        told = reasons(entry, before, pack)
    drawn = [event for event in entry.events if getattr(event, "deck", "") == "zombies"]
    assert len(lines) == len([one for one in drawn if hasattr(one, "card")])
    for line in lines:
        labels = [reason.label for reason in line.reasons]
        assert labels[0] == f"Card {line.card}"
        assert {"Rule", "Book"} <= set(labels)
        assert next(iter(before.survivors.values())).name in line.reasons[0].text
    assert {"Danger", "Drew"} <= {reason.label for reason in told}
    placed = sum(event.count for event in entry.events if type(event).__name__ == "ZombiesPlaced")
    assert sum(group.came for line in lines for group in line.groups) == placed


def test_a_shortage_says_what_was_in_the_box(guest: Person) -> None:
    table = lay(guest)
    state = table.state
    ann = replace(state.survivors["ann"], points=7)
    walkers = {"walker": 34, "runner": 14, "fatty": 14}
    deck = replace(state.decks["zombies"], source="table")
    table.state = replace(
        state,
        board=walkers,
        survivors={**state.survivors, "ann": ann},
        decks={**state.decks, "zombies": deck},
        zones=state.zones[:1],
        phase="zombies",
    )
    table.save()
    entry = send(table, SpawnResolve(id="spawn-0001", seen=0, cards=("01",)))
    with translation.override("en"):
        line = spawn_lines(entry, decode_state(entry.state_before_json), table.pack)[0]
    assert [group.asked for group in line.groups] == [2]
    assert ("Box", "There were 0 of 14: 0 come, 2 are missing") in [
        (reason.label, reason.text) for reason in line.reasons
    ]
    assert line.extra == ["All Runners activate 1 time more"]


# --- words ---


@pytest.mark.parametrize(
    ("word", "language", "several"),
    [
        ("Caminante", "es", "Caminantes"),
        ("Corredor", "es", "Corredores"),
        ("Abominación", "es", "Abominaciones"),
        ("Caminante descarnado", "es", "Caminantes descarnados"),
        ("Zeus con casco", "es", "Zeus con casco"),
        ("Fatty", "en", "Fatties"),
        ("Skinner Walker", "en", "Skinner Walkers"),
        ("Zeus on horseback", "en", "Zeus on horseback"),
    ],
)
def test_several_of_a_kind(word: str, language: str, several: str) -> None:
    assert plural(word, language) == several
    assert counted(1, word, language) == f"1 {word}"
    assert counted(3, word, language) == f"3 {several}"
