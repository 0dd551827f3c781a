"""The pages of whoever keeps the site, and the one where anybody reports something."""

import uuid

from django.contrib import messages
from django.core.mail import send_mail
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.keeping import selectors, services
from campaigns.keeping.access import site_keeper_or_404
from campaigns.keeping.backups import shelf
from campaigns.keeping.cleaning.services import clean
from campaigns.keeping.conditions import conditions
from campaigns.keeping.daily import CLEANING
from campaigns.keeping.forms import BanForm, ReportForm
from campaigns.keeping.models import Report
from campaigns.keeping.taking_out import taken_out
from campaigns.keeping.tasks import back_up_now
from campaigns.printing.services import print_retry
from campaigns.shelf.services import campaign_bin
from companion.frame.access_log import note
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.queue import send_in_time
from companion.frame.throttle import client_address, limit
from companion.people.identity import person_of
from companion.people.recently import ask_again, has_shown
from companion.shelf.services import table_bin
from companion.workshop.public.services import shelf_remove


@never_cache
@require_safe
def operate(request: HttpRequest) -> HttpResponse:
    """Is everything well, what is going on, what can be cleaned."""
    site_keeper_or_404(request)
    context = {
        "conditions": conditions(),
        "now": selectors.now(),
        "jobs": selectors.jobs(),
        "sizes": selectors.sizes(),
        "cleanable": selectors.cleanable(),
        "backups": shelf.shelved()[: selectors.LISTED],
        "is_one_disk": shelf.is_on_the_same_disk(),
        "faults": selectors.faults_lately(),
        "reports": selectors.reports_open(),
    }
    return render(request, "keeping/operate.html", context)


@require_POST
def sweep(request: HttpRequest) -> HttpResponse:
    """Clean now what would be cleaned tonight."""
    site_keeper_or_404(request)
    swept = sum(clean().values())
    services.mark_set(CLEANING)
    messages.success(request, _("Cleaned: %(n)d things are gone.") % {"n": swept})
    return redirect("keeping:operate")


@require_POST
def back_up(request: HttpRequest) -> HttpResponse:
    """Let a worker make a backup; it may take longer than a page may."""
    site_keeper_or_404(request)
    if send_in_time(back_up_now):
        messages.success(request, _("A worker makes the backup now. Look again in a moment."))
    else:
        messages.error(request, _("The queue cannot be reached. Nothing has changed."))
    return redirect("keeping:operate")


@never_cache
@require_safe
def backup_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """A backup to take along. All of the site is in it, so the password is asked for again."""
    keeper = site_keeper_or_404(request)
    backup = next((backup for backup in shelf.shelved() if backup.path.name == name), None)
    if backup is None:
        raise Http404
    if not has_shown(request):
        return ask_again(request.path)
    note("backup taken along", person=keeper.pk, file=name)
    return FileResponse(backup.path.open("rb"), as_attachment=True, filename=name)


@require_POST
def try_mail(request: HttpRequest) -> HttpResponse:
    """Does mail arrive? One to the keeper's own address."""
    keeper = site_keeper_or_404(request)
    try:
        text = _("Mail from Safehouse arrives. Nothing else to do.")
        send_mail(_("Safehouse: a try"), text, None, [str(keeper.email)])
    except OSError as error:
        messages.error(request, _("The mail did not leave: %(error)s") % {"error": error})
    else:
        messages.success(request, _("Sent to %(mail)s.") % {"mail": keeper.email})
    return redirect("keeping:operate")


