"""Who may open what: every address of the site is in this matrix, or the test fails.

A stranger gets 404 for what is not theirs, never 403: they do not learn that it exists.
"""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from campaigns.keeping.backups import shelf
from campaigns.keeping.services import ban_set, keeper_make, report_make
from campaigns.members.services import invitation_make
from campaigns.models import Member
from campaigns.printing import services as printing
from campaigns.printing.models import PrintJob
from campaigns.shelf.services import campaign_bin
from companion import services
from companion.frame import counting
from companion.models import Seat, Table
from companion.people.models import Person
from companion.workshop.models import PackMember
from companion.workshop.services import pack_bin
from rules.mechanics.rounds import PhaseNext
from tests.campaigns.kit import begin, keeper_of, tell
from tests.conftest import open_table
from tests.workshop.kit import add_survivor, add_tutorial, make_pack

pytestmark = pytest.mark.django_db

NOBODY, STRANGER, MEMBER, READER, PLAYER, KEEPER = OTHERS = (
    "nobody",  # a browser never seen before
    "stranger",  # a guest with a table of their own
    "member",  # an account with no seat here
    "reader",
    "player",
    "keeper",
)
# An account with no seat here that keeps the whole site: where nothing is said of it, a member.
OPERATOR = "operator"
ACTORS = (*OTHERS, OPERATOR)


def everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(OTHERS, status)


def seated(status: int, reader: int | None = None) -> dict[str, int]:
    """404 for whoever has no seat; a reader may be refused what a player may do."""
    return {
        NOBODY: 404,
        STRANGER: 404,
        MEMBER: 404,
        READER: status if reader is None else reader,
        PLAYER: status,
        KEEPER: status,
    }


def keepers(status: int) -> dict[str, int]:
    """Members who do not keep the campaign learn that it is not theirs to decide."""
    return seated(422) | {KEEPER: status}


def keeper_only(status: int) -> dict[str, int]:
    """404 for whoever has no seat, 422 for whoever sits there and does not keep the table."""
    return seated(status, reader=422) | {PLAYER: 422}


def operators(status: int) -> dict[str, int]:
    """Nobody else learns that these pages exist."""
    return everybody(404) | {OPERATOR: status}


def with_account(status: int) -> dict[str, int]:
    """Sends whoever has no account to the sign-in page."""
    return everybody(302) | {MEMBER: status}


def sharers(status: int, player: int | None = None) -> dict[str, int]:
    """The keeper made the pack, the player agreed to have it; it is only offered to the reader."""
    return everybody(404) | {PLAYER: status if player is None else player, KEEPER: status}


# The table stands at version 3: two steps were made and one was taken back.
SENT = {"id": "tap-00000009", "seen": "3", "with": '{"kind":"phase.next"}'}

KEYWORD = {"kind": "keyword.gain", "word": "KEY", "id": "word-000001", "seen": "2"}
ROLL = {"sheet": "wanda", "card": "machete-1", "id": "roll-000001", "seen": "2"}

DRAWN = {"id": "draw-000001", "wanted": '{"tokens/9.a1.exit": {}}'}

