"""Noise: a token for each noisy action, or one token that moves."""

from rules.commands import NoiseMake
from rules.errors import IllegalCommand
from rules.events import NoiseMade
from rules.packs.schema import Pack
from rules.play import Play
from rules.ruleset import Outcome
from rules.state import TableState


def make_noise(play: Play, survivor: str | None, count: int = 1) -> None:
    """An action is noisy once, however many dice it rolls (Black Plague, p. 15).

    Army of the Dead has a single token, which moves to the last noisy action (p. 14).
    """
    before = int(str(play.fields.get("noise", play.before.noise)))
    after = int(count > 0) if play.pack.noise == "one" else before + count
    play.fields["noise"] = after
    play.emit(NoiseMade(survivor=survivor, tokens=after))


def noise_by_hand(state: TableState, command: NoiseMake, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if command.survivor is not None:
        play.survivor(command.survivor)
    if command.count == 0 or state.noise + command.count < 0:
        raise IllegalCommand("noise.none", there=state.noise)
    make_noise(play, command.survivor, command.count)
    return play.outcome()


def silence(play: Play) -> None:
    """End phase: tokens off the board; the single one only moves (Army of the Dead, p. 14)."""
    if play.before.noise and play.pack.noise == "tokens":
        play.fields["noise"] = 0
