"""Miniatures: board, reserve and box."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, ClassVar

import msgspec

from rules.commands import Amount, BaseCommand, Key, Quantity
from rules.errors import IllegalCommand
from rules.events import BaseEvent, EventPart
from rules.fields import Number
from rules.mechanic import Correction, Hook, mechanic
from rules.mechanics.activation import Activation, activation_facts
from rules.mechanics.decks import CardDrawn
from rules.mechanics.looking import About, on_board
from rules.missions import COUNTS_AS
from rules.offers import Offer, closed, offer
from rules.play import Play

when_placed = Hook[Callable[[Play, "Group", str, int], None]]()
"""Hook called when zombies of a type came with a group: `join(play, group, zombie, count)`."""
comes_with = Hook[Callable[[Play, str], Mapping[str, int]]]()
"""Hook that returns the zombies that come with each one of a type."""
out_of_supply = Hook[Callable[[Play], Mapping[str, int]]]()
"""Hook that returns miniatures that are neither on the board nor in the reserve."""


class ZombiesPlaced(BaseEvent, tag="zombies.placed", frozen=True, kw_only=True):
    zone: str | None
    zombie: str
    count: int
    card: str | None
    danger: str
    why: str


class ZombiesShort(BaseEvent, tag="zombies.short", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zone: str | None
    zombie: str
    missing: int
    card: str | None


class ZombiesCorrected(BaseEvent, tag="zombies.corrected", frozen=True, kw_only=True):
    zombie: str
    before: int
    after: int


class SupplyChanged(BaseEvent, tag="supply.changed", frozen=True, kw_only=True):
    zombie: str
    count: int


class Placed(EventPart, frozen=True, kw_only=True):
    """Zombies of a type that came."""

    zombie: str
    count: int
    why: str


class Missing(EventPart, frozen=True, kw_only=True):
    """Zombies of a type for which no miniature was left."""

    zombie: str
    count: int
    there: int
    """The number the box had left."""


class Face(EventPart, frozen=True, kw_only=True):
    """A card that says which one of several came."""

    deck: str
    card: str


class Arrival(EventPart, frozen=True, kw_only=True):
    """A group that was to come: those placed, those missing, extra activations because of it."""

    zone: str | None = None
    card: str | None = None
    danger: str
    placed: tuple[Placed, ...] = ()
    missing: tuple[Missing, ...] = ()
    faces: tuple[Face, ...] = ()
    activations: tuple[Activation, ...] = ()

    @property
    def came(self) -> dict[str, int]:
        """Return the number of each type that came."""
        total: dict[str, int] = {}
        for group in self.placed:
            total[group.zombie] = total.get(group.zombie, 0) + group.count
        return total

    def facts(self) -> Iterator[BaseEvent]:
        for group in self.placed:
            yield ZombiesPlaced(
                zone=self.zone,
                zombie=group.zombie,
                count=group.count,
                card=self.card,
                danger=self.danger,
                why=group.why,
            )
        for face in self.faces:
            yield CardDrawn(deck=face.deck, card=face.card, zone=self.zone)
        for lack in self.missing:
            yield ZombiesShort(
                zone=self.zone, zombie=lack.zombie, missing=lack.count, card=self.card
            )
        yield from activation_facts(self.activations)


class ZombiesAdd(BaseCommand, tag="zombies.add", frozen=True):
    """Correction: more stand on the board than the app knows."""

    additive: ClassVar[bool] = True

    zombie: Key
    count: Quantity = 1

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for kind in look.pack.zombies:
            if about.get("zombie") in (None, kind.id):
                left = reserve(look, kind.id)
                count = Number(least=1, most=min(left, MOST), optional=True)
                none = IllegalCommand("zombies.not_in_box", zombie=kind.id, left=left)
                yield offer(cls, zombie=kind.id, count=count).otherwise(count=none)
                if left < 1:
                    yield closed(cls, none, zombie=kind.id)

    def play(self, play: Play) -> None:
        correct(play, self.zombie, self.count)


class ZombiesRemove(BaseCommand, tag="zombies.remove", frozen=True):
    """Correction: fewer stand on the board than the app knows."""

    additive: ClassVar[bool] = True

    zombie: Key
    count: Quantity = 1

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for zombie, there in on_board(look).items():
            count = Number(least=1, most=min(there, MOST), optional=True)
            given = offer(cls, zombie=zombie, count=count)
            yield given.otherwise(count=not_there(look, zombie))
        yield from absent(cls, look, about)

    def play(self, play: Play) -> None:
        correct(play, self.zombie, -self.count)


class SupplyAdd(BaseCommand, tag="supply.add", frozen=True):
    """Miniatures of another box play along; a negative count takes some away."""

    zombie: Key
    count: Amount

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield adding miniatures, and removing added ones that are not on the board."""
        for kind in look.pack.zombies:
            if about.get("zombie") in (None, kind.id):
                spare = min(look.before.more.get(kind.id, 0), reserve(look, kind.id))
                none = IllegalCommand("supply.none", zombie=kind.id)
                for count in (
                    Number(least=1, most=MOST),
                    Number(least=-min(spare, MOST), most=-1),
                ):
                    yield offer(cls, zombie=kind.id, count=count).otherwise(count=none)

    def play(self, play: Play) -> None:
        """Add miniatures to those of the box, or remove them; never below those on the board."""
        count = play.before.more.get(self.zombie, 0) + self.count
        more = {**play.before.more, self.zombie: count}
        play.set(more={zombie: many for zombie, many in more.items() if many})
        play.emit(SupplyChanged(zombie=self.zombie, count=count))


