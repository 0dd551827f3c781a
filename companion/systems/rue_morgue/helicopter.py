"""The helicopter (p. 16-18): seats, flight and cargo."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.teller import Teller
from companion.words import Meter, Words, value_word
from rules.systems.rue_morgue.helicopter import (
    HelicopterBoarded,
    HelicopterFlew,
    HelicopterLeft,
    HelicopterLoaded,
)
from rules.systems.rue_morgue.state import MorgueState


def _aboard(t: Teller) -> Meter | None:
    """Return whether the helicopter flies, who is in it, and its cargo."""
    now = MorgueState.of(t.state).helicopter
    if not (now.aboard or now.cargo or now.flies):
        return None
    parts = [_("in the air") if now.flies else _("on the ground")]
    if now.pilot:
        parts.append(_("%(survivor)s at the controls") % {"survivor": t.survivor(now.pilot)})
    parts += [t.survivor(key) for key in now.passengers]
    parts += [t.weapon(copy) for copy in now.cargo]
    return Meter("helicopter", "helicopter", _("Helicopter: %(said)s") % {"said": ", ".join(parts)})


WORDS = Words(
    meters={"helicopter": _aboard},
    sentences={
        HelicopterBoarded: lambda e, t: (
            _("%(survivor)s gets into the helicopter: %(seat)s")
            % {"survivor": t.survivor(e.survivor), "seat": value_word(e.seat, t.game)}
        ),
        HelicopterLeft: lambda e, t: (
            _("%(survivor)s gets out of the helicopter") % {"survivor": t.survivor(e.survivor)}
        ),
        HelicopterFlew: lambda e, t: (
            (
                _("%(survivor)s takes off in the helicopter")
                if e.up
                else _("%(survivor)s lands the helicopter")
            )
            % {"survivor": t.survivor(e.survivor)}
        ),
        HelicopterLoaded: lambda e, t: (
            (
                _("%(survivor)s stores in the helicopter: %(card)s")
                if e.stored
                else _("%(survivor)s takes out of the helicopter: %(card)s")
            )
            % {"survivor": t.survivor(e.survivor), "card": t.weapon(e.card)}
        ),
    },
    refusals={
        "helicopter.empty": gettext_lazy("That card does not lie in the helicopter."),
        "helicopter.in_the_air": gettext_lazy(
            "The helicopter is in the air: %(survivor)s cannot do that now."
        ),
        "helicopter.no_pilot": gettext_lazy(
            "%(survivor)s cannot fly it: that takes the pilot's seat and the skill."
        ),
        "helicopter.none": gettext_lazy("This mission has no helicopter."),
        "helicopter.not_aboard": gettext_lazy("%(survivor)s does not sit in the helicopter."),
        "helicopter.same": gettext_lazy("It is there already."),
        "helicopter.seat": gettext_lazy("That seat is taken, or all are."),
        "helicopter.stays": gettext_lazy("In this mission the helicopter does not fly."),
    },
    commands={
        "helicopter.board": pgettext_lazy("command", "Get into the helicopter: 1 action"),
        "helicopter.leave": pgettext_lazy("command", "Get out of the helicopter: 1 action"),
        "helicopter.fly": pgettext_lazy("command", "Take off or land: 1 action"),
        "helicopter.store": pgettext_lazy("command", "Store it in the helicopter"),
        "helicopter.fetch": pgettext_lazy("command", "Take something out of the helicopter"),
    },
    fields={
        "seat": pgettext_lazy("what is asked", "seat"),
        "up": pgettext_lazy("what is asked", "into the air"),
    },
    values={
        "pilot": pgettext_lazy("seat of a helicopter", "at the controls"),
        "passenger": pgettext_lazy("seat of a helicopter", "passenger"),
    },
)


ROOM = Room(
    on_board=(
        "helicopter.board",
        "helicopter.leave",
        "helicopter.fly",
        "helicopter.fetch",
    ),
    on_item={"helicopter.store": "crate"},
)
