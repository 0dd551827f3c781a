"""Kills, their points, and groups that split."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.commands import BaseCommand, Group, Key, Quantity
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice, Counts, Number
from rules.mechanic import Hook, mechanic
from rules.mechanics.danger import gain_points
from rules.mechanics.decks import set_aside
from rules.mechanics.known_skills import known_skills, number_of
from rules.mechanics.looking import About, keys_in_play, on_board
from rules.mechanics.skills import KILLED
from rules.mechanics.supply import (
    Arrival,
    Placed,
    ZombiesCorrected,
    absent,
    not_there,
    remove,
    reserve,
)
from rules.mechanics.zombie_cards import DECK
from rules.offers import Offer, closed, offer
from rules.packs.copies import deck_copies
from rules.packs.schema.base import Count
from rules.packs.schema.cards import SpawnCard
from rules.packs.schema.people import Zombie
from rules.play import Play

own_kill_points = Hook[Callable[[Play, str, str], int | None]]()
"""Hook that returns the points of one zombie for its killer where they differ from its card's."""
when_killed = Hook[Callable[[Play, str | None, str, int], None]]()
"""Hook called after kills: `join(play, killer, zombie, count)`."""


class ZombiesKilled(BaseEvent, tag="zombies.killed", frozen=True, kw_only=True):
    survivor: str | None
    zombie: str
    count: int


class GroupSplit(BaseEvent, tag="zombies.split", frozen=True, kw_only=True):
    zombies: dict[str, int]
    routes: int
    arrival: Arrival | None = None
    """Zombies added so that every route has as many."""

    def facts(self) -> Iterator[BaseEvent]:
        yield GroupSplit(zombies=self.zombies, routes=self.routes)
        if self.arrival is not None:
            yield from self.arrival.facts()


class ZombiesKill(BaseCommand, tag="zombies.kill", frozen=True):
    """Killed zombies leave the board; their points go where the pack says."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    zombie: Key
    count: Quantity = 1
    survivor: Key | None = None
    means: Literal["attack", "all"] = "attack"

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield zombies on the board by what kills them, for any survivor in play or for none."""
        killers = Choice(values=keys_in_play(look), optional=True)
        for zombie, there in on_board(look).items():
            needed = NEEDED[look.zombie(zombie).killed_by]
            for means in ("attack", "all"):
                if means in needed:
                    count = Number(least=1, most=min(there, MOST), optional=True)
                    given = offer(cls, zombie=zombie, means=means, survivor=killers, count=count)
                    yield given.otherwise(count=not_there(look, zombie))
                else:
                    immune = IllegalCommand("zombie.immune", zombie=zombie)
                    yield closed(cls, immune, zombie=zombie, means=means)
        yield from absent(cls, look, about)

    def play(self, play: Play) -> None:
        """Return killed zombies to the reserve; give their points to the killer or to everyone."""
        bury(play, self.survivor, self.zombie, self.count)
        if self.survivor is not None:
            award(play, self.survivor, self.zombie, self.count)


