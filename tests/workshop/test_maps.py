"""Maps in the workshop: drawn with and without a script, together, taken back, played, shared."""

import json
import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from campaigns.printing.kind import PrintChoices
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.render import html_of
from campaigns.printing.sheets.map_poster import content_of_pack as poster_of_pack
from campaigns.printing.sheets.mission import content_of_pack
from campaigns.printing.subjects import PackSubject
from companion import services
from companion.models import Table
from companion.people.models import Person
from companion.workshop.maps.page import MapPage
from companion.workshop.maps.selectors import pack_revisions, pack_watchers
from companion.workshop.maps.words import step_words
from companion.workshop.models import HousePack, MapStep, PackMember
from companion.workshop.selectors import newest_of
from rules import decode_command, played_pack
from rules.packs.schema.maps import DrawnMap
from rules.packs.schema.missions import MissionZone
from tests.workshop.kit import GAME, add_tutorial, draft_of, make_pack, save

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
AS_SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def pack(guest: Person) -> HousePack:
    return make_pack(guest)


@pytest.fixture
def client(as_person: AsPerson, guest: Person, pack: HousePack) -> Client:
    client = as_person(guest)
    client.post(reverse("workshop:piece-new", args=[pack.pk, "missions"]), {"from": ""})
    return client


def address(name: str, pack: HousePack, mission: str = "m1") -> str:
    return reverse(f"workshop:{name}", args=[pack.pk, mission])


_ids = iter(range(10_000))


def draw(client: Client, pack: HousePack, wanted: dict[str, object], mission: str = "m1") -> int:
    """One step, as the script sends it; returns the status."""
    sent = {"id": f"step-{next(_ids):06}", "wanted": json.dumps(wanted)}
    answer = client.post(address("map-draw", pack, mission), sent, headers=AS_SCRIPT)
    return answer.status_code


def press(client: Client, pack: HousePack, key: str, **fields: object) -> int:
    """One button of the page, without script."""
    sent = {"id": f"press-{next(_ids):06}", "key": key, **fields}
    return client.post(address("map-draw", pack), sent).status_code


def drawn_on(pack: HousePack, mission: str = "m1") -> DrawnMap:
    content = newest_of(pack).content
    draft = content.mission(mission)
    assert draft is not None
    return content.map_of(draft)


def friend_of(pack: HousePack, name: str = "Luis") -> Person:
    friend = Person.objects.create_guest(name=name)
    PackMember.objects.create(pack=pack, person=friend, name=name, agreed_at=timezone.now())
    return friend


TILES = {
    "tiles/9": {"tile": "9R", "row": 0, "column": 0},
    "tiles/4": {"tile": "4V", "row": 0, "column": 1},
}


