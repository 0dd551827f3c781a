"""All of a person's data, for a program."""

from django.http import FileResponse
from rest_framework.request import Request

from api.access import require
from api.models import Scope
from api.openapi import READ, operation
from api.views.base import Endpoint, count, no_query
from campaigns.keeping.taking_out import taken_out


class MyData(Endpoint):
    @operation("takeOutData", tag="me", answers={200: "application/zip"}, refusals=READ)
    def get(self, request: Request) -> FileResponse:
        """Return all data this site stores about me, as a zip of readable JSON files.

        Tables and campaigns in it can be brought back by `importTable` and `importCampaign`.
        """
        person = require(request, Scope.MANAGE, whole_person=True).person
        no_query(request)
        count(request, "take-out")
        return taken_out(person)
