"""What becomes of a campaign: name, archive, bin and branch."""

import uuid

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.bodies import CampaignBranchBody, CampaignChangeBody
from api.campaign_view import CampaignAnswer, CampaignRow, campaign_row
from api.http import read_body
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.views.base import Endpoint, count, kept_by, made_once, no_query
from api.views.campaigns import LOCATION, OneCampaign, begun
from campaigns import selectors, services
from campaigns.shelf import services as shelf
from rules import IllegalCommand


class ChangeableCampaign(OneCampaign):
    @operation(
        "changeCampaign",
        tag="campaigns",
        answers={200: CampaignRow},
        refusals=WRITE,
        body=CampaignChangeBody,
    )
    def patch(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Name the campaign anew; archive it, or take it back on the list. Keepers only."""
        member = kept_by(request, campaign_id)
        no_query(request)
        body, campaign = read_body(request, CampaignChangeBody), member.campaign
        if body.name is not None:
            services.campaign_rename(campaign=campaign, name=body.name)
        if body.archived is not None:
            put = shelf.campaign_archive if body.archived else shelf.campaign_unarchive
            put(campaign=campaign)
        campaign.refresh_from_db()
        return Response(campaign_row(member))

    @operation("binCampaign", tag="campaigns", answers={204: None}, refusals=READ)
    def delete(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Move to the bin; `restoreCampaign` brings it back within 30 days. Keepers only."""
        member = kept_by(request, campaign_id)
        no_query(request)
        shelf.campaign_bin(campaign=member.campaign)
        return Response(status=204)


class RestoreCampaign(Endpoint):
    @operation("restoreCampaign", tag="campaigns", answers={200: CampaignRow}, refusals=READ)
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Restore from the bin, with all its members. Keepers only."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        member = selectors.member_of(campaign_id=campaign_id, person=person, binned=True)
        if member is None:
            raise NotFound
        if not member.is_keeper:
            raise IllegalCommand("member.keeper_only")
        shelf.campaign_restore(campaign=member.campaign)
        member.campaign.refresh_from_db()
        return Response(campaign_row(member))


class BranchCampaign(Endpoint):
    @operation(
        "branchCampaign",
        tag="campaigns",
        answers={201: CampaignAnswer},
        refusals=WRITE,
        body=CampaignBranchBody,
        headers=(IDEMPOTENCY_KEY,),
        sends=LOCATION,
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Open a new campaign from before a mission's start or booking. Keepers only.

        All members come along, and the old one stays as it is.
        """
        member = kept_by(request, campaign_id)
        no_query(request)
        body, campaign = read_body(request, CampaignBranchBody), member.campaign
        name = campaign.name if body.name is None else body.name
        count(request, "table")

        def make() -> str:
            branch = services.campaign_branch(
                campaign=campaign, member=member, seq=body.seq, name=name
            )
            return str(branch.pk)

        made, _repeated = made_once(request, member.person, make)
        return begun(made, member.person)
