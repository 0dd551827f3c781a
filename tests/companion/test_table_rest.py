"""What only some games need on the table page: it is there for them, and only for them."""

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace

from companion import services
from companion.models import Table
from companion.odds.outlook import span
from companion.people.models import Person
from companion.selectors import board
from companion.services import table_undo
from companion.table.sheets.decks import spawn_words
from rules import Zone, encode, forecast, rulesets
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.zones import ZoneStart
from rules.systems.army_of_the_dead.state import Vault
from rules.systems.black_plague.necromancers import NecromancerKill
from tests.companion.test_table_page import HTMX, lay, send, spawn
from tests.robot.page import Page

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def sheet(client: Client, table: Table, path: str) -> str:
    plain, _mark, query = path.partition("?")
    url = reverse("companion:sheet", args=[table.pk, plain])
    return client.get(f"{url}?{query}", **HTMX).content.decode()


def enter(client: Client, table: Table, **fields: object) -> HttpResponse:
    """A form of a sheet, as a phone without script sends it."""
    version = Table.objects.get(pk=table.pk).version
    body = {"id": f"form-{version:08}", "seen": version, **fields}
    return client.post(reverse("companion:command", args=[table.pk]), body)


def last_events(table: Table) -> list[dict[str, object]]:
    events: list[dict[str, object]] = json.loads(encode(table.entries.latest("seq").events))
    return events


# --- the forecast ---


