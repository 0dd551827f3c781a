from collections.abc import Iterator

from rules.fields import Choice
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.hands import in_hand
from rules.mechanics.looking import About, in_play
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.black_plague.bile.commands import BilePlace
from rules.systems.black_plague.bile.play import PLACES


def biles(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about):
        held = in_hand(look.before, key, look.pack)
        cards = [copy for copy in held if effect_of(card_of(look.pack, copy), PLACES)]
        if cards:
            yield offer(BilePlace, survivor=key, card=Choice(values=tuple(cards)))
