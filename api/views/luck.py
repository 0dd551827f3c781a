"""How lucky a table or a campaign was."""

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from api.luck import CampaignLuckAnswer, LuckAnswer, campaign_luck_answer, luck_answer
from api.models import Scope
from api.openapi import READ, operation
from api.refusals import ApiRefusal
from api.views.base import Endpoint, member_in, no_query, seat_at
from campaigns.luck import luck_of_campaign
from companion.odds.luck import luck_of


class LuckOfTable(Endpoint):
    @operation("readLuck", tag="tables", answers={200: LuckAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, table_id: uuid.UUID) -> Response:
        """Return the luck of the evening: each spawn step among those that were possible.

        Undone steps do not count. Refused where the table plays without odds.
        """
        table = seat_at(request, table_id, Scope.READ).table
        no_query(request)
        luck = luck_of(table)
        if luck is None:
            raise ApiRefusal(422, "odds.hidden")
        return Response(luck_answer(luck))


class LuckOfCampaign(Endpoint):
    @operation(
        "readCampaignLuck", tag="campaigns", answers={200: CampaignLuckAnswer}, refusals=READ
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Return the luck of its missions: cards, dice and upkeep, of the table and of everybody.

        Only missions that are over and were played at a table count; those without odds do not.
        """
        campaign = member_in(request, campaign_id, Scope.READ).campaign
        no_query(request)
        runs = campaign.runs.select_related("table")
        return Response(campaign_luck_answer(luck_of_campaign(campaign, campaign.state, runs)))
