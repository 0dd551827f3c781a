"""A mission written in the workshop is played like one of the box, here and elsewhere."""

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion import services
from companion.models import Table
from companion.people.models import Person
from companion.shelf.services import table_rematch
from companion.workshop.models import HousePack
from companion.workshop.ours import ours_of
from companion.workshop.selectors import played_last, versions_of
from companion.workshop.services import piece_add, piece_change
from rules import (
    IllegalCommand,
    Survivor,
    TableState,
    decode_command,
    load_packs,
    pack_of,
    played_pack,
)
from rules.workshop import problems
from rules.workshop.draft import Said
from rules.workshop.pieces import PIECES, DraftDeck, DraftSpawn, DraftSurvivor
from rules.workshop.pieces.spawns import LEVELS
from tests.workshop.kit import (
    GAME,
    add_cards,
    add_rule,
    add_survivor,
    add_tutorial,
    draft_of,
    make_pack,
    save,
)

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


def write_tutorial(client: Client) -> HousePack:
    """The Black Plague tutorial from nothing, by its forms alone."""
    made = client.post(
        reverse("workshop:new"),
        {"game": GAME, "name": "Nuestra peste", "author": "Marta", "languages": ["es"]},
    )
    pack = HousePack.objects.get()
    assert made.url == reverse("workshop:piece-new", args=[pack.pk, "missions"])
    begun = client.post(made.url, {"from": ""})
    assert begun.url == reverse("workshop:piece", args=[pack.pk, "missions", "m1"])
    assert save(client, pack, "title", title_es="Danza macabra", code="A0", survivors=4) == 302
    board = {
        "grid": "9r 4v",
        "token_objective-red": 2,
        "token_objective-blue": 1,
        "token_objective-green": 1,
        "token_exit": 1,
        "door_colours": ["blue", "green"],
    }
    assert save(client, pack, "board", **board) == 302
    zones = {
        "zone0_id": "1",
        "zone0_start": "on",
        "zone1_id": "2",
        "zone1_colour": "green",
        "zone1_asleep": "on",
    }
    assert save(client, pack, "zones", **zones) == 302
    assert save(client, pack, "start", zombie_walker=1, zombie_fatty=1, zombie_runner=1) == 302
    assert add_rule(client, pack, "goals", "all-survivors-exit") == 302
    for do, said in {
        "remove-from-zombie-deck": {"zombie": "necromancer", "deck": "zombies"},
        "hide-among-red": {"colours": ["green"]},
        "objective-gain-xp": {"points": 5},
        "door-needs-objective": {"colours": ["blue", "green"]},
        "spawn-zone-inactive-until": {"colours": ["green"]},
    }.items():
        assert add_rule(client, pack, "rules", do, **said) == 302
    return pack


def open_by_page(client: Client, pack: HousePack) -> Table:
    """Through the set-up, as a player does: choose the mission, begin."""
    choose = client.get(reverse("companion:setup-mission", args=[GAME]))
    _own, rows = choose.context["own_packs"][0]
    [(row, address)] = rows
    assert row.pack == pack
    hub = client.get(address)
    assert hub.context["plan"].own is not None
    client.post(reverse("companion:open", args=[GAME]), {"mission": row.key})
    return Table.objects.latest("created_at")


def send(table: Table, **command: object) -> None:
    table.refresh_from_db()
    body = {"id": f"tap-{table.version:08}", "seen": table.version, **command}
    services.command_submit(
        table_id=table.pk,
        seat=table.seats.get(),
        command=decode_command(table.game, json.dumps(body)),
    )
    table.refresh_from_db()


def play_to_the_end(table: Table) -> None:
    """Take every objective, wake the green zone, leave by the exit."""
    first, *others = table.state.survivors
    assert table.state.zones[1].active_from is None
    for colour in ("red", "blue", "green"):
        send(table, kind="token.take", survivor=first, colour=colour)
    assert table.state.survivors[first].points == 15
    assert table.state.zones[1].active_from is not None, "the green objective wakes its zone"
    for survivor in (first, *others):
        assert table.state.result is None
        send(table, kind="survivor.escape", survivor=survivor)
    assert table.state.result == "won"


