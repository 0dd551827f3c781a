"""Every benchmark runs: once, as briefly as it can, all in one run and in their order."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.__main__ import ROOMS
from tests.nest import ROOT

TOLD = {
    "commands": "the least such a write can cost",
    "rules": "spawn step of six zones",
    "server": "a GET on a kept connection",
    "browser": "Chromium: from phone to phone, ms",
    "pokes": "phones / the bare mechanism",
    "watchers": "until the last one has heard, ms",
    "printing": "one campaign sheet / the design's mock",
    "busy": "a tap while a batch prints",
    "flood": "connections sign in",
    "crowd": "phones, a tap of a level: p99 in ms",
    "production": "a tap of a level: p99 in ms, PostgreSQL",
    "api": "a minimal DRF view",
    "keeping": "check of every log / the rules alone",
    "odds": "simulated evenings",
    "workshop": "workshop: the check alone",
}
"""A result of each."""


def test_every_benchmark_is_in_the_list() -> None:
    written = {
        path.stem
        for path in Path(ROOT, "benchmarks").glob("*.py")
        if "def run() ->" in path.read_text(encoding="utf-8")
    }
    assert set(ROOMS) == written
    assert tuple(TOLD) == ROOMS


def test_every_benchmark_runs(postgres_url: str, redis_url: str) -> None:
    """How fast anything is says `make bench` alone: here many others are at work."""
    left_out = {"DATABASE_URL", "REDIS_URL", "DATA_DIR"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks"],
        cwd=ROOT,
        env={**environment, "BENCH_SHORTEST": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    places = [
        next((place for place, line in enumerate(told) if words in line), None)
        for words in TOLD.values()
    ]
    assert None not in places, done.stdout
    assert places == sorted(places), "in the order of the list"  # type: ignore[type-var]
