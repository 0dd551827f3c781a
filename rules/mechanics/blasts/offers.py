from collections.abc import Iterator

from rules.errors import RuleError
from rules.fields import Choice, Counts, Several
from rules.mechanics.blasts.commands import BlastResolve
from rules.mechanics.blasts.play import blast_damage, kills_all
from rules.mechanics.looking import About, in_box, keys_in_play
from rules.offers import Offer, offer
from rules.play import Play


def blasts(look: Play, about: About) -> Iterator[Offer]:
    """A card of the box, or the copy somebody carries, at whatever stands in the zone."""
    carried: dict[str, list[str]] = {}
    for survivor in look.survivors.values():
        for copy in survivor.inventory.values():
            carried.setdefault(copy.rpartition("-")[0], []).append(copy)
    for card in look.pack.equipment:
        if not kills_all(card, look) and blast_damage(card) is None:
            continue
        refused = next(
            (why for hook in look.rules.hooks("blast_refused") if (why := hook(look, card))), None
        )
        for name in (card.id, *carried.get(card.id, ())):
            yield _blast(look, name, refused)


def _blast(look: Play, name: str, refused: RuleError | None) -> Offer:
    return offer(
        BlastResolve,
        refused,
        cards=(name,),
        targets=Counts(most=in_box(look)),
        survivor=Choice(values=keys_in_play(look), optional=True),
        survivors_in_zone=Several(values=keys_in_play(look)),
    )
