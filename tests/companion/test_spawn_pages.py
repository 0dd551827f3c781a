"""A spawn step on its pages: every card at its own line, and only what stands."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import capfirst
from msgspec.structs import replace

from companion.mechanics.spawn import CardLine, step_lines
from companion.models import LogEntry, Seat, Table
from companion.narration import narrate
from companion.people.models import Person
from companion.selectors import LOOK_BACK
from companion.services import table_redo, table_undo
from companion.shelf.moments import evening_of
from companion.teller import Teller, zone_mark
from rules import Zone, facts_of, mission_of, pack_of
from rules.mechanics.blasts import BlastResolve
from rules.mechanics.buildings import BuildingOpen
from rules.mechanics.danger import PointsAward
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import PhaseNext, RoundNext
from rules.mechanics.spawn.distributing import SpawnDeal, SpawnGive, SpawnResolve
from rules.mechanics.spawn.drawing import Draw, Note, SpawnResolved
from rules.mechanics.spawn.step import SpawnGoOn
from rules.mechanics.supply import ZombiesPlaced
from rules.mechanics.wounds.wound import WoundTake
from rules.state import Pending
from rules.systems.army_of_the_dead.floors import FloorAnswer
from rules.systems.army_of_the_dead.zeus import ZeusPlace
from rules.systems.black_plague.necromancers import NecromancerKill
from rules.systems.rue_morgue.places import BoardAnswer
from rules.systems.rue_morgue.state import Helicopter, MorgueState
from rules.systems.rue_morgue.tents import TentOpen
from tests.companion.test_table_page import lay, lengthen, send, spawn

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
ENGLISH = {"HTTP_ACCEPT_LANGUAGE": "en"}
BY_HAND = {"zombies": "table", "zeus-orders": "table"}


def words_of(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))).strip()


def page_of(client: Client, table: Table, path: str = "spawn") -> str:
    plain, _mark, query = path.partition("?")
    url = reverse("companion:sheet", args=[table.pk, plain])
    return client.get(f"{url}?{query}", **ENGLISH).content.decode()


def lines_on(client: Client, table: Table) -> list[str]:
    """What the sheet says of each card."""
    page = page_of(client, table)
    return [words_of(part) for part in re.split(r'<li class="sp__l[^"]*">', page)[1:]]


def screen_of(client: Client, table: Table) -> str:
    url = reverse("companion:screen", args=[table.pk])
    return words_of(client.get(url, **ENGLISH).content.decode())


def log_of(client: Client, table: Table) -> str:
    return words_of(page_of(client, table, "log"))


def change(table: Table, **fields: object) -> None:
    table.state = replace(table.state, **fields)  # type: ignore[arg-type]
    table.save()


def resolve(table: Table, *cards: str) -> None:
    version = Table.objects.get(pk=table.pk).version
    send(table, SpawnResolve(id=f"spawn-{version:04}", seen=version, cards=cards))


def go_on(table: Table, *cards: str) -> None:
    """What the step waits for is done."""
    table.refresh_from_db()
    waiting = table.state.spawning
    assert waiting is not None
    seen = table.version
    sent = SpawnGoOn(id=f"go-on-{seen:04}", seen=seen, question=waiting.question, cards=cards)
    send(table, sent)


def begin(guest: Person, game: str, **more: object) -> Table:
    """A table in its zombie phase whose cards are read out."""
    table = lay(guest, game, sources=BY_HAND)
    change(table, phase="zombies", **more)
    return table


def test_a_double_spawn_is_told_at_its_own_card(as_person: AsPerson, guest: Person) -> None:
    table = begin(guest, "black-plague")
    resolve(table, "04", "47", "05", "06")
    first, double, extra, other = lines_on(as_person(guest), table)
    assert "Double spawn" not in first
    assert "Nobody comes" in double
    assert "Double spawn W draws 2 cards" in double
    assert "2 · card 47" in double
    assert extra.startswith("W ")
    assert "3 · card 05 · 1 of 2 by the double spawn" in extra
    assert "4 · card 06 · 2 of 2 by the double spawn" in other
    log = log_of(as_person(guest), table)
    assert "S: Double spawn: W draws 2 cards (card 47)" in log
    assert "nobody comes" not in log


def test_the_pad_says_that_an_order_of_zeus_is_drawn(as_person: AsPerson, guest: Person) -> None:
    zones = (Zone(id="N", start=True), Zone(id="throne", kind="zeus"))
    table, client = begin(guest, "army-of-the-dead", zones=zones), as_person(guest)
    url = reverse("companion:sheet", args=[table.pk, "spawn"])
    pad = words_of(client.get(url, {"card": "002"}, **ENGLISH).content.decode())
    assert "Zeus orders Its deck lies on the table" in pad
    unknown = client.get(url, {"card": ["002", "order-10-1"]}, **ENGLISH).content.decode()
    assert "order-10-1 says" not in words_of(unknown)
    assert "what card “Zeus orders” says" in words_of(unknown)


def test_an_order_of_zeus_stands_at_his_own_zone(as_person: AsPerson, guest: Person) -> None:
    zones = (Zone(id="N", start=True), Zone(id="throne", kind="zeus"))
    table = begin(guest, "army-of-the-dead", zones=zones)
    resolve(table, "002", "two-alphas-one-activation-1")
    normal, order = lines_on(as_person(guest), table)
    assert normal.startswith("N ")
    assert "1 · card 002 · start" in normal
    assert "Alpha" not in normal
    assert "activate" not in normal
    assert "throne" in order
    assert "2 Alphas" in order
    assert "Order" in order, "it says what it is"
    assert "Alphas of throne activate 1 time more" in order


def test_a_necromancer_without_a_miniature_is_named_once_and_leaves_no_empty_hint(
    as_person: AsPerson, guest: Person
) -> None:
    table = begin(guest, "black-plague", board={"necromancer": 1})
    resolve(table, "43")
    (line,) = lines_on(as_person(guest), table)[:1]
    assert "1 · card 43 · Necromancer · start" in line
    page = page_of(as_person(guest), table)
    for hint in re.findall(r'<p class="ln__x ln__x--note">.*?</p>', page, re.S):
        assert words_of(hint.partition("</b>")[2]), hint


@pytest.mark.parametrize("cards", [("13", "04", "05"), ("04", "13", "05")])
def test_an_abomination_without_a_miniature_activates_also_as_the_first_card(
    as_person: AsPerson, guest: Person, cards: tuple[str, ...]
) -> None:
    table = begin(guest, "black-plague", board={"abomination": 1})
    until = cards.index("13") + 1
    resolve(table, *cards[:until])
    go_on(table, *cards[until:])
    lines = lines_on(as_person(guest), table)
    assert 'id="wounds"' in page_of(as_person(guest), table), "who acts may hurt somebody"
    assert [f"card {card}" in line for card, line in zip(cards, lines, strict=True)] == [True] * 3
    telling = [number for number, line in enumerate(lines) if "All Abominations activate" in line]
    assert telling == [cards.index("13")]
    assert "All Abominations activate 1 time more" in log_of(as_person(guest), table)


def test_a_spawn_that_was_taken_back_is_not_shown_as_real(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    entry = spawn(table)
    client, seat = as_person(guest), table.seats.get()
    assert lines_on(client, table)
    assert "Spawn Round 1" in screen_of(client, table)
    table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=entry.seq)
    assert lines_on(client, table) == []
    assert 'id="outlook"' not in page_of(client, table), "everybody has seen the next cards"
    assert "Spawn Round 1" not in screen_of(client, table)
    table_redo(table_id=table.pk, seat=seat, command_id="redo-0001", seen=entry.seq + 1)
    assert len(lines_on(client, table)) == 3


def test_a_tent_shows_its_card_and_not_the_spawn_of_the_last_round(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "rue-morgue")
    spawn(table)
    client = as_person(guest)
    assert lines_on(client, table)
    for number in range(2):
        version = Table.objects.get(pk=table.pk).version
        send(table, PhaseNext(id=f"again-{number:04}", seen=version, overrule=True))
    table.refresh_from_db()
    assert (table.state.round, table.state.phase) == (2, "players")
    entry = send(table, TentOpen(id="tent-0001", seen=table.version, zone="N", empty=True))
    assert lines_on(client, table) == []
    assert "Nothing has spawned this round" in words_of(page_of(client, table))
    newest = words_of(page_of(client, table, f"log/{entry.seq}"))
    assert "tent N: " in newest
    assert Teller(table.state, table.pack).special(entry.events[0].card) in newest  # type: ignore[attr-defined, arg-type]
    assert "spawn, " not in screen_of(client, table).partition("new round")[0]


def test_the_card_of_a_tent_with_its_beds_is_shown_with_who_comes_out(
    as_person: AsPerson, guest: Person
) -> None:
    """Rue Morgue, p. 34: on the sheet and on the television, not in the log alone."""
    table, client = lay(guest, "rue-morgue", sources=BY_HAND), as_person(guest)
    entry = send(table, TentOpen(id="tent-0001", seen=0, zone="N", cards=("171",)))
    (words,) = narrate(entry.events[0], table.state, pack_of(table.state))
    for page in (words_of(page_of(client, table)), screen_of(client, table)):
        assert capfirst(words) in page


def test_rooms_of_a_building_are_no_spawn_zones(as_person: AsPerson, guest: Person) -> None:
    """Though a room and the starting zone have the same number."""
    table = lay(guest, sources=BY_HAND)
    change(table, zones=(Zone(id="1", start=True), Zone(id="2")))
    opened = BuildingOpen(id="rooms-0001", seen=0, zones=("1", "2"), cards=("04", "05"))
    send(table, opened)
    client = as_person(guest)
    first, second = lines_on(client, table)
    assert first.startswith("Room 1 ")
    assert second.startswith("Room 2 ")
    assert "start" not in first.partition("Card 04")[0]
    assert "One card for every zone of an opened building" in first
    assert "Building" in page_of(client, table)
    assert "2 rooms" in (screen := screen_of(client, table))
    assert "Room 1" in screen
    assert "Undo: building opened, 2 rooms: " in words_of(page_of(client, table))


def test_a_tent_is_shown_as_a_tent_and_its_form_leads_there(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "rue-morgue")
    client = as_person(guest)
    form = page_of(client, table, "do/tent.open")
    assert "Any short name that you will know again" in form
    assert "?show=spawn" in form
    send(table, TentOpen(id="tent-0001", seen=0, zone="9R"))
    page = words_of(page_of(client, table))
    assert " Tent Round 1" in page
    assert "Building" not in page
    assert "1 tent" in screen_of(client, table)
    zones = words_of(page_of(client, table, "zones"))
    assert "Open already: 9R" in zones
    url = reverse("companion:command", args=[table.pk])
    again = {"kind": "tent.open", "zone": "9r", "id": "tent-0002", "seen": 1}
    answer = client.post(url, again, **ENGLISH)
    assert answer.status_code == 422
    refusal = "Tent 9r is open already. Write the name of another one."
    assert refusal in words_of(answer.content.decode())
    assert Table.objects.get(pk=table.pk).version == 1


def test_what_goes_off_tells_whom_it_killed_and_that_it_gives_no_points(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "army-of-the-dead")
    change(table, board={"shambler": 3})
    key = next(iter(table.state.survivors))
    targets = {"shambler": 2}
    blast = BlastResolve(id="blast-0001", seen=0, cards=("tnt",), targets=targets, survivor=key)
    send(table, blast)
    client = as_person(guest)
    assert "?show=rolled" in page_of(client, table, "do/blast.resolve")
    for text in (words_of(page_of(client, table, "rolled")), log_of(client, table)):
        assert f"{table.state.survivors[key].name} · TNT: damage 3" in text
        assert "t kills 2 Shamblers" in text
        assert "ills by it give no points" in text


def test_noise_goes_by_a_form_of_its_own(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    change(table, noise=2)
    page = page_of(as_person(guest), table, "board")
    assert "2 noise tokens on the board" in words_of(page)
    _before, _summary, form = page.partition("Take noise off")
    assert re.findall(r'name="count" value="(-\d)"', form) == ["-1", "-2"]


def test_every_note_of_a_card_is_shown(guest: Person) -> None:
    table = lay(guest)
    draw = Draw(
        zone="N",
        deck="zombies",
        card="zombies-04",
        does="spawn",
        level="blue",
        by=next(iter(table.state.survivors)),
        line={},
        notes=(Note(what="first.note"), Note(what="second.note")),
    )
    step = SpawnResolved(round=1, why="step", source="app", left=9, draws=(draw,))
    line: CardLine = step_lines(step, Teller(table.state, table.pack))[0]  # type: ignore[arg-type]
    assert [band.text for band in line.bands] == line.notes == ["first.note", "second.note"]
    assert [fact for fact in step.facts() if "nothing" in str(type(fact)).lower()] == []


def parts_for(client: Client, table: Table, seen: int) -> str:
    """What a phone is sent that knows the table as it was at that version."""
    url = reverse("companion:board", args=[table.pk])
    return client.get(url, {"seen": seen}, HTTP_HX_REQUEST="true", **ENGLISH).content.decode()


def test_a_spawn_is_a_moment_on_every_phone_but_the_one_that_made_it(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    luis = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=luis, name="Luis")
    before = table.version
    entry = spawn(table)
    other = parts_for(as_person(luis), table, before)
    assert 'id="moment"' in other
    assert "drawn by Marta" in words_of(other)
    assert 'id="moment"' not in parts_for(as_person(guest), table, before)
    table_undo(table_id=table.pk, seat=table.seats.first(), command_id="undo-1", seen=entry.seq)  # type: ignore[arg-type]
    assert 'id="moment"' not in parts_for(as_person(luis), table, before), "nothing of it stands"


def test_a_moment_that_is_over_is_not_shown_to_whoever_wakes_up_late(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    luis = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=luis, name="Luis")
    before = table.version
    entry = spawn(table)
    send(table, RoundNext(id="round-0001", seen=entry.seq))
    assert 'id="moment"' not in parts_for(as_person(luis), table, before)
    assert "Spawn Round" not in screen_of(as_person(luis), table)


def test_the_last_spawn_can_be_read_until_the_next_one(as_person: AsPerson, guest: Person) -> None:
    """The tap that says all is placed begins the round; nobody has to have read it by then."""
    table, client = lay(guest), as_person(guest)
    entry = spawn(table)
    now = page_of(client, table, "spawn?last=1")
    assert "data-tick=" in now, "it is being placed"
    drawn = re.findall(r"· card (\w+)", words_of(now))
    assert len(drawn) == len(table.state.zones)
    send(table, RoundNext(id="round-0001", seen=entry.seq))
    send(table, PointsAward(id="point-0001", seen=0, survivor="ann", amount=1))
    lengthen(table, LOOK_BACK + 10)
    assert "Last spawn" in words_of(page_of(client, table, "more"))
    link = f"{reverse('companion:sheet', args=[table.pk, 'spawn'])}?last=1"
    for path in ("more", "spawn"):
        assert link in page_of(client, table, path)
    page = page_of(client, table, "spawn?last=1")
    assert re.findall(r"· card (\w+)", words_of(page)) == drawn
    assert "Round 1" in words_of(page.partition('id="sheet"')[2])
    assert "data-tick=" not in page
    assert 'id="all-placed"' not in page
    assert "Nothing has spawned this round" in words_of(page_of(client, table))
    send(table, PhaseNext(id="phase-0002", seen=Table.objects.get(pk=table.pk).version))
    assert 'id="next-sheet"' in page_of(client, table), "the next one is due"
    again = page_of(client, table, "spawn?last=1")
    assert re.findall(r"· card (\w+)", words_of(again)) == drawn


def test_the_log_gives_all_of_a_long_spawn(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, sources=BY_HAND), as_person(guest)
    known = [card.number for card in table.pack.spawns if card.kind == "spawn"][:7]
    zones = tuple(Zone(id=name, start=name == "A") for name in "ABCDEFG")
    change(table, phase="zombies", zones=zones)
    resolve(table, *known)
    page = page_of(client, table, "log")
    entry = page.partition('<details class="evd"')[2].partition("</details>")[0]
    head, _summary, opened = entry.partition("</summary>")
    assert "3 more" in words_of(head)
    assert "…" not in words_of(head)
    for zone, card in zip("ABCDEFG", known, strict=True):
        assert re.search(rf"{zone}: [^()]+\(card {card}\)", words_of(opened)), zone


def test_the_round_ends_on_the_spawn_sheet(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    spawn(table)
    page = page_of(as_person(guest), table)
    big = page[page.index('id="all-placed"') :]
    assert "round.next" in big
    assert "goes first" in words_of(big), "what the end phase does is told on its button"


def test_whoever_comes_by_an_answer_stands_at_the_card_that_asked(
    as_person: AsPerson, guest: Person
) -> None:
    table = begin(guest, "rue-morgue")
    resolve(table, "185")
    client = as_person(guest)
    (asking,) = lines_on(client, table)
    assert "Manholes" in asking
    asked = words_of(page_of(client, table))
    assert "how many manholes are on tiles with a survivor?" in asked
    assert "Each: 1 Skinner Walker" in asked
    assert 'id="all-placed"' not in page_of(client, table), "the card must be answered first"
    assert answer_first(page_of(client, table)), "the question may lie below the fold"
    table.refresh_from_db()
    (question,) = table.state.pending
    seen = table.version
    send(table, BoardAnswer(id="answer-01", seen=seen, question=question.id, places=2))
    pad = words_of(page_of(client, table))
    assert "Manholes" in pad, "who reads the next card out is told whom to place first"
    assert "nobody in this zone" in pad
    go_on(table, "171", "152")
    answered, *_others = lines_on(client, table)
    each = sum(question.zombies.values())
    assert f"{2 * each} " in answered
    assert answered.startswith("Manholes"), "not in the zone that drew it (p. 24)"
    assert "nobody in this zone" in answered
    assert "Say how many places" not in answered
    assert f"2 places on the board: {2 * each} Skinner Walkers" in log_of(client, table)
    evening = evening_of(Table.objects.get(pk=table.pk))
    came = sum(event.count for event in placed_at(table))
    assert evening.wave == (came, 1), "a step that stopped for an answer is one wave"


def placed_at(table: Table) -> list[ZombiesPlaced]:
    facts = [fact for entry in table.entries.all() for fact in facts_of(entry.events)]
    return [fact for fact in facts if isinstance(fact, ZombiesPlaced)]


def test_a_bed_card_says_which_beds_it_means(as_person: AsPerson, guest: Person) -> None:
    table = begin(guest, "rue-morgue")
    resolve(table, "187")
    asked = words_of(page_of(as_person(guest), table).partition('id="sheet"')[2])
    assert "Card 187: how many blue beds are on tiles with a survivor?" in asked
    assert "On the beds, nobody in this zone." in asked
    assert asked.lower().count("how many") == 1, "one number is asked, and once"
    assert "Each: 1 Crawler" in asked


def test_zeus_who_comes_himself_is_announced(as_person: AsPerson, guest: Person) -> None:
    zones = (Zone(id="N", start=True), Zone(id="throne", kind="zeus"))
    table = lay(guest, "army-of-the-dead")
    change(table, zones=zones, boss="zeus-mounted")
    send(table, ZeusPlace(id="zeus-0001", seen=0))
    screen = screen_of(as_person(guest), table)
    assert "Zeus on horseback Comes himself" in screen
    assert "in zone throne; his spawn token goes" in screen
    assert "2 wounds each attack" in screen


def test_the_die_that_chose_a_zone_stands_at_its_line(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "rue-morgue")
    low, high = (1, 2, 3), (4, 5, 6)
    change(table, zones=(Zone(id="A", start=True, locators=low), Zone(id="B", locators=high)))
    entry = spawn(table)
    (step,) = (event for event in entry.events if isinstance(event, SpawnResolved))
    lines = lines_on(as_person(guest), table)
    assert step.dice
    for draw, line in zip(step.draws, lines, strict=True):
        assert line.startswith(f"{'A' if draw.die in low else 'B'} ")
        assert f"die {draw.die} · " in line


def test_a_zone_that_is_only_a_number_is_not_read_as_one_with_its_count() -> None:
    assert [zone_mark(zone) for zone in ("2", "12R", "throne")] == ["Z2", "12R", "throne"]


def test_who_acts_is_shown_before_anybody_spawns(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    change(table, phase="zombies", board={"walker": 3, "runner": 1})
    said = words_of(page_of(as_person(guest), table, "activation"))
    assert "4 zombies" in said
    assert "3 Walkers 1 action" in said
    assert "1 Runner 2 actions" in said


def test_a_necromancer_who_may_escape_is_asked_for_where_he_acts(
    as_person: AsPerson, guest: Person
) -> None:
    zones = (Zone(id="N", start=True), Zone(id="7+1", kind="necromancer"))
    table = begin(guest, "black-plague", zones=zones, board={"necromancer": 1})
    page = page_of(as_person(guest), table, "activation")
    assert "Does the necromancer leave the board?" in words_of(page)
    assert "necromancer.escape" in page
    shown = words_of(page) + words_of(page_of(as_person(guest), table, "zones"))
    assert "Z7 · Necromancer" in shown
    assert "7+1" not in shown, "an id says nothing at a table"


OLD_STEP = """[
  {"kind": "card.drawn", "deck": "zombies", "card": "zombies-47", "zone": "S"},
  {"kind": "spawn.doubled", "zone": "W", "draws": 2},
  {"kind": "card.drawn", "deck": "zombies", "card": "zombies-08", "zone": "W"},
  {"kind": "zombies.placed", "zone": "W", "zombie": "walker", "count": 3,
   "card": "zombies-08", "why": "card", "danger": "blue"}
]"""


def test_a_log_from_before_steps_were_told_whole_stays_readable(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    entry = spawn(table)
    table.entries.filter(pk=entry.pk).update(events_json=OLD_STEP)
    client = as_person(guest)
    log = log_of(client, table)
    assert "W draws 2 cards" in log
    assert "3 Walkers" in log
    assert lines_on(client, table) == [], "what it never told cannot be laid out card by card"
    for path in ("spawn", f"log/{entry.seq}"):
        assert client.get(reverse("companion:sheet", args=[table.pk, path])).status_code == 200
    story = client.get(reverse("companion:story", args=[table.pk]), **ENGLISH).content.decode()
    assert "Zombies placed 3" in words_of(story)


def test_whoever_distributes_sees_all_cards_and_gives_each_zone_one(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "zombicide-2e", survivors=2)
    first = next(iter(table.state.survivors))
    chosen = replace(table.state.survivors[first], skills=("distributor",))
    change(table, phase="zombies", survivors={**table.state.survivors, first: chosen})
    client, address = as_person(guest), reverse("companion:table", args=[table.pk])
    page = client.get(address, **ENGLISH).content.decode()
    assert "spawn.deal" in unescape(page), "the large button lays the cards out"
    send(table, SpawnDeal(id="deal-0001", seen=0))
    table.refresh_from_db()
    waiting = table.state.spawning
    assert waiting is not None
    sheet = page_of(client, table)
    assert "Which card does spawn zone N get?" in words_of(sheet)
    assert all(f'"{card}"' in unescape(sheet) for card in waiting.hand)
    for seen in (1, 2):
        table.refresh_from_db()
        waiting = table.state.spawning
        assert waiting is not None
        card = waiting.hand[-1]
        sent = SpawnGive(id=f"give-000{seen}", seen=seen, question=waiting.question, card=card)
        send(table, sent)
    table.refresh_from_db()
    assert table.state.spawned
    assert len(lines_on(client, table)) == 3
    assert "gets card" in log_of(client, table)


def answer_first(page: str) -> str:
    """Return the head of the large button, which leads to the question on the same page."""
    (big,) = re.findall(
        r'<a class="next" id="answer-first" href="#unanswered">(.*?)</a>', page, re.S
    )
    assert 'id="unanswered"' in page
    return words_of(big)


@pytest.mark.parametrize("sources", [{}, BY_HAND], ids=["drawn by the app", "cards on the table"])
def test_the_dead_necromancers_token_is_chosen_before_anything_spawns(
    as_person: AsPerson, guest: Person, sources: dict[str, str]
) -> None:
    """Black Plague, p. 29: he is dead, and the players remove a token, which draws no more."""
    table, client = lay(guest, sources=sources), as_person(guest)
    change(table, zones=(*table.state.zones, Zone(id="N+1", kind="necromancer")))
    change(table, board={"necromancer": 1})
    send(table, ZombiesKill(id="kill-0001", seen=0, survivor="ann", zombie="necromancer"))
    send(table, PhaseNext(id="phase-0001", seen=1))
    address = reverse("companion:table", args=[table.pk])
    big = client.get(address, **ENGLISH).content.decode().partition('id="next"')[2]
    assert words_of(big.partition("</a>")[0]).endswith(
        "Answer first A question of the board is open"
    )
    for path in ("activation", "spawn"):
        page = page_of(client, table, path)
        assert answer_first(page) == "Answer first A question of the board is open"
        assert "spawn.resolve" not in page.partition('id="sheet"')[2]
    answer = NecromancerKill(id="token-0001", seen=2, zone="N+1", remove="S")
    send(table, answer)
    page = page_of(client, table)
    assert "answer-first" not in page
    assert "which card came?" in words_of(page) if sources else "spawn.resolve" in page


def test_mission_1_asks_whether_somebody_is_on_the_floor_before_anything_spawns(
    as_person: AsPerson, guest: Person
) -> None:
    mission = mission_of("army-of-the-dead", "army-of-the-dead:M1")
    table = lay(guest, "army-of-the-dead", sources=BY_HAND, mission=mission)
    change(table, zones=(Zone(id="Red"), Zone(id="Up", colour="blue")))
    send(table, PhaseNext(id="phase-0001", seen=0))
    client, address = as_person(guest), reverse("companion:table", args=[table.pk])
    assert "Answer first" in words_of(client.get(address, **ENGLISH).content.decode())
    sheet = page_of(client, table)
    assert "Spawn zone Up: is a survivor on its floor?" in words_of(sheet)
    assert "floor.answer" in unescape(sheet)
    answer = FloorAnswer(id="floor-0001", seen=1, question="floor-1-1", somebody=False)
    send(table, answer)
    assert "is a survivor on its floor" not in page_of(client, table)
    resolve(table, "001")
    assert len(lines_on(client, table)) == 1, "the zone upstairs draws nothing"
    assert "nobody is on that floor" in log_of(client, table)


def test_a_card_is_typed_without_the_zeros_of_its_number(
    as_person: AsPerson, guest: Person
) -> None:
    table = begin(guest, "army-of-the-dead")
    url = reverse("companion:sheet", args=[table.pk, "spawn"])
    html = as_person(guest).get(url, {"card": ["1", "02"]}, **ENGLISH).content.decode()
    pad = words_of(html)
    assert "001" in pad
    assert "002" in pad
    assert "There is no card" not in pad
    assert "W : which card came?" in pad


def test_zones_with_a_number_are_marked_as_zones_wherever_they_are_named(
    as_person: AsPerson, guest: Person
) -> None:
    zones = tuple(Zone(id=name, start=name == "1") for name in ("1", "2"))
    table = begin(guest, "black-plague", zones=zones, board={"abomination": 1})
    client = as_person(guest)
    assert "Z1 : which card came? Then Z2" in words_of(page_of(client, table))
    resolve(table, "41", "04")
    page = words_of(page_of(client, table))
    assert "His token lies in Z1" in page
    assert "Z1: 1 Necromancer" in log_of(client, table)


def down(table: Table, key: str, count: int = 3) -> LogEntry:
    version = Table.objects.get(pk=table.pk).version
    return send(table, WoundTake(id=f"wound-{version:04}", seen=version, survivor=key, count=count))


def test_a_fall_is_a_moment_on_every_phone_and_on_the_screen(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    luis = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=luis, name="Luis")
    before, key = table.version, next(iter(table.state.survivors))
    name = table.state.survivors[key].name
    entry = down(table, key)
    other = parts_for(as_person(luis), table, before)
    moment = words_of(other[other.index('id="moment"') :])
    assert f"{name} Dead" in moment
    assert "Still standing: 5" in moment
    assert "Undo" in moment
    assert "data-seconds" not in other, "it stays until it is seen"
    assert "data-own-doing" not in other
    assert f"{name} Dead" in screen_of(as_person(luis), table)
    table_undo(table_id=table.pk, seat=table.seats.first(), command_id="undo-1", seen=entry.seq)  # type: ignore[arg-type]
    assert 'id="moment"' not in parts_for(as_person(luis), table, before), "nobody fell"
    assert "Still standing" not in screen_of(as_person(luis), table)


def test_whoever_notes_the_last_wound_is_shown_the_fall_at_once(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    key = next(iter(table.state.survivors))
    said = {
        "with": f'{{"kind":"wound.take","survivor":"{key}","count":3}}',
        "id": "wound-0001",
        "seen": table.version,
    }
    url = reverse("companion:command", args=[table.pk])
    answer = as_person(guest).post(
        f"{url}?seen={table.version}", said, HTTP_HX_REQUEST="true", **ENGLISH
    )
    assert "data-own-doing" in answer.content.decode()


def test_a_rise_of_the_danger_is_a_moment_for_the_others_and_the_screen(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    luis = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=luis, name="Luis")
    first, second = list(table.state.survivors)[:2]
    before = table.version
    send(table, PointsAward(id="points-0001", seen=0, survivor=first, amount=7))
    other = parts_for(as_person(luis), table, before)
    assert 'data-band="Danger: Yellow"' in other
    assert 'id="moment"' not in parts_for(as_person(guest), table, before)
    assert "read at the yellow line" in screen_of(as_person(luis), table)
    send(table, PointsAward(id="points-0002", seen=0, survivor=second, amount=7))
    later = parts_for(as_person(luis), table, before + 1)
    assert 'id="moment"' not in later, "it was yellow before"
    assert "read at the yellow line" not in screen_of(as_person(luis), table)


def test_the_end_phase_is_reminded_of_before_the_tap_that_ends_the_round(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "rue-morgue")
    assert isinstance(table.state, MorgueState)
    table.state = replace(table.state, helicopter=Helicopter(flies=True))
    table.save()
    spawn(table)
    page = page_of(as_person(guest), table)
    while 'id="all-placed"' not in page:
        table.refresh_from_db()
        if 'id="next-sheet"' in page:
            go_on(table)
        else:
            seen, question = table.version, table.state.pending[0].id
            answer = BoardAnswer(id=f"answer-{seen:03}", seen=seen, question=question, places=0)
            send(table, answer)
        page = page_of(as_person(guest), table)
    assert "The helicopter flies" in words_of(page)
    assert "round.next" in page[page.index('id="all-placed"') :]


def test_a_zone_with_a_colour_goes_by_it_on_the_sheet_in_the_log_and_on_the_television(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "zombicide-2e")
    change(table, zones=(Zone(id="1", start=True), Zone(id="2", colour="blue")))
    spawn(table)
    client = as_person(guest)
    first, second = lines_on(client, table)[:2]
    assert first.startswith("Z1 ")
    assert second.startswith("Blue ")
    assert "Blue: " in log_of(client, table)
    assert re.search(r"Z1 .* Blue ", screen_of(client, table))
    zones = client.get(f"/tables/{table.pk}/sheets/zones/", **ENGLISH).content.decode()
    assert "<b>Blue</b>" in zones


def test_the_pad_names_the_zones_that_draw_next_as_often_as_they_do(
    as_person: AsPerson, guest: Person
) -> None:
    zones = (Zone(id="1", start=True, tokens=2), Zone(id="2", tokens=1))
    client = as_person(guest)
    stacked = begin(guest, "black-plague", zones=zones)
    assert "Z1 : which card came? Then Z1, Z2" in words_of(page_of(client, stacked))
    page = words_of(page_of(client, stacked, "spawn?card=04"))
    assert "Z1 : which card came? Then Z2" in page
    page = words_of(page_of(client, stacked, "spawn?card=04&card=05"))
    assert "Z2 : which card came?" in page
    assert "The last card" in page
    doubled = words_of(page_of(client, stacked, "spawn?card=47"))
    assert "Z1 : which card came? Then Z1, Z2" in doubled, "the second token draws twice"


def test_the_pad_names_the_zones_that_the_dice_have_chosen(
    as_person: AsPerson, guest: Person
) -> None:
    locators = ((1, 2, 3), (4, 5, 6))
    zones = tuple(
        Zone(id=name, start=name == "1", locators=faces)
        for name, faces in zip("12", locators, strict=True)
    )
    table, client = begin(guest, "rue-morgue", zones=zones), as_person(guest)
    told = words_of(page_of(client, table))
    said = re.search(r"(Z\d) : which card came\? Then ((?:Z\d(?:, )?)+)", told)
    assert said is not None, told
    foretold = [said[1], *said[2].split(", ")]
    resolve(table, "145", "146", "147", "148")
    drawn = [zone for line in lines_on(client, table) for zone in re.findall(r"\bZ\d\b", line)[:1]]
    assert drawn == foretold[: len(drawn)]
    assert len(foretold) > len(zones)


def test_nothing_is_asked_once_the_mission_is_over(as_person: AsPerson, guest: Person) -> None:
    waiting = Pending(id="activation-1-1", what="activation", zombies={"walker": 1})
    table, client = begin(guest, "black-plague", pending=(waiting,)), as_person(guest)
    url = reverse("companion:table", args=[table.pk])
    asked = words_of(client.get(url, **ENGLISH).content.decode())
    assert "before the next card is read" in asked
    change(table, result="lost")
    assert "before the next card is read" not in words_of(
        client.get(url, **ENGLISH).content.decode()
    )
