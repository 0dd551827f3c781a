"""A player asks to keep the table: who hears of it, who answers, and what comes of no answer."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion import services as tables
from companion.files.document import read_document
from companion.files.services import table_export, table_import
from companion.models import Seat, Table
from companion.people.models import Person
from companion.seats import services
from companion.seats.asking import WAIT, asking_of
from companion.shelf.services import table_archive, table_rematch
from rules import IllegalCommand
from rules.mechanics.rounds import PhaseNext
from tests.city.kit import sit
from tests.city.test_play import begun

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def eva(table: Table) -> Seat:
    return services.seat_take(table=table, person=Person.objects.create_guest(), name="Eva")


def asked(seat: Seat) -> Seat:
    """The seat, which asked three minutes ago."""
    services.keeping_ask(seat=seat)
    Seat.objects.filter(pk=seat.pk).update(asked_to_keep_at=timezone.now() - WAIT)
    seat.refresh_from_db()
    return seat


def step(seat: Seat, number: int = 1) -> None:
    command = PhaseNext(id=f"step-{number:04}", seen=number - 1, overrule=True)
    tables.command_submit(table_id=seat.table_id, seat=seat, command=command)


def role_of(seat: Seat) -> str:
    return Seat.objects.get(pk=seat.pk).role


def page(client: Client, name: str, table: Table, *more: object) -> str:
    return client.get(reverse(f"companion:{name}", args=[table.pk, *more])).content.decode()


# --- asking, answering, taking ---


def test_whoever_asks_waits_since_the_first_time(luis: Seat) -> None:
    services.keeping_ask(seat=luis)
    luis.refresh_from_db()
    first = luis.asked_to_keep_at
    assert first is not None
    assert services.keeping_ask(seat=luis).asked_to_keep_at == first
    assert role_of(luis) == Seat.Role.PLAYER


def test_a_keeper_need_not_ask_and_a_reader_may_not(table: Table, seat: Seat) -> None:
    with pytest.raises(IllegalCommand, match=r"seat\.keeps_already"):
        services.keeping_ask(seat=seat)
    reader = services.seat_take(
        table=table, person=Person.objects.create_guest(), name="R", role=Seat.Role.READER
    )
    with pytest.raises(IllegalCommand, match=r"seat\.reader"):
        services.keeping_ask(seat=reader)
    assert not table.seats.exclude(asked_to_keep_at=None).exists()


def test_in_the_archive_nobody_asks_and_nobody_takes(table: Table, luis: Seat, eva: Seat) -> None:
    asked(luis)
    table_archive(table=table, archived=True)
    for refused in (
        lambda: services.keeping_ask(seat=eva),
        lambda: services.keeping_take(seat=luis),
    ):
        with pytest.raises(IllegalCommand, match=r"table\.archived"):
            refused()
    assert role_of(luis) == Seat.Role.PLAYER


def test_whoever_was_taken_off_the_table_asks_nothing(luis: Seat) -> None:
    gone = Seat.objects.get(pk=luis.pk)
    services.seat_remove(seat=luis)
    with pytest.raises(IllegalCommand, match=r"seat\.gone"):
        services.keeping_ask(seat=gone)


def test_the_keeper_agrees_and_both_keep_the_table(seat: Seat, luis: Seat) -> None:
    services.keeping_ask(seat=luis)
    services.keeping_agree(seat=luis)
    assert (role_of(seat), role_of(luis)) == (Seat.Role.KEEPER, Seat.Role.KEEPER)
    luis.refresh_from_db()
    assert luis.asked_to_keep_at is None


@pytest.mark.parametrize("answer", [services.keeping_agree, services.keeping_end])
def test_an_answer_needs_a_request_that_stands(luis: Seat, answer: Callable[..., Seat]) -> None:
    with pytest.raises(IllegalCommand, match=r"seat\.not_asking"):
        answer(seat=luis)
    assert role_of(luis) == Seat.Role.PLAYER


def test_what_was_refused_or_withdrawn_is_not_taken_later(luis: Seat) -> None:
    asked(luis)
    services.keeping_end(seat=luis)
    with pytest.raises(IllegalCommand, match=r"seat\.not_asking"):
        services.keeping_take(seat=luis)
    services.keeping_ask(seat=luis)
    with pytest.raises(IllegalCommand, match=r"seat\.answer_due"):
        services.keeping_take(seat=luis)
    assert role_of(luis) == Seat.Role.PLAYER


def test_the_table_is_taken_after_three_minutes_and_not_before(
    luis: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.keeping_ask(seat=luis)
    luis.refresh_from_db()
    assert luis.asked_to_keep_at is not None
    assert timedelta(minutes=3) == WAIT
    over = luis.asked_to_keep_at + WAIT
    monkeypatch.setattr(timezone, "now", lambda: over - timedelta(seconds=1))
    with pytest.raises(IllegalCommand, match=r"seat\.answer_due"):
        services.keeping_take(seat=luis)
    monkeypatch.setattr(timezone, "now", lambda: over)
    services.keeping_take(seat=luis)
    assert role_of(luis) == Seat.Role.KEEPER


def test_a_keeper_who_has_played_since_is_there(seat: Seat, luis: Seat) -> None:
    """An undo counts like any tap; what was played before the asking does not."""
    step(seat)
    luis.table.entries.update(made_at=timezone.now() - 2 * WAIT)
    asking = asking_of(asked(luis))
    assert asking is not None
    assert asking.is_ripe
    tables.table_undo(table_id=seat.table_id, seat=seat, command_id="undo-0001", seen=1)
    with pytest.raises(IllegalCommand, match=r"seat\.keeper_played") as refused:
        services.keeping_take(seat=luis)
    assert refused.value.params == {"keeper": "Marta"}
    assert role_of(luis) == Seat.Role.PLAYER
    services.keeping_end(seat=luis)
    asking = asking_of(services.keeping_ask(seat=luis))
    assert asking is not None
    assert asking.played is None, "asked anew: a phone may be lost later, too"


def test_what_players_do_is_no_sign_of_the_keeper(seat: Seat, luis: Seat, eva: Seat) -> None:
    asked(luis)
    step(luis)
    step(eva, 2)
    services.keeping_take(seat=luis)
    assert role_of(luis) == Seat.Role.KEEPER


def test_everybody_asks_for_themselves(luis: Seat, eva: Seat) -> None:
    """Whoever keeps the table by then answers the other."""
    asked(luis)
    services.keeping_ask(seat=eva)
    with pytest.raises(IllegalCommand, match=r"seat\.answer_due"):
        services.keeping_take(seat=eva)
    services.keeping_take(seat=luis)
    eva.refresh_from_db()
    assert eva.asks_to_keep
    services.keeping_end(seat=eva)
    assert role_of(eva) == Seat.Role.PLAYER


def test_whoever_only_watches_for_a_while_has_to_ask_again(luis: Seat) -> None:
    asked(luis)
    for role in (Seat.Role.READER, Seat.Role.PLAYER):
        services.seat_set_role(seat=luis, role=role)
    with pytest.raises(IllegalCommand, match=r"seat\.not_asking"):
        services.keeping_take(seat=luis)


def test_the_asking_leaves_with_no_file_and_no_rematch(
    table: Table, guest: Person, luis: Seat
) -> None:
    services.keeping_ask(seat=luis)
    document = table_export(table)
    assert b"asked_to_keep" not in document
    saved, states = read_document(document)
    brought = table_import(person=luis.person, saved=saved, states=states)
    again = table_rematch(table=table, person=guest)
    for copy in (brought, again):
        assert copy.pk != table.pk
        assert not copy.seats.exclude(asked_to_keep_at=None).exists()
    assert again.seats.filter(person=luis.person).exists()


# --- the pages ---


def test_the_seats_page_of_everybody_says_who_asks(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat, eva: Seat
) -> None:
    keeper, asker, other = (as_person(seated.person) for seated in (seat, luis, eva))
    assert 'id="ask"' in page(asker, "seats", table)
    assert 'id="ask"' not in page(keeper, "seats", table)
    asker.post(reverse("companion:seats-ask", args=[table.pk]), {"asking": "1"})
    assert "Luis asks to keep the table" in page(keeper, "seats", table)
    assert 'name="agreed"' in page(keeper, "seats", table)
    seen = page(other, "seats", table)
    assert "Luis asks to keep the table" in seen
    assert 'name="agreed"' not in seen
    assert 'id="ask"' in seen, "several may ask"
    mine = page(asker, "seats", table)
    assert "You ask to keep the table" in mine
    assert 'id="look-again"' in mine
    assert 'id="ask"' not in mine
    assert 'id="take"' not in mine


def test_the_asker_reads_how_long_to_wait_and_takes_it_then(
    as_person: AsPerson, table: Table, luis: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, take = as_person(luis.person), reverse("companion:seats-take", args=[table.pk])
    services.keeping_ask(seat=luis)
    luis.refresh_from_db()
    since = luis.asked_to_keep_at
    assert since is not None
    for gone, words in ((55, "in 2:05 min"), (179, "in 0:01 min")):
        monkeypatch.setattr(timezone, "now", lambda gone=gone: since + timedelta(seconds=gone))
        assert words in page(phone, "seats", table)
        refused = phone.post(take)
        assert refused.status_code == 422
        assert "3 minutes to answer" in refused.content.decode()
    monkeypatch.setattr(timezone, "now", lambda: since + WAIT)
    assert 'id="take"' in page(phone, "seats", table)
    assert phone.post(take).url == reverse("companion:seats", args=[table.pk])
    assert role_of(luis) == Seat.Role.KEEPER
    assert 'id="take"' not in page(phone, "seats", table)


def test_the_asker_reads_that_the_keeper_has_played(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat
) -> None:
    asked(luis)
    step(seat)
    mine = page(as_person(luis.person), "seats", table)
    assert "Marta has played since" in mine
    assert 'id="take"' not in mine
    answer = as_person(luis.person).post(reverse("companion:seats-take", args=[table.pk]))
    assert "Marta has played since you asked" in answer.content.decode()
    assert role_of(luis) == Seat.Role.PLAYER


@pytest.mark.parametrize("agreed", ["1", "0"])
def test_only_the_keeper_answers(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat, agreed: str
) -> None:
    services.keeping_ask(seat=luis)
    url = reverse("companion:seat-answer", args=[table.pk, luis.pk])
    assert as_person(luis.person).post(url, {"agreed": "1"}).status_code == 422
    assert as_person(Person.objects.create_guest()).post(url, {"agreed": "1"}).status_code == 404
    assert role_of(luis) == Seat.Role.PLAYER
    assert as_person(seat.person).post(url, {"agreed": agreed}).status_code == 302
    assert role_of(luis) == (Seat.Role.KEEPER if agreed == "1" else Seat.Role.PLAYER)
    assert "asks to keep" not in page(as_person(seat.person), "seats", table)


def test_the_keeper_reads_of_it_wherever_they_play(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat, eva: Seat
) -> None:
    """On the table's page and on their own, and live; nobody else there, nor the television."""
    keeper, other = as_person(seat.person), as_person(eva.person)

    def told(client: Client) -> str:
        return client.get(reverse("companion:live", args=[table.pk])).json()["asked"]

    assert told(keeper) == ""
    services.keeping_ask(seat=luis)
    line = "Luis asks to keep the table"
    assert line in page(keeper, "table", table)
    assert line in page(keeper, "mine", table, "wanda")
    assert line in page(keeper, "sheet", table, "log")
    assert told(keeper) == line
    assert line not in page(keeper, "screen", table)
    assert line not in page(other, "table", table)
    assert told(other) == ""
    services.keeping_ask(seat=eva)
    assert told(keeper) == "Luis, Eva ask to keep the table"
    services.keeping_end(seat=luis)
    services.keeping_end(seat=eva)
    assert "to keep the table" not in page(keeper, "table", table)


