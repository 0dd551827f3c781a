"""The dice of an attack: their number, the face they need, rerolls, sixes and damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rules.chance import DIE
from rules.errors import IllegalCommand
from rules.mechanics.actions import DID
from rules.mechanics.attacks.weapons import (
    Weapon,
    check_range,
    counts,
    is_dual,
    modes_of,
    weapon_of,
)
from rules.mechanics.cards import card_of, effect_of, named_card
from rules.mechanics.equipment import SEARCH
from rules.mechanics.inventory import carried, in_hand
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import out_of_reach
from rules.mechanics.reloading import RELOAD
from rules.mechanics.skills import is_used_up
from rules.packs.schema.base import Count, Face, Natural
from rules.packs.schema.people import AttackKind, Skill
from rules.packs.vocabulary import Giving
from rules.play import Play

if TYPE_CHECKING:
    from rules.mechanics.attacks.attack import AttackResolve


ATTACK = "attack-"


AT: Any = tuple[AttackKind, ...]


GIVES: Giving = {
    "accuracy": Face,
    "all_out": bool,
    "choose_targets": AT,
    "choose_targets_at": Natural,
    "damage": Count,
    "damage_at_least": Count,
    "damage_is": Count,
    "damage_per_6": Count,
    "dice": Count,
    "dice_from": Literal["zombies", "actors"],
    "dice_per_repeat": Count,
    "dice_per_wound": Count,
    "die_per_6": Count,
    "dual": AT,
    "extra_kills": Count,
    "hunts": Count,
    "ignores_min_range": bool,
    "max_range": Count,
    "never_friendly_fire": bool,
    "no_friendly_fire": bool,
    "rerolls": Count,
    "roll": Count,
    "two_weapons": bool,
    "two_zones": AT,
}
"""Keys in the `gives` of a skill that any attack reads."""


class Roll:
    """The roll of one attack, with everything that helps it; the faces come from `roll`.

    A game with dice or limits of its own overrides `special_dice`, `accuracy`, `check_sight` and
    `lent_skills`.
    """

    gives: ClassVar[Giving] = GIVES

    def __init__(self, play: Play, command: AttackResolve) -> None:
        self.play, self.command = play, command
        owned = known_skills(play.before, command.survivor, play.pack)
        self.weapon: Weapon = weapon_of(play.pack, command, owned)
        self.skills = self._helping(owned)
        self.standing = {zombie: count for zombie, count in command.targets.items() if count}
        self.faces: tuple[int, ...] = ()
        self.rerolled: tuple[tuple[int, ...], ...] = ()
        self.all_out: tuple[int, ...] = ()
        self.ammo: tuple[int, ...] = ()
        self.needed = self.weapon.accuracy
        self.damage = self.weapon.damage
        self.hits = self.misses = 0

    def check(self) -> None:
        """Raise if this attack cannot be made now; the offers ask, before anything is rolled."""
        self._check_weapons()
        check_range(self.weapon, self.command.range, self.skills)
        self.check_sight()

    def check_aids(self) -> None:
        """Raise if what is to help cannot; each reroll is by another skill or card."""
        survivor, names = self.play.survivors[self.command.survivor], self.command.rerolls
        for name in names:
            if name in survivor.used and self._once_a_turn(name):
                raise IllegalCommand("skill.used", survivor=survivor.name, skill=name)
        if not {*names} <= {*self.rerolls_offered()} or len({*names}) < len(names):
            raise IllegalCommand("attack.no_reroll", survivor=survivor.name)

    # --- what helps ---

    def _helping(self, owned: list[Skill]) -> list[Skill]:
        """Return the skills that count in this attack, with those that the weapon lends."""
        if not self.weapon.uses_skills:
            return []
        under = self.play.survivors[self.command.survivor].under
        lying = [
            card_of(self.play.pack, copy)
            for copy, over in under.items()
            if over in self.weapon.names
        ]
        cards = [card for card in (self.weapon.card, *lying) if card]
        lent = [effect.skill for card in cards for effect in card.effects]
        named = [*lent, *self.lent_skills(owned)]
        known = self.play.pack.skills
        skills = owned + [known[key] for key in named if key in known]
        return [skill for skill in skills if counts(skill, self.weapon, self.command.mode)]

    def lent_skills(self, owned: list[Skill]) -> list[str]:
        """Return the ids of skills that come with the way of attacking; none by default."""
        return []

    def bonus(self, name: str) -> int:
        """Return the sum of a value over all helping skills."""
        return sum(number_of(skill, name) for skill in self.skills)

    def best(self, name: str) -> int:
        """Return the highest value that one of the helping skills gives."""
        return max((number_of(skill, name) for skill in self.skills), default=0)

    def has(self, name: str) -> bool:
        return has(self.skills, name)

    # --- what is used ---

    @property
    def carried(self) -> list[str]:
        """Return the attack's weapons that are in the attacker's inventory."""
        inventory = self.play.survivors[self.command.survivor].inventory.values()
        return [name for name in self.weapon.names if name in inventory]

    def _check_weapons(self) -> None:
        """Raise unless the attacker can use these weapons now.

        A copy that a survivor carries must be in the attacker's hand, and loaded for a ranged
        attack.
        """
        survivor = self.play.survivors[self.command.survivor]
        if error := out_of_reach(self.play, self.command.survivor):
            raise error
        ready = in_hand(self.play.before, self.command.survivor, self.play.pack)
        names = self.weapon.names
        if len(set(names)) < len(names) and self.weapon.card and names[0] != self.weapon.card.id:
            raise IllegalCommand("item.twice")
        if self.weapon.skill and is_used_up(self.play, self.command.survivor, self.weapon.skill):
            skill = self.weapon.skill
            raise IllegalCommand("skill.used", survivor=survivor.name, skill=skill)
        if self.command.second and not self.may_be_second:
            raise IllegalCommand("attack.not_second", survivor=survivor.name)
        for name in names:
            others = (other for other in self.play.survivors.values() if other is not survivor)
            if any(name in carried(other) for other in others):
                raise IllegalCommand("item.not_there", survivor=survivor.name)
            if name in survivor.inventory.values() and name not in ready:
                raise IllegalCommand("attack.not_in_hand", weapon=name)
            if name in survivor.turned and self.command.mode == "ranged":
                raise IllegalCommand("attack.empty", weapon=name)

    @property
    def may_be_second(self) -> bool:
        """Return True if this may follow the attack just made with the other of two dual weapons.

        Each is aimed at a zone of its own, in one action, by a skill (Black Plague, p. 57).
        """
        owned = known_skills(self.play.before, self.command.survivor, self.play.pack)
        mode, card = self.command.mode, self.weapon.card
        is_skilled = any(mode in modes_of(skill.gives.get("two_zones")) for skill in owned)
        used = self.play.survivors[self.command.survivor].used
        is_next = used[-1:] == (self.tag,)
        is_one = card is not None and len(self.weapon.names) == 1 and is_dual(card, mode, owned)
        return is_skilled and is_next and is_one

    def check_sight(self) -> None:
        """Raise if the target is farther away than survivors see; by default there is no limit."""

    # --- dice ---

    def accuracy(self) -> int:
        """Return the face an attack needs before anything helps."""
        return self.weapon.accuracy

    @property
    def better(self) -> int:
        """Return the bonus added to every die."""
        return self.bonus("roll") + self.command.bonus_roll

    @property
    def wanted(self) -> int:
        """Return the face that hits, with everything that helps."""
        return max(self.accuracy() - self.better, self.play.pack.minimum_accuracy)

    blank_breaks = False
    """True if a blank side of a special die costs the weapon."""
    blank_empties = False
    """True if a blank side of a special die means that the weapon must be reloaded."""

    def special_count(self) -> int:
        """Return the number of dice a game adds to the normal ones; one side of each is blank."""
        return 0

    def special_dice(self) -> tuple[int, ...]:
        """Roll the dice a game adds to the normal ones; a blank side is `BLANK`."""
        return ()

    def normal_dice(self) -> int:
        """Return the number of normal dice: the weapon's, and those skills add for each weapon."""
        survivor = self.play.survivors[self.command.survivor]
        count = max(1, len(self.command.weapons))
        dice = self.weapon.dice
        sources = {skill.gives.get("dice_from") for skill in self.skills}
        if "zombies" in sources:
            dice = max(dice, count * sum(self.standing.values()))
        if "actors" in sources:
            people = set(self.command.survivors_in_zone)
            if self.command.mode == "melee" or self.command.range == 0:
                people.add(self.command.survivor)
            dice = max(dice, count * (sum(self.standing.values()) + len(people)))
        dice += count * (
            self.bonus("dice")
            + self.bonus("dice_per_wound") * survivor.wounds
            + sum(self._repeats(skill) for skill in self.skills)
        )
        lent = self.weapon.lent_dice + self._other_hand()
        return max(0, dice + lent + self.command.bonus_dice)

    def _repeats(self, skill: Skill) -> int:
        """Return dice for attacks of the skill's kind in a row.

        Another action ends the row (ATD, p. 30), unless the app is not told of it, such as a move
        into the next zone.
        """
        is_any = skill.kind in (None, "combat")
        row = 0
        for tag in reversed(self.play.survivors[self.command.survivor].used):
            if tag == self.tag or (is_any and tag.startswith(ATTACK)):
                row += 1
            elif tag.startswith((ATTACK, DID)) or tag in (SEARCH, RELOAD):
                break
        return row * number_of(skill, "dice_per_repeat")

    def _other_hand(self) -> int:
        """Return the dice a dagger in the other hand gives this weapon (Black Plague, p. 32)."""
        if self.command.mode != "melee" or len(self.weapon.names) > 1 or not self.carried:
            return 0
        ready = in_hand(self.play.before, self.command.survivor, self.play.pack)
        others = [card_of(self.play.pack, copy) for copy in ready if copy not in self.weapon.names]
        gifts = (effect_of(card, "bonus-die-other-weapon") for card in others)
        return max((effect.value or 1 for effect in gifts if effect is not None), default=0)

    @property
    def tag(self) -> str:
        """Return the tag of this kind of attack, remembered until the turn ends."""
        return f"{ATTACK}{self.command.mode}"

    def roll(self) -> None:
        """Roll everything the attack asks for and count it."""
        chance, dice, given_up = self.play.chance, self.normal_dice(), []
        normal = chance.roll(dice)
        for name in self.command.rerolls:
            self._use_reroll(name)
            given_up.append(normal)
            normal = chance.roll(dice)
        normal += self._dice_of_sixes(normal)
        special = self.special_dice()
        normal += self._dice_of_sixes(special)
        self.faces, self.rerolled = normal, tuple(given_up)
        thrown = (*normal, *special)
        self.count(
            hits=sum(face >= self.wanted for face in thrown if face != BLANK),
            dice=len(thrown),
            sixes=sum(is_six(face, self.better) for face in thrown),
        )

    def count(self, *, hits: int, dice: int, sixes: int) -> None:
        """Set hits, misses, damage and the face needed from the result of the dice."""
        self.needed, self.hits, self.misses = self.wanted, hits, dice - hits
        self.damage = self._damage(sixes)

    @property
    def adds_dice(self) -> bool:
        """Return True if every 6 adds a die."""
        return bool(self.bonus("die_per_6") or self.weapon.has("roll-6-die"))

    @property
    def damage_per_six(self) -> int:
        return self.bonus("damage_per_6") + self.weapon.effect_sum("roll-6-damage")

    def _dice_of_sixes(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Roll a normal die for every 6, of whatever die, and for the sixes of those."""
        if not self.adds_dice:
            return ()
        rolled: tuple[int, ...] = ()
        while sixes := sum(is_six(face, self.better) for face in faces):
            faces = self.play.chance.roll(sixes)
            rolled += faces
        return rolled

    def _damage(self, sixes: int) -> int:
        """Return the printed damage or a skill's in its place, plus what skills and sixes add.

        A weapon that deals no damage never does.
        """
        if self.weapon.is_harmless:
            return 0
        printed = self.best("damage_is") or self.weapon.damage
        damage = max(printed, self.best("damage_at_least"))
        damage += self.bonus("damage") + self.command.bonus_damage
        return max(0, damage + self.damage_per_six * sixes)

    # --- rerolls ---

    def rerolls_offered(self) -> list[str]:
        """Return skills and carried cards that let all normal dice be rolled again now."""
        survivor = self.play.survivors[self.command.survivor]
        skills = [
            skill.id
            for skill in self.skills
            if number_of(skill, "rerolls")
            and not (skill.once == "turn" and skill.id in survivor.used)
        ]
        cards = (copy for copy in carried(survivor) if self._rerolls(copy))
        return [*dict.fromkeys(skills), *cards]

    def _use_reroll(self, name: str) -> None:
        """Use a skill that works only once a turn; others, and cards, stay as they are."""
        if self._once_a_turn(name):
            used = self.play.survivors[self.command.survivor].used
            self.play.change_survivor(self.command.survivor, used=(*used, name))

    def _once_a_turn(self, name: str) -> bool:
        return any(
            skill.id == name and number_of(skill, "rerolls") and skill.once == "turn"
            for skill in self.skills
        )

    def _rerolls(self, name: str) -> bool:
        """Return True if a card lets this weapon's dice be rolled again."""
        effect = effect_of(named_card(self.play.pack, name), "reroll")
        if effect is None:
            return False
        card = self.weapon.card
        is_ammo = card is not None and effect.ammo is not None and card.ammo == effect.ammo
        return card is None or card.id in effect.equipment or is_ammo


BLANK = 0
"""A side of a special die that never hits."""


def is_six(face: int, better: int) -> bool:
    """Return True if a die comes to a 6 with its bonus; a natural 1 never does."""
    return face != BLANK and face + min(better, DIE - 2) >= DIE
