"""The pages before a table: each reads the plan from the address and links to the next one."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from companion import selectors, services
from companion.difficulty.addresses import beside_url, difficulty_url
from companion.difficulty.rules_told import measured_rules
from companion.difficulty.sides import plan_of
from companion.frame.form_pages import form_page
from companion.frame.throttle import limit
from companion.pages import pages_of
from companion.people.identity import ensure_person, person_of
from companion.setup import selectors as choices
from companion.setup.address import drafted, with_zones
from companion.setup.needs import are_met, needs_of
from companion.setup.plan import BESIDE, DICE, Plan, changed
from companion.setup.services import line_up_save
from companion.setup.zones import (
    NORMAL,
    clean_name,
    uses_locators,
    zone_colours,
    zone_kinds,
    zone_words,
)
from companion.terms import zone_colour
from companion.words import value_word
from rules import Pack, Zone, games
from rules.mechanics.zones import FACES


def _game_or_404(slug: str) -> Pack:
    pack = selectors.game(slug)
    if pack is None:
        raise Http404
    return pack


def _plan(request: HttpRequest, slug: str) -> tuple[Pack, Plan]:
    game, person = _game_or_404(slug), person_of(request)
    data = request.POST if request.method == "POST" else request.GET
    return game, choices.plan_at(game, data, person, person.name if person else "")


def _page(
    request: HttpRequest,
    step: str,
    game: Pack,
    plan: Plan,
    *,
    own: tuple[str, ...] = (),
    **more: Any,
) -> HttpResponse:
    """Show one step. `own` are the words of the address this page sets itself."""
    rest = [
        (name, value) for name, values in plan.query.lists() if name not in own for value in values
    ]
    context = {"game": game, "plan": plan, "rest": rest, "hub": _address(game, plan), **more}
    status = more.pop("status", 200)
    return render(request, f"setup/{step}.html", context, status=status)


def _address(game: Pack, plan: Plan, step: str = "open", **values: Any) -> str:
    query = changed(plan, **values)
    url = reverse(f"companion:{step}", args=[game.game])
    return f"{url}?{query}" if query else url


@form_page
def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """Show the set-up of a game, in its own way."""
    if game not in games:
        raise Http404
    return pages_of(game).open(request, game)


def hub(request: HttpRequest, game: str) -> HttpResponse:
    """Show the whole plan on one page; every line leads to its step, the button begins."""
    pack, plan = _plan(request, game)
    if request.method == "POST" and not plan.problems:
        limit(request, "table")
        table = services.table_open(person=ensure_person(request), **plan.opening())
        if plan.mission:
            return redirect("companion:sheet", table.pk, "mission")
        return redirect("companion:table", table.pk)
    person = person_of(request)
    trees = plan.known.trees
    chosen = [survivor.key for survivor in plan.survivors]
    needs = needs_of(plan.pack, plan.mission, chosen, trees, get_language() or "en")
    usual = choices.usual_query(person, game)
    if request.method != "POST" and not request.GET and usual:
        return redirect(f"{request.path}?{usual}")
    if plan.beside and (first := plan_of(plan.beside, person)):
        return _second(request, pack, plan, first)
    return _page(
        request,
        "hub",
        pack,
        plan,
        usual=usual,
        is_usual=usual == plan.query.urlencode() and bool(usual),
        steps={step: _address(pack, plan, step) for step in STEPS},
        needs=needs,
        needs_met=are_met(needs),
        set_up=choices.set_up_by_mission(plan),
        unknown_cards=choices.unknown_cards(plan, trees),
        here=_address(pack, plan),
        status=422 if request.method == "POST" else 200,
    )


def _second(request: HttpRequest, pack: Pack, plan: Plan, first: Plan) -> HttpResponse:
    """Show a plan that is made to be compared with another: any game, any line of it."""
    beside = first.address
    person = person_of(request)
    usual = choices.usual_query(person, pack.game)
    return _page(
        request,
        "second",
        pack,
        plan,
        first=first,
        steps={step: _address(pack, plan, step) for step in STEPS},
        games=[
            (other, f"{reverse('companion:open', args=[other.game])}?{urlencode({BESIDE: beside})}")
            for other in selectors.all_games()
            if isinstance(other, Pack) and other.game != pack.game
        ],
        usual=f"?{usual}&{urlencode({BESIDE: beside})}" if usual else "",
        compare=beside_url(first, plan.address),
        back=difficulty_url(first),
    )


@require_POST
def save_usual(request: HttpRequest, game: str) -> HttpResponse:
    """Keep this line-up as our usual table."""
    pack, plan = _plan(request, game)
    query = changed(plan, players=",".join(plan.players), beside=None)
    line_up_save(person=ensure_person(request), game=game, query=query)
    messages.success(request, _("This is your usual table now. New tables begin from it."))
    return redirect(f"{reverse('companion:open', args=[pack.game])}?{query}")


@require_safe
def mission(request: HttpRequest, game: str) -> HttpResponse:
    """Show the missions and free play: a tap goes back to the plan, with zones by the mission."""
    pack, plan = _plan(request, game)
    boxes = [
        (
            box,
            [
                (row, _address(pack, plan, mission=row.key, zone=None, hour=None))
                for row in box.rows
            ],
        )
        for box in choices.mission_boxes(pack)
    ]
    free: dict[str, Any] = {"mission": "", "zone": None, "hour": None, "option": None}
    free_play = [(pack.short, _address(pack, plan, **free | {"with": None}), not plan.expansions)]
    free_play += [
        (
            expansion.short,
            _address(pack, plan, **free | {"with": [expansion.id]}),
            expansion.id in plan.expansions,
        )
        for expansion in pack.expansions.values()
    ]
    own = [
        (
            house,
            [
                (row, _address(pack, plan, mission=row.key, zone=None, hour=None))
                for row in missions
            ],
        )
        for house, missions in plan.ours.missions
    ]
    return _page(request, "mission", pack, plan, boxes=boxes, own_packs=own, free_play=free_play)


@require_safe
def who(request: HttpRequest, game: str) -> HttpResponse:
    """Show the survivors to choose: tapped, drawn by lot, or of the group's own making."""
    pack, plan = _plan(request, game)
    if "draft" in request.GET:
        return redirect(f"{request.path}?{drafted(plan)}")
    return _page(
        request,
        "who",
        pack,
        plan,
        own=("survivors", "own"),
        cards=choices.cards(plan, plan.known.trees),
        draft=f"{request.path}?{changed(plan, draft='1')}",
        usual=choices.usual_query(person_of(request), game),
    )


