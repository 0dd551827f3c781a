"""The meter of time (p. 29): at its last box the mission is lost."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.time_meter import TimeAdvanced


def _meter(t: Teller) -> Meter | None:
    army = ArmyState.of(t.state)
    if army.time is None:
        return None
    words = {"time": army.time, "last": army.time_limit}
    text = _("Time meter: %(time)s of %(last)s") if army.time_limit else _("Time meter: %(time)s")
    return Meter("time-meter", "clock", text % words)


WORDS = Words(
    sentences={
        TimeAdvanced: lambda e, t: (
            _("time meter: box %(box)d of %(last)d") % {"box": e.box, "last": e.last}
        ),
    },
    losses={"time": gettext_lazy("the time is up")},
    fields={
        "time": pgettext_lazy("what is set", "box of the time meter"),
        "time_limit": pgettext_lazy("what is set", "last box of the time meter"),
    },
    meters={"time-meter": _meter},
)
