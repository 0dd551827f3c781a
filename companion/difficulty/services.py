"""The only writers of measurements.

A worker claims a row, plays the next evenings and adds them up under that claim, so nothing is
counted twice. Then it queues the row again: prints and mails that wait get their turn between two
pieces.
"""

from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from companion.difficulty.models import Measurement
from companion.difficulty.selectors import hash_of, old_measurements
from companion.frame.jobs.services import Jobs
from companion.frame.queue import send
from companion.people.models import Person
from companion.writing import write_transaction
from rules.evenings.setting import Setting
from rules.evenings.tally import EVENINGS, Tally

State = Measurement.State

UNDER_WAY = (State.QUEUED, State.RUNNING)


def _send(pk: int) -> bool:
    from companion.difficulty.tasks import play_evenings

    return send(play_evenings, pk)


jobs = Jobs(Measurement, send=_send, stale_after=timedelta(seconds=60))


def measure(*, person: Person, setting: Setting) -> Measurement:
    """Ask for a thousand evenings. What is there already is taken, what was stopped goes on."""
    now = timezone.now()
    with write_transaction():
        measurement, is_new = Measurement.objects.get_or_create(
            content_hash=hash_of(setting),
            defaults={
                "setting_json": msgspec.json.encode(setting).decode(),
                "tally_json": msgspec.json.encode(Tally()).decode(),
                "person": person,
                "queued_at": now,
                "asked_at": now,
            },
        )
        is_taken_up = not is_new and measurement.state in (State.STOPPED, State.FAILED)
        fields: dict[str, Any] = {"asked_at": now}
        if is_taken_up:
            fields |= {"state": State.QUEUED, "queued_at": now, "attempts": 0, "person": person}
        Measurement.objects.filter(pk=measurement.pk).update(**fields)
        if is_new or is_taken_up:
            jobs.send_after_commit(measurement.pk)
    measurement.refresh_from_db()
    return measurement


def measurement_stop(*, person: Person, setting: Setting) -> bool:
    """Stop what this person asked for; the evenings that were played stay."""
    with write_transaction():
        mine = Measurement.objects.filter(content_hash=hash_of(setting), person=person)
        return bool(mine.filter(state__in=UNDER_WAY).update(state=State.STOPPED))


def evenings_add(measurement: Measurement, more: Tally) -> None:
    """Add what was played and queue the rest, if the row is still ours.

    Whoever stopped it meanwhile keeps these evenings, too.
    """
    total = measurement.tally + more
    is_over = total.evenings >= EVENINGS
    with write_transaction():
        row = Measurement.objects.filter(pk=measurement.pk, claim=measurement.claim)
        stored = {"tally_json": msgspec.json.encode(total).decode()}
        row.filter(state=State.STOPPED).update(**stored, claim=None)
        if is_over:
            row.filter(state=State.RUNNING).update(**stored, state=State.DONE, attempts=0)
        elif row.filter(state=State.RUNNING).update(
            **stored, state=State.QUEUED, attempts=0, queued_at=timezone.now()
        ):
            jobs.send_after_commit(measurement.pk)


def measurement_forget(measurement: Measurement) -> None:
    """Its cards or the policy have changed since: these evenings would be others."""
    with write_transaction():
        jobs.mine(measurement).delete()


def measurements_expire() -> int:
    """Forget what nobody asked for in a long time; it can be measured again."""
    with write_transaction():
        return int(old_measurements().delete()[0])


def measurements_hand_over(giver: Person, taker: Person) -> None:
    Measurement.objects.filter(person=giver).update(person=taker)
