"""What CONTRIBUTING.md tells to write works as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.site import ROOT

COPIED = ("companion", "config", "rules", "templates", "tests")
LINKED = ("api", "benchmarks", "campaigns", "docs", "locale", "scripts", "static")
GAME = "rules/systems/black_plague"


def written_by(recipe: str) -> dict[str, str]:
    """The files whose names stand in the first line of a piece, as a comment."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"## {recipe}\n")[2].partition("\n## ")[0]
    pieces = "".join(re.findall(r"```\w+\n(.*?)```", section, re.DOTALL))
    parts = re.split(r"(?m)^(?:# |<!-- )((?:\w+/)[\w./-]+)[^\n]*\n", pieces)
    return {name: f"{body.strip()}\n" for name, body in zip(parts[1::2], parts[2::2], strict=True)}


def test_a_mechanic_from_rule_to_paper(tmp_path: Path) -> None:
    """Also in words, on templates that can be read, and laid out as `make lint` wants them."""
    for room in COPIED:
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=without)
    for room in LINKED:
        (tmp_path / room).symlink_to(ROOT / room)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    files = written_by("Add a mechanic, from rule to paper")
    assert len(files) == 5
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with (tmp_path / GAME / "state.py").open("a", encoding="utf-8") as state:
        state.write("    bell: bool = False\n")
    game = tmp_path / GAME / "__init__.py"
    named = game.read_text(encoding="utf-8").replace("BILE)", "BILE, BELL)")
    game.write_text(f"from rules.systems.black_plague.bell import BELL\n{named}", encoding="utf-8")
    for command in (
        ["pytest", "-q", "tests/rules/test_golden.py", "-k", "bell or offers_say or offered_after"],
        ["pytest", "-q", "tests/companion/test_words.py"],
        ["ruff", "check", *(name for name in files if name.endswith(".py"))],
        ["ruff", "format", "--check", *(name for name in files if name.endswith(".py"))],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
