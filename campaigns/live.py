"""Pages that follow what other phones do: what they have seen, and where their streams are."""

import uuid
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import member_or_404
from campaigns.models import Campaign, Member, MissionRun
from campaigns.play.selectors import running
from companion.live.tokens import stream_address
from companion.live.versions import Watcher


def live_version(campaign: Campaign, run: MissionRun | None) -> str:
    """Rises with the campaign and with the table of its running mission."""
    table = run.table if run else None
    return f"{campaign.version}-{table.version if table else 0}"


def is_fresh(request: HttpRequest, version: str) -> bool:
    """A phone that asks again and has this version already."""
    return request.headers.get("HX-Request") == "true" and request.GET.get("seen") == version


def unchanged() -> HttpResponse:
    return HttpResponse(status=204)


def campaign_versions(ids: Iterable[str]) -> dict[str, int]:
    """Return the newest version of each of these campaigns, in one query."""
    rows = Campaign.objects.filter(pk__in=list(ids)).values_list("pk", "version")
    return {str(pk): version for pk, version in rows}


def campaign_watchers(campaigns: Iterable[str], people: Iterable[str]) -> Iterable[Watcher]:
    """Return pairs of campaign and person for those who are members, in one query."""
    members = Member.objects.filter(campaign__in=list(campaigns), person__in=list(people))
    rows = members.filter(campaign__binned_at=None).values_list("campaign", "person")
    return {(str(campaign), str(person)) for campaign, person in rows}


@never_cache
@require_safe
def streams(request: HttpRequest, campaign_id: uuid.UUID) -> JsonResponse:
    """Return the streams of the campaign and of the table of its running mission."""
    member = member_or_404(request, campaign_id)
    run = running(member.campaign)
    urls = [stream_address("campaigns", campaign_id, member.person_id)]
    if run and run.table_id:
        urls.append(stream_address("tables", run.table_id, member.person_id))
    return JsonResponse({"urls": urls})
