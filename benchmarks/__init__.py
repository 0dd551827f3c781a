"""Speeds, as ratios against a floor measured in the same run. `make bench` runs them all."""

import os

SHORTEST = "BENCH_SHORTEST" in os.environ
"""Everything runs once, as briefly as it can: to see that it runs, not how fast it is."""


def often(usual: int, shortest: int = 1) -> int:
    """So often, so many or so long as a measurement takes; in the shortest run hardly at all."""
    return shortest if SHORTEST else usual
