"""What an attack may come to: exact, and what the dice do when every face of them is rolled."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest
from msgspec.structs import replace

import rules
from rules import IllegalCommand, Survivor
from rules.mechanics.attacks.attack import AttackResolve, AttackResolved
from rules.mechanics.attacks.weapons import WeaponProfile
from rules.packs.copies import deck_copies

MANY = {"walker": 9}
MOST_ROLLED = 5
"""Dice of one attack; sixes that add dice may ask for more."""


def odds_of(state: rules.TableState, **said: object) -> rules.AttackOdds:
    command = AttackResolve(id="00000000", seen=0, survivor="ann", **said)  # type: ignore[arg-type]
    odds = rules.attack_odds(state, rules.pack_of(state), command)
    assert odds is not None
    return odds


def crowd(game: str, *skills: str, **board: int) -> rules.TableState:
    """Ann, who knows these skills, her friends, and so many zombies."""
    pack = rules.load_packs()[game]
    seated = [("ann", Survivor(name="Ann", player="Marta", gifts=skills))]
    seated += [(key, Survivor(name=key.title(), player="Luis")) for key in ("bob", "cat")]
    return replace(rules.new_table(pack=pack, survivors=seated, zones=[], seed="odds"), board=board)


def test_a_shotgun_at_three_zombies() -> None:
    """Two dice at 4+: one kill at least in three cases of four, never more than two."""
    state = crowd("zombicide-2e", walker=3)
    odds = odds_of(state, mode="ranged", weapons=("shotgun",), targets={"walker": 3})
    assert (odds.dice, odds.accuracy, odds.first, odds.noisy) == (2, 4, "walker", True)
    assert odds.kills == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert odds.any_kill == Fraction(3, 4)


def test_what_is_too_tough_does_not_fall() -> None:
    state = crowd("black-plague", fatty=1, walker=1)
    odds = odds_of(state, mode="melee", weapons=("sword",), targets={"fatty": 1})
    assert odds.kills == (1,)
    assert odds.first is None


# --- against every throw ---


class Came(NamedTuple):
    """What a throw came to, by the rules themselves."""

    chance: Fraction
    faces: tuple[int, ...]
    attack: AttackResolved


def every_throw(
    state: rules.TableState, command: AttackResolve, dice: tuple[int, ...] = ()
) -> Iterator[Came]:
    """Put in one die after the other, each face of it, until the attack asks for no more."""
    try:
        outcome = rules.carry_out(state, replace(command, dice=dice), rules.pack_of(state))
    except IllegalCommand as refused:
        if refused.code != "dice.missing":
            raise
        if len(dice) < MOST_ROLLED:
            for face in range(1, 7):
                yield from every_throw(state, command, (*dice, face))
        return
    attack = next(event for event in outcome.events if isinstance(event, AttackResolved))
    yield Came(Fraction(1, 6 ** len(dice)), dice, attack)


def check_every_throw(
    state: rules.TableState, *, cut: float = 0.0, ammo: int = 0, **said: object
) -> rules.AttackOdds:
    """All numbers of the odds against all throws; `cut` is the chance of more dice than we roll."""
    table = replace(state, dice="table")
    command = AttackResolve(id="00000000", seen=0, survivor="ann", **said)  # type: ignore[arg-type]
    ways = [
        came._replace(chance=came.chance / 6**ammo)
        for shown in product((0, 2, 3, 4, 5, 6), repeat=ammo)
        for came in every_throw(table, replace(command, ammo_dice=shown))
    ]
    assert float(share(ways, lambda _attack: True)) >= 1 - cut
    odds = odds_of(state, **said)

    def same(chance: Fraction, holds: Callable[[AttackResolved], object]) -> None:
        assert abs(chance - share(ways, holds)) <= cut

    for number, chance in enumerate(odds.kills):
        same(chance, lambda attack, n=number: sum(attack.killed.values()) == n)
    same(odds.all_fall, lambda attack: not attack.left)
    same(odds.breaks, lambda attack: attack.broken)
    same(odds.empties, lambda attack: attack.empty)
    hurt = {each.survivor for way in ways for each in way.attack.hurt if each.taken}
    assert {friend.survivor for friend in odds.friends} == hurt
    for friend in odds.friends:
        mean = sum(way.chance * taken(way.attack, friend.survivor) for way in ways)
        assert abs(friend.wounds - mean) <= 10 * cut
        same(friend.wounded, lambda attack, who=friend.survivor: taken(attack, who))
        same(friend.falls, lambda attack, who=friend.survivor: fate(attack, who))
    return odds


def share(ways: list[Came], holds: Callable[[AttackResolved], object]) -> Fraction:
    return sum((way.chance for way in ways if holds(way.attack)), Fraction(0))


def taken(attack: AttackResolved, survivor: str) -> int:
    return sum(each.taken for each in attack.hurt if each.survivor == survivor)


def fate(attack: AttackResolved, survivor: str) -> bool:
    return any(each.fate for each in attack.hurt if each.survivor == survivor)


def typed(dice: int, accuracy: int, damage: int = 1, **more: int) -> WeaponProfile:
    return WeaponProfile(name="typed", dice=dice, accuracy=accuracy, damage=damage, **more)


@pytest.mark.parametrize(
    ("game", "skills", "said"),
    [
        ("zombicide-2e", (), {"weapons": ("shotgun",), "targets": {"brute": 1, "walker": 1}}),
        ("zombicide-2e", (), {"weapons": ("sub-mg",), "targets": {"walker": 2}}),
        ("black-plague", ("plus-1-to-dice-roll-ranged",), {"profile": typed(3, 5)}),
        ("black-plague", ("plus-1-die-combat", "reaper-combat"), {"profile": typed(2, 4)}),
        ("black-plague", ("steady-hand",), {"profile": typed(2, 4), "near": ("bob",)}),
        ("rue-morgue", (), {"weapons": ("shotgun",), "targets": {"skinner-walker": 2}}),
        ("army-of-the-dead", (), {"weapons": ("rocket-launcher",), "targets": {"alpha": 2}}),
    ],
)
def test_the_odds_are_those_of_the_dice_that_are_rolled(
    game: str, skills: tuple[str, ...], said: dict
) -> None:
    """Every face of every die, put in by hand, comes to what the odds say."""
    near = said.pop("near", ("bob", "cat"))
    board = {"walker": 5, "brute": 2} if game == "zombicide-2e" else {}
    targets = said.setdefault("targets", {"walker": 3})
    state = crowd(game, *skills, **{**targets, **board})
    check_every_throw(state, mode="ranged", survivors_in_zone=near, **said)


def test_a_blow_chooses_and_hurts_nobody_else() -> None:
    state = crowd("zombicide-2e", walker=2, runner=1)
    targets = {"walker": 2, "runner": 1}
    odds = check_every_throw(
        state, mode="melee", profile=typed(3, 4), targets=targets, survivors_in_zone=("bob",)
    )
    assert odds.friends == ()
    assert odds.all_fall == Fraction(1, 8)


def test_misses_hit_friends_until_they_fall_and_armour_saves_some() -> None:
    """Black Plague, p. 34: Bob wears plate (3+), has one health left, and stands before Cat."""
    state = crowd("black-plague", walker=3)
    pack = rules.pack_of(state)
    plate = next(copy for copy in deck_copies(pack, "equipment") if copy.startswith("plate-armor"))
    bob = replace(state.survivors["bob"], wounds=2, inventory={"body": plate})
    state = replace(state, survivors={**state.survivors, "bob": bob})
    said = {"mode": "ranged", "profile": typed(2, 5), "targets": {"walker": 3}}
    bare = check_every_throw(state, survivors_in_zone=("bob", "cat"), **said)
    worn = check_every_throw(state, survivors_in_zone=("bob", "cat"), armour=True, **said)
    assert [friend.survivor for friend in bare.friends] == ["bob", "cat"]
    assert worn.friends[0].falls < bare.friends[0].falls
    assert worn.friends[1].wounds < bare.friends[1].wounds


def test_sixes_that_add_dice_or_damage() -> None:
    state = crowd("black-plague", "roll-6-plus-1-die-combat", walker=9)
    chained = check_every_throw(
        state, mode="ranged", profile=typed(1, 4), targets=MANY, cut=6.0**-MOST_ROLLED
    )
    assert chained.any_kill == Fraction(1, 2)
    state = crowd("zombicide-2e", "roll-6-plus-1-damage-ranged", walker=1, abomination=1)
    targets = {"abomination": 1, "walker": 1}
    odds = check_every_throw(state, mode="ranged", profile=typed(2, 4, 1), targets=targets)
    assert odds.kills == (Fraction(35, 36), 0, Fraction(1, 36)), "two sixes do three damage"


def test_all_out_dice_may_break_the_weapon_and_ammo_dice_empty_it() -> None:
    state = crowd("zombicide-2e", walker=3)
    wild = check_every_throw(
        state,
        mode="ranged",
        profile=typed(2, 4, 2, all_out=2),
        targets={"walker": 3},
        all_out=True,
        survivors_in_zone=("bob",),
    )
    assert (wild.breaks, wild.any_kill) == (Fraction(11, 36), Fraction(15, 16))
    army = crowd("army-of-the-dead", shambler=3)
    shot = check_every_throw(
        army, mode="ranged", weapons=("heavy-machine-gun",), targets={"shambler": 3}, ammo=2
    )
    assert (shot.breaks, shot.empties) == (0, Fraction(11, 36))


def test_a_reroll_is_a_second_throw_for_what_has_not_come() -> None:
    """Every throw of the normal dice, and again where nobody, or not everybody, has fallen."""
    state = replace(crowd("zombicide-2e", "lucky", walker=2), dice="table")
    said = {"mode": "ranged", "profile": typed(2, 4, all_out=1), "targets": {"walker": 2}}
    command = AttackResolve(id="00000000", seen=0, survivor="ann", all_out=True, **said)
    odds = odds_of(state, all_out=True, **said)
    assert odds.rerolls == ("lucky",)
    wanted: dict[str, Callable[[AttackResolved], bool]] = {
        "any_kill_rerolled": lambda attack: bool(attack.killed),
        "all_fall_rerolled": lambda attack: not attack.left,
    }
    came = {way.faces: way.attack for way in every_throw(state, command)}
    for name, is_good in wanted.items():
        good = 0
        for first, second in product(product(range(1, 7), repeat=2), repeat=2):
            for wild in range(1, 7):
                once = is_good(came[(*first, wild)])
                good += once or is_good(came[(*second, wild)])
        assert getattr(odds, name) == Fraction(good, 6**5)
    assert odds.any_kill_rerolled > odds.any_kill


def test_what_saves_the_weapon_is_spent_instead() -> None:
    state = crowd("zombicide-2e", walker=3)
    fields = {"mode": "ranged", "profile": typed(2, 4, all_out=2), "targets": {"walker": 3}}
    saved = odds_of(state, all_out=True, ignore_breaks=True, **fields)
    assert (saved.breaks, saved.spends) == (0, Fraction(11, 36))


def test_a_hand_crossbow_is_empty_after_every_shot() -> None:
    state = crowd("black-plague", walker=1)
    odds = odds_of(state, mode="ranged", weapons=("hand-crossbow",), targets={"walker": 1})
    assert odds.empties == 1


def test_an_attack_against_the_rules_has_no_odds() -> None:
    state = crowd("zombicide-2e", walker=3)
    with pytest.raises(IllegalCommand) as refused:
        odds_of(state, mode="magic", weapons=("shotgun",), targets={"walker": 1})
    assert refused.value.code == "attack.no_profile"
