"""The dice of an attack: how many, what they need, what sixes add, and what they come to."""

from rules.chance import DIE
from rules.commands import AttackResolve
from rules.errors import IllegalCommand
from rules.events import AttackRolled
from rules.mechanics.cards import card_of, effect_of, named_card
from rules.mechanics.inventory import SEARCH
from rules.mechanics.reloading import RELOAD
from rules.mechanics.skills import has, known_skills, number_of
from rules.mechanics.weapons import Weapon, check_range, helping, weapon_of
from rules.packs.schema.people import Skill
from rules.play import Play, zombie_type

NIGHT_ACCURACY = 6
NIGHT_SIGHT = 1
EMPTY = 0  # what the table enters for an ammo die that shows the empty symbol
BREAK = 1  # where the 1 would be, an all-out die shows the broken symbol (WZC, p. 5)
ATTACK = "attack-"


class Roll:
    """What one attack rolls, with everything that helps it; the faces come from `roll`."""

    def __init__(self, play: Play, command: AttackResolve) -> None:
        self.play, self.command = play, command
        owned = known_skills(play.before, command.survivor, play.pack)
        self.weapon: Weapon = weapon_of(play.pack, command, owned)
        self.skills = helping(
            owned,
            self.weapon,
            command.mode,
            all_out=command.all_out,
            known=play.pack.skills,
            under=[
                card_of(play.pack, copy)
                for copy, over in play.survivors[command.survivor].under.items()
                if over in self.weapon.names
            ],
        )
        self._check_weapons()
        check_range(self.weapon, command.range, self.skills)
        self._check_sight()
        self.standing = {zombie: count for zombie, count in command.targets.items() if count}
        for zombie in self.standing:
            zombie_type(play.pack, zombie)
        self.faces: tuple[int, ...] = ()
        self.damage = self.weapon.damage
        self.hits = self.misses = self.breaks = 0
        self.is_empty = False

    def bonus(self, name: str) -> int:
        """What all helping skills together add."""
        return sum(number_of(skill, name) for skill in self.skills)

    def best(self, name: str) -> int:
        """The highest that one of the helping skills gives."""
        return max((number_of(skill, name) for skill in self.skills), default=0)

    def has(self, name: str) -> bool:
        return has(self.skills, name)

    @property
    def carried(self) -> list[str]:
        """The weapons that the app knows in the attacker's hands."""
        inventory = self.play.survivors[self.command.survivor].inventory.values()
        return [name for name in self.weapon.names if name in inventory]

    def _check_weapons(self) -> None:
        """A copy that somebody carries must be in the attacker's hand, and loaded."""
        survivor = self.play.survivors[self.command.survivor]
        slots = {copy: slot for slot, copy in survivor.inventory.items()}
        names = self.weapon.names
        if len(set(names)) < len(names) and self.weapon.card and names[0] != self.weapon.card.id:
            raise IllegalCommand("item.twice")
        all_in_hand = self.has("all_in_hand")
        for name in self.weapon.names:
            others = (one for key, one in self.play.survivors.items() if one is not survivor)
            if any(name in (*one.inventory.values(), *one.found) for one in others):
                raise IllegalCommand("item.not_there", survivor=survivor.name)
            if slots.get(name, "hand").startswith("backpack") and not all_in_hand:
                raise IllegalCommand("attack.not_in_hand", weapon=name)
            if name in survivor.turned and self.command.mode == "ranged":
                raise IllegalCommand("attack.empty", weapon=name)

    def _check_sight(self) -> None:
        """At night survivors see one zone far, unless the target is lit (WZC, p. 9)."""
        distance = self.command.range
        if self.is_dark and distance is not None and distance > NIGHT_SIGHT:
            raise IllegalCommand("attack.out_of_range", nearest=0, furthest=NIGHT_SIGHT)

    @property
    def is_dark(self) -> bool:
        """Night, no light on the target, and no eyes for it."""
        is_unlit = self.play.before.is_night and not self.command.lit
        return is_unlit and not self.has("ignores_night")

    def accuracy(self) -> int:
        """At night ranged attacks need a 6, unless the zone is lit or eyes are good (WZC, p. 9)."""
        printed = self.weapon.accuracy
        if self.command.mode != "ranged" or not self.is_dark:
            return printed
        trained = [number_of(skill, "night_accuracy") for skill in self.skills]
        return max(printed, min((one for one in trained if one), default=NIGHT_ACCURACY))

    def normal_dice(self) -> int:
        """The weapon's dice and those that skills add, one for each of two weapons."""
        survivor = self.play.survivors[self.command.survivor]
        count = max(1, len(self.command.weapons))
        dice = self.weapon.dice
        sources = {skill.gives.get("dice_from") for skill in self.skills}
        if "zombies" in sources:
            dice = max(dice, count * sum(self.standing.values()))
        if "actors" in sources:
            people = set(self.command.survivors_in_zone)
            if self.command.mode == "melee":
                people.add(self.command.survivor)
            dice = max(dice, count * (sum(self.standing.values()) + len(people)))
        dice += count * (
            self.bonus("dice")
            + self.bonus("dice_per_wound") * survivor.wounds
            + sum(self._repeats(skill) for skill in self.skills)
        )
        return max(0, dice + self._other_hand() + self.command.bonus_dice)

    def _repeats(self, skill: Skill) -> int:
        """Dice for attacks of the skill's kind in a row; another action ends it (Army of the Dead).

        What the app does not hear of, such as a move, it cannot count.
        """
        is_any = skill.kind in (None, "combat")
        row = 0
        for tag in reversed(self.play.survivors[self.command.survivor].used):
            if tag == self.tag or (is_any and tag.startswith(ATTACK)):
                row += 1
            elif tag.startswith(ATTACK) or tag in (SEARCH, RELOAD):
                break
        return row * number_of(skill, "dice_per_repeat")

    def _other_hand(self) -> int:
        """A dagger in the other hand gives this weapon a die (Black Plague, p. 32)."""
        if self.command.mode != "melee" or len(self.weapon.names) > 1 or not self.carried:
            return 0
        inventory = self.play.survivors[self.command.survivor].inventory
        others = [
            card_of(self.play.pack, copy)
            for slot, copy in inventory.items()
            if slot.startswith("hand") and copy not in self.weapon.names
        ]
        gifts = (effect_of(card, "bonus-die-other-weapon") for card in others)
        return sum(effect.value or 1 for effect in gifts if effect is not None)

    @property
    def tag(self) -> str:
        """How this kind of attack is remembered until the turn ends."""
        return f"{ATTACK}{self.command.mode}"

    def roll(self) -> None:
        """Roll everything the attack asks for and count it."""
        weapon, chance = self.weapon, self.play.chance
        if self.command.all_out and not weapon.all_out:
            raise IllegalCommand("attack.no_all_out", weapon=weapon.names[0])
        if len(set(self.command.rerolls)) < len(self.command.rerolls):
            raise IllegalCommand("attack.no_reroll", survivor=self.command.survivor)
        dice = self.normal_dice()
        given_up = []
        normal = chance.roll(dice)
        for name in self.command.rerolls:
            self._use_reroll(name)
            given_up.append(normal)
            normal = chance.roll(dice)
        normal += self._dice_of_sixes(normal)
        factor = max(1, self.best("all_out_factor"))
        all_out = chance.roll(weapon.all_out * factor) if self.command.all_out else ()
        ammo = self._ammo_dice()
        normal += self._dice_of_sixes(all_out + ammo)
        better = self.bonus("roll") + self.command.bonus_roll
        needed = max(self.accuracy() - better, self.play.pack.minimum_accuracy)
        counted = [*normal, *(face for face in all_out if face != BREAK), *ammo]
        self.faces = normal
        self.damage = self._damage([*normal, *all_out, *ammo])
        self.hits = sum(face >= needed for face in counted if face != EMPTY)
        self.misses = len(normal) + len(all_out) + len(ammo) - self.hits
        self.breaks, self.is_empty = all_out.count(BREAK), EMPTY in ammo
        self.play.emit(
            AttackRolled(
                survivor=self.command.survivor,
                weapons=weapon.names,
                accuracy=needed,
                damage=self.damage,
                faces=normal,
                rerolled=tuple(given_up),
                all_out=all_out,
                ammo=ammo,
                hits=self.hits,
            )
        )

    def _dice_of_sixes(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """A normal die for every 6, whatever die shows it, and for the sixes of those."""
        if not (self.bonus("die_per_6") or self.weapon.has("roll-6-die")):
            return ()
        rolled: tuple[int, ...] = ()
        while sixes := faces.count(DIE):
            faces = self.play.chance.roll(sixes)
            rolled += faces
        return rolled

    def _damage(self, faces: list[int]) -> int:
        """The printed damage and what skills add; some add one for every 6."""
        damage = self.weapon.damage + self.bonus("damage") + self.command.bonus_damage
        damage = max(damage, self.best("damage_at_least"))
        if self.command.mode == "melee":
            damage = max(damage, self.best("melee_damage"))
        per_six = self.bonus("damage_per_6") + self.weapon.effect_sum("roll-6-damage")
        return max(0, damage + per_six * faces.count(DIE))

    def _use_reroll(self, name: str) -> None:
        """A skill, or a carried card for this weapon; some skills only once a turn."""
        survivor = self.play.survivors[self.command.survivor]
        skill = next((one for one in self.skills if one.id == name), None)
        if skill is not None and number_of(skill, "rerolls"):
            if skill.once == "turn":
                if name in survivor.used:
                    raise IllegalCommand("skill.used", survivor=survivor.name, skill=name)
                self.play.change_survivor(self.command.survivor, used=(*survivor.used, name))
            return
        if name in (*survivor.inventory.values(), *survivor.found) or self.weapon.card is None:
            effect = effect_of(named_card(self.play.pack, name), "reroll")
            if effect is not None and self._is_for(effect.ammo, effect.equipment):
                return
        raise IllegalCommand("attack.no_reroll", survivor=survivor.name)

    def _is_for(self, ammo: str | None, weapons: tuple[str, ...]) -> bool:
        card = self.weapon.card
        return card is None or card.id in weapons or (ammo is not None and card.ammo == ammo)

    def _ammo_dice(self) -> tuple[int, ...]:
        """Ammo dice have a symbol of their own, so the table rolls them and says what they show."""
        faces, asked = self.command.ammo_dice, self.weapon.ammo_dice
        if len(faces) < asked:
            raise IllegalCommand("dice.missing", missing=asked - len(faces))
        if len(faces) > asked:
            raise IllegalCommand("dice.too_many", surplus=len(faces) - asked)
        for face in faces:
            if not EMPTY <= face <= DIE:
                raise IllegalCommand("die.impossible", face=face)
        return faces
