"""What is done with a campaign as a whole: name, archive, bin, branch, end."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import narration, selectors, services
from campaigns.access import keeper_or_refused, member_or_404
from campaigns.forms import new_command_id
from campaigns.play.heirs import free_survivors
from campaigns.shelf import services as shelf
from companion.frame.throttle import limit
from rules import IllegalCommand, UnreadableCommand
from rules.campaign import book_of

SHELVES = {
    "archive": shelf.campaign_archive,
    "unarchive": shelf.campaign_unarchive,
    "bin": shelf.campaign_bin,
}


@never_cache
@require_safe
def more(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Everything that is not needed every evening."""
    member = member_or_404(request, campaign_id)
    state = member.campaign.state
    context = {
        "member": member,
        "campaign": member.campaign,
        "state": state,
        "book": book_of(state),
        "free": free_survivors(book_of(state), state),
        "branches": [
            (entry, narration.headline(entry, state))
            for entry in selectors.branch_points(member.campaign)
        ],
        "command_id": new_command_id(),
    }
    return render(request, "campaigns/more.html", context)


@require_POST
def rename(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    member = keeper_or_refused(request, campaign_id)
    services.campaign_rename(campaign=member.campaign, name=request.POST.get("name", ""))
    return redirect("campaigns:more", campaign_id)


@require_POST
def put(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Into the archive, out of it, or into the bin."""
    member = keeper_or_refused(request, campaign_id)
    where = request.POST.get("where", "")
    if where not in SHELVES:
        raise UnreadableCommand("command.unreadable", detail="where")
    SHELVES[where](campaign=member.campaign)
    if where == "bin":
        messages.success(request, _("In the bin for 30 days. You can take it out there."))
        return redirect("campaigns:campaigns")
    return redirect("campaigns:more", campaign_id)


@require_POST
def restore(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Out of the bin, whole."""
    member = member_or_404(request, campaign_id, binned=True)
    if not member.is_keeper:
        raise IllegalCommand("member.keeper_only")
    shelf.campaign_restore(campaign=member.campaign)
    return redirect("campaigns:campaign", campaign_id)


@require_POST
def branch(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Open a new campaign that begins where this one stood."""
    member = keeper_or_refused(request, campaign_id)
    seq = request.POST.get("seq", "")
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 10):  # noqa: PLR2004
        raise Http404
    limit(request, "table")
    made = services.campaign_branch(
        campaign=member.campaign,
        member=member,
        seq=int(seq),
        name=request.POST.get("name", "") or member.campaign.name,
    )
    messages.success(request, _("A branch of its own. The old campaign stays as it is."))
    return redirect("campaigns:campaign", made.pk)
