"""An environment of `requirements.txt` alone, as a server has it: no tool of ours is in it."""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

from tests.site import ROOT

FOLDER = ROOT / ".venv-production"
REQUIREMENTS = ROOT / "requirements.txt"


def production_environment() -> Path:
    """Its folder; made once for each content of the file, which takes uv some seconds."""
    name = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]
    made = FOLDER / name
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes that start together make it once
        if not (made / "complete").exists():
            uv = Path(sys.executable).parent / "uv"
            subprocess.run(
                [uv, "venv", "--quiet", "--clear", "--python", sys.executable, made], check=True
            )
            install = ["pip", "install", "--quiet", "--python", made / "bin" / "python"]
            subprocess.run([uv, *install, "--requirement", REQUIREMENTS], check=True)
            (made / "complete").touch()
    return made
