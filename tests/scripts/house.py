"""A small house of one room, in which the contributor's tools run as they are."""

import shutil
import subprocess
from pathlib import Path

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


class House:
    """With Makefile, tools and environment of ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".venv").symlink_to(ROOT / ".venv")
        shutil.copy(ROOT / "Makefile", folder)
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def make(self, *wanted: str) -> subprocess.CompletedProcess[str]:
        """Run a target in it; what is installed is not installed again."""
        installed = ("--old-file=setup-test", "--old-file=setup-play")
        command = ["make", "--no-print-directory", *installed, *wanted]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