def test_the_tutorial_written_from_nothing_is_played_exported_and_played_by_a_stranger(
    as_person: AsPerson, guest: Person
) -> None:
    client = as_person(guest)
    pack = write_tutorial(client)
    page = client.get(reverse("workshop:piece", args=[pack.pk, "missions", "m1"]))
    assert page.context["problems"] == []

    table = open_by_page(client, pack)
    assert table.pack_version is not None
    assert table.pack_version.number == 1
    assert table.mission == pack.mission_key("m1")
    assert len(table.state.decks["zombies"].aside) > 0, "the necromancers lie aside"
    assert table.state.board == {"walker": 1, "fatty": 1, "runner": 1}
    sheet = client.get(reverse("companion:sheet", args=[table.pk, "mission"]))
    assert "Danza macabra" in sheet.content.decode()
    play_to_the_end(table)
    assert "Danza macabra" in client.get(reverse("companion:tables")).content.decode()

    file = client.post(reverse("workshop:export", args=[pack.pk])).content
    stranger = Person.objects.create_guest(name="Sol")
    other = as_person(stranger)
    look = other.post(reverse("workshop:import"), {"file": SimpleUploadedFile("pack.toml", file)})
    assert "Danza macabra" in look.content.decode()
    assert HousePack.objects.count() == 1, "nothing is kept before it was looked at"
    other.post(reverse("workshop:confirm"), {"document": look.context["document"]})
    theirs = HousePack.objects.exclude(pk=pack.pk).get()
    again = open_by_page(other, theirs)
    start, begun = again.state, first_state(table)
    assert start.zones == begun.zones
    assert set(start.decks["zombies"].aside) == set(begun.decks["zombies"].aside)
    assert start.own_mission == begun.own_mission
    play_to_the_end(again)


def first_state(table: Table) -> TableState:
    state: TableState = table.read_state(table.entries.earliest("seq").state_before_json)
    return state


def test_old_evenings_do_not_change(as_person: AsPerson, guest: Person) -> None:
    client, pack = as_person(guest), make_pack(guest)
    add_tutorial(pack)
    table = open_by_page(client, pack)
    assert save(client, pack, "title", title_es="Otra cosa", title_en="Something else") == 302
    assert [version.number for version in pack.versions.order_by("number")] == [1, 2]
    assert draft_of(pack).title.es == "Otra cosa"
    table.refresh_from_db()
    assert table.state.own_mission.title.es == "Danza macabra"
    newer = open_by_page(client, pack)
    assert newer.pack_version.number == 2
    assert newer.state.own_mission.title.es == "Otra cosa"
    rematch = table_rematch(table=table, person=guest)
    assert rematch.pack_version == table.pack_version
    assert rematch.state.own_mission == table.state.own_mission
    client.post(reverse("workshop:bin", args=[pack.pk]))
    shown = client.get(reverse("companion:sheet", args=[table.pk, "mission"]))
    assert "Danse Macabre" in shown.content.decode()


def test_a_mission_somebody_changes_at_that_moment_is_not_begun(guest: Person) -> None:
    """The version a table remembers says what the table plays."""
    pack = make_pack(guest)
    draft = add_tutorial(pack)
    ours = ours_of(guest, GAME)
    own = ours.mission(pack.mission_key(draft.id))
    assert own is not None
    piece_change(
        member=pack.members.get(),
        kind="missions",
        key=draft.id,
        change=lambda draft: replace(draft, title=Said(es="x")),
    )
    with pytest.raises(IllegalCommand, match=r"workshop\.changed"):
        services.table_open(
            person=guest,
            game=GAME,
            survivors=[("ann", Survivor(name="Ann", player=""))],
            mission=own.key,
            ours=ours.taken(played_pack(GAME), mission=own),
        )
    assert not Table.objects.exists()


def test_a_draft_with_problems_is_played_without_what_cannot_be(
    as_person: AsPerson, guest: Person
) -> None:
    client, pack = as_person(guest), make_pack(guest)
    client.post(reverse("workshop:piece-new", args=[pack.pk, "missions"]), {"from": ""})
    assert save(client, pack, "board", grid="4V XX\n4R") == 302
    draft = draft_of(pack)
    codes = {problem.code for problem in problems(draft, played_pack(GAME), ("es", "en"))}
    assert {"tiles.name", "tiles.twice", "tiles.rows", "title.none", "goals.none"} <= codes
    table = open_by_page(client, pack)
    assert table.state.own_mission.tiles == ("4V", "4R")
    assert client.get(reverse("companion:sheet", args=[table.pk, "mission"])).status_code == 200
    assert client.get(reverse("companion:table", args=[table.pk])).status_code == 200


