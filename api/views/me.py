"""The person who asks, and their tokens."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import require
from api.answers import AccessAnswer, MeAnswer, NewTokenAnswer, TokenAnswer
from api.bodies import TokenBody
from api.http import read_body
from api.keys import tokens_of
from api.models import Scope
from api.openapi import IDEMPOTENCY_KEY, READ, WRITE, operation
from api.refusals import ApiRefusal
from api.services import token_create, token_revoke
from api.views.base import Endpoint, made_once, no_query
from companion.people.recently import has_shown


class Me(Endpoint):
    @operation("readMe", tag="me", answers={200: MeAnswer}, refusals=READ)
    def get(self, request: Request) -> Response:
        """Return the person this request comes from, and the reach of its key."""
        access = require(request, Scope.READ)
        no_query(request)
        person = access.person
        by = "seat" if access.table_id else "token" if access.key else "browser"
        return Response(
            MeAnswer(
                id=person.pk,
                name=person.name,
                has_account=person.has_account,
                access=AccessAnswer(
                    by=by,  # type: ignore[arg-type]
                    scope=access.scope.value,  # type: ignore[arg-type]
                    table=access.table_id,
                ),
            )
        )


class TokenList(Endpoint):
    @operation("listTokens", tag="me", answers={200: list[TokenAnswer]}, refusals=READ)
    def get(self, request: Request) -> Response:
        """List my personal tokens, the newest first, revoked ones too."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        return Response([TokenAnswer.of(token) for token in tokens_of(person)])

    @operation(
        "createToken",
        tag="me",
        answers={201: NewTokenAnswer},
        refusals=WRITE,
        body=TokenBody,
        headers=(IDEMPOTENCY_KEY,),
        links={"revokeToken": {"parameters": {"token_id": "$response.body#/id"}}},
    )
    def post(self, request: Request) -> Response:
        """Create a token; its secret is shown only now.

        Only the account's own browser may, within ten minutes of entering the password there.
        """
        access = require(request, Scope.MANAGE, whole_person=True)
        person = access.person
        if access.key is not None or not person.has_account:
            raise ApiRefusal(403, "session.only")
        if not has_shown(request._request):
            raise ApiRefusal(403, "password.again")
        no_query(request)
        body, shown = read_body(request, TokenBody), []

        def make() -> str:
            token, secret = token_create(person=person, name=body.name, scope=Scope(body.scope))
            shown.append(secret)
            return str(token.pk)

        token_id, _repeated = made_once(request, person, make)
        token = tokens_of(person).get(pk=token_id)
        answer = NewTokenAnswer.of(token, token=shown[0] if shown else None)
        return Response(answer, status=201)


class OneToken(Endpoint):
    @operation("revokeToken", tag="me", answers={204: None}, refusals=READ)
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token."""
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        token = tokens_of(person).filter(pk=token_id).first()
        if token is None:
            raise NotFound
        token_revoke(token=token)
        return Response(status=204)
