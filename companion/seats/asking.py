"""Who asks to keep the table, how long they wait for an answer, and what the keeper reads of it."""

import math
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import ngettext

from companion.models import LogEntry, Seat

WAIT = timedelta(minutes=3)
"""Without an answer for so long whoever keeps the table has lost their phone."""


class KeepRequest(NamedTuple):
    """A request to keep the table that stands."""

    since: datetime
    played: str | None
    """The keeper who has played since, by name: that phone is not lost."""

    @property
    def left(self) -> timedelta:
        """The time the asker still has to wait."""
        return max(self.since + WAIT - timezone.now(), timedelta())

    @property
    def clock(self) -> str:
        """The time left, as minutes and seconds."""
        minutes, seconds = divmod(math.ceil(self.left.total_seconds()), 60)
        return f"{minutes}:{seconds:02}"

    @property
    def is_ripe(self) -> bool:
        """Nobody has answered in time: the asker may take the table."""
        return self.played is None and not self.left


def may_ask(seat: Seat) -> bool:
    """Check if this phone may ask to keep the table, and has not."""
    return seat.may_play and not seat.is_keeper and not seat.asks_to_keep


def asking_of(seat: Seat) -> KeepRequest | None:
    """Return this seat's request to keep the table; no database query for a seat without one."""
    if not seat.asks_to_keep:
        return None
    assert seat.asked_to_keep_at is not None
    return KeepRequest(seat.asked_to_keep_at, _keeper_since(seat, seat.asked_to_keep_at))


def _keeper_since(seat: Seat, moment: datetime) -> str | None:
    """Read from the newest entry of a keeper's: a tap writes nothing more for it."""
    of_keepers = LogEntry.objects.filter(table=seat.table_id, seat__role=Seat.Role.KEEPER)
    newest = of_keepers.order_by("-seq").values_list("made_at", "seat__name").first()
    if newest is None:
        return None
    made_at, name = newest
    return name if made_at > moment else None


def asked_of(seat: Seat) -> str:
    """The line that tells a keeper's phone who asks; empty for everybody else, without a query."""
    if not seat.is_keeper:
        return ""
    asking = Seat.objects.filter(
        table=seat.table_id, role=Seat.Role.PLAYER, asked_to_keep_at__isnull=False
    )
    names = list(asking.order_by("asked_to_keep_at").values_list("name", flat=True))
    if not names:
        return ""
    line = ngettext(
        "%(names)s asks to keep the table", "%(names)s ask to keep the table", len(names)
    )
    return line % {"names": ", ".join(names)}
