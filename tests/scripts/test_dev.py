"""`make dev`: what is changed is on the site a moment later, without a hand."""

import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.nest import PASSED_ON
from tests.scripts.house import House
from tests.site import ROOT, begin, free_port

LONGEST_SECONDS = 90
MAKE_DEV = ("make", "--no-print-directory", "dev")
PACK = "rules/packs/data/zombicide-2e/equipment.toml"
CATALOGUE = "locale/es/LC_MESSAGES/django.po"


class Dev:
    def __init__(self, house: House) -> None:
        self.house, self.port = house, free_port()
        self.log = house.folder / "dev.log"
        data = house.folder / "data"
        data.mkdir()
        begin(data, has_database=True)
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        environment |= {"DATA_DIR": str(data), "HOST": "127.0.0.1", "WEB_PROCESSES": "1"}
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                # Where tests run in the background of a shell, Ctrl-C would be ignored.
                ["env", "--default-signal=INT", *MAKE_DEV, f"PORT={self.port}"],
                cwd=house.folder,
                env=environment,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def page(self, address: str) -> str:
        """Empty while nobody answers."""
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/{address}", headers={"Accept-Language": "es"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=5) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, OSError):
            return ""

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + LONGEST_SECONDS
        while not is_so():
            assert time.monotonic() < deadline, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.2)

    def change(self, name: str, old: str, new: str) -> None:
        text = self.house.read(name)
        assert old in text
        self.house.write(name, text.replace(old, new))

    def press_ctrl_c(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(LONGEST_SECONDS)


@pytest.fixture
def dev(tmp_path: Path) -> Iterator[Dev]:
    house = House(tmp_path)
    for room in ("api", "campaigns", "companion", "static"):
        (tmp_path / room).symlink_to(ROOT / room)
    for room in ("config", "locale", "rules", "templates"):
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=without)
    shutil.copy(ROOT / "manage.py", tmp_path)
    dev = Dev(house)
    yield dev
    with suppress(ProcessLookupError):  # nothing of it is left
        os.killpg(dev.process.pid, signal.SIGKILL)


def test_when_it_is_ended_by_a_signal_the_site_ends_with_it(dev: Dev) -> None:
    dev.wait_for(lambda: "Mesa nueva" in dev.page(""))
    dev.process.terminate()
    dev.process.wait(LONGEST_SECONDS)
    assert dev.page("") == ""
    with socket.socket() as port:
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        port.bind(("127.0.0.1", dev.port))


def test_packs_translations_and_python_are_read_anew_and_a_slip_is_survived(dev: Dev) -> None:
    dev.wait_for(lambda: "Mesa nueva" in dev.page(""))
    dev.change(PACK, "Bate de béisbol", "Bate de críquet")
    dev.wait_for(lambda: "Bate de críquet" in dev.page("api/v1/games/zombicide-2e/"))
    dev.change(CATALOGUE, 'msgstr "Mesa nueva"', 'msgstr "Otra mesa"')
    dev.wait_for(lambda: "Otra mesa" in dev.page(""))
    dev.change("config/urls.py", "urlpatterns = [", "urlpatterns = [[")
    dev.wait_for(lambda: "SyntaxError" in dev.log.read_text())
    dev.change("config/urls.py", "urlpatterns = [[", "urlpatterns = [")
    dev.wait_for(lambda: "Otra mesa" in dev.page(""))
    dev.press_ctrl_c()
    log = dev.log.read_text()
    assert f"Changed: {PACK}\n" in log
    assert log.rstrip().endswith("Everything is saved."), log
    assert dev.page("") == ""
