"""Starting equipment: each game deals it in its own way, and its pack says which."""

from rules.errors import IllegalCommand
from rules.mechanics.decks.play import pull
from rules.mechanics.equipment.cards import equipment_decks
from rules.mechanics.equipment.commands import EquipmentDeal
from rules.mechanics.equipment.play import copies_left, receive
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import TableState

STARTING = "starting"


def deal_equipment(play: Play, command: EquipmentDeal) -> None:
    """To everybody with empty hands: from a set, as the game deals, or from the starting deck."""
    left = unarmed(play)
    _deal_sets(play, left, command.sets)
    play.join_in("deals_equipment", left)
    _deal_deck(play, left)
    play.join_in("equipment_dealt")
    if not play.events:
        raise IllegalCommand("equipment.dealt")


def unarmed(play: Play) -> list[str]:
    """Those who have nothing yet."""
    return [
        key
        for key, survivor in play.survivors.items()
        if survivor.status == "in_play" and not survivor.inventory and not survivor.found
    ]


def is_dealt_by_app(state: TableState, pack: Pack) -> bool:
    """Whether the app draws the deck that starting equipment comes from."""
    decks = [STARTING] if STARTING in state.decks else equipment_decks(pack)
    return all(state.decks[deck].source == "app" for deck in decks)


def starting_sets(pack: Pack, key: str) -> tuple[tuple[str, ...], ...]:
    """The sets printed on a survivor's card, one of which is chosen (Army of the Dead, p. 6)."""
    return next((survivor.starts_with for survivor in pack.survivors if survivor.id == key), ())


def give(play: Play, deck: str, key: str, copy: str) -> None:
    """Hand over a copy out of a deck."""
    pull(play, deck, copy)
    receive(play, key, copy)


def _deal_sets(play: Play, left: list[str], sets: dict[str, int]) -> None:
    for key in list(left):
        offered = starting_sets(play.pack, key)
        if not offered:
            continue
        index = sets.get(key, 0)
        if index >= len(offered):
            raise IllegalCommand("equipment.no_set", survivor=play.survivor(key).name)
        for card in offered[index]:
            for deck in equipment_decks(play.pack):
                if copies := copies_left(play, deck, card):
                    give(play, deck, key, copies[0])
                    break
        left.remove(key)


def _deal_deck(play: Play, left: list[str]) -> None:
    """A card each of the starting deck, as far as it goes."""
    if STARTING not in play.decks:
        return
    cards = play.chance.shuffled(sorted(play.decks[STARTING].draw))
    for key, copy in zip(left, cards, strict=False):
        give(play, STARTING, key, copy)
