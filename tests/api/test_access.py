"""Who may ask what: every endpoint and method by every kind of asker.

Nobody gets 401, a key that is too small 403, and whoever has no business there 404.
"""

import copy
import uuid
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

from api.models import Token
from api.urls import urlpatterns
from campaigns.members.services import invitation_make
from campaigns.models import Campaign, Invitation, Member
from campaigns.transfer.services import campaign_export
from companion.files.services import table_export
from companion.models import Seat, Table
from companion.people.models import Person
from companion.setup.services import line_up_save
from companion.workshop.selectors import newest_of, pack_file
from rules.workshop import PackContent
from rules.workshop.file import PARTS
from rules.workshop.pieces import PIECES
from tests.api.conftest import Program
from tests.architecture.test_access import (
    as_if_never_asked,
    every_url_name,
    finished_print,
    play_a_little,
)
from tests.campaigns.kit import begin, keeper_of, tell
from tests.workshop.kit import make_pack

pytestmark = pytest.mark.django_db

ASKERS = (
    "nobody",
    "unknown token",
    "revoked token",
    "other keeper",
    "other's token",
    "reader",
    "player",
    "keeper",
    "read token",
    "play token",
    "manage token",
    "reader seat token",
    "player seat token",
    "keeper seat token",
    "other seat token",
)
DEAD = {"unknown token": 401, "revoked token": 401}


def everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(ASKERS, status) | DEAD


def at_the_table(status: int) -> dict[str, int]:
    """Whoever sits there, with any key; strangers do not learn that it exists."""
    outside = {"other keeper": 404, "other's token": 404, "other seat token": 404, "nobody": 401}
    return everybody(status) | outside


def players_of_the_table(status: int) -> dict[str, int]:
    """Readers may not, and keys that only read may not."""
    return at_the_table(status) | {"reader": 403, "read token": 403, "reader seat token": 403}


def persons(status: int) -> dict[str, int]:
    """Anybody with a key to a whole person, whatever it may do."""
    seats = {name: 403 for name in ASKERS if name.endswith("seat token")}
    return everybody(status) | {"nobody": 401} | seats


def of_the_keeper(status: int) -> dict[str, int]:
    """What belongs to Luis alone."""
    strangers = dict.fromkeys(("other keeper", "other's token", "reader", "player"), 404)
    return persons(status) | strangers


NEW_TABLE = {"game": "black-plague", "survivors": [{"name": "Zoe", "player": "Ana"}]}
OWN_CARD = {
    "blue": ["plus-1-action"],
    "orange": ["plus-1-free-action-move"],
    "red": ["plus-1-free-action-combat"],
}
NEW_CITY = {
    "game": "city-of-horror",
    "seats": [
        {"name": name, "colour": colour}
        for name, colour in (("Ana", "red"), ("Luis", "blue"), ("Noé", "white"))
    ],
}
TAP = {"kind": "phase.next", "id": "tap-00000009", "seen": 3}
STEP = {"id": "tap-00000009", "seen": 3}
TOKEN = {"name": "lamp", "scope": "read"}
ONLY_BROWSERS = {
    **{name: 403 for name in ASKERS if "token" in name},
    **DEAD,
    "nobody": 401,
    "other keeper": 403,  # guests: an account is needed
    "reader": 403,
    "player": 403,
    "keeper": 201,
}
SMALL_KEYS = {
    "read token": 403,
    "play token": 403,
    "reader seat token": 403,
    "player seat token": 403,
}


def keepers_of_the_table(status: int) -> dict[str, int]:
    """Others who sit there are told why not."""
    return at_the_table(status) | {"reader": 403, "player": 403} | SMALL_KEYS


def keeps(status: int) -> dict[str, int]:
    """What players may not, but the keeper may, with any key that plays."""
    keys = ("keeper", "play token", "manage token", "keeper seat token")
    return players_of_the_table(403) | dict.fromkeys(keys, status)


