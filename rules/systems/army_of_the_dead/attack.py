"""Attacks of Army of the Dead: dice that may show an empty magazine (p. 25)."""

from rules.chance import DIE
from rules.errors import IllegalCommand
from rules.fields import Exactly, Field
from rules.mechanics.attacks.play import Attack
from rules.mechanics.attacks.rolls import BLANK
from rules.mechanics.supply.play import LARGEST
from rules.systems.army_of_the_dead.objectives.play import bonus_dice

EMPTY = BLANK
"""What the table enters for an ammo die that shows the empty symbol."""


class ArmyAttack(Attack):
    """Ammo dice have a symbol of their own, so the table rolls them and says what they show."""

    blank_empties = True

    def fields(self) -> dict[str, Field]:
        fields = super().fields()
        if self.weapon.ammo_dice:
            fields["ammo_dice"] = Exactly(count=self.weapon.ammo_dice, least=EMPTY, most=DIE)
        return fields

    def normal_dice(self) -> int:
        """One more against abominations, by the token of a personal objective (p. 29)."""
        more = bonus_dice(self.play, self.command.survivor) if self._is_at_abominations else 0
        return super().normal_dice() + more

    @property
    def _is_at_abominations(self) -> bool:
        """Whether it is aimed at one, or nobody else stands there."""
        aimed = [self.command.concentrate] if self.command.concentrate else list(self.standing)
        families = {self.play.zombie(zombie).family for zombie in aimed}
        return self.weapon.uses_skills and families == {LARGEST}

    def special_count(self) -> int:
        return self.weapon.ammo_dice

    def special_dice(self) -> tuple[int, ...]:
        faces, asked = self.command.ammo_dice, self.weapon.ammo_dice
        if len(faces) < asked:
            raise IllegalCommand("dice.missing", missing=asked - len(faces))
        if len(faces) > asked:
            raise IllegalCommand("dice.too_many", surplus=len(faces) - asked)
        for face in faces:
            if not EMPTY <= face <= DIE:
                raise IllegalCommand("die.impossible", face=face)
        self.ammo = faces
        return faces

    def wear_weapons(self) -> None:
        """An empty magazine: the weapon is turned over."""
        if EMPTY in self.ammo:
            self.empty += self.weapon.names
            self.turn_weapons()
        else:
            super().wear_weapons()
