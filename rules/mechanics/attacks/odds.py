"""Exact odds of an attack before its dice are rolled, by the attack's own rules."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import msgspec

from rules.chance import DIE, Chance
from rules.mechanics.armour import armour_of
from rules.mechanics.attacks.attack import Attack, AttackResolve
from rules.mechanics.attacks.rolls import BLANK, is_six
from rules.odds import break_chance
from rules.play import Play

RARE = Fraction(1, 10_000)
"""Chains of sixes (a six adds a die that is a six...) are followed until rarer than this."""
MOST_DICE = 24
"""The most dice for which odds are computed; more would take too long."""
NONE, CERTAIN = Fraction(0), Fraction(1)


class AttackThrow(NamedTuple):
    """The result of some dice."""

    hits: int = 0
    dice: int = 0
    sixes: int = 0

    def plus(self, other: "AttackThrow") -> "AttackThrow":
        return AttackThrow(self.hits + other.hits, self.dice + other.dice, self.sixes + other.sixes)


Thrown = Mapping[AttackThrow, Fraction]
"""The probability of each throw."""


class Stray(msgspec.Struct, frozen=True, kw_only=True):
    """The risk of one survivor in the zone."""

    survivor: str
    wounds: Fraction
    """Wounds on average, less what armor and vests stop."""
    wounded: Fraction
    """The chance of at least one wound."""
    falls: Fraction


class AttackOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one attack on a zone."""

    dice: int
    """All dice, with the all-out and ammo dice."""
    accuracy: int
    damage: int
    """The damage of a hit, without what sixes add."""
    noisy: bool
    kills: tuple[Fraction, ...]
    """The chance of exactly 0, 1, 2... kills."""
    all_fall: Fraction
    """The chance that no zombie is left standing there."""
    rerolls: tuple[str, ...]
    """Skills and cards that reroll the normal dice; special dice stay as they fell."""
    any_kill_rerolled: Fraction
    """The chance of a kill, if the dice are rolled again for as long as there is none."""
    all_fall_rerolled: Fraction
    """The chance that all fall, if the dice are rolled again until they do."""
    breaks: Fraction
    """The chance that going all-out costs the weapon."""
    spends: Fraction
    """The chance that it costs what is given up to save the weapon."""
    empties: Fraction
    """The chance that the weapon must be reloaded."""
    friends: tuple[Stray, ...]
    """Survivors in the zone who may be wounded."""
    first: str | None
    """The type of zombie that falls first, if any does."""

    @property
    def any_kill(self) -> Fraction:
        return 1 - self.kills[0]


def attack_odds(look: Callable[[], Play], command: AttackResolve) -> AttackOdds | None:
    """Return the odds of an attack; None if it has more than `MOST_DICE` dice.

    Raises the rules' objections to the attack.
    """
    attack = _attack(look(), command)
    if attack.normal_dice() + attack.special_count() > MOST_DICE:
        return None
    return _Foretelling(look, command, attack).odds()


def _attack(play: Play, command: AttackResolve) -> Attack:
    attack: Attack = play.rules.attack(play, command)
    attack.check()
    return attack


class _Result(NamedTuple):
    """The effect of one throw on the zone."""

    killed: int
    first: str | None
    left: int


