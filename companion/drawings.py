"""Parts of the table page that several phones show alike: drawn once for all of them.

After a tap every phone of a table asks for the same parts, within a fraction of a second. What a
part shows is named by its sight; whoever asks for the same sight gets the drawing that is there.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST = 256
"""Drawings kept; a part of a table of twelve survivors has some 30 kB."""
SECONDS = 5.0
"""For so long: names of people and "2 minutes ago" are not in a sight."""


class Drawings:
    """The newest drawings of this process, by sight."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, tuple[float, str]] = OrderedDict()
        self._locks = [threading.Lock() for _ in range(16)]

    def drawn(self, sight: Hashable, draw: Callable[[], str]) -> str:
        """Return the drawing of a sight; those who ask while it is drawn wait for it."""
        with self._locks[hash(sight) % len(self._locks)]:
            kept = self._drawn.get(sight)
            if kept is not None and time.monotonic() - kept[0] < SECONDS:
                return kept[1]
            drawing = draw()
            self._drawn[sight] = (time.monotonic(), drawing)
            self._drawn.move_to_end(sight)
            while len(self._drawn) > MOST:
                self._drawn.popitem(last=False)
            return drawing


drawings = Drawings()