def test_a_map_is_drawn_without_a_script(client: Client, pack: HousePack) -> None:
    """Every button the page has is a form; the list leads to every place."""
    page = client.get(address("map", pack))
    assert page.context["shown"].cell.value == "0.0", "the first tile is asked for"
    assert press(client, pack, "tiles/new", put="9r", cell="0.0") == 302
    assert press(client, pack, "tiles/new", put="4V", cell="0.-1") == 302
    assert {piece: tile.column for piece, tile in drawn_on(pack).tiles.items()} == {"4": 0, "9": 1}
    for key, fields in (
        ("tokens/9.c1", {"put": "spawn:green"}),
        ("tokens/9.a1", {"put": "spawn:red"}),
        ("tokens/9.b2", {"put": "zombie-walker:"}),
        ("tokens/9.b2.zombie-walker", {"count": "3"}),
        ("tokens/9.a1.spawn", {"start": "1"}),
        ("tokens/9.c1.spawn", {"asleep": "0"}),
        ("tokens/9.c1.spawn", {"number": "7"}),
        ("doors/9.a1.s", {"colour": "blue"}),
        ("doors/9.a1.s", {"state": "open"}),
        ("floors/9R.a1", {"value": "room"}),
        ("walls/9R.a1.e", {"value": "gap"}),
        ("tiles/9", {"turn": "1"}),
        ("tiles/9", {"cell": "1.0"}),
        ("tiles/4", {"remove": "1"}),
    ):
        assert press(client, pack, key, **fields) == 302
    drawn = drawn_on(pack)
    assert {piece: (tile.row, tile.turn) for piece, tile in drawn.tiles.items()} == {"9": (0, 1)}
    assert drawn.tokens["9.c1.spawn"].number == 7
    assert (drawn.tokens["9.a1.spawn"].number, drawn.tokens["9.a1.spawn"].start) == (2, True)
    assert drawn.tokens["9.b2.zombie-walker"].count == 3
    assert (drawn.doors["9.a1.s"].colour, drawn.doors["9.a1.s"].state) == ("blue", "open")
    shown = client.get(address("map", pack), {"at": "9.a1"}).context["shown"]
    assert shown.chosen.label == "C1", "it lies where the turned tile has brought it"
    for value, _words in shown.putting:
        assert press(client, pack, "tokens/9.c3", put=value) == 302
        assert press(client, pack, f"tokens/9.c3.{value.partition(':')[0]}", remove="1") == 302


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"wanted": "{"}, 422),
        ({"wanted": "[]"}, 422),
        ({"wanted": '{"tiles/9": {"tile": "9R"}}'}, 422),
        ({"wanted": '{"tokens/9.a1.exit": {}}', "id": "short"}, 422),
        ({"wanted": '{"tokens/7.a1.exit": {}}'}, 422),
        ({"wanted": '{"tokens/9.a1.exit": null}'}, 422),
        ({"key": "nonsense"}, 422),
        ({"key": "tokens/9.a1", "put": "dragon:"}, 422),
        ({"key": "tokens/9.a1.exit", "count": "many"}, 422),
        ({"key": "tiles/new", "put": "9R", "cell": "x"}, 422),
        ({"key": "tiles/new", "put": "<b>", "cell": "1.0"}, 422),
        ({"key": "floors/9R.a1", "value": "lava"}, 422),
        ({}, 422),
    ],
)
def test_what_is_no_step_is_told_and_changes_nothing(
    client: Client, pack: HousePack, sent: dict[str, str], status: int
) -> None:
    assert draw(client, pack, TILES) == 200
    before = drawn_on(pack)
    answer = client.post(address("map-draw", pack), {"id": "refused-0001", **sent})
    assert answer.status_code == status
    assert drawn_on(pack) == before
    assert client.get(address("map", pack), {"at": "nowhere", "slot": "x"}).status_code == 200


def test_a_step_sent_twice_is_one_step(client: Client, pack: HousePack) -> None:
    sent = {"id": "the-same-id-1", "wanted": json.dumps(TILES)}
    for _twice in range(2):
        answer = client.post(address("map-draw", pack), sent, headers=AS_SCRIPT)
        assert answer.status_code == 200
    assert MapStep.objects.count() == 1


def test_steps_are_taken_back_and_done_again(client: Client, pack: HousePack) -> None:
    way = [drawn_on(pack)]
    for wanted in (TILES, {"tokens/9.a1.exit": {}}, {"floors/9R.a1": "room"}, {"tiles/9": None}):
        assert draw(client, pack, wanted) == 200
        way.append(drawn_on(pack))
    for before in reversed(way[:-1]):
        step = client.get(address("map", pack)).context["undo"]
        assert client.post(address("map-undo", pack), {"step": step.pk}).status_code == 302
        assert drawn_on(pack) == before
        assert client.post(address("map-undo", pack), {"step": step.pk}).status_code == 302
        assert drawn_on(pack) == before, "a double tap takes one step back"
    for after in way[1:]:
        step = client.get(address("map", pack)).context["redo"]
        assert client.post(address("map-redo", pack), {"step": step.pk}).status_code == 302
        assert drawn_on(pack) == after
    step = MapStep.objects.latest("pk")
    client.post(address("map-undo", pack), {"step": step.pk})
    assert draw(client, pack, {"tokens/4.a1.exit": {}}) == 200
    assert client.get(address("map", pack)).context["redo"] is None


def test_nobody_takes_back_what_they_have_not_seen(
    as_person: AsPerson, client: Client, pack: HousePack
) -> None:
    friend = friend_of(pack)
    his = as_person(friend)
    assert draw(client, pack, TILES) == 200
    page = client.get(address("map", pack))
    mine, seen = page.context["undo"], page.context["data"]["revision"]
    assert draw(his, pack, {"tokens/9.a1.objective": {"colour": "red"}}) == 200
    assert client.post(address("map-undo", pack), {"step": mine.pk}).status_code == 409
    assert "9.a1.objective" in drawn_on(pack).tokens
    news = client.get(address("map", pack), {"seen": seen}, headers=AS_SCRIPT)
    assert news.context["data"]["others"] == [{"key": "tokens/9.a1.objective", "who": "Luis"}], (
        "it glows with his name"
    )
    assert "Luis" in news.content.decode()
    step = news.context["undo"]
    assert client.post(address("map-undo", pack), {"step": step.pk}).status_code == 302
    again = his.get(address("map", pack), {"seen": seen + 1}, headers=AS_SCRIPT)
    assert again.context["data"]["others"][0]["who"] != "Luis", "she took it back"
    quiet = his.get(
        address("map", pack), {"seen": again.context["data"]["revision"]}, headers=AS_SCRIPT
    )
    assert quiet.status_code == 204


