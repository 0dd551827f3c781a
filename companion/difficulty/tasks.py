"""The Celery side: a few evenings, then whoever else waits."""

from celery import shared_task

from companion.difficulty import services
from companion.difficulty.selectors import hash_of
from rules.evenings.tally import EVENINGS, tally

AT_ONCE = 50
"""Evenings between two looks at the queue: well under a second of work."""


@shared_task(name="companion.play_evenings")  # type: ignore[untyped-decorator]
def play_evenings(pk: int) -> None:
    """The next evenings of a measurement. Harmless to run twice: only one run holds the claim."""
    measurement = services.jobs.claim(pk)
    if measurement is None:
        return
    setting = measurement.setting
    if hash_of(setting) != measurement.content_hash:
        services.measurement_forget(measurement)
        return
    first = measurement.tally.evenings
    with services.jobs.working(measurement):
        played = tally(setting, range(first, min(first + AT_ONCE, EVENINGS)))
        services.evenings_add(measurement, played)