# name: (method, arguments, what is sent, who gets what)
MATRIX: dict[str, tuple[str, list[str], dict[str, str], dict[str, int]]] = {
    "home": ("get", [], {}, everybody(200)),
    "frame:preferences": ("get", [], {}, everybody(200)),
    "frame:credits": ("get", [], {}, everybody(200)),
    "frame:style": ("get", [], {}, everybody(200)),
    "frame:healthz": ("get", [], {}, everybody(200)),
    "frame:robots": ("get", [], {}, everybody(200)),
    "frame:favicon": ("get", [], {}, everybody(302)),
    "frame:manifest": ("get", [], {}, everybody(200)),
    "frame:service-worker": ("get", [], {}, everybody(200)),
    "frame:offline": ("get", [], {}, everybody(200)),
    "keeping:operate": ("get", [], {}, operators(200)),
    "keeping:clean": ("post", [], {}, operators(302)),
    "keeping:backup": ("post", [], {}, operators(302)),
    "keeping:backup-file": ("get", ["backup"], {}, operators(200)),
    "keeping:mail": ("post", [], {}, operators(302)),
    "keeping:retry": ("post", ["failed"], {}, operators(302)),
    "keeping:faults": ("get", [], {}, operators(200)),
    "keeping:bans": ("get", [], {}, operators(200)),
    "keeping:lift": ("post", ["ban"], {}, operators(302)),
    "keeping:report-close": ("post", ["report"], {}, operators(302)),
    "keeping:report-bin": ("post", ["report"], {}, operators(302)),
    "keeping:report-ban": ("post", ["report"], {}, operators(302)),
    "keeping:data": ("get", [], {}, everybody(200)),
    "keeping:data-file": ("get", [], {}, everybody(200) | {NOBODY: 404}),
    "keeping:metrics": ("get", [], {}, everybody(404)),
    "keeping:report": ("get", [], {}, everybody(200)),
    "people:sign-up": ("get", [], {}, everybody(200) | {MEMBER: 302}),
    "people:sign-in": ("get", [], {}, everybody(200) | {MEMBER: 302}),
    "people:sign-up-sent": ("get", [], {}, everybody(302)),
    "people:confirm": ("get", ["abc", "def-ghi"], {}, everybody(404)),
    "people:sign-in-step": ("get", [], {}, everybody(302)),
    "people:sign-in-passkey": ("post", [], {}, everybody(302)),
    "people:sign-in-options": ("post", [], {}, everybody(200)),
    "people:again": ("get", [], {}, with_account(200)),
    "people:address": ("get", [], {}, with_account(200)),
    "people:address-forget": ("post", [], {}, with_account(302)),
    "people:sign-ins": ("get", [], {}, with_account(200)),
    "people:sign-in-end": ("post", ["abc"], {}, with_account(404)),
    "people:sign-out-everywhere": ("post", [], {}, with_account(302)),
    "people:second-step": ("get", [], {}, with_account(200)),
    "people:app": ("get", [], {}, with_account(200)),
    "people:app-remove": ("post", [], {}, with_account(302)),
    "people:codes": ("post", [], {}, with_account(302)),
    "people:passkey-options": ("post", [], {}, with_account(200)),
    "people:passkey-add": ("post", [], {}, with_account(302)),
    "people:passkey-remove": ("post", ["1"], {}, with_account(404)),
    "people:sign-out": ("post", [], {}, everybody(302)),
    "people:account": ("get", [], {}, with_account(200)),
    "people:delete": ("get", [], {}, with_account(200)),
    "people:password": ("get", [], {}, with_account(200)),
    "people:reset": ("get", [], {}, everybody(200)),
    "people:reset-sent": ("get", [], {}, everybody(200)),
    "people:reset-confirm": ("get", ["abc", "def-ghi"], {}, everybody(200)),
    "companion:open": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-mission": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-who": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-players": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-zones": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-draws": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-rules": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-difficulty": ("get", ["black-plague"], {}, everybody(200)),
    "companion:setup-usual": ("post", ["black-plague"], {}, everybody(302)),
    "companion:house-survivor": ("get", ["zombicide-2e", "anton"], {}, everybody(200)),
    "companion:tables": ("get", [], {}, everybody(200)),
    "companion:own": ("get", ["table"], {}, seated(302)),
    "companion:mine": (
        *("get", ["table", "wanda"], {}),
        everybody(404) | {KEEPER: 200, PLAYER: 302, READER: 302},  # Wanda is Marta's; others go on
    ),
    "companion:mine-command": (
        *("post", ["table", "wanda"], SENT),
        seated(302, reader=422),
    ),
    "companion:mine-undo": ("post", ["table", "wanda"], SENT, seated(302, reader=422)),
    "companion:mine-redo": ("post", ["table", "wanda"], SENT, seated(302, reader=422)),
    "companion:screen": ("get", ["table"], {}, seated(200)),
    "companion:seats-lock": ("post", ["table"], {"locked": "1"}, keeper_only(302)),
    "companion:seats-place": (
        *("post", ["table"], {"player": "Luis", "closed": "1"}),
        keeper_only(302),
    ),
    "companion:seats-ask": (
        *("post", ["table"], {"asking": "1"}),
        seated(422) | {PLAYER: 302},
    ),
    # The player has asked a moment ago, and waits: tests/companion/test_asking.py.
    "companion:seats-take": ("post", ["table"], {}, seated(422)),
    "companion:seat-answer": ("post", ["table", "seat"], {"agreed": "1"}, keeper_only(302)),
    "companion:seat": ("post", ["table", "seat"], {"name": "X"}, keeper_only(302) | {PLAYER: 302}),
    "companion:seat-remove": ("post", ["table", "seat"], {}, keeper_only(302) | {PLAYER: 302}),
    "companion:story": ("get", ["table"], {}, seated(200)),
    "companion:rematch": ("post", ["table"], {}, seated(302, reader=422)),
    "companion:branch": ("post", ["table"], {"seq": "1"}, seated(302, reader=422)),
    "companion:archive": ("post", ["table"], {"archived": "1"}, keeper_only(302)),
    "companion:bin": ("post", ["table"], {}, keeper_only(302)),
    "companion:restore": ("post", ["table"], {}, everybody(404)),  # it is not in the bin
    "companion:table": ("get", ["table"], {}, seated(200)),
    "companion:board": ("get", ["table"], {}, seated(200)),
    "companion:sheet": ("get", ["table", "survivor/wanda"], {}, seated(200)),
    "companion:undo-to": ("post", ["table"], SENT | {"seq": "1"}, seated(302, reader=422)),
    "companion:live": ("get", ["table"], {}, seated(200)),
    "companion:command": ("post", ["table"], SENT, seated(302, reader=422)),
    "companion:undo": ("post", ["table"], SENT, seated(302, reader=422)),
    "companion:redo": ("post", ["table"], SENT, seated(302, reader=422)),
    "companion:seats": ("get", ["table"], {}, seated(200)),
    "companion:survivors": ("get", ["table"], {}, seated(200, reader=302)),
    "companion:survivors-take": (
        *("post", ["table"], {"id": "takeover-1", "seen": "0", "survivor": "ned", "of": "Luis"}),
        seated(302, reader=422),
    ),
    "companion:survivors-bring": (
        *("post", ["table"], {"id": "bring-0001", "seen": "0", "name": "Jo"}),
        seated(302, reader=422),
    ),
    "companion:survivors-undo": ("post", ["table"], SENT, seated(302, reader=422)),
    "companion:find": ("get", [], {}, everybody(404)),
    "companion:join": (
        *("get", ["code"], {}),
        {NOBODY: 200, STRANGER: 200, MEMBER: 200, READER: 302, PLAYER: 302, KEEPER: 302},
    ),
    "campaigns:campaigns": ("get", [], {}, everybody(200)),
    "campaigns:choose": ("get", [], {}, everybody(200)),
    "campaigns:begin": ("get", ["zombicide-2e", "free"], {}, everybody(200)),
    "campaigns:import": ("get", [], {}, everybody(200)),
    "campaigns:confirm": ("post", [], {}, everybody(422)),
    "campaigns:join": (
        *("get", ["token"], {}),
        {NOBODY: 200, STRANGER: 200, MEMBER: 200, READER: 302, PLAYER: 302, KEEPER: 302},
    ),
    "campaigns:campaign": ("get", ["campaign"], {}, seated(200)),
    "campaigns:streams": ("get", ["campaign"], {}, seated(200)),
    "campaigns:command": ("post", ["campaign"], KEYWORD, seated(302, reader=422)),
    "campaigns:undo": ("post", ["campaign"], {"id": "undo-000001", "seen": "2"}, seated(302, 422)),
    "campaigns:redo": ("post", ["campaign"], {"id": "redo-000001", "seen": "2"}, seated(422)),
    "campaigns:sheet": ("get", ["campaign", "wanda"], {}, seated(200)),
    "campaigns:reward": ("get", ["campaign", "wanda"], {}, seated(302)),
    "campaigns:heir": ("get", ["campaign", "wanda"], {}, seated(302)),
    "campaigns:compare": ("get", ["campaign"], {}, seated(200)),
    "campaigns:log": ("get", ["campaign"], {}, seated(200)),
    "campaigns:start": ("get", ["campaign"], {}, keepers(302)),
    "campaigns:play": ("post", ["campaign"], {}, seated(302)),
    "campaigns:map-draw": ("post", ["campaign"], {"mission": "M4"}, seated(302)),
    "campaigns:map-bring": (
        "post",
        ["campaign"],
        {"id": "bring-000001", "seen": "2", "mission": "M4", "map": "house:x:m1"},
        seated(422),
    ),
    "campaigns:objectives": ("get", ["campaign"], {}, seated(200)),
    "campaigns:card": ("get", ["campaign", "m1-objective-1"], {}, seated(200)),
    "campaigns:end": ("get", ["campaign"], {}, seated(200)),
    "campaigns:roll": ("post", ["campaign"], ROLL, seated(422)),
    "campaigns:members": ("get", ["campaign"], {}, seated(200)),
    "campaigns:invite": ("post", ["campaign"], {"role": "player"}, keepers(302)),
    "campaigns:close-invitation": ("post", ["campaign", "invitation"], {}, keepers(302)),
    "campaigns:role": ("post", ["campaign", "other"], {"role": "reader"}, keepers(302)),
    "campaigns:member-name": (
        "post",
        ["campaign", "other"],
        {"name": "Noa"},
        keepers(302) | {READER: 302},
    ),
    "campaigns:hand-over": ("post", ["campaign", "other"], {}, keepers(302)),
    "campaigns:remove": ("post", ["campaign", "other"], {}, keepers(302) | {READER: 302}),
    # Only whoever has just left has a way back: see tests/campaigns/test_members.py.
    "campaigns:come-back": ("post", ["campaign"], {}, everybody(404)),
    "campaigns:more": ("get", ["campaign"], {}, seated(200)),
    "campaigns:rename": ("post", ["campaign"], {"name": "Ours"}, keepers(302)),
    "campaigns:shelf": ("post", ["campaign"], {"where": "archive"}, keepers(302)),
    "campaigns:restore": ("post", ["binned"], {}, keepers(302)),
    "campaigns:branch": ("post", ["campaign"], {"seq": "1", "name": "What if"}, keepers(302)),
    "campaigns:export": ("get", ["campaign"], {}, seated(200)),
    "workshop:home": ("get", [], {}, everybody(200)),
    "workshop:new": ("get", [], {}, everybody(200)),
    "workshop:import": ("get", [], {}, everybody(200)),
    "workshop:confirm": ("post", [], {}, everybody(422)),
    "workshop:pack": ("get", ["pack"], {}, sharers(200)),
    "workshop:describe": ("get", ["pack"], {}, sharers(200)),
    "workshop:bin": ("post", ["pack"], {}, sharers(302, player=422)),
    "workshop:restore": ("post", ["binned-pack"], {}, sharers(302, player=422)),
    "workshop:offer": ("post", ["pack"], {}, sharers(302, player=422)),
    "workshop:answer": (
        *("post", ["pack"], {"answer": "yes"}),
        everybody(404) | {READER: 302},
    ),
    "workshop:leave": ("post", ["pack"], {}, sharers(302)),
    "workshop:export": ("post", ["pack"], {}, sharers(200)),
    "workshop:begin": ("post", ["missions"], {}, everybody(302)),
    "workshop:box": ("get", [], {}, everybody(200)),
    # The operator has no public shelf: tests/workshop/test_public.py has one.
    "workshop:shelf": ("get", [], {}, everybody(404)),
    "workshop:shelved": ("get", ["pack"], {}, everybody(404)),
    "workshop:take": ("post", ["pack"], {}, everybody(404)),
    "workshop:put": ("post", ["pack"], {}, everybody(404)),
    "workshop:road": ("get", ["pack"], {}, sharers(200)),
    "workshop:streams": ("get", ["pack"], {}, sharers(200)),
    "workshop:undo": ("post", ["pack", "2"], {}, sharers(302)),
    "workshop:mend": ("post", ["pack", "m1"], {"code": "code.none"}, sharers(302)),
    "workshop:pieces": ("get", ["pack", "survivors"], {}, sharers(200)),
    "workshop:piece-new": ("get", ["pack", "survivors"], {}, sharers(200)),
    "workshop:piece": ("get", ["pack", "survivors", "s1"], {}, sharers(200)),
    "workshop:piece-look": ("get", ["pack", "survivors", "s1"], {}, sharers(200)),
    "workshop:piece-bin": ("post", ["pack", "survivors", "s1"], {"binned": "yes"}, sharers(302)),
    "workshop:piece-copy": ("post", ["pack", "survivors", "s1"], {}, sharers(302)),
    "workshop:sheet": ("get", ["pack", "m1"], {}, sharers(200)),
    "workshop:part": ("get", ["pack", "m1", "title"], {}, sharers(200)),
    "workshop:rule": ("get", ["pack", "m1", "goals", "1"], {}, sharers(200)),
    "workshop:map": ("get", ["pack", "m1"], {}, sharers(200)),
    "workshop:map-draw": ("post", ["pack", "m1"], DRAWN, sharers(302)),
    "workshop:map-undo": ("post", ["pack", "m1"], {"step": "1"}, sharers(409)),
    "workshop:map-redo": ("post", ["pack", "m1"], {"step": "1"}, sharers(409)),
    "workshop:map-wake": ("post", ["pack", "m1"], {"colour": "blue"}, sharers(302)),
    "workshop:map-live": ("get", ["pack", "m1"], {}, sharers(200)),
    "printing:pack": ("get", ["pack"], {}, sharers(200)),
    "printing:restore": ("get", [], {}, everybody(200)),
    "printing:campaign": ("get", ["campaign"], {}, seated(200)),
    "printing:pen": ("get", ["campaign", "wanda"], {}, keepers(200)),
    "files:export": ("get", ["table"], {}, seated(200)),
    "files:import": ("get", [], {}, everybody(200)),
    "files:confirm": ("post", [], {}, everybody(422)),
    "printing:prints": ("get", [], {}, everybody(200)),
    "printing:print": ("get", ["print"], {}, everybody(404) | {KEEPER: 200}),
    "printing:preview": ("get", ["print"], {}, everybody(404) | {KEEPER: 200}),
    "printing:page-one": ("get", ["print"], {}, everybody(404) | {KEEPER: 200}),
    "printing:cancel": ("post", ["print"], {}, everybody(404) | {KEEPER: 302}),
    "printing:game": ("get", ["black-plague"], {}, everybody(200)),
    "printing:difficulty": ("get", ["black-plague"], {}, everybody(302)),
    "printing:table": ("get", ["table"], {}, seated(200)),
    "printing:retry": ("post", ["print"], {}, everybody(404) | {KEEPER: 302}),
    "printing:file": ("get", ["print"], {}, everybody(404) | {KEEPER: 200}),
    "printing:table-card": ("post", ["table"], {}, seated(302)),
    "tokens:tokens": ("get", [], {}, with_account(200)),
    "tokens:revoke": ("post", ["1"], {}, with_account(404)),
}


