"""The same plan with one thing changed, to be measured beside it."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.setup.plan import Plan, changed, is_known, read_plan, with_zones
from companion.setup.zones import NORMAL, uses_locators
from companion.words import option_word
from rules import Pack, Zone
from rules.engine import MAX_SURVIVORS
from rules.evenings.setting import UNSEEN
from rules.mechanics.zones.play import MAX_ZONES


class Variant(NamedTuple):
    """One change: its name in an address, its words, the address of the changed plan."""

    name: str
    words: str
    query: str

    def plan(self, game: Pack) -> Plan:
        return read_plan(game, QueryDict(self.query), keeper="")


def variants(plan: Plan) -> list[Variant]:
    """Everything that can be changed with one tap."""
    return [*_survivors(plan), *_zones(plan), *_options(plan), *_mission(plan)]


def option_name(option: str) -> str:
    return f"option-{option}"


def _survivors(plan: Plan) -> Iterator[Variant]:
    boxed = {survivor.id for survivor in plan.pack.survivors}
    here = [survivor.key for survivor in plan.survivors if survivor.key in boxed]
    others = [each for each in plan.pack.survivors if each.id not in here]
    others.sort(key=lambda each: not is_known(each))
    count = len(plan.survivors)
    if others and count < MAX_SURVIVORS:
        query = changed(plan, survivors=[*here, others[0].id])
        yield Variant("survivor-more", _survivor_words(count + 1), query)
    if here and count > 1:
        query = changed(plan, survivors=here[:-1])
        yield Variant("survivor-less", _survivor_words(count - 1), query)


def _survivor_words(count: int) -> str:
    return ngettext("%(n)d survivor", "%(n)d survivors", count) % {"n": count}


def _zones(plan: Plan) -> Iterator[Variant]:
    """Not where dice choose: a zone without a face of the die would spawn nothing."""
    if uses_locators(plan.pack):
        return
    count = len(plan.zones)
    taken = {zone.id for zone in plan.zones}
    free = next(str(number) for number in range(1, MAX_ZONES + 2) if str(number) not in taken)
    if count < MAX_ZONES:
        query = with_zones(plan, (*plan.zones, Zone(id=free)))
        yield Variant("zone-more", _zone_words(count + 1), query)
    plain = [zone for zone in plan.zones if zone.kind == NORMAL and zone.active_from is not None]
    if len(plain) > 1:
        query = with_zones(plan, tuple(zone for zone in plan.zones if zone is not plain[-1]))
        yield Variant("zone-less", _zone_words(count - 1), query)


def _zone_words(count: int) -> str:
    return ngettext("%(n)d spawn zone", "%(n)d spawn zones", count) % {"n": count}


def _options(plan: Plan) -> Iterator[Variant]:
    for option in plan.pack.options:
        if option in UNSEEN:
            continue
        title = option_word(option)
        if option in plan.options:
            rest = [each for each in plan.options if each != option]
            words = _("Without “%(rule)s”") % {"rule": title}
        else:
            rest, words = [*plan.options, option], title
        yield Variant(option_name(option), words, changed(plan, option=rest))


def _mission(plan: Plan) -> Iterator[Variant]:
    if plan.mission:
        query = changed(plan, mission="", option=list(plan.options))
        yield Variant("free-play", _("Free play"), query)