PLAYING_SEATS = {"player": 200, "player seat token": 200}
# A new table beside this one: for whoever plays here, with a key to the whole person.
OPENERS = persons(201) | {
    "other keeper": 404,
    "other's token": 404,
    "reader": 403,
    "read token": 403,
    "play token": 403,
}
MANAGERS = {"read token": 403, "play token": 403}


def members(status: int) -> dict[str, int]:
    """Whoever is in the campaign; the key of a seat is for its table alone."""
    return persons(status) | {"other keeper": 404, "other's token": 404}


def playing_members(status: int) -> dict[str, int]:
    return members(status) | {"reader": 403, "read token": 403}


def keeping_members(status: int) -> dict[str, int]:
    return playing_members(status) | {"player": 403}


def managing_members(status: int) -> dict[str, int]:
    """Keepers, with a key that may do everything."""
    return keeping_members(status) | {"play token": 403}


NEW_CAMPAIGN = {
    "name": "Los jueves",
    "game": "zombicide-2e",
    "expansion": "washington-zc",
    "free": False,
    "survivors": [{"survivor": "wanda", "player": "Marta"}],
}
CAMPAIGN_TAP = {"kind": "cep.gain", "id": "tap-00000009", "seen": 2, "sheet": "wanda", "why": "red"}
FINISH = {"id": "tap-00000009", "seen": 2, "result": "won"}
ROLL = {"id": "tap-00000009", "seen": 2, "sheet": "wanda", "card": "katana-1"}

