"""A small house in which the contributor's tools run as they are."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.site import ROOT


class House:
    """With Makefile, tools and environment of ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".venv").symlink_to(ROOT / ".venv")
        shutil.copy(ROOT / "Makefile", folder)
        shutil.copytree(ROOT / "scripts", folder / "scripts")
        self.write("scripts/setup.sh", "")  # all of it is installed already

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def make(self, *wanted: str) -> subprocess.CompletedProcess[str]:
        command = ["make", "--no-print-directory", *wanted]
        # Not as a part of the `make test` that may run this.
        alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        return subprocess.run(
            command, cwd=self.folder, env=alone, capture_output=True, text=True, check=False
        )
