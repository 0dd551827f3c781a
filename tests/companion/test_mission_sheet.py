"""The mission's sheet, what is laid out, and cards that a group types once."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

from companion import services
from companion.hooks import Notice
from companion.models import Seat, Table
from companion.people.models import Person
from companion.rooms import rooms_of
from companion.selectors import board
from companion.setup.needs import NeededSkill, are_met
from companion.teller import Teller
from rules import Survivor, Zone, mission_of, new_table, played_pack
from rules.mechanics.equipment import DeckDraw, EquipmentDeal
from rules.mechanics.missions.mission import MissionTick, TokenReturn, TokenTake
from rules.mechanics.rounds import MissionEnd
from rules.state import Taker
from rules.systems.army_of_the_dead.state import Objective
from rules.systems.rue_morgue.state import Helicopter

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def lay(
    keeper: Person,
    mission: str = "",
    game: str = "black-plague",
    expansions: tuple[str, ...] = (),
    **fields: object,
) -> Seat:
    """Ann and Baldric, whatever is played, at two zones."""
    people = [(name.lower(), Survivor(name=name, player="Marta")) for name in ("Ann", "Baldric")]
    state = new_table(
        pack=played_pack(game, expansions),
        expansions=expansions,
        survivors=people,
        zones=[Zone(id="north", start=True), Zone(id="south")],
        mission=mission_of(game, mission),
        seed="pages",
    )
    table = Table(game=game, mission=mission)
    table.state = replace(state, **fields)
    table.save()
    return Seat.objects.create(table=table, person=keeper, name="Marta", role=Seat.Role.KEEPER)


def mission_page(client: Client, seat: Seat, query: str = "") -> str:
    return client.get(f"/tables/{seat.table_id}/sheets/mission/{query}").content.decode()


def test_the_mission_is_named_in_the_header_and_its_sheet_shows_goals_tiles_and_rules(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A0")
    client = as_person(guest)
    header = client.get(f"/tables/{seat.table_id}/").content.decode()
    assert "Danse Macabre" in header
    assert f"/tables/{seat.table_id}/sheets/mission/" in header
    page = mission_page(client, seat)
    assert "All survivors must reach the exit" in page
    assert ">9R</text>" in page
    assert "Abominations count as fatties." in page
    assert 'id="take-green"' in page
    assert "1 red, 1 blue, 1 green" in page


def test_an_objective_is_taken_in_two_taps_and_given_to_whoever_took_it(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A0")
    client = as_person(guest)
    asked = mission_page(client, seat, "?take=blue")
    button = next(part for part in asked.split("<button") if "token.take" in part)
    assert '"survivor":"ann"' in unescape(button)
    sent = TokenTake(id="take-0001", seen=0, survivor="ann", colour="blue")
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    page = mission_page(client, seat)
    assert "Ann +5" in page
    assert 'id="take-blue"' not in page
    assert "can be opened now." in page


def test_a_card_that_asks_for_a_keyword_goes_back_from_the_sheet(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "washington-zc:M2", game="zombicide-2e", expansions=("washington-zc",))
    client = as_person(guest)
    assert 'id="returning"' not in mission_page(client, seat)
    taken = TokenTake(id="take-0001", seen=0, survivor="ann", colour="card")
    services.command_submit(table_id=seat.table_id, seat=seat, command=taken)
    page = mission_page(client, seat)
    fold = page[page.index('id="returning"') :].partition("</details>")[0]
    assert fold.count("<button") == 1
    assert "token.return" in fold
    back = TokenReturn(id="back-0001", seen=0, survivor="ann")
    services.command_submit(table_id=seat.table_id, seat=seat, command=back)
    assert 'id="returning"' not in mission_page(client, seat)


def test_what_is_laid_out_is_ticked_for_everybody(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A0")
    client = as_person(guest)
    assert "9 things left; you can start all the same" in mission_page(client, seat)
    sent = MissionTick(id="tick-0001", seen=0, item="lay-tiles", done=True)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    assert "8 things left; you can start all the same" in mission_page(client, seat)


def test_a_met_goal_offers_the_victory(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "rue-morgue:M00-1", game="rue-morgue")
    client = as_person(guest)
    assert 'id="mission-won"' not in mission_page(client, seat)
    assert 'id="to-victory"' not in client.get(f"/tables/{seat.table_id}/").content.decode()
    sent = MissionTick(id="tick-0001", seen=0, item="goal-1", done=True)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    assert 'id="mission-won"' in mission_page(client, seat)
    Seat.objects.filter(pk=seat.pk).update(player="Marta")
    for page in ("", "mine/ann/"):
        shown = client.get(f"/tables/{seat.table_id}/{page}").content.decode()
        assert 'id="to-victory"' in shown, page
    assert "All goals are met" in client.get(f"/tables/{seat.table_id}/screen/").content.decode()


def test_a_mission_of_which_only_the_title_is_known_says_so(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "rue-morgue:M01", game="rue-morgue")
    page = mission_page(as_person(guest), seat)
    assert "only the title is known" in page


def test_free_play_has_a_sheet_without_goals(as_person: AsPerson, guest: Person) -> None:
    page = mission_page(as_person(guest), lay(guest))
    assert "No mission: lay out any board" in page


def test_a_slot_that_an_objective_takes_up_is_not_offered(
    as_person: AsPerson, guest: Person
) -> None:
    people = {"martin": Survivor(name="Martin", player="Marta", inventory={"hand-1": "crowbar-1"})}
    seat = lay(guest, "army-of-the-dead:M2", game="army-of-the-dead", survivors=people)
    sent = TokenTake(id="take-0001", seen=0, survivor="martin", colour="blue")
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    client, sheets = as_person(guest), f"/tables/{seat.table_id}/sheets"
    assert client.get(f"{sheets}/survivor/martin/").content.decode().count("Taken up") == 3
    item = unescape(client.get(f"{sheets}/item/martin/?card=crowbar-1").content.decode())
    assert '"slot":"hand-2"' in item
    assert '"slot":"backpack-1"' not in item


# --- an unknown card ---


def test_an_unknown_card_is_described_without_losing_those_before_it(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "army-of-the-dead:M1", game="army-of-the-dead", phase="zombies")
    client, sheets = as_person(guest), f"/tables/{seat.table_id}/sheets"
    pad = client.get(f"{sheets}/spawn/?card=001&card=007").content.decode()
    assert f"{sheets}/card/007/?card=001&amp;card=007" in pad
    first = client.get(f"{sheets}/card/7/?card=001&card=7").content.decode()
    assert "Card 007" in first
    assert '<input type="hidden" name="card" value="001">' in first
    query = "card=001&card=7&zombie=alpha&counts=0246"
    read = client.get(f"{sheets}/card/7/?{query}").content.decode()
    assert "4 Alphas" in read
    assert "nobody" in read
    assert "show=spawn%3Fcard%3D001%26card%3D7" in read
    assert 'name="levels.orange.alpha" value="4"' in read


def test_counts_that_are_no_four_digits_are_asked_again(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "army-of-the-dead:M1", game="army-of-the-dead", phase="zombies")
    client, sheets = as_person(guest), f"/tables/{seat.table_id}/sheets"
    for counts in ("12", "12a4", "٤٤٤٤", "12345", ""):
        page = client.get(f"{sheets}/card/007/", {"zombie": "alpha", "counts": counts})
        assert 'id="quick-form"' in page.content.decode(), counts


def test_an_unknown_order_is_described_on_a_sheet_of_its_own(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "army-of-the-dead:M1", game="army-of-the-dead", phase="zombies")
    sheets = f"/tables/{seat.table_id}/sheets"
    page = as_person(guest).get(f"{sheets}/card/order-3-1/?card=001&card=order-3-1")
    assert 'name="activates.shambler"' in page.content.decode()
    assert "show=spawn%3Fcard%3D001%26card%3Dorder-3-1" in page.content.decode()


def test_orders_nobody_described_stand_for_one_another(as_person: AsPerson, guest: Person) -> None:
    zones = (Zone(id="z", kind="zeus"),)
    state = {"phase": "zombies", "zones": zones}
    seat = lay(guest, "army-of-the-dead:M1", game="army-of-the-dead", **state)
    sheets = f"/tables/{seat.table_id}/sheets"
    pad = as_person(guest).get(f"{sheets}/spawn/").content.decode()
    assert pad.count('name="card" value="order-') == 1
    assert "Another one" in pad
    assert "the alphas of this zone activate once" in pad


# --- starting equipment ---


def test_starting_cards_are_chosen_or_dealt_by_lot(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A0")
    client, address = as_person(guest), f"/tables/{seat.table_id}/sheets/starting/"
    page = client.get(address).content.decode()
    assert 'id="give-ann-hammer-starting"' in page or 'id="give-ann-hammer"' in page
    assert 'id="deal-rest"' in page
    sent = EquipmentDeal(id="deal-0001", seen=0)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    dealt = client.get(address).content.decode()
    assert "Everybody has something in hand." in dealt
    table = Table.objects.get(pk=seat.table_id)
    handed = [copy for each in table.state.survivors.values() for copy in each.inventory.values()]
    teller = Teller(table.state, table.pack)
    assert len(handed) == len(table.state.survivors)
    for copy in handed:
        assert teller.weapon(copy) in dealt, "what chance gave is told, not only done"
    assert 'id="dealt"' in dealt


def test_the_mission_is_named_on_every_page_and_laid_out_again_for_a_rematch(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A1")
    Seat.objects.filter(pk=seat.pk).update(player="Marta")
    client, address = as_person(guest), f"/tables/{seat.table_id}"
    assert "easy · 60 min · 6+ survivors" in mission_page(client, seat)
    own = client.get(f"{address}/mine/", follow=True).content.decode()
    for page in (own, client.get(f"{address}/screen/").content.decode()):
        assert re.search(r"<h1[^>]*>(?:(?!</h1>).)*Big Game Hunting", page, re.DOTALL)
    answer = client.post(f"{address}/rematch/")
    assert answer["Location"].endswith("/sheets/mission/")


def test_sets_of_a_card_are_chosen_where_it_prints_some(as_person: AsPerson, guest: Person) -> None:
    """Whoever's sets we do not know gets cards by name, then and afterwards."""
    people = {
        "martin": Survivor(name="Martin", player="Marta"),
        "vanderohe": Survivor(name="Vanderohe", player="Marta"),
    }
    seat = lay(guest, "army-of-the-dead:M2", game="army-of-the-dead", survivors=people)
    client, address = as_person(guest), f"/tables/{seat.table_id}/sheets"
    page = client.get(f"{address}/starting/").content.decode()
    assert 'name="sets.martin" value="1"' in " ".join(page.split())
    assert "Desert Eagle, TNT" in page
    assert "red as its page shows, 1 blue" in mission_page(client, seat)
    sent = EquipmentDeal(id="deal-0001", seen=0, sets={"martin": 1})
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    assert f"{address}/search/vanderohe/" in client.get(f"{address}/starting/").content.decode()
    assert 'id="deal"' in mission_page(client, seat)


