"""Objective tokens, and what a mission reminds the players of."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.mechanics.spawn import zombies_of
from companion.rooms import Room
from companion.terms import damage_needed, slot_word
from companion.things import item_words
from companion.words import Occasion, Words, value_word
from rules import Pack
from rules.mechanics.missions.mission import (
    OBJECTIVE,
    MissionTicked,
    SlotsFilled,
    TokenPassed,
    TokenReturned,
    TokenTaken,
)
from rules.mechanics.missions.tokens import CARD, CRATE
from rules.packs.schema import Mission

MOMENTS = {
    "setup": pgettext_lazy("moment of a mission", "set-up"),
    "players": pgettext_lazy("moment of a mission", "players phase"),
    "move": pgettext_lazy("moment of a mission", "on the move"),
    "search": pgettext_lazy("moment of a mission", "search"),
    "door": pgettext_lazy("moment of a mission", "doors"),
    "building": pgettext_lazy("moment of a mission", "buildings"),
    "objective": pgettext_lazy("moment of a mission", "objectives"),
    "vault": pgettext_lazy("moment of a mission", "vault"),
    "zombies": pgettext_lazy("moment of a mission", "zombies phase"),
    "spawn": pgettext_lazy("moment of a mission", "spawn step"),
    "end": pgettext_lazy("moment of a mission", "end phase"),
    "hour": pgettext_lazy("moment of a mission", "at this hour"),
    "night": pgettext_lazy("moment of a mission", "at night"),
}


TOKENS = {
    "pimp-crate": pgettext_lazy("token", "Pimp weapon crate"),
    "objective-red": pgettext_lazy("token", "Red objective"),
    "objective-blue": pgettext_lazy("token", "Blue objective"),
    "objective-green": pgettext_lazy("token", "Green objective"),
    "objective-yellow": pgettext_lazy("token", "Yellow objective"),
    "objective-violet": pgettext_lazy("token", "Violet objective"),
    "objective-pink": pgettext_lazy("token", "Pink objective"),
    "objectives": pgettext_lazy("token", "Objectives"),
    "spawn": pgettext_lazy("token", "Spawn zone"),
    "spawn-zone": pgettext_lazy("token", "Spawn zone"),
    "spawn-outside-hellhole": pgettext_lazy("token", "Spawn zone outside the hellhole"),
    "spawn-locators": pgettext_lazy("token", "Spawn locators"),
    "trapdoor": pgettext_lazy("token", "Trapdoor"),
    "trapdoor-violet": pgettext_lazy("token", "Violet trapdoor"),
    "trapdoor-yellow": pgettext_lazy("token", "Yellow trapdoor"),
    "exit": pgettext_lazy("token", "Exit"),
    "elevator": pgettext_lazy("token", "Lift"),
    "sealed-door": pgettext_lazy("token", "Sealed door"),
    "closed-doors": pgettext_lazy("token", "Closed doors"),
    "open-door": pgettext_lazy("token", "Open door"),
    "door": pgettext_lazy("token", "Door"),
    "doors": pgettext_lazy("token", "Doors"),
    "stairs": pgettext_lazy("token", "Stairs"),
    "humvee": pgettext_lazy("token", "Humvee"),
    "permanent-noise": pgettext_lazy("token", "Permanent noise"),
    "black-book": pgettext_lazy("token", "Black book"),
    "event-trigger": pgettext_lazy("token", "Event trigger"),
}


def _taken(e: TokenTaken, t: Any) -> str:
    who = {"survivor": t.survivor(e.survivor)}
    if e.colour == CRATE:
        return _("%(survivor)s opens a crate") % who
    if e.colour == CARD:
        return _("%(survivor)s takes an objective card") % who
    return _("%(survivor)s takes an objective (%(colour)s)") % {
        **who,
        "colour": value_word(e.colour, t.game),
    }


def _ticked(e: MissionTicked, t: Any) -> str:
    done = _("done: %(what)s") if e.done else _("not done: %(what)s")
    return done % {"what": item_words(e.item, t)}


WORDS = Words(
    sentences={
        TokenTaken: _taken,
        TokenReturned: lambda e, t: (
            _("%(survivor)s puts an objective card back") % {"survivor": t.survivor(e.survivor)}
        ),
        TokenPassed: lambda e, t: (
            _("%(survivor)s gives the objective (%(colour)s) to %(other)s")
            % {
                "survivor": t.survivor(e.survivor),
                "colour": value_word(e.colour, t.game),
                "other": t.survivor(e.to),
            }
        ),
        SlotsFilled: lambda e, t: (
            _("it takes up: %(slots)s") % {"slots": ", ".join(slot_word(slot) for slot in e.slots)}
        ),
        MissionTicked: _ticked,
    },
    occasions={
        OBJECTIVE: Occasion(
            title=pgettext_lazy("why zombies come", "Objective"),
            places=lambda n: ngettext("%(n)d objective", "%(n)d objectives", n) % {"n": n},
            headline=lambda step: _("objective taken: %(zombies)s") % {"zombies": zombies_of(step)},
        ),
    },
    icons={
        TokenTaken: "flag",
        TokenReturned: "flag",
        TokenPassed: "flag",
        MissionTicked: "check",
    },
    refusals={
        "token.gone": gettext_lazy("%(survivor)s has left the board with it."),
        "token.none": gettext_lazy("This mission has no such objective left on the board."),
        "token.apart": gettext_lazy(
            "%(survivor)s has the other one: different survivors must carry them."
        ),
        "token.of_campaign": gettext_lazy(
            "The campaign counts its objective cards. Take them on its page."
        ),
        "mission.no_item": gettext_lazy("This mission asks for no such thing."),
        "mission.same": gettext_lazy("It is ticked so already."),
    },
    fields={
        "colour": pgettext_lazy("what is asked", "color"),
        "item": pgettext_lazy("what is asked", "what"),
        "done": pgettext_lazy("what is asked", "done"),
    },
    commands={
        "token.take": pgettext_lazy("command", "Take an objective"),
        "token.return": pgettext_lazy("command", "Put an objective card back"),
        "token.pass": pgettext_lazy("command", "Hand an objective over"),
        "mission.tick": pgettext_lazy("command", "Tick something of the mission"),
    },
    tokens=TOKENS,
)


def _boss(mission: Mission, pack: Pack) -> Mapping[str, Any] | None:
    """Return the abomination that leads the mission, and what kills it."""
    boss = next((zombie for zombie in pack.zombies if zombie.id == mission.boss), None)
    return {"boss": boss, "needs": damage_needed(boss)} if boss else None


ROOM = Room(
    on_board=("token.take", "token.return", "token.pass"),
    finds=("token.take",),
    on_paper="mechanics/missions/paper.html",
    printed=_boss,
)
