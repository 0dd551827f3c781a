"""How many streams this process has room for, so that nobody takes all of it.

A phone without a place asks now and then instead of listening; taps do not need one.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.conf import settings

from companion.frame.addresses import home_of, is_loopback

SHARE = 4
"""One address has at most this part of all places: a whole club behind one router, no more."""
MOST_OF_PERSON = 30


class NoPlace(Exception):
    """Too many streams of this process, this address, or this person; its text says of which."""


class Places:
    """All streams of this process, counted by address and by person."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    def take(self, address: str | None, person: str) -> AbstractContextManager[None]:
        """Return a place for one stream, until the block that is entered with it ends."""
        is_ours = address is not None and is_loopback(address)
        limits = {
            "all": self.most,
            f"address {home_of(address)}": self.most if is_ours else self.most // SHARE,
            f"person {person}": MOST_OF_PERSON,
        }
        for name, most in limits.items():
            if self.taken[name] >= most:
                raise NoPlace(f"{most} streams, {name.partition(' ')[0]}")
        self.taken += Counter(limits.keys())
        return self._until_left(list(limits))

    @contextmanager
    def _until_left(self, names: list[str]) -> Iterator[None]:
        try:
            yield
        finally:
            self.taken.subtract(names)
            self.taken = +self.taken  # forget those who have none left


places = Places(settings.STREAMS)