def test_a_mission_of_somebody_elses_pack_cannot_be_begun(
    as_person: AsPerson, guest: Person, account: Person
) -> None:
    pack = make_pack(guest)
    add_tutorial(pack)
    other = as_person(account)
    address = reverse("companion:open", args=[GAME])
    for key in (pack.mission_key("m1"), "house:nonsense:m1", "house:"):
        plan = other.get(address, {"mission": key}).context["plan"]
        assert plan.mission is None
        assert plan.own is None


# --- survivors, cards and decks ---


def state_opened(client: Client, **words: object) -> TableState:
    """Set up by an address: what stands in it is what the table plays."""
    opened = client.post(reverse("companion:open", args=[GAME]), words)
    assert opened.status_code == 302, opened.context["plan"].problems
    state: TableState = Table.objects.latest("created_at").state
    return state


def test_survivors_and_decks_of_a_pack_are_offered_beside_those_of_the_box(
    as_person: AsPerson, guest: Person
) -> None:
    client, pack = as_person(guest), make_pack(guest)
    add_survivor(pack)
    add_cards(pack)
    who = client.get(reverse("companion:setup-who", args=[GAME]))
    [berta] = [card for card in who.context["cards"] if card.name == "Berta"]
    assert berta.house == "Our plague"
    assert [skill.id for skill in berta.skills], "as her card says"
    assert "Our plague" in who.content.decode()
    draws = client.get(reverse("companion:setup-draws", args=[GAME]))
    [choice] = draws.context["composed"]
    assert choice.deck == "zombies"
    box, whole, quiet = choice.options
    assert [words for _value, words, _on in choice.options] == [
        "as in the box",
        "the box and Our plague",
        "Quiet (Our plague)",
    ]
    assert box[2]

    plain = state_opened(client, survivors="ann")
    state = state_opened(client, survivors=[berta.key, "ann"], deck=["", quiet[0]])
    table = Table.objects.latest("created_at")
    assert table.pack_version == pack.versions.get(number=1)
    assert state.survivors[berta.key].name == "Berta"
    added = set(state.decks["zombies"].draw) - set(plain.decks["zombies"].draw)
    assert len(added) == 2, "the card has two copies"
    assert len(state.decks["zombies"].aside) > len(plain.decks["zombies"].aside), "necromancers"
    both = state_opened(client, survivors="ann", deck=whole[0])
    assert len(both.decks["zombies"].draw) == len(plain.decks["zombies"].draw) + 2

    hub = client.get(
        reverse("companion:open", args=[GAME]), {"survivors": berta.key, "deck": quiet[0]}
    ).content.decode()
    assert "Quiet (Our plague)" in hub
    page = client.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert "Berta" in page


def test_a_survivor_whose_card_is_not_finished_leads_back_to_the_workshop(
    as_person: AsPerson, guest: Person
) -> None:
    client, pack = as_person(guest), make_pack(guest)
    carla_draft = DraftSurvivor(id="", name="Carla")
    piece_add(
        member=pack.members.get(), kind="survivors", make=lambda key: replace(carla_draft, id=key)
    )
    [carla] = ours_of(guest, GAME).survivors
    hub = client.get(reverse("companion:open", args=[GAME]), {"survivors": carla})
    [(_survivor, page)] = hub.context["unknown_cards"]
    assert page == reverse("workshop:piece", args=[pack.pk, "survivors", "s1"])
    assert client.get(page).status_code == 200
    assert state_opened(client, survivors=carla).survivors[carla].name == "Carla"


def test_a_table_with_cards_of_two_packs_remembers_both(guest: Person) -> None:
    ours, other = make_pack(guest), make_pack(guest, name="More plague")
    add_survivor(ours)
    add_cards(other)
    offered = ours_of(guest, GAME)
    [berta] = offered.survivors
    taken = offered.taken(played_pack(GAME), survivors=[berta], decks=[f"{other.pk}:d1"])
    table = services.table_open(
        person=guest,
        game=GAME,
        survivors=[(berta, Survivor(name="Berta", player=""))],
        ours=taken,
    )
    assert {table.pack_version.pack, table.other_versions.get().pack} == {ours, other}
    assert [version.tables_played for version in versions_of(other)] == [1]
    assert played_last(other) == other.versions.get()
    again = table_rematch(table=table, person=guest)
    assert again.other_versions.get() == table.other_versions.get()
    assert again.state.own_box == table.state.own_box
    assert set(again.state.decks["zombies"].draw) == set(table.state.decks["zombies"].draw)
    assert set(again.state.decks["zombies"].aside) == set(table.state.decks["zombies"].aside)


