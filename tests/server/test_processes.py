"""Several web processes on one machine: what they tell each other, and the turns they take."""

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.frame import counting
from companion.frame.counting import OwnCounts, Window
from companion.frame.neighbours import Neighbours, make_sockets, neighbours
from companion.live import announce, census
from companion.server.children import Child
from tests.config.test_serve import children
from tests.services.processes import wait_until
from tests.site import ROOT, Site

PROCESSES = 2
PHONES, TAPS = 6, 5
ASKED, ANSWER_SECONDS = 20, 20


@pytest.fixture
def next_door() -> Iterator[Neighbours]:
    """Another process of the same `serve`, as far as this one can tell."""
    (our_ear, our_mouth), (their_ear, their_mouth) = make_sockets(2)
    neighbours.join(our_ear.detach(), [their_mouth.detach()])
    there = Neighbours()
    there.join(their_ear.detach(), [our_mouth.detach()])
    yield there
    for each in (neighbours, there):
        each.leave()


def heard(by: Neighbours, about: str) -> list[str]:
    """All that was told about this, until nothing is left to hear."""
    words: list[str] = []
    by.hear(about, words.append)

    async def listen() -> None:
        by.listen(asyncio.get_running_loop())
        for _ in range(3):
            await asyncio.sleep(0)

    # In a thread of its own: where a browser was driven before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, listen()).result()
    return words


def test_a_process_that_cannot_be_started_now_is_started_later(tmp_path: Path) -> None:
    command, works = tmp_path / "command", tmp_path / "works"
    child = Child([str(command)])
    child.start()
    try:
        wait_until(lambda: child.failure.is_on, 10)
        command.write_text(f"#!/bin/sh\ntouch {works}\n")
        command.chmod(0o700)
        wait_until(works.exists, 10)
    finally:
        child.stop()


def test_a_poke_goes_next_door(next_door: Neighbours) -> None:
    announce("a-table", 7)
    assert heard(next_door, "poke") == ["a-table 7"]


def test_what_is_counted_next_door_counts_here(next_door: Neighbours) -> None:
    here, there, window = counting.counts(), OwnCounts(), Window.now(3600)
    assert isinstance(here, OwnCounts)
    here.add("sign-up:a b", window)
    for words in heard(next_door, counting.COUNTED):
        there.heard(words)
    assert there.add("sign-up:a b", window) == 2


def test_streams_next_door_are_counted_until_nothing_is_heard_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(census, "_others", {})
    census.heard("4711 3 a-table a-campaign")
    assert (census.census().streams, len(census.census().topics)) == (3, 2)
    monkeypatch.setattr(census, "FRESH_SECONDS", 0.0)
    assert census.census().streams == 0


def test_a_neighbour_who_does_not_listen_holds_nobody_up(next_door: Neighbours) -> None:
    for number in range(5000):
        neighbours.tell("poke", f"a-table {number}")
    assert 0 < len(heard(next_door, "poke")) < 5000


def web(site: Site) -> list[int]:
    assert site.process is not None
    return [pid for pid in children(site.process.pid) if b"companion.server" in command_of(pid)]


def command_of(pid: int) -> bytes:
    """What a process was started with; nothing if it has died since it was counted."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_two_processes_of_the_embedded_default_are_one_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    from safehouse import Safehouse

    with Site(tmp_path, WEB_PROCESSES=str(PROCESSES)) as site:
        assert len(web(site)) == PROCESSES
        house = Safehouse(site.url)
        table = house.open_table(
            game="zombicide-2e", players=["Marta"], survivors=[{"survivor": "wanda"}]
        )

        def tap(_number: int) -> None:
            house.send(table["id"], "points.award", table["version"], survivor="wanda", amount=1)

        with ThreadPoolExecutor(PHONES) as phones:
            list(phones.map(tap, range(PHONES * TAPS)))
        played = house.ask("GET", f"tables/{table['id']}/")
        assert played["version"] == table["version"] + PHONES * TAPS

        first, *others = web(site)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: len(set(web(site)) - {first}) == PROCESSES, 30, site.log)
        assert set(others) < set(web(site)), "the others went on"

        assert site.process is not None
        site.process.kill()
        site.process.wait()
        site.environment["WEB_PROCESSES"] = "1"  # quicker to start
        site.start()  # at the same port, which is free at once
        assert house.ask("GET", f"tables/{table['id']}/") == played


def test_nobody_waits_for_a_killed_process(tmp_path: Path) -> None:
    """Its server sleeps meanwhile, so that it cannot be replaced."""
    with Site(tmp_path, WEB_PROCESSES=str(PROCESSES)) as site:
        assert site.process is not None
        first = web(site)[0]
        os.kill(site.process.pid, signal.SIGSTOP)
        try:
            os.kill(first, signal.SIGKILL)
            wait_until(lambda: is_dead(first), 10, site.log)
            for _ in range(ASKED):
                with urlopen(f"{site.url}/robots.txt", timeout=ANSWER_SECONDS) as answer:
                    assert answer.status == 200
        finally:
            os.kill(site.process.pid, signal.SIGCONT)


def is_dead(pid: int) -> bool:
    """Check if a process has ended, though nobody has asked how."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
