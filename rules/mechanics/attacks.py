"""Attacks: dice, hits, who dies, what breaks, who is hit by mistake.

What stands in the zone and who else is there only the players see; they say it in the command.
"""

from rules.chance import DIE
from rules.commands import AttackResolve
from rules.errors import IllegalCommand
from rules.events import (
    AttackRolled,
    FriendlyFire,
    HitWasted,
    WeaponBroken,
    WeaponEmpty,
)
from rules.mechanics.danger import gain_points, skills_of
from rules.mechanics.kills import award, bury
from rules.mechanics.supply import place
from rules.mechanics.weapons import Weapon, helps, modes_of, number_of, weapon_of
from rules.mechanics.wounds import LostWhen, eliminate, health_of
from rules.packs.schema import Pack
from rules.play import Play, zombie_type
from rules.ruleset import Handler, Outcome
from rules.state import TableState

NIGHT_ACCURACY = 6
EMPTY = 0  # what the table enters for an ammo die that shows the empty symbol
BREAK = 1  # where the 1 would be, an all-out die shows the broken symbol (WZC, p. 5)
NO_CRAWLERS = "no-crawlers"


def attacker(lost_when: LostWhen) -> Handler:
    """The handler of `attack.resolve`; friendly fire may lose the game, as its game has it."""

    def resolve_attack(state: TableState, command: AttackResolve, pack: Pack) -> Outcome:
        """One attack, from the dice to the points."""
        play = Play(state, pack, dice=command.dice)
        play.in_play(command.survivor)
        attack = Attack(play, command, lost_when)
        attack.roll()
        attack.hit_targets()
        attack.hit_friends()
        attack.settle()
        return play.outcome()

    return resolve_attack


