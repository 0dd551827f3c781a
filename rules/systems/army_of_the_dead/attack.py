"""Attacks of Army of the Dead: ammo dice (p. 25), nets and explosives on the board (p. 26)."""

from rules.chance import DIE
from rules.errors import IllegalCommand
from rules.fields import Exactly, Field, Flag, Several
from rules.mechanics.attacks.attack import Attack
from rules.mechanics.attacks.rolls import BLANK
from rules.mechanics.blasts import blast_damage
from rules.mechanics.cards import card_of
from rules.mechanics.kills import unmask
from rules.mechanics.supply import LARGEST
from rules.systems.army_of_the_dead.explosives import HIT, gone_off, lying, trigger_of
from rules.systems.army_of_the_dead.nets import NET, bonus, netted, throw_net
from rules.systems.army_of_the_dead.objectives import bonus_dice

EMPTY = BLANK
"""The value the table enters for an ammo die that shows the empty symbol."""


class ArmyAttack(Attack):
    """An attack with ammo dice, which the table rolls and reports because of their own symbol."""

    blank_empties = True

    def fields(self) -> dict[str, Field]:
        fields = super().fields()
        if self.command.profile is not None:
            fields["ammo_dice"] = Exactly(field="profile.ammo_dice", least=EMPTY, most=DIE)
        elif self.weapon.ammo_dice:
            fields["ammo_dice"] = Exactly(count=self.weapon.ammo_dice, least=EMPTY, most=DIE)
        if any(self._some_lie(zombie) for zombie in self.play.board):
            fields["netted"] = Flag()
        if there := self._may_be_hit():
            fields["also"] = Several(values=there, most=6)
        return fields

    def _may_be_hit(self) -> tuple[str, ...]:
        """Return explosives on the board that such an attack sets off."""
        return tuple(
            copy
            for copy in lying(self.play)
            if self.weapon.is_explosive or trigger_of(self.play, copy).when == HIT
        )

    def check_aids(self) -> None:
        super().check_aids()
        if not {*self.command.also} <= {*lying(self.play)}:
            raise IllegalCommand("blast.not_there")
        if self.command.also and not {*self.command.also} & {*self._may_be_hit()}:
            raise IllegalCommand("explosive.not_hit")
        faces, asked = self.command.ammo_dice, self.weapon.ammo_dice
        if len(faces) < asked:
            raise IllegalCommand("dice.missing", missing=asked - len(faces))
        if len(faces) > asked:
            raise IllegalCommand("dice.too_many", surplus=len(faces) - asked)
        for face in faces:
            if not EMPTY <= face <= DIE:
                raise IllegalCommand("die.impossible", face=face)

    # --- dice ---

    def normal_dice(self) -> int:
        """Return the dice, one more against abominations by an objective's token (p. 29)."""
        more = bonus_dice(self.play, self.command.survivor) if self._is_at_abominations else 0
        return super().normal_dice() + more

    @property
    def _is_at_abominations(self) -> bool:
        """Return True if it is aimed at an abomination, or nothing else stands there."""
        aimed = [self.command.concentrate] if self.command.concentrate else list(self.standing)
        families = {self.play.zombie(zombie).family for zombie in aimed}
        return self.weapon.uses_skills and families == {LARGEST}

    @property
    def better(self) -> int:
        """Return the bonus, higher for concentrated attacks on a target in a net (p. 26)."""
        return super().better + (bonus(self.play) if self._is_at_net else 0)

    @property
    def _is_at_net(self) -> bool:
        """Return True if all of the target's kind are in nets, or if the players say it is."""
        target = self.command.concentrate
        if target is None or not netted(self.play, target):
            return False
        return self.command.netted or not self._some_lie(target)

    def _some_lie(self, zombie: str) -> bool:
        return 0 < netted(self.play, zombie) < self.play.board.get(zombie, 0)

    def special_count(self) -> int:
        return self.weapon.ammo_dice

    def special_dice(self) -> tuple[int, ...]:
        self.ammo = self.command.ammo_dice
        return self.ammo

    # --- what lies in the zone ---

    def hit_targets(self) -> None:
        """Set off explosives there first, if they are hit; then give the other hits out."""
        rolled = self.hits
        if self.command.also:
            self._set_off()
        if not self.has_gone_off:
            super().hit_targets()
        self.hits = rolled

    def _set_off(self) -> None:
        """Set off explosives: an explosive all of them, any other hit a can of gasoline (p. 26).

        All damages together reach everybody. Kills that give no points elsewhere give none here.
        """
        also, is_explosive = self.command.also, self.weapon.is_explosive
        effects = [trigger_of(self.play, copy) for copy in also]
        if not self.hits:
            return
        damages = (blast_damage(card_of(self.play.pack, copy)) or 0 for copy in also)
        for zombie in list(self.standing):
            unmask(self.play, zombie)
        dead = self.blast(sum(damages) + (self.damage if is_explosive else 0))
        if any(effect.points == 0 for effect in effects):
            self.unpaid = dead
        gone_off(self.play, also)
        self.hits -= 1
        self.has_gone_off = is_explosive

    # --- what follows ---

    def settle(self) -> None:
        super().settle()
        if self.hits and self.weapon.has(NET):
            wanted = [zombie for zombie in self.command.assign if self.standing.get(zombie)]
            zombie = next(iter([*wanted, *self.standing]), None)
            if zombie is not None:
                throw_net(self.play, zombie, min(self.hits, self.standing[zombie]))

    def wear_weapons(self) -> None:
        """Turn the weapon over if a die shows an empty magazine."""
        if EMPTY in self.ammo:
            self.empty += self.weapon.names
            self.turn_weapons()
        else:
            super().wear_weapons()
