"""Work that a worker does in its own time. The row is the truth, whatever queues and workers do.

A row is claimed by a conditional UPDATE and every later write names that claim, so a message
delivered twice, or a worker that was thought dead, can never do the same work a second time.
"""

import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Generic, TypeVar

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from companion.frame.away import is_away
from companion.frame.jobs.models import FAILED, QUEUED, RUNNING, Job
from companion.frame.queue import beside
from companion.writing import write_transaction

log = logging.getLogger("safehouse.jobs")

MAX_ATTEMPTS = 3


class NoLongerOurs(Exception):
    """The job was stopped, or given to another worker: end the work and touch nothing."""


class QueueAway(OperationalError):  # type: ignore[misc]
    """No worker can be told of what waits; the sweep has changed nothing."""


AnyJob = TypeVar("AnyJob", bound=Job)


class Jobs(Generic[AnyJob]):
    """The rows of one kind of work: claimed, given back, given up, brought back."""

    def __init__(
        self,
        model: type[AnyJob],
        *,
        send: Callable[[Any], bool],
        stale_after: timedelta,
        when_over: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        self.model = model
        self.send = send
        """Function that tells a worker of a row's key; returns False if the queue is away."""
        self.stale_after = stale_after
        """Time without a word after which a worker is thought dead, a message lost."""
        self.when_over = when_over
        """Function that returns further fields of a row that is given up."""

    @property
    def _rows(self) -> Any:
        return self.model._default_manager

    def _is_silent(self) -> Q:
        return Q(state=RUNNING, heartbeat_at__lt=timezone.now() - self.stale_after)

    def claim(self, key: Any, **fresh: Any) -> AnyJob | None:
        """Take a waiting row, or one whose worker fell silent; return None if another has it."""
        with write_transaction():
            taken = self._rows.filter(Q(state=QUEUED) | self._is_silent(), pk=key).update(
                state=RUNNING,
                claim=uuid.uuid4(),
                heartbeat_at=timezone.now(),
                attempts=F("attempts") + 1,
                **fresh,
            )
        return self._rows.get(pk=key) if taken else None

    def mine(self, job: AnyJob) -> Any:
        """Return a query for the row: empty unless this claim still works on it."""
        return self._rows.filter(pk=job.pk, claim=job.claim, state=RUNNING)

    def beat(self, job: AnyJob, **fields: Any) -> bool:
        """Say that the work goes on; return False if it was stopped or given away."""
        with write_transaction():
            return bool(self.mine(job).update(heartbeat_at=timezone.now(), **fields))

    @contextmanager
    def working(self, job: AnyJob) -> Iterator[None]:
        """Wrap the work: what fails is tried again and does not take the worker with it.

        Where a disk is full or a database away it is no fault of the work, which waits.
        """
        details = {"kind": self.model._meta.model_name, "job": str(job.pk), "attempt": job.attempts}
        try:
            yield
        except NoLongerOurs:
            return
        except Exception as error:
            if is_away(error):
                log.warning("job put off", extra=details | {"error": repr(error)})
                self.postpone(job)
            else:
                log.exception("job failed", extra=details)
                self.fail(job)

    def send_after_commit(self, key: Any) -> None:
        """Tell a worker once the row is committed, so that everybody sees it."""
        transaction.on_commit(lambda: beside(lambda: self.tell(key)), robust=True)

    def tell(self, key: Any) -> None:
        """Tell a worker; if none can be told, the sweep does so as soon as one can."""
        if not self.send(key):
            overdue = timezone.now() - self.stale_after
            with write_transaction():
                self._rows.filter(pk=key, state=QUEUED).update(queued_at=overdue)

    def fail(self, job: AnyJob) -> None:
        """Give it back to the queue, or give up after the last attempt."""
        with write_transaction():
            if job.attempts >= MAX_ATTEMPTS:
                self.mine(job).update(state=FAILED, **self.when_over())
            elif self.mine(job).update(state=QUEUED, queued_at=timezone.now()):
                self.send_after_commit(job.pk)

    def postpone(self, job: AnyJob) -> None:
        """Put it back as if nobody had tried: the sweep sends for it again in a while."""
        with write_transaction():
            self.mine(job).update(
                state=QUEUED, queued_at=timezone.now(), attempts=F("attempts") - 1
            )

    def sweep(self) -> int:
        """Bring back what was lost, and return how many.

        Lost are jobs of silent workers, and messages that never arrived. One whose workers fell
        silent every time is given up. Raises `QueueAway` if workers cannot be told.
        """
        now = timezone.now()
        is_lost = self._is_silent() | Q(state=QUEUED, queued_at__lt=now - self.stale_after)
        brought_back = 0
        for key, attempts, state in self._rows.filter(is_lost).values_list(
            "pk", "attempts", "state"
        ):
            is_given_up = state == RUNNING and attempts >= MAX_ATTEMPTS
            if not is_given_up and not self.send(key):
                raise QueueAway
            with write_transaction():
                # The same condition again: another worker may have been first.
                row = self._rows.filter(is_lost, pk=key, state=state)
                if is_given_up:
                    row.update(state=FAILED, **self.when_over())
                elif row.update(state=QUEUED, queued_at=now, heartbeat_at=None):
                    brought_back += 1
        return brought_back