def test_a_tile_is_sketched_once_for_all_maps(client: Client, pack: HousePack) -> None:
    client.post(reverse("workshop:piece-new", args=[pack.pk, "missions"]), {"from": f"{GAME}:A0"})
    assert draw(client, pack, TILES) == 200
    assert draw(client, pack, {"floors/9R.a1": "room", "walls/9R.a1.e": "gap"}) == 200
    assert drawn_on(pack, "m2").floors == {"9R.a1": "room"}
    assert draw(client, pack, {"floors/9R.a1": "corridor"}, mission="m2") == 200
    step = MapStep.objects.filter(mission="m1").latest("pk")
    assert client.post(address("map-undo", pack), {"step": step.pk}).status_code == 302
    assert drawn_on(pack).floors == {"9R.a1": "corridor"}, "what the other map says stays"
    assert drawn_on(pack).walls == {}


def test_who_may_watch_a_pack(pack: HousePack, guest: Person, account: Person) -> None:
    PackMember.objects.create(pack=pack, person=account, name="asked")
    topic = str(pack.pk)
    watchers = pack_watchers([topic], [str(guest.pk), str(account.pk)])
    assert set(watchers) == {(topic, str(guest.pk))}
    assert pack_revisions([topic]) == {topic: pack.revision}


def test_drawing_asks_as_many_questions_for_a_large_map_as_for_a_small_one(
    client: Client, pack: HousePack
) -> None:
    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address("map", pack), {"at": "9.a1"}).status_code == 200
        return len(asked)

    assert draw(client, pack, TILES) == 200
    once = questions()
    more = {f"tiles/{n}": {"tile": f"{n}R", "row": 1, "column": n} for n in (1, 2, 3)}
    places = (f"tokens/{n}.{place}.objective" for n in (1, 2, 3) for place in ("a1", "b2", "c3"))
    assert draw(client, pack, {**more, **{key: {"colour": "red"} for key in places}}) == 200
    assert questions() == once


# --- the mission it belongs to ---

ON_TILES = {
    "tokens/9.a3.start": {},
    "tokens/4.c3.exit": {},
    "tokens/4.c1.spawn": {"number": 1, "colour": "red", "start": True},
    "tokens/9.c1.spawn": {"number": 2, "colour": "green", "asleep": True},
    "tokens/9.a1.objective": {"colour": "red"},
    "tokens/9.b2.objective": {"colour": "blue"},
    "tokens/4.a1.zombie-walker": {},
    "doors/9.b1.e": {},
}


@pytest.fixture
def mapped(client: Client, pack: HousePack) -> HousePack:
    """The tutorial as copied, with its map drawn."""
    client.post(reverse("workshop:piece-new", args=[pack.pk, "missions"]), {"from": f"{GAME}:A0"})
    assert draw(client, pack, ON_TILES, mission="m2") == 200
    return pack


def test_a_table_begun_from_a_map_has_its_zones(client: Client, mapped: HousePack) -> None:
    page = client.get(reverse("workshop:piece", args=[mapped.pk, "missions", "m2"]))
    assert page.context["problems"] == []
    key = mapped.mission_key("m2")
    client.post(reverse("companion:open", args=[GAME]), {"mission": key, "survivors": ["ann"]})
    state = Table.objects.get().state
    zones = [(zone.id, zone.colour, zone.start, zone.active_from) for zone in state.zones]
    assert zones == [("1", None, True, 1), ("2", "green", False, None)]
    assert state.board == {"walker": 1}
    assert state.own_mission.map is not None
    sheet = client.get(reverse("workshop:sheet", args=[mapped.pk, "m2"])).content.decode()
    assert 'data-key="tokens/9.c1.spawn"' in sheet