def every_url_name(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from every_url_name(pattern, prefix + space)
        elif isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}"


def test_every_address_is_in_the_matrix() -> None:
    """The API has a matrix of its own, by method and kind of key: tests/api/test_access.py."""
    pages = [name for name in every_url_name() if not name.startswith("api:")]
    assert sorted(pages) == sorted(MATRIX)


@contextmanager
def as_if_never_asked() -> Iterator[None]:
    """Whoever asks next finds everything as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    counting.counts().clear()


@pytest.fixture
def campaigns(guest: Person, people: dict[str, Person]) -> dict[str, str]:
    """Marta's campaign in its first mission, and one in the bin.

    The reader is the other member whom the keeper may remove: they may leave by themselves, too.
    """
    campaign, binned = begin(guest), begin(guest)
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "keyword.gain", word="LLAVE")
    campaign_bin(campaign=binned)
    invitation = invitation_make(
        campaign=campaign, member=keeper_of(campaign), role=Member.Role.PLAYER
    )
    for joined in (campaign, binned):
        for who, role in ((READER, Member.Role.READER), (PLAYER, Member.Role.PLAYER)):
            Member.objects.create(campaign=joined, person=people[who], name=who, role=role)
    return {
        "campaign": str(campaign.pk),
        "binned": str(binned.pk),
        "token": invitation.token,
        "invitation": str(invitation.pk),
        "other": str(campaign.members.get(person=people[READER]).pk),
    }


@pytest.fixture
def packs(guest: Person, people: dict[str, Person]) -> dict[str, str]:
    """Marta's pack, and one of hers in the bin."""
    pack, binned = make_pack(guest), make_pack(guest)
    add_tutorial(pack)
    add_survivor(pack)
    for each in (pack, binned):
        for who, agreed in ((READER, None), (PLAYER, each.created_at)):
            PackMember.objects.create(pack=each, person=people[who], name=who, agreed_at=agreed)
    pack_bin(member=binned.members.get(is_maker=True))
    return {"pack": str(pack.pk), "binned-pack": str(binned.pk)}


