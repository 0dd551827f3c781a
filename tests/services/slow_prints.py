"""A print that waits for a file to appear, so that a test can kill its worker in the middle.

Loaded by a real worker with `--include tests.services.slow_prints`.
"""

import os
import time
from datetime import timedelta
from pathlib import Path

from campaigns.printing import services
from campaigns.printing.kind import Content, PrintKind
from campaigns.printing.kinds import KINDS
from campaigns.printing.render import PrintedSheet
from campaigns.printing.sheets import seats

CARDS = seats.SeatCards(
    code="K74Q2M",
    game="zombicide-2e",
    join_url="http://x/",
    seats=(seats.SeatCard(player="Ned"),),
)


class Slow(Content, frozen=True, kw_only=True):
    gate: str


def slow(content: Slow) -> list[PrintedSheet]:
    """Note who works on it, then wait for the gate."""
    gate = Path(content.gate)
    with (gate.parent / "workers").open("a") as file:
        file.write(f"{os.getpid()}\n")
    while not gate.exists():
        time.sleep(0.05)
    return seats.pieces(CARDS)


KINDS["slow"] = PrintKind(
    name="slow",
    content=Slow,
    title=lambda content: "Slow",
    pieces=slow,
    templates=(seats.TEMPLATE,),
)
# A test does not wait as long as a table would.
services.jobs.stale_after = timedelta(seconds=3)
services.HEARTBEAT_SECONDS = 1
