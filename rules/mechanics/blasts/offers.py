from collections.abc import Iterator

from rules.errors import RuleError
from rules.fields import Choice, Counts, Several
from rules.mechanics.blasts.commands import BlastResolve
from rules.mechanics.blasts.play import blast_damage, check_thrown, kills_all, lying_about
from rules.mechanics.equipment.cards import named_card
from rules.mechanics.looking import About, in_box, is_on_paper, keys_in_play
from rules.offers import Offer, offer
from rules.play import Play

MOST_TOGETHER = 6


def blasts(look: Play, about: About) -> Iterator[Offer]:
    """What somebody carries, one copy of each card, or any card of the box where cards are kept on
    paper, at whatever stands in the zone.

    Where explosives lie about, several of the box may go off together.
    """
    carried: dict[str, dict[str, list[str]]] = {}
    for key, survivor in look.survivors.items():
        for copy in survivor.inventory.values():
            card_id = copy.rpartition("-")[0]
            carried.setdefault(card_id, {}).setdefault(key, []).append(copy)
    anybody = Choice(values=keys_in_play(look), optional=True)
    printed = []
    for card in look.pack.equipment:
        if not kills_all(card, look) and blast_damage(card) is None:
            continue
        refused = next(
            (why for hook in look.rules.hooks("blast_refused") if (why := hook(look, card))), None
        )
        if is_on_paper(look):
            printed += [card.id] if refused is None else []
            yield _blast(look, refused, anybody, cards=(card.id,))
        for copy in lying_about(look):
            if named_card(look.pack, copy).id == card.id:
                yield _blast(look, refused, anybody, cards=(copy,))
        for key, copies in carried.get(card.id, {}).items():
            reasons = {copy: refused or _not_ready(look, key, copy) for copy in copies}
            copy = min(copies, key=lambda copy: reasons[copy] is not None)
            yield _blast(look, reasons[copy], _thrower(look, key), cards=(copy,))
    if look.rules.hooks("blasts_lying") and len(printed) > 1:
        together = Several(values=tuple(printed), least=2, most=MOST_TOGETHER)
        yield _blast(look, None, anybody, cards=together)


def _thrower(look: Play, key: str) -> Choice:
    """Whoever has it, if they are still there to throw it."""
    return Choice(
        values=tuple(thrower for thrower in keys_in_play(look) if thrower == key), optional=True
    )


def _not_ready(look: Play, key: str, copy: str) -> RuleError | None:
    try:
        check_thrown(look, key, copy, by=key)
    except RuleError as error:
        return error
    return None


def _blast(
    look: Play, refused: RuleError | None, who: Choice, *, cards: tuple[str, ...] | Several
) -> Offer:
    lying = lying_about(look)
    also = {"also": Several(values=lying, most=MOST_TOGETHER)} if lying else {}
    return offer(
        BlastResolve,
        refused,
        cards=cards,
        targets=Counts(most=in_box(look)),
        survivor=who,
        survivors_in_zone=Several(values=keys_in_play(look)),
        **also,
    )
