"""Printing against WeasyPrint itself, against the design's own mock, and against its own growth."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import translation

from benchmarks import often
from benchmarks.commands import Result
from campaigns.printing import services
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.render import ASSETS, PrintedSheet, html_of, lay_out, make_pdf
from campaigns.printing.sheets import campaign
from campaigns.printing.sheets import seats as seat_cards
from campaigns.printing.tasks import run_print
from companion.people.identity import GUEST_COOKIE
from companion.people.models import Person
from tests.printing import sample

MOCK = Path(__file__).parent / "mock"
ROUNDS = often(3)
SHEETS, FEW, MANY = often(6), often(10), often(100, 2)
REPEATED = often(20)
MEMORY_SHEETS = often(500)
MEMORY_GOAL = 400
LOOK = Look()


def content(sheets: int = 6, name: str = "") -> campaign.CampaignSheets:
    """Filled campaign sheets with three codes each."""
    codes = [f"DD29.{number}.3.{'ABC0' * 115}" for number in (1, 2, 3)]
    facts = sample.campaign(sheets, names=sample.ORDINARY)
    if name:
        facts = msgspec.structs.replace(facts, name=name)
    return campaign.CampaignSheets(
        campaign=facts,
        sheets=tuple(sheet.key for sheet in facts.sheets),
        url="http://192.168.1.2:8000/c/7k2q/",
        codes=tuple(codes),
        restore_url="http://x/r#",
    )


def sheets(count: int) -> list[PrintedSheet]:
    six = campaign.pieces(content())
    return [six[number % len(six)] for number in range(count)]


def seconds(work: Callable[[], object]) -> float:
    """Of the processor: all of it is work of this process, and others do not count."""
    started = time.process_time()
    work()
    return time.process_time() - started


def compared(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median ratio of interleaved rounds: what else the machine does hits both."""
    one()
    other()
    return statistics.median(seconds(one) / seconds(other) for _ in range(rounds))


def ours(pieces: list[PrintedSheet]) -> bytes:
    return make_pdf(pieces, LOOK, title="Sheets").pdf


def by_hand(pages: list[str]) -> bytes:
    """The same HTML with the same stylesheet, as WeasyPrint's own documentation joins files."""
    documents = [lay_out(page) for page in pages]
    every = [page for document in documents for page in document.pages]
    return bytes(documents[0].copy(every).write_pdf(pdf_tags=True))


def the_mock() -> Callable[[], bytes]:
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    style = (MOCK / "print.css").read_text().replace("fonts/", f"file://{ASSETS}/fonts/")
    css = CSS(string=style, font_config=fonts)
    html = (MOCK / "campaign-es.html").read_text()

    def make() -> bytes:
        page = HTML(string=html, base_url=str(MOCK))
        return bytes(page.write_pdf(stylesheets=[css], font_config=fonts, pdf_tags=True))

    return make


def a_sheet_of_many() -> float:
    """Seconds a sheet in a large print, against those in a small one."""
    ours(sheets(2))
    few = seconds(lambda: ours(sheets(FEW))) / FEW
    return seconds(lambda: ours(sheets(MANY))) / MANY / few


def repeated() -> float:
    """Asking for a stored print and getting it, against getting it alone."""
    person = Person.objects.create_guest(name="Marta")
    card = seat_cards.SeatCards(
        code="K74Q2M",
        game="zombicide-2e",
        join_url="http://x/",
        seats=(seat_cards.SeatCard(player="A"),),
    )

    def ask() -> PrintJob:
        return services.print_request(person=person, kind="seat-cards", content=card, language="es")

    job = ask()
    run_print(str(job.pk))
    client = Client(HTTP_HOST="localhost")
    client.cookies[GUEST_COOKIE] = signing.dumps(str(person.pk), salt="safehouse.guest")

    def download() -> None:
        response: Any = client.get(reverse("printing:file", args=[job.pk]))
        assert response.status_code == 200, response.status_code
        b"".join(response.streaming_content)
        response.close()

    def again() -> None:
        assert ask().pk == job.pk
        download()

    def repeatedly(work: Callable[[], None]) -> None:
        for _ in range(REPEATED):
            work()

    return compared(lambda: repeatedly(again), lambda: repeatedly(download))


def large_print() -> "subprocess.Popen[str]":
    """A large print in a process of its own. It takes minutes: the rest is measured meanwhile,
    which may be, because all of it is processor time and each ratio is of one process.
    """
    command = [sys.executable, "-m", "benchmarks.memory", str(MEMORY_SHEETS)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def peak(printing: "subprocess.Popen[str]") -> float:
    """MiB at the highest of a large print, as a share of the goal."""
    output, _errors = printing.communicate()
    assert printing.returncode == 0, "the large print has failed"
    return int(output.split()[-1]) / MEMORY_GOAL


def run() -> list[Result]:
    with translation.override("es"), large_print() as printing:
        six = sheets(SHEETS)
        pages = [html_of(piece, LOOK) for piece in six]
        return [
            Result(
                f"{SHEETS} campaign sheets / WeasyPrint for the same HTML",
                compared(lambda: ours(six), lambda: by_hand(pages)),
                1.2,
            ),
            Result(
                "one campaign sheet / the design's mock",
                compared(lambda: ours(six[:1]), the_mock(), 2 * ROUNDS),
                1.1,
            ),
            Result(f"a sheet of {MANY} / a sheet of {FEW}", a_sheet_of_many(), 1.1),
            Result("a print asked for again / a bare download", repeated(), 3.0),
            Result(f"memory of {MEMORY_SHEETS} sheets / {MEMORY_GOAL} MiB", peak(printing), 1.0),
        ]
