"""Other plans that are one tap away: with one thing changed, or kept as a usual table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from companion.people.models import Person
from companion.setup.plan import Plan, changed, is_known
from companion.setup.selectors import usual_queries
from companion.setup.zones import NORMAL, uses_locators, zone_words
from companion.words import option_word
from rules import Zone, load_packs
from rules.evenings.setting import UNSEEN
from rules.mechanics.zones import MAX_ZONES
from rules.state import MAX_SURVIVORS


class PlanVariant(NamedTuple):
    """Another plan to be measured beside this one."""

    name: str
    words: str
    address: str
    """As `game?address`."""


def variants(plan: Plan) -> list[PlanVariant]:
    """Everything that can be changed with one tap."""
    return [
        *_survivors(plan),
        *_zones(plan),
        *_options(plan),
        *_expansions(plan),
        *_mission(plan),
    ]


def usual_variants(plan: Plan, person: Person | None) -> list[PlanVariant]:
    """Return the usual tables this person has kept, of any game, but for the plan itself."""
    tables = {game: f"{game}?{query}" for game, query in usual_queries(person).items()}
    return [
        PlanVariant(
            f"usual-{game}", _("Our usual table: %(game)s") % {"game": _short(game)}, address
        )
        for game, address in tables.items()
        if address != plan.address
    ]


def _short(game: str) -> str:
    return load_packs()[game].short.in_language(get_language() or "en")


def _changed(plan: Plan, **values: Any) -> str:
    return f"{plan.pack.game}?{changed(plan, **values, beside=None)}"


def option_name(option: str) -> str:
    return f"option-{option}"


def _survivors(plan: Plan) -> Iterator[PlanVariant]:
    boxed = {survivor.id for survivor in plan.pack.survivors}
    here = [survivor.key for survivor in plan.survivors if survivor.key in boxed]
    others = [survivor for survivor in plan.pack.survivors if survivor.id not in here]
    others.sort(key=lambda survivor: not is_known(survivor))
    count = len(plan.survivors)
    if others and count < MAX_SURVIVORS:
        address = _changed(plan, survivors=[*here, others[0].id])
        yield PlanVariant("survivor-more", _survivor_words(count + 1), address)
    if here and count > 1:
        address = _changed(plan, survivors=here[:-1])
        yield PlanVariant("survivor-less", _survivor_words(count - 1), address)


def _survivor_words(count: int) -> str:
    return ngettext("%(n)d survivor", "%(n)d survivors", count) % {"n": count}


def _zones(plan: Plan) -> Iterator[PlanVariant]:
    """Not where dice choose: a zone without a face of the die would spawn nothing."""
    if uses_locators(plan.pack):
        return
    count = len(plan.zones)
    taken = {zone.id for zone in plan.zones}
    free = next(str(number) for number in range(1, MAX_ZONES + 2) if str(number) not in taken)
    if count < MAX_ZONES:
        more = (*plan.zones, Zone(id=free))
        yield PlanVariant("zone-more", _zone_count(count + 1), _with_zones(plan, more))
    plain = [zone for zone in plan.zones if zone.kind == NORMAL and zone.active_from is not None]
    if len(plain) > 1:
        less = tuple(zone for zone in plan.zones if zone is not plain[-1])
        yield PlanVariant("zone-less", _zone_count(count - 1), _with_zones(plan, less))


def _with_zones(plan: Plan, zones: tuple[Zone, ...]) -> str:
    return _changed(plan, zone=[zone_words(zone) for zone in zones])


def _zone_count(count: int) -> str:
    return ngettext("%(n)d spawn zone", "%(n)d spawn zones", count) % {"n": count}


def _options(plan: Plan) -> Iterator[PlanVariant]:
    for option in plan.pack.options:
        if option in UNSEEN:
            continue
        title = option_word(option, plan.pack.game)
        if option in plan.options:
            rest = [other for other in plan.options if other != option]
            words = _("Without “%(rule)s”") % {"rule": title}
        else:
            rest, words = [*plan.options, option], title
        yield PlanVariant(option_name(option), words, _changed(plan, option=rest))


def _expansions(plan: Plan) -> Iterator[PlanVariant]:
    """In free play: a mission says itself which boxes it needs."""
    if plan.mission:
        return
    for expansion in plan.pack.expansions.values():
        name = expansion.short.in_language(get_language() or "en")
        if expansion.id in plan.expansions:
            boxes = [box for box in plan.expansions if box != expansion.id]
            words = _("Without “%(rule)s”") % {"rule": name}
        else:
            boxes, words = [*plan.expansions, expansion.id], name
        here = {"with": boxes, "option": list(plan.options)}
        yield PlanVariant(f"box-{expansion.id}", words, _changed(plan, **here))


def _mission(plan: Plan) -> Iterator[PlanVariant]:
    if plan.mission:
        address = _changed(plan, mission="", option=list(plan.options))
        yield PlanVariant("free-play", _("Free play"), address)
