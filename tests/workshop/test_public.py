"""The public shelf: shown by the owner, seen and copied by anybody, removed by the keeper."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from campaigns.keeping.models import Report
from campaigns.keeping.services import keeper_make
from companion.people.models import Person
from companion.workshop.models import HousePack, ShelvedPack
from companion.workshop.selectors import newest_of
from companion.workshop.services import piece_change
from tests.workshop.kit import add_tutorial, make_pack

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
SHELF = "/workshop/shelf/"


@pytest.fixture(autouse=True)
def _public(settings: object) -> None:
    settings.PUBLIC_SHELF = True  # type: ignore[attr-defined]


@pytest.fixture
def owner(as_person: AsPerson, guest: Person) -> Client:
    return as_person(guest)


@pytest.fixture
def pack(guest: Person) -> HousePack:
    made = make_pack(guest)
    add_tutorial(made)
    return made


def put(client: Client, pack: HousePack, shelf: str = "on") -> int:
    return client.post(reverse("workshop:put", args=[pack.pk]), {"shelf": shelf}).status_code


def one(pack: HousePack) -> str:
    return reverse("workshop:shelved", args=[pack.pk])


def changed(pack: HousePack) -> None:
    maker = pack.members.get(is_maker=True)
    piece_change(
        member=maker, kind="missions", key="m1", change=lambda now: replace(now, code="B1")
    )


def test_nobody_sees_a_pack_before_its_owner_shows_it(owner: Client, pack: HousePack) -> None:
    assert b"Our plague" not in Client().get(SHELF).content
    assert Client().get(one(pack)).status_code == 404
    assert put(Client(), pack) == 404
    assert put(owner, pack) == 302
    assert b"Our plague" in Client().get(SHELF).content
    assert b"Our plague" not in Client().get(f"{SHELF}?game=rue-morgue").content
    assert "Danza macabra" in Client(headers={"accept-language": "es"}).get(one(pack)).text
    put(owner, pack, "off")
    assert Client().get(one(pack)).status_code == 404


def test_a_copy_is_a_new_pack_of_the_version_that_was_shown(owner: Client, pack: HousePack) -> None:
    put(owner, pack)
    changed(pack)
    stranger = Client()
    answer = stranger.post(reverse("workshop:take", args=[pack.pk]))
    copy = HousePack.objects.latest("created_at")
    assert answer.headers["Location"] == reverse("workshop:pack", args=[copy.pk])
    assert copy.pk != pack.pk
    assert [mission.code for mission in newest_of(copy).content.shown()] == ["A0"]
    assert stranger.get(reverse("workshop:pack", args=[copy.pk])).status_code == 200
    assert stranger.get(reverse("workshop:pack", args=[pack.pk])).status_code == 404
    put(owner, pack)
    assert ShelvedPack.objects.get().version == newest_of(pack)


def test_who_agreed_to_have_it_does_not_decide(
    pack: HousePack, as_person: AsPerson, owner: Client
) -> None:
    luis = Person.objects.create_guest(name="Luis")
    pack.members.create(person=luis, name="Luis", agreed_at=pack.created_at)
    assert put(as_person(luis), pack) == 422
    put(owner, pack)
    assert put(as_person(luis), pack, "off") == 422
    assert Client().get(one(pack)).status_code == 200


def test_a_reported_pack_is_removed_and_its_owner_told(
    owner: Client, pack: HousePack, account: Person, as_person: AsPerson
) -> None:
    put(owner, pack)
    report = reverse("keeping:report")
    assert one(pack) in Client().get(f"{report}?about={one(pack)}").text
    Client().post(report, {"about": one(pack), "text": "It insults somebody."})
    keeper_make(person=account)
    operator = as_person(account)
    assert b"Our plague" in operator.get(reverse("keeping:bans")).content
    filed = Report.objects.get()
    assert operator.post(reverse("keeping:report-bin", args=[filed.pk])).status_code == 302
    assert Client().get(one(pack)).status_code == 404
    page = owner.get(reverse("workshop:pack", args=[pack.pk]))
    assert "It insults somebody." in page.text
    assert put(owner, pack) == 422, "not as it was"
    changed(pack)
    assert put(owner, pack) == 302
    assert Client().get(one(pack)).status_code == 200


def test_what_is_in_the_bin_is_not_on_the_shelf(owner: Client, pack: HousePack) -> None:
    put(owner, pack)
    owner.post(reverse("workshop:bin", args=[pack.pk]))
    assert Client().get(one(pack)).status_code == 404
    assert Client().post(reverse("workshop:take", args=[pack.pk])).status_code == 404


def test_the_shelf_asks_equally_often_with_many_packs(
    owner: Client,
    guest: Person,
    pack: HousePack,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    for _each in range(5):
        put(owner, make_pack(guest))
    with django_assert_max_num_queries(4):  # type: ignore[attr-defined]
        assert Client().get(SHELF).status_code == 200
