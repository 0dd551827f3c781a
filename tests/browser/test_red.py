"""What a red browser test leaves behind: where to look, and nothing of the green ones."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.nest import ROOT

TESTS = """
def test_red(watched, new_table):
    page = watched.phone()
    new_table(page)
    television = page.context.new_page()
    television.goto(page.url + "screen/")
    assert page.locator("#nothing-is-called-so").count() == 1


def test_silent_no_more(watched, site):
    page = watched.phone()
    page.goto(site.url)
    page.context.new_page().evaluate("() => console.error('boo')")


def test_green(watched, site):
    watched.phone()
    watched.phone().goto(site.url)
"""
DARK_BYTES = 20_000
"""A picture of a phone that is switched off is smaller."""


def test_a_red_test_leaves_picture_text_and_trace_and_says_where(tmp_path: Path) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text(TESTS)
    here = "from tests.conftest import *\nfrom tests.browser.conftest import *\n"
    (tmp_path / "conftest.py").write_text(here)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
    done = subprocess.run([*command, str(sample)], cwd=ROOT, capture_output=True, text=True)
    assert "1 failed, 2 passed, 1 error" in done.stdout, done.stdout
    told = set(re.findall(r"build/red/[\w-]+", done.stdout))
    assert len(told) == 2
    assert "test_green" not in "".join(told)
    for name in told:
        folder = ROOT / name
        assert "127.0.0.1" in (folder / "phone-1.txt").read_text()
        assert (folder / "phone-1.png").stat().st_size > DARK_BYTES
        with zipfile.ZipFile(folder / "phone-1-trace.zip") as trace:
            assert b"goto" in trace.read("trace.trace")
    first = next(name for name in told if name.endswith("test_red"))
    asked = (ROOT / first / "phone-1-requests.txt").read_text().splitlines()
    assert any(
        re.fullmatch(r"POST http://127.0.0.1:\d+/tables/new/\S+ 302", line) for line in asked
    )
    assert any(
        re.fullmatch(r"GET http://127.0.0.1:\d+/tables/\S+/screen/ 200", line) for line in asked
    )
    assert "/screen/" in (ROOT / first / "phone-1-2.txt").read_text(), "a page the test opened"
    assert (ROOT / first / "phone-1-2.png").stat().st_size > DARK_BYTES
    for name in told:
        shutil.rmtree(ROOT / name)
    assert "What the phones showed" in done.stdout.partition(first)[0]
