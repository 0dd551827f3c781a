from collections.abc import Iterator

from rules.errors import RuleError
from rules.fields import Choice, Counts, Each, Field, Reported
from rules.mechanics.equipment.cards import equipment_decks
from rules.mechanics.looking import About, over
from rules.mechanics.spawn.cards import DECK
from rules.mechanics.spawn.commands import (
    CardDescribe,
    SpawnDeal,
    SpawnGive,
    SpawnGoOn,
    SpawnResolve,
)
from rules.mechanics.spawn.distributing import DISTRIBUTION, check_deal, distributors
from rules.mechanics.spawn.play import check_spawn, is_plain
from rules.mechanics.zones.play import active_zones
from rules.offers import Offer, offer
from rules.packs.copies import deck_copies
from rules.play import Play

MOST_ON_A_CARD = 20


def spawns(look: Play, about: About) -> Iterator[Offer]:
    why_not = None
    try:
        check_spawn(look)
    except RuleError as error:
        why_not = error
    yield offer(SpawnResolve, why_not, **_reported(look))


def _reported(look: Play) -> dict[str, Field]:
    """What the table draws and rolls for a step."""
    reported: dict[str, Field] = {}
    if table_draws(look):
        reported["cards"] = Reported(what="cards")
    if look.before.dice == "table" and any(zone.locators for zone in active_zones(look)):
        reported["dice"] = Reported(what="dice")
    return reported


def deals(look: Play, about: About) -> Iterator[Offer]:
    """Where somebody distributes."""
    if not distributors(look):
        return
    why_not = None
    try:
        check_deal(look)
    except RuleError as error:
        why_not = error
    yield offer(SpawnDeal, why_not, **_reported(look))


def gifts(look: Play, about: About) -> Iterator[Offer]:
    """The cards laid out that nobody has given out yet."""
    waiting = look.before.spawning
    if waiting is None or waiting.question not in {q.id for q in look.questions(DISTRIBUTION)}:
        return
    reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
    cards = Choice(values=waiting.hand)
    yield offer(SpawnGive, over(look), question=waiting.question, card=cards, **reported)


def rests(look: Play, about: About) -> Iterator[Offer]:
    """The rest of a step, once the board is as it says."""
    waiting = look.before.spawning
    if waiting is None or not is_plain(look, waiting.question):
        return
    reported = {"cards": Reported(what="cards")} if table_draws(look) else {}
    yield offer(SpawnGoOn, over(look), question=waiting.question, **reported)


def table_draws(look: Play) -> bool:
    """Whether the table draws something that a spawn step may ask for."""
    asked = [deck for key, deck in look.decks.items() if key not in equipment_decks(look.pack)]
    return any(deck.source == "table" for deck in asked)


def descriptions(look: Play, about: About) -> Iterator[Offer]:
    """A card nobody has described, read from the printed one."""
    most = {kind.id: MOST_ON_A_CARD for kind in look.pack.zombies}
    lines = Each(fields={level.id: Counts(most=most) for level in look.pack.danger})
    kinds = tuple(look.rules.card_resolvers)
    for card in unknown_cards(look, DECK):
        yield offer(CardDescribe, card=card, does=Choice(values=kinds), levels=lines)
    for kind, deck in look.rules.described_decks.items():
        for card in unknown_cards(look, deck):
            counts = Counts(most=most)
            yield offer(CardDescribe, card=card, does=kind, brings=counts, activates=counts)


def unknown_cards(look: Play, deck: str) -> list[str]:
    """Cards of a deck whose text the box and the group do not know."""
    if deck not in look.pack.decks:
        return []
    return [
        copy
        for copy, card in deck_copies(look.pack, deck).items()
        if card.sure == "unknown" and copy not in look.before.described
    ]