class _Foretelling:
    """Gives every throw to the rules of the attack and adds up the results."""

    def __init__(self, look: Callable[[], Play], command: AttackResolve, attack: Attack) -> None:
        self.look, self.command, self.attack = look, command, attack
        self.normal = _all_dice(attack, _sides(1), attack.normal_dice())
        self.special = _all_dice(attack, _sides(BLANK), attack.special_count())
        self.results: dict[AttackThrow, _Result] = {}

    def odds(self) -> AttackOdds:
        attack, special = self.attack, self.attack.special_count()
        thrown = _together(self.normal, self.special)
        kills: dict[int, Fraction] = {}
        first = None
        for throw, chance in thrown.items():
            result = self._result(throw)
            kills[result.killed] = kills.get(result.killed, NONE) + chance
            if result.killed and (first is None or result.killed == 1):
                first = result.first
        rerolls = attack.rerolls_offered()
        blank = break_chance(special)
        is_saved = self.command.ignore_breaks or self.command.spare is not None
        attack.count(hits=0, dice=0, sixes=0)
        return AttackOdds(
            dice=attack.normal_dice() + special,
            accuracy=attack.wanted,
            damage=attack.damage,
            noisy=attack.weapon.noisy and not attack.has("silent"),
            kills=tuple(kills.get(number, NONE) for number in range(max(kills) + 1)),
            all_fall=self._at_last(0, _all_fall),
            rerolls=tuple(rerolls),
            any_kill_rerolled=self._at_last(len(rerolls), _any_kill),
            all_fall_rerolled=self._at_last(len(rerolls), _all_fall),
            breaks=blank if attack.blank_breaks and not is_saved else NONE,
            spends=blank if attack.blank_breaks and is_saved else NONE,
            empties=CERTAIN if attack.is_emptied else blank * attack.blank_empties,
            friends=self._friends(thrown),
            first=first,
        )

    def _result(self, throw: AttackThrow) -> _Result:
        """Return the effect on the zombies; misses make no difference to them."""
        key = throw._replace(dice=throw.hits)
        if key not in self.results:
            attack = _attack(self.look(), self.command)
            attack.count(**key._asdict())
            attack.hit_targets()
            self.results[key] = _Result(
                sum(attack.killed.values()),
                next(iter(attack.killed), None),
                sum(attack.standing.values()),
            )
        return self.results[key]

    def _at_last(self, rerolls: int, is_good: Callable[[_Result], bool]) -> Fraction:
        """Return the chance of a good result, with the normal dice rerolled until it comes."""
        chance = NONE
        for kept, likely in self.special.items():
            bad = sum(
                (
                    share
                    for throw, share in self.normal.items()
                    if not is_good(self._result(throw.plus(kept)))
                ),
                NONE,
            )
            chance += likely * (1 - bad ** (rerolls + 1))
        return chance

    # --- friends ---

    def _friends(self, thrown: Thrown) -> tuple[Stray, ...]:
        wounds: dict[str, Fraction] = {}
        wounded: dict[str, Fraction] = {}
        falls: dict[str, Fraction] = {}
        there = dict.fromkeys(self.command.survivors_in_zone)
        for throw, chance in thrown.items() if there else ():
            for attack, share in self._with_armour(throw):
                taken: Counter[str] = Counter()
                for hurt in attack.hurt:
                    taken[hurt.survivor] += hurt.taken
                    if hurt.fate is not None:
                        falls[hurt.survivor] = falls.get(hurt.survivor, NONE) + chance * share
                for key, count in taken.items():
                    wounds[key] = wounds.get(key, NONE) + chance * share * count
                    wounded[key] = wounded.get(key, NONE) + chance * share * bool(count)
        return tuple(
            Stray(
                survivor=key,
                wounds=wounds[key],
                wounded=wounded[key],
                falls=falls.get(key, NONE),
            )
            for key in there
            if wounds.get(key)
        )

    def _with_armour(self, throw: AttackThrow) -> Iterator[tuple[Attack, Fraction]]:
        """Yield the attack for every way the armor rolls may fall, with its chance."""
        sides = self._sides_of_armour()
        waiting: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), CERTAIN)]
        while waiting:
            rolls, chance = waiting.pop()
            play = self.look()
            play.chance = _Foreseen(rolls)
            attack = _attack(play, self.command)
            attack.count(**throw._asdict())
            try:
                attack.hit_targets()
                attack.hit_friends()
            except _MoreDice as asked:
                for faces, share in _faces(sides, asked.count):
                    waiting.append(((*rolls, faces), chance * share))
                continue
            yield attack, chance

    def _sides_of_armour(self) -> list[tuple[int, int]]:
        """Return groups of faces that save the same survivors: lowest face, size of the group."""
        play = self.look()
        worn = [armour_of(play, key) for key in dict.fromkeys(self.command.survivors_in_zone)]
        sides: dict[tuple[bool, ...], list[int]] = {}
        for face in range(1, DIE + 1):
            saves = tuple(armour.saves(face) for armour in worn if armour is not None)
            sides.setdefault(saves, []).append(face)
        return [(faces[0], len(faces)) for faces in sides.values()]