@require_POST
def retry(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Queue a failed print once more."""
    site_keeper_or_404(request)
    job = selectors.failed_job(job_id)
    if job is None:
        raise Http404
    print_retry(job=job)
    return redirect("keeping:operate")


@never_cache
@require_safe
def faults(request: HttpRequest) -> HttpResponse:
    """Show the errors of the site by the number on the error page."""
    site_keeper_or_404(request)
    reference = request.GET.get("reference", "").strip()
    page = selectors.faults(request.GET.get("page"), reference)
    return render(request, "keeping/faults.html", {"page": page, "reference": reference})


@never_cache
@form_page
def bans(request: HttpRequest) -> HttpResponse:
    """Show the bans, and what others have reported."""
    keeper = site_keeper_or_404(request)
    form = BanForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            services.ban_set(
                by=keeper,
                own_address=client_address(request),
                address=form.address,
                person=form.person,
                reason=form.cleaned_data["reason"],
                until=form.until(),
            )
        except services.OwnBan:
            form.add_error("whom", _("That is you. Nothing has changed."))
        else:
            messages.success(request, _("Shut out."))
            return redirect("keeping:bans")
    current, former = selectors.bans()
    return render_form(
        request,
        "keeping/bans.html",
        form,
        bans=current,
        former=former,
        reports=selectors.reports(),
    )


@require_POST
def lift(request: HttpRequest, ban_id: int) -> HttpResponse:
    site_keeper_or_404(request)
    ban = selectors.ban_there(ban_id)
    if ban is None:
        raise Http404
    services.ban_lift(ban=ban)
    return redirect("keeping:bans")


def _report_or_404(request: HttpRequest, report_id: int) -> Report:
    site_keeper_or_404(request)
    report = selectors.report_there(report_id)
    if report is None:
        raise Http404
    return report


@require_POST
def close_report(request: HttpRequest, report_id: int) -> HttpResponse:
    services.report_close(report=_report_or_404(request, report_id))
    return redirect("keeping:bans")


@require_POST
def bin_reported(request: HttpRequest, report_id: int) -> HttpResponse:
    """Put the table or campaign a report is about into the bin, where it waits 30 days; a pack goes
    off the public shelf and stays its owner's, who is told why."""
    report = _report_or_404(request, report_id)
    subject = selectors.subject_of(report.about)
    if subject.table:
        table_bin(table=subject.table)
    elif subject.campaign:
        campaign_bin(campaign=subject.campaign)
    elif subject.shelved:
        shelf_remove(shelved=subject.shelved, why=report.text)
        messages.success(request, _("It is off the shelf, and its owner is told why."))
        return redirect("keeping:bans")
    else:
        raise Http404
    messages.success(request, _("It is in the bin."))
    return redirect("keeping:bans")


@require_POST
def ban_reported(request: HttpRequest, report_id: int) -> HttpResponse:
    """Shut out whoever keeps the table or campaign a report is about."""
    keeper = site_keeper_or_404(request)
    report = _report_or_404(request, report_id)
    person = selectors.subject_of(report.about).keeper
    if person is None:
        raise Http404
    try:
        services.ban_set(by=keeper, own_address=None, person=person, reason=report.text)
    except services.OwnBan:
        messages.error(request, _("That is you. Nothing has changed."))
    else:
        messages.success(request, _("Shut out."))
    return redirect("keeping:bans")


@form_page
def report(request: HttpRequest) -> HttpResponse:
    """Tell whoever keeps the site of something that should not be here."""
    about = selectors.reported_page(request.POST.get("about") or request.GET.get("about") or "/")
    form = ReportForm(posted(request))
    if request.method == "POST":
        limit(request, "report")
        if form.is_valid():
            text = form.cleaned_data["text"]
            services.report_make(person=person_of(request), about=about, text=text)
            messages.success(request, _("Thank you. Whoever keeps this site will read it."))
            return redirect("home")
    return render_form(request, "keeping/report.html", form, about=about)


@never_cache
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show the data a person can take out; a guest has the same right to it as an account."""
    return render(request, "keeping/data.html", {"person": person_of(request)})


@never_cache
@require_safe
def data_file(request: HttpRequest) -> FileResponse:
    """Everything this person has here, as one file."""
    person = person_of(request)
    if person is None:
        raise Http404
    limit(request, "take-out")
    return taken_out(person)
