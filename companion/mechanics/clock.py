"""The clock: an hour a round, night and day."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.mechanics.clock import ClockAdvanced, DayBroke, NightFell


def _first_player(t: Teller) -> Meter | None:
    """Return who goes first this round; None in a game without a clock."""
    if t.state.hour is None:
        return None
    who = t.state.goes_first or _("Keeper")
    return Meter("first-player", "steps", _("%(player)s goes first") % {"player": who})


WORDS = Words(
    sentences={
        ClockAdvanced: lambda e, t: _("it is %(hour)d:00") % {"hour": e.hour},
        NightFell: lambda e, t: _("night falls"),
        DayBroke: lambda e, t: _("day breaks"),
    },
    icons={ClockAdvanced: "clock"},
    rules={"night": gettext_lazy("Night from 19:00 to 6:00")},
    because={
        NightFell: lambda e, t: ["night"],
        DayBroke: lambda e, t: ["night"],
    },
    fields={"hour": pgettext_lazy("what is set", "hour")},
    commands={
        "clock.set": pgettext_lazy("command", "Set the clock"),
    },
    meters={"first-player": _first_player},
)