def test_forms_do_not_ask_again_what_is_drawn(client: Client, mapped: HousePack) -> None:
    parts = {
        part: client.get(reverse("workshop:part", args=[mapped.pk, "m2", part])).context["form"]
        for part in ("board", "zones", "start")
    }
    assert not {"grid", "token_objective-red", "token_exit"} & set(parts["board"].fields)
    assert "token_trapdoor" in parts["board"].fields
    assert parts["zones"].on_map == (
        MissionZone(id="1", start=True),
        MissionZone(id="2", colour="green", asleep=True),
    )
    before = draft_of(mapped, "m2")
    for part in parts:
        assert save(client, mapped, part, "m2") == 302
    assert draft_of(mapped, "m2") == before
    assert save(client, mapped, "board", "m2", token_trapdoor=4) == 302
    assert draft_of(mapped, "m2").tokens["trapdoor"] == 4
    assert drawn_on(mapped, "m2").tokens


def test_a_zone_that_sleeps_is_given_what_wakes_it(client: Client, mapped: HousePack) -> None:
    sleeping = {"tokens/9.c3.spawn": {"number": 3, "colour": "blue", "asleep": True}}
    assert draw(client, mapped, sleeping, mission="m2") == 200
    panel = client.get(address("map", mapped, "m2"), {"at": "9.c3"}).context["shown"].tokens[0]
    assert (panel.wakes, panel.can_wake) == ("", "blue")
    for _twice in range(2):
        client.post(address("map-wake", mapped, "m2"), {"colour": "blue", "at": "9.c3"})
    rules = [rule for rule in draft_of(mapped, "m2").rules if "blue" in rule.colours]
    assert [rule.do for rule in rules].count("spawn-zone-inactive-until") == 1
    panel = client.get(address("map", mapped, "m2"), {"at": "9.c3"}).context["shown"].tokens[0]
    assert "blue" in panel.wakes
    client.post(address("map-wake", mapped, "m2"), {"colour": "octarine"})
    assert len([rule for rule in draft_of(mapped, "m2").rules if "blue" in rule.colours]) == 2


def test_a_map_travels_in_the_file(as_person: AsPerson, client: Client, mapped: HousePack) -> None:
    assert draw(client, mapped, {"floors/9R.a1": "room"}, mission="m2") == 200
    file = client.post(reverse("workshop:export", args=[mapped.pk])).content
    other = as_person(Person.objects.create_guest(name="Sol"))
    look = other.post(reverse("workshop:import"), {"file": SimpleUploadedFile("p.toml", file)})
    other.post(reverse("workshop:confirm"), {"document": look.context["document"]})
    theirs = HousePack.objects.exclude(pk=mapped.pk).get()
    assert drawn_on(theirs, "m2") == drawn_on(mapped, "m2")
    for bad in (b"row = 0, column = 1 }", b"row = 9, column = 0 }"):
        text = file.replace(b"row = 0, column = 1 }", bad.replace(b"column = 1", b"column = 0"))
        refused = other.post(
            reverse("workshop:import"), {"file": SimpleUploadedFile("p.toml", text)}
        )
        assert "missions[1].map" in refused.content.decode()


def test_steps_are_said_in_the_readers_words(client: Client, mapped: HousePack) -> None:
    draft = draft_of(mapped, "m2")
    shown = MapPage(newest_of(mapped).content, draft, played_pack(GAME))
    sentences = []
    for wanted in (
        {"tokens/9.b3.spawn": {"number": 3, "colour": "red"}},
        {"tokens/9.b3.spawn": None},
        {"doors/9.b2.e": {"colour": "blue"}},
        {"tiles/9": {"tile": "9V", "row": 0, "column": 0}},
        {"tiles/9": {"tile": "9V", "row": 0, "column": 0, "turn": 1}},
        {"tiles/1": {"tile": "1R", "row": 1, "column": 0}},
        {"floors/4V.a1": "room"},
    ):
        assert draw(client, mapped, wanted, mission="m2") == 200
        with override("es"):
            changes = MapStep.objects.latest("pk").changes
            sentences.append(step_words(changes, shown.board, shown.kinds))
    assert sentences == [
        "Aparición 3, roja en B3",
        "Quitado: Aparición 3, roja en B3",
        "Puerta azul en B2",
        "Módulo 9V, otra cara",
        "Módulo 9V girado",
        "Módulo 1R",
        "Suelo de 4V",
    ]