@pytest.fixture
def people(guest: Person, account: Person, table: Table) -> dict[str, Person]:
    """Somebody of each kind, around Marta's table."""
    reader, player, stranger = (Person.objects.create_guest(name=name) for name in "RPS")
    Seat.objects.create(table=table, person=reader, name="R", role=Seat.Role.READER)
    Seat.objects.create(
        table=table, person=player, name="P", role=Seat.Role.PLAYER, asked_to_keep_at=timezone.now()
    )
    open_table(stranger)
    operator = Person.objects.create(name="O", email="operator@example.org")
    keeper_make(person=operator)
    return {
        STRANGER: stranger,
        MEMBER: account,
        READER: reader,
        PLAYER: player,
        KEEPER: guest,
        OPERATOR: operator,
    }


@pytest.fixture
def cookies(
    people: dict[str, Person], as_person: Callable[[Person], Client]
) -> dict[str, SimpleCookie]:
    """What the browser of each of them holds; that of nobody holds nothing."""
    held = {who: as_person(person).cookies for who, person in people.items()}
    return {NOBODY: SimpleCookie(), **held}


ONE_PAGE = (
    b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n"
)


def finished_print(person: Person) -> PrintJob:
    """A print whose file is there: only its owner may have it."""
    content = {"code": "K74Q2M"}
    job = printing.print_request(person=person, kind="table-card", content=content, language="es")
    claimed = printing.job_claim(job.pk)
    assert claimed is not None
    assert printing.job_finish(claimed, ONE_PAGE)
    return job


