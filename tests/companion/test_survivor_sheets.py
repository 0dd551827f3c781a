"""Attack, search, find and things: what their sheets offer is taken, and what they say is so."""

import html
import json
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from msgspec.structs import replace

from companion import services
from companion.models import Seat, Table
from companion.people.models import Person
from companion.words import all_words
from rules import Survivor, Zone, load_packs, mission_of, new_table, played_pack, rulesets
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.equipment import DeckTake
from tests.robot.page import Button, Page

SURE = "75\N{NO-BREAK SPACE}%"
pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
UNTOLD = {"stop-search"}
"""What the search itself shows."""


def lay(keeper: Person, game: str, *who: str, **more: object) -> Table:
    pack = played_pack(game, more.get("expansions", ()))  # type: ignore[arg-type]
    survivors = [(key, Survivor(name=key.capitalize(), player="Marta")) for key in who]
    table = Table(game=game)
    table.state = new_table(
        pack=pack, survivors=survivors, zones=[Zone(id="N", start=True)], seed="seed", **more
    )  # type: ignore[arg-type]
    table.save()
    Seat.objects.create(table=table, person=keeper, name="Marta", role=Seat.Role.KEEPER)
    return table


def change(table: Table, **fields: object) -> None:
    table.state = replace(table.state, **fields)
    table.save()


def give(table: Table, survivor: str, *cards: str, deck: str = "equipment") -> None:
    seat = table.seats.get()
    for number, card in enumerate(cards):
        command = DeckTake(
            id=f"{survivor}-{card}-{number}"[:32].ljust(8, "0"),
            seen=table.version,
            survivor=survivor,
            deck=deck,
            card=card,
        )
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    table.refresh_from_db()


def become(table: Table, key: str, **fields: object) -> None:
    survivors = dict(table.state.survivors)
    survivors[key] = replace(survivors[key], **fields)
    change(table, survivors=survivors)


def page(client: Client, table: Table, path: str) -> str:
    plain, _mark, query = path.partition("?")
    response = client.get(f"/tables/{table.pk}/sheets/{plain}/?{query}")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def hidden(text: str, name: str) -> str:
    return re.search(rf'name="{name}" value=[\'"](.*?)[\'"](?: |>)', text).group(1)  # type: ignore[union-attr]


def roll(client: Client, table: Table, text: str, **filled: object) -> HttpResponse:
    """Send the form of an attack sheet as it stands, with these fields filled in."""
    fields = {
        "id": f"attack-{table.version:04}",
        "seen": table.version,
        "kind": "attack.resolve",
        "survivor": hidden(text, "survivor"),
        "with-weapon": re.search(r"name=\"with-weapon\" value=\"(\{.*?\})\"", text).group(1),  # type: ignore[union-attr]
        **filled,
    }
    response = client.post(f"/tables/{table.pk}/commands/?show=attack/x", fields)
    table.refresh_from_db()
    return response


def uses(text: str) -> list[str]:
    return re.findall(r"\?weapon=([^\"&]+)\"", text)


@pytest.mark.parametrize(
    ("game", "weapons"),
    [
        ("black-plague", {"melee": "sword", "ranged": "long-bow"}),
        ("black-plague", {"magic": "fireball", "ranged": "crossbow"}),
        ("zombicide-2e", {"ranged": "shotgun", "melee": "machete"}),
        ("rue-morgue", {"ranged": "mp5", "melee": "sword"}),
        ("army-of-the-dead", {"melee": "katana", "ranged": "heavy-machine-gun"}),
    ],
)
def test_every_weapon_in_hand_attacks_from_its_own_sheet(
    as_person: AsPerson, guest: Person, game: str, weapons: dict[str, str]
) -> None:
    """A gun, a bow and a spell are accepted as a blow is; nothing else is sent along."""
    who = load_packs()[game].survivors[0].id
    table, client = lay(guest, game, who), as_person(guest)
    prey = load_packs()[game].zombies[0].id
    give(table, who, *weapons.values())
    for mode in weapons:
        change(table, board={prey: 5})
        text = page(client, table, f"attack/{who}")
        use = next(offered for offered in uses(text) if offered.startswith(f"{mode}%3A"))
        text = page(client, table, f"attack/{who}?weapon={use}")
        assert f'"mode": "{mode}"' in text
        fields = {f"targets.{prey}": "2"}
        if 'name="ammo_dice"' in text:
            fields["ammo_dice"] = "5 0"
        response = roll(client, table, text, **fields)
        assert response.status_code == 302, response.content
        done = page(client, table, f"attack/{who}?done=0")
        assert 'id="result"' in done
        assert 'id="taken-off"' in done
        assert 'id="roll"' not in done  # result and form are never on one screen


