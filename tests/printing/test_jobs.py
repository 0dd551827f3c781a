"""Print jobs: the row is the truth, whatever queues and workers do."""

import os
import signal
import threading
import uuid
import warnings
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace
from rest_framework.throttling import SimpleRateThrottle

from campaigns.printing import kinds, render, services, tents
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.render import PrintedSheet, asset, make_pdf, qr_address
from campaigns.printing.sheets import campaign, seats, table_card
from campaigns.printing.tasks import run_print
from companion import writing
from companion.frame.jobs.services import MAX_ATTEMPTS, Jobs, QueueAway
from companion.models import Table
from companion.people.models import Person
from tests.printing.reading import text_of

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
State = PrintJob.State


CARD = table_card.TableCard(
    join_url="http://192.168.1.2:8000/join/K74Q2M/",
    code="K74Q2M",
    game="zombicide-2e",
    survivors=(table_card.SurvivorAndPlayer(name="Wanda", player="Marta"),),
)


@pytest.fixture
def job(guest: Person) -> PrintJob:
    return services.print_request(person=guest, kind="table-card", content=CARD, language="es")


def seat_cards(person: Person, *, sheets: int) -> PrintJob:
    """A print of so many small sheets."""
    players = (seats.SeatCard(player=str(number)) for number in range(sheets * tents.SEATS_A_PAGE))
    content = seats.SeatCards(
        code=CARD.code, game=CARD.game, join_url=CARD.join_url, seats=tuple(players)
    )
    return services.print_request(
        person=person, kind="seat-cards", content=content, language="en", sheets=sheets
    )


def content_of(job: PrintJob) -> bytes:
    with job.file.open("rb") as file:
        return bytes(file.read())


def age(job: PrintJob, **fields: timedelta) -> None:
    moments = {name: timezone.now() - old for name, old in fields.items()}
    PrintJob.objects.filter(pk=job.pk).update(**moments)


KIND = kinds.KINDS["table-card"]
LONG_AGO = timedelta(minutes=5)


def test_a_job_is_made_once_and_kept(job: PrintJob) -> None:
    run_print(str(job.pk))
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress, job.pages) == (State.DONE, 1, 100, 1)
    assert content_of(job).startswith(b"%PDF-")


def test_the_same_content_is_the_same_print(job: PrintJob, guest: Person) -> None:
    def ask(**change: object) -> PrintJob:
        fields = {"kind": job.kind, "content": CARD, "language": "es"}
        return services.print_request(person=guest, **(fields | change))  # type: ignore[arg-type]

    assert ask() == job
    assert ask(language="en") != job
    assert ask(content=replace(CARD, code="AAAAAA")) != job


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
    assert services.jobs.beat(slow) is False
    assert services.job_finish(quick, b"%PDF-right") is True
    job.refresh_from_db()
    assert content_of(job) == b"%PDF-right"
    assert job.attempts == 2


def broken(content: table_card.TableCard) -> list[PrintedSheet]:
    raise OSError("disk full")


def test_a_failing_print_is_tried_three_times_and_can_be_asked_for_again(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kinds.KINDS, "table-card", KIND._replace(pieces=broken))
    for attempt in range(1, MAX_ATTEMPTS + 1):
        run_print(str(job.pk))
        job.refresh_from_db()
        assert job.attempts == attempt
    assert job.state == State.FAILED
    services.print_retry(job=job)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)


BAD = PrintedSheet("Ned", "print/no_such_template.html", {})


def test_one_sheet_that_fails_does_not_lose_the_others(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(content: table_card.TableCard) -> list[PrintedSheet]:
        return [BAD, *table_card.pieces(content)]

    monkeypatch.setitem(kinds.KINDS, "table-card", KIND._replace(pieces=two))
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.flaws, job.pages) == (State.DONE, ["Ned"], 1)
    assert content_of(job).startswith(b"%PDF-")
    first = job.file.name
    monkeypatch.setitem(kinds.KINDS, "table-card", KIND)
    services.print_retry(job=job)
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.flaws) == (State.DONE, [])
    assert not job.file.storage.exists(first or ""), "the file with the gap is gone"