# --- set-up ---


def test_the_line_up_has_whom_the_mission_needs(as_person: AsPerson, guest: Person) -> None:
    client = as_person(guest)
    hub = "/tables/new/army-of-the-dead/?mission=army-of-the-dead:M2"
    page = client.get(hub).content.decode()
    assert "<b>Locksmith:</b> Ludwig Dieter" in " ".join(page.split())
    page = client.get(f"{hub}&survivors=martin&survivors=scott-ward").content.decode()
    assert "nobody of yours" in page
    assert "in the box: Ludwig Dieter" in page
    assert "Without them it cannot be won" in page
    page = client.get(f"{hub}&survivors=vanderohe").content.decode()
    assert "nobody we know of; look at your cards" in page


def test_two_needs_want_two_survivors() -> None:
    both = NeededSkill("Pilot", ("Ann",), (), is_unsure=False)
    assert not are_met([both, both])
    assert are_met([both, NeededSkill("Rappel", ("Ann", "Bo"), (), is_unsure=False)])
    assert are_met([])


def test_a_table_with_a_mission_begins_on_its_sheet(as_person: AsPerson, guest: Person) -> None:
    client = as_person(guest)
    answer = client.post("/tables/new/black-plague/", {"mission": "black-plague:A0"})
    assert answer.status_code == 302
    assert answer["Location"].endswith("/sheets/mission/")


