"""Faults that are known and not mended yet, and what evenings cannot come to, with the reasons.

Both lists only shrink: a fault that no longer occurs fails `make soak`, and so does what was
reached; a reason that is not true of its box fails `make test`.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from rules import Pack, rulesets
from rules.mechanics.item_uses import use_of
from rules.mechanics.missions.mission import CARRIED
from rules.mechanics.spawn.distributing import DISTRIBUTOR
from rules.mechanics.spawn.step import BY_TOKEN
from rules.packs.copies import deck_copies
from tests.robot.box import USUAL
from tests.robot.promises import Fault


class Known(NamedTuple):
    """A fault: `*` is any game; the rest are patterns."""

    game: str
    promise: str
    where: str
    what: str
    reason: str

    def fits(self, game: str, fault: Fault) -> bool:
        return (
            self.game in (game, "*")
            and self.promise == fault.promise
            and re.search(self.where, fault.where) is not None
            and re.search(self.what, fault.what) is not None
        )


KNOWN: tuple[Known, ...] = ()


class Never(NamedTuple):
    """Kinds of commands and events that no evening of some games reaches, and why.

    `holds` is the reason once more, to be asked of the box with all that expands it.
    """

    games: str
    kinds: str
    reason: str
    holds: Callable[[Pack], bool]


SECOND, PLAGUE, RUE, ARMY = "zombicide-2e", "black-plague", "rue-morgue", "army-of-the-dead"
NEVER: tuple[Never, ...] = (
    Never(
        f"{SECOND} {PLAGUE} {RUE}",
        "card.describe card.described",
        "every card of the box is known",
        lambda pack: (
            not any(
                card.sure == "unknown"
                for deck in (USUAL, *(own.deck for own in rulesets[pack.game].zone_decks.values()))
                for card in deck_copies(pack, deck).values()
            )
        ),
    ),
    Never(
        f"{SECOND} {PLAGUE} {ARMY}",
        "item.combine",
        "no two cards of the box make another",
        lambda pack: "combine" not in _effects(pack),
    ),
    Never(
        f"{RUE} {ARMY}",
        "item.use item.used",
        "no card whose text we know is used by itself",
        lambda pack: not any(use_of(card) for card in pack.equipment),
    ),
    Never(
        f"{SECOND} {PLAGUE} {RUE}",
        "token.pass token.passed slots.filled",
        "no mission of the box has tokens that are carried",
        lambda pack: (
            not any(rule.do in CARRIED for mission in pack.missions for rule in mission.rules)
        ),
    ),
    Never(
        f"{PLAGUE} {RUE} {ARMY}",
        "token.return token.returned",
        "no mission of the box has objective cards",
        lambda pack: not any(mission.objective_cards for mission in pack.missions),
    ),
    Never(
        ARMY,
        "door.open door.tried",
        "no card and no skill of the box opens doors",
        lambda pack: (
            not any(card.doors for card in pack.equipment) and not _gives(pack, "opens_doors")
        ),
    ),
    Never(
        ARMY,
        "deck.redraw",
        "no skill of the box lets a card be drawn again",
        lambda pack: not _gives(pack, "redraws"),
    ),
    Never(
        f"{PLAGUE} {ARMY}",
        "spawn.deal spawn.dealt spawn.give spawn.given",
        "no skill of the box gives zombie cards out",
        lambda pack: all(skill.family != DISTRIBUTOR for skill in pack.skills.values()),
    ),
    Never(
        f"{SECOND} {RUE} {ARMY}",
        "armour.rolled",
        "the box has no armour",
        lambda pack: not any(card.armour for card in pack.equipment) and not _gives(pack, "armour"),
    ),
    Never(
        ARMY,
        "wounds.ignored",
        "nothing whose text we know stops a wound",
        lambda pack: (
            "ignore-wounds" not in _effects(pack)
            and not _gives(pack, "ignore_wounds", "immune", "cards_for_wounds")
        ),
    ),
    Never(
        f"{PLAGUE} {RUE} {ARMY}",
        "weapon.broken",
        "no weapon of the box has all-out dice",
        lambda pack: not any(card.all_out for card in pack.equipment),
    ),
    Never(
        f"{SECOND} {PLAGUE} {RUE}",
        "weapon.empty",
        "no weapon of the box has ammo dice",
        lambda pack: not any(way.ammo_dice for card in pack.equipment for way in card.profiles),
    ),
    Never(
        f"{SECOND} {RUE}",
        "spawn.doubled",
        "no card of the box doubles the next draw",
        lambda pack: all(card.kind != "double_spawn" for card in deck_copies(pack, USUAL).values()),
    ),
    Never(
        f"{SECOND} {PLAGUE} {ARMY}",
        "dice.rolled",
        "zombies come by token, not by dice",
        lambda pack: rulesets[pack.game].spawn_order is BY_TOKEN,
    ),
)


def _effects(pack: Pack) -> set[str]:
    return {effect.do for card in pack.equipment for effect in card.effects}


def _gives(pack: Pack, *what: str) -> bool:
    return any(each in skill.gives for skill in pack.skills.values() for each in what)


def unknown(faults: set[Fault], game: str) -> list[str]:
    return sorted(
        str(fault) for fault in faults if not any(known.fits(game, fault) for known in KNOWN)
    )


def never(game: str) -> set[str]:
    """Kinds of commands and events that this game does not come to."""
    return {kind for each in NEVER if game in each.games.split() for kind in each.kinds.split()}