def test_only_sheets_that_fail_make_a_failed_print(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KIND._replace(pieces=lambda content: [BAD])
    monkeypatch.setitem(kinds.KINDS, "table-card", kind)
    for _ in range(MAX_ATTEMPTS):
        run_print(str(job.pk))
    job.refresh_from_db()
    assert job.state == State.FAILED


def test_progress_is_told_sheet_by_sheet(guest: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    job = seat_cards(guest, sheets=2)
    seen: list[tuple[int, int, str, int]] = []
    tell = services.job_progress

    def listen(job: PrintJob, **progress: Any) -> bool:
        is_ours = tell(job, **progress)
        fresh = PrintJob.objects.get(pk=job.pk)
        seen.append((fresh.made, fresh.total, fresh.making, fresh.progress))
        return is_ours

    monkeypatch.setattr(services, "job_progress", listen)
    run_print(str(job.pk))
    label = "Seat cards K74-Q2M"
    assert seen == [(0, 2, label, 0), (1, 2, label, 50)]
    job.refresh_from_db()
    assert (job.progress, job.made, job.making) == (100, 2, "")


def test_a_cancelled_print_stops_in_the_middle(
    guest: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = seat_cards(guest, sheets=2)
    tell = services.job_progress
    reported: list[int] = []

    def cancel_at_the_second(job: PrintJob, **now: Any) -> bool:
        reported.append(now["made"])
        if now["made"] == 1:
            assert services.print_cancel(job=job)
        return tell(job, **now)

    monkeypatch.setattr(services, "job_progress", cancel_at_the_second)
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, bool(job.file), reported) == (State.CANCELLED, False, [0, 1])
    assert services.print_cancel(job=job) is False, "nothing left to cancel"
    assert services.jobs.sweep() == 0
    services.print_retry(job=job)
    monkeypatch.setattr(services, "job_progress", tell)
    run_print(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.pages) == (State.DONE, 2)


def test_a_cancelled_print_is_asked_for_anew(job: PrintJob, guest: Person) -> None:
    services.print_cancel(job=job)
    run_print(str(job.pk))
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    again = services.print_request(person=guest, kind=job.kind, content=CARD, language="es")
    assert again != job
    assert again.state == State.QUEUED


def test_a_print_asked_for_again_is_there_at_once_and_stays_another_month(
    job: PrintJob, guest: Person
) -> None:
    run_print(str(job.pk))
    age(job, asked_at=timedelta(days=29))
    again = services.print_request(person=guest, kind=job.kind, content=CARD, language="es")
    assert (again.pk, again.state) == (job.pk, State.DONE)
    age(job, created_at=timedelta(days=40))
    assert services.prints_expire() == 0


def test_a_print_whose_file_is_lost_is_made_again(job: PrintJob, guest: Person) -> None:
    run_print(str(job.pk))
    job.refresh_from_db()
    job.file.storage.delete(job.file.name or "")
    again = services.print_request(person=guest, kind=job.kind, content=CARD, language="es")
    assert (again.pk == job.pk, again.state) == (False, State.QUEUED)


def test_the_sweep_brings_back_the_silent_and_the_lost(job: PrintJob) -> None:
    assert services.jobs.sweep() == 0
    age(job, queued_at=LONG_AGO)
    assert services.jobs.sweep() == 1, "its message never arrived"
    assert services.jobs.sweep() == 0, "not again at once"
    services.job_claim(job.pk)
    assert services.jobs.sweep() == 0
    age(job, heartbeat_at=LONG_AGO, queued_at=LONG_AGO)
    assert services.jobs.sweep() == 1, "its worker fell silent"
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_while_no_worker_can_be_told_the_sweep_waits_and_then_tells_at_once(
    job: PrintJob,
) -> None:
    told: list[uuid.UUID] = []
    jobs = services.jobs
    away = Jobs(PrintJob, send=lambda key: False, stale_after=jobs.stale_after)
    back = Jobs(PrintJob, send=lambda key: told.append(key) is None, stale_after=jobs.stale_after)
    away.tell(job.pk)
    for _ in range(2):
        with pytest.raises(QueueAway):
            away.sweep()
    assert back.sweep() == 1
    assert (told, back.sweep()) == ([job.pk], 0), "once"


def test_the_sweep_leaves_a_job_alone_that_somebody_works_on(job: PrintJob) -> None:
    age(job, queued_at=LONG_AGO)
    assert services.job_claim(job.pk)
    assert services.jobs.sweep() == 0, "queued long ago, but its worker is alive"
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.RUNNING, 1)


def test_a_print_that_kills_its_workers_is_given_up(job: PrintJob) -> None:
    for _ in range(MAX_ATTEMPTS):
        assert services.job_claim(job.pk)
        age(job, heartbeat_at=LONG_AGO, queued_at=LONG_AGO)
        services.jobs.sweep()
    job.refresh_from_db()
    assert job.state == State.FAILED


def test_old_prints_go_with_their_files(job: PrintJob) -> None:
    run_print(str(job.pk))
    job.refresh_from_db()
    assert services.prints_expire() == 0
    age(job, asked_at=timedelta(days=31))
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
    assert b"data-progress" in waiting.content
    assert client.get(reverse("printing:file", args=[made.pk])).status_code == 404
    run_print(str(made.pk))
    over = client.get(reverse("printing:print", args=[made.pk]))
    assert b"data-progress" not in over.content
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


@pytest.mark.parametrize("part", ["no-slash", "!!!/!!!.png", "/a/b/c.png"])
def test_a_code_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match="not one of our files"):
        asset(f"print:/qr/{part}")


