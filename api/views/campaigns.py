"""Campaigns: begin, read, write, carry away and bring back."""

import uuid

import msgspec
from django.urls import reverse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import mended_names
from api.bodies import CampaignBody, CampaignFile, CampaignsQuery, StepBody, UndoBody
from api.campaign_view import (
    BroughtCampaignAnswer,
    CampaignAnswer,
    CampaignCommandAnswer,
    CampaignsPage,
    ObjectivesAnswer,
    SheetAnswer,
    campaign_answer,
    campaign_row,
    objectives_answer,
    sheet_answers,
)
from api.http import (
    command_body,
    content_etag,
    is_unchanged,
    long_body,
    not_modified,
    read_body,
    read_query,
    version_to_match,
)
from api.models import Scope
from api.openapi import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    READ,
    STEP,
    WRITE,
    operation,
)
from api.pagination import sliced
from api.selectors import memberships_of
from api.set_up import begin_campaign
from api.views.base import (
    Endpoint,
    count,
    made_once,
    matching,
    member_in,
    no_query,
)
from api.views.journal import redone, undone
from campaigns import selectors, services
from campaigns.models import Member
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export, campaign_import
from companion.files.mending import Mended
from companion.files.reading import MOST_BYTES
from companion.journal.services import Answer
from companion.people.models import Person
from rules import encode
from rules.campaign import CampaignCommand, decode_campaign_command

IN_CAMPAIGN = {"parameters": {"campaign_id": "$response.body#/id"}}
SAME_CAMPAIGN = {"parameters": {"campaign_id": "$request.path.campaign_id"}}
GO_ON = dict.fromkeys(
    ("readCampaign", "sendCampaignCommand", "listSheets", "listObjectives", "readCampaignLog"),
    SAME_CAMPAIGN,
)
TAG = {"ETag": "The version, then what changes with the answer."}
LOCATION = {201: {"Location": "The new campaign.", **TAG}}


class Campaigns(Endpoint):
    @operation(
        "listCampaigns",
        tag="campaigns",
        answers={200: CampaignsPage},
        refusals=READ,
        query=CampaignsQuery,
        links={"readCampaign": {"parameters": {"campaign_id": "$response.body#/results/0/id"}}},
    )
    def get(self, request: Request) -> Response:
        """List the campaigns I am a member of."""
        access = require(request, Scope.READ, whole_person=True)
        query = read_query(request, CampaignsQuery)
        page = sliced(
            request,
            memberships_of(access.person_id, query=query),
            cursor=query.cursor,
            limit=query.limit,
        )
        rows = tuple(campaign_row(member) for member in page.rows)
        return Response(CampaignsPage(results=rows, next=page.next))

    @operation(
        "beginCampaign",
        tag="campaigns",
        answers={201: CampaignAnswer},
        refusals=WRITE,
        body=CampaignBody,
        headers=(IDEMPOTENCY_KEY,),
        sends=LOCATION,
        links={
            **dict.fromkeys(GO_ON, IN_CAMPAIGN),
            "undoInCampaign": IN_CAMPAIGN,
            "redoInCampaign": IN_CAMPAIGN,
            "exportCampaign": IN_CAMPAIGN,
            "listMembers": IN_CAMPAIGN,
            "invite": IN_CAMPAIGN,
        },
    )
    def post(self, request: Request) -> Response:
        """Begin a campaign; whoever begins it keeps it."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        body = read_body(request, CampaignBody)
        count(request, "table")
        made, _repeated = made_once(request, person, lambda: str(begin_campaign(person, body).pk))
        return begun(made, person)


def begun(campaign_id: str, person: Person, mended: Mended | None = None) -> Response:
    """Answer with the new campaign, and with the names that were mended where it comes from a file.

    404 if an earlier request made it and it has gone since.
    """
    member = selectors.member_of(campaign_id=uuid.UUID(campaign_id), person=person)
    if member is None:
        raise NotFound
    content, tag = tagged(member)
    address = reverse("api:campaign", args=[campaign_id])
    if mended is not None:
        brought = BroughtCampaignAnswer.of(campaign_answer(member), mended=mended_names(mended))
        content = msgspec.Raw(encode(brought))
    return Response(content, status=201, headers={"Location": address, "ETag": tag})


def tagged(member: Member) -> tuple[msgspec.Raw, str]:
    """Return the campaign and its tag, which changes with its name, too."""
    content = encode(campaign_answer(member))
    return msgspec.Raw(content), content_etag(content, member.campaign.version)


class OneCampaign(Endpoint):
    @operation(
        "readCampaign",
        tag="campaigns",
        answers={200: CampaignAnswer, 304: None},
        refusals=READ,
        headers=(IF_NONE_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Return the state of the campaign; 304 while the answer is the one you have."""
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        content, tag = tagged(member)
        if is_unchanged(request, tag):
            return not_modified(tag)
        return Response(content, headers={"ETag": tag})


