"""A slow print as the test sees it: the job, how it stands, and who has worked on it."""

from pathlib import Path

from campaigns.printing import services
from campaigns.printing.kind import Content
from campaigns.printing.models import PrintJob
from companion.people.models import Person


class Gate(Content, frozen=True, kw_only=True):
    """As `slow_prints.Slow`, which only a worker loads."""

    gate: str


def slow_job(gate: Path) -> PrintJob:
    return services.print_request(
        person=Person.objects.create_guest(),
        kind="slow",
        content=Gate(gate=str(gate)),
        language="en",
    )


def state(job: PrintJob) -> str:
    return str(PrintJob.objects.values_list("state", flat=True).get(pk=job.pk))


def workers_seen(gate: Path) -> list[str]:
    noted = gate.parent / "workers"
    return noted.read_text().split() if noted.exists() else []
