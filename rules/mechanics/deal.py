"""Starting equipment: each game deals it in its own way, and its pack says which."""

from rules.commands import EquipmentDeal
from rules.errors import IllegalCommand
from rules.mechanics.cards import card_of, equipment_decks
from rules.mechanics.inventory import receive
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState

STARTING = "starting"


def deal_equipment(state: TableState, command: EquipmentDeal, pack: Pack) -> Outcome:
    """To everybody with empty hands: from the starting deck, from a set, or team by team."""
    play = Play(state, pack)
    unarmed = [
        key
        for key, one in play.survivors.items()
        if one.status == "in_play" and not one.inventory and not one.found
    ]
    _deal_sets(play, unarmed, command.sets)
    _deal_teams(play, unarmed)
    _deal_deck(play, unarmed)
    if not play.events:
        raise IllegalCommand("equipment.dealt")
    return play.outcome()


def is_dealt_by_app(state: TableState, pack: Pack) -> bool:
    """Whether the app draws the deck that starting equipment comes from."""
    decks = [STARTING] if STARTING in state.decks else equipment_decks(pack)
    return all(state.decks[deck].source == "app" for deck in decks)


def _give(play: Play, deck: str, key: str, copy: str) -> None:
    play.pull(deck, copy)
    receive(play, key, copy)


def _deal_sets(play: Play, unarmed: list[str], sets: dict[str, int]) -> None:
    """Army of the Dead prints one or two sets on a survivor's card (p. 6)."""
    choices = {one.id: one.starts_with for one in play.pack.survivors}
    for key in list(unarmed):
        offered = choices.get(key, ())
        if not offered:
            continue
        index = sets.get(key, 0)
        if index >= len(offered):
            raise IllegalCommand("equipment.no_set", survivor=play.survivor(key).name)
        for card in offered[index]:
            for deck in equipment_decks(play.pack):
                piles = play.decks[deck]
                left = (*piles.aside, *piles.draw)
                copies = [one for one in left if card_of(play.pack, one).id == card]
                if copies:
                    _give(play, deck, key, copies[0])
                    break
        unarmed.remove(key)


def _deal_teams(play: Play, unarmed: list[str]) -> None:
    """Rue Morgue: each team one of each, chance arms the others, the rest joins the deck (p. 6)."""
    for deck in equipment_decks(play.pack):
        pool = [one for one in play.decks[deck].aside if card_of(play.pack, one).dealt]
        if not pool or not unarmed:
            continue
        teams = dict.fromkeys(play.survivors[key].team for key in unarmed)
        for team in teams:
            members = [key for key in unarmed if play.survivors[key].team == team]
            kinds = dict.fromkeys(card_of(play.pack, one).id for one in pool)
            for kind, key in zip(kinds, members, strict=False):
                copy = next(one for one in pool if card_of(play.pack, one).id == kind)
                pool.remove(copy)
                unarmed.remove(key)
                _give(play, deck, key, copy)
        rest = list(play.chance.shuffled(pool))
        for key in list(unarmed)[: len(rest)]:
            _give(play, deck, key, rest.pop())
            unarmed.remove(key)
        for copy in rest:
            play.pull(deck, copy)
            play.discard(deck, copy)
        if rest:
            play.reshuffle(deck)


def _deal_deck(play: Play, unarmed: list[str]) -> None:
    """A card each of the starting deck, as far as it goes."""
    if STARTING not in play.decks:
        return
    left = play.chance.shuffled(sorted(play.decks[STARTING].draw))
    for key, copy in zip(unarmed, left, strict=False):
        _give(play, STARTING, key, copy)
