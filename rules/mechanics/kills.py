"""Kills and corrections of what stands on the board."""

from rules import events
from rules.commands import SupplyAdd, ZombiesAdd, ZombiesKill, ZombiesRemove, ZombiesSplit
from rules.errors import IllegalCommand
from rules.events import BoardAsked, SupplyChanged, ZombiesKilled, ZombiesPlaced
from rules.mechanics.danger import gain_points
from rules.mechanics.objectives import count_kill
from rules.mechanics.skills import known_skills, number_of
from rules.mechanics.spawn import DECK
from rules.mechanics.supply import correct, deck_of_faces, remove
from rules.mechanics.zeus import call_zeus
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import SpawnCard
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import Pending, TableState


def kill_zombies(state: TableState, command: ZombiesKill, pack: Pack) -> Outcome:
    """Killed zombies go back to the reserve, their points to the killer or to everyone."""
    play = Play(state, pack)
    kind = zombie_type(pack, command.zombie)
    there = play.board.get(command.zombie, 0)
    if command.count > there:
        raise IllegalCommand("zombies.not_there", zombie=command.zombie, there=there)
    needed = {"damage": ("attack", "all"), "all": ("all",), "nothing": ()}[kind.killed_by]
    if command.means not in needed:
        raise IllegalCommand("zombie.immune", zombie=command.zombie)
    bury(play, command.survivor, command.zombie, command.count)
    if command.survivor is not None:
        play.survivor(command.survivor)
        award(play, command.survivor, command.zombie, command.count)
    return play.outcome()


def bury(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Take the dead off the board, with everything that goes with them."""
    kind = zombie_type(play.pack, zombie)
    remove(play, zombie, min(count, play.board.get(zombie, 0)), for_good=kind.unique)
    play.emit(ZombiesKilled(survivor=killer, zombie=zombie, count=count))
    count_kill(play, killer, zombie, count)
    if "calls-zeus" in kind.traits and play.before.boss is not None:
        call_zeus(play, play.before.boss, zombie)
    if kind.unique:
        retire_cards(play, zombie)
    deck = deck_of_faces(play.pack, zombie)
    if deck is not None and deck in play.decks:
        play.reshuffle(deck)
    if "flees" in kind.traits:
        _ask_for_tokens(play, count)


def _ask_for_tokens(play: Play, count: int) -> None:
    """For each of them killed the players take any one token off (Black Plague, p. 29)."""
    open_ = sum(one.what == "token" for one in play.pending)
    left = sum(zone.kind == "necromancer" for zone in play.zones) - open_
    for number in range(open_, open_ + min(count, left)):
        question = Pending(id=f"token-{play.before.round}-{number + 1}", what="token")
        play.ask(question)
        play.emit(BoardAsked(question=question.id, what="token", card=""))


def award(play: Play, killer: str, zombie: str, count: int) -> None:
    """Points for kills. Army of the Dead gives an abomination's to every survivor (p. 17-18).

    A collector counts double what they collect.
    """
    kind = zombie_type(play.pack, zombie)
    skills = known_skills(play.before, killer, play.pack)
    factors = [number_of(one, "points_factor") for one in skills if not one.of or zombie in one.of]
    points = kind.points * count
    if kind.points_to == "killer":
        gain_points(play, killer, points * max([1, *factors]))
        return
    for key, survivor in list(play.survivors.items()):
        if survivor.status == "in_play":
            gain_points(play, key, points)


def retire_cards(play: Play, zombie: str) -> None:
    """What was once only takes its zombie card with it (Army of the Dead, p. 17)."""
    for copy, card in deck_copies(play.pack, DECK).items():
        assert isinstance(card, SpawnCard)
        levels = card.levels
        if levels and any(zombie in levels.at(level.id) for level in play.pack.danger):
            play.set_aside(DECK, copy)


def split_group(state: TableState, command: ZombiesSplit, pack: Pack) -> Outcome:
    """A group on several routes; some games even it out with more miniatures, never short of them.

    No extra activation follows and no escort comes along (Black Plague, p. 25, Rue Morgue, p. 20).
    Abominations and those who flee never split.
    """
    play = Play(state, pack)
    play.emit(events.ZombiesSplit(zombies=command.zombies, routes=command.routes))
    for zombie, count in command.zombies.items():
        kind = zombie_type(pack, zombie)
        if count > play.board.get(zombie, 0):
            there = play.board.get(zombie, 0)
            raise IllegalCommand("zombies.not_there", zombie=zombie, there=there)
        if kind.family == "abomination" or "flees" in kind.traits or not pack.split_adds:
            continue
        added = min(-count % command.routes, play.reserve(zombie))
        if added:
            play.board[zombie] = play.board.get(zombie, 0) + added
            play.emit(
                ZombiesPlaced(
                    zone=None,
                    zombie=zombie,
                    count=added,
                    card=None,
                    danger=play.danger,
                    why="split",
                )
            )
    return play.outcome()


def add_supply(state: TableState, command: SupplyAdd, pack: Pack) -> Outcome:
    """More miniatures than the box has; never fewer than stand on the board."""
    play = Play(state, pack)
    zombie_type(pack, command.zombie)
    count = state.more.get(command.zombie, 0) + command.count
    if command.count == 0 or count < 0 or play.reserve(command.zombie) + command.count < 0:
        raise IllegalCommand("supply.none", zombie=command.zombie)
    more = {**state.more, command.zombie: count}
    play.fields["more"] = {zombie: many for zombie, many in more.items() if many}
    play.emit(SupplyChanged(zombie=command.zombie, count=count))
    return play.outcome()


def add_zombies(state: TableState, command: ZombiesAdd, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if command.count > play.reserve(command.zombie):
        raise IllegalCommand(
            "zombies.not_in_box", zombie=command.zombie, left=play.reserve(command.zombie)
        )
    correct(play, command.zombie, command.count)
    return play.outcome()


def remove_zombies(state: TableState, command: ZombiesRemove, pack: Pack) -> Outcome:
    play = Play(state, pack)
    zombie_type(pack, command.zombie)
    there = play.board.get(command.zombie, 0)
    if command.count > there:
        raise IllegalCommand("zombies.not_there", zombie=command.zombie, there=there)
    correct(play, command.zombie, -command.count)
    return play.outcome()
