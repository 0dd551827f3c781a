"""The example clients and the stream, against the site as its users run it."""

import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from companion.live.places import MOST_OF_PERSON
from rules.registry import rulesets
from tests.api.test_access import NEW_CAMPAIGN
from tests.services.processes import wait_until
from tests.site import ROOT, Site

EXAMPLES = ROOT / "docs" / "examples"
SECONDS = 30


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(tmp_path_factory.mktemp("site"), API_ORIGINS="https://lamp.example.org") as running:
        yield running


@pytest.fixture
def house(site: Site, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The client of the examples, as a script beside it would import it."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import safehouse

    return safehouse.Safehouse(site.url)


@contextmanager
def run(name: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A script in a process of its own, which does not outlive the test."""
    process = subprocess.Popen(
        # -I: nothing of ours is on the path; what is not in the standard library fails.
        [sys.executable, "-I", "-c", LONELY, str(EXAMPLES / name), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": os.environ["PATH"]},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


LONELY = """
import runpy, sys
sys.argv = sys.argv[1:]
sys.path = [p for p in sys.path if "site-packages" not in p] + [sys.argv[0].rpartition("/")[0]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("game", sorted(rulesets))
def test_an_evening_is_played_and_watched(site: Site, house: Any, game: str) -> None:
    with run("play_evening.py", site.url, "--game", game, "--rounds", "8") as play:
        assert play.stdout is not None
        code = play.stdout.readline().removeprefix("Table ").strip()
        with run("watch_spawns.py", site.url, code) as watch:
            played, complaints = play.communicate(timeout=SECONDS)
            assert (play.returncode, complaints) == (0, "")
            assert played.count("Round ") == 8
            assert "Won after" in played
            watched, complaints = watch.communicate(timeout=SECONDS)
            assert (watch.returncode, complaints) == (0, "")
    lines = watched.splitlines()
    assert lines[0].startswith("Watching round ")
    assert lines[-1].endswith("mission won")
    placed = [
        (entry["seq"], event["zombie"], event["count"])
        for entry in house.log(house.join(code, "Judge"), 0)
        for event in entry["facts"]
        if event["kind"] == "zombies.placed"
    ]
    arrivals = [line.split(" ")[:3] for line in lines if " at " in line]
    assert arrivals, "eight rounds without a single zombie"
    assert arrivals == [[f"#{seq}", str(count), zombie] for seq, zombie, count in placed]


def test_the_stream_says_versions_as_they_come_and_goes_on_after_a_break(house: Any) -> None:
    survivors = [{"name": "Zoe"}]
    table = house.open_table(game="black-plague", survivors=survivors)
    heard: list[tuple[int, float]] = []
    done = threading.Event()

    def listen() -> None:
        for version in house.versions(table["id"], 0):
            heard.append((version, time.monotonic()))
            if version >= 2:
                done.set()
                return

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    house.send(table["id"], "points.award", 0, survivor="own-zoe", amount=1)
    sent = time.monotonic()
    wait_until(lambda: bool(heard), SECONDS)
    house.undo(table["id"], 1)
    assert done.wait(SECONDS)
    assert [version for version, _at in heard] == [1, 2]
    assert heard[0][1] - sent < 5
    with closing(house.versions(table["id"], 1)) as versions:
        assert next(versions) == 2, "what was missed is said at once"


class Browser:
    """Signs up as a page does, keeps its cookies, and sends the CSRF token with every write."""

    def __init__(self, site: Site) -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.opener.open(f"{site.url}/account/sign-up/", timeout=SECONDS).close()
        form = {
            "name": "Luis",
            "email": f"{time.time_ns()}@example.org",
            "password": "nine-walkers-passing",
            "csrfmiddlewaretoken": self.csrf,
        }
        data = urllib.parse.urlencode(form).encode()
        self.opener.open(f"{site.url}/account/sign-up/", data, timeout=SECONDS).close()

    @property
    def csrf(self) -> str:
        return next(str(cookie.value) for cookie in self.jar if "csrf" in cookie.name)

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"{self.site.url}/api/v1/{path}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "X-CSRFToken": self.csrf},
        )
        with self.opener.open(request, timeout=SECONDS) as answer:
            return json.load(answer)


def test_a_program_follows_a_campaign_by_a_token_of_its_account(site: Site, house: Any) -> None:
    browser = Browser(site)
    token = browser.post("me/tokens/", {"name": "lamp", "scope": "read"})["token"]
    campaign = browser.post("campaigns/", NEW_CAMPAIGN)["id"]
    house.headers["Authorization"] = f"Bearer {token}"
    edit = {"kind": "sheet.edit", "id": "edit-0001", "seen": 0, "sheet": "wanda", "note": "x"}
    with closing(house.versions(campaign, 0, "campaigns")) as versions:
        browser.post(f"campaigns/{campaign}/commands/", edit)
        assert next(versions) == 1
        browser.post(f"campaigns/{campaign}/undo/", {"id": "undo-0001", "seen": 1})
        assert next(versions) == 2
        browser.post(f"campaigns/{campaign}/redo/", {"id": "redo-0001", "seen": 2})
        assert next(versions) == 3


def refused(ask: Callable[[], Any]) -> tuple[int, str]:
    """Status and code of a refusal, which must be one."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask()
    with caught.value as error:
        return error.code, str(json.loads(error.read())["code"])


def events(site: Site, table: str, token: str, method: str = "GET", **headers: str) -> Any:
    return urllib.request.urlopen(
        urllib.request.Request(
            f"{site.url}/api/v1/tables/{table}/events/",
            headers={"Authorization": f"Bearer {token}", **headers},
            method=method,
        ),
        timeout=SECONDS,
    )


def test_the_stream_has_the_doors_and_the_headers_of_the_api(site: Site, house: Any) -> None:
    table = house.open_table(game="black-plague", survivors=[{"name": "Zoe"}])
    with events(site, table["id"], table["token"], Origin="https://lamp.example.org") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert stream.headers["Access-Control-Allow-Origin"] == "https://lamp.example.org"
        assert stream.headers["X-Request-ID"]
        assert "X-Live-Stream" not in stream.headers
        assert stream.headers.get_all("Cache-Control") == ["no-store"]
        assert stream.readline() == b"retry: 500\n"
    elsewhere = "7d1f0a52-0c5e-4a3d-9a53-6f0f3f8f6a11"
    assert refused(lambda: events(site, table["id"], "sh_nothing")) == (401, "token.unknown")
    assert refused(lambda: events(site, elsewhere, table["token"])) == (404, "http.404")
    posted = refused(lambda: events(site, table["id"], table["token"], method="POST"))
    assert posted == (405, "http.405")
    with events(site, table["id"], table["token"], method="HEAD") as head:
        assert (head.status, head.read()) == (200, b"")


def test_a_program_with_too_many_streams_is_told_so_and_when_to_come_back(
    site: Site, house: Any
) -> None:
    table = house.open_table(game="black-plague", survivors=[{"name": "Zoe"}])
    with ExitStack() as streams:
        for _number in range(MOST_OF_PERSON):
            stream = streams.enter_context(events(site, table["id"], table["token"]))
            assert stream.readline() == b"retry: 500\n"
        with pytest.raises(urllib.error.HTTPError) as caught:
            events(site, table["id"], table["token"])
        with caught.value as error:
            said = json.loads(error.read())
            assert (error.code, error.headers["Retry-After"]) == (429, "30")
            assert (said["code"], said["message"][:4]) == ("http.429", "Wait")
    assert "30 streams, person" in site.log.read_text()


def test_what_is_too_large_or_broken_reaches_a_clear_answer(site: Site, house: Any) -> None:
    table = house.open_table(game="black-plague", survivors=[{"name": "Zoe"}])
    for body, status in ((b"x" * 300_000, 413), (b"[" * 200_000, 400), (b"\xff\xfe", 400)):
        request = urllib.request.Request(
            f"{site.url}/api/v1/tables/{table['id']}/commands/",
            data=body,
            headers={**house.headers, "Content-Type": "application/json"},
        )
        got, code = refused(lambda request=request: urllib.request.urlopen(request))
        assert (got, code.startswith(("http.", "command."))) == (status, True)


def test_the_examples_are_documented() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    scripts = sorted(path.name for path in EXAMPLES.glob("*.py"))
    assert scripts
    assert [name for name in scripts if f"`{name}`" not in listed] == []
    assert Path(ROOT / "docs" / "api.md").exists()
