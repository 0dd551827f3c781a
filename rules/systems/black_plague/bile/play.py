from rules.errors import IllegalCommand
from rules.mechanics.equipment.cards import card_of, effect_of
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.equipment.slots import drop, holder
from rules.packs.schema.cards import Equipment
from rules.play import Play
from rules.systems.black_plague.bile.commands import BilePlace
from rules.systems.black_plague.bile.events import BilePlaced
from rules.systems.black_plague.state import PlagueState

PLACES, IGNITES = "place-bile", "ignite-bile"


def place_bile(play: Play, command: BilePlace) -> None:
    """A token at range 0-1; with all of them on the board one moves (Black Plague, p. 35)."""
    play.in_play(command.survivor)
    holder(play, command.survivor, command.card)
    if effect_of(card_of(play.pack, command.card), PLACES) is None:
        raise IllegalCommand("bile.no_bile")
    if not is_ready(play.before, command.survivor, command.card, play.pack):
        raise IllegalCommand("item.not_in_hand", card=command.card)
    drop(play, command.survivor, command.card)
    tokens = min(PlagueState.of(play.before).bile + 1, play.pack.bile_tokens)
    play.set(bile=tokens)
    play.emit(BilePlaced(survivor=command.survivor, tokens=tokens))


def burn(play: Play, cards: list[Equipment]) -> None:
    """A torch needs bile on the board, and uses it up."""
    if any(refuse_fire(play, card) for card in cards):
        raise IllegalCommand("bile.none")
    if any(effect_of(card, IGNITES) for card in cards):
        play.set(bile=PlagueState.of(play.before).bile - 1)


def refuse_fire(play: Play, card: Equipment) -> IllegalCommand | None:
    there = PlagueState.of(play.before).bile
    return IllegalCommand("bile.none") if effect_of(card, IGNITES) and not there else None
