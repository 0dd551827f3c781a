"""A mission of a campaign, from its start to its upkeep."""

import uuid
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import MissionFinishBody, MissionStartBody, UpkeepBody
from api.campaign_view import (
    CampaignAnswer,
    CampaignCommandAnswer,
    UpkeepAnswer,
    upkeep_answer,
)
from api.http import read_body, version_to_match
from api.models import Scope
from api.openapi import IF_MATCH, READ, STEP, operation
from api.refusals import refuse
from api.set_up import zones_of
from api.views.base import Endpoint, count, matching, member_in, no_query, seen_by
from api.views.campaigns import GO_ON, TAG, submitted, tagged
from campaigns.forms import read_command
from campaigns.models import Member
from campaigns.play.selectors import found_at_table, running
from campaigns.play.services import mission_open, zones_to_lay
from campaigns.services import campaign_submit
from rules import IllegalCommand, Zone
from rules.campaign import book_of, who_plays
from rules.campaign.commands import MissionStart
from rules.campaign.upkeep import upkeep_of
from rules.errors import SetupProblem
from rules.opening import deck_problems, zone_problems


def _playing(member: Member, code: str) -> None:
    """Refuse a mission that is not the one being played."""
    if member.campaign.state.mission != code:
        raise IllegalCommand("mission.none")


class StartMission(Endpoint):
    @operation(
        "startMission",
        tag="missions",
        answers={200: CampaignAnswer},
        refusals=STEP,
        body=MissionStartBody,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID, code: str) -> Response:
        """Start a mission at a table of its own, with a seat for every member. Keepers only."""
        member = member_in(request, campaign_id, Scope.PLAY)
        no_query(request)
        if not code.isprintable():
            raise NotFound
        body, matched = read_body(request, MissionStartBody), version_to_match(request)
        command = read_command(
            {
                "kind": "mission.start",
                "id": body.id,
                "seen": seen_by(body, matched),
                "mission": code,
                "out_of_order": body.out_of_order,
                "versatile": body.versatile,
                "picks": body.picks,
            }
        )
        assert isinstance(command, MissionStart)
        with matching(matched):  # a start needs the very version anyway
            if body.where == "paper":
                campaign_submit(campaign_id=campaign_id, member=member, command=command)
            else:
                refuse(_problems(member, body))
                count(request, "table")
                mission_open(
                    campaign_id=campaign_id,
                    member=member,
                    command=command,
                    zones=_zones(member, code, body),
                    sources=body.chance.decks,
                    dice=body.chance.dice,
                    sets=body.sets,
                )
        member.campaign.refresh_from_db()
        content, tag = tagged(member)
        return Response(content, headers={"ETag": tag})


def _zones(member: Member, code: str, body: MissionStartBody) -> Iterable[Zone]:
    """Return the zones that are named; left out, those that the briefing would lay."""
    if body.zones is not UNSET:
        return zones_of(body.zones)
    state = member.campaign.state
    return zones_to_lay(state, book_of(state).mission(code))


def _problems(member: Member, body: MissionStartBody) -> Iterator[SetupProblem]:
    """Yield what is wrong with the decks and zones that are named."""
    yield from deck_problems(book_of(member.campaign.state).pack, body.chance.decks)
    if body.zones is not UNSET:
        yield from zone_problems(zones_of(body.zones))


class FinishMission(Endpoint):
    @operation(
        "finishMission",
        tag="missions",
        answers={200: CampaignCommandAnswer},
        refusals=STEP,
        body=MissionFinishBody,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID, code: str) -> Response:
        """Enter the end of a mission; for fields left out the table of the mission counts.

        Sent again, it replaces the first: nothing is booked before the command `mission.book`.
        """
        member = member_in(request, campaign_id, Scope.PLAY)
        no_query(request)
        body, matched = read_body(request, MissionFinishBody), version_to_match(request)
        _playing(member, code)
        finish = {
            name: value
            for name, value in msgspec.structs.asdict(body).items()
            if value is not UNSET
        }
        finish["seen"] = seen_by(body, matched)
        command = read_command({"kind": "mission.finish", **_at_the_table(member), **finish})
        return submitted(member, command, matched)


def _at_the_table(member: Member) -> dict[str, Any]:
    """Inventories that can be kept, the fallen, the kills; empty for a mission on paper."""
    state, evening = member.campaign.state, found_at_table(running(member.campaign))
    book, living = book_of(state), set(who_plays(state))
    return {
        "carried": {
            key: [copy for copy in copies if upkeep_of(book, copy)]
            for key, copies in evening.carried.items()
            if key in living
        },
        "out_of_action": [key for key in evening.out_of_action if key in living],
        "dead": [key for key in evening.dead if key in living],
        "kills": {key: count for key, count in evening.kills.items() if key in living},
        "rounds": evening.rounds,
    }


class Upkeep(Endpoint):
    @operation("readUpkeep", tag="missions", answers={200: UpkeepAnswer}, refusals=(*READ, 422))
    def get(self, request: Request, campaign_id: uuid.UUID, code: str) -> Response:
        """Return the rolls of the upkeep and their results."""
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        _playing(member, code)
        return Response(upkeep_answer(member.campaign.state))

    @operation(
        "rollUpkeep",
        tag="missions",
        answers={200: CampaignCommandAnswer},
        refusals=STEP,
        body=UpkeepBody,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID, code: str) -> Response:
        """Roll for one card: by the app, or with the faces of real dice. No second roll."""
        member = member_in(request, campaign_id, Scope.PLAY)
        no_query(request)
        body, matched = read_body(request, UpkeepBody), version_to_match(request)
        _playing(member, code)
        roll = {**msgspec.structs.asdict(body), "seen": seen_by(body, matched)}
        command = read_command({"kind": "upkeep.roll", **roll})
        return submitted(member, command, matched)