def test_a_code_is_drawn_from_its_address() -> None:
    body, kind = asset(qr_address("http://192.168.1.2:8000/join/K74Q2M/"))
    assert (body[:4], kind) == (b"\x89PNG", "image/png")


def test_what_a_user_types_stays_text_on_paper() -> None:
    evil = '<img src="file:///etc/passwd"><link rel="stylesheet" href="http://127.0.0.1:1/x.css">'
    row = table_card.SurvivorAndPlayer(name=evil, player="url(file:///etc/passwd)")
    made = make_pdf(table_card.pieces(replace(CARD, survivors=(row,))), Look(), title="x")
    text = text_of(made.pdf)
    assert '<img src="file:///etc/passwd">' in text.replace("\n", "")
    assert "root:" not in text


def test_the_renderer_asks_for_nothing_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(url: str) -> tuple[bytes, str]:
        asked.append(url)
        return asset(url)

    monkeypatch.setattr(render, "asset", note)
    make_pdf(table_card.pieces(CARD), Look(), title="x")
    assert asked
    assert [url for url in asked if not url.startswith("print:/")] == []


def test_the_same_print_is_the_same_file_to_the_byte() -> None:
    made = [make_pdf(table_card.pieces(CARD), Look(), title="x").pdf for _ in range(2)]
    assert made[0] == made[1]