def kept(table: Table, backups: Path) -> dict[str, str]:
    """What whoever keeps the site can decide about."""
    person = table.seats.get(role=Seat.Role.KEEPER).person
    failed = printing.print_request(person=person, kind="x", content={}, language="es")
    PrintJob.objects.filter(pk=failed.pk).update(state=PrintJob.State.FAILED)
    about = reverse("companion:table", args=[table.pk])
    report = report_make(person=None, about=about, text="?")
    ban = ban_set(by=Person(), own_address=None, address="203.0.113.9")
    backup = backups / shelf.name_of(timezone.now(), shelf.ASKED)
    backup.touch()
    decided = {"failed": failed.pk, "report": report.pk, "ban": ban.pk, "backup": backup.name}
    return {name: str(value) for name, value in decided.items()}


def play_a_little(table: Table) -> None:
    """Two steps and an undo, so that there is something to undo and to redo."""
    seat = table.seats.get(role=Seat.Role.KEEPER)
    for number in (1, 2):
        command = PhaseNext(id=f"step-{number:04}", seen=number - 1, overrule=True)
        services.command_submit(table_id=table.pk, seat=seat, command=command)
    services.table_undo(table_id=table.pk, seat=seat, command_id="undo-0001", seen=2)


@pytest.fixture
def real(
    table: Table,
    campaigns: dict[str, str],
    packs: dict[str, str],
    settings: Any,
    tmp_path: Path,
) -> dict[str, str]:
    """What the arguments of the matrix stand for."""
    settings.BACKUP_DIR = tmp_path
    job = finished_print(table.seats.get(role=Seat.Role.KEEPER).person)
    play_a_little(table)
    return {
        "table": str(table.pk),
        "code": table.code,
        "print": str(job.pk),
        "seat": str(table.seats.get(name="P").pk),
        **campaigns,
        **packs,
        **kept(table, tmp_path),
    }