def test_every_change_is_told_to_the_phones(
    luis: Seat, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    for change in (services.keeping_ask, services.keeping_end):
        with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[attr-defined]
            change(seat=luis)
        assert len(callbacks) == 1
    services.keeping_ask(seat=luis)
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[attr-defined]
        services.keeping_ask(seat=luis)
    assert callbacks == [], "nothing has changed"


def test_pages_cost_the_same_however_many_ask(
    as_person: AsPerson, table: Table, seat: Seat, luis: Seat
) -> None:
    names = ("seats", "table", "live")

    def queries(person: Person) -> list[int]:
        counts = []
        for name in names:
            with CaptureQueriesContext(connection) as captured:
                page(as_person(person), name, table)
            counts.append(len(captured))
        return counts

    services.keeping_ask(seat=luis)
    before = [queries(seated.person) for seated in (seat, luis)]
    for number in range(8):
        guest = Person.objects.create_guest()
        other = services.seat_take(table=table, person=guest, name=f"Guest {number}")
        services.keeping_ask(seat=other)
    assert [queries(seated.person) for seated in (seat, luis)] == before


def test_the_join_page_tells_the_way(client: Client, table: Table) -> None:
    join = reverse("companion:join", args=[table.code])
    words = "Is the phone of Marta itself lost?"
    assert words in client.get(join).content.decode()
    services.table_lock(table=table, locked=True)
    assert words in client.get(join).content.decode()


# --- the whole way ---


def test_a_keeper_who_lost_their_phone_has_their_old_hand_again(
    guest: Person, as_person: AsPerson
) -> None:
    """City of Horror, where a hand is its phone's alone: nothing of it opens on the way."""
    table = begun(guest)
    luis, *_others = sit(table, "Luis B.", "Ana María", "Noé")
    hand = table.any_state.seats["Marta"].hand
    assert hand
    join = reverse("companion:join", args=[table.code])
    lost, phone = Client(), as_person(luis.person)  # Marta's cookies are gone
    place = {"player": "Marta"}
    assert lost.post(join, place).status_code == 422

    def sheet(client: Client) -> int:
        return client.get(reverse("companion:sheet", args=[table.pk, "hand/1"])).status_code

    def post(name: str, *more: int, **form: str) -> int:
        address = reverse(f"companion:{name}", args=[table.pk, *more])
        return phone.post(address, form).status_code

    marta = table.seats.get(player="Marta")
    assert post("seat-remove", marta.pk) == 422
    assert post("seats-ask", asking="1") == 302
    assert post("seats-take") == 422
    Seat.objects.filter(pk=luis.pk).update(asked_to_keep_at=timezone.now() - WAIT)
    assert post("seats-take") == 302
    assert post("seat-remove", marta.pk) == 302
    assert sheet(phone) == 404
    assert lost.post(join, place).status_code == 422, "sealed for the phone that left"
    assert post("seats-place", player="Marta", closed="0") == 302
    assert sheet(phone) == 404
    assert lost.get(f"{join}?as={quote('Marta')}").status_code == 200
    assert lost.post(join, place).status_code == 302
    assert (sheet(lost), sheet(phone)) == (200, 404)
    table.refresh_from_db()
    assert table.any_state.seats["Marta"].hand == hand
    back = table.seats.get(player="Marta")
    assert (back.role, back.person_id == guest.pk) == (Seat.Role.PLAYER, False)
    assert [keeper.name for keeper in table.seats.filter(role=Seat.Role.KEEPER)] == ["Luis B."]
