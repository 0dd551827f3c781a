"""Members and invitations."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import selectors
from campaigns.access import keeper_or_refused, member_or_404
from campaigns.forms import CampaignJoinForm
from campaigns.members import services
from campaigns.members.leaving import forget, left_by, remember, ways_back
from campaigns.models import Invitation, Member
from companion.frame.addresses import shared_url
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import check_limit, limit, mark_browser
from companion.people.identity import ensure_person, person_of
from companion.qr import qr_svg
from rules import IllegalCommand, UnreadableCommand, names
from rules.campaign import Sheet


@never_cache
@require_safe
def members(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Show the members, and the open invitations with their QR codes."""
    member = member_or_404(request, campaign_id)
    sheets = [sheet for sheet in member.campaign.state.sheets.values() if sheet.status != "dead"]
    invitations = []
    if member.is_keeper:
        for invitation in member.campaign.invitations.filter(closed_at=None).order_by(
            "-created_at"
        ):
            url = shared_url(request, reverse("campaigns:join", args=[invitation.token]))
            invitations.append((invitation, url, qr_svg(url)))
    members = list(member.campaign.members.order_by("created_at"))
    context = {
        "member": member,
        "campaign": member.campaign,
        "members": [(other, _plays(other, sheets)) for other in members],
        "mine": _plays(member, sheets),
        "is_last_keeper": [other.pk for other in members if other.is_keeper] == [member.pk],
        "invitations": invitations,
        "roles": Member.Role.values,
    }
    return render(request, "campaigns/members.html", context)


def _plays(member: Member, sheets: list[Sheet]) -> list[str]:
    return [sheet.name for sheet in sheets if sheet.player == member.name]


def _role(request: HttpRequest) -> Member.Role:
    try:
        return Member.Role(request.POST.get("role", ""))
    except ValueError as error:
        raise UnreadableCommand("command.unreadable", detail="role") from error


@require_POST
def invite(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    member = keeper_or_refused(request, campaign_id)
    services.invitation_make(campaign=member.campaign, member=member, role=_role(request))
    return redirect("campaigns:members", campaign_id)


@require_POST
def close_invitation(
    request: HttpRequest, campaign_id: uuid.UUID, invitation_id: int
) -> HttpResponse:
    member = keeper_or_refused(request, campaign_id)
    invitation = get_object_or_404(Invitation, pk=invitation_id, campaign=member.campaign)
    services.invitation_close(invitation=invitation)
    return redirect("campaigns:members", campaign_id)


def _other(member: Member, member_id: int) -> Member:
    return get_object_or_404(Member, pk=member_id, campaign=member.campaign)


@require_POST
def set_role(request: HttpRequest, campaign_id: uuid.UUID, member_id: int) -> HttpResponse:
    member = keeper_or_refused(request, campaign_id)
    services.member_set_role(member=_other(member, member_id), role=_role(request))
    return redirect("campaigns:members", campaign_id)


@require_POST
def rename(request: HttpRequest, campaign_id: uuid.UUID, member_id: int) -> HttpResponse:
    """One's own name, or for the keeper anybody's."""
    member = member_or_404(request, campaign_id)
    other = _other(member, member_id)
    if other.pk != member.pk:
        keeper_or_refused(request, campaign_id)
    services.member_rename(member=other, name=request.POST.get("name", ""))
    return redirect("campaigns:members", campaign_id)


@require_POST
def hand_over(request: HttpRequest, campaign_id: uuid.UUID, member_id: int) -> HttpResponse:
    """Somebody else keeps it from now on."""
    member = keeper_or_refused(request, campaign_id)
    other = _other(member, member_id)
    if other.pk == member.pk:
        raise Http404
    services.campaign_hand_over(giver=member, taker=other)
    return redirect("campaigns:members", campaign_id)


@require_POST
def remove(request: HttpRequest, campaign_id: uuid.UUID, member_id: int) -> HttpResponse:
    """Leave oneself, or take another off the list."""
    member = member_or_404(request, campaign_id)
    other = _other(member, member_id)
    if other.pk != member.pk:
        member = keeper_or_refused(request, campaign_id)
    services.member_remove(member=other, by=member)
    if other.person_id == member.person_id:
        remember(request, other)
        return redirect("campaigns:campaigns")
    words = _("%(name)s is out, at the tables, too. Invitations are closed, tables have new codes.")
    messages.success(request, words % {"name": other.name})
    return redirect("campaigns:members", campaign_id)


@require_POST
def come_back(request: HttpRequest, campaign_id: uuid.UUID) -> HttpResponse:
    """Undo a leaving of one's own."""
    mine = [left for left in left_by(request) if left.campaign_id == str(campaign_id)]
    if not mine:
        raise Http404
    left = mine[-1]
    if left not in ways_back(request):
        raise IllegalCommand("member.no_way_back")
    services.member_return(
        campaign_id=left.campaign_id,
        person=ensure_person(request),
        name=left.name,
        role=left.role,
    )
    forget(request, left)
    return redirect("campaigns:campaign", campaign_id)


@form_page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """By link or QR: say a name and belong."""
    check_limit(request, "code")
    invitation = (
        Invitation.objects.select_related("campaign")
        .filter(token=token, closed_at=None, campaign__binned_at=None)
        .first()
    )
    if invitation is None:
        limit(request, "code")
        page = render(request, "campaigns/no_such_invitation.html", status=404)
        return mark_browser(request, page)
    person = person_of(request)
    if selectors.member_of(campaign_id=invitation.campaign_id, person=person):
        return redirect("campaigns:campaign", invitation.campaign_id)
    campaign = invitation.campaign
    form = CampaignJoinForm(posted(request), initial={"name": person.name if person else ""})
    if request.method == "POST" and form.is_valid():
        limit(request, "seat")
        services.member_join(
            invitation=invitation,
            person=ensure_person(request),
            name=form.cleaned_data["name"],
        )
        return redirect("campaigns:campaign", invitation.campaign_id)
    reads = invitation.role == Member.Role.READER
    taken = list(campaign.members.values_list("name", flat=True))
    players = [] if reads else services.players_of(campaign)
    free = [player for player in players if names.like(player, taken) is None]
    sheets = campaign.state.sheets.values()
    places = [
        (player, [sheet.name for sheet in sheets if sheet.player == player]) for player in free
    ]
    return render_form(
        request, "campaigns/join.html", form, campaign=campaign, places=places, reads=reads
    )