def test_personal_objectives_say_what_they_ask_for_who_has_their_token_and_who_sees_to_it(
    as_person: AsPerson, guest: Person
) -> None:
    names = {"scott-ward": "Scott", "ludwig-dieter": "Dieter", "martin": "Martin"}
    people = {key: Survivor(name=name, player="Marta") for key, name in names.items()}
    drawn = (
        Objective(card="objective-ludwig-dieter-1", survivor="ludwig-dieter", count=3),
        Objective(card="objective-martin-1", survivor="martin"),
    )
    seat = lay(
        guest,
        "army-of-the-dead:M2",
        game="army-of-the-dead",
        survivors=people,
        objectives=drawn,
        taken=("yellow",),
        takers=(Taker(survivor="scott-ward", round=1),),
    )
    page = mission_page(as_person(guest), seat)
    section = page[page.index('id="personal-objectives"') :]
    section = section[: section.index("</section>")]
    assert "Ludwig Dieter must kill 8 shamblers" in section
    assert "Its token (yellow): Scott." in section
    assert "The app applies it." in section
    assert "Nobody has shown us this card" in section, "Martin's is in no book"
    assert "Its token is the purple one." in section
    assert "Left to the players." in section
    assert section.count("personal.meet") == len(drawn)


def test_a_carried_objective_is_handed_over_on_the_sheet_of_the_board(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(
        guest,
        "army-of-the-dead:M1",
        "army-of-the-dead",
        taken=("blue",),
        takers=(Taker(survivor="ann", round=1),),
    )
    page = as_person(guest).get(f"/tables/{seat.table_id}/sheets/board/").content.decode()
    assert "Hand an objective over" in page
    assert "baldric" in page.partition("Hand an objective over")[2]


def ending_page(client: Client, seat: Seat, query: str = "") -> str:
    return client.get(f"/tables/{seat.table_id}/sheets/ending/{query}").content.decode()


def test_a_victory_with_open_goals_is_one_step_more_that_says_so(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A0")
    client = as_person(guest)
    page = ending_page(client, seat)
    assert "sheets/ending/?ask=won" in page
    assert '"result":"won"' not in unescape(page)
    assert '"result":"lost"' in unescape(page)  # no question for what goals do not speak of
    page = ending_page(client, seat, "?ask=won")
    assert "0 of 1 goal is ticked: end it as won all the same" in " ".join(page.split())
    assert '"result":"won"' in unescape(page)
    assert "All survivors must reach the exit" in page
    assert f"/tables/{seat.table_id}/sheets/mission/" in page


def test_a_victory_without_open_goals_is_one_tap(as_person: AsPerson, guest: Person) -> None:
    for seat in (lay(guest), lay(guest, "black-plague:A0", ticked=("goal-1",))):
        page = ending_page(as_person(guest), seat)
        assert "ask=won" not in page
        assert '"result":"won"' in unescape(page)


def test_the_result_offers_to_take_the_end_back(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest)
    end = MissionEnd(id="ended-0001", seen=0, result="won")
    services.command_submit(table_id=seat.table_id, seat=seat, command=end)
    client = as_person(guest)
    assert 'id="not-over"' in ending_page(client, seat)
    back = client.post(f"/tables/{seat.table_id}/undo/", {"id": "goes-on-001", "seen": "1"})
    assert back.status_code == 302
    assert 'id="won"' in ending_page(client, seat)


def gift_button(page: str, survivor: str) -> str:
    taps = [part for part in page.split("<button") if "token.take" in part.partition(">")[0]]
    return unescape(next(tap for tap in taps if f'"survivor":"{survivor}"' in unescape(tap)))


def test_a_card_that_an_objective_gives_is_shown_large_with_where_it_goes(
    as_person: AsPerson, guest: Person
) -> None:
    game = played_pack("black-plague")
    mission = next(
        candidate
        for candidate in game.missions
        if any(rule.do == "objective-gives" for rule in candidate.rules)
    )
    seat = lay(guest, f"black-plague:{mission.code}")
    client = as_person(guest)
    gift = next(rule for rule in mission.rules if rule.do == "objective-gives")
    colour = (gift.colours or mission.objective_colours)[0]
    button = gift_button(mission_page(client, seat, f"?take={colour}"), "ann")
    assert "show=find/ann" in button.replace("%2F", "/")
    sent = TokenTake(id="gift-00001", seen=0, survivor="ann", colour=colour)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    page = client.get(f"/tables/{seat.table_id}/sheets/find/ann/").content.decode()
    ann = Table.objects.get(pk=seat.table_id).state.survivors["ann"]
    (copy,) = (*ann.inventory.values(), *ann.found)
    name = Teller(seat.table.state, game).weapon(copy)
    assert name in page
    assert "Where does it go?" in page
    assert 'class="told__do"' not in page  # it was no search: no action is spoken of


def test_an_objective_that_gives_nothing_leads_to_the_mission(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A0")
    button = gift_button(mission_page(as_person(guest), seat, "?take=blue"), "ann")
    assert "find/ann" not in button.replace("%2F", "/")


def test_a_search_tells_its_action_and_gives_it_back_if_it_was_free(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest)
    sent = DeckDraw(id="search-0001", seen=0, survivor="ann", deck="equipment", search=True)
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    page = as_person(guest).get(f"/tables/{seat.table_id}/sheets/find/ann/").content.decode()
    assert "Actions 2 of 3" in " ".join(page.split())
    back = next(part for part in page.split("<button") if 'id="give-back"' in part)
    assert '"count":-1' in unescape(back)


def test_points_alone_take_no_objective_off_a_mission_that_counts_them(
    as_person: AsPerson, guest: Person
) -> None:
    client = as_person(guest)
    free, counted = lay(guest), lay(guest, "black-plague:A0")
    for seat, is_counted in ((free, False), (counted, True)):
        page = client.get(f"/tables/{seat.table_id}/sheets/points/ann/").content.decode()
        assert ("Objective taken: +5" in page) is not is_counted
        assert ("sheet, which counts it" in page) is is_counted


def test_the_mission_that_is_played_is_the_one_to_print(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A1")
    page = as_person(guest).get(f"/tables/{seat.table_id}/print/").content.decode()
    chosen = re.search(r'<option value="A1" selected>', page)
    assert chosen is not None


def laid_out(page: str) -> str:
    """What the mission's sheet says is to be laid out before the first round."""
    return page.partition('id="layout"')[2].partition("</ul>")[0]


def test_what_an_objective_wakes_or_brings_stands_in_the_line_that_takes_it_back(
    as_person: AsPerson, guest: Person
) -> None:
    for mission, game, colour, said in (
        ("black-plague:A0", "black-plague", "green", "spawn zone Green active"),
        ("black-plague:A10", "black-plague", "blue", "Ann finds"),
        ("army-of-the-dead:M2", "army-of-the-dead", "blue", "Zeus"),
    ):
        zones = (Zone(id="1", start=True), Zone(id="2", colour="green", active_from=None))
        zones += (Zone(id="3", kind="zeus"),) if game == "army-of-the-dead" else ()
        seat = lay(guest, mission, game=game, zones=zones)
        to_lay = laid_out(mission_page(as_person(guest), seat))
        sent = TokenTake(id="take-0001", seen=0, survivor="ann", colour=colour)
        services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
        page = mission_page(as_person(guest), seat)
        undo = " ".join(page.partition('id="undo-sheet"')[2].partition("</button>")[0].split())
        assert f"Ann takes an objective ({colour}), " in undo
        assert said in undo
        assert laid_out(page) == to_lay


def test_an_objective_that_brings_a_necromancer_says_so_before_and_after(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A1")
    client = as_person(guest)
    told = "The blue objective reveals the laboratory and brings a necromancer."
    rules = mission_page(client, seat).count(told)
    assert mission_page(client, seat, "?take=blue").count(told) == rules + 1
    assert mission_page(client, seat, "?take=red").count(told) == rules, "it is not about red"
    before, to_lay = seat.table.state_json, laid_out(mission_page(client, seat))
    assert "2 spawn tokens" in to_lay
    sent = TokenTake(id="take-0001", seen=0, survivor="ann", colour="blue")
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    table = Table.objects.get(pk=seat.table_id)
    assert table.state.board == {"necromancer": 1}
    page = mission_page(client, seat)
    assert laid_out(page) == to_lay, "he came later"
    undo = " ".join(page.partition('id="undo-sheet"')[2].partition("</button>")[0].split())
    assert "Ann takes an objective (blue), the necromancer comes with his token" in undo
    name = "Blue objective · Necromancer"
    zones = client.get(f"/tables/{seat.table_id}/sheets/zones/").content.decode()
    assert name in zones
    log = client.get(f"/tables/{seat.table_id}/sheets/log/").content.decode()
    assert "the necromancer comes with his token: Blue objective" in log
    (notice,) = noticed_on(seat, Table(game=table.game, state_json=before))
    assert (notice.name, notice.what) == ("Necromancer", "comes with an objective")
    assert [fact.text for fact in notice.facts] == ["where it lay: Blue objective", name]
    services.table_undo(
        table_id=seat.table_id, seat=seat, command_id="undo-0001", seen=table.version
    )
    assert Table.objects.get(pk=seat.table_id).state_json == before


def test_an_objective_without_a_miniature_left_says_who_acts(
    as_person: AsPerson, guest: Person
) -> None:
    seat = lay(guest, "black-plague:A1", board={"necromancer": 1})
    before = seat.table.state_json
    sent = TokenTake(id="take-0001", seen=0, survivor="ann", colour="blue")
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    (notice,) = noticed_on(seat, Table(game=seat.table.game, state_json=before))
    assert (notice.name, notice.what) == ("Necromancer", "comes with an objective")
    assert [(fact.title, fact.text) for fact in notice.facts] == [
        ("No miniature of his is left", "The necromancers on the board act once more now.")
    ]


def noticed_on(seat: Seat, before: Table) -> list[Notice]:
    """What everybody is shown since the table was so."""
    seat.refresh_from_db()
    now = board(seat)
    rooms = (room for _mechanic, room in rooms_of(before.game) if room.notices)
    with translation.override("en"):
        return [news for room in rooms for news in room.notices(now, before.state)]  # type: ignore[misc]


def test_an_objective_that_spawns_leads_to_who_came(as_person: AsPerson, guest: Person) -> None:
    seat = lay(guest, "black-plague:A3")
    client = as_person(guest)
    asked = mission_page(client, seat, "?take=green")
    button = unescape(next(part for part in asked.split("<button") if "token.take" in part))
    assert "/sheets/spawn/" in button or "show=spawn" in button
    assert "spawn zombies in their zone" in asked
    sent = TokenTake(id="take-0001", seen=0, survivor="ann", colour="green")
    services.command_submit(table_id=seat.table_id, seat=seat, command=sent)
    shown = client.get(f"/tables/{seat.table_id}/sheets/spawn/").content.decode()
    assert "Green objective" in shown
    assert "objective-green" not in shown


def test_who_flies_is_asked_for_no_objective_and_named_in_no_zone(
    as_person: AsPerson, guest: Person
) -> None:
    """Rue Morgue, p. 18: nobody in a flying helicopter reaches the board, nor is reached."""
    flying = Helicopter(pilot="ann", flies=True)
    seat = lay(guest, "rue-morgue:M00-2", game="rue-morgue", helicopter=flying)
    client = as_person(guest)
    asked = unescape(mission_page(client, seat, "?take=blue"))
    buttons = [part.partition(">")[0] for part in asked.split("<button") if "token.take" in part]
    flies = "The helicopter is in the air: Ann cannot do that now."
    assert [flies in button for button in buttons] == ['"ann"' in button for button in buttons]
    assert len(buttons) == 2
    for attacker, is_named in (("baldric", False), ("ann", True)):
        page = client.get(f"/tables/{seat.table_id}/sheets/attack/{attacker}/").content.decode()
        assert ('name="survivors_in_zone"' in page) is is_named
