"""The public shelf: packs that everybody may look into, copy and report."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.frame.throttle import limit
from companion.people.identity import ensure_person
from companion.workshop.editing import share_or_404
from companion.workshop.models import ShelvedPack
from companion.workshop.public import selectors, services
from companion.workshop.selectors import pack_file
from companion.workshop.summaries import told_in
from rules import load_packs, rulesets
from rules.workshop import read_file


def _open_or_404() -> None:
    if not selectors.is_open():
        raise Http404


def _shelved_or_404(shelved_id: uuid.UUID) -> ShelvedPack:
    shelved = selectors.shelved_there(shelved_id)
    if shelved is None:
        raise Http404
    return shelved


@never_cache
@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """Show every pack that its owner has put there, newest first."""
    _open_or_404()
    asked = request.GET.get("game", "")
    game = asked if asked in rulesets else ""
    covers = load_packs()
    context = {
        "page": selectors.shelf_page(request.GET.get("page"), game),
        "game": game,
        "covers": covers,
        "games": [covers[slug] for slug in rulesets],
    }
    return render(request, "workshop/public/shelf.html", context)


@never_cache
@require_safe
def shelved(request: HttpRequest, shelved_id: uuid.UUID) -> HttpResponse:
    """Show the content of one of them."""
    there = _shelved_or_404(shelved_id)
    document = pack_file(there.pack, there.version)
    file = read_file(document)
    context = {
        "shelved": there,
        "pack": there.pack,
        "file": file,
        "legs": file.content.legs,
        "size": len(document),
        "told": told_in(file),
        "cover": load_packs()[there.pack.game],
    }
    return render(request, "workshop/public/shelved.html", context)


@require_POST
def take(request: HttpRequest, shelved_id: uuid.UUID) -> HttpResponse:
    """Copy one as a new pack of one's own."""
    there = _shelved_or_404(shelved_id)
    limit(request, "table")
    pack = services.shelf_copy(shelved=there, person=ensure_person(request))
    messages.success(request, _("It is yours now: what you change in it nobody else sees."))
    return redirect("workshop:pack", pack.pk)


@require_POST
def put(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Show one's own pack to everybody, or no longer."""
    share = share_or_404(request, pack_id)
    _open_or_404()
    if request.POST.get("shelf") == "off":
        services.shelf_take_back(member=share)
        messages.success(request, _("It is off the public shelf."))
    else:
        limit(request, "table")
        services.shelf_put(member=share)
        messages.success(request, _("Everybody can see it on the public shelf now."))
    return redirect("workshop:pack", pack_id)
