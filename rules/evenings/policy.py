"""One evening played by a simple policy, command by command, through the rules themselves.

The table has no map, so the policy has none either. Round after round:

1. In rounds 2, 4 and 6 a building of three rooms is opened, if the game has buildings.
2. In turn, starting with another survivor each round, every survivor makes two melee attacks,
   each on at most four zombies that the weapon can kill, the toughest first. The weapon improves:
   one die at first, two from round 4, three that do 2 damage from round 7; all hit with 4 or more.
   Skills apply.
3. From round 4 on, an abomination that the weapon cannot kill costs one survivor both attacks (a
   Molotov).
4. The zombies spawn.
5. Questions to the players are answered at once: there are two places on the board, each floor
   has a survivor, and a necromancer who is killed removes the spawn token it came with. Otherwise
   the first choice offered is taken, for example of two skills.

No one is wounded, searches, takes objectives, makes noise or flees. The policy compares set-ups; it
does not say who would have won.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.chance import Chance
from rules.commands import BaseCommand
from rules.engine import answers, carry_out, look
from rules.fields import Choice, Field
from rules.levels import table_danger
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.attacks.weapons import WeaponProfile
from rules.mechanics.buildings import BuildingOpen
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import PhaseNext, RoundNext
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.spawn.drawing import Draw, SpawnResolved
from rules.mechanics.supply import LARGEST
from rules.packs.schema import Pack
from rules.packs.schema.people import Zombie
from rules.registry import rulesets
from rules.ruleset import Outcome
from rules.state import TableState

NAME = "policy 2"
"""Name of the policy; change it with the policy, so that stored results become stale."""
ROUNDS = 10
ATTACKS = 2
REACH = 4
"""Zombies in the zone of an attack."""
BUILDING_ROUNDS, ROOMS = (2, 4, 6), ("1", "2", "3")
MOLOTOV_FROM = 4
PLACES = 2
WEAPONS = {
    7: WeaponProfile(name="late", dice=3, accuracy=4, damage=2),
    4: WeaponProfile(name="better", dice=2, accuracy=4, damage=1),
    1: WeaponProfile(name="first", dice=1, accuracy=4, damage=1),
}
"""Weapons by the first round of their use."""
ID = "00000000"
"""Id of every command: commands without a log need no ids of their own."""
SAID: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "places": lambda said: PLACES,
    "somebody": lambda said: True,
    "remove": lambda said: said["zone"],
}
"""Answers by field name, where the first choice offered is not taken."""


class PlayedStep(NamedTuple):
    """A command with the table before and the outcome."""

    before: TableState
    command: BaseCommand
    outcome: Outcome


class RoundEnd(NamedTuple):
    """The table at the end of a round."""

    zombies: int
    danger: int
    """Danger as the number of levels above the lowest."""
    is_short: bool
    """True if miniatures were missing in this round."""


def evening(start: TableState, pack: Pack) -> Iterator[RoundEnd]:
    """Yield the counts of each round; fewer rounds if the mission ends by itself."""
    levels = [level.id for level in pack.danger]
    is_short, state = False, start
    for step in steps(start, pack):
        is_short = is_short or _is_short(step, pack)
        state = step.outcome.state
        if state.round > step.before.round or state.result is not None:
            danger, _who = table_danger(state, pack)
            yield RoundEnd(sum(state.board.values()), levels.index(danger), is_short)
            is_short = False


def steps(start: TableState, pack: Pack) -> Iterator[PlayedStep]:
    """Yield every command of the evening. The same start gives the same evening."""
    playing = _Playing(start, pack)
    while playing.state.round <= ROUNDS:
        for step in playing.round():
            yield step
            if step.outcome.state.result is not None:
                return


class _Playing:
    """The table, and the next moves of the policy."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.rules = rulesets[state.game]
        toughest = sorted(pack.zombies, key=lambda kind: -(kind.toughness or 0))
        self.targets = [kind for kind in toughest if kind.killed_by == "damage" and kind.toughness]
        self.largest = [kind for kind in pack.zombies if _falls_to_fire(kind)]

    def round(self) -> Iterator[PlayedStep]:
        if self.state.round in BUILDING_ROUNDS and BuildingOpen in self.rules.asks:
            yield from self.act(BuildingOpen(id=ID, seen=0, zones=ROOMS))
        weapon = next(weapon for first, weapon in WEAPONS.items() if self.state.round >= first)
        seated = list(self.state.survivors)
        first = (self.state.round - 1) % len(seated)
        for survivor in (*seated[first:], *seated[:first]):
            yield from self.turn(survivor, weapon)
        yield from self.act(PhaseNext(id=ID, seen=0))
        if self.has_zones():
            yield from self.act(SpawnResolve(id=ID, seen=0))
        yield from self.act(RoundNext(id=ID, seen=0))

    def has_zones(self) -> bool:
        """Check if a zone spawns in this round: a mission may begin with every zone inactive."""
        begun = [zone.active_from for zone in self.state.zones if zone.active_from is not None]
        return bool(begun) and min(begun) <= self.state.round

    def turn(self, survivor: str, weapon: WeaponProfile) -> Iterator[PlayedStep]:
        """Yield both attacks of a survivor, or the kill of an abomination."""
        for kind in self.largest if self.state.round >= MOLOTOV_FROM else ():
            if self.state.board.get(kind.id) and (kind.toughness or 99) > weapon.damage:
                kill = ZombiesKill(id=ID, seen=0, survivor=survivor, zombie=kind.id, means="all")
                yield from self.act(kill)
                return
        for _attack in range(ATTACKS):
            targets = self.within_reach(weapon.damage)
            if not targets:
                return
            yield from self.act(
                AttackResolve(
                    id=ID, seen=0, survivor=survivor, mode="melee", targets=targets, profile=weapon
                )
            )

    def within_reach(self, damage: int) -> dict[str, int]:
        """Return the first few zombies that the weapon can kill."""
        reached: dict[str, int] = {}
        free = REACH
        for kind in self.targets:
            count = min(free, self.state.board.get(kind.id, 0))
            if count and kind.toughness and kind.toughness <= damage:
                reached[kind.id] = count
                free -= count
        return reached

    def act(self, command: BaseCommand) -> Iterator[PlayedStep]:
        """Send a command, and answer the questions that follow before anything else."""
        following: BaseCommand | None = command
        while following is not None and self.state.result is None:
            yield self.do(following)
            following = self.answer()

    def answer(self) -> BaseCommand | None:
        """Return the answer to the first question that has one."""
        for question in self.state.pending:
            for given in answers(self.state, self.pack, question):
                said = dict(given.fixed)
                for name, field in given.fields.items():
                    if name in SAID:
                        said[name] = SAID[name](said)
                    elif not field.may_be_empty:
                        said[name] = _first_of(field, said)
                body = {**said, "kind": given.kind, "id": ID, "seen": 0}
                command: BaseCommand = msgspec.convert(body, self.rules.commands[given.kind])
                return command
        return None

    def do(self, command: BaseCommand) -> PlayedStep:
        step = PlayedStep(self.state, command, carry_out(self.state, command, self.pack))
        self.state = step.outcome.state
        return step


def _falls_to_fire(kind: Zombie) -> bool:
    return kind.family == LARGEST and kind.killed_by != "nothing"


def _first_of(field: Field, said: Mapping[str, Any]) -> Any:
    if isinstance(field, Choice):
        return field.values[0]
    return field.by_chance(Chance(seed=NAME, cursor=0, entered=None), said)


def _is_short(step: PlayedStep, pack: Pack) -> bool:
    """Check if a card has asked for a miniature that the box did not have."""
    return any(
        draw.missing or _came_in_vain(draw, step.before, pack)
        for event in step.outcome.events
        if isinstance(event, SpawnResolved)
        for draw in event.draws
    )


def _came_in_vain(draw: Draw, state: TableState, pack: Pack) -> bool:
    """Check if no miniature was left for a necromancer.

    The rules do not count it as missing: those on the board act once more, as for every other
    missing miniature.
    """
    foresees = rulesets[state.game].card_foresights.get(draw.does)
    if draw.came or not draw.line or foresees is None:
        return False
    return foresees(look(state, pack), draw.line).joins
