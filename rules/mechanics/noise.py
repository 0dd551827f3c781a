"""Noise: a token for each noisy action, or one token that moves."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice, Number
from rules.mechanic import mechanic
from rules.mechanics.looking import About, keys_in_play
from rules.mechanics.rounds import when_round_ends
from rules.missions import lasting_noise
from rules.offers import Offer, offer
from rules.play import Play


class NoiseMade(BaseEvent, tag="noise.made", frozen=True, kw_only=True):
    survivor: str | None
    tokens: int


class NoiseMake(BaseCommand, tag="noise.make", frozen=True):
    """Noise tokens set by the players: a shout, a mission's rule."""

    count: Annotated[int, msgspec.Meta(ge=-20, le=20)] = 1
    survivor: Key | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        who = Choice(values=keys_in_play(look), optional=True)
        there = look.before.noise - lasting_noise(look.mission)
        for count in (
            Number(least=1, most=MOST, optional=True),
            Number(least=-min(there, MOST), most=-1),
        ):
            yield offer(cls, survivor=who, count=count).otherwise(count=partial(_none_there, look))

    def play(self, play: Play) -> None:
        make_noise(play, self.survivor, self.count)


def _none_there(look: Play, count: int) -> IllegalCommand | None:
    """Return an error for tokens to remove, otherwise None."""
    return IllegalCommand("noise.none", there=look.before.noise) if count <= 0 else None


LOUD = "noise"
"""The tag of a survivor who made noise, until the turn ends."""


def make_noise(play: Play, survivor: str | None, count: int = 1) -> None:
    """Put tokens on the board, and emit it."""
    play.emit(NoiseMade(survivor=survivor, tokens=add_noise(play, count, by=survivor)))


def add_noise(play: Play, count: int = 1, *, by: str | None = None) -> int:
    """Put tokens on the board; return the number there now.

    An action is noisy once, however many dice it rolls (Black Plague, p. 15). Army of the Dead has
    a single token, which moves to the last noisy action (p. 14).
    """
    if by is not None and count > 0 and LOUD not in (used := play.survivors[by].used):
        play.change_survivor(by, used=(*used, LOUD))
    before: int = play.get("noise")
    after = int(count > 0) if play.pack.noise == "one" else before + count
    play.set(noise=after)
    return after


def silence(play: Play) -> None:
    """Remove noise tokens in the end phase; a single one only moves (Army of the Dead, p. 14).

    Some missions have tokens that stay (Washington Z.C., p. 19).
    """
    stays = lasting_noise(play.mission)
    if play.before.noise != stays and play.pack.noise == "tokens":
        play.set(noise=stays)


MOST = 20


NOISE = mechanic(
    __name__,
    corrections={
        "noise": Annotated[int, msgspec.Meta(ge=0, le=999)],
    },
    gives={"silent": bool},
    joins=(when_round_ends.by(silence),),
)
