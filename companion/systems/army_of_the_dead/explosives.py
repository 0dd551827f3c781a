"""Explosives that lie on the board (p. 26): TNT, traps and cans of gasoline."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.teller import Teller
from companion.words import Meter, Words
from rules.packs.schema.cards import Effect
from rules.systems.army_of_the_dead.explosives import ExplosiveLaid
from rules.systems.army_of_the_dead.state import ArmyState, Laid


def _lying(t: Teller) -> Meter | None:
    """Return the explosives that lie on the board, with the rounds in which they go off."""
    laid = ArmyState.of(t.state).laid
    if not laid:
        return None
    things = "; ".join(_thing(explosive, t) for explosive in laid)
    return Meter("explosives", "fire", _("On the board: %(things)s") % {"things": things})


def _thing(laid: Laid, t: Teller) -> str:
    if laid.round is None:
        return t.weapon(laid.card)
    words = _("%(card)s, goes off at the end of the zombie phase of round %(round)d")
    return words % {"card": t.weapon(laid.card), "round": laid.round}


def _explode(effect: Effect, t: Teller) -> str:
    damage = {"damage": effect.damage or 0}
    if effect.when == "hit":
        return _("A shot sets it off: damage %(damage)d to everybody in its zone.") % damage
    if effect.when == "next-actor-enters":
        words = _("The next one who enters sets it off: damage %(damage)d to everybody there.")
        return words % damage
    words = _("It goes off after the next zombie phase: damage %(damage)d to everybody there.")
    return words % damage


WORDS = Words(
    meters={"explosives": _lying},
    sentences={
        ExplosiveLaid: lambda e, t: (
            _("%(survivor)s lays down: %(card)s")
            % {"survivor": t.survivor(e.survivor), "card": t.weapon(e.card)}
        ),
    },
    icons={ExplosiveLaid: "fire"},
    refusals={
        "explosive.due": gettext_lazy(
            "The fuse of what lies on the board has burnt down: let it go off first."
        ),
        "explosive.not_hit": gettext_lazy("What lies there does not go off by this attack."),
        "explosive.not_laid": gettext_lazy("That card is not laid down on the board."),
    },
    commands={
        "explosive.lay": pgettext_lazy("command", "Lay it down here: 1 action"),
    },
    effects={"explode": _explode},
)


ROOM = Room(on_item={"explosive.lay": "fire"})
