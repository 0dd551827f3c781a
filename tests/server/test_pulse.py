"""A web process that no longer answers is replaced; nobody else is ended by mistake."""

import asyncio
import contextlib
import fcntl
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from companion.server.pulse import BEAT_SECONDS, MOST_OPENING, MOST_SILENT, Pulse, make_pulse
from tests.server.test_processes import web
from tests.services.processes import wait_until
from tests.site import ROOT, Site

LOOP = """
import asyncio, socket, sys
from companion.server.pulse import answer

async def live():
    answer(socket.socket(fileno=int(sys.argv[1])), asyncio.get_running_loop())
    await asyncio.Event().wait()

asyncio.run(live())
"""
PHONES = 6
CROWD = 80
LOAD_SECONDS = BEAT_SECONDS * (MOST_SILENT + 3)
"""Longer than anybody may be silent."""


class Looping:
    """A process with an event loop that answers, and nothing else."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.pulse, self.theirs = make_pulse()
        self.start()

    def start(self) -> None:
        files = [self.theirs.fileno()]
        command = [sys.executable, "-c", LOOP, str(files[0])]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, pass_fds=files, stderr=log)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for end in (self.pulse, self.theirs):
            end.close()


@pytest.fixture
def looping(tmp_path: Path) -> Iterator[Looping]:
    process = Looping(tmp_path / "log")
    yield process
    process.close()


def beat_until_all_answer(pulse: Pulse) -> None:
    def answers() -> bool:
        pulse.last = time.monotonic()  # our own ticks are nobody's fault here
        pulse.beat()
        return pulse.all_answer

    wait_until(answers, 20)


def test_whoever_is_frozen_is_ended_after_several_beats_and_not_before(looping: Looping) -> None:
    pulse = Pulse([looping])
    assert not pulse.all_answer, "it has not opened yet"
    beat_until_all_answer(pulse)
    assert select.select([looping.pulse], [], [], 20)[0], "the last beat is answered, too"
    looping.process.send_signal(signal.SIGSTOP)
    for _ in range(MOST_SILENT):  # the first of them finds that answer
        pulse.last = time.monotonic()
        pulse.beat()
    assert looping.process.poll() is None
    assert not pulse.all_answer
    pulse.beat()
    assert looping.process.wait(20) == -signal.SIGKILL


def test_one_that_opens_slowly_or_never_ends_nobody_who_is_well(
    looping: Looping, tmp_path: Path
) -> None:
    other = Looping(tmp_path / "other")
    try:
        pulse = Pulse([looping, other])
        other.process.send_signal(signal.SIGSTOP)
        beat_until_all_answer(pulse)
        for _ in range(3):  # it fails again and again
            other.process.kill()
            other.process.wait()
            other.start()
            other.process.send_signal(signal.SIGSTOP)
            beat_until_all_answer(pulse)
        looping.process.send_signal(signal.SIGSTOP)
        for _ in range(2):
            pulse.last = time.monotonic()
            pulse.beat()
        assert not pulse.all_answer, "nobody is well any more"
    finally:
        other.close()


def test_whoever_freezes_before_the_first_beat_is_ended_too(looping: Looping) -> None:
    pulse = Pulse([looping])
    assert select.select([looping.pulse], [], [], 20)[0], "it says itself that it is open"
    looping.process.send_signal(signal.SIGSTOP)
    for _ in range(MOST_SILENT + 1):
        pulse.last = time.monotonic()
        pulse.beat()
    assert looping.process.wait(20) == -signal.SIGKILL


def test_a_server_that_slept_or_got_no_turn_blames_nobody(looping: Looping) -> None:
    pulse = Pulse([looping])
    beat_until_all_answer(pulse)
    looping.process.send_signal(signal.SIGSTOP)
    for _ in range(MOST_SILENT * 4):
        pulse.last -= 600
        pulse.beat()
    assert looping.process.poll() is None
    looping.process.send_signal(signal.SIGCONT)
    beat_until_all_answer(pulse)


def test_a_new_one_opens_in_its_own_time_whatever_the_one_before_it_did(looping: Looping) -> None:
    pulse = Pulse([looping])
    beat_until_all_answer(pulse)
    looping.process.send_signal(signal.SIGSTOP)
    for _ in range(MOST_SILENT):
        pulse.beat()
    looping.process.kill()
    looping.process.wait()
    looping.start()
    looping.process.send_signal(signal.SIGSTOP)
    for _ in range(MOST_SILENT * 4):
        pulse.last = time.monotonic()
        pulse.beat()
    assert looping.process.poll() is None
    looping.process.send_signal(signal.SIGCONT)
    beat_until_all_answer(pulse)


def test_one_that_never_opens_is_ended_at_last(looping: Looping) -> None:
    looping.process.send_signal(signal.SIGSTOP)
    pulse = Pulse([looping])
    for _ in range(MOST_OPENING - 1):
        pulse.last = time.monotonic()
        pulse.beat()
    assert looping.process.poll() is None
    pulse.beat()
    assert looping.process.wait(20) == -signal.SIGKILL


def test_whoever_outlives_its_server_hears_no_more_and_goes_on(looping: Looping) -> None:
    """Until it notices by itself: it does not spin, and writes no traceback."""
    looping.theirs.close()
    beat_until_all_answer(Pulse([looping]))
    looping.pulse.send(b".")
    looping.pulse.close()
    used = Path(f"/proc/{looping.process.pid}/stat")
    before = sum(map(int, used.read_text().split()[13:15]))
    with pytest.raises(subprocess.TimeoutExpired):
        looping.process.wait(BEAT_SECONDS)
    assert sum(map(int, used.read_text().split()[13:15])) - before < os.sysconf("SC_CLK_TCK") / 2
    assert "Traceback" not in looping.log.read_text()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("pulse")
    limits = {"API_CLIENT_RATE": "1000000/min", "API_KEY_RATE": "1000000/min"}
    with Site(data, WEB_PROCESSES="2", **limits) as site:
        wait_until(lambda: "Safehouse is open" in site.log.read_text(), 30)  # all of it
        yield site


@pytest.fixture
def table(site: Site, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A tap that waits for its answer, as often as it is called."""
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    from safehouse import Safehouse

    house = Safehouse(site.url)
    opened = house.open_table(
        game="zombicide-2e", players=["Marta"], survivors=[{"survivor": "wanda"}]
    )

    def tap(_number: int = 0) -> None:
        house.send(opened["id"], "points.award", opened["version"], survivor="wanda", amount=1)

    return tap


