"""Companions (p. 27): survivors of the box who go along with one who plays."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.systems.army_of_the_dead.companions import events
from rules.systems.army_of_the_dead.state import ArmyState


def _along(t: Teller) -> Meter | None:
    """Who goes with whom."""
    if not isinstance(t.state, ArmyState) or not t.state.companions:
        return None
    pairs = [
        _("%(companion)s with %(leader)s")
        % {"companion": t.survivor(companion), "leader": t.survivor(leader)}
        for companion, leader in t.state.companions.items()
    ]
    return Meter("companions", "users", _("Along: %(pairs)s") % {"pairs": "; ".join(pairs)})


WORDS = Words(
    meters={"companions": _along},
    sentences={
        events.CompanionJoined: lambda e, t: (
            _("%(companion)s goes along with %(leader)s")
            % {"companion": t.survivor(e.companion), "leader": t.survivor(e.leader)}
        ),
        events.CompanionDied: lambda e, t: (
            _("%(companion)s, who went with %(leader)s, dies")
            % {"companion": t.survivor(e.companion), "leader": t.survivor(e.leader)}
        ),
    },
    icons={events.CompanionJoined: "users", events.CompanionDied: "tomb"},
    losses={"companion": gettext_lazy("a companion has died")},
    refusals={
        "companion.same": gettext_lazy("They go along with that survivor already."),
        "companion.unknown": gettext_lazy("Nobody of that name can go along."),
    },
    commands={
        "companion.join": pgettext_lazy("command", "A companion goes along"),
        "companion.pass": pgettext_lazy("command", "Another survivor leads the companion"),
        "companion.die": pgettext_lazy("command", "A companion dies"),
    },
    fields={
        "companion": pgettext_lazy("what is asked", "companion"),
        "leader": pgettext_lazy("what is asked", "goes with"),
        "to": pgettext_lazy("what is asked", "to whom"),
        "spared": pgettext_lazy("what is asked", "the mission says that the game goes on"),
    },
)
