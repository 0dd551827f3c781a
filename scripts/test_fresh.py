"""`make test-fresh`: proves `make play` on a copy of this checkout that has no `.venv`.

Standard library only, because nothing is installed yet. Copies what git knows of the working
tree, plays, looks, presses Ctrl-C, and plays again.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST_RUN_SECONDS = 600
SECOND_RUN_SECONDS = 5


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def copy_checkout(target: Path) -> None:
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout.decode()
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def clean_environment(**more: str) -> dict[str, str]:
    """As a newcomer has it: none of our own settings, no virtual environment."""
    dropped = ("VIRTUAL_ENV", "DATABASE_URL", "REDIS_URL", "DATA_DIR", "MAKEFLAGS", "MFLAGS")
    return {key: value for key, value in os.environ.items() if key not in dropped} | more


@contextlib.contextmanager
def playing(folder: Path, port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["make", "play", f"PORT={port}"],
            cwd=folder,
            env=clean_environment(),
            stdout=out,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def wait_until_serving(
    port: int, process: subprocess.Popen[bytes], log: Path, limit: float
) -> float:
    started = time.monotonic()
    while time.monotonic() - started < limit:
        with (
            contextlib.suppress(urllib.error.URLError, OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer,
        ):
            if answer.status == 200:
                return time.monotonic() - started
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise SystemExit(f"FAILED: not serving after {limit} s\n{log.read_text()}")


def press_ctrl_c(process: subprocess.Popen[bytes], log: Path) -> None:
    os.killpg(process.pid, signal.SIGINT)
    process.wait(40)
    text = log.read_text()
    expect("Safehouse has stopped. Everything is saved." in text, "Ctrl-C stops it cleanly", text)
    expect("Traceback" not in text, "without a traceback", text)


def expect(condition: bool, promise: str, evidence: str = "") -> None:
    if not condition:
        raise SystemExit(f"FAILED: {promise}\n{evidence}")
    print(f"  ok  {promise}", flush=True)


def check_missing_libraries_are_named(folder: Path) -> None:
    """A user who is not root and lacks the libraries is told exactly what to install."""
    tools = folder / "fake-tools"
    tools.mkdir()
    for name, body in (("ldconfig", "exit 0"), ("id", "echo 1000")):
        (tools / name).write_text(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    done = subprocess.run(
        ["make", "play"],
        cwd=folder,
        env=clean_environment(PATH=f"{tools}:{os.environ['PATH']}"),
        capture_output=True,
        text=True,
        check=False,
    )
    shutil.rmtree(tools)
    expect(done.returncode != 0, "without root and libraries it stops", done.stdout)
    wanted = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    expect(f"sudo apt-get install -y --no-install-recommends {wanted}" in done.stderr,
           "and names the packages", done.stderr)  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="safehouse-fresh-") as name:
        folder, port = Path(name) / "safehouse", free_port()
        folder.mkdir()
        copy_checkout(folder)
        expect(not (folder / ".venv").exists(), "a copy with no .venv")
        check_missing_libraries_are_named(folder)
        log = Path(name) / "first.log"
        with playing(folder, port, log) as process:
            seconds = wait_until_serving(port, process, log, FIRST_RUN_SECONDS)
            expect(True, f"first `make play` is serving after {seconds:.1f} s")
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/").read().decode()
            expect("<h1" in page, "the front page is there", page)
            spanish = urllib.request.Request(
                f"http://127.0.0.1:{port}/", headers={"Accept-Language": "es"}
            )
            words = urllib.request.urlopen(spanish).read().decode()
            expect("Mesa nueva" in words, "translations are compiled", words)
            text = log.read_text()
            expect(f"http://localhost:{port}/" in text, "prints the address of this machine", text)
            expect("█" in text or "No network found" in text, "and the QR code for phones", text)
            mode = (folder / "var" / "secret_key").stat().st_mode & 0o777
            expect(mode == 0o600, "its secret key is for its owner only", oct(mode))
            again = subprocess.run(
                ["make", "play", f"PORT={port}"],
                cwd=folder,
                env=clean_environment(),
                capture_output=True,
                text=True,
                check=False,
            )
            says = f"Port {port} is taken" in again.stderr and f"PORT={port + 1}" in again.stderr
            expect(says, "a taken port is said, with PORT=", again.stderr)
            press_ctrl_c(process, log)
        log = Path(name) / "second.log"
        with playing(folder, port, log) as process:
            seconds = wait_until_serving(port, process, log, FIRST_RUN_SECONDS)
            expect(
                seconds < SECOND_RUN_SECONDS, f"second `make play` is serving after {seconds:.1f} s"
            )
            press_ctrl_c(process, log)
    print("1 passed: make play works on a fresh copy")


if __name__ == "__main__":
    sys.exit(main())
