from rules.errors import IllegalCommand, RuleError
from rules.mechanics.actions.play import spend
from rules.mechanics.decks.play import discard
from rules.mechanics.equipment.cards import card_of, deck_of, effect_of
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.equipment.slots import holder, take_from
from rules.packs.schema.cards import Effect
from rules.play import Play
from rules.systems.army_of_the_dead.explosives.commands import ExplosiveLay
from rules.systems.army_of_the_dead.explosives.events import ExplosiveLaid
from rules.systems.army_of_the_dead.explosives.state import Laid

LAY, EXPLODE = "place-here", "explode"
FUSE, HIT, ENTERED = "end-of-next-zombies-phase", "hit", "next-actor-enters"
"""What sets an explosive off that lies on the board."""


def on_board(play: Play) -> tuple[Laid, ...]:
    """The explosives as they lie in the middle of the command."""
    laid: tuple[Laid, ...] = play.get("laid")
    return laid


def trigger_of(play: Play, copy: str) -> Effect:
    """What sets it off, and what it does."""
    effect = effect_of(card_of(play.pack, copy), EXPLODE)
    assert effect is not None
    return effect


def lay(play: Play, command: ExplosiveLay) -> None:
    """Out of the hand and onto the board: in no pile until it goes off."""
    key = command.survivor
    play.in_play(key)
    holder(play, key, command.card)
    if effect_of(card_of(play.pack, command.card), LAY) is None:
        raise IllegalCommand("explosive.not_laid", card=command.card)
    if not is_ready(play.before, key, command.card, play.pack):
        raise IllegalCommand("item.not_in_hand", card=command.card)
    take_from(play, key, command.card)
    has_fuse = trigger_of(play, command.card).when == FUSE
    ends = play.before.round + (play.before.phase != "players")
    laid = Laid(card=command.card, survivor=key, round=ends if has_fuse else None)
    play.set(laid=(*on_board(play), laid))
    spend(play, key, "explosive")
    play.emit(ExplosiveLaid(survivor=key, card=command.card))
    play.join_in("survivor_changed", key)


def lying(play: Play) -> tuple[str, ...]:
    """What may go off on the board."""
    return tuple(explosive.card for explosive in on_board(play))


def gone_off(play: Play, names: tuple[str, ...]) -> None:
    """What went off goes to the discard pile."""
    there = set(lying(play))
    for copy in dict.fromkeys(name for name in names if name in there):
        discard(play, deck_of(play.pack, copy), copy)
    left = tuple(explosive for explosive in on_board(play) if explosive.card not in names)
    play.set(laid=left)


def fuses(play: Play) -> tuple[str, ...]:
    """What goes off before this zombies phase is over, once everybody has come."""
    state = play.before
    is_time = state.phase == "zombies" and state.spawned
    return tuple(
        explosive.card
        for explosive in on_board(play)
        if is_time and explosive.round is not None and explosive.round <= state.round
    )


def still_burning(play: Play) -> RuleError | None:
    """Why the zombies phase is not over."""
    burning = fuses(play)
    return IllegalCommand("explosive.due", card=burning[0]) if burning else None
