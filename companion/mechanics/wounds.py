"""Health, wounds, out of action, rescue, escape, and when the game is lost."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from companion.mechanics.armour import armour_throws
from companion.rooms import Room
from companion.words import Words
from rules.mechanics.wounds.wound import (
    NOBODY_LEFT,
    Died,
    Escaped,
    FriendlyFire,
    Healed,
    KnockedOut,
    Rescued,
    Wounded,
    WoundsDealt,
    WoundsIgnored,
    ZombiesAttacked,
)


def _what_came(e: WoundsDealt, t: Any) -> str:
    """Return the wounds left after those that were stopped; empty where nothing can stop any."""
    stops = [hurt.armour.saved for hurt in e.hurt if hurt.armour is not None]
    stops += [ignored.count for hurt in e.hurt for ignored in hurt.ignored]
    if not stops:
        return ""
    who = t.groups(e.zombies) or ", ".join(t.survivor(hurt.survivor) for hurt in e.hurt)
    taken = sum(hurt.taken for hurt in e.hurt)
    fates = [
        (_("%(survivor)s dies") if hurt.fate == "dead" else _("%(survivor)s is out of action"))
        % {"survivor": t.survivor(hurt.survivor)}
        for hurt in e.hurt
        if hurt.fate is not None
    ]
    came = ngettext("%(who)s: %(count)d wound", "%(who)s: %(count)d wounds", taken)
    kept = ngettext("%(count)d stopped", "%(count)d stopped", sum(stops))
    return ", ".join((came % {"who": who, "count": taken}, kept % {"count": sum(stops)}, *fates))


def _who_attacks(e: ZombiesAttacked, t: Any) -> str:
    words = ngettext("%(zombies)s attacks", "%(zombies)s attack", sum(e.zombies.values()))
    return words % {"zombies": t.groups(e.zombies)}


WORDS = Words(
    sentences={
        Wounded: lambda e, t: (
            ngettext(
                "%(survivor)s takes %(count)d wound", "%(survivor)s takes %(count)d wounds", e.count
            )
            % {"survivor": t.survivor(e.survivor), "count": e.count}
        ),
        Healed: lambda e, t: (
            ngettext(
                "%(survivor)s heals %(count)d wound", "%(survivor)s heals %(count)d wounds", e.count
            )
            % {"survivor": t.survivor(e.survivor), "count": e.count}
        ),
        KnockedOut: lambda e, t: (
            _("%(survivor)s is out of action") % {"survivor": t.survivor(e.survivor)}
        ),
        Rescued: lambda e, t: _("%(survivor)s is picked up") % {"survivor": t.survivor(e.survivor)},
        Died: lambda e, t: _("%(survivor)s dies") % {"survivor": t.survivor(e.survivor)},
        Escaped: lambda e, t: _("%(survivor)s escapes") % {"survivor": t.survivor(e.survivor)},
        FriendlyFire: lambda e, t: (
            ngettext(
                "friendly fire: %(survivor)s takes %(count)d wound",
                "friendly fire: %(survivor)s takes %(count)d wounds",
                e.wounds,
            )
            % {"survivor": t.survivor(e.survivor), "count": e.wounds}
        ),
        WoundsIgnored: lambda e, t: (
            ngettext(
                "%(survivor)s ignores %(count)d wound",
                "%(survivor)s ignores %(count)d wounds",
                e.count,
            )
            % {"survivor": t.survivor(e.survivor), "count": e.count}
        ),
        ZombiesAttacked: lambda e, t: (
            ngettext("%(who)s: %(count)d wound", "%(who)s: %(count)d wounds", e.wounds)
            % {"who": _who_attacks(e, t), "count": e.wounds}
        ),
    },
    headlines={WoundsDealt: _what_came},
    throws={WoundsDealt: lambda e, t: armour_throws(e.hurt, t)},
    icons={
        Wounded: "wound",
        Healed: "heart",
        KnockedOut: "bandage",
        Died: "tomb",
    },
    losses={
        "survivor": gettext_lazy("a survivor is dead"),
        NOBODY_LEFT: gettext_lazy("all survivors have been eliminated"),
    },
    refusals={
        "wounds.no_cards": gettext_lazy("%(survivor)s has no skill that trades cards for wounds."),
        "wounds.too_many_cards": gettext_lazy("One card for each wound of %(survivor)s, no more."),
        "survivor.not_down": gettext_lazy("%(survivor)s is not lying on the board."),
        "wound.none": gettext_lazy("%(survivor)s has no wound to heal."),
        "wounds.shared": ngettext_lazy(
            "%(total)s wound must be shared out; shared out now: %(shared)s.",
            "%(total)s wounds must be shared out; shared out now: %(shared)s.",
            "total",
        ),
        "wounds.spill": gettext_lazy(
            "What one survivor cannot take goes to the others in the zone."
        ),
    },
    rules={
        "out-of-action": gettext_lazy("To be picked up before the end of the next round"),
        "friendly-fire": gettext_lazy("Ranged misses hit survivors in the zone"),
    },
    because={
        KnockedOut: lambda e, t: ["out-of-action"],
        Rescued: lambda e, t: ["out-of-action"],
        FriendlyFire: lambda e, t: ["friendly-fire"],
    },
    fields={
        "discards": pgettext_lazy("what is asked", "cards given up"),
        "armour": pgettext_lazy("what is asked", "roll for armor"),
        "lend_shield": pgettext_lazy("what is asked", "use the shield's value"),
        "source": pgettext_lazy("what is asked", "by whom"),
        "wounds": pgettext_lazy("what is set", "wounds"),
        "status": pgettext_lazy("what is set", "status"),
    },
    values={
        "friendly_fire": pgettext_lazy("source of wounds", "our own fire"),
        "other": pgettext_lazy("source of wounds", "something else"),
        "in_play": pgettext_lazy("status", "in play"),
        "out_of_action": pgettext_lazy("status", "out of action"),
        "dead": pgettext_lazy("status", "dead"),
        "escaped": pgettext_lazy("status", "escaped"),
    },
    options={
        "out-of-action": (
            pgettext_lazy("house rule", "Out of action"),
            pgettext_lazy(
                "house rule",
                "Who loses the last health can be picked up until the end of the next round.",
            ),
        ),
    },
    commands={
        "wound.take": pgettext_lazy("command", "Wound"),
        "wound.heal": pgettext_lazy("command", "Heal"),
        "survivor.rescue": pgettext_lazy("command", "Pick up"),
        "survivor.escape": pgettext_lazy("command", "Leave by the exit"),
        "zombies.attack": pgettext_lazy("command", "Zombies attack a zone"),
    },
)


ROOM = Room(
    on_board=("zombies.attack",), leads_to={"zombies.attack": "rolled", "wound.take": "rolled"}
)
