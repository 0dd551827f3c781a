"""The page on which a map is drawn, and what is sent from it."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from companion.forms import new_command_id
from companion.live.tokens import stream_address
from companion.posted import whole_number
from companion.workshop.editing import Writing, is_fragment
from companion.workshop.maps import selectors as steps
from companion.workshop.maps import words
from companion.workshop.maps.drawing import draw
from companion.workshop.maps.page import MapPage
from companion.workshop.maps.reading import command_id, wanted_by_form, wanted_by_script
from companion.workshop.maps.services import map_draw, map_redo, map_undo
from companion.workshop.mission_views import writing_or_404
from companion.workshop.models import MapStep
from rules import load_packs
from rules.missions import ASLEEP_UNTIL
from rules.packs.schema.maps import TokenKind
from rules.workshop import DraftMission, DraftRule

REVISION = "X-Pack-Revision"


@never_cache
@gzip_page
@require_safe
def page(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Show the map, the list of its places, and the place or free spot that is chosen."""
    writing = writing_or_404(request, pack_id, mission)
    if not is_fragment(request):
        return render(request, "workshop/map/page.html", _context(request, writing))
    is_news = request.GET.get("seen") != str(writing.house.revision)
    if not is_news and not {"at", "slot"} & set(request.GET):
        return HttpResponse(status=204)
    return _parts(request, writing)


def _parts(request: HttpRequest, writing: Writing) -> HttpResponse:
    response = render(request, "workshop/map/_parts.html", _context(request, writing))
    response[REVISION] = str(writing.house.revision)
    return response


def _context(request: HttpRequest, writing: Writing) -> dict[str, Any]:
    house, draft, pack = writing.house, writing.draft, writing.pack
    asked = request.GET if request.method == "GET" else request.POST
    shown = MapPage(
        writing.content,
        draft,
        pack,
        at=asked.get("at", ""),
        cell=asked.get("slot", ""),
    )
    problems = writing.problems()
    here = [problem for problem in problems if problem.part == "board" or problem.place]
    marked = {problem.place for problem in here if problem.place}
    seen = whole_number(asked.get("seen", ""))
    person = writing.share.person
    undo, redo = steps.undoable(house, draft.id), steps.redoable(house, draft.id)
    others = steps.others_since(house, draft.id, person, seen) if seen is not None else []
    return {
        "pack": house,
        "draft": draft,
        "cover": load_packs()[house.game],
        "shown": shown,
        "picture": draw(shown.drawn, shown.kinds, has_rulers=False, marked=marked),
        "problems": here,
        "undo": undo,
        "undo_words": _step_words(undo, shown),
        "is_own": undo is not None and undo.person_id == person.pk,
        "redo": redo,
        "redo_words": _step_words(redo, shown),
        "data": {
            "revision": house.revision,
            "values": shown.values,
            "next": shown.next_number,
            "others": [hand._asdict() for hand in others],
        },
        "command_id": new_command_id(),
    }


def _step_words(step: MapStep | None, shown: MapPage) -> str:
    kinds: dict[str, TokenKind] = dict(shown.kinds)
    return words.step_words(step.changes, shown.board, kinds) if step else ""


def _done(request: HttpRequest, writing: Writing) -> HttpResponse:
    """Answer a script with the parts of the page, a form without one with its page."""
    if is_fragment(request):
        fresh = writing_or_404(request, writing.house.pk, writing.draft.id)
        if request.headers.get("Prefer") == "return=minimal":
            return HttpResponse(status=204, headers={REVISION: str(fresh.house.revision)})
        return _parts(request, fresh)
    address = reverse("workshop:map", args=[writing.house.pk, writing.draft.id])
    at = request.POST.get("at", "")
    return redirect(f"{address}?{urlencode({'at': at})}#place" if at else address)


@require_POST
def draw_step(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Draw one step: by hand (`wanted`), or by a button of the page (`key` and a field)."""
    writing = writing_or_404(request, pack_id, mission)
    if "wanted" in request.POST:
        wanted = wanted_by_script(request.POST)
    else:
        drawn = writing.content.map_of(writing.draft)
        wanted = wanted_by_form(request.POST, drawn, writing.pack)
    map_draw(
        member=writing.share,
        mission=mission,
        command_id=command_id(request.POST),
        wanted=wanted,
    )
    return _done(request, writing)


@require_POST
def undo(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    writing = writing_or_404(request, pack_id, mission)
    step = whole_number(request.POST.get("step", "")) or 0
    map_undo(member=writing.share, mission=mission, step=step)
    return _done(request, writing)


@require_POST
def redo(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    writing = writing_or_404(request, pack_id, mission)
    step = whole_number(request.POST.get("step", "")) or 0
    map_redo(member=writing.share, mission=mission, step=step)
    return _done(request, writing)


@require_POST
def wake(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> HttpResponse:
    """Add a rule to the mission: the objective of this colour wakes the zone of this colour."""
    writing = writing_or_404(request, pack_id, mission)
    colour = request.POST.get("colour", "")
    known = writing.pack.map.tokens.get("spawn", ())
    if colour in known:
        rule = _waking_rule(colour, writing.house.languages)

        def with_rule(draft: DraftMission) -> DraftMission:
            has_it = any(
                other.do == ASLEEP_UNTIL and colour in other.colours for other in draft.rules
            )
            return draft if has_it else replace(draft, rules=(*draft.rules, rule))

        writing.changed(with_rule)
    return _done(request, writing)


def _waking_rule(colour: str, languages: list[str]) -> DraftRule:
    texts = {}
    for language in languages:
        with override(language):
            names = {
                "zone": words.colour_name(colour, feminine=True),
                "objective": words.colour_name(colour),
            }
            texts[language] = (
                _(
                    "The %(zone)s spawn zone becomes active when the %(objective)s objective is "
                    "taken."
                )
                % names
            )
    es, en = texts.get("es", ""), texts.get("en", "")
    return DraftRule(do=ASLEEP_UNTIL, colours=(colour,), es=es, en=en)


@never_cache
@require_safe
def live(request: HttpRequest, pack_id: uuid.UUID, mission: str) -> JsonResponse:
    """Return the address of the stream that tells this page of other people's steps."""
    writing = writing_or_404(request, pack_id, mission)
    return JsonResponse({"url": stream_address("packs", pack_id, writing.share.person_id)})