def test_cancel_and_retry_from_the_list(as_person: AsPerson, guest: Person, job: PrintJob) -> None:
    client = as_person(guest)
    page = client.get(reverse("printing:prints")).content.decode()
    assert reverse("printing:cancel", args=[job.pk]) in page
    client.post(reverse("printing:cancel", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    page = client.get(reverse("printing:prints")).content.decode()
    assert reverse("printing:retry", args=[job.pk]) in page
    client.post(reverse("printing:retry", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_a_table_prints_what_is_ticked(as_person: AsPerson, table: Table, guest: Person) -> None:
    client = as_person(guest)
    url = reverse("printing:table", args=[table.pk])
    look = {"language": "en", "paper": "letter", "ink": "saving", "type": "large"}
    sent = look | {"what": ["seat-cards", "mission-sheets", "reference"], "mission": "M3"}
    assert client.post(url, sent).status_code == 302
    made = {job.kind: job for job in PrintJob.objects.all()}
    assert set(made) == {"seat-cards", "mission-sheets", "reference"}
    assert made["mission-sheets"].content["missions"] == ["M3"]
    assert made["seat-cards"].look == {"paper": "letter", "ink": "saving", "type": "large"}
    page = client.get(url).content.decode()
    assert 'value="letter" checked' in page, "the next print looks like the last"


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": []},
        {"what": ["weapon-cards"]},
        {"what": ["seat-cards"], "paper": "a3"},
        {"what": ["mission-sheets"], "mission": "M99"},
        {"what": ["seat-cards"], "language": "xx"},
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(
    as_person: AsPerson, table: Table, guest: Person, wrong: dict[str, Any]
) -> None:
    look = {"language": "en", "paper": "a4", "ink": "full", "type": "ordinary"}
    response = as_person(guest).post(reverse("printing:table", args=[table.pk]), look | wrong)
    assert response.status_code == 422
    assert "field__errors" in response.content.decode()
    assert not PrintJob.objects.exists()


def test_blank_sheets_without_a_table(client: Client) -> None:
    url = reverse("printing:game", args=["zombicide-2e"])
    look = {"language": "es", "paper": "a4", "ink": "full", "type": "ordinary"}
    blanks = {"what": ["blank-sheets"], "mission": "own"}
    assert client.post(url, look | blanks | {"blanks": ""}).status_code == 422
    assert client.post(url, look | blanks | {"blanks": "31"}).status_code == 422
    assert client.post(url, look | blanks | {"blanks": "3"}).status_code == 302
    both = {"what": ["mission-sheets"], "mission": "washington-zc:M7"}
    assert client.post(url, look | both).status_code == 302
    kinds_made = [(job.kind, job.title) for job in PrintJob.objects.order_by("created_at")]
    assert [kind for kind, _title in kinds_made] == ["blank-sheets", "mission-sheets"]
    assert "M7" in kinds_made[1][1]


def test_a_worker_forked_while_another_thread_writes_is_not_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool starts its next process whenever it must, also in the middle of a sweep."""
    monkeypatch.setattr(writing, "_queue", writing._Queue())
    is_held, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with writing._queue.turn(tmp_path / "database"):
            is_held.set()
            is_over.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_held.wait(5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of exactly this
        child = os.fork()
    if child == 0:
        signal.alarm(20)
        with writing._queue.turn(tmp_path / "database"):
            os._exit(0)
    is_over.set()
    holder.join()
    assert os.waitpid(child, 0)[1] == 0


def test_a_small_print_passes_a_large_one(guest: Person) -> None:
    large = seat_cards(guest, sheets=8)
    small = services.print_request(
        person=guest,
        kind="blank-sheets",
        content=campaign.BlankSheets(game="zombicide-2e", expansion="washington-zc", count=3),
        language="en",
        sheets=3,
    )
    run_print(str(large.pk))
    large.refresh_from_db()
    small.refresh_from_db()
    assert (large.state, small.state) == ("done", "done")
    assert small.finished_at is not None
    assert large.finished_at is not None
    assert small.finished_at < large.finished_at
    assert (small.total, small.made, small.pages) == (3, 3, 3), "every blank is counted"
    assert large.total == 8


def test_the_list_says_how_a_print_looks_and_what_to_install(
    guest: Person, as_person: AsPerson
) -> None:
    job = services.print_request(
        person=guest,
        kind="blank-sheets",
        content=campaign.BlankSheets(game="zombicide-2e", expansion="washington-zc", count=1),
        language="es",
        look=Look(paper="letter", ink="saving", type="large"),
    )
    PrintJob.objects.filter(pk=job.pk).update(state="done", missing="田𓀀", pages=1)
    page = " ".join(as_person(guest).get(reverse("printing:prints")).content.decode().split())
    assert "US Letter · Ink: saving · Type: large · " in page
    assert "fonts-noto-cjk, fonts-noto-extra" in page


def test_few_prints_left_are_told_on_the_form(
    guest: Person, as_person: AsPerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = as_person(guest)
    url = reverse("printing:game", args=["black-plague"])
    assert "more times this hour" not in client.get(url).content.decode()
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "print": "3/hour"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    page = " ".join(client.get(url).content.decode().split())
    assert "You can print 3 more times this hour." in page
