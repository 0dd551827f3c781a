from collections.abc import Iterator

from rules.errors import IllegalCommand, RuleError
from rules.fields import Choice, Reported
from rules.mechanics.looking import About, in_play, keys_in_play, over
from rules.mechanics.missions.commands import MissionTick, TokenPass, TokenReturn, TokenTake
from rules.mechanics.missions.play import (
    GIVES,
    carried_colours,
    items,
    may_carry,
    spawns_there,
    still_there,
)
from rules.mechanics.missions.tokens import CARD, CRATE, CRATE_GIVES, carrier_of, laid_out, taken_of
from rules.mechanics.spawn.offers import table_draws
from rules.offers import Offer, offer
from rules.play import Play


def tokens(look: Play, about: About) -> Iterator[Offer]:
    """Each colour that may still lie there, to everybody who may have it."""
    by_table = _drawn_by_table(look)
    for key, _survivor in in_play(look, about):
        there = tuple(colour for colour in still_there(look) if may_carry(look, colour, key))
        waits = _waiting(look)
        plain = tuple(colour for colour in there if colour not in {*by_table, *waits})
        if plain:
            yield offer(TokenTake, over(look), survivor=key, colour=Choice(values=plain))
        for colour in there:
            if colour in by_table:
                cards = Reported(what="cards")
                why_not = over(look) or waits.get(colour)
                yield offer(TokenTake, why_not, survivor=key, colour=colour, cards=cards)
            elif colour in waits:
                yield offer(TokenTake, over(look) or waits[colour], survivor=key, colour=colour)


def _waiting(look: Play) -> dict[str, RuleError]:
    """Colours that bring zombies, while a spawn step waits for its answer."""
    if look.before.spawning is None:
        return {}
    waits = IllegalCommand("spawn.waits")
    return {colour: waits for colour in still_there(look) if spawns_there(look, colour)}


def _drawn_by_table(look: Play) -> set[str]:
    """Colours that give a card which the table draws."""
    colours = set()
    for rule in look.mission_rules(CRATE_GIVES, GIVES):
        deck = look.decks.get(rule.deck or "")
        if deck is not None and deck.source == "table" and (deck.draw or deck.discard):
            is_crate = rule.do == CRATE_GIVES
            colours |= {CRATE} if is_crate else set(rule.colours or still_there(look))
    if table_draws(look):
        colours |= {colour for colour in still_there(look) if spawns_there(look, colour)}
    return colours


def returns(look: Play, about: About) -> Iterator[Offer]:
    """The cards of each survivor who took some."""
    takers = {
        objective.taker.survivor
        for objective in taken_of(look.before)
        if objective.colour == CARD and objective.taker
    }
    for key in look.survivors if CARD in laid_out(look.mission) else ():
        none = None if key in takers else IllegalCommand("token.none", colour=CARD)
        yield offer(TokenReturn, over(look) or none, survivor=key)


def passes(look: Play, about: About) -> Iterator[Offer]:
    for colour in carried_colours(look):
        giver = carrier_of(look.before.taken, look.before.takers, colour)
        takers = tuple(
            key for key in keys_in_play(look) if key != giver and may_carry(look, colour, key)
        )
        if giver is not None and takers:
            yield offer(TokenPass, over(look), colour=colour, to=Choice(values=takers))


def ticks(look: Play, about: About) -> Iterator[Offer]:
    """Whatever is not ticked may be, and the other way round."""
    ticked = look.before.ticked
    known = items(look)
    for done in (True, False):
        values = tuple(item for item in known if (item in ticked) is not done)
        if values:
            yield offer(MissionTick, item=Choice(values=values), done=done)
