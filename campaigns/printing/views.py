"""Pages of the print room."""

import uuid
from collections.abc import Sequence

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from campaigns.access import keeper_or_refused, member_or_404
from campaigns.forms import new_command_id
from campaigns.printing import requests, selectors, services
from campaigns.printing.forms import RestoreForm, SheetsForm, paper_words
from campaigns.printing.kind import PrintChoices
from campaigns.printing.kinds import sheets_of_games
from campaigns.printing.measured import MeasuredSubject, told_of
from campaigns.printing.models import PrintJob
from campaigns.printing.pages import first_page
from campaigns.printing.paper.campaign import campaign_from_paper
from campaigns.printing.paper.codes import PaperError
from campaigns.printing.paper.pack import pack_from_paper
from campaigns.printing.pen.difference import Difference, commands_of, difference
from campaigns.printing.pen.forms import PenForm
from campaigns.printing.subjects import (
    CampaignSubject,
    GameSubject,
    PackSubject,
    Subject,
    TableSubject,
)
from campaigns.services import campaign_submit
from campaigns.transfer.views import brought
from companion.difficulty.addresses import AGAINST, difficulty_url
from companion.difficulty.sides import plan_of, sides_of
from companion.forms import StepForm
from companion.frame.addresses import shared_url
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import left, limit
from companion.models import Seat
from companion.people.identity import ensure_person, person_of
from companion.people.models import Person
from companion.selectors import game as game_of
from companion.setup.selectors import plan_at
from companion.table.views import seat_or_404
from companion.words import error_message
from companion.workshop.editing import share_or_404
from companion.workshop.views import brought_pack
from rules import IllegalCommand, RuleError, cover_of
from rules import games as registered
from rules.campaign import CampaignBook, CampaignState, apply_campaign, book_of


def _job_or_404(request: HttpRequest, job_id: uuid.UUID) -> PrintJob:
    job = selectors.print_of(job_id=job_id, person=person_of(request))
    if job is None:
        raise Http404
    return job


@never_cache
@require_safe
def prints(request: HttpRequest) -> HttpResponse:
    """My prints, and what else there is to print."""
    jobs = selectors.prints_of(person_of(request))
    return render(request, "printing/prints.html", {"jobs": jobs, "games": sheets_of_games()})


def _form(
    request: HttpRequest,
    subject: Subject,
    person: Person | None,
    last: Sequence[PrintJob] = (),
) -> SheetsForm:
    form = SheetsForm(
        posted(request), subject=subject, before=selectors.last_look(person), last=last
    )
    # A link from another page may say what it leads to print.
    for name in {"what", "mission"} & request.GET.keys():
        form.initial[name] = request.GET[name]
    form.prints_left = left(request, "print")
    return form


def _ask(request: HttpRequest, subject: Subject, form: SheetsForm, person: Person) -> HttpResponse:
    """Ask for what a form says and show what is on its way; or look at its first page before."""
    limit(request, "print")
    is_preview = "preview" in request.POST
    kinds = form.cleaned_data["what"]
    jobs = requests.print_kinds(
        person=person,
        subject=subject,
        kinds=kinds[:1] if is_preview else kinds,
        chosen=form.chosen,
        language=form.print_language,
        look=replace(form.look, extent="preview") if is_preview else form.look,
    )
    if not is_preview:
        return redirect("printing:prints")
    return render(request, "printing/preview.html", {"form": form, "job": jobs[0]})


def _table_subject(request: HttpRequest, seat: Seat) -> TableSubject:
    path = reverse("companion:join", args=[seat.table.code])
    return TableSubject(seat, shared_url(request, path))


