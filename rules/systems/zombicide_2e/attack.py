"""Attacks of the 2nd Edition with Washington Z.C.: all-out dice, and the night."""

from msgspec.structs import replace

from rules.errors import IllegalCommand
from rules.fields import Choice, Field, Flag, Number
from rules.mechanics.attacks.attack import Attack, AttackResolve
from rules.mechanics.attacks.rolls import BLANK
from rules.mechanics.attacks.weapons import ALL_OUT_SKILL, weapon_of
from rules.mechanics.cards import card_of, effect_of
from rules.mechanics.inventory import drop_quietly
from rules.mechanics.known_skills import known_skills, number_of
from rules.packs.schema.base import Count
from rules.packs.schema.people import Skill
from rules.play import Play
from rules.systems.zombicide_2e.faces import is_first_target
from rules.systems.zombicide_2e.light import shot_by_light

IGNORE_BREAKS = "ignore-breaks"
NIGHT_ACCURACY = 6
NIGHT_SIGHT = 1
BREAK = 1  # an all-out die has the broken symbol in place of the 1 (WZC, p. 5)


class SecondEditionAttack(Attack):
    """An attack with all-out dice, which may break the weapon, and night, which limits sight."""

    gives = {
        **Attack.gives,
        "all_out_factor": Count,
        "costs_weapon": bool,
        "ignore_breaks": bool,
    }
    blank_breaks = True
    spare: str | None = None
    """The skill or card that is used up if a broken symbol comes."""

    @classmethod
    def ways(cls, play: Play, command: AttackResolve) -> list[AttackResolve]:
        skills = known_skills(play.before, command.survivor, play.pack)
        weapon = weapon_of(play.pack, command, skills)
        ways = [command]
        if weapon.all_out:
            ways += [replace(way, all_out=True) for way in ways]
        if play.before.is_night and command.mode == "ranged":
            ways += [replace(way, lit=True) for way in ways]
        return ways

    def fields(self) -> dict[str, Field]:
        fields = super().fields()
        if self.command.all_out and (remedies := self.remedies()):
            fields["ignore_breaks"] = Flag()
            fields["spare"] = Choice(values=tuple(remedies), optional=True)
        reach = fields.get("range")
        if self.is_dark and isinstance(reach, Number):
            if reach.least > NIGHT_SIGHT:
                del fields["range"]
            else:
                fields["range"] = replace(reach, most=min(reach.most, NIGHT_SIGHT))
        return fields

    # --- targets ---

    def ranks(self) -> list[tuple[str, ...]]:
        """Return the ranks, after abominations that must be hit before all others."""
        ranks = super().ranks()
        if self.is_free:
            return ranks
        first = tuple(zombie for zombie in self.standing if is_first_target(self.play, zombie))
        return [first, *ranks] if first else ranks

    # --- all-out ---

    def check_aids(self) -> None:
        if self.command.all_out and not self.weapon.all_out:
            raise IllegalCommand("attack.no_all_out", weapon=self.weapon.names[0])
        is_asked = self.command.ignore_breaks or self.command.spare is not None
        if is_asked and self._chosen_remedy() not in self.remedies():
            name = self.play.survivors[self.command.survivor].name
            raise IllegalCommand("attack.no_spare", survivor=name)
        super().check_aids()

    def roll(self) -> None:
        self.spare = self._chosen_remedy()
        super().roll()

    def lent_skills(self, owned: list[Skill]) -> list[str]:
        """Return the skills that come with going all-out (Washington Z.C., p. 31)."""
        if not self.command.all_out:
            return []
        return [key for skill in owned if skill.family == ALL_OUT_SKILL for key in skill.of]

    def special_count(self) -> int:
        factor = max(1, self.best("all_out_factor"))
        return self.weapon.all_out * factor if self.command.all_out else 0

    def special_dice(self) -> tuple[int, ...]:
        """Roll the weapon's all-out dice; a broken symbol never hits."""
        self.all_out = self.play.chance.roll(self.special_count())
        return tuple(BLANK if face == BREAK else face for face in self.all_out)

    def wear_weapons(self) -> None:
        """Discard weapons that break, unless a skill or card is given up for them."""
        breaks = self.all_out.count(BREAK)
        if breaks and self.spare is not None:
            self._pay(self.spare)
            breaks = 0
        for name in self.weapon.names[:breaks]:
            self.broken.append(name)
            if name in self.carried:
                self.dropped += drop_quietly(self.play, self.command.survivor, name)
        super().wear_weapons()

    def remedies(self) -> list[str]:
        """Return remedies for broken symbols: skills, kits, weapons of the kind (WZC, p. 31).

        A survivor with all cards on paper gives one up there.
        """
        key, pack = self.command.survivor, self.play.pack
        survivor = self.play.survivors[key]
        owned = [
            skill
            for skill in known_skills(self.play.before, key, pack)
            if skill.gives.get("ignore_breaks")
        ]
        carried = (*survivor.inventory.values(), *survivor.found)
        free = [skill.id for skill in owned if not skill.gives.get("costs_weapon")]
        names = [name for name in free if survivor.used.count(name) < free.count(name)]
        names += [copy for copy in carried if effect_of(card_of(pack, copy), IGNORE_BREAKS)]
        for skill in owned:
            if skill.gives.get("costs_weapon"):
                names += self._weapons_of_the_kind(carried) if carried else [skill.id]
        return list(dict.fromkeys(names))

    def _weapons_of_the_kind(self, carried: tuple[str, ...]) -> list[str]:
        return [
            copy
            for copy in carried
            if copy not in self.weapon.names
            and self.command.mode in (way.mode for way in card_of(self.play.pack, copy).profiles)
        ]

    def _chosen_remedy(self) -> str | None:
        """Return what the player gives up for broken symbols: by default the first there is."""
        if self.command.spare is not None or not self.command.ignore_breaks:
            return self.command.spare
        return next(iter(self.remedies()), None)

    def _pay(self, remedy: str) -> None:
        """Use up a skill for this round, or discard a card."""
        key = self.command.survivor
        survivor = self.play.survivors[key]
        if remedy in self.play.pack.skills:
            self.play.change_survivor(key, used=(*survivor.used, remedy))
        else:
            self.dropped += drop_quietly(self.play, key, remedy)

    # --- night ---

    @property
    def is_dark(self) -> bool:
        """Return True at night, without a light on the target or a skill to see it."""
        is_unlit = self.play.before.is_night and not self.command.lit
        return is_unlit and not self.has("ignores_night")

    def check_sight(self) -> None:
        """Raise if the target is beyond one zone at night and not lit (WZC, p. 9)."""
        distance = self.command.range
        if self.is_dark and distance is not None and distance > NIGHT_SIGHT:
            raise IllegalCommand("attack.out_of_range", nearest=0, furthest=NIGHT_SIGHT)

    def settle(self) -> None:
        super().settle()
        is_near = self.command.range is None or self.command.range <= NIGHT_SIGHT
        if self.command.lit and self.command.mode == "ranged" and is_near:
            shot_by_light(self.play, self.command.survivor)

    def accuracy(self) -> int:
        """Return the face needed: 6 for ranged attacks at night (WZC, p. 9).

        A lit zone or good eyes make it easier.
        """
        printed = self.weapon.accuracy
        if self.command.mode != "ranged" or not self.is_dark:
            return printed
        trained = [number_of(skill, "night_accuracy") for skill in self.skills]
        return max(printed, min((face for face in trained if face), default=NIGHT_ACCURACY))
