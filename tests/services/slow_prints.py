"""A print that waits for a file to appear, so that a test can kill its worker in the middle.

Loaded by a real worker with `--include tests.services.slow_prints`.
"""

import os
import time
from pathlib import Path
from typing import Any

from campaigns.printing import services
from campaigns.printing.kinds import KINDS, Kind
from campaigns.printing.render import Piece
from campaigns.printing.sheets import seats

CARD = {"code": "K74Q2M", "join_url": "http://x/", "seats": [{"player": "Ned", "survivors": []}]}


def slow(content: dict[str, Any]) -> list[Piece]:
    """Note who works on it, then wait for the gate."""
    gate = Path(content["gate"])
    with (gate.parent / "workers").open("a") as file:
        file.write(f"{os.getpid()}\n")
    while not gate.exists():
        time.sleep(0.05)
    return seats.pieces(CARD)


KINDS["slow"] = Kind(lambda content: "Slow", slow)
# A test does not wait as long as a table would.
services.STALE_AFTER = type(services.STALE_AFTER)(seconds=3)
services.HEARTBEAT_SECONDS = 1
