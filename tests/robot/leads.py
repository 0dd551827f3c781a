"""What somebody who has played before does to make something else possible.

The robot reads in a list that it cannot choose a skill now; whoever knows the game scores first.
What takes a set-up of its own is in `scenes`.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Lead(NamedTuple):
    """A command, with what to say in its form; where nothing is said, the first choice."""

    kind: str
    said: Mapping[str, str] = {}
    at: str = ""
    """The sheet with its button, where that is not the list of everything."""


SCORE = Lead("points.award", {"amount": "43"})
HURT = Lead("wound.take", {"count": "1"})
KNOCK_OUT = Lead("wound.take", {"count": "9"})
NIGHT = Lead("clock.set", {"hour": "23"})
FIND = Lead("deck.draw", {"count": "6"})
JOIN = Lead("companion.join")
NECROMANCER = Lead("zombies.add", {"zombie": "necromancer"})


def take(card: str) -> Lead:
    """A card by its name, into somebody's things; another one where this box has no such card."""
    return Lead("deck.take", {"card": card})


def hold(card: str) -> tuple[Lead, Lead]:
    """A card by its name, in somebody's hand."""
    return take(card), Lead("item.move", {"card": card})


FOOD = ("canned-food", "apples")

LEADS: dict[str, tuple[Lead, ...]] = {
    "skill.choose": (SCORE,),
    "skill.use": (SCORE, Lead("skill.choose")),
    "companion.follow": (JOIN,),
    "companion.hurt": (JOIN,),
    "companion.leave": (JOIN,),
    "survivor.rescue": (KNOCK_OUT,),
    "wound.heal": (HURT,),
    "wound.place": (FIND, HURT),
    "item.move": (FIND,),
    "item.use": tuple(take(card) for card in FOOD),
    "item.combine": (take("glass-bottles"), take("gasoline")),
    "deck.discard": (FIND,),
    "attack.resolve": (Lead("equipment.deal"), FIND),
    "blast.resolve": (*hold("molotov"), *hold("tnt")),
    "door.open": (*hold("crowbar"), *hold("axe")),
    "token.return": (Lead("token.take", {"colour": "card"}),),
    "light.on": (NIGHT,),
    "light.off": (NIGHT, Lead("light.on")),
    "light.seen": (NIGHT, Lead("light.on"), Lead("zombies.add")),
    "zombies.kill": (Lead("zombies.add"),),
    "zombies.remove": (Lead("zombies.add"),),
    "zombies.split": (Lead("zombies.add", {"count": "2"}),),
    "zone.remove": (Lead("zone.add"),),
    "zone.start": (Lead("zone.remove", {"zone": "1"}),),
    "zone.order": (Lead("zone.add"),),
    "zone.activate": (Lead("zone.deactivate"),),
    "vault.throw": (Lead("vault.attempt"),),
    "vault.help": (Lead("vault.attempt"),),
    "explosive.lay": hold("tnt"),
    "helicopter.leave": (Lead("helicopter.board"),),
    "helicopter.store": (FIND,),
    "helicopter.fetch": (FIND, Lead("helicopter.store")),
    "personal.meet": (Lead("personal.draw"),),
    "necromancer.escape": (NECROMANCER,),
    "necromancer.kill": (NECROMANCER,),
    "spawn.resolve": (Lead("card.describe"),),
    "spawn.go_on": (Lead("points.award", {"amount": "20"}),),
}