@require_safe
def players(request: HttpRequest, game: str) -> HttpResponse:
    """Show who plays whom."""
    pack, plan = _plan(request, game)
    return _page(request, "players", pack, plan, own=("players", "by"))


@require_safe
def draws(request: HttpRequest, game: str) -> HttpResponse:
    """Show what the app draws and what the table draws, per deck and for dice."""
    pack, plan = _plan(request, game)
    return _page(
        request,
        "draws",
        pack,
        plan,
        own=("table", "deck"),
        decks=[plan.pack.decks[deck] for deck in plan.decks],
        composed=choices.deck_choices(plan),
        dice=DICE,
    )


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """House rules, and the hour a clock begins at."""
    pack, plan = _plan(request, game)
    measured = measured_rules(plan)
    return _page(
        request,
        "rules",
        pack,
        plan,
        own=("option", "hour"),
        options=[(option, measured.get(option)) for option in pack.options],
        hours=range(24),
    )


@require_safe
def zones(request: HttpRequest, game: str) -> HttpResponse:
    """Show the spawn zones. Every tap is a link to the page with that zone changed."""
    pack, plan = _plan(request, game)
    if name := clean_name(request.GET.get("new", "")):
        return redirect(f"{request.path}?{with_zones(plan, (*plan.zones, Zone(id=name)))}")

    def link(*wanted: Zone) -> str:
        return f"{request.path}?{with_zones(plan, wanted)}"

    def one_changed(zone: Zone, **fields: Any) -> str:
        # The starting zone and a locator move: whoever had it before gives it up.
        def other(before: Zone) -> Zone:
            taken = set(fields.get("locators", ())) - set(zone.locators)
            return replace(
                before,
                start=before.start and not fields.get("start"),
                locators=tuple(face for face in before.locators if face not in taken),
            )

        return link(
            *(replace(zone, **fields) if placed is zone else other(placed) for placed in plan.zones)
        )

    rows = [_zone_row(zone, plan, link, one_changed) for zone in plan.zones]
    number = next(str(n) for n in range(1, 99) if str(n) not in {zone.id for zone in plan.zones})
    added = [(_("Zone"), link(*plan.zones, Zone(id=number)))]
    added += [
        (capfirst(zone_colour(colour)), link(*plan.zones, Zone(id=number, colour=colour)))
        for colour in zone_colours(plan.pack)
    ]
    added += [
        (capfirst(value_word(kind, plan.pack.game)), link(*plan.zones, Zone(id=number, kind=kind)))
        for kind in zone_kinds(plan.pack)
        if kind != NORMAL
    ]
    return _page(
        request,
        "zones",
        pack,
        plan,
        rows=rows,
        added=added,
        own=("zone",),
        zone_words=[zone_words(zone) for zone in plan.zones] or [""],
        again=f"{request.path}?{changed(plan, zone=None)}",
    )


def _zone_row(
    zone: Zone, plan: Plan, link: Callable[..., str], one_changed: Callable[..., str]
) -> dict[str, Any]:
    """Return a zone and the addresses behind its chips."""
    locators = [
        (
            face,
            face in zone.locators,
            one_changed(zone, locators=tuple(sorted({face} ^ set(zone.locators)))),
        )
        for face in FACES
        if uses_locators(plan.pack)
    ]
    colours = [
        (
            colour,
            colour == zone.colour,
            one_changed(zone, colour=None if colour == zone.colour else colour),
        )
        for colour in zone_colours(plan.pack)
    ]
    return {
        "zone": zone,
        "start": one_changed(zone, start=not zone.start),
        "active": one_changed(zone, active_from=1 if zone.active_from is None else None),
        "more": one_changed(zone, tokens=zone.tokens + 1),
        "less": one_changed(zone, tokens=max(1, zone.tokens - 1)),
        "remove": link(*(placed for placed in plan.zones if placed is not zone)),
        "colours": colours,
        "locators": locators,
    }


STEPS = (
    *("setup-mission", "setup-who", "setup-players", "setup-zones", "setup-draws", "setup-rules"),
    "setup-difficulty",
)