# name of the address: method, body, who gets what
MATRIX: dict[str, list[tuple[str, Any, dict[str, int]]]] = {
    "schema": [("get", None, dict.fromkeys(ASKERS, 200))],
    "docs": [("get", None, dict.fromkeys(ASKERS, 200))],
    "games": [("get", None, everybody(200))],
    "game": [("get", None, everybody(200))],
    "missions": [("get", None, everybody(200))],
    "tables": [
        ("get", None, everybody(200) | {"nobody": 401}),
        ("post", NEW_TABLE, persons(201) | MANAGERS | {"nobody": 201}),
    ],
    "city-tables": [("post", NEW_CITY, persons(201) | MANAGERS | {"nobody": 201})],
    "legal": [("get", None, at_the_table(200))],
    "table": [
        ("get", None, at_the_table(200)),
        ("patch", {"archived": True}, keepers_of_the_table(200)),
        ("delete", None, keepers_of_the_table(204)),
    ],
    "seat": [
        ("patch", {"name": "Ada"}, keeps(200)),
        ("delete", None, keeps(204)),
    ],
    # Everything below happens at a table that is not in the bin.
    "restore": [("post", None, everybody(404) | {"nobody": 401} | SMALL_KEYS)],
    "branch": [("post", {"seq": 1}, OPENERS)],
    "rematch": [("post", None, OPENERS)],
    "commands": [("post", TAP, players_of_the_table(200))],
    "undo": [("post", STEP, players_of_the_table(200))],
    "redo": [("post", STEP, players_of_the_table(200))],
    "log": [("get", None, at_the_table(200))],
    "forecast": [("get", None, at_the_table(200))],
    "events": [("get", None, at_the_table(200))],
    "story": [("get", None, at_the_table(200))],
    "luck": [("get", None, at_the_table(200))],
    "table-export": [("get", None, at_the_table(200))],
    "table-import": [("post", b"table", persons(201) | MANAGERS)],
    "places": [("patch", {"player": "Luis", "closed": True}, keepers_of_the_table(200))],
    "seats": [("get", None, at_the_table(200))],
    # Keepers need not ask; only somebody else at the table has asked.
    "asking": [
        ("put", None, players_of_the_table(422) | PLAYING_SEATS),
        ("delete", None, players_of_the_table(422) | {"reader": 422}),
    ],
    "keeping": [("post", None, players_of_the_table(422) | {"reader": 422})],
    "seat-answer": [("post", {"agreed": True}, keeps(200))],
    "sit": [
        (
            "post",
            {"code": "", "name": "Eva"},
            persons(201) | {"read token": 403, "nobody": 201},
        )
    ],
    "campaigns": [
        ("get", None, persons(200)),
        ("post", NEW_CAMPAIGN, persons(201) | MANAGERS),
    ],
    "campaign-import": [("post", b"campaign", persons(201) | MANAGERS)],
    "campaign-join": [
        (
            "post",
            {"invitation": "", "name": "Eva"},
            persons(201) | {"read token": 403},
        )
    ],
    "campaign": [
        ("get", None, members(200)),
        ("patch", {"name": "Ours", "archived": True}, managing_members(200)),
        ("delete", None, managing_members(204)),
    ],
    "campaign-log": [("get", None, members(200))],
    "campaign-events": [("get", None, members(200))],
    # It is not in the bin: tests/api/test_campaign_shelf.py.
    "campaign-restore": [("post", None, persons(404) | MANAGERS)],
    "campaign-branch": [("post", {"seq": 1}, managing_members(201))],
    "members": [("get", None, members(200))],
    "member": [
        ("patch", {"role": "reader"}, managing_members(200)),
        ("delete", None, managing_members(204)),
    ],
    "invitations": [("post", {"role": "player"}, managing_members(201))],
    "invitation": [("delete", None, managing_members(204))],
    # On paper: whoever may is told so.
    "campaign-seat": [("post", None, members(422) | {"read token": 403})],
    "campaign-commands": [("post", CAMPAIGN_TAP, playing_members(200))],
    "campaign-undo": [("post", {**STEP, "seen": 2}, playing_members(200))],
    # Nothing was undone: whoever may is told so.
    "campaign-redo": [("post", {**STEP, "seen": 2}, playing_members(422))],
    "sheets": [("get", None, members(200))],
    "objectives": [("get", None, members(200))],
    "campaign-luck": [("get", None, members(200))],
    "campaign-export": [("get", None, members(200))],
    # The mission is being played and has not ended: whoever may is told so.
    "mission-start": [("post", {"id": "tap-00000009", "seen": 2}, keeping_members(422))],
    "mission-finish": [("post", FINISH, playing_members(200))],
    "mission-upkeep": [
        ("get", None, members(200)),
        ("post", ROLL, playing_members(422)),
    ],
    "packs": [("get", None, persons(200))],
    "pack-import": [("post", b"pack", persons(201) | MANAGERS)],
    "pack": [
        ("get", None, of_the_keeper(200)),
        ("delete", None, of_the_keeper(204) | MANAGERS),
    ],
    # It is not in the bin: tests/api/test_packs.py.
    "pack-restore": [("post", None, persons(404) | MANAGERS)],
    # The operator has no public shelf: tests/api/test_packs.py.
    "public-packs": [("get", None, persons(404))],
    "public-pack": [("get", None, persons(404))],
    "public-pack-copy": [("post", None, persons(404) | MANAGERS)],
    "pack-shelf": [
        ("put", None, of_the_keeper(404) | MANAGERS),
        ("delete", None, of_the_keeper(404) | MANAGERS),
    ],
    "pack-export": [("post", None, of_the_keeper(200) | MANAGERS)],
    "pack-road": [
        ("get", None, of_the_keeper(200)),
        ("put", {"road": [{"id": "m1"}]}, of_the_keeper(200) | MANAGERS),
    ],
    **{f"pack-{kind}": [("get", None, of_the_keeper(200))] for kind in PARTS},
    **{
        f"pack-{kind}-one": [
            ("get", None, of_the_keeper(200)),
            ("put", {"id": "x1"}, of_the_keeper(200) | MANAGERS),
            ("delete", None, of_the_keeper(204) | MANAGERS),
        ]
        for kind in PARTS
    },
    "difficulty": [("post", NEW_TABLE, persons(200) | {"read token": 403})],
    "difficulty-stop": [("post", NEW_TABLE, persons(404) | {"read token": 403})],
    "prints": [
        ("get", None, persons(200)),
        (
            "post",
            {"kind": "table-card", "table": ""},
            # A print is the asker's own, so a reader may; it changes nothing at the table.
            persons(202)
            | {"read token": 403, "other keeper": 404, "other's token": 404, "reader": 202},
        ),
    ],
    "print": [("get", None, of_the_keeper(200))],
    "print-file": [("get", None, of_the_keeper(200))],
    "print-cancel": [("post", None, of_the_keeper(200) | {"read token": 403})],
    "print-retry": [("post", None, of_the_keeper(200) | {"read token": 403})],
    "me": [("get", None, everybody(200) | {"nobody": 401})],
    "data": [("get", None, persons(200) | MANAGERS)],
    "usual": [
        ("get", None, of_the_keeper(200)),
        ("put", NEW_TABLE, persons(200) | MANAGERS),
    ],
    "house": [("get", None, persons(200))],
    "house-survivor": [("put", OWN_CARD, persons(200) | MANAGERS)],
    "tokens": [
        ("get", None, persons(200) | MANAGERS),
        ("post", TOKEN, ONLY_BROWSERS),
    ],
    "token": [("delete", None, of_the_keeper(204) | MANAGERS)],
}
METHODS = ("get", "post", "put", "patch", "delete")