def test_a_result_stays_when_somebody_else_attacks(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson", "ann"), as_person(guest)
    for who in ("samson", "ann"):
        give(table, who, "sword")
        change(table, board={"walker": 5})
        text = page(client, table, f"attack/{who}")
        assert roll(client, table, text, **{"targets.walker": "1"}).status_code == 302
    for who in ("samson", "ann"):
        assert 'id="result"' in page(client, table, f"attack/{who}?done=0"), who


def test_a_weapon_in_hand_whose_values_nobody_told_us_is_typed_under_its_name(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "army-of-the-dead", "martin"), as_person(guest)
    give(table, "martin", "desert-eagle")
    text = page(client, table, "attack/martin")
    assert "Values unknown: type them off the card" in text
    assert "No weapon in hand" not in text
    link = re.search(r'href="([^"]*profile\.name=Desert[^"]*)"', text)
    assert link is not None
    typed = html.unescape(client.get(link[1]).content.decode())
    assert re.search(r'name="profile\.name"[^>]*value="Desert Eagle"', typed)
    assert '<option value="ranged" selected>' in typed
    assert 'name="profile.ammo_dice"' in typed


def form_of(client: Client, table: Table, path: str, button: str) -> Button:
    """A button of a sheet by its id or its command, with the form it sends."""
    plain, _mark, query = path.partition("?")
    url = f"/tables/{table.pk}/sheets/{plain}/?{query}"
    read = Page(url, 200, client.get(url).content.decode())
    return next(each for each in read.buttons if button in (each.id, each.kind))


def send_form(client: Client, table: Table, button: Button, **said: object) -> HttpResponse:
    """Send a form as it stands, with this said in it; a dot in a name is `__`."""
    named = {name.replace("__", "."): value for name, value in said.items()}
    there = {control.name for control in button.form.controls if not control.is_disabled}
    assert named.keys() <= there, f"the form does not ask for {sorted(named.keys() - there)}"
    fields = {}
    for control in button.form.controls:
        is_sent = control.type not in ("checkbox", "radio") or control.is_checked
        if is_sent and not control.is_disabled:
            first = control.options[0][0] if control.options else control.value
            fields[control.name] = first if control.chosen is None else control.chosen
    response = client.post(button.action, {**fields, **named})
    table.refresh_from_db()
    return response


@pytest.mark.parametrize(
    ("game", "more", "said"),
    [
        ("zombicide-2e", {}, {"mode": "melee"}),
        (
            "zombicide-2e",
            {"expansions": ("washington-zc",)},
            {"mode": "ranged", "profile__all_out": "2", "all_out": "true"},
        ),
        ("black-plague", {}, {"mode": "magic"}),
        ("rue-morgue", {}, {"mode": "ranged"}),
        ("army-of-the-dead", {}, {"mode": "melee"}),
        (
            "army-of-the-dead",
            {},
            {"mode": "ranged", "profile__ammo_dice": "2", "ammo_dice": "5 0"},
        ),
    ],
)
def test_printed_values_attack_as_the_form_stands(
    as_person: AsPerson, guest: Person, game: str, more: dict[str, object], said: dict[str, str]
) -> None:
    who = load_packs()[game].survivors[0].id
    table, client = lay(guest, game, who, **more), as_person(guest)
    prey = load_packs()[game].zombies[0].id
    change(table, board={prey: 5})
    form = form_of(client, table, f"attack/{who}?typed=1", "roll")
    filled = {"profile__name": "My gun", f"targets__{prey}": "1", **said}
    response = send_form(client, table, form, **filled)
    assert response.status_code == 302, response.content.decode()
    assert "My gun" in page(client, table, f"attack/{who}?done=0")


def test_printed_values_may_be_aimed_at_one_with_all_hits(
    as_person: AsPerson, guest: Person
) -> None:
    """Army of the Dead: as with a card the house knows, nets and rerolls included."""
    table, client = lay(guest, "army-of-the-dead", "martin"), as_person(guest)
    change(table, board={"zeus": 1, "shambler": 3})
    become(table, "martin", skills=("lucky",))
    form = form_of(client, table, "attack/martin?typed=1&targets.zeus=1", "roll")
    said = {"profile__name": "My gun", "concentrate": "zeus", "rerolls": "lucky"}
    assert send_form(client, table, form, **said, targets__zeus="1").status_code == 302
    (attack,) = (event for event in table.entries.last().events if hasattr(event, "rerolled"))
    assert len(attack.rerolled) == 1


def test_all_hits_go_only_to_somebody_who_can_be_hit(as_person: AsPerson, guest: Person) -> None:
    """Shamblers stand before Zeus, and behind nobody once only he is left."""
    table, client = lay(guest, "army-of-the-dead", "martin"), as_person(guest)
    give(table, "martin", "heavy-machine-gun")
    change(table, board={"zeus": 1, "shambler": 3})

    def aims(there: str) -> dict[str, str]:
        text = page(client, table, f"attack/martin?{there}")
        (options,) = re.findall(r'name="concentrate">(.*?)</select>', text, re.DOTALL)
        found = re.findall(r'<option value="([^"]+)"([^>]*)>([^<]*)', options)
        return {value: words.strip() if "disabled" in off else "" for value, off, words in found}

    assert aims("") == {"shambler": "", "zeus": ""}, "nobody has said yet who stands there"
    assert aims("targets.zeus=1") == {"zeus": ""}
    assert aims("targets.zeus=1&targets.shambler=2") == {
        "shambler": "",
        "zeus": "Zeus: others are hit first",
    }
    text = page(client, table, "attack/martin?targets.zeus=1")
    said = {"targets.zeus": "1", "concentrate": "shambler", "ammo_dice": "5 5"}
    refused = roll(client, table, text, **said)
    assert refused.status_code == 422
    assert "That target is not in the zone." in html.unescape(refused.content.decode())


def test_an_empty_magazine_is_no_broken_die(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "army-of-the-dead", "martin"), as_person(guest)
    give(table, "martin", "heavy-machine-gun")
    change(table, board={"shambler": 3})
    text = page(client, table, "attack/martin")
    assert roll(client, table, text, **{"targets.shambler": "1", "ammo_dice": "5 0"}).status_code
    done = page(client, table, "attack/martin?done=0")
    assert "die--empty" in done
    assert "die--broken" not in done


@pytest.mark.parametrize(
    ("game", "skill", "weapon"),
    [
        ("black-plague", "swordmaster", "melee:hammer"),
        ("zombicide-2e", "ambidextrous", "melee:crowbar"),
        ("rue-morgue", "gunslinger", "ranged:shotgun"),
    ],
)
def test_a_skill_makes_a_pair_of_cards_that_stay_on_paper(
    as_person: AsPerson, guest: Person, game: str, skill: str, weapon: str
) -> None:
    card = weapon.partition(":")[2]
    who = load_packs()[game].survivors[0].id
    table, client = lay(guest, game, who), as_person(guest)
    prey = load_packs()[game].zombies[0].id
    change(table, board={prey: 5})
    pair = f"attack/{who}?weapon={weapon}%2B{card}"
    assert "with-weapon" not in page(client, table, pair)
    become(table, who, gifts=(skill,))
    text = page(client, table, pair)
    assert roll(client, table, text, **{f"targets.{prey}": "1"}).status_code == 302
    (attack,) = (event for event in table.entries.last().events if hasattr(event, "rerolled"))
    assert attack.weapons == (card, card)


def test_no_pair_is_made_of_a_card_that_the_box_has_once(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "rue-morgue", "joe"), as_person(guest)
    change(table, board={"walker": 2})
    become(table, "joe", gifts=("ambidextrous",))
    assert "with-weapon" not in page(client, table, "attack/joe?weapon=melee:nailbat%2Bnailbat")


def test_rivals_are_shot_at_where_no_zombie_stands(as_person: AsPerson, guest: Person) -> None:
    """Rue Morgue, p. 39: teams that compete need no zombie to fight."""
    table = lay(guest, "rue-morgue", "joe", "dan", options=("competitive",))
    client = as_person(guest)
    give(table, "joe", "mp5")
    form = form_of(client, table, "attack/joe", "roll")
    assert form.why_not is None
    assert send_form(client, table, form, survivors_in_zone="dan").status_code == 302


@pytest.mark.parametrize("card", ["rifle", "scope"])
def test_a_scope_is_laid_under_its_rifle_from_either_card(
    as_person: AsPerson, guest: Person, card: str
) -> None:
    table, client = lay(guest, "rue-morgue", "joe"), as_person(guest)
    give(table, "joe", "rifle", "scope")
    rifle, scope = table.state.survivors["joe"].inventory.values()
    copy = {"rifle": rifle, "scope": scope}[card]
    (together,) = combining(page(client, table, f"item/joe?card={copy}"))
    send(client, table, together)
    assert table.state.survivors["joe"].under == {scope: rifle}


def test_two_cards_make_a_third_from_the_sheet_of_either(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "rue-morgue", "joe"), as_person(guest)
    give(table, "joe", "gasoline", "glass-bottles")
    for copy in table.state.survivors["joe"].inventory.values():
        text = page(client, table, f"item/joe?card={copy}")
        assert "Molotov" in text
        (together,) = combining(text)
    send(client, table, together)
    (made,) = table.state.survivors["joe"].inventory.values()
    assert made.startswith("molotov")


def test_an_empty_weapon_is_loaded_on_its_own_sheet(as_person: AsPerson, guest: Person) -> None:
    """A crossbow by itself, a gun of Army of the Dead with the magazine that goes for it."""
    for game, weapon, rest in (
        ("black-plague", "hand-crossbow", ()),
        ("army-of-the-dead", "heavy-machine-gun", ("magazine", "magazine")),
    ):
        who = load_packs()[game].survivors[0].id
        table, client = lay(guest, game, who), as_person(guest)
        give(table, who, weapon)
        (copy,) = table.state.survivors[who].inventory.values()
        become(table, who, turned=(copy,))
        if rest:
            text = page(client, table, f"item/{who}?card={copy}")
            assert "weapon.reload" not in str(taps(text))
            assert why_not(text, "weapon.reload") == "That weapon is loaded with a magazine card."
        give(table, who, *rest)
        text = page(client, table, f"item/{who}?card={copy}")
        (reload,) = [tap for tap in taps(text) if tap["kind"] == "weapon.reload"]
        send(client, table, reload)
        assert table.state.survivors[who].turned == ()
        assert len(table.state.survivors[who].inventory) == 1 + len(rest) // 2


def why_not(text: str, kind: str) -> str:
    """What the page says to a grey button of that command."""
    (reason,) = re.findall(rf'"kind":"{kind}"[^>]*data-why="([^"]*)"', text)
    return str(reason)


def combining(text: str) -> list[dict[str, object]]:
    """The buttons that make one thing of two."""
    return [tap for tap in taps(text) if tap["kind"] == "item.combine"]


def take_back(table: Table) -> None:
    table.refresh_from_db()
    undo = {"command_id": f"undo-{table.version:04}", "seen": table.version}
    services.table_undo(table_id=table.pk, seat=table.seats.get(), **undo)


def opened_at(text: str) -> str:
    """The address a sheet goes by from now on."""
    address = re.search(r'data-path="([^"]*)"', text)
    assert address is not None
    return address[1]


def test_an_undone_attack_gives_the_form_back_and_no_older_result(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    give(table, "samson", "sword")
    for _attack in range(2):
        change(table, board={"walker": 5})
        text = page(client, table, "attack/samson")
        assert roll(client, table, text, **{"targets.walker": "1"}).status_code == 302
    shown = opened_at(page(client, table, "attack/samson?done=0"))
    assert 'id="result"' in page(client, table, shown)
    take_back(table)
    text = page(client, table, shown)
    assert 'id="result"' not in text
    assert 'name="targets.walker"' in text
    assert 'id="result"' in page(client, table, "attack/samson?done=0"), "the first one stands"


def test_a_find_stays_whoever_finds_after_it_and_goes_when_it_is_undone(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "black-plague", "samson", "ann"), as_person(guest)
    give(table, "samson", "sword")
    of_samson = opened_at(page(client, table, "find/samson"))
    give(table, "ann", "crossbow")
    of_ann = opened_at(page(client, table, "find/ann"))
    assert 'id="find"' in page(client, table, of_samson), "another find is no reason to lose it"
    take_back(table)
    text = page(client, table, of_ann)
    assert 'id="find"' not in text
    assert opened_at(text) == "survivor/ann"
    assert 'id="find"' in page(client, table, of_samson)


def test_only_what_this_survivor_and_this_game_have_is_offered(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    give(table, "samson", "sword", "crossbow", "fireball")
    change(table, board={"walker": 3})
    text = page(client, table, "attack/samson")
    carried = set(table.state.survivors["samson"].inventory.values())
    assert "all_out" not in text
    assert {use.partition("%3A")[2].rpartition("-")[0] for use in uses(text)} == {
        "sword",
        "crossbow",
    }
    assert len(carried) == 3  # the spell is in the backpack


def test_an_empty_weapon_says_that_it_must_be_reloaded(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    give(table, "samson", "hand-crossbow")
    copy = table.state.survivors["samson"].inventory["hand-1"]
    become(table, "samson", turned=(copy,))
    change(table, board={"walker": 3})
    text = page(client, table, "attack/samson")
    assert uses(text) == []
    assert "arm--off" in text


def test_the_odds_are_on_the_sheet_before_the_roll(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "zombicide-2e", "wanda"), as_person(guest)
    give(table, "wanda", "shotgun")
    change(table, board={"walker": 3})
    before = page(client, table, "attack/wanda")
    assert SURE not in before
    text = page(client, table, "attack/wanda?targets.walker=3")
    assert SURE in text
    assert [int(share) for share in re.findall(r"<b>(\d+)\xa0%</b>", text)] == [75, 25, 50, 25]
    change(table, options=("hide-odds",))
    assert SURE not in page(client, table, "attack/wanda?targets.walker=3")


def test_an_attack_that_nobody_falls_to_says_so(as_person: AsPerson, guest: Person) -> None:
    """Washington Z.C., last page: an Abomination falls to damage 3, and a shotgun has 2."""
    table = lay(guest, "zombicide-2e", "wanda", expansions=("washington-zc",))
    client = as_person(guest)
    give(table, "wanda", "shotgun")
    change(table, board={"abomination": 1})
    text = page(client, table, "attack/wanda?targets.abomination=1")
    meaning = re.search(r'id="roll-meaning"[^>]*>(.*?)</span>', text, re.DOTALL)
    assert meaning is not None
    assert meaning[1].strip() == "Nobody there would fall to this attack."
    wild = re.search(r'id="wild"[^>]*>(.*?)</small>', text, re.DOTALL)
    assert wild is not None
    assert re.fullmatch(r"nobody would fall; \d+\xa0% to break it", wild[1].strip())


def test_odds_of_nonsense_are_no_fault(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "zombicide-2e", "wanda"), as_person(guest)
    change(table, board={"walker": 3})
    for query in (
        "targets.walker=-4&weapon=ranged:nothing",
        "targets.walker=9999999999&typed=1",
        "typed=1&targets.walker=2&profile.dice=x&profile.name=a&profile.accuracy=4&mode=magic",
        "with-weapon=[]&targets.walker=1",
        "with-all-out={&targets.walker=1&weapon=melee:machete",
        "targets=1&survivors_in_zone=nobody&weapon=melee:machete&targets.walker=1",
    ):
        assert 'id="attack-form"' in page(client, table, f"attack/wanda?{query}")


def test_typed_values_may_be_those_of_an_explosive(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "army-of-the-dead", "martin"), as_person(guest)
    change(table, board={"shambler": 3})
    text = page(client, table, "attack/martin?typed=1")
    assert 'name="profile.explosive"' in text
    fields = {
        "id": "explosive-1",
        "seen": table.version,
        "kind": "attack.resolve",
        "survivor": "martin",
        "mode": "ranged",
        "profile.name": "Bombe",
        "profile.dice": "1",
        "profile.accuracy": "2",
        "profile.damage": "1",
        "profile.explosive": "true",
        "targets.shambler": "3",
    }
    response = client.post(f"/tables/{table.pk}/commands/", fields)
    assert response.status_code == 302, response.content
    assert "Bombe" in page(client, table, "attack/martin?done=0")


def test_spare_parts_are_offered_where_a_weapon_may_break(
    as_person: AsPerson, guest: Person
) -> None:
    """Washington Z.C., p. 31: a repair kit in the backpack saves what would break."""
    table = lay(guest, "zombicide-2e", "wanda", expansions=("washington-zc",))
    client = as_person(guest)
    give(table, "wanda", "shotgun")
    give(table, "wanda", "repair-kit", deck="secret-service")
    kit = next(
        copy
        for copy in table.state.survivors["wanda"].inventory.values()
        if copy.startswith("repair-kit")
    )
    change(table, board={"walker": 3})
    text = page(client, table, "attack/wanda?targets.walker=3")
    pieces = re.findall(r"name=\"with-all-out\" value=\"(\{.*?\})\"", text)
    assert {"all_out": True, "ignore_breaks": True, "spare": kit} in map(json.loads, pieces)
    saving = next(piece for piece in pieces if kit in piece)
    response = roll(client, table, text, **{"targets.walker": "3", "with-all-out": saving})
    assert response.status_code == 302, response.content


# --- search and find ---


def test_one_search_button_with_the_right_deck(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "zombicide-2e", "wanda"), as_person(guest)
    text = page(client, table, "search/wanda")
    big = re.findall(r'<button class="next" id="([^"]+)"', text)
    assert big == ["draw-equipment"]
    tapped = html.unescape(
        re.search(
            r'id="draw-equipment"[^>]*?value="([^"]*)"',
            client.get(f"/tables/{table.pk}/sheets/search/wanda/").content.decode(),
        ).group(1)  # type: ignore[union-attr]
    )
    response = client.post(
        f"/tables/{table.pk}/commands/?show=find/wanda",
        {"id": "search-0001", "seen": table.version, "with": tapped},
    )
    assert response.status_code == 302
    assert response.url.endswith("/sheets/find/wanda/")
    table.refresh_from_db()
    text = page(client, table, "find/wanda")
    assert 'class="card file"' in text
    assert "is-here" in text or "notice--tape" in text


def test_a_search_reminds_of_skills_that_have_a_say(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    become(table, "samson", gifts=("scavenger", "hold-your-nose"))
    text = page(client, table, "search/samson")
    skills = table.pack.skills
    for skill in ("scavenger", "hold-your-nose"):
        assert skills[skill].effect.es in text or skills[skill].effect.en in text


def test_a_find_is_moved_swapped_and_drawn_anew(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    become(table, "samson", gifts=("destiny",))
    deck = table.state.decks["equipment"]
    wanted = [copy for copy in deck.draw if copy.startswith(("sword", "hand-crossbow"))]
    rest = tuple(copy for copy in deck.draw if copy not in wanted)
    decks = {**table.state.decks, "equipment": replace(deck, draw=(*wanted, *rest))}
    change(table, decks=decks)
    draw = {"kind": "deck.draw", "survivor": "samson", "deck": "equipment", "search": True}
    send(client, table, draw)
    text = page(client, table, "find/samson")
    redraw = [tap for tap in taps(text) if tap["kind"] == "deck.redraw"]
    assert len(redraw) == 1
    send(client, table, redraw[0])
    again = page(client, table, "find/samson")
    assert not [tap for tap in taps(again) if tap["kind"] == "deck.redraw"]  # once a turn
    for tapped in [tap for tap in taps(again) if tap["kind"] == "item.move"][:1]:
        send(client, table, tapped)
        assert tapped["slot"] in table.state.survivors["samson"].inventory
        assert "is-here" in page(client, table, "find/samson")


def test_nothing_found_has_no_sheet(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson", "ann"), as_person(guest)
    assert client.get(f"/tables/{table.pk}/sheets/find/samson/").status_code == 404
    give(table, "ann", "sword")
    assert client.get(f"/tables/{table.pk}/sheets/find/samson/").status_code == 404
    assert client.get(f"/tables/{table.pk}/sheets/find/ann/").status_code == 200


def test_a_deck_on_the_table_is_searched_card_by_card(as_person: AsPerson, guest: Person) -> None:
    """Two cards a search: the first tap is the search, the second the other card."""
    table = lay(guest, "zombicide-2e", "wanda", sources={"equipment": "table"})
    client = as_person(guest)
    become(table, "wanda", gifts=("search-plus-1-card",))
    for _ in range(2):
        text = page(client, table, "search/wanda")
        cards = [tap for tap in taps(text) if tap["kind"] == "deck.draw" and "sword" not in tap]
        send(client, table, next(tap for tap in cards if not tap["cards"][0].startswith("aaahh")))
    wanda = table.state.survivors["wanda"]
    assert len(wanda.inventory) == 2
    assert wanda.used.count("search") == 1


# --- things and wounds ---


def taps(text: str) -> list[dict[str, object]]:
    """The commands that the open buttons of a page send."""
    buttons = re.findall(r"<button[^>]*name=\"with\" value=\"(\{[^>]*?\})\"([^>]*)>", text)
    return [json.loads(command) for command, rest in buttons if "aria-disabled" not in rest]


def send(client: Client, table: Table, command: dict[str, object]) -> None:
    fields = {"id": f"sent-{table.version:06}", "seen": table.version, "with": json.dumps(command)}
    response = client.post(f"/tables/{table.pk}/commands/", fields)
    assert response.status_code == 302, response.content
    table.refresh_from_db()


def test_healing_asks_for_whom(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson", "ann", "silas"), as_person(guest)
    give(table, "silas", "healing")
    become(table, "ann", wounds=1)
    copy = table.state.survivors["silas"].inventory["hand-1"]
    text = page(client, table, f"item/silas?card={copy}")
    uses = [tap for tap in taps(text) if tap["kind"] == "item.use"]
    assert [tap["on"] for tap in uses] == ["ann"]
    send(client, table, uses[0])
    assert table.state.survivors["ann"].wounds == 0


def test_a_card_is_given_up_for_a_wound(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    give(table, "samson", "sword")
    assert "discards" not in page(client, table, "survivor/samson")
    skill = next(
        skill.id for skill in table.pack.skills.values() if skill.gives.get("cards_for_wounds")
    )
    become(table, "samson", gifts=(skill,))
    paid = [tap for tap in taps(page(client, table, "survivor/samson")) if "discards" in tap]
    assert len(paid) == 1
    send(client, table, paid[0])
    samson = table.state.survivors["samson"]
    assert (samson.wounds, samson.inventory) == (0, {})


def test_cards_are_given_up_for_wounds_where_zombies_attack(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "black-plague", "samson", "ann"), as_person(guest)
    skill = next(
        skill.id for skill in table.pack.skills.values() if skill.gives.get("cards_for_wounds")
    )
    become(table, "samson", gifts=(skill,))
    give(table, "samson", "sword", "water")
    cards = tuple(table.state.survivors["samson"].inventory.values())
    form = form_of(client, table, "do/zombies.attack", "zombies.attack")
    boxes = {each.value for each in form.form.controls if each.name == "discards.samson"}
    assert boxes == set(cards)
    said = {"zombies.walker": "2", "wounds.samson": "2", "discards.samson": cards[0]}
    assert send_form(client, table, form, **said).status_code == 302
    samson = table.state.survivors["samson"]
    assert (samson.wounds, tuple(samson.inventory.values())) == (1, cards[1:])


def test_a_zone_is_left_at_a_price_that_can_be_paid(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    text = page(client, table, "survivor/samson")
    leavings = [tap["leaving"] for tap in taps(text) if tap.get("leaving")]
    assert leavings == [1, 2], "three actions: one to move, one for each zombie"
    grey = re.findall(r'"leaving":3}"[^>]*aria-disabled="true" data-why="([^"]+)"', text)
    assert grey == ["Samson needs 4 actions and has 3 left. Free actions are not counted."]
    anyway = {"kind": "action.spend", "survivor": "samson", "leaving": "5", "overrule": "true"}
    fields = {**anyway, "id": "leaving-00001", "seen": table.version}
    assert client.post(f"/tables/{table.pk}/commands/", fields).status_code == 302


def test_whoever_carries_one_objective_is_told_why_the_other_is_not_theirs(
    as_person: AsPerson, guest: Person
) -> None:
    """Army of the Dead, Mission 1: the blue and the green one are carried by two."""
    mission = mission_of("army-of-the-dead", "army-of-the-dead:M1")
    table = lay(guest, "army-of-the-dead", "martin", "maria-cruz", mission=mission)
    client = as_person(guest)
    take = {"kind": "token.take", "survivor": "martin", "colour": "blue"}
    send(client, table, take)
    text = page(client, table, "mission?take=green")
    assert why_not(text, "token.take") == (
        "Martin has the other one: different survivors must carry them."
    )
    assert [tap["survivor"] for tap in taps(text) if tap["kind"] == "token.take"] == ["maria-cruz"]


def test_an_objective_is_five_points_in_one_tap(as_person: AsPerson, guest: Person) -> None:
    table, client = lay(guest, "black-plague", "samson"), as_person(guest)
    text = page(client, table, "points/samson").partition('id="sheet"')[2]
    assert [tap["amount"] for tap in taps(text)] == [5, *range(2, 13)]
    send(client, table, taps(text)[0])
    assert table.state.survivors["samson"].points == 5


@pytest.mark.parametrize("game", list(rulesets))
def test_every_card_says_what_it_does(game: str) -> None:
    """No effect of an equipment card is without words."""
    boxes = {"zombicide-2e": ("washington-zc",)}
    pack = played_pack(game, boxes.get(game, ()))
    effects = {effect.do for card in pack.equipment for effect in card.effects}
    assert effects - set(all_words(game).effects) <= UNTOLD


def test_what_an_attack_leaves_to_do_on_the_board_stands_at_its_top(
    as_person: AsPerson, guest: Person
) -> None:
    """Rue Morgue, p. 12 and 27: who crawls on is put back, and who stood there is hit first."""
    table, client = lay(guest, "rue-morgue", "cathy", "dan", dice="table"), as_person(guest)
    change(table, board={"skinner-walker": 2})
    shot = {"survivor": "cathy", "mode": "ranged", "weapons": ("mp5",)}
    rises = {"targets": {"skinner-walker": 1}, "dice": (5, 1, 1)}
    hits = {**rises, "survivors_in_zone": ("dan",), "dice": (5, 2, 2)}
    for number, (fields, words) in enumerate(
        ((rises, "Put into the zone 1 Crawler"), (hits, "Dan"))
    ):
        command = AttackResolve(id=f"attack-{number:04}", seen=0, **shot, **fields)  # type: ignore[arg-type]
        services.command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
        text = page(client, table, "attack/cathy?done=0")
        done = text[text.index('class="done file"') : text.index('class="panel thrown"')]
        assert words in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", done))
        assert "The zone is empty" not in done, "a Crawler is put there, or nobody fell"
    assert "it hits Dan" in page(client, table, "log")


def test_a_zone_that_an_attack_empties_is_said_to_be_empty(
    as_person: AsPerson, guest: Person
) -> None:
    table, client = lay(guest, "rue-morgue", "cathy", "dan", dice="table"), as_person(guest)
    change(table, board={"skinner-walker": 1})
    shot = {"survivor": "cathy", "mode": "ranged", "weapons": ("mp5",), "dice": (5, 2, 2)}
    command = AttackResolve(id="attack-0001", seen=0, targets={"skinner-walker": 1}, **shot)  # type: ignore[arg-type]
    services.command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
    assert "The zone is empty" in page(client, table, "attack/cathy?done=0")


def test_only_whoever_has_a_flashlight_is_offered_its_light(
    as_person: AsPerson, guest: Person
) -> None:
    """Washington Z.C., p. 9; whoever keeps cards on paper may have one."""
    box = {"expansions": ("washington-zc",)}
    table, client = lay(guest, "zombicide-2e", "ned", "wanda", **box), as_person(guest)
    change(table, hour=22)
    give(table, "ned", "pistol")
    give(table, "wanda", "flashlight")
    free, why = 'id="light-free"', "Ned has no flashlight ready to use."
    bare, having = page(client, table, "survivor/ned"), page(client, table, "survivor/wanda")
    assert why in bare
    assert free not in bare
    assert why.replace("Ned", "Wanda") not in having
    assert free in having
    send(client, table, {"kind": "light.on", "survivor": "wanda"})
    assert table.state.survivors["wanda"].light
    decks = {**table.state.decks}
    decks["equipment"] = replace(decks["equipment"], source="table")
    change(table, decks=decks)
    assert free in page(client, table, "survivor/ned"), (
        "what the cards on the table are, nobody knows"
    )
