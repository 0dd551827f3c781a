"""What an attack may come to, before anybody rolls: exact, by the attack's own rules."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from rules.chance import DIE
from rules.mechanics.attacks.commands import AttackResolve
from rules.mechanics.attacks.play import Attack
from rules.mechanics.attacks.rolls import BLANK, is_six
from rules.odds import break_chance
from rules.play import Play

LONGEST_CHAIN = 8
"""A six of a six of a six... is followed so far; what lies beyond is less than a per mille."""
MOST_DICE = 24
"""Of more dice nobody asks for the odds; they would take too long to tell."""
Thrown = Mapping[tuple[int, int, int], Fraction]
"""How likely so many hits, dice and sixes are."""
NOTHING: Thrown = {(0, 0, 0): Fraction(1)}


class AttackOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of one attack may do to a zone."""

    dice: int
    """All of them, with the all-out and ammo dice."""
    accuracy: int
    damage: int
    """Without what sixes add."""
    noisy: bool
    kills: tuple[Fraction, ...]
    """The chance of exactly 0, 1, 2... kills."""
    breaks: Fraction
    """The chance that going all-out costs the weapon."""
    first: str | None
    """Who falls first, if anybody does."""

    @property
    def any_kill(self) -> Fraction:
        return 1 - self.kills[0]


def attack_odds(look: Callable[[], Play], command: AttackResolve) -> AttackOdds | None:
    """The odds of an attack; None for more dice than can be told in time.

    Armour of friends is left out: it saves them, and kills nobody more or less. Raises what the
    rules have against the attack.
    """
    command = msgspec.structs.replace(command, armour=False)
    attack = _attack(look(), command)
    normal, special = attack.normal_dice(), attack.special_count()
    if normal + special > MOST_DICE:
        return None
    kills: dict[int, Fraction] = {}
    first = None
    for (hits, dice, sixes), chance in _all_dice(attack, normal, special).items():
        attack = _attack(look(), command)
        attack.count(hits=hits, dice=dice, sixes=sixes)
        attack.hit_targets()
        fallen = sum(attack.killed.values())
        kills[fallen] = kills.get(fallen, Fraction(0)) + chance
        if fallen and (first is None or fallen == 1):
            first = next(iter(attack.killed))
    attack.count(hits=0, dice=0, sixes=0)
    return AttackOdds(
        dice=normal + special,
        accuracy=attack.wanted,
        damage=attack.damage,
        noisy=attack.weapon.noisy and not attack.has("silent"),
        kills=tuple(kills.get(number, Fraction(0)) for number in range(max(kills) + 1)),
        breaks=break_chance(special) if command.all_out else Fraction(0),
        first=first,
    )


def _attack(play: Play, command: AttackResolve) -> Attack:
    attack: Attack = play.rules.attack(play, command)
    return attack


def _all_dice(attack: Attack, normal: int, special: int) -> Thrown:
    thrown: Thrown = NOTHING
    for sides, count in ((_sides(1), normal), (_sides(BLANK), special)):
        one = _one_die(attack, sides)
        for _ in range(count):
            thrown = _together(thrown, one)
    return thrown


def _sides(lowest: int) -> tuple[int, ...]:
    """The faces of a die; where a special one has its symbol, a normal one has the 1."""
    return (lowest, *range(2, DIE + 1))


def _one_die(attack: Attack, sides: tuple[int, ...]) -> Thrown:
    """One die, with those that its sixes add; sixes are told apart only where they matter."""
    counts_sixes = bool(attack.damage_per_six)
    further: Thrown = NOTHING
    for _ in range(LONGEST_CHAIN if attack.adds_dice else 0):
        further = _face(attack, _sides(1), further, counts_sixes)
    return _face(attack, sides, further, counts_sixes)


def _face(attack: Attack, sides: tuple[int, ...], after_six: Thrown, counts_sixes: bool) -> Thrown:
    thrown: dict[tuple[int, int, int], Fraction] = {}
    for face in sides:
        six = is_six(face, attack.better)
        hit = face != BLANK and face >= attack.wanted
        mine = {(int(hit), 1, int(six and counts_sixes)): Fraction(1, DIE)}
        for key, chance in _together(mine, after_six if six else NOTHING).items():
            thrown[key] = thrown.get(key, Fraction(0)) + chance
    return thrown


def _together(thrown: Thrown, other: Thrown) -> Thrown:
    both: dict[tuple[int, int, int], Fraction] = {}
    for (hits, dice, sixes), chance in thrown.items():
        for (more, others, further), as_well in other.items():
            key = (hits + more, dice + others, sixes + further)
            both[key] = both.get(key, Fraction(0)) + chance * as_well
    return both
