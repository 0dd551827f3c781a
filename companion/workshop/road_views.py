"""The page on which a pack's missions become a campaign: their order, and their followers."""

import uuid
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from companion.frame.form_pages import form_page
from companion.workshop import services
from companion.workshop.draft_forms import digest
from companion.workshop.editing import open_pack
from companion.workshop.words import draft_title
from rules import IllegalCommand
from rules.workshop import DraftMission
from rules.workshop.draft import MOST_MISSIONS
from rules.workshop.road import RoadStep, legs_of, on_the_road, road_problems

ENDS = "."
"""Value in place of a mission's id: the campaign ends."""
MOST_WAYS = 12


class RoadRow(NamedTuple):
    """A mission on the road as the page shows it."""

    step: RoadStep
    title: str
    after_win: str
    after_loss: str


@never_cache
@form_page
def road(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Show the missions of a pack in their order, each with the missions that follow it."""
    share, version, reading = open_pack(request, pack_id)
    missions = reading.content.shown()
    steps = on_the_road(reading.content.road, missions)
    if request.method == "POST":
        sent = _sent(request.POST, missions)
        was = request.POST.get("was", "")

        def change(now: tuple[RoadStep, ...]) -> tuple[RoadStep, ...]:
            if digest(now) != was:
                raise IllegalCommand("workshop.changed")
            return sent

        services.road_change(member=share, change=change)
        return redirect("workshop:road", pack_id)
    titles = {draft.id: draft_title(draft) for draft in missions}
    legs = legs_of(steps, missions)
    context = {
        "pack": share.pack,
        "cover": reading.game,
        "version": version,
        "was": digest(reading.content.road),
        "rows": [
            RoadRow(
                step,
                titles[step.id],
                _words(leg.won, titles),
                "" if leg.lost == (step.id,) else _words(leg.lost, titles),
            )
            for step, leg in zip(steps, legs, strict=True)
        ],
        "on_road": [(step.id, titles[step.id]) for step in steps],
        "left": [draft for draft in missions if draft.id not in {step.id for step in steps}],
        "unreached": [
            titles[problem.mission]
            for problem in road_problems(legs)
            if problem.code == "unreached"
        ],
        "is_endless": any(problem.code == "endless" for problem in road_problems(legs)),
        "ends": ENDS,
    }
    return render(request, "workshop/road.html", context)


def _words(following: tuple[str, ...], titles: dict[str, str]) -> str:
    return ", ".join(titles[key] for key in following)


def _sent(data: QueryDict, missions: tuple[DraftMission, ...]) -> tuple[RoadStep, ...]:
    """Return the steps the form says, changed by the tap that sent it."""
    there = [draft.id for draft in missions]
    order = [key for key in dict.fromkeys(data.getlist("order")) if key in there]
    what, _colon, key = data.get("tap", "").partition(":")
    if what == "all":
        order += [draft for draft in there if draft not in order]
    elif key in there and what in ("add", "off", "up", "down"):
        order = _moved(order, key, what)
    return tuple(
        RoadStep(
            id=step,
            won=_chosen(order, data.getlist(f"won:{step}")),
            won_ends=ENDS in data.getlist(f"won:{step}"),
            lost=_chosen(order, data.getlist(f"lost:{step}")),
            lost_ends=ENDS in data.getlist(f"lost:{step}"),
        )
        for step in order[:MOST_MISSIONS]
    )


def _chosen(order: list[str], chosen: list[str]) -> tuple[str, ...]:
    return tuple(key for key in order if key in chosen)[:MOST_WAYS]


def _moved(order: list[str], key: str, what: str) -> list[str]:
    rest = [other for other in order if other != key]
    if what == "off":
        return rest
    if what == "add" or key not in order:
        return [*rest, key]
    place = order.index(key) + (-1 if what == "up" else 1)
    place = max(0, min(place, len(rest)))
    return [*rest[:place], key, *rest[place:]]
