"""A sixth game, brought as a folder: no file of the project knows it.

As a distribution it is played in test_broken_games.py.
"""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.outside.kit import EXAMPLE, Phone, hidden_fields, lay_out
from tests.printing.reading import text_of
from tests.site import ROOT, Site

PRINT_SECONDS = 60
SHEETS = ("survivor/marga", "attack/marga", "supply", "decks", "deck/zombies", "correct", "house")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    games, data = tmp_path_factory.mktemp("games"), tmp_path_factory.mktemp("site")
    lay_out(games)
    rates = {"API_CLIENT_RATE": "10000/min", "API_GUEST_RATE": "1000/hour"}
    with Site(data, GAMES_DIR=str(games), **rates) as running:
        yield running


@pytest.fixture(scope="module")
def phone(site: Site) -> Phone:
    """Of somebody who has sat at a table: the site knows it, whichever test comes first."""
    known = Phone(site)
    opened(known)
    return known


@pytest.fixture
def table(phone: Phone) -> str:
    return opened(phone)


@pytest.fixture(scope="module")
def played(phone: Phone) -> str:
    """A table at which the horde has grown and come."""
    table = opened(phone)
    let_come(phone, table)
    return table


def opened(phone: Phone) -> str:
    """The path of a table whose zombie cards lie on the real table: we say which come."""
    phone.get("/tables/new/lost-mill/")
    zones = ["mill.start", "ford"]
    page = phone.post("/tables/new/lost-mill/", {"table": "zombies", "zone": zones})
    assert page.status == 200
    assert page.path.startswith("/tables/")
    return page.path


def let_come(phone: Phone, table: str) -> None:
    to_zombies(phone, table)
    assert send(phone, table, "spawn.resolve", cards=["5", "1"])[0] == 200
    assert send(phone, table, "horde.release", zone="ford")[0] == 200


def send(phone: Phone, table: str, kind: str, **fields: Any) -> tuple[int, Any]:
    """A command by the API, at the version of this moment."""
    version = phone.api(f"{table[1:]}")[1]["version"]
    command = {"kind": kind, "id": secrets.token_hex(8), "seen": version, **fields}
    return phone.api(f"{table[1:]}commands/", command)


def to_zombies(phone: Phone, table: str) -> None:
    while phone.api(table[1:])[1]["state"]["phase"] != "zombies":
        assert send(phone, table, "phase.next")[0] == 200


def zones_of(phone: Phone, table: str) -> list[str]:
    return [zone["id"] for zone in phone.api(table[1:])[1]["state"]["zones"]]


def printed(phone: Phone, table: str, kind: str, language: str, **more: str) -> str:
    """What a worker puts on paper."""
    asked = {"kind": kind, "table": table.split("/")[2], "language": language, **more}
    status, job = phone.api("prints/", asked)
    assert status == 202
    deadline = time.monotonic() + PRINT_SECONDS
    while job["state"] not in ("done", "failed"):
        assert time.monotonic() < deadline, job
        time.sleep(0.1)
        job = phone.api(f"prints/{job['id']}/")[1]
    assert (job["state"], job["flaws"]) == ("done", [])
    return text_of(phone.open(job["file"])[1])


def test_no_file_of_the_project_knows_it() -> None:
    knowing = [
        path
        for room in ("rules", "companion", "campaigns", "api", "config", "templates", "static")
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css", ".toml"}
        and ("lost-mill" in (text := path.read_text(encoding="utf-8")) or "lost_mill" in text)
    ]
    assert knowing == []
    assert (EXAMPLE / "horde.py").is_file()


@pytest.mark.parametrize(
    ("language", "game", "survivors"),
    [("en", "The Mill", "2 survivors to choose from"), ("es", "El molino", "2 Supervivientes")],
)
def test_it_is_on_the_front_page(phone: Phone, language: str, game: str, survivors: str) -> None:
    page = phone.get("/", language).text
    assert game in page
    assert survivors in page


@pytest.mark.parametrize(
    "step", ["", "mission/", "survivors/", "players/", "zones/", "cards/", "rules/"]
)
def test_every_step_of_its_set_up_opens(phone: Phone, step: str) -> None:
    for language, name in (("en", "The"), ("es", "molino")):
        page = phone.get(f"/tables/new/lost-mill/{step}", language)
        assert page.status == 200
        assert name in page.text


def test_the_mission_and_the_survivors_are_those_of_its_pack(phone: Phone) -> None:
    assert "A Night at the Mill" in phone.get("/tables/new/lost-mill/mission/").text
    assert "La noche del molino" in phone.get("/tables/new/lost-mill/mission/", "es").text
    assert "Marga" in phone.get("/tables/new/lost-mill/survivors/").text


