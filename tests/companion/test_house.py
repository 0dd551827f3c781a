"""What a group tells us of unknown cards is known at its next table."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from companion import services
from companion.models import HouseFact, Seat, Table
from companion.people.models import Person
from companion.people.services import guest_absorb
from rules import Survivor, decode_command, load_packs
from rules.mechanics.danger import skill_options

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
CARD = {"orange-1": "plus-1-die-melee", "orange-2": "plus-1-die-ranged"} | {
    f"red-{n}": skill for n, skill in enumerate(("sniper", "slippery", "lucky"), 1)
}


def open_for(person: Person, game: str, *keys: str, **more: object) -> Table:
    survivors = [(key, Survivor(name=key.title(), player=person.name)) for key in keys]
    return services.table_open(person=person, game=game, survivors=survivors, **more)  # type: ignore[arg-type]


def send(seat: Seat, **command: object) -> None:
    body = {"id": f"tap-{seat.table.version:06}{seat.pk:03}", "seen": 0, **command}
    services.command_submit(
        table_id=seat.table_id, seat=seat, command=decode_command(seat.table.game, json.dumps(body))
    )


def test_a_card_described_at_one_table_is_known_at_everybodys_next(guest: Person) -> None:
    table = open_for(guest, "army-of-the-dead", "x")
    friend = Person.objects.create_guest(name="Luis")
    Seat.objects.create(table=table, person=friend, name="Luis")
    unknown = next(
        card for card in load_packs()["army-of-the-dead"].spawns if card.sure == "unknown"
    )
    card = f"zombies-{unknown.number}"
    levels = {level: {"shambler": 2} for level in ("blue", "yellow", "orange", "red")}
    send(
        table.seats.get(person=guest), kind="card.describe", card=card, does="spawn", levels=levels
    )
    for person in (guest, friend):
        known = open_for(person, "army-of-the-dead", "x").state.described[card]
        assert known.levels["red"] == {"shambler": 2}
    stranger = Person.objects.create_guest(name="S")
    assert open_for(stranger, "army-of-the-dead", "x").state.described == {}


def test_a_tap_that_describes_nothing_writes_no_fact(table: Table, seat: Seat) -> None:
    send(seat, kind="points.award", survivor="ned", amount=1)
    assert not HouseFact.objects.exists()


def test_a_survivor_is_completed_once_from_the_printed_card(
    as_person: AsPerson, guest: Person
) -> None:
    client = as_person(guest)
    url = reverse("companion:house-survivor", args=["zombicide-2e", "anton"])
    page = client.get(url)
    assert "blue-1" not in page.context["form"].fields, "what we know is not asked"
    assert client.post(url, {}).status_code == 422
    assert client.post(url, {**CARD, "red-2": CARD["red-1"]}).status_code == 422
    assert client.post(url, {**CARD, "red-2": "nonsense"}).status_code == 422
    assert not HouseFact.objects.exists()
    hub = reverse("companion:open", args=["zombicide-2e"])
    words = "?with=washington-zc&survivors=anton"
    assert "Anton</a>" in client.get(hub + words).content.decode()
    response = client.post(url, {**CARD, "next": hub + words})
    assert response.url == hub + words
    assert "Anton</a>" not in client.get(hub + words).content.decode()
    client.post(hub, {"with": "washington-zc", "survivors": "anton"})
    state = Table.objects.get().state
    pack = load_packs()["zombicide-2e"]
    assert skill_options(state, pack, "anton", "red") == ("sniper", "slippery", "lucky")
    assert state.trees["anton"].blue, "the printed part stays"


def test_a_survivor_described_at_the_table_is_known_next_time(guest: Person) -> None:
    table = open_for(guest, "zombicide-2e", "tess", expansions=("washington-zc",))
    send(
        table.seats.get(),
        **{"kind": "survivor.describe", "survivor": "tess", "blue": ["lucky"]},
        orange=["sniper"],
        red=["slippery"],
    )
    again = open_for(guest, "zombicide-2e", "tess", expansions=("washington-zc",))
    assert again.state.trees["tess"].orange == ("sniper",)
    assert open_for(guest, "zombicide-2e", "ned").state.trees == {}, "only who is at the table"


@pytest.mark.parametrize(
    ("game", "survivor"),
    [("zombicide-2e", "ned"), ("zombicide-2e", "nobody"), ("monopoly", "anton")],
)
def test_only_cards_we_lack_can_be_completed(client: Client, game: str, survivor: str) -> None:
    url = reverse("companion:house-survivor", args=[game, survivor])
    assert client.get(url).status_code == 404


def test_survivors_of_our_own_have_a_card_too(client: Client) -> None:
    url = reverse("companion:house-survivor", args=["black-plague", "own-abuela-conchi"])
    page = client.get(url)
    assert page.status_code == 200
    assert "Abuela Conchi" in page.content.decode()


def test_two_house_packs_become_one_when_a_guest_signs_in(guest: Person, account: Person) -> None:
    for person, content in ((guest, "guest"), (account, "account")):
        for key in ("both", f"only-{content}"):
            HouseFact.objects.create(
                person=person, game="g", kind="card", key=key, content_json=content
            )
    guest_absorb(guest=guest, account=account)
    facts = HouseFact.objects.filter(person=account).values_list("key", "content_json")
    assert sorted(facts) == [
        ("both", "account"),
        ("only-account", "account"),
        ("only-guest", "guest"),
    ]