def test_a_mission_brings_the_deck_it_is_played_with_unless_somebody_says_otherwise(
    as_person: AsPerson, guest: Person
) -> None:
    client, pack = as_person(guest), make_pack(guest)
    add_tutorial(pack)
    add_cards(pack)
    piece_change(
        member=pack.members.get(),
        kind="missions",
        key="m1",
        change=lambda draft: replace(draft, decks=("d1",)),
    )
    mission = pack.mission_key("m1")
    wanted = state_opened(client, mission=mission)
    assert wanted.own_box is not None
    [card] = wanted.own_box.spawns
    assert card.copies == 2
    box = state_opened(client, mission=mission, deck="")
    assert len(box.decks["zombies"].draw) == len(wanted.decks["zombies"].draw) - 2


def test_nobody_plays_with_an_empty_deck_or_with_somebody_elses(
    as_person: AsPerson, guest: Person, account: Person
) -> None:
    pack = make_pack(guest)
    add_survivor(pack)
    nothing = DraftDeck(id="", without=("box:all",), name=Said(en="Nothing"))
    piece_add(member=pack.members.get(), kind="decks", make=lambda key: replace(nothing, id=key))
    words = {"deck": f"zombies~{pack.pk}:d1", "survivors": "ann"}
    refused = as_person(guest).post(reverse("companion:open", args=[GAME]), words)
    assert refused.status_code == 422
    assert "Your zombie deck is empty" in refused.content.decode()
    stranger = as_person(account)
    plan = stranger.get(reverse("companion:open", args=[GAME]), words).context["plan"]
    assert (plan.composed, plan.taken.box) == ({}, None)
    [berta] = ours_of(guest, GAME).survivors
    refused = stranger.post(reverse("companion:open", args=[GAME]), {"survivors": berta})
    assert refused.status_code == 422
    assert not Table.objects.exists()


def test_a_printed_card_that_was_copied_is_known_at_every_table(
    as_person: AsPerson, guest: Person
) -> None:
    """Nothing of the pack was invented: no evening is said to be of its version."""
    client, pack = as_person(guest), make_pack(guest)
    survivors = PIECES["survivors"].printed(load_packs()[GAME])
    printed = next(each for each in survivors if each.id == "samson")
    samson = PIECES["survivors"].copied(printed, "", ("en",))
    piece_add(
        member=pack.members.get(),
        kind="survivors",
        make=lambda key: replace(samson, id=key, fills="samson", health=5),
    )
    state = state_opened(client, survivors="samson")
    assert state.own_box is not None
    [played] = [each for each in pack_of(state).survivors if each.id == "samson"]
    assert played.health == 5
    assert Table.objects.get().pack_version is None


def test_cards_of_two_packs_go_into_one_deck(guest: Person, as_person: AsPerson) -> None:
    client, pack = as_person(guest), make_pack(guest)
    add_cards(pack)
    other = make_pack(guest, name="The other plague")
    card = DraftSpawn(id="", number="K-01", levels={level: {"walker": 1} for level in LEVELS})
    maker = other.members.get()
    piece_add(member=maker, kind="spawns", make=lambda key: replace(card, id=key))
    url = reverse("companion:setup-draws", args=[GAME])
    [choice] = client.get(url).context["composed"]
    assert [words for _value, words, _on in choice.more] == ["Our plague", "The other plague"]
    quiet = f"zombies~{pack.pk}:d1"
    on_top = f"zombies~{other.pk}:all-zombies"
    [choice] = client.get(url, {"deck": ["", quiet, on_top]}).context["composed"]
    assert [(words, is_on) for _value, words, is_on in choice.more] == [("The other plague", True)]
    state = state_opened(client, survivors="ann", deck=["", quiet, on_top])
    assert state.own_box is not None
    assert {card.number for card in state.own_box.spawns} == {"C-01", "K-01"}
    own = ("zombies-C-01", "zombies-K-01")
    drawn = [copy for copy in state.decks["zombies"].draw if copy.startswith(own)]
    assert len(drawn) == 3
    assert state.decks["zombies"].aside, "what the first one leaves in the box stays there"
    table = Table.objects.latest("created_at")
    assert {version.pack for version in (table.pack_version, *table.other_versions.all())} == {
        pack,
        other,
    }
    twice = client.get(url, {"deck": ["", on_top, f"zombies~{other.pk}:all-zombies"]})
    assert twice.context["plan"].composed == {"zombies": (f"{other.pk}:all-zombies",)}
