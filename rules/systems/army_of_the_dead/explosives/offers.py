from collections.abc import Iterator

from rules.fields import Choice
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.explosives.commands import ExplosiveLay
from rules.systems.army_of_the_dead.explosives.play import LAY


def layings(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        cards = tuple(
            copy
            for copy in survivor.inventory.values()
            if effect_of(card_of(look.pack, copy), LAY)
            and is_ready(look.before, key, copy, look.pack)
        )
        if cards:
            yield offer(ExplosiveLay, survivor=key, card=Choice(values=cards))