@pytest.mark.parametrize("game", sorted(rulesets))
def test_the_forecast_stands_by_the_decks_and_before_the_spawn(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    table = lay(guest, game)
    with override("en"):
        likely = span(forecast(table.state, table.pack)).words
    client = as_person(guest)
    for path in ("decks", "spawn"):
        page = sheet(client, table, path)
        assert 'id="outlook"' in page, path
        assert likely in page, path


def test_after_the_spawn_its_sheet_shows_what_came(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    spawn(table)
    client = as_person(guest)
    assert 'id="outlook"' not in sheet(client, table, "spawn")
    assert 'id="outlook"' in sheet(client, table, "decks")


def test_a_house_without_odds_sees_no_forecast(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, options=("hide-odds",))
    client = as_person(guest)
    for path in ("decks", "spawn"):
        assert 'id="outlook"' not in sheet(client, table, path)


# --- time and teams ---


def test_the_time_meter_and_the_teams_stand_on_the_board(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest, "rue-morgue", 4)
    client = as_person(guest)
    url = reverse("companion:table", args=[table.pk])
    bare = client.get(url).content.decode()
    assert 'id="time-meter"' not in bare
    assert 'id="team-scores"' not in bare
    teams = {
        key: replace(survivor, team="ab"[number % 2], points=number)
        for number, (key, survivor) in enumerate(table.state.survivors.items())
    }
    table.state = replace(table.state, survivors=teams)
    table.save()
    assert "Team a: 2 · Team b: 4" in client.get(url).content.decode()
    army = lay(guest, "army-of-the-dead", 4)
    army.state = replace(army.state, time=3, time_limit=12)
    army.save()
    page = client.get(reverse("companion:table", args=[army.pk])).content.decode()
    assert "Time meter: 3 of 12" in page


def test_a_point_of_a_team_is_sent_to_phones_that_show_the_score(
    as_person: AsPerson, guest: Person
) -> None:
    """Also when it leaves the danger level and its survivor as they are."""
    table = lay(guest, "rue-morgue", 4)
    first, second, *_rest = table.state.survivors
    teams = {key: replace(survivor, team="a") for key, survivor in table.state.survivors.items()}
    teams[first] = replace(teams[first], points=5)
    table.state = replace(table.state, survivors=teams)
    table.save()
    client = as_person(guest)
    tap = json.dumps({"kind": "points.award", "survivor": second, "amount": 1})
    assert enter(client, table, **{"with": tap}).status_code == 302
    board = client.get(reverse("companion:board", args=[table.pk]), {"seen": "0"}, **HTMX)
    assert "Team a: 6" in board.content.decode()


# --- forms of the survivor's sheet ---


def test_armour_is_rolled_where_the_game_has_armour(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    client = as_person(guest)
    assert 'id="armour"' not in sheet(client, table, "survivor/ann"), "she wears none"
    leather = next(
        copy
        for copy in (*table.state.decks["equipment"].draw, *table.state.decks["equipment"].aside)
        if copy.startswith("leather-arm")
    )
    ann = replace(table.state.survivors["ann"], inventory={"body": leather})
    table.state = replace(
        table.state, survivors={**table.state.survivors, "ann": ann}, dice="table"
    )
    table.save()
    page = sheet(client, table, "survivor/ann")
    assert 'id="armour-go"' in page
    assert 'name="rerolls"' not in page, "no shield, no second roll"
    assert 'id="shield-go"' not in page
    wound = {"kind": "wound.take", "survivor": "ann", "armour": "true", "rerolls": ""}
    assert enter(client, table, **wound, count="2", dice="6 1", zombie="").status_code == 302
    kept = Table.objects.get(pk=table.pk)
    assert kept.state.survivors["ann"].wounds == 1
    (dealt,) = last_events(kept)
    assert (dealt["total"], dealt["hurt"][0]["armour"]["saved"]) == (2, 1)
    refused = enter(client, table, **{**wound, "rerolls": "2"}, dice="1 1 1")
    assert refused.status_code == 422
    assert Table.objects.get(pk=table.pk).version == kept.version


# --- dice beside those of an attack ---


def result_of(client: Client, table: Table) -> str:
    """What the sheet says that a step with dice leads to."""
    page = client.get(
        reverse("companion:sheet", args=[table.pk, "rolled"]), HTTP_ACCEPT_LANGUAGE="en"
    )
    body = page.content.decode().partition('id="sheet"')[2].partition('id="do"')[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_armour_that_stops_a_wound_is_a_result_with_its_dice(
    as_person: AsPerson, guest: Person
) -> None:
    """The bar under it, too, says what was taken and not what was dealt."""
    table, client = lay(guest), as_person(guest)
    deck = table.state.decks["equipment"]
    leather, mail = (
        next(copy for copy in (*deck.draw, *deck.aside) if copy.startswith(kind))
        for kind in ("leather-arm", "chainmail")
    )
    worn = {"ann": leather, "baldric": mail}
    survivors = {
        key: replace(survivor, inventory={"body": worn[key]}) if key in worn else survivor
        for key, survivor in table.state.survivors.items()
    }
    table.state = replace(table.state, survivors=survivors, dice="table", board={"walker": 3})
    table.save()
    form = sheet(client, table, "survivor/ann")
    assert "?show=rolled/ann" in form.partition('id="armour-go"')[0].rpartition("<form")[2]
    assert 'id="armour-go"' in sheet(client, table, "rolled/ann"), (
        "nothing was rolled, or it is undone"
    )
    attack = {"kind": "zombies.attack", "zombies.walker": "3", "armour": "true"}
    shared = {"wounds.ann": "2", "wounds.baldric": "1"}
    assert enter(client, table, **attack, **shared, dice="6 1 6").status_code == 302
    result = result_of(client, table)
    assert "3 Walkers: 1 wound, 2 stopped" in result
    assert "6: stopped 1: not stopped" in result
    assert "Armor of Ann, 5+" in result
    assert "Armor of Baldric, 4+" in result
    assert "Ann takes 1 wound" in result
    assert "Undo: 3 Walkers: 1 wound, 2 stopped" in result
    wound = {"kind": "wound.take", "survivor": "baldric", "armour": "true", "zombie": ""}
    assert enter(client, table, **wound, count="1", dice="6").status_code == 302
    result = result_of(client, table)
    assert "Baldric: 0 wounds, 1 stopped" in result
    assert "6: stopped" in result


def test_the_dice_of_a_door_are_shown_with_its_noise(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest), as_person(guest)
    table.state = replace(table.state, dice="table")
    table.save()
    form = sheet(client, table, "do/door.open")
    assert "?show=rolled" in form
    tool = next(card for card in table.pack.equipment if card.doors and card.doors.roll)
    assert tool.doors is not None
    assert tool.profiles[0].dice == 1
    forced = {"kind": "door.open", "survivor": "ann", "card": tool.id}
    name, needed = tool.name.in_language("en"), tool.doors.roll
    assert enter(client, table, **forced, dice="1").status_code == 302
    result = result_of(client, table)
    assert f"Ann does not get a door open with {name}" in result
    assert f"1: does not {name}, {needed}+" in result
    assert ("Noise: 1 token" in result) is tool.doors.noisy
    assert enter(client, table, **forced, dice="6").status_code == 302
    assert f"6: opens {name}, {needed}+" in result_of(client, table)
    services.table_undo(
        table_id=table.pk,
        seat=table.seats.get(),
        command_id="undo-00001",
        seen=Table.objects.get(pk=table.pk).version,
    )
    assert "6: opens" not in result_of(client, table), "what was taken back is told to nobody"


@pytest.mark.parametrize("game", ["black-plague", "rue-morgue", "zombicide-2e"])
def test_a_door_from_a_cards_own_sheet_leads_to_its_result(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    """With the dice, where the card has to roll."""
    table, client = lay(guest, game), as_person(guest)
    tools = {card.doors.roll: card for card in table.pack.equipment if card.doors}
    tool = tools[max(tools, key=lambda roll: roll or 0)]
    key, survivor = next(iter(table.state.survivors.items()))
    armed = replace(survivor, inventory={"hand-1": f"{tool.id}-1"})
    table.state = replace(table.state, survivors={**table.state.survivors, key: armed})
    table.save()
    page = sheet(client, table, f"item/{key}?card={tool.id}-1")
    (doors,) = re.findall(r"<button[^>]*door\.open[^>]*>", page)
    assert "/commands/?show=rolled" in doors


@pytest.mark.parametrize("kind", ["zombies.attack", "wound.take"])
def test_whatever_rolls_for_armour_leads_to_the_dice(
    as_person: AsPerson, guest: Person, kind: str
) -> None:
    table = lay(guest)
    table.state = replace(table.state, board={"walker": 1})
    table.save()
    page = sheet(as_person(guest), table, f"do/{kind}")
    drawn = page.partition('id="sheet-title"')[2]
    assert set(re.findall(r'action="[^"]*/commands/([^"]*)"', drawn)) == {"?show=rolled"}


def test_sleepers_left_behind_are_a_result_with_the_question_they_put(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "army-of-the-dead"), as_person(guest)
    table.state = replace(table.state, dice="table")
    table.save()
    key = next(iter(table.state.survivors))
    name = table.state.survivors[key].name
    assert "?show=rolled" in sheet(client, table, "do/sleepers.leave")
    leave = {"kind": "sleepers.leave", "survivor": key}
    assert enter(client, table, **leave, dice="4").status_code == 302
    result = result_of(client, table)
    assert "4: they sleep on" in result
    assert "how many are on the token?" not in result
    assert enter(client, table, **leave, dice="1").status_code == 302
    result = result_of(client, table)
    assert f"1: they wake {name} leaves: a 1 wakes them" in result
    assert "The sleepers wake: how many are on the token?" in result


@pytest.mark.parametrize("game", sorted(rulesets))
def test_only_a_game_with_armour_asks_for_it(as_person: AsPerson, guest: Person, game: str) -> None:
    """Where the table rolls, the dice of zombies' attacks are asked for with it."""
    table, client = lay(guest, game), as_person(guest)
    table.state = replace(table.state, dice="table", board={table.pack.zombies[0].id: 1})
    table.save()
    has_armour = any(card.armour for card in table.pack.equipment)
    first = next(iter(table.state.survivors))
    assert 'id="armour"' not in sheet(client, table, f"survivor/{first}"), "nobody wears any"
    for path in ("do/zombies.attack", "board", f"attack/{first}?typed=1"):
        page = sheet(client, table, path)
        assert ('name="armour"' in page) is has_armour, path
    attack = sheet(client, table, "do/zombies.attack")
    assert ('name="dice"' in attack) is has_armour


def test_leaving_zombies_costs_an_action_for_each(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    client = as_person(guest)
    assert 'name="leaving"' in sheet(client, table, "survivor/ann")
    leave = {"kind": "action.spend", "survivor": "ann", "leaving": "1"}
    assert enter(client, table, **leave).status_code == 302
    assert Table.objects.get(pk=table.pk).state.survivors["ann"].actions_used == 2
    assert enter(client, table, **leave).status_code == 422
    assert enter(client, table, **leave, overrule="on").status_code == 302


# --- forms of the board's sheet, and of the list of everything ---


def test_the_list_lets_the_players_insist(as_person: AsPerson, guest: Person) -> None:
    """Zombies have not come yet: the next phase says so, and is sent all the same."""
    table, client = lay(guest), as_person(guest)
    assert enter(client, table, kind="phase.next").status_code == 302
    url = reverse("companion:sheet", args=[table.pk, "do/phase.next"])
    page = Page(url, 200, client.get(url).content.decode())
    button = next(each for each in page.buttons if each.kind == "phase.next")
    assert button.why_not is None
    assert button.text == "Next phase all the same"
    assert "The zombies of this round have not spawned yet." in page.texts
    assert enter(client, table, **{button.name: button.value}).status_code == 302
    assert last_events(table)[0]["kind"] == "spawn.skipped"


def test_a_survivor_with_two_sets_chooses(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "army-of-the-dead", 6)
    client = as_person(guest)
    page = sheet(client, table, "board")
    assert 'name="sets.martin"' in page
    deal = {"kind": "equipment.deal", "sets.martin": "1"}
    assert enter(client, table, **deal).status_code == 302
    held = Table.objects.get(pk=table.pk).state.survivors["martin"].inventory.values()
    assert {copy.rpartition("-")[0] for copy in held} == {"desert-eagle", "tnt"}
    assert 'name="sets.martin"' not in sheet(client, table, "board")


def test_a_helper_changes_the_dice_of_the_vault(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "army-of-the-dead", 3)
    who, helper, *_rest = table.state.survivors
    client = as_person(guest)
    assert "vault.help" not in sheet(client, table, "board")
    table.state = replace(table.state, vault=Vault(survivor=who, faces=(1, 2, 3, 4, 4)))
    table.save()
    page = sheet(client, table, "board")
    assert "vault.help" in page
    assert f'name="by" value="{helper}"' in page
    change = {"kind": "vault.help", "how": "shift", "die": "4", "by": helper, "second_die": ""}
    assert enter(client, table, **change, face="2").status_code == 422
    assert enter(client, table, **change, face="5").status_code == 302
    vault = Table.objects.get(pk=table.pk).state.vault
    assert vault is not None
    assert (vault.faces, vault.beaten) == ((1, 2, 3, 4, 5), True)
    assert "vault.help" not in sheet(client, table, "board")


def test_the_help_promises_what_a_long_press_does(as_person: AsPerson, guest: Person) -> None:
    page = sheet(as_person(guest), lay(guest), "help")
    assert "one point less. On a kill: how many at once." in page


# --- what mechanics bring to the sheets of all games ---


def test_a_question_of_the_board_is_put_wherever_somebody_looks(
    as_person: AsPerson, guest: Person
) -> None:
    """On the table, on a player's own page, and before the zombies act."""
    table, client = lay(guest, "black-plague"), as_person(guest)
    table.seats.update(player="Marta")
    zones = (*table.state.zones, Zone(id="N+1", kind="necromancer"))
    table.state = replace(table.state, zones=zones, board={"necromancer": 1})
    table.save()
    send(table, ZombiesKill(id="kill-0001", seen=0, survivor="ann", zombie="necromancer"))
    asked = "The necromancer is dead: which spawn token goes?"
    own = client.get(reverse("companion:mine", args=[table.pk, "ann"])).content.decode()
    at_table = client.get(reverse("companion:table", args=[table.pk])).content.decode()
    for page in (at_table, own, sheet(client, table, "activation")):
        assert asked in page
        assert "necromancer.kill" in page


def test_teams_of_a_competitive_game_are_named_on_the_board(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "rue-morgue", options=("competitive",)), as_person(guest)
    first, second, *_others = table.state.survivors
    for key, team in ((first, "A"), (second, "B")):
        assert f'id="team-{key}-{team}"' in sheet(client, table, "board")
        sent = {"kind": "table.correct", "path": f"survivors.{key}.team", "value": team}
        version = Table.objects.get(pk=table.pk).version
        url = reverse("companion:command", args=[table.pk])
        body = {"with": json.dumps(sent), "id": f"team-{key}"[:20].ljust(8, "0"), "seen": version}
        assert client.post(url, body).status_code == 302
    page = client.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert "Team A: 0 · Team B: 0" in page
    assert re.search(
        rf'id="team-{first}-A" aria-pressed="true" disabled', sheet(client, table, "board")
    )


def test_a_necromancers_token_is_dealt_with_beside_the_zones(
    as_person: AsPerson, guest: Person
) -> None:
    table = lay(guest)
    client = as_person(guest)
    assert "necromancer.escape" not in sheet(client, table, "zones")
    zones = (*table.state.zones, Zone(id="N+1", kind="necromancer"))
    table.state = replace(table.state, zones=zones, board={"necromancer": 1})
    table.save()
    page = sheet(client, table, "zones")
    assert "necromancer.escape" in page
    assert "Token in N · Necromancer" in page


def test_only_bile_is_placed_from_its_own_sheet(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest)
    key, survivor = next(iter(table.state.survivors.items()))
    held = {"hand-1": "dragon-bile-1", "hand-2": "torch-1"}
    survivors = {**table.state.survivors, key: replace(survivor, inventory=held)}
    table.state = replace(table.state, survivors=survivors)
    table.save()
    client = as_person(guest)
    for card, is_offered in (("dragon-bile-1", True), ("torch-1", False)):
        url = reverse("companion:sheet", args=[table.pk, f"item/{key}"])
        page = client.get(f"{url}?card={card}", **HTMX).content.decode()
        assert ("bile.place" in page) is is_offered, card


@pytest.mark.parametrize("game", sorted(rulesets))
def test_a_building_is_opened_where_the_game_opens_buildings(
    as_person: AsPerson, guest: Person, game: str
) -> None:
    page = sheet(as_person(guest), lay(guest, game), "zones")
    assert ("Open a building" in page) is ("building.open" in rulesets[game].commands)


def test_a_zone_says_whose_token_lies_there(as_person: AsPerson, guest: Person) -> None:
    table = lay(guest, "army-of-the-dead")
    table.state = replace(table.state, zones=(Zone(id="throne", kind="zeus"),))
    table.save()
    assert "<small>Zeus · " in sheet(as_person(guest), table, "zones")


@pytest.mark.parametrize(
    ("game", "copy", "said"),
    [
        ("rue-morgue", "zombies-192", "Each bed: 1 Crawler"),
        ("black-plague", "zombies-04", "1 Walker"),
        ("black-plague", "zombies-47", "Double spawn"),
    ],
)
def test_a_card_says_what_its_kind_does(guest: Person, game: str, copy: str, said: str) -> None:
    table = lay(guest, game)
    shown = board(table.seats.get())
    assert spawn_words(shown, copy) == said


def test_whoever_takes_the_first_zones_token_is_asked_which_draws_first(
    as_person: AsPerson, guest: Person
) -> None:
    """On the table, on a player's own page and among the zones; no id is ever shown."""
    table, client = lay(guest), as_person(guest)
    table.seats.update(player="Marta")
    zones = (Zone(id="1", start=True), Zone(id="2"), Zone(id="2+1", kind="necromancer"))
    table.state = replace(table.state, zones=zones, board={"necromancer": 1})
    table.save()
    asked = "The starting zone is gone. Which zone draws first from now on?"
    own = reverse("companion:mine", args=[table.pk, next(iter(table.state.survivors))])
    at_table, screen = (
        reverse(f"companion:{name}", args=[table.pk]) for name in ("table", "screen")
    )

    def pages() -> list[str]:
        views = [client.get(url).content.decode() for url in (at_table, own)]
        return [*views, sheet(client, table, "activation"), sheet(client, table, "zones")]

    before = table.state_json
    send(table, NecromancerKill(id="kill-0001", seen=0, zone="2+1", remove="1"))
    for page in pages()[:3]:
        assert asked in page
    for page in pages():
        assert '"kind":"zone.start"' in unescape(page)
        assert "Z2 · Token 2" in page
    assert "spawn zone Z1 removed" in client.get(at_table).content.decode()
    send(table, ZoneStart(id="first-001", seen=0, zone="2+1"))
    assert asked not in "".join(pages())
    told = sheet(client, table, "log") + client.get(screen).content.decode()
    assert "Z2 · Token 2 draws first" in told
    assert "spawn zone Z2 · Token" not in told, "a token names its place itself"
    shown = re.sub(r"<[^>]*>", " ", told + "".join(pages()))
    assert "2+1" not in shown
    for number in range(2):
        table.refresh_from_db()
        table_undo(
            table_id=table.pk,
            seat=table.seats.get(),
            command_id=f"undo-000{number}",
            seen=table.version,
        )
    table.refresh_from_db()
    assert table.state_json == before


def test_no_form_shows_the_id_of_a_token_and_no_two_answers_read_alike(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest), as_person(guest)
    laid = ("2+1", "3+1")
    zones = (Zone(id="2", start=True), *(Zone(id=key, kind="necromancer") for key in laid))
    table.state = replace(
        table.state, zones=zones, board={"necromancer": 2}, more={"necromancer": 1}
    )
    table.save()
    for kind in ("necromancer.kill", "necromancer.ritual", "zone.remove", "zone.order"):
        shown = re.sub(r"<[^>]*>", " ", sheet(client, table, f"do/{kind}"))
        assert "Z2 · Necromancer" in shown, kind
        assert not any(key in shown for key in laid), kind
    send(table, ZombiesKill(id="kill-0001", seen=0, survivor="ann", zombie="necromancer"))
    page = client.get(reverse("companion:table", args=[table.pk])).content.decode()
    buttons = [part for part in page.split("<button") if "necromancer.kill" in part]
    words = [" ".join(re.sub(r"<[^>]*>", " ", part.partition(">")[2]).split()) for part in buttons]
    assert len(words) == len({word.partition("</button")[0] for word in words}) == 6


@pytest.mark.parametrize(
    ("sent", "english", "spanish"),
    [
        (
            {"kind": "spawn.resolve", "cards": ["01"]},
            "A card is missing: zone Z2 · Token 2.",
            "Falta una carta: zona Z2 · Ficha 2.",
        ),
        (
            {"kind": "spawn.resolve", "cards": ["01", "02"]},
            "A card is missing: zone Blue objective.",
            "Falta una carta: zona Objetivo azul.",
        ),
        (
            {"kind": "zone.activate", "zone": "2+1"},
            "Zone Z2 · Token 2 is active already.",
            "La zona Z2 · Ficha 2 ya está activa.",
        ),
        (
            {"kind": "deck.set_aside", "deck": "equipment", "card": "axe-1", "back": True},
            "Card Axe does not lie there.",
            "La carta Hacha no está ahí.",
        ),
    ],
)
def test_a_refusal_calls_a_token_and_a_card_by_name(
    as_person: AsPerson, guest: Person, sent: dict[str, object], english: str, spanish: str
) -> None:
    table, client = lay(guest), as_person(guest)
    zones = tuple(Zone(id=key, start=key == "2") for key in ("2", "2+1", "objective-blue+1"))
    decks = {key: replace(deck, source="table") for key, deck in table.state.decks.items()}
    table.state = replace(table.state, zones=zones, decks=decks, phase="zombies")
    table.save()
    for language, said in (("en", english), ("es", spanish)):
        client.cookies["django_language"] = language
        refused = enter(client, table, **{"with": json.dumps(sent)})
        assert refused.status_code == 422
        assert said in Page("", 422, refused.content.decode()).text


@pytest.mark.parametrize(
    ("remove", "language", "said"),
    [
        ("1", "en", "Z1: one token less, 1 left"),
        ("1", "es", "Z1: una ficha menos, queda 1"),
        ("2+1", "en", "Z2 · Token removed"),
        ("2+1", "es", "se retira Z2 · Ficha"),
        ("3", "es", "se retira la Zona de aparición Z3"),
    ],
)
def test_a_token_that_goes_names_its_zone_once(
    as_person: AsPerson, guest: Person, remove: str, language: str, said: str
) -> None:
    table, client = lay(guest), as_person(guest)
    zones = (
        Zone(id="1", start=True, tokens=2),
        *(Zone(id=name) for name in ("2", "2+1", "3")),
        Zone(id="necro", kind="necromancer"),
    )
    table.state = replace(table.state, zones=zones, board={"necromancer": 1})
    table.save()
    send(table, NecromancerKill(id="kill-0001", seen=0, zone="necro", remove=remove))
    at_table = reverse("companion:table", args=[table.pk])
    page = client.get(at_table, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    undo = page.partition('class="undo')[2].partition("</button>")[0]
    assert said in re.sub(r"\s+", " ", undo)