def test_an_evening_with_the_horde(phone: Phone, table: str) -> None:
    """Table, sheets, big screen, log and story tell of the mechanic, in both languages."""
    assert "Horde: 0 zombies" in phone.get(table).text
    assert "Horda: 0 zombis" in phone.get(table, "es").text
    refused = phone.html(f"{table}sheets/board/")
    assert 'data-why="Nobody waits in the horde."' in refused
    assert "Nadie espera en la horda." in phone.get(f"{table}sheets/board/", "es").text

    to_zombies(phone, table)
    first, second = zones_of(phone, table)
    read_out = {"kind": "spawn.resolve", "cards": ["5", "1"], "id": "spawn-0001"}
    pad = phone.html(f"{table}sheets/spawn/?card=5&card=1")
    seen = hidden_fields(pad)["seen"]
    assert "Horde: 2 Walkers" in pad
    assert phone.post(f"{table}commands/", {**read_out, "seen": seen}).status == 200
    spawn = phone.get(f"{table}sheets/spawn/").text
    assert "The horde grows: 2 Walkers" in spawn
    assert "Nobody comes" not in spawn
    assert "A horde card brings nobody: those on its line wait" in spawn
    assert "La horda crece: 2 Caminantes" in phone.get(f"{table}sheets/spawn/", "es").text
    assert "Horde: 2 zombies" in phone.get(table).text
    supply = phone.api(table[1:])[1]["state"]["supply"]["walker"]
    assert supply == {"box": 20, "board": 1, "reserve": 17}, "those who wait are not in the box"

    board = phone.html(f"{table}sheets/board/")
    assert "Beside the board: 2 Walkers" in board
    assert "Junto al tablero: 2 Caminantes" in phone.get(f"{table}sheets/board/", "es").text
    assert "Soltar la horda" in phone.get(f"{table}sheets/board/", "es").text
    form = board[board.index("<summary>Release the horde") :]
    form = form[: form.index("</form>")]
    assert f'value="{second}"' in form
    sent = {**hidden_fields(form), "zone": second}
    assert phone.post(f"{table}commands/", sent).status == 200

    sentences = {
        "en": ("the horde comes to %s: 2 Walkers", "The horde grows: 2 Walkers"),
        "es": ("la horda llega a %s: 2 Caminantes", "La horda crece: 2 Caminantes"),
    }
    for language, (came, grew) in sentences.items():
        log = phone.get(f"{table}sheets/log/", language).text
        assert came % second in log
        assert grew in log
    # The big screen shows the spawn step until the next one is begun.
    status, _answer = send(phone, table, "phase.next")
    assert status == 200
    for language, (came, _grew) in sentences.items():
        assert came % second in phone.get(f"{table}screen/", language).text
    assert "Horde: 0 zombies" in phone.get(f"{table}screen/").text
    story = phone.get(f"{table}story/").text
    assert "Zombies placed 3" in story
    assert phone.get(f"{table}mine/").status == 200
    assert "Release the horde" in phone.get(f"{table}sheets/do/").text
    assert first in phone.get(f"{table}sheets/zones/").text


def test_the_reason_names_the_rule_and_the_page_of_its_book(phone: Phone, played: str) -> None:
    entries = phone.api(f"{played[1:]}log/")[1]["results"]
    seq = next(
        e["seq"] for e in entries if e["events"] and e["events"][0]["kind"] == "horde.released"
    )
    for language, rule, book in (
        ("en", "A horde card brings nobody: those on its line wait", "The Mill, p. 4"),
        ("es", "Una carta de horda no trae a nadie", "El molino, pág. 4"),
    ):
        text = phone.get(f"{played}sheets/log/{seq}/", language).text
        assert rule in text
        assert book in text


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_sheets_of_the_family_serve_it(phone: Phone, played: str, sheet: str) -> None:
    assert phone.get(f"{played}sheets/{sheet}/").status == 200
    assert phone.get(f"{played}sheets/{sheet}/", "es").status == 200


