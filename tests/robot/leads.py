"""What somebody who has played before does to make something else possible.

The robot reads in a list that it cannot choose a skill now; whoever knows the game scores first.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Lead(NamedTuple):
    """A command, with what to say in its form; where nothing is said, the first choice."""

    kind: str
    said: Mapping[str, str] = {}


SCORE = Lead("points.award", {"amount": "43"})
HURT = Lead("wound.take", {"count": "1"})
KNOCK_OUT = Lead("wound.take", {"count": "9"})
NIGHT = Lead("clock.set", {"hour": "23"})
FIND = Lead("deck.draw", {"count": "6"})
NECROMANCER = Lead("zombies.add", {"zombie": "necromancer"})


def take(card: str) -> Lead:
    """A card by its name, into somebody's things; another one where this box has no such card."""
    return Lead("deck.take", {"card": card})


INTO_HAND = Lead("item.move")
SHOOT = Lead("attack.resolve", {"mode": "ranged", "targets.walker": "1", "targets.shambler": "1"})
RELOADED = ("sawed-off", "hand-crossbow", "shotgun", "double-barrel")
FOOD = ("canned-food", "apples")

LEADS: dict[str, tuple[Lead, ...]] = {
    "skill.choose": (SCORE,),
    "skill.use": (SCORE, Lead("skill.choose")),
    "extra_action.use": (SCORE,),
    "survivor.rescue": (KNOCK_OUT,),
    "wound.heal": (HURT,),
    "wound.place": (FIND, HURT),
    "item.move": (FIND,),
    "item.use": tuple(take(card) for card in FOOD),
    "item.combine": (take("glass-bottles"), take("gasoline")),
    "deck.discard": (FIND,),
    "deck.redraw": (SCORE, Lead("skill.choose"), FIND),
    "weapon.reload": (*(take(card) for card in RELOADED), INTO_HAND, SHOOT, SHOOT),
    "attack.resolve": (Lead("equipment.deal"), FIND),
    "blast.resolve": (FIND,),
    "bile.place": (take("dragon-bile"), INTO_HAND),
    "light.on": (NIGHT,),
    "light.off": (NIGHT, Lead("light.on")),
    "light.seen": (NIGHT, Lead("light.on"), Lead("zombies.add")),
    "zombies.kill": (Lead("zombies.add"),),
    "zombies.remove": (Lead("zombies.add"),),
    "zombies.split": (Lead("zombies.add", {"count": "2"}),),
    "zone.remove": (Lead("zone.add"),),
    "zone.order": (Lead("zone.add"),),
    "zone.activate": (Lead("zone.deactivate"),),
    "vault.throw": (Lead("vault.attempt"),),
    "vault.help": (Lead("vault.attempt"),),
    "personal.meet": (Lead("personal.draw"),),
    "necromancer.escape": (NECROMANCER,),
    "necromancer.kill": (NECROMANCER,),
    "necromancer.ritual": (NECROMANCER, NECROMANCER, Lead("phase.next")),
    "team_action.use": (Lead("phase.next"),),
    "spawn.resolve": (Lead("card.describe"),),
    "spawn.go_on": (Lead("points.award", {"amount": "20"}),),
}
