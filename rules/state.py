"""The state of a live table: frozen, complete, and with nothing stored that can be derived."""

from typing import Literal

import msgspec

Phase = Literal["players", "zombies", "end"]
PHASES: tuple[Phase, ...] = ("players", "zombies", "end")


class Survivor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One survivor at the table, by the pack's id or by a name of the group's own."""

    name: str
    player: str
    points: int = 0


class TableState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything the table knows. `survivors` keeps the order in which they sit."""

    game: str
    players: tuple[str, ...]
    survivors: dict[str, Survivor]
    round: int = 1
    phase: Phase = "players"
    first_player: int = 0

    @property
    def step(self) -> tuple[int, Phase]:
        """Where the table stands in its round; flow commands must have seen the same."""
        return (self.round, self.phase)
