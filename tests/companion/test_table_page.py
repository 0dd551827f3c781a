"""The table page and its sheets, without a browser: what they say, cost and take."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace

from companion import services
from companion.journal.standing import standing
from companion.mechanics.spawn import CardLine, step_lines
from companion.models import LogEntry, Seat, Table
from companion.people.models import Person
from companion.plurals import counted, plural
from companion.reasoning import reasons
from companion.table.sheets import SHEETS
from companion.table.sheets.log import undone_by
from companion.teller import Teller
from rules import (
    Command,
    IllegalCommand,
    Pack,
    Survivor,
    TableState,
    Zone,
    decode_state,
    encode,
    facts_of,
    load_packs,
    new_table,
    played_pack,
    rulesets,
)
from rules.mechanics.danger import PointsAward
from rules.mechanics.rounds import MissionEnd, PhaseNext
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.drawing import SpawnResolved
from rules.mechanics.supply import ZombiesAdd
from rules.mechanics.wounds.wound import WoundTake
from rules.simulation import evening, start_table

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}
MOST_QUERIES = 12


def lay(keeper: Person, game: str = "black-plague", survivors: int = 6, **more: object) -> Table:
    pack = played_pack(game, more.get("expansions", ()))  # type: ignore[arg-type]
    seated = [
        (survivor.id, Survivor(name=survivor.name, player="Marta"))
        for survivor in pack.survivors[:survivors]
    ]
    zones = [Zone(id=name, start=name == "N") for name in ("N", "S", "W")]
    table = Table(game=game)
    table.state = new_table(pack=pack, survivors=seated, zones=zones, seed="seed", **more)  # type: ignore[arg-type]
    table.save()
    Seat.objects.create(table=table, person=keeper, name="Marta", role=Seat.Role.KEEPER)
    return table


def send(table: Table, command: Command) -> LogEntry:
    seat = table.seats.get(role=Seat.Role.KEEPER)
    answer = services.command_submit(table_id=table.pk, seat=seat, command=command)
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
            who=last.who,
            command_id=f"again-{seq:08}",
            command_json=last.command_json,
            events_json=last.events_json,
            state_before_zlib=last.state_before_zlib,
        )
        for seq in range(last.seq + 1, entries + 1)
    )
    Table.objects.filter(pk=table.pk).update(version=entries, undo_seq=entries)


# --- sheets ---


KEYS = {"survivor", "attack", "search", "describe", "item", "kills", "points", "find"}


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
        if path.startswith(("item/", "find/")):  # nobody has anything yet
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
            f"{table_url}sheets/{path}/"
            for path in paths(table)
            if not path.startswith(("item/", "find/"))
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
    assert 'id="situation"' in page, "the danger panel names her points"
    assert 'id="box"' not in page, "nothing has left it"
    send(table, ZombiesAdd(id="tap-00000002", seen=1, zombie="walker", count=1))
    assert 'id="box"' in as_person(guest).get(url, {"seen": "1"}).content.decode()
    whole = as_person(guest).get(url).content.decode()
    assert 'id="s-clovis"' in whole


def test_what_others_did_is_named(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    send(table, PointsAward(id="tap-00000001", seen=0, survivor="ann", amount=2))
    other = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=other, name="Luis")
    address, named = reverse("companion:board", args=[table.pk]), '<span data-on="s-ann">Marta +2'
    assert named in as_person(other).get(address, {"seen": "0"}).content.decode()
    assert named not in as_person(guest).get(address, {"seen": "0"}).content.decode()


# --- commands of forms ---


# --- undo back to an entry ---


def points(table: Table, survivor: str = "ned") -> int:
    table.refresh_from_db()
    return table.state.survivors[survivor].points


def give_points(table: Table, taps: int) -> None:
    for number in range(1, taps + 1):
        send(table, PointsAward(id=f"tap-{number:08}", seen=0, survivor="ned", amount=1))


def test_undo_to_takes_all_steps_back_at_once_and_redo_brings_them_back_together(
    table: Table, seat: Seat
) -> None:
    give_points(table, 4)
    again = {"table_id": table.pk, "seat": seat, "command_id": "undo-to-1", "seen": 4, "seq": 2}
    answer = services.table_undo_to(**again)
    assert points(table) == 1
    assert (table.version, table.undo_seq, table.redo_seq) == (5, 1, 5)
    entry = table.entries.get(seq=5)
    assert (entry.target_seq, entry.down_to_seq) == (4, 2)
    assert services.table_undo_to(**again).version == answer.version, "a resend changes nothing"
    step = {"table_id": table.pk, "seat": seat}
    services.table_undo(**step, command_id="undo-0001", seen=5)
    assert points(table) == 0
    for number in (6, 7):  # the mirror of both: the single step, then the three of them
        services.table_redo(**step, command_id=f"redo-{number:04}", seen=number)
    assert points(table) == 4
    assert (table.undo_seq, table.redo_seq) == (4, None)
    services.table_undo(**step, command_id="undo-0002", seen=8)
    assert points(table) == 3, "each step is there again by itself"


def test_undo_to_the_last_step_is_a_plain_undo(table: Table, seat: Seat) -> None:
    give_points(table, 2)
    services.table_undo_to(table_id=table.pk, seat=seat, command_id="undo-to-1", seen=2, seq=2)
    entry = table.entries.get(seq=3)
    assert (entry.target_seq, entry.down_to_seq, points(table)) == (2, None, 1)


def test_thousands_of_steps_are_taken_back_by_a_few_questions(table: Table, seat: Seat) -> None:
    give_points(table, 2)
    counts = []
    for entries in (10, 3000):
        lengthen(table, entries)
        with CaptureQueriesContext(connection) as captured:
            services.table_undo_to(
                table_id=table.pk, seat=seat, command_id=f"undo-{entries}", seen=entries, seq=2
            )
        counts.append(len(captured))
        assert table.entries.count() == entries + 1
        table.entries.filter(seq=entries + 1).delete()
        Table.objects.filter(pk=table.pk).update(redo_seq=None)
    assert counts[0] == counts[1]


def test_what_stands_is_read_from_the_log_also_from_one_of_single_steps() -> None:
    def steps(log: str) -> list[tuple[int, str, int | None, int | None]]:
        """`do do undo:2 redo:2 undo:2-1`: what happened, one after the other."""
        entries = []
        for seq, word in enumerate(log.split(), 1):
            kind, _colon, spoken_of = word.partition(":")
            newest, _dash, oldest = spoken_of.partition("-")
            entries.append((seq, kind, int(newest or 0) or None, int(oldest or 0) or None))
        return entries

    assert standing(steps("do do do")) == {1, 2, 3}
    assert standing(steps("do do do undo:3 undo:2")) == {1}
    assert standing(steps("do do do undo:3 undo:2 redo:2")) == {1, 2}
    assert standing(steps("do do do undo:3-2 redo:3-2")) == {1, 2, 3}
    assert standing(steps("do do undo:2 do undo:4-1")) == set()
    assert standing(steps("do do undo:2 do undo:4-1 redo:4-1")) == {1, 4}, "2 was gone before"
    assert standing(steps("redo:1 undo:9-4 do")) == {3}, "a file may say anything"


def test_the_log_names_who_took_each_step_back(
    as_person: AsPerson, guest: Person, table: Table, seat: Seat
) -> None:
    luis = Person.objects.create_guest(name="Luis")
    other = Seat.objects.create(table=table, person=luis, name="Luis")
    give_points(table, 3)
    services.table_undo(table_id=table.pk, seat=other, command_id="undo-0001", seen=3)
    services.table_undo_to(table_id=table.pk, seat=seat, command_id="undo-0002", seen=4, seq=1)
    rows = list(table.entries.filter(kind="do").order_by("-seq"))
    assert undone_by(table, rows) == {3: "Luis", 2: "Marta", 1: "Marta"}
    services.table_redo(table_id=table.pk, seat=seat, command_id="redo-0001", seen=5)
    assert undone_by(table, rows) == {3: "Luis"}
    assert undone_by(table, rows[1:]) == {}
    services.table_undo_to(table_id=table.pk, seat=seat, command_id="undo-0003", seen=6, seq=1)
    address = reverse("companion:board", args=[table.pk])
    shown = as_person(luis).get(address, {"seen": "6"}, HTTP_ACCEPT_LANGUAGE="es")
    assert "ha deshecho varios pasos" in shown.content.decode()
    assert "varios pasos, el último" in shown.content.decode(), "what redo would bring"


def test_undo_to_an_entry_that_is_undone_changes_nothing(table: Table, seat: Seat) -> None:
    for number in range(1, 4):
        send(table, PointsAward(id=f"tap-{number:08}", seen=0, survivor="ned", amount=1))
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=3)
    with pytest.raises(IllegalCommand, match=r"undo\.not_there"):
        services.table_undo_to(table_id=table.pk, seat=seat, command_id="undo-0002", seen=4, seq=3)
    table.refresh_from_db()
    assert (table.version, table.state.survivors["ned"].points) == (4, 2)


# --- reasons ---


def spawn_lines(entry: LogEntry, before: TableState, pack: Pack) -> list[CardLine]:
    (step,) = (event for event in entry.events if isinstance(event, SpawnResolved))
    return step_lines(step, Teller(before, pack))


@pytest.mark.parametrize("game", sorted(rulesets))
def test_a_spawn_step_gives_its_reasons(guest: Person, game: str) -> None:
    """Every card is a line; every line names card, danger level, whose it is, rule and book."""
    table = lay(guest, game)
    entry = spawn(table)
    before, pack = decode_state(entry.state_before_json), load_packs()[game]
    with translation.override("en"):
        lines = spawn_lines(entry, before, pack)
        why = reasons(entry.events, before, pack)
    facts = list(facts_of(entry.events))
    drawn = [event for event in facts if type(event).__name__ == "CardDrawn"]
    assert len(lines) == sum(event.deck == "zombies" for event in drawn)
    for line in lines:
        labels = [reason.label for reason in line.reasons]
        assert labels[0] == f"Card {line.card}"
        assert {"Rule", "Book"} <= set(labels)
        assert next(iter(before.survivors.values())).name in line.reasons[0].text
    assert {"Danger", "Drew"} <= {reason.label for reason in why}
    placed = sum(event.count for event in facts if type(event).__name__ == "ZombiesPlaced")
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
    assert ("Box", "Runners: 0 there, 2 missing") in [
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


# --- what an answer leaves out ---

PART = re.compile(r'<(section|li|footer)\b[^>]*\bid="([^"]+)" data-part.*?</\1>', re.DOTALL)


def parts(html: str) -> dict[str, str]:
    """The parts of a page or an answer, without what differs each time."""
    plain = re.sub(r'name="(id|seen|csrfmiddlewaretoken)" value="[^"]*"', "", html)
    return {match[2]: match[0] for match in PART.finditer(plain)}


@pytest.mark.parametrize("game", ["black-plague", "army-of-the-dead"])
def test_what_an_answer_leaves_out_has_not_changed(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    """Through an evening, step by step: each part is sent, or looks as it did before."""
    table = lay(guest, game)
    Table.objects.filter(pk=table.pk).update(
        state_json=encode(start_table(game, seed="parts")).decode()
    )
    table.refresh_from_db()
    client, page = as_person(guest), reverse("companion:table", args=[table.pk])
    before = parts(client.get(page).content.decode())
    assert {"situation", "four", "box", "questions", "dock"} <= set(before)
    left_out = 0
    for number, step in enumerate(evening(game, seed="parts", rounds=3), 1):
        command = replace(step.command, id=f"step-{number:06}", seen=number - 1)
        send(table, command)
        url = reverse("companion:board", args=[table.pk])
        sent = parts(client.get(url, {"seen": number - 1}, **HTMX).content.decode())
        after = parts(client.get(page).content.decode())
        for name, html in after.items():
            if name not in sent:
                left_out += 1
                assert html == before[name], (name, step.command)
        before = after
    assert left_out > 100


def test_a_correction_is_set_by_a_verb_in_both_languages(
    as_person: AsPerson, guest: Person, table: Table
) -> None:
    """ "Set" is also a set of sheets in print, and that is another word in Spanish."""
    url = reverse("companion:sheet", args=[table.pk, "correct"])
    for language, word in (("en", "Set"), ("es", "Cambiar")):
        page = as_person(guest).get(url, headers={"accept-language": language}).content.decode()
        assert f'<button class="btn">{word}</button>' in page


def test_an_end_that_is_taken_back_brings_the_buttons_of_every_card(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    end = send(table, MissionEnd(id="end-000001", seen=0, result="won"))
    services.table_undo(
        table_id=table.pk, seat=table.seats.get(), command_id="undo-00001", seen=end.seq
    )
    url = reverse("companion:board", args=[table.pk])
    parts = as_person(guest).get(url, {"seen": end.seq}, **HTMX).content.decode()
    for key in table.state.survivors:
        assert f'id="more-{key}"' in parts


def test_a_loss_says_who_has_died(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "zombicide-2e", survivors=6)
    key, survivor = next(iter(table.state.survivors.items()))
    send(table, WoundTake(id="wound-0001", seen=0, survivor=key, count=3))
    table.refresh_from_db()
    assert table.state.result == "lost"
    url = reverse("companion:sheet", args=[table.pk, "ending"])
    assert (
        f"A survivor is dead: {survivor.name}."
        in as_person(guest).get(url, HTTP_ACCEPT_LANGUAGE="en").content.decode()
    )


def test_an_attack_says_first_who_is_to_be_named(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    send(table, ZombiesAdd(id="zombies-01", seen=0, zombie="walker", count=2))
    key = next(iter(table.state.survivors))
    client, url = as_person(guest), reverse("companion:sheet", args=[table.pk, f"attack/{key}"])
    typed = {"typed": "1", "mode": "melee"}

    def button(**more: object) -> str:
        page = client.get(url, {**typed, **more}, HTTP_ACCEPT_LANGUAGE="en").content.decode()
        return page.partition('id="roll-meaning"')[2].partition("</span>")[0]

    assert "Say first who stands in the zone" in button()
    assert "Say first who stands in the zone" not in button(**{"targets.walker": 1})
