"""The child worker of `manage.py serve`, killed or asked to stop: nothing is lost."""

import os
import signal
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from tests.services.processes import wait_until, worker
from tests.services.slow_jobs import slow_job, state, workers_seen

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_killed_it_loses_nothing_and_asked_to_stop_it_finishes(gate: Path, tmp_path: Path) -> None:
    """The file broker forgets the message of a killed worker; the sweep remembers the row."""
    assert django_settings.CELERY_BROKER_URL.startswith("filesystem")
    log = tmp_path / "worker.log"
    with worker(log, "--pool", "solo") as first:
        job = slow_job(gate)
        wait_until(lambda: workers_seen(gate), 30, log)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    with worker(log, "--pool", "solo") as second:
        wait_until(lambda: len(workers_seen(gate)) == 2, 30, log)
        gate.touch()
        wait_until(lambda: state(job) == "done", 15, log)
        job.refresh_from_db()
        assert job.attempts == 2

        gate.unlink()
        last = slow_job(gate)
        wait_until(lambda: len(workers_seen(gate)) == 3, 30, log)
        second.send_signal(signal.SIGTERM)
        gate.touch()
        assert second.wait(20) == 0
    assert state(last) == "done", "what it was asked to stop in the middle of"
