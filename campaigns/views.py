"""The front door. It stands in this room because only this room sees tables and prints both."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.printing.selectors import latest_print
from campaigns.selectors import current_campaigns
from companion import selectors as tables
from companion.people.identity import person_of


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Go on with mine, join, start a table, print."""
    person = person_of(request)
    mine = tables.tables_of(person)
    context = {
        "person": person,
        "latest": mine[0] if mine else None,
        "others": mine[1:],
        "campaigns": current_campaigns(person),
        "games": tables.all_games(),
        "latest_print": latest_print(person),
    }
    return render(request, "campaigns/home.html", context)
