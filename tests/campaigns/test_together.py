"""One history for the evening: what a step did in two books comes and goes together."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns import services
from campaigns.keeping.checking.chains import campaign_findings, table_findings
from campaigns.models import Campaign, Member
from campaigns.play.services import seat_for
from companion import services as tables
from companion.journal.models import Book
from companion.journal.standing import standing_in, undo_stack
from companion.models import Table
from companion.people.models import Person
from rules import IllegalCommand, RuleError, apply, decode_command, pack_of
from rules.campaign import apply_campaign, book_of, decode_campaign_command
from rules.campaign.objectives import cards_taken
from rules.mechanics.missions.mission import TokenTake
from rules.mechanics.rounds import MissionEnd, PhaseNext
from rules.mechanics.wounds.wound import WoundTake
from tests.campaigns.kit import begin, keeper_of, step, tell
from tests.campaigns.test_play import opened, redo, tap, undo
from tests.companion.test_table_page import AsPerson

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def table(campaign: Campaign) -> Table:
    return opened(campaign)


def both(campaign: Campaign, table: Table) -> tuple[str, str]:
    """The states of both books, to the letter."""
    campaign.refresh_from_db()
    table.refresh_from_db()
    return table.state_json, campaign.state_json


def wanda(campaign: Campaign, table: Table) -> tuple[int, int, int]:
    """Her campaign points, and the extra actions of her sheet and at the table."""
    both(campaign, table)
    sheet = campaign.state.sheets["wanda"]
    return sheet.points, sheet.extra_actions, table.state.survivors["wanda"].extra_actions


def undo_to(table: Table, seq: int, along: Any = None) -> None:
    table.refresh_from_db()
    seat = table.seats.order_by("created_at")[0]
    tables.table_undo_to(
        table_id=table.pk,
        seat=seat,
        command_id=uuid.uuid4().hex,
        seen=table.version,
        seq=seq,
        along=along,
    )


def refused(campaign: Campaign, table: Table, work: Any) -> RuleError:
    before = both(campaign, table), campaign.version, table.version
    with pytest.raises(IllegalCommand) as caught:
        work()
    assert (both(campaign, table), campaign.version, table.version) == before
    return caught.value


def test_a_step_at_the_table_and_its_points_are_one_step(campaign: Campaign, table: Table) -> None:
    start = both(campaign, table)
    tap(table, survivor="wanda", amount=43)
    done = both(campaign, table)
    assert wanda(campaign, table)[0] == 2
    for _ in range(2):
        undo(table)
        assert both(campaign, table) == start
        redo(table)
        assert both(campaign, table) == done
    for _ in range(2):
        step(campaign, services.campaign_undo)
        assert both(campaign, table) == start
        step(campaign, services.campaign_redo)
        assert both(campaign, table) == done
    last = campaign.entries.last()
    assert last is not None
    assert (last.kind, last.target_seq, last.down_to_seq) == ("redo", 3, 2), "two points, one line"
    assert last.sheets == ",wanda,"


def test_the_card_of_an_hour_lies_face_down_again(campaign: Campaign) -> None:
    table = opened(campaign, "M3", out_of_order=True)
    for _ in range(3 * 8 - 1):
        tap(table, PhaseNext)
    before = both(campaign, table)
    assert campaign.state.objectives["m3-at-19-1"].status == "face_down"
    tap(table, PhaseNext)
    both(campaign, table)
    assert campaign.state.objectives["m3-at-19-1"].status == "taken"
    undo(table)
    assert both(campaign, table) == before


def test_a_reward_undone_at_the_table_leaves_the_sheet(campaign: Campaign, table: Table) -> None:
    tap(table, survivor="wanda", amount=43)
    tell(campaign, "reward.choose", sheet="wanda")
    assert wanda(campaign, table) == (2, 1, 1)
    undo(table)
    assert wanda(campaign, table) == (2, 0, 0)
    undo(table)
    assert wanda(campaign, table) == (0, 0, 0)
    redo(table)
    redo(table)
    assert wanda(campaign, table) == (2, 1, 1)


def test_a_reward_of_several_corrections_goes_at_once(campaign: Campaign, table: Table) -> None:
    start = both(campaign, table)
    tell(campaign, "sheet.amend", sheet="wanda", points=20, reason="last year")
    amended = both(campaign, table)
    for skill in ("hoard", None):
        tell(campaign, "reward.choose", sheet="wanda", skill=skill)
    undo(table)
    undo(table)
    assert both(campaign, table) == amended
    assert start[0] == amended[0]


def test_a_reward_taken_back_in_the_campaign_is_corrected_at_a_table_that_went_on(
    campaign: Campaign, table: Table
) -> None:
    tap(table, survivor="wanda", amount=43)
    tell(campaign, "reward.choose", sheet="wanda")
    tap(table, survivor="ned", amount=1)
    step(campaign, services.campaign_undo)
    assert wanda(campaign, table) == (2, 0, 0)
    assert table.state.survivors["ned"].points == 1
    undo(table)
    assert wanda(campaign, table) == (2, 1, 1), "the correction came from there, and goes there"
    redo(table)
    assert wanda(campaign, table) == (2, 0, 0)
    step(campaign, services.campaign_redo)
    assert wanda(campaign, table) == (2, 1, 1)


def test_what_was_done_by_hand_since_comes_first(campaign: Campaign, table: Table) -> None:
    start = both(campaign, table)
    tap(table, survivor="wanda", amount=19)
    tell(campaign, "keyword.gain", word="LLAVE")
    error = refused(campaign, table, lambda: undo(table))
    assert error.code == "undo.campaign_first"
    assert "LLAVE" in str(error.params["what"])
    step(campaign, services.campaign_undo)
    undo(table)
    assert both(campaign, table) == start
    redo(table)
    assert step(campaign, services.campaign_redo).keywords[0].word == "LLAVE"


def undo_along(table: Table, named: object) -> None:
    table.refresh_from_db()
    assert isinstance(named, int)
    tables.table_undo(
        table_id=table.pk,
        seat=table.seats.order_by("created_at")[0],
        command_id=uuid.uuid4().hex,
        seen=table.version,
        along=named,
    )


def test_what_was_named_goes_with_the_step_at_the_table(campaign: Campaign, table: Table) -> None:
    start = both(campaign, table)
    tap(table, survivor="wanda", amount=19)
    for word in ("LLAVE", "TARJETA"):
        tell(campaign, "keyword.gain", word=word)
    done = both(campaign, table)
    error = refused(campaign, table, lambda: undo(table))
    assert all(word in str(error.params["what"]) for word in ("LLAVE", "TARJETA")), "all of it"
    undo_along(table, error.params["along"])
    assert both(campaign, table) == start
    redo(table)
    assert both(campaign, table) == done
    again = refused(campaign, table, lambda: undo(table))
    assert again.code == "undo.campaign_first", "and is named the next time, too"


def test_what_was_decided_after_it_was_named_is_named_first(
    campaign: Campaign, table: Table
) -> None:
    tap(table, survivor="wanda", amount=19)
    tell(campaign, "keyword.gain", word="LLAVE")
    named = refused(campaign, table, lambda: undo(table)).params["along"]
    tell(campaign, "keyword.gain", word="TARJETA")
    error = refused(campaign, table, lambda: undo_along(table, named))
    assert "TARJETA" in str(error.params["what"])


def test_what_was_named_goes_with_the_step_in_the_campaign(
    campaign: Campaign, table: Table
) -> None:
    start = both(campaign, table)
    tap(table, survivor="wanda", amount=19)
    tap(table, survivor="ned", amount=1)
    done = both(campaign, table)
    error = refused(campaign, table, lambda: step(campaign, services.campaign_undo))
    services.campaign_undo(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command_id=uuid.uuid4().hex,
        seen=campaign.version,
        along=error.params["along"],
    )
    assert both(campaign, table) == start
    step(campaign, services.campaign_redo)
    assert both(campaign, table) == done


def test_a_card_given_back_in_the_campaign_is_given_back_at_the_table(
    campaign: Campaign, table: Table
) -> None:
    start = both(campaign, table)
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tap(table, survivor="elle", amount=1)
    error = refused(campaign, table, lambda: step(campaign, services.campaign_undo))
    assert error.code == "undo.table_first"
    assert "Elle" in str(error.params["what"])
    services.campaign_undo(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command_id=uuid.uuid4().hex,
        seen=campaign.version,
        along=error.params["along"],
    )
    assert both(campaign, table) == start


def test_several_steps_take_what_was_named_with_them(campaign: Campaign, table: Table) -> None:
    start = both(campaign, table)
    tap(table, survivor="wanda", amount=19)
    tell(campaign, "keyword.gain", word="LLAVE")
    tap(table, survivor="ned", amount=19)
    error = refused(campaign, table, lambda: undo_to(table, 1))
    assert "LLAVE" in str(error.params["what"])
    undo_to(table, 1, along=error.params["along"])
    assert both(campaign, table) == start


def test_what_came_of_the_table_is_taken_back_there(campaign: Campaign, table: Table) -> None:
    tap(table, survivor="wanda", amount=19)
    tap(table, survivor="ned", amount=1)
    error = refused(campaign, table, lambda: step(campaign, services.campaign_undo))
    assert error.code == "undo.table_first"
    assert "Ned" in str(error.params["what"])
    undo(table)
    step(campaign, services.campaign_undo)
    assert wanda(campaign, table)[0] == table.state.survivors["wanda"].points == 0
    tap(table, survivor="ned", amount=1)
    error = refused(campaign, table, lambda: step(campaign, services.campaign_redo))
    assert error.code == "step.at_table"


def test_what_is_amended_stays_amended(campaign: Campaign, table: Table) -> None:
    """Below an amendment the campaign undoes nothing: what the table says is booked anew."""
    tap(table, survivor="wanda", amount=19)
    tell(campaign, "sheet.amend", sheet="ned", points=3, reason="forgotten")
    undo(table)
    assert wanda(campaign, table)[0] == 0
    assert campaign.state.sheets["ned"].points == 3
    redo(table)
    assert wanda(campaign, table)[0] == 1


def test_an_amendment_at_the_table_is_undone_in_the_campaign_only(
    campaign: Campaign, table: Table
) -> None:
    tell(campaign, "sheet.amend", sheet="wanda", points=2, extra_actions=1, reason="forgotten")
    assert wanda(campaign, table) == (2, 1, 1)
    assert refused(campaign, table, lambda: undo(table)).code == "step.in_campaign"


def test_a_redo_whose_campaign_went_on_is_booked_anew(campaign: Campaign, table: Table) -> None:
    tap(table, survivor="wanda", amount=43)
    tell(campaign, "reward.choose", sheet="wanda")
    undo(table)
    undo(table)
    tell(campaign, "keyword.gain", word="LLAVE")
    redo(table)
    assert wanda(campaign, table) == (2, 0, 0)
    assert refused(campaign, table, lambda: redo(table)).code == "step.in_campaign"


def test_several_steps_at_once_take_all_they_did_with_them(
    campaign: Campaign, table: Table
) -> None:
    tap(table, survivor="ned", amount=1)
    start, version = both(campaign, table), campaign.version
    tap(table, survivor="wanda", amount=19)
    tap(table, survivor="ned", amount=42)
    tell(campaign, "reward.choose", sheet="ned")
    tap(table, survivor="elle", amount=5)
    done = both(campaign, table)
    undo_to(table, 2)
    assert both(campaign, table) == start
    assert campaign.entries.filter(seq__gt=version, kind="undo").count() == 1
    redo(table)
    assert both(campaign, table) == done
    table.refresh_from_db()
    undo_to(table, 4)
    assert wanda(campaign, table)[0] == 1
    assert campaign.state.sheets["ned"].extra_actions == 0, "the correction with its reward"


def test_several_steps_of_the_campaign_at_once(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    start = tell(campaign, "keyword.gain", word="LLAVE")
    for sheet in ("wanda", "ned"):
        tell(campaign, "cep.gain", sheet=sheet, why="mission")

    def back_to(seq: int) -> None:
        campaign.refresh_from_db()
        services.campaign_undo_to(
            campaign_id=campaign.pk,
            member=keeper_of(campaign),
            command_id=uuid.uuid4().hex,
            seen=campaign.version,
            seq=seq,
        )
        campaign.refresh_from_db()

    done = campaign.entries.count()
    back_to(3)
    assert campaign.state == start
    last = campaign.entries.last()
    assert last is not None
    assert (last.seq, last.sheets, last.is_several) == (done + 1, ",ned,wanda,", True)
    with pytest.raises(IllegalCommand, match=r"undo\.not_there"):
        back_to(1)
    assert step(campaign, services.campaign_redo).sheets["ned"].points == 1


def test_what_is_booked_goes_back_in_the_campaign_first(campaign: Campaign, table: Table) -> None:
    tap(table, survivor="wanda", amount=19)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    booked = both(campaign, table)
    with pytest.raises(IllegalCommand) as caught:
        undo(table)
    assert caught.value.code == "table.booked"
    assert both(campaign, table) == booked
    step(campaign, services.campaign_undo)
    step(campaign, services.campaign_undo)
    undo(table)
    assert wanda(campaign, table)[0] == 0
    assert table.state.survivors["wanda"].points == 0


def test_the_end_is_not_undone_at_the_table_behind_the_campaigns_back(
    campaign: Campaign, table: Table
) -> None:
    tap(table, survivor="wanda", amount=1)
    start = both(campaign, table)
    tap(table, MissionEnd, result="won")
    undo(table)
    assert both(campaign, table) == start, "nothing was begun there yet"
    redo(table)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "keyword.gain", word="LLAVE")
    done = both(campaign, table)
    error = refused(campaign, table, lambda: undo(table))
    assert error.code == "undo.campaign_first"
    assert "LLAVE" in str(error.params["what"])
    undo_along(table, error.params["along"])
    assert both(campaign, table) == start
    redo(table)
    assert both(campaign, table) == done


def test_two_phones_share_one_history(
    campaign: Campaign, table: Table, guest: Person, account: Person, as_person: AsPerson
) -> None:
    """Marta plays at the table, Luis has the campaign open: on pages, in their languages."""
    luis = Member.objects.create(campaign=campaign, person=account, name="Luis")
    seat_for(member=luis)
    marta, phone = as_person(guest), as_person(account)
    phone.cookies["django_language"] = "en"
    sheet = reverse("campaigns:sheet", args=[campaign.pk, "wanda"])

    def post(client: Client, where: str, book: Book, **fields: object) -> Any:
        book.refresh_from_db()
        sent = {"id": uuid.uuid4().hex, "seen": book.version, **fields}
        return client.post(reverse(where, args=[book.pk]), sent)

    def points() -> int:
        assert phone.get(sheet).status_code == 200
        return wanda(campaign, table)[0]

    award = {"kind": "points.award", "survivor": "wanda", "amount": 19}
    assert post(marta, "companion:command", table, **award).status_code == 302
    assert points() == 1
    assert post(marta, "companion:undo", table).status_code == 302
    assert points() == 0
    assert post(marta, "companion:redo", table).status_code == 302
    assert points() == 1
    word = {"kind": "keyword.gain", "word": "KEY"}
    assert post(phone, "campaigns:command", campaign, **word).status_code == 302
    for language, sentence in (
        ("en", "Decided since in the campaign:"),
        ("es", "Decidido después en la campaña:"),
    ):
        marta.cookies["django_language"] = language
        answer = post(marta, "companion:undo", table)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert points() == 1
    offered = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.content.decode()))
    assert marta.post(reverse("companion:undo", args=[table.pk]), offered).status_code == 302
    assert points() == 0
    assert campaign.state.keywords == ()
    assert table.state.survivors["wanda"].points == 0, "whoever takes it back, both have it"


def replayed(book: Book, entry: Any) -> Any:
    """The state after an entry, by the rules."""
    state = book.read_state(entry.state_before_json)
    if isinstance(book, Table):
        command = decode_command(book.game, entry.command_json)
        return apply(state, command, pack_of(state)).state
    return apply_campaign(state, decode_campaign_command(entry.command_json)).state


STEPS = (
    *("orange", "red", "point", "phase", "reward", "word", "card"),
    *("undo", "redo", "undo-to", "along"),
)
ASIDE = ("undo in the campaign", "redo in the campaign")


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    steps=st.lists(st.tuples(st.sampled_from(STEPS + ASIDE), st.integers(0, 9)), max_size=24),
)
def test_two_books_stay_one_history(guest: Person, steps: list[tuple[str, int]]) -> None:
    """Whatever is done, undone and redone in either: each log gives its state, both agree."""
    campaign = begin(guest)
    table = opened(campaign)
    keys = list(table.state.survivors)
    for what, number in steps:
        key = keys[number % 2]
        before = both(campaign, table), campaign.version, table.version
        try:
            if what in ("orange", "red", "point"):
                tap(table, survivor=key, amount={"orange": 19, "red": 43, "point": 1}[what])
            elif what == "phase":
                tap(table, PhaseNext)
            elif what == "reward":
                tell(campaign, "reward.choose", sheet=key)
            elif what == "word":
                tell(campaign, "keyword.gain", word=f"W{campaign.version}")
            elif what == "card":
                card = f"m1-objective-{number % 7 + 1}"
                tell(campaign, "objective.take", card=card, sheet=key)
            elif what == "along":
                undo_along(table, campaign.version)
            elif what == "undo-to":
                undo_to(table, max(1, table.version - number))
            elif what in ASIDE:
                how = services.campaign_undo if what == ASIDE[0] else services.campaign_redo
                step(campaign, how)
            else:
                undo(table) if what == "undo" else redo(table)
        except RuleError:
            assert (both(campaign, table), campaign.version, table.version) == before
        both(campaign, table)
        _agree(campaign, table)
    both(campaign, table)
    for book in (campaign, table):
        _is_sound(book)
    assert [*table_findings(table), *campaign_findings(campaign)] == []


def _agree(campaign: Campaign, table: Table) -> None:
    taken = sum(card.status == "taken" for card in campaign.state.objectives.values())
    assert table.state.taken.count("card") == taken
    for key, survivor in table.state.survivors.items():
        sheet = campaign.state.sheets[key]
        assert survivor.extra_actions == sheet.extra_actions
        levels = {level for level, at in (("orange", 19), ("red", 43)) if survivor.points >= at}
        assert set(sheet.reached) == levels


def _is_sound(book: Book) -> None:
    """Numbers without gaps, a replay that gives every state, undos that restore to the letter."""
    entries = list(book.entries.all())
    assert [entry.seq for entry in entries] == list(range(1, book.version + 1))
    after = [*(entry.state_before_json for entry in entries), book.state_json][1:]
    for entry, state in zip(entries, after, strict=True):
        if entry.kind == "do":
            assert replayed(book, entry) == book.read_state(state)
        elif entry.kind == "undo":
            assert state == entries[(entry.down_to_seq or entry.target_seq) - 1].state_before_json
    stack = undo_stack(book)
    final = max((e.seq for e in entries if "mission.start" in e.command_json), default=0)
    assert set(stack) == {seq for seq in standing_in(book) if seq > final}


def cards_at(campaign: Campaign, table: Table) -> tuple[int, tuple[int, int]]:
    """Objective cards as the table counts them, and as the campaign does."""
    both(campaign, table)
    counted = table.state.taken.count("card")
    return counted, cards_taken(campaign.state, book_of(campaign.state))


def test_a_card_that_goes_back_is_counted_in_neither_book(campaign: Campaign) -> None:
    table = opened(campaign, "M2", out_of_order=True)
    tell(campaign, "objective.take", card="m2-objective-1", sheet="ned")
    taken = both(campaign, table)
    assert cards_at(campaign, table) == (1, (1, 6))
    tell(campaign, "objective.keep", card="m2-objective-1", where="back", needs="LLAVE")
    returned = both(campaign, table)
    assert cards_at(campaign, table) == (0, (0, 6))
    assert table.state.survivors["ned"].actions_used == 1, "the action is spent"
    step(campaign, services.campaign_undo)
    assert both(campaign, table) == taken
    step(campaign, services.campaign_redo)
    assert both(campaign, table) == returned
    undo(table)
    assert both(campaign, table) == taken
    redo(table)
    tell(campaign, "keyword.gain", word="LLAVE")
    for number in range(2, 7):
        tell(campaign, "objective.take", card=f"m2-objective-{number}", sheet="wanda")
    assert cards_at(campaign, table) == (5, (5, 6)), "the mission is not won yet"
    tell(campaign, "objective.take", card="m2-objective-1", sheet="elle")
    assert cards_at(campaign, table) == (6, (6, 6))
    assert [taker.survivor for taker in table.state.takers] == ["wanda"] * 5 + ["elle"]


def test_a_card_that_went_back_is_not_taken_again_where_the_table_went_on(
    campaign: Campaign, table: Table
) -> None:
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "objective.keep", card="m1-objective-1", where="back", needs="LLAVE")
    tap(table, survivor="elle", amount=1)
    error = refused(campaign, table, lambda: step(campaign, services.campaign_undo))
    assert error.code == "undo.table_first"


def test_the_card_of_an_hour_is_in_no_count(campaign: Campaign) -> None:
    table = opened(campaign, "M3", out_of_order=True)
    tell(campaign, "objective.take", card="m3-at-19-1", sheet="ned", override=True)
    assert cards_at(campaign, table) == (0, (0, 6))


def test_the_cards_of_a_campaign_are_taken_there(campaign: Campaign, table: Table) -> None:
    error = refused(campaign, table, lambda: tap(table, TokenTake, survivor="ned", colour="card"))
    assert error.code == "token.of_campaign"


def test_whoever_is_off_the_board_takes_no_card(campaign: Campaign, table: Table) -> None:
    tap(table, WoundTake, survivor="ned", count=3)
    both(campaign, table)
    assert table.state.survivors["ned"].status != "in_play"
    refused(
        campaign,
        table,
        lambda: tell(campaign, "objective.take", card="m1-objective-1", sheet="ned"),
    )