class Attack:
    """One attack while it is resolved, step by step in the order of the books."""

    def __init__(self, play: Play, command: AttackResolve, lost_when: LostWhen) -> None:
        self.play, self.command, self.lost_when = play, command, lost_when
        known = play.pack.skills
        owned = skills_of(play.before, command.survivor, play.pack)
        self.skills = [known[key] for key in owned if key in known]
        self.helping = [skill for skill in self.skills if helps(skill, command.mode)]
        self.weapon: Weapon = weapon_of(play.pack, command, self.skills)
        self.standing = {zombie: count for zombie, count in command.targets.items() if count}
        for zombie in self.standing:
            zombie_type(play.pack, zombie)
        self.killed: dict[str, int] = {}
        self.faces: tuple[int, ...] = ()
        self.hits = self.misses = self.breaks = 0
        self.is_empty = False

    def bonus(self, name: str) -> int:
        """What all helping skills together add."""
        return sum(number_of(skill, name) for skill in self.helping)

    def has(self, name: str) -> bool:
        return any(skill.gives.get(name) for skill in self.skills)

    # --- the roll ---

    def accuracy(self) -> int:
        """At night ranged attacks need a 6, unless the zone is lit or eyes are good (WZC, p. 9)."""
        printed = self.weapon.accuracy
        is_dark = self.play.before.is_night and not self.command.lit
        if self.command.mode != "ranged" or not is_dark or self.has("ignores_night"):
            return printed
        trained = [number_of(skill, "night_accuracy") for skill in self.skills]
        return max(printed, min((one for one in trained if one), default=NIGHT_ACCURACY))

    def roll(self) -> None:
        """Roll everything the attack asks for and count it."""
        weapon, chance = self.weapon, self.play.chance
        if self.command.all_out and not weapon.all_out:
            raise IllegalCommand("attack.no_all_out", weapon=weapon.names[0])
        normal = chance.roll(weapon.dice)
        sixes = normal.count(DIE) if self.bonus("die_per_6") else 0
        while sixes:
            more = chance.roll(sixes)
            normal, sixes = normal + more, more.count(DIE)
        factor = max([1, *(number_of(skill, "all_out_factor") for skill in self.skills)])
        all_out = chance.roll(weapon.all_out * factor) if self.command.all_out else ()
        ammo = self._ammo_dice()
        needed = max(self.accuracy() - self.bonus("roll"), self.play.pack.minimum_accuracy)
        counted = [*normal, *(face for face in all_out if face != BREAK), *ammo]
        self.faces = normal
        self.hits = sum(face >= needed for face in counted if face != EMPTY)
        self.misses = len(normal) + len(all_out) + len(ammo) - self.hits
        self.breaks, self.is_empty = all_out.count(BREAK), EMPTY in ammo
        self.play.emit(
            AttackRolled(
                survivor=self.command.survivor,
                weapons=weapon.names,
                accuracy=needed,
                damage=weapon.damage,
                faces=normal,
                all_out=all_out,
                ammo=ammo,
                hits=self.hits,
            )
        )

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

    # --- who is hit ---

    def ranks(self) -> list[tuple[str, ...]]:
        """In which order targets must be hit: in melee, and for some skills, in any."""
        mode = self.command.mode
        if mode == "melee" or any(
            mode in modes_of(skill.gives.get("choose_targets")) for skill in self.skills
        ):
            return [tuple(self.standing)]
        order = self.play.pack.targets.order
        return [rank for rank in order if set(rank) & {*self.standing, "survivor"}]

    def hit_targets(self) -> None:
        """Give the hits out. Ranged ones reach no rank while an earlier one stands."""
        ranks = self.ranks()
        if self.command.concentrate is not None:
            self._concentrate(self.command.concentrate, ranks)
            return
        hits = self.hits
        if any("survivor" in rank for rank in ranks):
            hits = self._shoot(hits)
        for rank in ranks:
            for zombie in self._preferred(rank):
                if self.standing.get(zombie) and self._kills(self.weapon.damage, zombie):
                    hits -= self._kill(zombie, min(hits, self.standing[zombie]))
            if self.command.mode != "melee" and any(self.standing.get(one) for one in rank):
                break
        if hits:
            self.play.emit(HitWasted(count=hits))
        self._reap()

    def _preferred(self, rank: tuple[str, ...]) -> list[str]:
        """Those the player names first, then the rest in the order given."""
        wishes = [one for one in self.command.assign if one in rank]
        return wishes + [one for one in rank if one not in wishes]

    def _kills(self, damage: int, zombie: str) -> bool:
        kind = zombie_type(self.play.pack, zombie)
        is_mortal = kind.killed_by == "damage" and kind.toughness is not None
        return is_mortal and damage >= (kind.toughness or 0)

    def _kill(self, zombie: str, count: int) -> int:
        if count:
            self.killed[zombie] = self.killed.get(zombie, 0) + count
            self.standing[zombie] -= count
        return count

    def _concentrate(self, target: str, ranks: list[tuple[str, ...]]) -> None:
        """All hits on one: damage times hits, the excess lost (Army of the Dead, p. 25)."""
        if not self.standing.get(target):
            raise IllegalCommand("zombies.not_there", zombie=target, there=0)
        if self.command.mode != "melee" and target not in ranks[0]:
            raise IllegalCommand("attack.not_first", zombie=target)
        if self._kills(self.weapon.damage * self.hits, target):
            self._kill(target, 1)

    def _reap(self) -> None:
        """Reaper: one more of a kind that this attack killed (Rue Morgue, p. 44)."""
        for zombie in self._preferred(tuple(self.killed))[: self.bonus("extra_kills")]:
            self._kill(zombie, min(1, self.standing[zombie]))

    def hit_friends(self) -> None:
        """Misses hit survivors in the zone, whom the shooter chooses; armour may save some."""
        is_safe = self.has("no_friendly_fire") or self.has("never_friendly_fire")
        stray = self.play.pack.targets.misses_hit_survivors and self.command.mode != "melee"
        if stray and not is_safe:
            self._shoot(max(0, self.misses - self.command.saved))

    def _shoot(self, hits: int) -> int:
        """Give hits to survivors in the zone until they fall; returns those nobody took."""
        damage = max(self.weapon.damage, 1)
        for key in self._others():
            left = health_of(self.play.pack, key) - self.play.survivors[key].wounds
            taken = min(hits, -(-left // damage))
            if not taken:
                continue
            hits -= taken
            wounds = min(taken * damage, left)
            before = self.play.survivors[key].wounds
            self.play.change_survivor(key, wounds=before + wounds)
            self.play.emit(FriendlyFire(survivor=key, hits=taken, wounds=wounds))
            if wounds == left:
                eliminate(self.play, key, self.lost_when)
        return hits

    def _others(self) -> list[str]:
        """Survivors in the target zone in the order the shooter names them, never the shooter."""
        named = dict.fromkeys(self.command.survivors_in_zone)
        return [
            key
            for key in named
            if self.play.survivor(key).status == "in_play" and key != self.command.survivor
        ]

    # --- what follows ---

    def settle(self) -> None:
        """The dead leave the board, crawlers rise, points are given, weapons break or are empty."""
        play, killer = self.play, self.command.survivor
        factor = max([1, *(number_of(skill, "points_factor") for skill in self.skills)])
        for zombie, count in self.killed.items():
            kind = zombie_type(play.pack, zombie)
            bury(play, killer, zombie, count)
            if kind.points_to == "killer":
                gain_points(play, killer, kind.points * count * factor)
            else:
                award(play, killer, kind.points * count, kind.points_to)
        self._raise_crawlers()
        broken = 0 if self.command.ignore_breaks else self.breaks
        for name in self.weapon.names[:broken]:
            play.emit(WeaponBroken(survivor=killer, weapon=name))
        for name in self.weapon.names if self.is_empty else ():
            play.emit(WeaponEmpty(survivor=killer, weapon=name))

    def _raise_crawlers(self) -> None:
        """One for each natural 1, at most as many as skinners died of it (Rue Morgue, p. 12)."""
        leaves = {zombie: zombie_type(self.play.pack, zombie).leaves for zombie in self.killed}
        skinners = sum(count for zombie, count in self.killed.items() if leaves[zombie])
        rising = min(self.faces.count(1), skinners)
        crawler = next(filter(None, leaves.values()), None)
        if crawler and rising and NO_CRAWLERS not in self.weapon.effects:
            place(self.play, {crawler: rising}, zone=None, card=None, why="crawlers")
