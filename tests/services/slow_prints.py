"""A print that waits for a file to appear, so that a test can kill its worker in the middle.

Loaded by a real worker with `--include tests.services.slow_prints`.
"""

import os
import time
from pathlib import Path

from campaigns.printing import services
from campaigns.printing.kinds import KINDS, Progress
from campaigns.printing.models import PrintJob


def slow(job: PrintJob, progress: Progress) -> bytes:
    """Note who works on it, then wait for the gate."""
    gate = Path(job.content["gate"])
    with (gate.parent / "workers").open("a") as file:
        file.write(f"{os.getpid()}\n")
    progress(50)
    while not gate.exists():
        time.sleep(0.05)
    return b"%PDF-slow"


KINDS["slow"] = slow
# A test does not wait as long as a table would.
services.STALE_AFTER = type(services.STALE_AFTER)(seconds=3)
services.HEARTBEAT_SECONDS = 1
