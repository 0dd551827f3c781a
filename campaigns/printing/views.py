"""Pages of the print room."""

import uuid

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.printing import selectors, services
from campaigns.printing.kinds import table_card_content
from campaigns.printing.models import PrintJob
from companion.frame.addresses import shared_url
from companion.people.identity import person_of
from companion.table.views import seat_or_404


def _job_or_404(request: HttpRequest, job_id: uuid.UUID) -> PrintJob:
    job = selectors.print_of(job_id=job_id, person=person_of(request))
    if job is None:
        raise Http404
    return job


@never_cache
@require_safe
def prints(request: HttpRequest) -> HttpResponse:
    """My prints."""
    jobs = selectors.prints_of(person_of(request))
    return render(request, "printing/prints.html", {"jobs": jobs})


@require_POST
def print_table_card(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Ask for the card of a table one sits at."""
    seat = seat_or_404(request, table_id)
    url = shared_url(request, reverse("companion:join", args=[seat.table.code]))
    services.print_request(
        person=seat.person,
        kind="table-card",
        content=table_card_content(seat, url),
        language=get_language() or "en",
    )
    return redirect("printing:prints")


@never_cache
@require_safe
def print_row(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """How far it is; a phone that asks again stops once it is over."""
    return render(request, "printing/_print.html", {"job": _job_or_404(request, job_id)})


@require_POST
def retry(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Try a failed print once more."""
    services.print_retry(job=_job_or_404(request, job_id))
    return redirect("printing:prints")


@never_cache
@require_safe
def print_file(request: HttpRequest, job_id: uuid.UUID) -> FileResponse:
    """The PDF."""
    job = _job_or_404(request, job_id)
    if not job.file.name or not job.file.storage.exists(job.file.name):
        raise Http404
    name = f"{slugify(job.title) or 'safehouse'}.pdf"
    return FileResponse(job.file.open("rb"), filename=name, content_type="application/pdf")
