"""Zombies in nets (p. 26): they do nothing in the next zombie phase."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.systems.army_of_the_dead.nets import ZombiesFreed, ZombiesNetted
from rules.systems.army_of_the_dead.state import ArmyState


def _in_nets(t: Teller) -> Meter | None:
    """Return the zombies in nets, which do not act."""
    nets = ArmyState.of(t.state).nets
    if not nets:
        return None
    zombies = ", ".join(t.zombies(net.zombie, net.count) for net in nets)
    words = _("In nets, they do not act: %(zombies)s")
    return Meter("nets", "link", words % {"zombies": zombies})


WORDS = Words(
    meters={"nets": _in_nets},
    sentences={
        ZombiesNetted: lambda e, t: (
            _("caught in a net: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.count)}
        ),
        ZombiesFreed: lambda e, t: (
            _("out of the net again: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.count)}
        ),
    },
    icons={ZombiesNetted: "link", ZombiesFreed: "link"},
    fields={
        "netted": pgettext_lazy("what is asked", "the target lies in a net"),
    },
    effects={"entangle": lambda e, t: _("Whoever is hit is held and does not act.")},
)
