"""Redis and real workers that are killed: a print is taken up again, and made once."""

import os
import signal
from pathlib import Path

import pytest
import redis
from celery import Celery

from campaigns.printing.models import PrintJob
from campaigns.printing.tasks import run_print
from scripts.with_services import free_port, redis_url
from scripts.with_services import redis as redis_server
from tests.services.processes import wait_until, worker
from tests.services.slow_jobs import slow_job, state, workers_seen

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def through_redis(redis_url: str) -> dict[str, str]:
    """A database of the real Redis for this test process alone."""
    number = 1 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    url = f"{redis_url.rsplit('/', 1)[0]}/{number}"
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return {"REDIS_URL": url}


def send(job: PrintJob, through: dict[str, str]) -> None:
    """What the site does after the commit, by way of Redis."""
    with Celery(broker=through["REDIS_URL"]) as sender:
        sender.send_task(run_print.name, [str(job.pk)])


def is_drained(through: dict[str, str]) -> bool:
    """No message waits and none is in a worker's hands."""
    with redis.Redis.from_url(through["REDIS_URL"]) as client:
        return not client.llen("celery") and not client.hlen("unacked")


def test_a_worker_outlives_redis_with_a_print_in_hand(gate: Path, tmp_path: Path) -> None:
    """Whatever else it waits for: with room for one print more its channel is in mid-question."""
    log = tmp_path / "worker.log"
    with redis_server(tmp_path, free_port()) as bus:
        through = {"REDIS_URL": redis_url(bus)}
        with worker(log, "--concurrency", "2", **through) as held:
            job = slow_job(gate)
            send(job, through)
            wait_until(lambda: workers_seen(gate), 30, log)
            bus.stop()
            wait_until(lambda: "broker: it fails" in log.read_text(), 30, log)
            gate.touch()
            wait_until(lambda: state(job) == "done", 15, log)
            bus.start()
            wait_until(lambda: "broker: it works again" in log.read_text(), 15, log)
            another = slow_job(gate)
            send(another, through)
            wait_until(lambda: state(another) == "done", 15, log)
            assert held.poll() is None
        assert held.wait(0) == 0, "it was asked to stop, and did"
        assert "Unrecoverable" not in log.read_text()
    job.refresh_from_db()
    assert (job.attempts, len(workers_seen(gate))) == (1, 2)


def databases_open_in(pid: int) -> list[str]:
    files = [os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir() if file.is_symlink()]
    return [file for file in files if ".sqlite3" in file]


def test_a_print_is_taken_up_again_after_any_death_and_made_once(
    through_redis: dict[str, str], gate: Path, tmp_path: Path
) -> None:
    log = tmp_path / "worker.log"
    with worker(log, "--concurrency", "1", **through_redis) as first:
        job = slow_job(gate)
        send(job, through_redis)
        wait_until(lambda: workers_seen(gate), 30, log)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    assert state(job) == "running", "nobody has told the row yet"
    with worker(log, "--concurrency", "2", **through_redis) as second:
        wait_until(lambda: len(workers_seen(gate)) == 2, 30, log)
        gate.touch()
        wait_until(lambda: state(job) == "done", 15, log)
        # Redis, too, hands the killed worker's message on; by then there is nothing left to do.
        wait_until(lambda: is_drained(through_redis), 40, log)
        job.refresh_from_db()
        assert job.attempts == 2
        assert len(workers_seen(gate)) == 2
        assert_delivered_thrice_is_printed_once(through_redis, room(tmp_path, "thrice"), log)
        assert_killed_process_is_followed(through_redis, room(tmp_path, "killed"), log, second.pid)


def room(tmp_path: Path, name: str) -> Path:
    """The gate of another slow print, and who has worked on it."""
    (tmp_path / name).mkdir()
    return tmp_path / name / "gate"


def assert_delivered_thrice_is_printed_once(
    through_redis: dict[str, str], gate: Path, log: Path
) -> None:
    job = slow_job(gate)
    for _ in range(3):
        send(job, through_redis)
    wait_until(lambda: workers_seen(gate), 30, log)
    gate.touch()
    wait_until(lambda: state(job) == "done", 15, log)
    wait_until(lambda: is_drained(through_redis), 15, log)
    job.refresh_from_db()
    assert (job.attempts, len(workers_seen(gate))) == (1, 1)


def assert_killed_process_is_followed(
    through_redis: dict[str, str], gate: Path, log: Path, parent: int
) -> None:
    job = slow_job(gate)
    send(job, through_redis)
    wait_until(lambda: workers_seen(gate), 30, log)
    assert not databases_open_in(parent), "what it forks next would inherit their locks"
    os.kill(int(workers_seen(gate)[0]), signal.SIGKILL)
    wait_until(lambda: len(workers_seen(gate)) == 2, 30, log)
    gate.touch()
    wait_until(lambda: state(job) == "done", 15, log)
    job.refresh_from_db()
    assert job.attempts == 2