@pytest.mark.parametrize("game", ["zombicide-2e", "rue-morgue", "army-of-the-dead"])
def test_every_game_has_a_map_to_draw(client: Client, guest: Person, game: str) -> None:
    pack = make_pack(guest, game=game)
    client.post(reverse("workshop:piece-new", args=[pack.pk, "missions"]), {"from": ""})
    shown = client.get(address("map", pack)).context["shown"]
    tile = shown.free_tiles[0][0]
    assert press(client, pack, "tiles/new", put=tile, cell="0.0") == 302
    place = f"{tile.strip('RV')}.b2"
    shown = client.get(address("map", pack), {"at": place}).context["shown"]
    for number, (value, _words) in enumerate(shown.putting):
        column, row = "abc"[number % 3], "123"[number // 3 % 3]
        press(client, pack, f"tokens/{tile.strip('RV')}.{column}{row}", put=value)
    page = client.get(address("map", pack), {"at": place})
    assert page.status_code == 200
    assert len(page.context["shown"].legend) >= 5


def test_a_copied_mission_begins_with_its_tiles(client: Client, pack: HousePack) -> None:
    add_tutorial(pack)
    page = client.get(address("map", pack, "m2"))
    assert [tile.tile for tile in page.context["shown"].tiles] == ["9R", "4V"]
    assert draft_of(pack, "m2").map is None, "to look at it draws nothing"


# --- where it is shown ---


def open_table(client: Client, pack: HousePack) -> Table:
    sent = {"mission": pack.mission_key("m2"), "survivors": ["ann", "baldric"]}
    assert client.post(reverse("companion:open", args=[GAME]), sent).status_code == 302
    return Table.objects.get()


def test_the_table_and_the_television_show_the_map(
    client: Client, mapped: HousePack, guest: Person
) -> None:
    table = open_table(client, mapped)
    sheet = reverse("companion:sheet", args=[table.pk, "mission"])
    screen = reverse("companion:screen", args=[table.pk])
    page = client.get(sheet).content.decode()
    assert 'data-key="tokens/9.c1.spawn"' in page
    assert "C1" in page, "its places are listed beside it"
    laying = client.get(screen).content.decode()
    assert "tv-bigmap" in laying, "while the board is built up it stands there large"
    assert "k-off o-green" in laying, "the green zone sleeps"

    def send(**command: object) -> None:
        table.refresh_from_db()
        body = {"id": f"map-{table.version:08}", "seen": table.version, **command}
        services.command_submit(
            table_id=table.pk,
            seat=table.seats.get(),
            command=decode_command(table.game, json.dumps(body)),
        )

    send(kind="token.take", survivor="ann", colour="green")
    playing = client.get(screen).content.decode()
    assert "tv-bigmap" not in playing
    assert "tv-map" in playing
    assert "k-off o-green" not in playing, "the green objective has woken it"


def test_a_printed_mission_shows_its_tiles_as_a_map(client: Client) -> None:
    sent = {"mission": f"{GAME}:A3", "survivors": ["ann"]}
    client.post(reverse("companion:open", args=[GAME]), sent)
    table = Table.objects.get()
    page = client.get(reverse("companion:sheet", args=[table.pk, "mission"])).content.decode()
    assert page.count('class="m-nl"') == 6
    assert "tv-map" not in client.get(reverse("companion:screen", args=[table.pk])).content.decode()


def test_the_map_is_printed_from_its_page(client: Client, mapped: HousePack) -> None:
    page = client.get(
        reverse("printing:pack", args=[mapped.pk]), {"what": "map-poster", "mission": "m2"}
    )
    form = page.context["form"]
    assert form.picked == {"map-poster"}
    assert form["mission"].value() == "m2"
    subject = PackSubject(mapped.members.get())
    sheet = content_of_pack(subject, PrintChoices(mission="m2"))
    poster = poster_of_pack(subject, PrintChoices(mission=""))
    assert poster.map == drawn_on(mapped, "m2")
    for kind, content in (("mission-sheets", sheet), ("map-poster", poster)):
        [piece] = KINDS[kind].pieces(content)
        html = html_of(piece, Look())
        width = float(
            re.findall(r'<svg viewBox="[^"]+" focusable="false" width="([\d.]+)mm"', html)[0]
        )
        across = width * 600 / 640  # without the letters and numbers around it
        assert across >= 110
        assert "tokens/9.c1.spawn" in html
