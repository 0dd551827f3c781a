"""Miniatures: what comes onto the board, what is missing, and what follows when some are."""

import msgspec

from rules.errors import IllegalCommand
from rules.mechanics.activation.events import Activation
from rules.mechanics.missions.set_up import COUNTS_AS
from rules.mechanics.supply.commands import SupplyAdd, ZombiesAdd, ZombiesRemove
from rules.mechanics.supply.events import (
    Arrival,
    Face,
    Missing,
    Placed,
    SupplyChanged,
    ZombiesCorrected,
)
from rules.play import Play

LARGEST = "abomination"


class Supply(msgspec.Struct, frozen=True, kw_only=True):
    """Miniatures of one type."""

    box: int
    board: int
    reserve: int


def supply(play: Play) -> dict[str, Supply]:
    """Every type of the box: how many there are, stand on the board, and are left to place.

    What left the game for good or lies elsewhere is neither on the board nor left.
    """
    return {
        kind.id: Supply(
            box=kind.miniatures + play.before.more.get(kind.id, 0),
            board=play.board.get(kind.id, 0),
            reserve=reserve(play, kind.id),
        )
        for kind in play.pack.zombies
    }


def reserve(play: Play, zombie: str) -> int:
    """Miniatures of a type that can still be placed."""
    figure = play.zombie(zombie).figure or zombie
    sharing = [kind.id for kind in play.pack.zombies if figure in (kind.id, kind.figure)]
    elsewhere = kept(play)
    out = sum(
        play.board.get(key, 0) + play.gone.get(key, 0) + elsewhere.get(key, 0) for key in sharing
    )
    return play.zombie(figure).miniatures + play.before.more.get(figure, 0) - out


def most_on_board(play: Play, zombie: str) -> int:
    """How many of a type there could be, if all that are left came."""
    return play.board.get(zombie, 0) + reserve(play, zombie)


def check_box(play: Play, zombie: str, count: int) -> None:
    """Raise where so many of a type cannot stand on the board."""
    if count > most_on_board(play, zombie):
        raise IllegalCommand("zombies.not_in_box", zombie=zombie, left=reserve(play, zombie))


def kept(play: Play) -> dict[str, int]:
    """Miniatures that lie neither on the board nor in the box, as on a card that counts kills."""
    total: dict[str, int] = {}
    for hook in play.rules.hooks("out_of_supply"):
        for zombie, count in hook(play).items():
            total[zombie] = total.get(zombie, 0) + count
    return total


def counted_as(play: Play, zombie: str) -> str:
    """In some missions the largest ones come as others (Black Plague, p. 38)."""
    if play.zombie(zombie).family == LARGEST:
        for rule in play.mission_rules(COUNTS_AS):
            return rule.zombie or zombie
    return zombie


class Group:
    """A group that comes onto the board, type by type."""

    def __init__(self, play: Play, zone: str | None, card: str | None) -> None:
        self.play, self.zone, self.card = play, zone, card
        self.placed: list[Placed] = []
        self.missing: list[Missing] = []
        self.faces: list[Face] = []
        self.activations: list[Activation] = []

    def come(self, zombie: str, count: int, why: str) -> None:
        """As many as the box has; others may come in their place."""
        play = self.play
        zombie = counted_as(play, zombie)
        kind = play.zombie(zombie)
        if kind.on_board is not None and play.board.get(zombie, 0) >= kind.on_board:
            self.activations.append(Activation(zombie=zombie, why="already_there"))
            return
        there = max(reserve(play, zombie), 0)
        coming = min(count, there)
        if coming:
            play.board[zombie] = play.board.get(zombie, 0) + coming
            self.placed.append(Placed(zombie=zombie, count=coming, why=why))
        if count > coming and kind.substitute:
            self.come(kind.substitute, count - coming, "substitute")
        elif count > coming:
            self.missing.append(Missing(zombie=zombie, count=count - coming, there=there))
        if coming:
            play.join_in("placed", self, zombie, coming)

    def arrival(self, *, stirs: bool = True) -> Arrival:
        """All of it. Too few miniatures: every zombie of that type activates once more.

        At blue too, once for the whole group (Rue Morgue, p. 25); `stirs`: whether this is one of
        the moments the books name.
        """
        if stirs and not self.play.has_option("no-activation-for-miniatures"):
            for zombie in dict.fromkeys(lack.zombie for lack in self.missing):
                self.activations.append(Activation(zombie=zombie, why="miniatures"))
        return Arrival(
            zone=self.zone,
            card=self.card,
            danger=self.play.danger,
            placed=tuple(self.placed),
            missing=tuple(self.missing),
            faces=tuple(self.faces),
            activations=tuple(self.activations),
        )


def place(
    play: Play,
    zombies: dict[str, int],
    *,
    why: str,
    zone: str | None = None,
    card: str | None = None,
    stirs: bool = True,
) -> Arrival:
    """Put a group on the board. The step that brings it tells of it."""
    group = Group(play, zone, card)
    for zombie, count in zombies.items():
        group.come(zombie, count, why)
    return group.arrival(stirs=stirs)


def remove(play: Play, zombie: str, count: int, *, for_good: bool = False) -> None:
    """Take miniatures off the board; those of a unique zombie never come back."""
    play.board[zombie] = play.board.get(zombie, 0) - count
    if for_good:
        play.gone[zombie] = play.gone.get(zombie, 0) + count


def correct(play: Play, zombie: str, change: int) -> None:
    """The physical table is right: set what stands on the board."""
    before = play.board.get(zombie, 0)
    play.board[zombie] = before + change
    play.emit(ZombiesCorrected(zombie=zombie, before=before, after=before + change))


def check_there(play: Play, zombie: str, count: int) -> None:
    there = play.board.get(zombie, 0)
    if count > there:
        raise IllegalCommand("zombies.not_there", zombie=zombie, there=there)


# --- commands ---


def add_zombies(play: Play, command: ZombiesAdd) -> None:
    left = reserve(play, command.zombie)
    if command.count > left:
        raise IllegalCommand("zombies.not_in_box", zombie=command.zombie, left=left)
    correct(play, command.zombie, command.count)


def remove_zombies(play: Play, command: ZombiesRemove) -> None:
    play.zombie(command.zombie)
    check_there(play, command.zombie, command.count)
    correct(play, command.zombie, -command.count)


def add_supply(play: Play, command: SupplyAdd) -> None:
    """More miniatures than the box has; never fewer than stand on the board."""
    play.zombie(command.zombie)
    count = play.before.more.get(command.zombie, 0) + command.count
    if command.count == 0 or count < 0 or reserve(play, command.zombie) + command.count < 0:
        raise IllegalCommand("supply.none", zombie=command.zombie)
    more = {**play.before.more, command.zombie: count}
    play.set(more={zombie: many for zombie, many in more.items() if many})
    play.emit(SupplyChanged(zombie=command.zombie, count=count))
