"""What the rows speak of, outside the logs: files, and the database itself."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection, utils

from campaigns.keeping.checking.chains import Finding
from campaigns.printing.models import PrintJob

PDF = b"%PDF-"


def database_findings() -> Iterator[Finding]:
    """SQLite's own look at its file; PostgreSQL looks after its own."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            for (line,) in cursor.fetchall():
                if line != "ok":
                    yield Finding("the database", line, True)
    try:
        connection.check_constraints()
    except utils.IntegrityError as error:
        yield Finding("the database", str(error), True)


def file_findings() -> Iterator[Finding]:
    """Every finished print has its file, and it is a PDF."""
    done = PrintJob.objects.filter(state=PrintJob.State.DONE).only("pk", "kind", "file")
    for job in done.iterator():
        path = Path(settings.MEDIA_ROOT) / (job.file.name or "")
        if not path.is_file():
            yield Finding(f"print {job.pk}", f"its file {job.file.name!r} is missing", True)
            continue
        with path.open("rb") as file:
            if file.read(len(PDF)) != PDF:
                yield Finding(f"print {job.pk}", f"its file {job.file.name!r} is no PDF", True)


def orphans() -> list[Path]:
    """Files that no print speaks of."""
    stored = Path(settings.MEDIA_ROOT)
    known = set(PrintJob.objects.exclude(file="").values_list("file", flat=True))
    return [
        path
        for path in sorted((stored / "prints").glob("*"))
        if path.is_file() and path.relative_to(stored).as_posix() not in known
    ]
