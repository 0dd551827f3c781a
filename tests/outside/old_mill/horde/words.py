from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from lost_mill.horde import events
from lost_mill.state import MillState


def _released(e: events.HordeReleased, t: Teller) -> str:
    """Of the step as a whole also who has come; its facts tell that one by one."""
    if e.arrival is None:
        return _("the horde comes to %(zone)s") % {"zone": t.zone(e.zone)}
    words = {"zone": t.zone(e.zone), "who": t.groups(e.arrival.came)}
    return _("the horde comes to %(zone)s: %(who)s") % words


def _grew(said: Mapping[str, Any], t: Teller) -> str:
    return _("The horde grows: %(who)s") % {"who": t.zombies(said["zombie"], said["count"])}


def _meter(t: Teller) -> Meter | None:
    if not isinstance(t.state, MillState):
        return None
    count = sum(t.state.horde.values())
    text = ngettext("Horde: %(count)d zombie", "Horde: %(count)d zombies", count)
    return Meter("horde", "grave", text % {"count": count})


WORDS = Words(
    sentences={events.HordeReleased: _released},
    icons={events.HordeReleased: "grave"},
    commands={"horde.release": pgettext_lazy("command", "Release the horde")},
    refusals={"horde.empty": gettext_lazy("Nobody waits in the horde.")},
    rules={"horde": gettext_lazy("A horde card brings nobody: those on its line wait")},
    because={events.HordeReleased: lambda e, t: ["horde"]},
    card_kinds={"horde": pgettext_lazy("kind of card", "Horde")},
    card_lines={"horde": gettext_lazy("Horde: %(who)s")},
    card_meanings={"horde": gettext_lazy("Those on its line wait beside the board.")},
    card_rules={"horde": "horde"},
    notes={"horde.grew": _grew},
    meters={"horde": _meter},
)
