"""What happened in a campaign: its log, and a stream that says when there is more."""

import uuid

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import CampaignEntryAnswer, CampaignLogPage
from api.bodies import CampaignLogQuery
from api.http import read_query
from api.models import Scope
from api.openapi import READ, operation
from api.selectors import log_after
from api.views.base import Endpoint, following, member_in, no_query
from api.views.journal import line_of, log_page
from campaigns.models import CampaignEntry
from campaigns.narration import lines
from rules.campaign import CampaignState


class CampaignLog(Endpoint):
    @operation(
        "readCampaignLog",
        tag="campaigns",
        answers={200: CampaignLogPage},
        refusals=READ,
        query=CampaignLogQuery,
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the entries after a `seq`, oldest first, also in words; or those of one `sheet`."""
        campaign = member_in(request, campaign_id, Scope.READ).campaign
        query = read_query(request, CampaignLogQuery)
        entries, state = log_after(campaign, query), campaign.state
        return Response(
            log_page(CampaignLogPage, query, entries, lambda entry: _told(entry, state))
        )


def _told(entry: CampaignEntry, state: CampaignState) -> CampaignEntryAnswer:
    """Return the command by its kind alone: what it noted of a card may lie face down again."""
    return CampaignEntryAnswer(
        **line_of(entry),
        member=entry.who,
        mission=entry.mission or None,
        command=entry.command_kind or None,
        events=entry.events,
        lines=tuple(str(line) for line in lines(entry, state)),
    )


class CampaignEvents(Endpoint):
    @operation("followCampaign", tag="campaigns", answers={200: "text/event-stream"}, refusals=READ)
    def get(self, request: Request, campaign_id: uuid.UUID) -> HttpResponse:
        """Stream server-sent events: each says that the campaign has the version of its `id`.

        Like `followTable`, which goes on beside it while a mission is played.
        """
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        return following(campaign_id, member.campaign.version, member.person_id)
