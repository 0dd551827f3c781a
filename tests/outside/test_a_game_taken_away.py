"""A game from outside is not installed any more: its tables wait, and every page says so kindly."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outside.kit import Phone, lay_out
from tests.site import Site

CAMPAIGN = {
    "name": "Los del molino",
    "game": "lost-mill",
    "free": True,
    "survivors": [{"survivor": "marga", "player": "Marta"}],
}


class Left:
    """What a group has left here: a table they play, a binned one, a campaign, a line-up."""

    def __init__(self, phone: Phone) -> None:
        phone.sign_up()
        self.phone = phone
        self.table = self.opened()
        self.begun = phone.api(self.table[1:])[1]
        tap = {"id": "phase-0001", "seen": self.begun["version"], "kind": "phase.next"}
        assert phone.api(f"{self.table[1:]}commands/", tap)[0] == 200
        self.binned = self.opened()
        assert phone.post(f"{self.binned}bin/", {}).status == 200
        assert phone.post("/tables/new/lost-mill/usual/", {"players": "Marta"}).status == 200
        status, campaign = phone.api("campaigns/", CAMPAIGN)
        assert status == 201
        self.campaign = f"/campaigns/{campaign['id']}/"

    def opened(self) -> str:
        self.phone.get("/tables/new/lost-mill/")
        return self.phone.post("/tables/new/lost-mill/", {}).path


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    """The site with the game, then the same site without it; a test may bring it back."""
    games, data = tmp_path_factory.mktemp("games"), tmp_path_factory.mktemp("site")
    lay_out(games)
    with Site(data, GAMES_DIR=str(games), API_CLIENT_RATE="10000/min") as site:
        left = Left(Phone(site))
        site.stop()
        site.environment["GAMES_DIR"] = str(games / "nothing")
        site.start()
        yield left
        site.stop()
        site.environment["GAMES_DIR"] = str(games)
        site.start()
        assert "Marga" in left.phone.get(left.table).text, "it goes on"
        assert left.phone.get(left.campaign).status == 200
        assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_says_so_and_offers_what_is_left(left: Left, language: str) -> None:
    page = left.phone.get(left.table, language)
    words = {"en": "that is not installed on this site now", "es": "no está instalado"}
    assert page.status == 200
    assert "lost-mill" in page.text
    assert words[language] in page.text
    html = left.phone.html(left.table)
    assert f"{left.table}export/" in html
    assert f"{left.table}bin/" in html


PAGES = (
    *("board/", "sheets/board/", "sheets/log/", "mine/", "mine/marga/", "screen/", "seats/"),
    *("story/", "print/", "print/card/"),
)
CAMPAIGN_PAGES = (
    *("", "sheets/marga/", "sheets/", "log/", "start/", "play/", "objectives/", "end/"),
    *("members/", "more/", "print/", "export/", "streams/"),
)
KIND = (200, 404, 405, 422)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_the_table_fails(left: Left, page: str) -> None:
    answer = left.phone.get(f"{left.table}{page}")
    assert answer.status in KIND
    if answer.status == 422:
        assert "This game is not here" in answer.text
        assert "The game “lost-mill” is not installed on this site." in answer.text


@pytest.mark.parametrize("page", CAMPAIGN_PAGES)
def test_no_page_of_the_campaign_fails(left: Left, page: str) -> None:
    answer = left.phone.get(f"{left.campaign}{page}")
    assert answer.status in KIND
    if answer.status == 422:
        assert "The game “lost-mill” is not installed on this site." in answer.text


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("/", "lost-mill"),
        ("/tables/", "lost-mill"),
        ("/tables/?shelf=bin", "lost-mill"),
        ("/campaigns/", "Los del molino"),
        ("/prints/", "My prints"),
        ("/account/", "Your name at the table"),
        ("/account/data/", "My data"),
    ],
)
def test_lists_still_show_it(left: Left, page: str, shown: str) -> None:
    answer = left.phone.get(page)
    assert answer.status == 200
    assert shown in answer.text


def test_it_cannot_be_opened_anew(left: Left) -> None:
    assert left.phone.get("/tables/new/lost-mill/").status == 404
    assert left.phone.get("/prints/new/lost-mill/").status == 404
    assert left.phone.get("/campaigns/new/lost-mill/free/").status == 404


def test_the_table_can_be_saved_without_its_secrets(left: Left) -> None:
    status, body, _path = left.phone.open(f"{left.table}export/")
    assert status == 200
    saved = json.loads(body)
    start = saved["start"]
    assert (start["game"], start["seed"], start["horde"]) == ("lost-mill", "", {})
    for deck in start["decks"].values():
        assert deck["draw"] == sorted(deck["draw"])
    assert [step["command"]["kind"] for step in saved["steps"]] == ["phase.next"]


def test_all_of_a_persons_data_can_be_taken_out(left: Left) -> None:
    status, body, _path = left.phone.open("/account/data/file/")
    assert status == 200
    names = zipfile.ZipFile(io.BytesIO(body)).namelist()
    assert [name for name in names if name.endswith(".safehouse-table.json")]


API = ("", "log/", "legal/", "story/", "forecast/", "seats/", "legal/?kind=horde.release")


@pytest.mark.parametrize("path", API)
def test_the_api_refuses_with_its_reason(left: Left, path: str) -> None:
    status, answer = left.phone.api(f"{left.table[1:]}{path}")
    assert status in (200, 422)
    if status == 422:
        assert (answer["code"], answer["params"]) == ("game.unknown", {"game": "lost-mill"})


def test_what_is_sent_to_it_changes_nothing_and_is_told_why(left: Left) -> None:
    tap = {"id": "phase-0002", "seen": 1, "kind": "phase.next"}
    status, answer = left.phone.api(f"{left.table[1:]}commands/", tap)
    assert (status, answer["code"]) == (422, "game.unknown")
    status, answer = left.phone.api(f"{left.table[1:]}undo/", {"id": "step-0001", "seen": 1})
    assert (status, answer["code"]) == (422, "game.unknown")
    page = left.phone.post(f"{left.table}commands/", {**tap, "id": "phase-0003"})
    assert page.status == 422
    assert "is not installed on this site" in page.text
    for path in ("rematch/", "branch/"):
        assert left.phone.post(f"{left.table}{path}", {"seq": "1"}).status == 422


def test_the_api_lists_what_there_is(left: Left) -> None:
    for path in ("tables/", "campaigns/", "games/", "prints/", "me/"):
        assert left.phone.api(path)[0] == 200, path


def test_it_is_put_away_and_brought_back(left: Left) -> None:
    assert left.phone.post(f"{left.table}archive/", {"archived": "1"}).status == 200
    assert "lost-mill" in left.phone.get("/tables/?shelf=archive").text
    assert left.phone.post(f"{left.table}archive/", {"archived": "0"}).status == 200
    assert left.phone.post(f"{left.table}bin/", {}).status == 200
    assert left.phone.post(f"{left.table}restore/", {}).status == 200


def test_nothing_was_our_fault(left: Left) -> None:
    log = Path(left.phone.site.log).read_text()
    assert "status=500" not in log
    assert "Traceback" not in log
