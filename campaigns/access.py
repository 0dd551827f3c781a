"""Who asks: a member of the campaign, or nobody we know."""

import uuid

from django.http import Http404, HttpRequest

from campaigns import selectors
from campaigns.models import Member
from companion.people.identity import person_of
from rules import IllegalCommand


def member_or_404(request: HttpRequest, campaign_id: uuid.UUID, *, binned: bool = False) -> Member:
    """Return the asker's membership; a stranger does not even learn that the campaign exists."""
    member = selectors.member_of(campaign_id=campaign_id, person=person_of(request), binned=binned)
    if member is None:
        raise Http404
    return member


def keeper_or_refused(request: HttpRequest, campaign_id: uuid.UUID) -> Member:
    """Return a keeper; other members learn that this is not theirs to decide."""
    member = member_or_404(request, campaign_id)
    if not member.is_keeper:
        raise IllegalCommand("member.keeper_only")
    return member