def _any_kill(result: _Result) -> bool:
    return result.killed > 0


def _all_fall(result: _Result) -> bool:
    return not result.left


class _MoreDice(Exception):
    """The rules ask for dice that are not foreseen yet."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _Foreseen(Chance):
    """Rolls that are given beforehand, one after the other."""

    def __init__(self, rolls: Sequence[tuple[int, ...]]) -> None:
        super().__init__(seed="", cursor=0, entered=None)
        self.rolls = iter(rolls)

    def roll(self, count: int) -> tuple[int, ...]:
        faces = next(self.rolls, None)
        if faces is None:
            raise _MoreDice(count)
        return faces


def _faces(sides: list[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every throw of `count` dice, in any order, with its probability."""
    for chosen in combinations_with_replacement(sides, count):
        ways = factorial(count) // prod(map(factorial, Counter(chosen).values()))
        share = Fraction(ways * prod(size for _face, size in chosen), DIE**count)
        yield tuple(face for face, _size in chosen), share


# --- dice ---


def _all_dice(attack: Attack, sides: tuple[int, ...], count: int) -> Thrown:
    """Return the results of `count` dice; `sides` are the faces of the first throw.

    Sixes are told apart where they add dice or damage. Where each adds a die, they come until every
    die has shown something else: `count` failures, and any number of sixes before the last of them.
    """
    adds, matters = attack.adds_dice, attack.adds_dice or bool(attack.damage_per_six)
    sixes = [face for face in sides if matters and is_six(face, attack.better)]
    hits = [face for face in sides if face != BLANK and face >= attack.wanted]
    again = Fraction(len(sixes), DIE)
    thrown: dict[AttackThrow, Fraction] = {}
    for number, chance in _numbers_of_sixes(count, again, adds=adds):
        others = count if adds else count - number
        faces = DIE - len(sixes)
        for other_hits in range(others + 1):
            ways = comb(others, other_hits) * (len(hits) - len(sixes)) ** other_hits
            ways *= (DIE - len(hits)) ** (others - other_hits)
            if ways:
                counted = number if attack.damage_per_six else 0
                throw = AttackThrow(number + other_hits, number + others, counted)
                thrown[throw] = thrown.get(throw, NONE) + chance * Fraction(ways, faces**others)
    return thrown


def _numbers_of_sixes(count: int, six: Fraction, *, adds: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield each number of sixes with its chance; the last one stands for all that are rarer."""
    if not adds:
        for number in range(count + 1 if six else 1):
            yield number, comb(count, number) * six**number * (1 - six) ** (count - number)
        return
    rest, number = CERTAIN, 0
    while rest > RARE:
        chance = comb(max(count + number - 1, 0), number) * six**number * (1 - six) ** count
        rest -= chance
        yield number, chance if rest > RARE else chance + rest
        number += 1


def _sides(lowest: int) -> tuple[int, ...]:
    """Return the faces of a die; a special one has its symbol where a normal one has the 1."""
    return (lowest, *range(2, DIE + 1))


def _together(thrown: Thrown, other: Thrown) -> Thrown:
    both: dict[AttackThrow, Fraction] = {}
    for throw, chance in thrown.items():
        for more, as_well in other.items():
            sum_of_both = throw.plus(more)
            both[sum_of_both] = both.get(sum_of_both, NONE) + chance * as_well
    return both