@pytest.mark.parametrize("room", sorted({name.partition(":")[0] for name in MATRIX}))
def test_who_gets_what(room: str, cookies: dict[str, SimpleCookie], real: dict[str, str]) -> None:
    """One world for all addresses of a room, and everything that is wrong there at once."""
    wrong, streams = [], []
    for name in (name for name in MATRIX if name.partition(":")[0] == room):
        method, arguments, sent, expected = MATRIX[name]
        url = reverse(name, args=[real.get(argument, argument) for argument in arguments])
        for actor in ACTORS:
            browser = Client(raise_request_exception=False)  # a failure of ours is an answer, too
            browser.cookies = copy.deepcopy(cookies[actor])
            with as_if_never_asked():
                answer = getattr(browser, method)(url, sent)
            if answer.streaming:
                streams.append(answer)
            wanted = expected.get(actor, expected[MEMBER])
            if answer.status_code != wanted:
                wrong.append(f"{name} for {actor}: {answer.status_code}, not {wanted}")
    for answer in streams:
        answer.close()  # the files in it, and the connection with them
    assert not wrong, "\n".join(wrong)


CHANGING = [name for name in MATRIX if MATRIX[name][0] == "post"]


def address(name: str, table: Table) -> str:
    """The address of that name; whatever it speaks of need not exist."""
    real = dict.fromkeys(("invitation", "other", "seat", "ban", "report"), "1")
    real["survivors"] = "survivors"
    given = [part if part.isdigit() else real.get(part, str(table.pk)) for part in MATRIX[name][1]]
    return reverse(name, args=given)


def test_what_changes_something_is_not_a_link(
    guest: Person, table: Table, as_person: Callable[[Person], Client]
) -> None:
    browser = as_person(guest)
    answers = {name: browser.get(address(name, table)).status_code for name in CHANGING}
    assert answers == dict.fromkeys(CHANGING, 405)


def test_what_changes_something_needs_our_own_page(table: Table) -> None:
    browser = Client(enforce_csrf_checks=True)
    answers = {name: browser.post(address(name, table)).status_code for name in CHANGING}
    assert answers == dict.fromkeys(CHANGING, 403)
