"""What only one game has: vaults, personal objectives, team actions, tents."""

from typing import Annotated, Literal

import msgspec

from rules.commands.base import BaseCommand, Cards, Faces, Key


class VaultAttempt(BaseCommand, tag="vault.attempt", frozen=True):
    """Two actions: the first throw at the traps of the bank vault."""

    survivor: Key
    card: Key | None = None
    """The vault card that lies there."""
    extra_die: bool = False
    extra_throw: bool = False
    """What helpers close by add, as the card says."""
    dice: Faces = ()


class VaultThrow(BaseCommand, tag="vault.throw", frozen=True):
    """Keep some dice, throw the others again."""

    keep: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=5)], ...], msgspec.Meta(max_length=6)
    ]
    """By their place in the row, from 0."""
    dice: Faces = ()


class VaultHelp(BaseCommand, tag="vault.help", frozen=True):
    """A helper changes dice as the vault card allows."""

    how: Literal["shift", "shift-two", "set"]
    die: Annotated[int, msgspec.Meta(ge=0, le=5)]
    face: Annotated[int, msgspec.Meta(ge=1, le=6)]
    second_die: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    second_face: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    by: Key | None = None


class PersonalDraw(BaseCommand, tag="personal.draw", frozen=True):
    """Two personal objectives of the survivors at this table."""

    cards: Cards = ()


class PersonalMeet(BaseCommand, tag="personal.meet", frozen=True):
    """A personal objective is met, by the players' word; or it is not after all."""

    card: Key
    met: bool = True


class TeamActionUse(BaseCommand, tag="team_action.use", frozen=True):
    """A team uses one of its two cards."""

    team: Key
    card: Key


class TentOpen(BaseCommand, tag="tent.open", frozen=True):
    """The first survivor enters a tent: its card is turned over."""

    zone: Key
    cards: Cards = ()
