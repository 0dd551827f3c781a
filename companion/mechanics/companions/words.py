"""Companions and their leaders (Army of the Dead, p. 27; Washington Z.C., p. 2 and 15)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from companion.words import Words
from rules.mechanics.companions import events
from rules.mechanics.companions.play import LOST, OWN


def _joined(event: events.CompanionJoined, t: Any) -> str:
    sentence = _("%(companion)s goes along with %(survivor)s")
    return sentence % {
        "companion": t.companion(event.companion),
        "survivor": t.survivor(event.survivor),
    }


def _followed(event: events.CompanionFollowed, t: Any) -> str:
    sentence = _("%(survivor)s leads %(companion)s now")
    return sentence % {
        "companion": t.companion(event.companion),
        "survivor": t.survivor(event.survivor),
    }


def _wounded(event: events.CompanionWounded, t: Any) -> str:
    sentence = ngettext(
        "%(survivor)s takes %(count)d wound", "%(survivor)s takes %(count)d wounds", event.count
    )
    return sentence % {"survivor": t.companion(event.companion), "count": event.count}


def standing_word(standing: str) -> str:
    return {
        "here": pgettext("companion", "goes along"),
        "alone": pgettext("companion", "waits where the leader fell"),
        "escaped": pgettext("companion", "left by the exit"),
        "gone": pgettext("companion", "went their own way"),
        "dead": pgettext("companion", "dead"),
    }[standing]


WORDS = Words(
    sentences={
        events.CompanionJoined: _joined,
        events.CompanionFollowed: _followed,
        events.CompanionWounded: _wounded,
        events.CompanionDied: lambda e, t: (
            _("%(survivor)s dies") % {"survivor": t.companion(e.companion)}
        ),
        events.CompanionWent: lambda e, t: (
            _("%(companion)s goes their own way") % {"companion": t.companion(e.companion)}
        ),
    },
    icons={
        events.CompanionJoined: "person",
        events.CompanionFollowed: "person",
        events.CompanionWounded: "wound",
        events.CompanionDied: "tomb",
    },
    losses={LOST: gettext_lazy("a companion has died")},
    refusals={
        "companion.name": gettext_lazy("A companion's name has 1 to %(most)s letters."),
        "companion.not_there": gettext_lazy("That companion is not on the board any more."),
        "companion.same": gettext_lazy("%(survivor)s leads them already."),
        "companion.there": gettext_lazy("They are at the table already."),
        "companion.unknown": gettext_lazy("Nobody of that name goes along."),
    },
    rules={
        "companions": gettext_lazy(
            "A companion goes with a leader, who has their blue skill; the first wound kills them"
        ),
    },
    because={
        events.CompanionJoined: lambda e, t: ["companions"],
        events.CompanionDied: lambda e, t: ["companions"],
    },
    fields={
        "companion": pgettext_lazy("what is asked", "companion"),
        "expendable": pgettext_lazy("what is asked", "the mission goes on if they die"),
        "exits": pgettext_lazy("what is asked", "must leave by the exit"),
        "health": pgettext_lazy("what is asked", "health"),
        "leader": pgettext_lazy("what is asked", "leader"),
    },
    values={OWN: pgettext_lazy("companion", "somebody of no box")},
    commands={
        "companion.join": pgettext_lazy("command", "A companion joins"),
        "companion.follow": pgettext_lazy("command", "Another leads the companion"),
        "companion.hurt": pgettext_lazy("command", "Wound of a companion"),
        "companion.leave": pgettext_lazy("command", "A companion goes their own way"),
    },
)
