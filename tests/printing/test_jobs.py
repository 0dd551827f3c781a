"""Print jobs: the row is the truth, whatever queues and workers do."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.printing import kinds, services
from campaigns.printing.models import PrintJob
from campaigns.printing.render import asset, render_pdf
from campaigns.printing.tasks import run_print
from companion.models import Table
from companion.people.models import Person

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
State = PrintJob.State


@pytest.fixture
def job(guest: Person) -> PrintJob:
    content = {
        "join_url": "http://192.168.1.2:8000/join/K74Q2M/",
        "code": "K74Q2M",
        "game": "zombicide-2e",
        "survivors": [{"name": "Wanda", "player": "Marta"}],
    }
    return services.print_request(person=guest, kind="table-card", content=content, language="es")


def content_of(job: PrintJob) -> bytes:
    with job.file.open("rb") as file:
        return bytes(file.read())


def age(job: PrintJob, **fields: timedelta) -> None:
    moments = {name: timezone.now() - old for name, old in fields.items()}
    PrintJob.objects.filter(pk=job.pk).update(**moments)


LONG_AGO = timedelta(minutes=5)


def test_a_job_is_made_once_and_kept(job: PrintJob) -> None:
    run_print(str(job.pk))
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress) == (State.DONE, 1, 100)
    assert content_of(job).startswith(b"%PDF-")


def test_the_same_content_is_the_same_print(job: PrintJob, guest: Person) -> None:
    def ask(**change: object) -> PrintJob:
        fields = {"kind": job.kind, "content": job.content, "language": "es"}
        return services.print_request(person=guest, **(fields | change))  # type: ignore[arg-type]

    assert ask() == job
    assert ask(language="en") != job
    assert ask(content=job.content | {"code": "AAAAAA"}) != job


def test_only_one_worker_gets_a_job(job: PrintJob) -> None:
    assert services.job_claim(job.pk) is not None
    assert services.job_claim(job.pk) is None
    assert services.job_claim(uuid.uuid4()) is None


def test_a_worker_that_was_thought_dead_cannot_finish(job: PrintJob) -> None:
    slow = services.job_claim(job.pk)
    assert slow is not None
    age(job, heartbeat_at=LONG_AGO)
    quick = services.job_claim(job.pk)
    assert quick is not None
    assert services.job_finish(slow, b"%PDF-late") is False
    assert services.job_beat(slow) is False
    assert services.job_finish(quick, b"%PDF-right") is True
    job.refresh_from_db()
    assert content_of(job) == b"%PDF-right"
    assert job.attempts == 2


def test_a_failing_print_is_tried_three_times_and_can_be_asked_for_again(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(job: PrintJob, progress: object) -> bytes:
        raise OSError("disk full")

    monkeypatch.setitem(kinds.KINDS, "table-card", fails)
    for attempt in range(1, services.MAX_ATTEMPTS + 1):
        run_print(str(job.pk))
        job.refresh_from_db()
        assert job.attempts == attempt
    assert job.state == State.FAILED
    services.print_retry(job=job)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)


def test_the_sweep_brings_back_the_silent_and_the_lost(job: PrintJob) -> None:
    assert services.jobs_sweep() == 0
    age(job, queued_at=LONG_AGO)
    assert services.jobs_sweep() == 1, "its message never arrived"
    assert services.jobs_sweep() == 0, "not again at once"
    services.job_claim(job.pk)
    assert services.jobs_sweep() == 0
    age(job, heartbeat_at=LONG_AGO, queued_at=LONG_AGO)
    assert services.jobs_sweep() == 1, "its worker fell silent"
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_the_sweep_leaves_a_job_alone_that_somebody_works_on(job: PrintJob) -> None:
    age(job, queued_at=LONG_AGO)
    assert services.job_claim(job.pk)
    assert services.jobs_sweep() == 0, "queued long ago, but its worker is alive"
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.RUNNING, 1)


def test_a_print_that_kills_its_workers_is_given_up(job: PrintJob) -> None:
    for _ in range(services.MAX_ATTEMPTS):
        assert services.job_claim(job.pk)
        age(job, heartbeat_at=LONG_AGO, queued_at=LONG_AGO)
        services.jobs_sweep()
    job.refresh_from_db()
    assert job.state == State.FAILED


def test_old_prints_go_with_their_files(job: PrintJob) -> None:
    run_print(str(job.pk))
    job.refresh_from_db()
    assert services.prints_expire() == 0
    age(job, created_at=timedelta(days=31))
    assert services.prints_expire() == 1
    assert not job.file.storage.exists(job.file.name or "")


def test_a_print_goes_with_its_person(job: PrintJob, guest: Person, account: Person) -> None:
    services.prints_hand_over(guest, account)
    job.refresh_from_db()
    assert job.person == account
    services.prints_release(account)
    assert not PrintJob.objects.exists()


def test_printing_from_the_seats_page(as_person: AsPerson, table: Table, guest: Person) -> None:
    client = as_person(guest)
    response = client.post(reverse("printing:table-card", args=[table.pk]))
    assert response.url == reverse("printing:prints")
    made = PrintJob.objects.get()
    waiting = client.get(reverse("printing:print", args=[made.pk]))
    assert b'hx-trigger="every 1s"' in waiting.content
    assert client.get(reverse("printing:file", args=[made.pk])).status_code == 404
    run_print(str(made.pk))
    over = client.get(reverse("printing:print", args=[made.pk]))
    assert b"hx-trigger" not in over.content
    file = client.get(reverse("printing:file", args=[made.pk]))
    assert file["Content-Type"] == "application/pdf"
    assert b"".join(file.streaming_content).startswith(b"%PDF-")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1:1/",
        "print:/../../../config/settings.py",
        "print://etc/passwd",
        "print:/nothing.css",
        "data:text/plain,x",
    ],
)
def test_the_renderer_reads_our_own_files_only(url: str) -> None:
    with pytest.raises(ValueError, match="not one of our files"):
        asset(url)


def test_what_a_user_types_stays_text_on_paper(job: PrintJob) -> None:
    job.content["survivors"] = [
        {"name": '<img src="file:///etc/passwd">Wanda', "player": "Zażółć ΑΒΓ Кот 中文"}
    ]
    pdf = kinds.table_card(job, lambda done: None)
    assert pdf.startswith(b"%PDF-")
    assert b"root:" not in pdf


def test_the_same_print_is_the_same_file_to_the_byte(job: PrintJob) -> None:
    made = [kinds.table_card(job, lambda done: None) for _ in range(2)]
    assert made[0] == made[1]


def test_assets_are_found() -> None:
    body, kind = asset("print:/table_card.css")
    assert body
    assert kind == "text/css"
    assert callable(render_pdf)
