"""Flashlights at night (Washington Z.C., p. 9-10)."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.systems.zombicide_2e.light import events
from rules.systems.zombicide_2e.state import SecondEditionState


def _night(t: Teller) -> Meter | None:
    """What the night changes, while it lasts (p. 8)."""
    if not (isinstance(t.state, SecondEditionState) and t.state.is_night):
        return None
    return Meter("night", "moon", _("Shots at 6+. Sight 0-1; zombies, 0."))


WORDS = Words(
    sentences={
        events.LightSwitched: lambda e, t: (
            (_("%(survivor)s: light on") if e.on else _("%(survivor)s: light off"))
            % {"survivor": t.survivor(e.survivor)}
        ),
    },
    icons={events.LightSwitched: "flashlight"},
    refusals={
        "light.day": gettext_lazy("By day a light does nothing."),
        "light.done": gettext_lazy("The beams of this round have been seen already."),
        "light.no_flashlight": gettext_lazy("%(survivor)s has no flashlight ready to use."),
        "light.none": gettext_lazy("Nobody has a light on."),
        "light.not_now": gettext_lazy("Beams count just before the zombie phase."),
        "light.same": gettext_lazy("The light of %(survivor)s is like that already."),
    },
    rules={"light": gettext_lazy("Zombies that see a beam activate once more")},
    whys={"light": pgettext_lazy("why they activate", "they see a light")},
    behind={"light": "light"},
    fields={
        "light": pgettext_lazy("what is set", "light"),
        "free": pgettext_lazy("what is asked", "with a search or a shot, at no cost"),
    },
    commands={
        "light.on": pgettext_lazy("command", "Light on"),
        "light.off": pgettext_lazy("command", "Light off"),
        "light.seen": pgettext_lazy("command", "Zombies see a light"),
    },
    tokens={
        "light-beam": pgettext_lazy("token", "Light beam"),
        "lit-zone": pgettext_lazy("token", "Lit zone"),
    },
    effects={"light": lambda e, t: _("Switched on, it gives light at night.")},
    meters={"night": _night},
)