class CampaignCommands(Endpoint):
    @operation(
        "sendCampaignCommand",
        tag="campaigns",
        answers={200: CampaignCommandAnswer},
        refusals=STEP,
        body=CampaignCommand,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Send one command. The same `id` again gives the first events and changes nothing.

        A mission started here is played on paper; `startMission` lays a table for it.
        """
        member = member_in(request, campaign_id, Scope.PLAY)
        no_query(request)
        matched = version_to_match(request)
        command = decode_campaign_command(command_body(request, matched))
        return submitted(member, command, matched)


def submitted(member: Member, command: CampaignCommand, matched: int | None) -> Response:
    """Do it, and tell how the campaign stands after it."""
    with matching(matched):
        answer = services.campaign_submit(
            campaign_id=member.campaign_id, member=member, command=command, expected=matched
        )
    return told(member, answer)


def told(member: Member, answer: Answer) -> Response:
    """Return the campaign after a step."""
    member.campaign.refresh_from_db()
    campaign = campaign_answer(member)
    return Response(
        CampaignCommandAnswer.of(answer, campaign=campaign),
        headers={"ETag": content_etag(encode(campaign), campaign.version)},
    )


class CampaignUndo(Endpoint):
    @operation(
        "undoInCampaign",
        tag="campaigns",
        answers={200: CampaignCommandAnswer},
        refusals=STEP,
        body=UndoBody,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Take the last step back, or all down to one; what was booked is amended, not undone."""
        member = member_in(request, campaign_id, Scope.PLAY)
        return undone(
            services.campaign_undo,
            services.campaign_undo_to,
            request,
            lambda answer: told(member, answer),
            campaign_id=campaign_id,
            member=member,
        )


class CampaignRedo(Endpoint):
    @operation(
        "redoInCampaign",
        tag="campaigns",
        answers={200: CampaignCommandAnswer},
        refusals=STEP,
        body=StepBody,
        headers=(IF_MATCH,),
        sends={200: TAG},
        links=GO_ON,
    )
    def post(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Bring back what the last undo took."""
        member = member_in(request, campaign_id, Scope.PLAY)
        return redone(
            services.campaign_redo,
            request,
            lambda answer: told(member, answer),
            campaign_id=campaign_id,
            member=member,
        )


class Sheets(Endpoint):
    @operation("listSheets", tag="campaigns", answers={200: list[SheetAnswer]}, refusals=READ)
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List every survivor's sheet, in the order they joined; the fallen too."""
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        return Response(sheet_answers(member.campaign))


class Objectives(Endpoint):
    @operation("listObjectives", tag="campaigns", answers={200: ObjectivesAnswer}, refusals=READ)
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """List the cards of the running mission: of an unread one its place, nothing more."""
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        return Response(objectives_answer(member.campaign.state))


class Export(Endpoint):
    @operation("exportCampaign", tag="campaigns", answers={200: CampaignFile}, refusals=READ)
    def get(self, request: Request, campaign_id: uuid.UUID) -> Response:
        """Return the whole campaign as a file, for `importCampaign` here or elsewhere."""
        member = member_in(request, campaign_id, Scope.READ)
        no_query(request)
        return Response(msgspec.Raw(campaign_export(member.campaign)))


class Import(Endpoint):
    @operation(
        "importCampaign",
        tag="campaigns",
        answers={201: BroughtCampaignAnswer},
        refusals=WRITE,
        body=CampaignFile,
        headers=(IDEMPOTENCY_KEY,),
        sends=LOCATION,
    )
    def post(self, request: Request) -> Response:
        """Bring a campaign in: always a new one, kept by whoever brings it. Up to 8 MB.

        Names that are too long, untidy or show nothing are mended, and named in the answer.
        """
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        count(request, "table")
        data = long_body(request, MOST_BYTES)
        saved, mended = read_document(data)
        made, _repeated = made_once(
            request, person, lambda: str(campaign_import(person=person, saved=saved).pk), body=data
        )
        return begun(made, person, mended)
