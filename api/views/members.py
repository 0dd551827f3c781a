"""Members of a campaign, and the invitations by which others join."""

import uuid

from django.urls import reverse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import InvitationAnswer, MemberAnswer, MembersAnswer, SatAnswer
from api.bodies import InvitationBody, JoinBody, MemberChangeBody
from api.campaign_view import CampaignAnswer
from api.http import read_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.refusals import ApiRefusal
from api.selectors import (
    invitation_by_token,
    invitations_to,
    member_there,
    members_in,
)
from api.views.base import Endpoint, check_count, count, kept_by, made_once, member_in, no_query
from api.views.campaigns import LOCATION, begun
from api.views.seats import seat_answer
from campaigns.members import services
from campaigns.models import Invitation, Member
from campaigns.play.services import seat_for
from companion.frame.addresses import shared_url
from rules import IllegalCommand


def member_answer(member: Member, mine: Member) -> MemberAnswer:
    return MemberAnswer.of(member, mine=member.pk == mine.pk, joined_at=member.created_at)


def _invitation(request: Request, invitation: Invitation) -> InvitationAnswer:
    return InvitationAnswer.of(
        invitation,
        invitation=invitation.token,
        url=shared_url(request._request, reverse("campaigns:join", args=[invitation.token])),
    )


class Members(Endpoint):
    @operation("listMembers", tag="members", answers={200: MembersAnswer}, refusals=READ)
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the members in the order they came; for keepers also the open invitations."""
        mine = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        open_ones = invitations_to(mine.campaign) if mine.is_keeper else ()
        return Response(
            MembersAnswer(
                members=tuple(member_answer(member, mine) for member in members_in(mine.campaign)),
                invitations=tuple(_invitation(request, open_one) for open_one in open_ones),
            )
        )


class OneMember(Endpoint):
    @operation(
        "changeMember",
        tag="members",
        answers={200: MemberAnswer},
        refusals=WRITE,
        body=MemberChangeBody,
    )
    def patch(self, request: Request, campaign_id: uuid.UUID, member_id: int) -> Response:
        """Let a member play, only read, or keep the campaign, too. Keepers only.

        To hand a campaign over, make somebody keeper, then let yourself play.
        """
        mine = kept_by(request, campaign_id)
        no_query(request)
        body = read_body(request, MemberChangeBody)
        member = _there(campaign_id, member_id)
        services.member_set_role(member=member, role=Member.Role(body.role))
        return Response(member_answer(member, mine))

    @operation("removeMember", tag="members", answers={204: None}, refusals=(*READ, 422))
    def delete(self, request: Request, campaign_id: uuid.UUID, member_id: int) -> Response:
        """Leave, or remove another member; one keeper always stays."""
        mine = member_in(request, campaign_id, Scope.MANAGE)
        no_query(request)
        member = _there(campaign_id, member_id)
        if member.pk != mine.pk and not mine.is_keeper:
            raise IllegalCommand("member.keeper_only")
        services.member_remove(member=member, by=mine)
        return Response(status=204)


def _there(campaign_id: uuid.UUID, member_id: int) -> Member:
    member = member_there(campaign_id=campaign_id, member_id=member_id)
    if member is None:
        raise NotFound
    return member


class Invitations(Endpoint):
    @operation(
        "invite",
        tag="members",
        answers={201: InvitationAnswer},
        refusals=WRITE,
        body=InvitationBody,
        headers=(IDEMPOTENCY_KEY,),
        links={
            "joinCampaign": {
                "requestBody": {"invitation": "$response.body#/invitation", "name": "Luis"}
            }
        },
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Create an invitation for others, open until it is closed. Keepers only."""
        member = kept_by(request, campaign_id)
        no_query(request)
        body = read_body(request, InvitationBody)

        def make() -> str:
            role = Member.Role(body.role)
            made = services.invitation_make(campaign=member.campaign, member=member, role=role)
            return str(made.pk)

        made, _repeated = made_once(request, member.person, make)
        invitation = invitations_to(member.campaign).filter(pk=made).first()
        if invitation is None:  # closed since an earlier request made it
            raise NotFound
        return Response(_invitation(request, invitation), status=201)


class OneInvitation(Endpoint):
    @operation("closeInvitation", tag="members", answers={204: None}, refusals=READ)
    def delete(self, request: Request, campaign_id: uuid.UUID, invitation_id: int) -> Response:
        """Close an invitation; whoever came by it stays. Keepers only."""
        member = kept_by(request, campaign_id)
        no_query(request)
        invitation = invitations_to(member.campaign).filter(pk=invitation_id).first()
        if invitation is None:
            raise NotFound
        services.invitation_close(invitation=invitation)
        return Response(status=204)


class CampaignJoining(Endpoint):
    @operation(
        "joinCampaign",
        tag="members",
        answers={201: CampaignAnswer},
        refusals=WRITE,
        body=JoinBody,
        headers=(IDEMPOTENCY_KEY,),
        sends=LOCATION,
    )
    def post(self, request: Request) -> Response:
        """Join a campaign by an invitation; who belongs already stays what they are."""
        person = require(request, Scope.PLAY, whole_person=True).person
        no_query(request)
        body = read_body(request, JoinBody)
        check_count(request, "code")
        invitation = invitation_by_token(body.invitation)
        if invitation is None:
            count(request, "code")
            raise NotFound
        count(request, "seat")

        def join() -> str:
            member = services.member_join(invitation=invitation, person=person, name=body.name)
            return str(member.campaign_id)

        made, _repeated = made_once(request, person, join)
        return begun(made, person)


class CampaignSeat(Endpoint):
    @operation("takeCampaignSeat", tag="members", answers={201: SatAnswer}, refusals=(*READ, 422))
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Take my seat at the table of the running mission; who sits there already keeps it."""
        member = member_in(request, campaign_id, Scope.PLAY)
        no_query(request)
        seat = seat_for(member=member)
        if seat is None:
            raise ApiRefusal(422, "mission.no_table")
        answer = SatAnswer(table=seat.table_id, seat=seat_answer(seat, seat), token=None)
        return Response(answer, status=201)
