"""Flashlights at night (Washington Z.C., p. 9-10)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.hooks import Fact, Notice
from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.words import Meter, Words
from rules import TableState
from rules.systems.zombicide_2e.light import LightSwitched
from rules.systems.zombicide_2e.state import SecondEditionState


def _night(t: Teller) -> Meter | None:
    """Return the rules that the night changes, while it lasts (p. 8)."""
    if not SecondEditionState.of(t.state).is_night:
        return None
    return Meter("night", "moon", _("Shots at 6+. Sight 0-1; zombies, 0."))


WORDS = Words(
    sentences={
        LightSwitched: lambda e, t: (
            (_("%(survivor)s: light on") if e.on else _("%(survivor)s: light off"))
            % {"survivor": t.survivor(e.survivor)}
        ),
    },
    icons={LightSwitched: "flashlight"},
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


def _lights(board: Board) -> Mapping[str, Any]:
    """Return whose light is still to be seen this round, and who has one to switch on.

    Lights matter at night, and where one is on already.
    """
    state = SecondEditionState.of(board.state)
    lit = [survivor.name for survivor in state.survivors.values() if survivor.light]
    seen = lit if state.is_night and not state.light_seen else []
    have_one = [offer.fixed["survivor"] for offer in board.offered.of("light.on") if offer.is_open]
    return {"beams": seen, "is_night": state.is_night, "have_one": have_one}


def _of_the_sky(board: Board, before: TableState) -> Iterator[Notice]:
    """Yield that night falls or day breaks (Washington Z.C., p. 7-10)."""
    after = board.state
    if before.hour is None or after.hour is None or before.is_night == after.is_night:
        return
    why = _("Round %(round)d · %(hour)d:00") % {"round": after.round, "hour": after.hour}
    if not after.is_night:
        facts = [Fact("eye", _("Sight"), _("as far as the lines reach again, for everybody"))]
        yield Notice("sun", _("Day breaks"), _("the rules of the night are over"), why, facts)
        return
    facts = [
        Fact("eye", _("Survivors see"), _("range 0-1")),
        Fact("walker", _("Zombies see"), _("their own zone only")),
        Fact("aim", _("Ranged attacks"), _("hit with 6, unless the zone is lit")),
        Fact(
            "flashlight",
            _("A flashlight"),
            _("lights two zones, and whoever sees it acts once more"),
        ),
    ]
    yield Notice("moon", _("Night falls"), _("until 7:00"), why, facts)


ROOM = Room(
    on_board=("light.seen",),
    acting="mechanics/light/acting.html",
    deeds="mechanics/light/deeds.html",
    context=_lights,
    notices=_of_the_sky,
)