def test_every_address_of_the_api_is_in_the_matrix() -> None:
    names = {name.partition(":")[2] for name in every_url_name() if name.startswith("api:")}
    assert names == set(MATRIX)


def test_every_method_of_the_api_is_in_the_matrix() -> None:
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "cls", None)
        if view is not None:
            methods = {name for name in METHODS if hasattr(view, name)}
            assert {case[0] for case in MATRIX[pattern.name]} == methods, pattern.name


@pytest.fixture
def campaign(kept: Table, keeper: Person, actors: dict[str, Program]) -> Campaign:
    """A campaign of the same people as at the table, in its first mission, at version 2."""
    campaign = begin(keeper)
    for seat in kept.seats.exclude(person=keeper):
        Member.objects.create(campaign=campaign, person=seat.person, name=seat.name, role=seat.role)
    tell(campaign, "mission.start", keeper_of(campaign), mission="M1")
    tell(campaign, "cep.gain", keeper_of(campaign), sheet="wanda", why="orange")
    return campaign


@pytest.fixture
def invitation(campaign: Campaign) -> Invitation:
    return invitation_make(campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER)


@pytest.fixture
def addresses(
    kept: Table, keeper: Person, campaign: Campaign, invitation: Invitation
) -> dict[str, str]:
    """Every address of the matrix, each of something that is there."""
    play_a_little(kept)
    line_up_save(person=keeper, game="black-plague", query="own=Zoe&survivors=")
    someone = Person.objects.create_guest(name="Somebody")
    other = Member.objects.create(campaign=campaign, person=someone, name="Somebody")
    spare = Seat.objects.create(
        table=kept, person=someone, name="Somebody", asked_to_keep_at=timezone.now()
    )
    token = Token.objects.create(person=keeper, name="one more", scope="read", digest="0")
    job = finished_print(keeper)
    pieces = {name: (kind.draft(id="x1"),) for name, kind in PIECES.items()}
    house = make_pack(keeper, content=PackContent(**pieces)).pk
    known: dict[str, Any] = {
        "slug": "black-plague",
        "survivor": "own-zoe",
        "table_id": kept.pk,
        "seat_id": spare.pk,
        "campaign_id": campaign.pk,
        "code": "M1",
        "member_id": other.pk,
        "invitation_id": invitation.pk,
        "pack_id": house,
        "key": "x1",
        "print_id": job.pk,
        "token_id": token.pk,
    }
    return {
        pattern.name: reverse(
            f"api:{pattern.name}",
            kwargs={name: known[name] for name in pattern.pattern.converters},
        )
        for pattern in urlpatterns
    }


