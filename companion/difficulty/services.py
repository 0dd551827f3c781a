"""The only writers of measurements.

A worker claims a row by a conditional UPDATE, plays the next evenings and adds them up under that
claim, so nothing is counted twice. Then it queues the row again: prints and mails that wait get
their turn between two pieces.
"""

import uuid
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models import F, Q
from django.utils import timezone

from companion.difficulty.models import Measurement
from companion.difficulty.selectors import hash_of, old_measurements
from companion.frame.queue import send_after_commit
from companion.people.models import Person
from companion.writing import write_transaction
from rules.evenings.setting import Setting
from rules.evenings.tally import EVENINGS, Tally

State = Measurement.State

MAX_ATTEMPTS = 3
STALE_AFTER = timedelta(seconds=60)
UNDER_WAY = (State.QUEUED, State.RUNNING)


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
            _send_after_commit(measurement.pk)
    measurement.refresh_from_db()
    return measurement


def measurement_stop(*, person: Person, setting: Setting) -> bool:
    """Stop what this person asked for; the evenings that were played stay."""
    with write_transaction():
        mine = Measurement.objects.filter(content_hash=hash_of(setting), person=person)
        return bool(mine.filter(state__in=UNDER_WAY).update(state=State.STOPPED))


def _send_after_commit(pk: int) -> None:
    from companion.difficulty.tasks import play_evenings

    send_after_commit(play_evenings, pk)


def measurement_claim(pk: int) -> Measurement | None:
    """Take one that waits, or whose worker fell silent. None if somebody else has it."""
    now = timezone.now()
    is_free = Q(state=State.QUEUED) | Q(state=State.RUNNING, claimed_at__lt=now - STALE_AFTER)
    with write_transaction():
        taken = Measurement.objects.filter(is_free, pk=pk).update(
            state=State.RUNNING, claim=uuid.uuid4(), claimed_at=now, attempts=F("attempts") + 1
        )
    return Measurement.objects.get(pk=pk) if taken else None


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
            _send_after_commit(measurement.pk)


def measurement_fail(measurement: Measurement) -> None:
    """Give it back to the queue, or give up after the last attempt."""
    is_last = measurement.attempts >= MAX_ATTEMPTS
    state = State.FAILED if is_last else State.QUEUED
    with write_transaction():
        given_back = _mine(measurement).update(state=state, queued_at=timezone.now())
        if given_back and not is_last:
            _send_after_commit(measurement.pk)


def measurement_postpone(measurement: Measurement) -> None:
    """Put it back as if nobody had tried: the sweep sends for it again in a while."""
    with write_transaction():
        _mine(measurement).update(
            state=State.QUEUED, queued_at=timezone.now(), attempts=F("attempts") - 1
        )


def measurement_forget(measurement: Measurement) -> None:
    """Its cards or the policy have changed since: these evenings would be others."""
    with write_transaction():
        _mine(measurement).delete()


def _mine(measurement: Measurement):  # type: ignore[no-untyped-def]
    return Measurement.objects.filter(
        pk=measurement.pk, claim=measurement.claim, state=State.RUNNING
    )


def measurements_sweep() -> int:
    """Bring back what was lost: silent workers, messages that never arrived. Returns how many."""
    now = timezone.now()
    is_lost = Q(state=State.RUNNING, claimed_at__lt=now - STALE_AFTER) | Q(
        state=State.QUEUED, queued_at__lt=now - STALE_AFTER
    )
    brought_back = 0
    lost = list(Measurement.objects.filter(is_lost).values_list("pk", "attempts", "state"))
    for pk, attempts, state in lost:
        is_given_up = state == State.RUNNING and attempts >= MAX_ATTEMPTS
        with write_transaction():
            # The same condition again: another worker's sweep may have been first.
            row = Measurement.objects.filter(is_lost, pk=pk, state=state)
            if is_given_up:
                row.update(state=State.FAILED)
            elif row.update(state=State.QUEUED, queued_at=now):
                _send_after_commit(pk)
                brought_back += 1
    return brought_back


def measurements_expire() -> int:
    """Forget what nobody asked for in a long time; it can be measured again."""
    with write_transaction():
        return int(old_measurements().delete()[0])


def measurements_hand_over(giver: Person, taker: Person) -> None:
    Measurement.objects.filter(person=giver).update(person=taker)
