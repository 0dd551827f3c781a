"""Attacks: who is hit, who dies, what breaks, who is hit by mistake."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.teller import Teller
from companion.words import Reason, Words
from rules.mechanics.attacks.attack import (
    AttackResolved,
    AttackRolled,
    HitWasted,
    WeaponBroken,
    WeaponEmpty,
)


def _attack(e: AttackResolved, t: Teller) -> str:
    """Return an attack in the few words the undo bar has room for."""
    kills = sum(e.killed.values())
    words = ngettext(
        "attack of %(survivor)s, %(kills)d kill", "attack of %(survivor)s, %(kills)d kills", kills
    )
    words %= {"survivor": t.survivor(e.survivor), "kills": kills}
    hit = ", ".join(t.survivor(hurt.survivor) for hurt in e.hurt)
    return _("%(words)s; it hits %(who)s") % {"words": words, "who": hit} if hit else words


def _rolled(e: AttackRolled, t: Teller) -> list[Reason]:
    weapons = ", ".join(t.weapon(name) for name in e.weapons)
    needs = _("%(accuracy)d or more, damage %(damage)d") % {
        "accuracy": e.accuracy,
        "damage": e.damage,
    }
    faces = t.faces(e.faces + e.all_out + e.ammo)
    return [Reason(weapons, needs), Reason(_("Dice"), faces)]


WORDS = Words(
    headlines={AttackResolved: _attack},
    sentences={
        AttackRolled: lambda e, t: (
            ngettext(
                "%(survivor)s rolls %(faces)s: %(hits)d hit",
                "%(survivor)s rolls %(faces)s: %(hits)d hits",
                e.hits,
            )
            % {
                "survivor": t.survivor(e.survivor),
                "faces": t.faces(e.faces + e.all_out + e.ammo),
                "hits": e.hits,
            }
        ),
        HitWasted: lambda e, t: (
            ngettext("%(count)d hit wasted", "%(count)d hits wasted", e.count) % {"count": e.count}
        ),
        WeaponBroken: lambda e, t: _("%(weapon)s breaks") % {"weapon": t.weapon(e.weapon)},
        WeaponEmpty: lambda e, t: _("%(weapon)s is empty") % {"weapon": t.weapon(e.weapon)},
    },
    icons={AttackResolved: "aim", AttackRolled: "aim"},
    refusals={
        "attack.empty": gettext_lazy("That weapon is empty. Reload it first."),
        "attack.no_all_out": gettext_lazy("That weapon has no all-out dice."),
        "attack.no_concentrating": gettext_lazy("This game has no concentrated attacks."),
        "attack.no_profile": gettext_lazy(
            "That weapon cannot be used for this attack, or we lack its values."
        ),
        "attack.no_reroll": gettext_lazy("%(survivor)s has nothing that allows this reroll."),
        "attack.no_spare": gettext_lazy(
            "%(survivor)s has nothing that makes broken symbols count for nothing."
        ),
        "attack.not_dual": gettext_lazy("Two of that weapon cannot be used at once."),
        "attack.not_first": gettext_lazy("Others must be hit before that target."),
        "attack.not_in_hand": gettext_lazy("That weapon is not in hand."),
        "attack.not_second": gettext_lazy(
            "A second zone takes the other of two equal weapons, right after the first."
        ),
        "attack.not_there": gettext_lazy("That target is not in the zone."),
        "attack.out_of_range": gettext_lazy(
            "That weapon reaches from %(nearest)s to %(furthest)s."
        ),
        "attack.two_names": gettext_lazy("Two weapons at once must be of the same name."),
        "attack.weapon": gettext_lazy("Name a weapon, or its printed values."),
    },
    rules={
        "all-out": gettext_lazy("A broken symbol on an all-out die breaks the weapon"),
        "targets": gettext_lazy("Ranged hits are given out in the target order"),
        "crawlers": gettext_lazy("A natural 1 leaves a crawler of a killed skinner"),
    },
    because={
        WeaponBroken: lambda e, t: ["all-out"],
        HitWasted: lambda e, t: ["targets"],
        AttackResolved: lambda e, t: ["crawlers"] if e.arrival else [],
    },
    reasons={AttackRolled: _rolled},
    commands={
        "attack.resolve": pgettext_lazy("command", "Attack"),
    },
    fields={
        "all_out": pgettext_lazy("what is asked", "all-out"),
        "also": pgettext_lazy("what is asked", "goes off there, too"),
        "ammo_dice": pgettext_lazy("what is asked", "ammo dice"),
        "assign": pgettext_lazy("what is asked", "hit first"),
        "bonus_damage": pgettext_lazy("what is asked", "extra damage"),
        "bonus_dice": pgettext_lazy("what is asked", "extra dice"),
        "bonus_roll": pgettext_lazy("what is asked", "added to each die"),
        "concentrate": pgettext_lazy("what is asked", "all hits on one"),
        "ignore_breaks": pgettext_lazy("what is asked", "broken symbols count for nothing"),
        "lit": pgettext_lazy("what is asked", "the zone is lit"),
        "mode": pgettext_lazy("what is asked", "kind of attack"),
        "profile": pgettext_lazy("what is asked", "printed values"),
        "range": pgettext_lazy("what is asked", "distance"),
        "rerolls": pgettext_lazy("what is asked", "roll again with"),
        "second": pgettext_lazy("what is asked", "the other weapon, at another zone"),
        "saved": pgettext_lazy("what is asked", "stray hits armor stopped"),
        "spare": pgettext_lazy("what is asked", "what pays for it"),
        "survivors_in_zone": pgettext_lazy("what is asked", "ours in that zone"),
        "targets": pgettext_lazy("what is asked", "in the zone"),
        "weapons": pgettext_lazy("what is asked", "weapon"),
        "accuracy": pgettext_lazy("what is asked", "hits at"),
        "damage": pgettext_lazy("what is asked", "damage"),
        "noisy": pgettext_lazy("what is asked", "noisy"),
        "explosive": pgettext_lazy("what is asked", "explosive"),
    },
    values={
        "melee": pgettext_lazy("attack", "Melee"),
        "ranged": pgettext_lazy("attack", "Ranged"),
        "magic": pgettext_lazy("attack", "Magic"),
        "ram": pgettext_lazy("attack", "Ramming"),
    },
)
