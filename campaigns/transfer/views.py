"""Save a campaign as a file; bring one in, after a look at what it holds."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import member_or_404
from campaigns.transfer.document import FORMAT, SavedCampaign, read_document
from campaigns.transfer.services import campaign_export, campaign_import
from campaigns.words import mission_title
from companion.files.mending import Mended
from companion.files.reading import FileForm, write_saved
from companion.files.views import packed, unpacked
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import limit
from companion.people.identity import ensure_person
from rules.campaign import book_of


@never_cache
@require_safe
def export(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Return the whole campaign as readable JSON."""
    member = member_or_404(request, campaign_id)
    response = HttpResponse(campaign_export(member.campaign), content_type="application/json")
    name = slugify(member.campaign.name) or "campaign"
    response["Content-Disposition"] = f'attachment; filename="{name}.safehouse.json"'
    return response


@form_page
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a file, and see what it will bring."""
    form = FileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid() and (read := form.read(read_document)):
        return render(request, "campaigns/import_check.html", brought(*read))
    return render_form(request, "campaigns/import.html", form)


def brought(saved: SavedCampaign, mended: Mended) -> dict[str, object]:
    """Return the context of the page before a campaign is made, and the document it sends back."""
    book = book_of(saved.state)
    return {
        "saved": saved,
        "mended": mended,
        "book": book,
        "missions": [
            (mission_title(book, played.mission), played.result) for played in saved.state.played
        ],
        "document": packed(write_saved(saved)),
    }


@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Make it: always a new campaign. What comes back is checked as if it were new."""
    limit(request, "table")
    data = unpacked(request.POST.get("document", ""), FORMAT)
    saved, _mended = read_document(data)
    made = campaign_import(person=ensure_person(request), saved=saved)
    return redirect("campaigns:campaign", made.pk)
