"""Save a table as a file; bring one in, after a look at what it holds."""

import base64
import binascii
import lzma
import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.files.document import FORMAT, SavedTable, States, read_document
from companion.files.reading import MOST_BYTES, FileForm, unreadable
from companion.files.services import has_file, table_export, table_import
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import limit
from companion.pages import pages_of
from companion.people.identity import ensure_person
from companion.table.views import seat_or_404
from rules import cover_of


@never_cache
@require_safe
def export(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Return the whole table as readable JSON; deck orders and dice to come are not in it."""
    seat = seat_or_404(request, table_id)
    if not has_file(seat.table):
        raise Http404
    response = HttpResponse(table_export(seat.table), content_type="application/json")
    name = f"{seat.table.code.lower()}.safehouse-table.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@form_page
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a file, and see what it will bring."""
    form = FileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid() and (file := form.read(_read_packed)):
        saved, states, document = file
        context = {
            "saved": saved,
            "state": states[-1],
            "pack": cover_of(states[-1].game),
            "people": pages_of(states[-1].game).saving.people(states[-1]),
            "document": document,
            "mended": states.mended,
        }
        return render(request, "companion/bring_check.html", context)
    return render_form(request, "companion/bring.html", form)


def _read_packed(data: bytes) -> tuple[SavedTable, States, str]:
    return *read_document(data), packed(data)


@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Make it: always a new table. What comes back is checked as if it were new."""
    limit(request, "table")
    saved, states = read_document(unpacked(request.POST.get("document", ""), FORMAT))
    table = table_import(person=ensure_person(request), saved=saved, states=states)
    return redirect("companion:table", table.pk)


def packed(data: bytes) -> str:
    """Return a file small enough to travel through a form; a better squeeze would take 100 MB."""
    return base64.b64encode(lzma.compress(data, preset=1)).decode()


def unpacked(text: str, kind: str) -> bytes:
    """Return the file of that kind; never more than it may have, whatever the stream promises."""
    try:
        reader = lzma.LZMADecompressor()
        data = reader.decompress(base64.b64decode(text, validate=True), MOST_BYTES + 1)
    except (binascii.Error, ValueError, lzma.LZMAError) as error:
        raise unreadable(kind) from error
    if not reader.eof and len(data) <= MOST_BYTES:
        raise unreadable(kind)
    return data