def pack_document(person: Person) -> bytes:
    pack = make_pack(person)
    document = pack_file(pack, newest_of(pack)).decode()
    return msgspec.json.encode({"document": document})


@pytest.fixture
def filled_in(
    addresses: dict[str, str],
    kept: Table,
    keeper: Person,
    campaign: Campaign,
    invitation: Invitation,
) -> Callable[[Any], Any]:
    """A body of the matrix with what only this table and campaign know."""
    real = {"code": kept.code, "table": str(kept.pk), "invitation": invitation.token}
    files = {
        b"campaign": campaign_export(campaign),
        b"table": table_export(kept),
        b"pack": pack_document(keeper),
    }

    def body(planned: Any) -> Any:
        if isinstance(planned, bytes):
            return files[planned]
        return planned and {**planned, **{key: real[key] for key in planned if key in real}}

    return body


def answer_to(program: Program, method: str, url: str, body: Any) -> tuple[int, str]:
    """The status, and what is wrong with the rest of the answer."""
    held = copy.deepcopy(program.client.cookies)
    program.client.raise_request_exception = False  # a failure of ours is an answer, too
    with as_if_never_asked():
        response = program.ask(method, url, body)
    program.client.cookies = held
    if response.streaming:
        is_whole = b"".join(response.streaming_content).startswith((b"%PDF", b"PK"))
        return response.status_code, "" if is_whole else "no file"
    is_said = response.status_code < 400 or set(response.json()) == {"code", "message", "params"}
    return response.status_code, "" if is_said else "not an error of ours"


@pytest.mark.parametrize("method", METHODS)
def test_who_gets_what(
    method: str,
    actors: dict[str, Program],
    addresses: dict[str, str],
    filled_in: Callable[[Any], Any],
) -> None:
    """One world for all addresses, and everything that is wrong there at once."""
    wrong = []
    cases = [(name, *case) for name, cases in MATRIX.items() for case in cases]
    for name, _method, body, expected in (case for case in cases if case[1] == method):
        sent = filled_in(body)
        for asker in ASKERS:
            status, fault = answer_to(actors[asker], method, addresses[name], sent)
            if status != expected[asker] or fault:
                wanted = f"{status}, not {expected[asker]}"
                wrong.append(f"{method} {name} for {asker}: {fault or wanted}")
    assert not wrong, "\n".join(wrong)


def test_a_cookie_without_the_csrf_token_changes_nothing(
    actors: dict[str, Program], kept: Table
) -> None:
    for asker in ("keeper", "player"):
        browser = actors[asker].client
        browser.handler.enforce_csrf_checks = True
        response = actors[asker].post(f"tables/{kept.pk}/commands/", {**TAP, "seen": 0})
        assert response.status_code == 403
        assert response.json()["code"] == "http.403"
    assert Table.objects.get(pk=kept.pk).version == 0


def test_a_token_of_an_account_in_the_bin_opens_nothing(luis: Program, keeper: Person) -> None:
    from companion.people.services import account_bin

    account_bin(person=keeper)
    assert luis.get("me/").status_code == 401


def test_a_seat_token_lists_its_own_table_only(actors: dict[str, Program], keeper: Person) -> None:
    from tests.conftest import open_table

    open_table(keeper)
    assert len(actors["manage token"].get("tables/").json()["results"]) == 2
    assert len(actors["keeper seat token"].get("tables/").json()["results"]) == 1


def test_what_does_not_exist_looks_like_what_is_not_mine(
    actors: dict[str, Program], kept: Table
) -> None:
    other = actors["other's token"]
    there, nowhere = other.get(f"tables/{kept.pk}/"), other.get(f"tables/{uuid.uuid4()}/")
    assert there.status_code == nowhere.status_code == 404
    assert there.json() == nowhere.json()
