"""What an attack may come to: exact, and what the dice do when every face of them is rolled."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

import rules
from rules import IllegalCommand, Survivor
from rules.mechanics.attacks.commands import AttackResolve, WeaponProfile
from rules.mechanics.kills.events import ZombiesKilled

MANY = {"walker": 9}


def odds_of(state: rules.TableState, **said: object) -> rules.AttackOdds:
    command = AttackResolve(id="00000000", seen=0, survivor="ann", **said)  # type: ignore[arg-type]
    told = rules.attack_odds(state, rules.pack_of(state), command)
    assert told is not None
    return told


def crowd(game: str, *skills: str, **board: int) -> rules.TableState:
    """Ann, who knows these skills, and so many zombies."""
    ann = Survivor(name="Ann", player="Marta", gifts=skills)
    pack = rules.load_packs()[game]
    return replace(
        rules.new_table(pack=pack, survivors=[("ann", ann)], zones=[], seed="odds"), board=board
    )


def test_a_shotgun_at_three_zombies() -> None:
    """Two dice at 4+: one kill at least in three cases of four, never more than two."""
    state = crowd("zombicide-2e", walker=3)
    told = odds_of(state, mode="ranged", weapons=("shotgun",), targets={"walker": 3})
    assert (told.dice, told.accuracy, told.first, told.noisy) == (2, 4, "walker", True)
    assert told.kills == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert told.any_kill == Fraction(3, 4)


def test_what_is_too_tough_does_not_fall() -> None:
    state = crowd("black-plague", fatty=1, walker=1)
    told = odds_of(state, mode="melee", weapons=("sword",), targets={"fatty": 1})
    assert told.kills == (1,)
    assert told.first is None


def test_the_odds_know_skills_sixes_and_the_order_of_targets() -> None:
    """+1 to dice rolls, a die for every 6: exact, and the whole adds up."""
    typed = WeaponProfile(name="bow", dice=1, accuracy=4, damage=1)
    plain = odds_of(crowd("black-plague", walker=9), mode="ranged", profile=typed, targets=MANY)
    better = odds_of(
        crowd("black-plague", "plus-1-to-dice-roll-ranged", walker=9),
        mode="ranged",
        profile=typed,
        targets=MANY,
    )
    chained = odds_of(
        crowd("black-plague", "roll-6-plus-1-die-combat", walker=9),
        mode="ranged",
        profile=typed,
        targets=MANY,
    )
    assert plain.kills == (Fraction(1, 2), Fraction(1, 2))
    assert better.any_kill == Fraction(2, 3)
    assert sum(chained.kills) == 1
    assert chained.any_kill == Fraction(1, 2)
    assert chained.kills[2] > 0


def test_the_odds_are_those_of_the_dice_that_are_rolled() -> None:
    """Every face of two dice, put in by hand, comes to what the odds say."""
    state = replace(crowd("zombicide-2e", walker=2, brute=2), dice="table")
    pack = rules.pack_of(state)
    said = {"mode": "ranged", "weapons": ("shotgun",), "targets": {"brute": 1, "walker": 1}}
    counted: dict[int, int] = {}
    for dice in product(range(1, 7), repeat=2):
        command = AttackResolve(id="00000000", seen=0, survivor="ann", dice=dice, **said)
        events = rules.facts_of(rules.apply(state, command, pack).events)
        fallen = sum(one.count for one in events if isinstance(one, ZombiesKilled))
        counted[fallen] = counted.get(fallen, 0) + 1
    told = odds_of(state, **said)
    assert told.kills == tuple(Fraction(counted.get(n, 0), 36) for n in range(len(told.kills)))


def test_all_out_says_its_price() -> None:
    typed = WeaponProfile(name="gun", dice=2, accuracy=4, damage=2, all_out=2)
    state = crowd("zombicide-2e", walker=3)
    calm = odds_of(state, mode="ranged", profile=typed, targets={"walker": 3})
    wild = odds_of(state, mode="ranged", profile=typed, targets={"walker": 3}, all_out=True)
    assert (calm.breaks, wild.breaks) == (0, Fraction(11, 36))
    assert wild.any_kill == Fraction(15, 16)


def test_an_attack_against_the_rules_has_no_odds() -> None:
    state = crowd("zombicide-2e", walker=3)
    with pytest.raises(IllegalCommand) as refused:
        odds_of(state, mode="magic", weapons=("shotgun",), targets={"walker": 1})
    assert refused.value.code == "attack.no_profile"