LARGEST = "abomination"


class Supply(msgspec.Struct, frozen=True, kw_only=True):
    """Miniatures of one type."""

    box: int
    board: int
    reserve: int


def supply(play: Play) -> dict[str, Supply]:
    """Return every type with its miniatures: in the box, on the board, and left to place.

    Those that left the game for good or are elsewhere are neither on the board nor left.
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
    """Return the number of miniatures of a type that can still be placed."""
    figure = play.zombie(zombie).figure or zombie
    sharing = [kind.id for kind in play.pack.zombies if figure in (kind.id, kind.figure)]
    elsewhere = kept(play)
    out = sum(
        play.board.get(key, 0) + play.gone.get(key, 0) + elsewhere.get(key, 0) for key in sharing
    )
    return play.zombie(figure).miniatures + play.before.more.get(figure, 0) - out


def most_on_board(play: Play, zombie: str) -> int:
    """Return the number of a type on the board if all that are left came."""
    return play.board.get(zombie, 0) + reserve(play, zombie)


def check_box(play: Play, zombie: str, count: int) -> None:
    """Raise if `count` of a type cannot stand on the board."""
    if count > most_on_board(play, zombie):
        raise IllegalCommand("zombies.not_in_box", zombie=zombie, left=reserve(play, zombie))


def kept(play: Play) -> dict[str, int]:
    """Return miniatures neither on the board nor in the box, for example on a kill-count card."""
    total: dict[str, int] = {}
    for hook in out_of_supply.of(play.rules):
        for zombie, count in hook(play).items():
            total[zombie] = total.get(zombie, 0) + count
    return total


def counted_as(play: Play, zombie: str) -> str:
    """Return the type a zombie comes as; some missions change the largest (Black Plague, p. 38)."""
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
        """Place as many as the box has; substitutes may come for the rest."""
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
            play.tell(when_placed, self, zombie, coming)

    def arrival(self, *, stirs: bool = True) -> Arrival:
        """Return the arrival. Missing miniatures: every zombie of that type activates once more.

        At blue too, once for the whole group (Rue Morgue, p. 25). `stirs` is True at the moments
        the books name.
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
    """Put a group on the board. The step that brings it emits its event."""
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
    """Correct the number on the board to that of the physical table."""
    before = play.board.get(zombie, 0)
    play.board[zombie] = before + change
    play.emit(ZombiesCorrected(zombie=zombie, before=before, after=before + change))


def not_there(look: Play, zombie: str) -> IllegalCommand:
    """Return the error for more zombies of a type than are on the board."""
    return IllegalCommand("zombies.not_there", zombie=zombie, there=look.board.get(zombie, 0))


def absent(command: type[BaseCommand], look: Play, about: About) -> Iterator[Offer]:
    """Yield why nothing can be done with a type of zombie of which none is on the board."""
    zombie = about.get("zombie")
    if isinstance(zombie, str) and not look.board.get(zombie):
        yield closed(command, not_there(look, zombie))


MOST = 100


SUPPLY = mechanic(
    __name__,
    options=("no-activation-for-miniatures",),
    corrections={
        "board.*": Correction(
            Annotated[int, msgspec.Meta(ge=0, le=999)],
            lambda look, path: Number(least=0, most=most_on_board(look, path.split(".")[1])),
            lambda look, path, count: check_box(look, path.split(".")[1], count),
        )
    },
)
