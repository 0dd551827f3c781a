from rules.errors import IllegalCommand
from rules.mechanics.danger.play import gain_points
from rules.mechanics.decks.play import set_aside
from rules.mechanics.kills.commands import ZombiesKill, ZombiesSplit
from rules.mechanics.kills.events import GroupSplit, ZombiesKilled
from rules.mechanics.skills.known import known_skills, number_of
from rules.mechanics.skills.play import KILLED
from rules.mechanics.spawn.cards import DECK
from rules.mechanics.supply.events import Arrival, Placed
from rules.mechanics.supply.play import check_there, remove, reserve
from rules.packs.copies import deck_copies
from rules.packs.schema.cards import SpawnCard
from rules.packs.schema.people import Zombie
from rules.play import Play

NEEDED = {"damage": ("attack", "all"), "all": ("all",), "nothing": ()}
"""Which means kill which zombie."""
FLEES = "flees"
"""The trait of zombies who run from survivors."""


def kill_zombies(play: Play, command: ZombiesKill) -> None:
    """Killed zombies go back to the reserve, their points to the killer or to everyone."""
    kind = play.zombie(command.zombie)
    check_there(play, command.zombie, command.count)
    if command.means not in NEEDED[kind.killed_by]:
        raise IllegalCommand("zombie.immune", zombie=command.zombie)
    if command.survivor is not None:
        play.in_play(command.survivor)
    bury(play, command.survivor, command.zombie, command.count)
    if command.survivor is not None:
        award(play, command.survivor, command.zombie, command.count)


def bury(play: Play, killer: str | None, zombie: str, count: int, *, emits: bool = True) -> None:
    """Take the dead off the board, with everything that goes with them.

    A step whose own event tells of them passes `emits=False`.
    """
    kind = play.zombie(zombie)
    remove(play, zombie, min(count, play.board.get(zombie, 0)), for_good=kind.unique)
    if emits:
        play.emit(ZombiesKilled(survivor=killer, zombie=zombie, count=count))
    if kind.unique:
        _retire_cards(play, zombie)
    if killer is not None and KILLED not in (used := play.survivors[killer].used):
        play.change_survivor(killer, used=(*used, KILLED))
    play.join_in("killed", killer, zombie, count)


def award(play: Play, killer: str, zombie: str, count: int) -> None:
    """Points for kills. Army of the Dead gives an abomination's to every survivor (p. 17-18).

    A collector counts double what they collect.
    """
    kind = play.zombie(zombie)
    skills = known_skills(play.before, killer, play.pack)
    factors = [number_of(skill, "points_factor") for skill in skills if zombie in skill.of]
    own = (hook(play, killer, zombie) for hook in play.rules.hooks("kill_points"))
    points = next((worth for worth in own if worth is not None), kind.points) * count
    if kind.points_to == "killer":
        if play.survivors[killer].status == "in_play":  # and not fallen in the same blast
            gain_points(play, killer, points * max([1, *factors]))
        return
    for key, survivor in list(play.survivors.items()):
        if survivor.status == "in_play":
            gain_points(play, key, points)


def _retire_cards(play: Play, zombie: str) -> None:
    """What was once only takes its zombie card with it (Army of the Dead, p. 17)."""
    for copy, card in deck_copies(play.pack, DECK).items():
        assert isinstance(card, SpawnCard)
        levels = card.levels
        if levels and any(zombie in levels.at(level.id) for level in play.pack.danger):
            set_aside(play, DECK, copy)


def split_group(play: Play, command: ZombiesSplit) -> None:
    """A group on several routes; some games even it out with more miniatures, never short of them.

    No extra activation follows and nobody comes along (Black Plague, p. 25, Rue Morgue, p. 20).
    """
    joined = []
    for zombie, count in command.zombies.items():
        kind = play.zombie(zombie)
        if never_splits(kind):
            raise IllegalCommand("zombie.never_splits", zombie=zombie)
        check_there(play, zombie, count)
        if not play.pack.split_adds:
            continue
        added = min(-count % command.routes, reserve(play, zombie))
        if added:
            play.board[zombie] = play.board.get(zombie, 0) + added
            joined.append(Placed(zombie=zombie, count=added, why="split"))
    arrival = Arrival(danger=play.danger, placed=tuple(joined)) if joined else None
    play.emit(GroupSplit(zombies=command.zombies, routes=command.routes, arrival=arrival))


def never_splits(kind: Zombie) -> bool:
    """Abominations, and those who flee."""
    return kind.family == "abomination" or FLEES in kind.traits