@form_page
def print_table(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Ask what shall be printed of a table one sits at."""
    seat = seat_or_404(request, table_id)
    subject = _table_subject(request, seat)
    form = _form(request, subject, seat.person)
    if request.method == "POST" and form.is_valid():
        return _ask(request, subject, form, seat.person)
    return render_form(request, "printing/print_table.html", form, table=seat.table)


@form_page
def print_game(request: HttpRequest, game: str) -> HttpResponse:
    """Ask what shall be printed of a game, without a table."""
    if game not in registered:
        raise Http404
    subject = GameSubject(cover_of(game))
    form = _form(request, subject, person_of(request))
    if request.method == "POST" and form.is_valid():
        return _ask(request, subject, form, ensure_person(request))
    return render_form(request, "printing/print_game.html", form, pack=subject.cover)


@form_page
def print_difficulty(request: HttpRequest, game: str) -> HttpResponse:
    """The measured set-ups of the address; where one is not, back to the page that measures."""
    pack, person = game_of(game), person_of(request)
    if pack is None:
        raise Http404
    plan = plan_at(pack, request.GET, person)
    other = plan_of(request.GET.get(AGAINST, ""), person)
    plans = [plan, *([other] if other else [])]
    if any(asked.problems for asked in plans):
        return redirect(difficulty_url(plan, other))
    measured = [
        told_of(side.measurement, side.plan)
        for side in sides_of(plans, person)
        if side.measurement and side.evenings
    ]
    if len(measured) < len(plans):
        return redirect(difficulty_url(plan, other))
    subject = MeasuredSubject(measured)
    form = _form(request, subject, person)
    if request.method == "POST" and form.is_valid():
        return _ask(request, subject, form, ensure_person(request))
    back = difficulty_url(plan, other)
    return render_form(request, "printing/print_difficulty.html", form, pack=pack, back=back)


@form_page
def print_pack(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Ask what shall be printed of a pack of the workshop."""
    share = share_or_404(request, pack_id)
    subject = PackSubject(share, shared_url(request, reverse("printing:restore")) + "#")
    form = _form(request, subject, share.person)
    if request.method == "POST" and form.is_valid():
        return _ask(request, subject, form, share.person)
    return render_form(request, "printing/print_pack.html", form, pack=share.pack)


@form_page
def print_campaign(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Ask what shall be printed of a campaign one is a member of."""
    member = member_or_404(request, campaign_id)
    subject = CampaignSubject(
        member,
        url=shared_url(request, reverse("campaigns:campaign", args=[campaign_id])),
        restore_url=shared_url(request, reverse("printing:restore")) + "#",
    )
    last = selectors.last_of_campaign(member.person, subject.url)
    form = _form(request, subject, member.person, last)
    if request.method == "POST" and form.is_valid():
        return _ask(request, subject, form, member.person)
    return render_form(request, "printing/print_campaign.html", form, campaign=member.campaign)


@form_page
def restore(request: HttpRequest) -> HttpResponse:
    """A campaign or a pack from paper: read the codes, show what they bring; then it is made."""
    form = RestoreForm(posted(request))
    if request.method == "POST" and form.is_valid():
        limit(request, "print")
        try:
            pack = pack_from_paper(form.cleaned_data["codes"])
            if pack is not None:
                context = brought_pack(pack.document) | {"printed_here": pack.is_ours}
                return render(request, "workshop/bring_check.html", context)
            restored = campaign_from_paper(form.cleaned_data["codes"])
        except PaperError as error:
            form.add_error("codes", paper_words(error))
        except IllegalCommand as error:
            form.add_error("codes", error_message(error))
        else:
            context = brought(restored.saved, restored.mended) | {"printed_here": restored.is_ours}
            return render(request, "campaigns/import_check.html", context)
    return render_form(request, "printing/restore.html", form)


@form_page
def pen(request: HttpRequest, campaign_id: uuid.UUID, key: str) -> HttpResponse:
    """Take in what was written on a sheet by pen: type it, see the difference, book it."""
    member = keeper_or_refused(request, campaign_id)
    campaign = member.campaign
    state = campaign.state
    if key not in state.sheets:
        raise Http404
    book = book_of(state)
    form = PenForm(posted(request), state=state, book=book, key=key)
    context = {
        "campaign": campaign,
        "sheet": state.sheets[key],
        "key": key,
        "book": book,
        "mission": state.mission,
    }
    changes = _allowed(form, state, book, key) if request.method == "POST" else None
    if changes is not None:
        if "book" not in request.POST:
            context |= {"form": form, "difference": changes, "command_id": new_command_id()}
            return render(request, "printing/pen_check.html", context)
        command_id, seen = StepForm(request.POST).read()
        for number, command in enumerate(
            commands_of(
                changes,
                key=key,
                reason=_("Written by pen on the sheet"),
                command_id=command_id,
                seen=seen,
            )
        ):
            # The first one raises the version; the note follows it.
            sent = replace(command, seen=seen + number)
            campaign_submit(campaign_id=campaign.pk, member=member, command=sent)
        return redirect("campaigns:sheet", campaign.pk, key)
    return render_form(request, "printing/pen.html", form, **context)


def _allowed(
    form: PenForm, state: CampaignState, book: CampaignBook, key: str
) -> Difference | None:
    """Return what the pen changed, if the rules take it; what they refuse stands on the form."""
    if not form.is_valid():
        return None
    try:
        changes = difference(form, state, book, key)
        for command in commands_of(changes, key=key, reason="-", command_id="tried-0000", seen=0):
            apply_campaign(state, command)
    except RuleError as error:
        form.add_error(None, error_message(error))
        return None
    return changes


@require_POST
def print_table_card(request: HttpRequest, table_id: uuid.UUID) -> HttpResponse:
    """Print the card of a table one sits at, with one tap."""
    seat = seat_or_404(request, table_id)
    limit(request, "print")
    requests.print_kinds(
        person=seat.person,
        subject=_table_subject(request, seat),
        kinds=["table-card"],
        chosen=PrintChoices(),
        language=get_language() or "en",
        look=selectors.last_look(seat.person),
    )
    return redirect("printing:prints")


@never_cache
@require_safe
def print_row(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Show the progress; a phone that asks again stops once it is over."""
    return render(request, "printing/_print.html", {"job": _job_or_404(request, job_id)})


@never_cache
@require_safe
def preview(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Show the progress of a preview; once it is there, its first page."""
    return render(request, "printing/_preview.html", {"job": _job_or_404(request, job_id)})


@require_safe
def page_one(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Show the first page as a picture; a file never changes, so a browser keeps it for a while."""
    job = _job_or_404(request, job_id)
    if not job.file.name or not job.file.storage.exists(job.file.name):
        raise Http404
    with job.file.open("rb") as file:
        picture = first_page(file.read())
    headers = {"Cache-Control": "private, max-age=600"}
    return HttpResponse(picture, content_type="image/png", headers=headers)


@require_POST
def retry(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Try a print once more that failed, was cancelled or lacks a sheet."""
    job = _job_or_404(request, job_id)
    limit(request, "print")
    services.print_retry(job=job)
    return redirect("printing:prints")


@require_POST
def cancel(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Stop a print that waits or is being made."""
    services.print_cancel(job=_job_or_404(request, job_id))
    return redirect("printing:prints")


@never_cache
@require_safe
def print_file(request: HttpRequest, job_id: uuid.UUID) -> FileResponse:
    """Return the PDF."""
    job = _job_or_404(request, job_id)
    if not job.file.name or not job.file.storage.exists(job.file.name):
        raise Http404
    name = f"{slugify(job.title) or 'safehouse'}.pdf"
    return FileResponse(job.file.open("rb"), filename=name, content_type="application/pdf")
