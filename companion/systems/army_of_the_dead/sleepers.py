"""Sleepers (p. 18-19): tokens that turn into shamblers."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.rooms import Room
from companion.words import Case, Throw, Words
from rules.systems.army_of_the_dead.sleepers import ASKED as SLEEPERS
from rules.systems.army_of_the_dead.sleepers import SleepersKilled, SleepersLeft, SleepersWoke


def _thrown(e: SleepersLeft, t: Any) -> list[Throw]:
    """Return the one die of whoever leaves."""
    what = _("%(survivor)s leaves: a 1 wakes them") % {"survivor": t.survivor(e.survivor)}
    given_up = tuple((face,) for face in e.rerolled)
    words = gettext_lazy("they sleep on"), gettext_lazy("they wake")
    return [Throw(what, ((e.face, not e.woke),), *words, given_up)]


WORDS = Words(
    sentences={
        SleepersWoke: lambda e, t: (
            ngettext("%(count)d sleeper wakes", "%(count)d sleepers wake", e.count)
            % {"count": e.count}
        ),
        SleepersKilled: lambda e, t: (
            ngettext(
                "%(survivor)s eliminates %(count)d sleeper",
                "%(survivor)s eliminates %(count)d sleepers",
                e.count,
            )
            % {"survivor": t.survivor(e.survivor), "count": e.count}
        ),
        SleepersLeft: lambda e, t: (
            (
                _("%(survivor)s leaves sleepers behind (%(face)d): they wake")
                if e.woke
                else _("%(survivor)s leaves sleepers behind (%(face)d): they sleep on")
            )
            % {"survivor": t.survivor(e.survivor), "face": e.face}
        ),
    },
    throws={SleepersLeft: _thrown},
    refusals={
        "sleepers.stealthy": gettext_lazy("%(survivor)s is stealthy and wakes nobody."),
        "sleepers.weapon": gettext_lazy("Sleepers are eliminated with a melee weapon in hand."),
    },
    rules={"sleepers": gettext_lazy("Sleepers wake in the number of their token")},
    because={
        SleepersWoke: lambda e, t: ["sleepers"],
        SleepersKilled: lambda e, t: ["sleepers"],
        SleepersLeft: lambda e, t: ["sleepers"],
    },
    commands={
        "sleepers.wake": pgettext_lazy("command", "Sleepers wake"),
        "sleepers.kill": pgettext_lazy("command", "Eliminate sleepers"),
        "sleepers.leave": pgettext_lazy("command", "Leave a zone with sleepers"),
    },
    fields={
        "weapon": pgettext_lazy("what is asked", "with"),
    },
    tokens={"sleepers": pgettext_lazy("token", "Sleepers")},
    cases={
        "sleepers.wake": lambda pack: Case(
            _("Sleepers"),
            _(
                "Noise here or next door, a search, an objective or zombies wake them: turn the "
                "token, that many rise and do not act this phase. Too few figures: none is "
                "placed, all of that kind act once more."
            ),
        )
    },
    phase_lines={
        "players.noise": gettext_lazy(
            "Only the last noisy action leaves the noise token; it wakes sleepers next to it."
        ),
        "end.noise": gettext_lazy("The noise token goes where most survivors stand."),
    },
)


ROOM = Room(
    on_board=("sleepers.leave", "sleepers.kill", "sleepers.wake"),
    leads_to={"sleepers.leave": "rolled"},
    questions={SLEEPERS: "mechanics/sleepers/question.html"},
)