class ZombiesSplit(BaseCommand, tag="zombies.split", frozen=True):
    """A group has several routes of the same length and splits."""

    zombies: Group
    routes: Annotated[int, msgspec.Meta(ge=2, le=6)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield a split of any zombies on the board that can follow several routes at once."""
        there = {
            zombie: count
            for zombie, count in on_board(look).items()
            if not never_splits(look.zombie(zombie))
        }
        given = offer(
            cls, zombies=Counts(most=there, least=1), routes=Number(least=2, most=MOST_ROUTES)
        )
        yield given.otherwise(zombies=partial(_no_group, look))

    def play(self, play: Play) -> None:
        """Split a group; some games even the routes out, as long as there are miniatures.

        No extra activation follows and no companions come along (Black Plague, p. 25, Rue Morgue,
        p. 20).
        """
        joined = []
        for zombie, count in self.zombies.items():
            if not play.pack.split_adds:
                continue
            added = min(-count % self.routes, reserve(play, zombie))
            if added:
                play.board[zombie] = play.board.get(zombie, 0) + added
                joined.append(Placed(zombie=zombie, count=added, why="split"))
        arrival = Arrival(danger=play.danger, placed=tuple(joined)) if joined else None
        play.emit(GroupSplit(zombies=self.zombies, routes=self.routes, arrival=arrival))


NEEDED = {"damage": ("attack", "all"), "all": ("all",), "nothing": ()}
"""Means that kill a zombie, by what its card says kills it."""


FLEES = "flees"
"""The trait of zombies who run from survivors."""


def bury(play: Play, killer: str | None, zombie: str, count: int, *, emits: bool = True) -> None:
    """Take the dead off the board, with everything that goes with them.

    A step that reports them in its own event passes `emits=False`.
    """
    kind = play.zombie(zombie)
    remove(play, zombie, min(count, play.board.get(zombie, 0)), for_good=kind.unique)
    if emits:
        play.emit(ZombiesKilled(survivor=killer, zombie=zombie, count=count))
    if kind.unique:
        _retire_cards(play, zombie)
    if killer is not None and KILLED not in (used := play.survivors[killer].used):
        play.change_survivor(killer, used=(*used, KILLED))
    play.tell(when_killed, killer, zombie, count)


def award(play: Play, killer: str, zombie: str, count: int) -> None:
    """Give points for kills; a survivor with a collector's skill gets double for its zombies.

    Army of the Dead gives an abomination's points to every survivor (p. 17-18).
    """
    kind = play.zombie(zombie)
    skills = known_skills(play.before, killer, play.pack)
    factors = [number_of(skill, "points_factor") for skill in skills if zombie in skill.of]
    own = (hook(play, killer, zombie) for hook in own_kill_points.of(play.rules))
    points = next((worth for worth in own if worth is not None), kind.points) * count
    if kind.points_to == "killer":
        if play.survivors[killer].status == "in_play":  # not fallen in the same blast
            gain_points(play, killer, points * max([1, *factors]))
        return
    for key, survivor in list(play.survivors.items()):
        if survivor.status == "in_play":
            gain_points(play, key, points)


def _retire_cards(play: Play, zombie: str) -> None:
    """Set aside the card of a zombie that comes only once (Army of the Dead, p. 17)."""
    for copy, card in deck_copies(play.pack, DECK).items():
        assert isinstance(card, SpawnCard)
        levels = card.levels
        if levels and any(zombie in levels.at(level.id) for level in play.pack.danger):
            set_aside(play, DECK, copy)


def never_splits(kind: Zombie) -> bool:
    """Return True for abominations and for zombies who flee."""
    return kind.family == "abomination" or FLEES in kind.traits


def _no_group(look: Play, zombies: Mapping[str, int]) -> RuleError | None:
    """Return why these zombies do not split, or None."""
    for zombie, count in zombies.items():
        if never_splits(look.zombie(zombie)):
            return IllegalCommand("zombie.never_splits", zombie=zombie)
        if count > look.board.get(zombie, 0):
            return not_there(look, zombie)
    return None


def unmask(play: Play, zombie: str) -> None:
    """Turn zombies that lose their helmets to an explosive into another type (ATD, p. 18)."""
    there = play.board.get(zombie, 0)
    becomes = play.zombie(zombie).becomes
    if there and becomes is not None:
        play.board[zombie] = 0
        play.emit(ZombiesCorrected(zombie=zombie, before=there, after=0))
        play.board[becomes] = play.board.get(becomes, 0) + there
        play.emit(ZombiesCorrected(zombie=becomes, before=0, after=there))


MOST = 100


MOST_ROUTES = 6


KILLS = mechanic(
    __name__,
    traits=(FLEES,),
    gives={"points_factor": Count},
)