def test_taps_are_answered_though_one_process_is_frozen(site: Site, table: Any) -> None:
    frozen, *others = web(site)
    os.kill(frozen, signal.SIGSTOP)
    with ThreadPoolExecutor(PHONES) as phones:
        list(phones.map(table, range(PHONES * 4)))  # raises where one gets no answer
    wait_until(lambda: frozen not in web(site) and len(web(site)) == 2, 30, site.log)
    assert set(others) < set(web(site)), "the others went on"
    assert "a web process did not answer" in site.log.read_text()
    wait_until(site.answers, 30, site.log)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_systemd_hears_that_it_is_open_and_from_then_on_whether_all_answer(
    processes: str, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(tmp_path / "notify"))
        hears.settimeout(30)

        def hear(words: bytes, times: int = 1) -> None:
            while times:
                times -= hears.recv(100) == words

        settings = {"WEB_PROCESSES": processes, "NOTIFY_SOCKET": str(tmp_path / "notify")}
        with Site(tmp_path / "data", **settings) as site:
            hear(b"READY=1")
            hear(b"WATCHDOG=1")
            assert site.process is not None
            frozen = web(site)[0] if processes == "2" else site.process.pid
            os.kill(frozen, signal.SIGSTOP)
            hears.settimeout(BEAT_SECONDS * 2.5)
            with pytest.raises(TimeoutError):  # fewer words than it takes until it is replaced
                hear(b"WATCHDOG=1", MOST_SILENT)
            with contextlib.suppress(ProcessLookupError):
                os.kill(frozen, signal.SIGCONT)
            hears.settimeout(30)
            hear(b"WATCHDOG=1")


async def crowded(port: int, seconds: float) -> int:
    """As many pages as so many connections can ask for; returns how many they got."""
    until = time.monotonic() + seconds
    answers = 0

    async def ask() -> None:
        nonlocal answers
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            with contextlib.suppress(OSError):
                answer = await reader.read()
                answers += b" 200 " in answer[:20]
            writer.close()

    await asyncio.gather(*(ask() for _ in range(CROWD)))
    return answers


def test_at_overload_nobody_is_ended(site: Site) -> None:
    before = web(site)
    with ThreadPoolExecutor(1) as apart:  # where a browser is driven, a loop seems to run already
        answers = apart.submit(asyncio.run, crowded(site.port, LOAD_SECONDS)).result()
    assert answers > CROWD
    assert web(site) == before


def test_while_the_disk_lets_nobody_write_nobody_is_ended(site: Site, table: Any) -> None:
    """Every thread of both processes waits for it."""
    before = web(site)
    turn = Path(site.data / "safehouse.sqlite3-turn")
    with ThreadPoolExecutor(CROWD) as phones, turn.open("r+b") as disk:
        fcntl.flock(disk, fcntl.LOCK_EX)
        taps = [phones.submit(table) for _ in range(CROWD)]
        wait(taps, LOAD_SECONDS)
        kept = [tap for tap in taps if tap.done() and not tap.exception()]
        fcntl.flock(disk, fcntl.LOCK_UN)
    assert not kept
    assert web(site) == before