def test_the_api_describes_offers_takes_and_refuses_its_command(phone: Phone) -> None:
    _status, schema = phone.api("schema/?format=json")
    kinds = schema["components"]["schemas"]
    assert "HordeRelease" in kinds
    assert "HordeReleased" in kinds
    assert "lost-mill" in str(phone.api("games/")[1])
    assert "horde.release" in phone.get("/api/v1/docs/").text
    status, opened = phone.api(
        "tables/",
        {
            "game": "lost-mill",
            "survivors": [{"survivor": "marga"}],
            "zones": [{"id": "mill", "start": True}],
            "chance": {"decks": {"zombies": "table"}},
        },
    )
    assert status == 201, opened
    table = f"/tables/{opened['id']}/"
    (offer,) = phone.api(f"{table[1:]}legal/?kind=horde.release")[1]["offers"]
    assert offer["why_not"]["code"] == "horde.empty"
    status, error = send(phone, table, "horde.release", zone="mill")
    assert (status, error["message"]) == (422, "Nobody waits in the horde.")
    version = phone.api(table[1:])[1]["version"]
    command = {"kind": "horde.release", "id": "in-spanish", "seen": version, "zone": "mill"}
    _status, error = phone.api(f"{table[1:]}commands/", command, "es")
    assert error["message"] == "Nadie espera en la horda."
    to_zombies(phone, table)
    status, answer = send(phone, table, "spawn.resolve", cards=["6"])
    assert answer["events"][0]["draws"][0]["notes"] == [
        {"what": "horde.grew", "said": {"zombie": "runner", "count": 1}}
    ]
    (offer,) = phone.api(f"{table[1:]}legal/?kind=horde.release")[1]["offers"]
    assert (offer["why_not"], offer["fields"]["zone"]["values"]) == (None, ["mill"])
    status, answer = send(phone, table, "horde.release", zone="mill")
    assert (status, answer["events"][0]["kind"]) == (200, "horde.released")
    assert answer["state"]["supply"]["runner"]["board"] == 1


@pytest.mark.parametrize(
    ("kind", "language", "words"),
    [
        ("after-action", "en", "the horde comes to"),
        ("after-action", "es", "la horda llega a"),
        ("reference", "es", "Los de su línea esperan junto al tablero."),
        ("table-card", "en", "The Mill"),
    ],
)
def test_a_worker_prints_it(
    phone: Phone, played: str, kind: str, language: str, words: str
) -> None:
    assert words in printed(phone, played, kind, language)


def test_the_printed_sheet_of_its_mission_has_a_place_for_the_horde(
    phone: Phone, played: str
) -> None:
    """Without a character that the fonts of the prints lack, so without a flaw."""
    paper = printed(phone, played, "mission-sheets", "es", mission="M1")
    assert "La noche del molino" in paper
    assert "La horda. Una casilla por cada zombi que espera:" in " ".join(paper.split())


def test_taking_it_back_shows_the_horde_waiting_again(phone: Phone, table: str) -> None:
    let_come(phone, table)
    assert "Horde: 0 zombies" in phone.get(table).text
    version = phone.api(table[1:])[1]["version"]
    assert phone.post(f"{table}undo/", {"id": "undo-0001", "seen": version}).status == 200
    assert "Horde: 2 zombies" in phone.get(table).text


def test_nothing_was_left_without_words(site: Site, phone: Phone, played: str) -> None:
    for page in ("", "sheets/log/", "sheets/spawn/", "sheets/board/", "sheets/do/", "screen/"):
        assert phone.get(f"{played}{page}").status == 200
    log = (site.data / "serve.log").read_text()
    assert "game from outside: lost-mill" in log
    assert "no words" not in log
    assert "Traceback" not in log


def test_it_goes_into_a_file(phone: Phone, table: str) -> None:
    saved = json.loads(phone.open(f"{table}export/")[1])
    assert saved["start"]["game"] == "lost-mill"
    assert "horde" in saved["start"]


def test_the_tests_of_the_house_play_it_by_its_own_cases(tmp_path: Path) -> None:
    """As docs/games-from-outside.md says, in a process that has it from its start."""
    lay_out(tmp_path)
    environment = {**os.environ, "GAMES_DIR": str(tmp_path)}
    del environment["SAFEHOUSE_TEST_DATA"]  # its own data, as it has its own games
    wanted = ("tests/rules/test_golden.py", "tests/robot/test_choices.py")
    command = [sys.executable, "-m", "pytest", "-q", "-k", "lost-mill", *wanted]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    cases = (EXAMPLE / "golden" / "horde.toml").read_text().count("[[case]]")
    by_app_by_hand_and_what_is_offered_after_them = 3
    assert f"{cases + by_app_by_hand_and_what_is_offered_after_them} passed" in done.stdout


def test_the_tests_of_the_house_stop_where_a_game_is_left_out(tmp_path: Path) -> None:
    """Else its author reads that no test is about it, and not why."""
    lay_out(tmp_path)
    next(tmp_path.rglob("*.mo")).unlink()
    environment = {**os.environ, "GAMES_DIR": str(tmp_path)}
    del environment["SAFEHOUSE_TEST_DATA"]
    command = [sys.executable, "-m", "pytest", "-q", "-k", "lost-mill", "tests/rules"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "game left out: lost_mill" in done.stdout + done.stderr


def test_the_example_in_the_documents_is_this_one() -> None:
    page = (ROOT / "docs" / "games-from-outside.md").read_text(encoding="utf-8")
    for path in EXAMPLE.rglob("*"):
        is_told = path.suffix in {".py", ".html", ".po"} and path.name != "__init__.py"
        if is_told:
            assert path.name in page, path
