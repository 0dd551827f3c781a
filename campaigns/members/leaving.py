"""The way back for whoever has just left a campaign: for an hour, in the same browser."""

import time
from typing import NamedTuple

from django.http import HttpRequest

from campaigns.models import Invitation, Member
from companion.people.identity import person_of

REMEMBERED = "left_campaigns"
SECONDS = 60 * 60


class Left(NamedTuple):
    """A membership given up, as it was."""

    campaign_id: str
    title: str
    name: str
    role: str
    person_id: str
    at: float


def remember(request: HttpRequest, member: Member) -> None:
    """Keep the way back in this browser's session."""
    left = Left(
        campaign_id=str(member.campaign_id),
        title=member.campaign.name,
        name=member.name,
        role=member.role,
        person_id=str(member.person_id),
        at=time.time(),
    )
    request.session[REMEMBERED] = [*request.session.get(REMEMBERED, ()), left]


def left_by(request: HttpRequest) -> list[Left]:
    """Return the campaigns this person has left in this browser."""
    person, kept = person_of(request), request.session.get(REMEMBERED, ())
    mine = str(person.pk) if person else None
    return [left for left in (Left(*each) for each in kept) if left.person_id == mine]


def ways_back(request: HttpRequest) -> list[Left]:
    """Return those left within the hour, without the ones whose invitations were closed since."""
    mine = [left for left in left_by(request) if time.time() - left.at < SECONDS]
    if not mine:
        return []
    closed = Invitation.objects.filter(campaign__in=[left.campaign_id for left in mine])
    last = {
        str(row.campaign_id): row.closed_at.timestamp()
        for row in closed.order_by("closed_at")
        if row.closed_at is not None
    }
    return [left for left in mine if last.get(left.campaign_id, 0) < left.at]


def forget(request: HttpRequest, left: Left) -> None:
    """A way back is taken once."""
    kept = request.session.get(REMEMBERED, ())
    request.session[REMEMBERED] = [each for each in kept if Left(*each) != left]
