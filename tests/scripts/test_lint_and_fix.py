"""`make lint` runs every check and names what failed; `make fix` mends what a tool can."""

from pathlib import Path

import pytest

from tests.scripts.house import House
from tests.site import ROOT

OURS = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
RUFF = OURS[OURS.index("[tool.ruff]") : OURS.index("[tool.mypy]")]
PROJECT = f"""
{RUFF}
[tool.mypy]
packages = ["rules"]
disallow_untyped_defs = true

[tool.importlinter]
root_package = "rules"

[[tool.importlinter.contracts]]
name = "Dice know no cards"
type = "forbidden"
source_modules = ["rules.dice"]
forbidden_modules = ["rules.cards"]
"""
FILES = {
    "pyproject.toml": PROJECT,
    "rules/__init__.py": "",
    "rules/cards.py": "",
    "rules/dice.py": "SIDES = 6\n",
    "templates/page.html": "<p>Round</p>\n",
    "static/css/page.css": "p {\n  color: red;\n}\n",
}
LOOSE = {
    "rules/dice.py": "import sys, os\nSIDES=6",
    "templates/page.html": "<div><p>Round</p></div>\n",
    "static/css/page.css": "p { color: red; }\n",
}
FAILED = """Failed:
  .venv/bin/ruff check .
  .venv/bin/ruff format --check .
  .venv/bin/python scripts/format_templates.py --check
  .venv/bin/python scripts/format_css.py --check
  .venv/bin/mypy
  .venv/bin/lint-imports
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(tmp_path)
    for name, text in FILES.items():
        house.write(name, text)
    return house


def test_a_clean_house_passes_without_a_word_of_failure(house: House) -> None:
    done = house.make("lint")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ailed" not in done.stderr


def test_every_check_runs_and_those_that_failed_are_named_at_the_end(house: House) -> None:
    for name, text in LOOSE.items():
        house.write(name, text)
    house.write("rules/dice.py", "import rules.cards, os\ndef roll(): return 6")
    done = house.make("lint")
    assert done.returncode != 0
    assert done.stderr.partition("make: ")[0].endswith(FAILED)


def test_a_check_that_passes_is_not_named(house: House) -> None:
    house.write("static/css/page.css", LOOSE["static/css/page.css"])
    done = house.make("lint")
    assert done.returncode != 0
    (named,) = done.stderr.partition("Failed:\n")[2].partition("make: ")[0].splitlines()
    assert named == "  .venv/bin/python scripts/format_css.py --check"


def test_fix_sets_out_python_templates_and_styles(house: House) -> None:
    for name, text in LOOSE.items():
        house.write(name, text)
    done = house.make("fix")
    assert done.returncode == 0, done.stdout + done.stderr
    assert house.read("rules/dice.py") == "SIDES = 6\n"
    assert house.read("templates/page.html") == "<div>\n  <p>Round</p>\n</div>\n"
    assert house.read("static/css/page.css") == "p {\n  color: red;\n}\n"
    assert house.make("lint").returncode == 0


def test_what_no_tool_can_mend_is_named_and_keeps_nothing_from_being_set_out(house: House) -> None:
    for name, text in LOOSE.items():
        house.write(name, text)
    house.write("rules/dice.py", "SIDES=six\n")
    done = house.make("fix")
    assert "F821" in done.stdout
    assert house.read("rules/dice.py") == "SIDES = six\n"
    assert house.read("static/css/page.css") == "p {\n  color: red;\n}\n"
