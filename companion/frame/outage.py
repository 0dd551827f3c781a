"""Outages in the log: one line when something fails, one a minute, one when it is back."""

import logging
import time

REMIND_SECONDS = 60.0


class Outage:
    """One thing that may be away."""

    def __init__(self, log: logging.Logger, what: str) -> None:
        self.log, self.what = log, what
        self.is_on, self.told_at = False, 0.0

    def goes_on(self, error: BaseException) -> None:
        now = time.monotonic()
        if not self.is_on or now - self.told_at > REMIND_SECONDS:
            self.log.warning("%s: it fails", self.what, extra={"error": repr(error)})
            self.told_at = now
        self.is_on = True

    def is_over(self) -> None:
        if self.is_on:
            self.log.warning("%s: it works again", self.what)
        self.is_on = False
