from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice
from rules.mechanics.equipment.cards import card_of
from rules.mechanics.equipment.offers import carried
from rules.mechanics.looking import About, in_play
from rules.mechanics.reloading.commands import WeaponReload
from rules.mechanics.reloading.play import is_magazine, needs_magazine
from rules.offers import Offer, offer
from rules.play import Play


def reloads(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        magazines = tuple(copy for copy in carried(survivor) if is_magazine(look, copy))
        for copy in survivor.turned:
            card = card_of(look.pack, copy)
            if needs_magazine(card):
                none = None if magazines else IllegalCommand("reload.magazine")
                spent = Choice(values=magazines, optional=not magazines)
                yield offer(WeaponReload, none, survivor=key, cards=(copy,), magazine=spent)
            elif card.reload:
                yield offer(WeaponReload, survivor=key, cards=(copy,))
                twins = [other for other in survivor.turned if other > copy]
                for twin in twins:
                    if card_of(look.pack, twin).id == card.id:
                        yield offer(WeaponReload, survivor=key, cards=(copy, twin))
