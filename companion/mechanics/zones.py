"""Spawn zones."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Words
from rules.mechanics.zones import (
    FIRST,
    ZoneActivated,
    ZoneAdded,
    ZoneDeactivated,
    ZoneRemoved,
    ZonesOrdered,
    ZoneStarted,
)


def _removed(e: ZoneRemoved, t: Any) -> str:
    return _("%(zone)s removed") % {"zone": t.spawn_zone(e.zone)}


def _draws_first(e: ZoneStarted, t: Any) -> str:
    return _("%(zone)s draws first") % {"zone": t.spawn_zone(e.zone)}


WORDS = Words(
    sentences={
        ZoneAdded: lambda e, t: _("%(zone)s added") % {"zone": t.spawn_zone(e.zone)},
        ZoneStarted: _draws_first,
        ZoneRemoved: _removed,
        ZoneActivated: lambda e, t: (
            _("%(zone)s active from round %(round)d")
            % {"zone": t.spawn_zone(e.zone), "round": e.round}
        ),
        ZoneDeactivated: lambda e, t: _("%(zone)s inactive") % {"zone": t.spawn_zone(e.zone)},
        ZonesOrdered: lambda e, t: (
            _("spawn order: %(zones)s") % {"zones": ", ".join(map(t.zone, e.zones))}
        ),
    },
    icons={ZoneAdded: "map"},
    refusals={
        "locator.twice": gettext_lazy("Locator %(locator)s lies in another zone."),
        "zone.active": gettext_lazy("Zone %(zone_name)s is active already."),
        "zone.inactive": gettext_lazy("Zone %(zone_name)s is inactive already."),
        "zone.second_start": gettext_lazy("There is a starting zone already."),
        "zone.kind": gettext_lazy("This game has no spawn zones of the kind %(zone_kind)s."),
        "zone.twice": gettext_lazy("There is a zone %(zone)s already."),
        "zones.not_all": gettext_lazy("The order must name every spawn zone once."),
        "zones.too_many": gettext_lazy("A table takes %(most)s spawn zones at most."),
    },
    fields={
        "active": pgettext_lazy("what is asked", "active"),
        "locators": pgettext_lazy("what is asked", "locators"),
        "remove": pgettext_lazy("what is asked", "token that goes"),
        "start": pgettext_lazy("what is set", "starting zone"),
        "colour": pgettext_lazy("what is set", "color"),
        "active_from": pgettext_lazy("what is set", "active from round"),
        "tokens": pgettext_lazy("what is set", "tokens"),
        "kind": pgettext_lazy("what is set", "kind"),
    },
    headlines={
        ZoneRemoved: _removed,
        ZoneStarted: _draws_first,
    },
    hints={"zone": gettext_lazy("Any short name that you will know again, such as 9R or 3")},
    values={"normal": pgettext_lazy("kind of zone", "normal")},
    commands={
        "zone.add": pgettext_lazy("command", "Add a spawn zone"),
        "zone.start": pgettext_lazy("command", "Which zone draws first"),
        "zone.order": pgettext_lazy("command", "Order of the zones"),
        "zone.remove": pgettext_lazy("command", "Remove a spawn zone"),
        "zone.activate": pgettext_lazy("command", "Activate a spawn zone"),
        "zone.deactivate": pgettext_lazy("command", "Deactivate a spawn zone"),
    },
)


ROOM = Room(questions={FIRST: "mechanics/zones/question.html"})
