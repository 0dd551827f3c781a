"""Survivors, cards, zombies and decks on their pages: begun, tapped, typed, copied, thrown away."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.house.services import house_remember, survivor_describe
from companion.models import Table
from companion.people.models import Person
from companion.services import told_of_house
from companion.workshop.models import HousePack
from companion.workshop.selectors import newest_of
from rules import Survivor, load_packs, new_table, played_pack
from rules.packs.schema.people import SkillTree
from rules.state import Description
from rules.workshop.pieces import PIECES
from rules.workshop.pieces.effects import effect_patterns
from tests.workshop.kit import GAME, fields_on, make_pack

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def client(as_person: AsPerson, guest: Person) -> Client:
    return as_person(guest)


@pytest.fixture
def pack(guest: Person) -> HousePack:
    return make_pack(guest)


def begin(client: Client, pack: HousePack, kind: str, **said: str) -> str:
    """A new piece; returns its address."""
    new = reverse("workshop:piece-new", args=[pack.pk, kind])
    answer = client.post(new, said or {"from": ""})
    assert answer.status_code == 302
    return str(answer.url)


def piece(pack: HousePack, kind: str, key: str) -> Any:
    return newest_of(pack).content.piece(kind, key)


@pytest.mark.parametrize("game", list(load_packs()))
def test_every_kind_of_every_game_is_copied_saved_and_looked_at(
    client: Client, guest: Person, game: str
) -> None:
    """Saving what nobody touched changes nothing."""
    pack = make_pack(guest, game=game)
    for kind in (kind for kind in PIECES if kind != "missions"):
        printed = list(PIECES[kind].printed(load_packs()[game]))
        page = reverse("workshop:pieces", args=[pack.pk, kind])
        assert client.get(page).status_code == (200 if printed else 404)
        for source in [*printed[:1], *printed[len(printed) // 2 :][:1], *printed[-1:]]:
            url = begin(client, pack, kind, **{"from": source.id})
            key = url.rstrip("/").rpartition("/")[2]
            before = piece(pack, kind, key)
            assert client.post(url, fields_on(client, url)).status_code == 302
            assert piece(pack, kind, key) == before
            assert client.get(f"{url}look/").status_code == 200
        if printed:
            assert client.get(page).status_code == 200
            assert client.get(f"{page}new/").status_code == 200
    assert client.get(reverse("workshop:pack", args=[pack.pk])).status_code == 200


def tap(client: Client, url: str, *words: str) -> None:
    for word in words:
        answer = client.post(url, {"do": word}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert 'id="card"' in answer.content.decode()


def test_a_zombie_card_is_tapped_together(client: Client, pack: HousePack) -> None:
    """Four lines, two taps a line, no keyboard."""
    url = begin(client, pack, "spawns")
    tap(client, url, "type:yellow:runner", "more:yellow", "type:orange:walker", "more:orange")
    tap(client, url, "more:red", "type:red:fatty", "copies:more")
    card = piece(pack, "spawns", "c1")
    assert (card.number, card.copies, card.kind) == ("C-01", 2, "spawn")
    assert card.levels == {"yellow": {"runner": 2}, "orange": {"walker": 2}, "red": {"fatty": 1}}
    tap(client, url, "less:red", "less:red", "less:blue", "type:red:nobody", "nonsense", "more:red")
    assert piece(pack, "spawns", "c1").levels["red"] == {"walker": 1}, "as the line before"
    page = client.get(url).content.decode()
    assert "the box brings" in page
    nexts = client.post(url, {"do": "next"})
    assert nexts.url == reverse("workshop:piece", args=[pack.pk, "spawns", "c2"])
    assert piece(pack, "spawns", "c2").number == "C-02"


def test_cards_of_one_type_or_of_nobody_ask_for_no_more(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "spawns")
    tap(client, url, "kind:extra_activation", "one:runner")
    card = piece(pack, "spawns", "c1")
    assert card.levels == {level: {"runner": 1} for level in ("yellow", "orange", "red")}
    tap(client, url, "kind:necromancer")
    assert piece(pack, "spawns", "c1").levels["blue"] == {"necromancer": 1}, "who else"
    tap(client, url, "kind:double_spawn")
    assert piece(pack, "spawns", "c1").levels == {}
    assert client.get(url).context["problems"] == []
    after = client.post(url, {"do": "next"}).url
    assert client.get(after).context["piece"].kind == "double_spawn", "the kind is kept"


def test_a_number_may_be_another_one_but_not_one_that_is_there(
    client: Client, pack: HousePack
) -> None:
    url = begin(client, pack, "spawns")
    tap(client, url, "more:red")
    sent = {**fields_on(client, url), "number": "x 7"}
    assert client.post(url, sent).status_code == 302
    assert piece(pack, "spawns", "c1").number == "X-7"
    assert client.post(url, {**fields_on(client, url), "number": "№"}).status_code == 422
    client.post(url, {**fields_on(client, url), "number": "01"})
    assert "01 is a card of the box" in client.get(url).content.decode()


def test_an_abomination_of_ours_stands_on_our_cards(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "zombies", **{"from": "abomination"})
    sent = {**fields_on(client, url), "name_es": "Gigante", "name_en": "Giant", "toughness": 4}
    assert client.post(url, sent).status_code == 302
    card = begin(client, pack, "spawns")
    tap(client, card, "type:red:own-z1")
    page = client.get(card)
    assert page.context["problems"] == []
    assert "1 Giant" in page.content.decode()
    client.post(reverse("workshop:piece-bin", args=[pack.pk, "zombies", "z1"]), {"binned": "yes"})
    assert "This game has no “own-z1”" in client.get(card).content.decode()


def test_a_survivor_is_typed_and_saves_itself(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "survivors")
    sent = {**fields_on(client, url), "name": "  Berta ", "blue_1": "+1 die: Melee"}
    sent["touched"] = ["name", "blue_1"]
    answer = client.post(url, sent, headers={"HX-Request": "true"})
    assert "Berta" in answer.content.decode()
    berta = piece(pack, "survivors", "s1")
    assert (berta.name, berta.blue) == ("Berta", ("plus-1-die-melee",))
    wrong = {**fields_on(client, url), "red_1": "Flying", "touched": ["red_1"]}
    refused = client.post(url, wrong, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert "no such skill" in refused.content.decode()
    assert "Red: 0 of 3 skills" in client.get(url).content.decode()


def test_effects_are_added_as_printed_cards_have_them(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "equipment")
    known = effect_patterns(load_packs()[GAME], "equipment")
    key = next(key for key, pattern in known.items() if pattern.example.do == "heal")
    sent = {**fields_on(client, url), "name_es": "Té", "name_en": "Tea", "adds": key}
    assert client.post(url, {**sent, "copies_equipment": 2}).status_code == 302
    [heal] = piece(pack, "equipment", "e1").effects
    assert heal.do == "heal"
    client.post(url, {**fields_on(client, url), "effect1_value": 3})
    assert piece(pack, "equipment", "e1").effects[0].value == 3
    assert "Heals 3 wounds" in client.get(f"{url}look/").content.decode()
    client.post(url, {**fields_on(client, url), "effect1_gone": "on"})
    assert piece(pack, "equipment", "e1").effects == ()


def test_an_effect_may_not_say_yet_who_comes(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "equipment")
    known = effect_patterns(load_packs()[GAME], "equipment")
    key = next(key for key, pattern in known.items() if pattern.example.do == "spawn")
    client.post(url, {**fields_on(client, url), "adds": key})
    client.post(url, {**fields_on(client, url), "effect1_zombie": "", "effect1_value": 3})
    page = client.get(url)
    assert "Effect 1: choose “Zombie”." in page.content.decode()
    assert 'href="#id_effect1_zombie"' in page.content.decode()
    assert client.get(f"{url}look/").status_code == 200


def test_a_deck_is_put_together_and_shows_its_odds(client: Client, pack: HousePack) -> None:
    card = begin(client, pack, "spawns")
    tap(client, card, "type:orange:fatty", "more:orange", "copies:more")
    url = begin(client, pack, "decks", **{"from": "zombies"})
    sent = {**fields_on(client, url), "name_es": "Nuestro", "name_en": "Ours"}
    sent["without"] = ["zombie:abomination"]
    assert client.post(url, sent).status_code == 302
    page = client.get(url)
    odds = page.context["face"]
    assert (odds.box_cards, odds.our_cards) == (54, 54 - 8 + 2)
    assert odds.own_share == "4 %"
    assert "Abomination" not in [row.name for row in odds.chances if row.ours != "0 %"]
    assert [row.level for row in odds.levels] == ["blue", "yellow", "orange", "red"]
    client.post(url, {**fields_on(client, url), "without": ["box:all"], "adds_c1": 0})
    assert "Nothing is left to draw" in client.get(url).content.decode()


def test_a_deck_without_cards_of_ours_still_takes_all_of_them(
    client: Client, pack: HousePack
) -> None:
    """Its page does not ask for what there is none of, and its button changes nothing of that."""
    url = begin(client, pack, "decks", **{"from": "zombies"})
    asked = {"seen": fields_on(client, url)["seen"], "name_es": "Nuestro", "name_en": "Ours"}
    assert client.post(url, asked).status_code == 302
    assert piece(pack, "decks", "d1").name.en == "Ours"
    assert piece(pack, "decks", "d1").adds_all


def test_what_is_unknown_in_the_box_is_filled_in(client: Client, guest: Person) -> None:
    """One tap: a pack of that game is made, and the printed card is open in it."""
    box = reverse("workshop:box")
    page = client.get(box, {"game": "army-of-the-dead"}).content.decode()
    assert "Chambers" in page
    said = {"game": "army-of-the-dead", "kind": "survivors", "fills": "chambers"}
    url = client.post(box, said).url
    pack = HousePack.objects.get()
    assert piece(pack, "survivors", "s1").fills == "chambers"
    assert client.post(box, said).url == url, "it is not begun twice"
    mission = {"game": "zombicide-2e", "kind": "missions", "fills": "zombicide-2e:M2"}
    assert "/missions/m1/" in client.post(box, mission).url
    for wrong in (
        {"game": "moon", "kind": "survivors", "fills": "x"},
        {"game": GAME, "kind": "survivors", "fills": "ann"},
        {"game": GAME, "kind": "nonsense", "fills": "ann"},
        {"game": GAME, "kind": "missions", "fills": f"{GAME}:A0"},
    ):
        assert client.post(box, wrong).status_code == 404


def test_cards_typed_at_a_table_go_into_a_pack(
    client: Client, guest: Person, as_person: AsPerson
) -> None:

    game = "army-of-the-dead"
    tree = SkillTree(blue=("plus-1-action",), yellow=("plus-1-action",))
    survivor_describe(person=guest, game=game, survivor="chambers", tree=tree)
    state = new_table(
        pack=played_pack(game), survivors=[("martin", Survivor(name="Martin", player=""))]
    )
    unknown = next(card for card in load_packs()[game].spawns if card.kind == "unknown")
    described = Description(kind="spawn", levels={"blue": {"alpha": 2}})
    after = replace(
        state,
        described={
            f"zombies-{unknown.number}": described,
            "order-3-1": Description(
                kind="order", levels={"blue": {"alpha": 1}}, activates={"alpha": 2}
            ),
        },
    )
    table = Table(game=game)
    table.state = state
    table.save()
    table.seats.create(person=guest, name="Marta")
    house_remember(table, state, after)
    assert told_of_house(state, guest).described.keys() == after.described.keys()
    page = client.get(reverse("workshop:box")).content.decode()
    assert "3 cards typed at your tables" in page
    for _again in range(2):
        client.post(reverse("workshop:box"), {"game": game, "kind": "tables"})
    content = newest_of(HousePack.objects.get()).content
    assert [card.fills for card in content.spawns] == [unknown.number]
    assert content.spawns[0].levels == {"blue": {"alpha": 2}}
    assert [survivor.fills for survivor in content.survivors] == ["chambers"]
    [order] = content.cards
    assert [(effect.do, effect.value) for effect in order.effects] == [
        ("spawn", 1),
        ("activate", 2),
    ]


def test_beginnings_lead_to_a_pack_or_into_the_one_written_in_last(
    client: Client, guest: Person
) -> None:
    def begun(kind: str) -> str:
        return str(client.post(reverse("workshop:begin", args=[kind])).url)

    assert begun("spawns") == f"{reverse('workshop:new')}?then=spawns"
    made = client.post(
        f"{reverse('workshop:new')}?then=survivors",
        {"game": GAME, "name": "Vecinos", "author": "", "languages": ["es"]},
    )
    pack = HousePack.objects.get()
    assert made.url == reverse("workshop:piece-new", args=[pack.pk, "survivors"])
    assert begun("spawns") == reverse("workshop:piece", args=[pack.pk, "spawns", "c1"])
    assert begun("missions") == reverse("workshop:piece-new", args=[pack.pk, "missions"])
    assert client.post(reverse("workshop:begin", args=["nonsense"])).status_code == 404
    home = client.get(reverse("workshop:home")).content.decode()
    assert "C-01" in home, "what is unfinished stands first"
    assert "City of Horror" in home, "and what has no packs is said"


def test_a_copy_and_the_bin_of_a_piece(client: Client, pack: HousePack) -> None:
    url = begin(client, pack, "survivors", **{"from": "ann"})
    copied = client.post(f"{url}copy/").url
    assert copied.endswith("/s2/")
    assert piece(pack, "survivors", "s2").blue == piece(pack, "survivors", "s1").blue
    client.post(f"{copied}bin/", {"binned": "yes"})
    listed = client.get(reverse("workshop:pieces", args=[pack.pk, "survivors"]))
    assert [row.piece.id for row in listed.context["rows"]] == ["s1"]
    assert [gone.id for gone, _title in listed.context["binned"]] == ["s2"]
    client.post(f"{copied}bin/", {"binned": "no"})
    assert len(newest_of(pack).content.pieces("survivors")) == 2
    for wrong in ({"from": "nobody"}, {"fills": "ann"}):
        new = reverse("workshop:piece-new", args=[pack.pk, "survivors"])
        assert client.post(new, wrong).status_code == 404
    assert client.get(reverse("workshop:pieces", args=[pack.pk, "cards"])).status_code == 404
