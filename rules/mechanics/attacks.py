"""Attacks: who is hit, who dies, what breaks, who is hit by mistake.

What stands in the zone and who else is there only the players see; they say it in the command.
"""

from rules.commands import AttackResolve
from rules.errors import IllegalCommand
from rules.events import (
    FriendlyFire,
    HitWasted,
    WeaponBroken,
    WeaponEmpty,
)
from rules.mechanics.armour import save
from rules.mechanics.blasts import unmask
from rules.mechanics.inventory import drop
from rules.mechanics.kills import award, bury
from rules.mechanics.noise import make_noise
from rules.mechanics.rolls import Roll
from rules.mechanics.skills import has, known_skills, number_of
from rules.mechanics.supply import place
from rules.mechanics.weapons import modes_of
from rules.mechanics.wounds import LostWhen, health_of, hurt
from rules.packs.schema import Pack
from rules.packs.schema.people import Gives
from rules.play import Play, zombie_type
from rules.ruleset import Handler, Outcome
from rules.state import TableState

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


class Attack(Roll):
    """One attack while it is resolved, step by step in the order of the books."""

    def __init__(self, play: Play, command: AttackResolve, lost_when: LostWhen) -> None:
        super().__init__(play, command)
        self.lost_when = lost_when
        self.killed: dict[str, int] = {}

    # --- who is hit ---

    def ranks(self) -> list[tuple[str, ...]]:
        """In which order targets must be hit: in melee, and for some skills, in any."""
        mode = self.command.mode
        if mode == "melee" or any(self._chooses(skill.gives) for skill in self.skills):
            return [tuple(self.standing)]
        order = self.play.pack.targets.order
        return [rank for rank in order if set(rank) & {*self.standing, "survivor"}]

    def _chooses(self, gives: Gives) -> bool:
        """Whether a skill leaves the targets to the shooter, always or at this range."""
        near = gives.get("choose_targets_at")
        at_range = near is not None and near == self.command.range
        return at_range or self.command.mode in modes_of(gives.get("choose_targets"))

    def hit_targets(self) -> None:
        """Give the hits out. Ranged ones reach no rank while an earlier one stands."""
        ranks = self.ranks()
        if self.command.concentrate is not None:
            if not self.play.pack.concentrated:
                raise IllegalCommand("attack.no_concentrating")
            self._concentrate(self.command.concentrate, ranks)
            return
        if self.hits and self.weapon.card is not None and self.weapon.card.explosive:
            for zombie in self.standing:
                unmask(self.play, zombie)
        if self.hits and self.weapon.has("damage-all"):
            self._blast()
            return
        hits = self.hits - self._strike_rivals(self.hits)
        if any("survivor" in rank for rank in ranks):
            hits = self._shoot(hits)
        for rank in ranks:
            wishes = [(one, 1) for one in self.command.assign if one in rank]
            for zombie, most in (*wishes, *((one, hits) for one in rank)):
                if self.standing.get(zombie) and self._kills(self.damage, zombie):
                    hits -= self._kill(zombie, min(most, hits, self.standing[zombie]))
            if self.command.mode != "melee" and any(self.standing.get(one) for one in rank):
                break
        if hits:
            self.play.emit(HitWasted(count=hits))
        self._reap()

    def _blast(self) -> None:
        """One hit is enough: everybody in the zone takes the damage (Army of the Dead, p. 26)."""
        for zombie, count in list(self.standing.items()):
            if self._kills(self.damage, zombie):
                self._kill(zombie, count)
        for key in dict.fromkeys(self.command.survivors_in_zone):
            if self.play.in_play(key):
                hurt(self.play, key, self.damage, "friendly_fire", self.lost_when)
        for name in self.carried:
            drop(self.play, self.command.survivor, name)

    def _strike_rivals(self, hits: int) -> int:
        """Teams that compete may strike each other: a hit for each name (Rue Morgue, p. 39)."""
        if "competitive" not in self.play.before.options or self.command.mode != "melee":
            return 0
        rivals = [key for key in self.command.assign if key in self._others()][:hits]
        for key in rivals:
            if self.play.survivors[key].status == "in_play":
                self._strike(key, 1)
        return len(rivals)

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
        if self._kills(self.damage * self.hits, target):
            self._kill(target, 1)

    def _reap(self) -> None:
        """Reaper: one more of a kind that this attack killed (Rue Morgue, p. 44)."""
        left = [one for one in self._preferred(tuple(self.killed)) if self.standing[one]]
        for zombie in left[: self.bonus("extra_kills")]:
            self._kill(zombie, 1)
        self._hunt()

    def _hunt(self) -> None:
        """Hunter: after any kill, one of the printed kind dies too (Army of the Dead).

        A card whose kind we do not know hunts what the player names.
        """
        if not self.killed:
            return
        for skill in self.skills:
            if number_of(skill, "hunts"):
                prey = skill.of or self.command.assign
                there = [one for one in prey if self.standing.get(one)]
                if there:
                    self._kill(there[0], 1)

    def hit_friends(self) -> None:
        """Misses hit survivors in the zone, whom the shooter chooses; armour may save some."""
        is_safe = any(
            skill.gives.get("no_friendly_fire")
            and ("choose_targets_at" not in skill.gives or self._chooses(skill.gives))
            for skill in self.skills
        )
        stray = self.play.pack.targets.misses_hit_survivors and self.command.mode != "melee"
        if stray and not is_safe:
            self._shoot(max(0, self.misses - self.command.saved))

    def _shoot(self, hits: int) -> int:
        """Give hits to survivors in the zone; returns those nobody took.

        A name that is said more than once takes one hit each time, as the shooter shares them
        out; else the first takes all until they fall (Black Plague, p. 34).
        """
        damage = max(self.damage, 1)
        others, said = self._others(), self.command.survivors_in_zone
        if len(set(said)) < len(said):
            for key in said:
                if hits and key in others and self.play.survivors[key].status == "in_play":
                    hits -= self._strike(key, 1)
        for key in others:
            while hits and self.play.survivors[key].status == "in_play":
                left = health_of(self.play.pack, key) - self.play.survivors[key].wounds
                hits -= self._strike(key, min(hits, max(1, -(-left // damage))))
        return hits

    def _strike(self, key: str, hits: int) -> int:
        """So many hits on one survivor, less what armour and vest stop."""
        stopped = save(self.play, key, hits) if self.command.armour else 0
        wounds = (hits - stopped) * max(self.damage, 1)
        self.play.emit(FriendlyFire(survivor=key, hits=hits, wounds=wounds))
        hurt(self.play, key, wounds, "friendly_fire", self.lost_when, told=False)
        return hits

    def _others(self) -> list[str]:
        """Survivors in the target zone in the order the shooter names them, never the shooter.

        Some are never hit by others (Low profile).
        """
        named = dict.fromkeys(self.command.survivors_in_zone)
        return [
            key
            for key in named
            if self.play.survivor(key).status == "in_play"
            and key != self.command.survivor
            and not has(known_skills(self.play.before, key, self.play.pack), "never_friendly_fire")
        ]

    # --- what follows ---

    def settle(self) -> None:
        """The dead leave the board, crawlers rise, points are given, weapons break or are empty."""
        play, killer = self.play, self.command.survivor
        for zombie, count in self.killed.items():
            bury(play, killer, zombie, count)
            award(play, killer, zombie, count)
        self._raise_crawlers()
        self._wear_weapons()
        if self.weapon.noisy and not self.has("silent"):
            make_noise(play, killer)
        used = (*play.survivors[killer].used, self.tag)
        play.change_survivor(killer, used=used)

    def _wear_weapons(self) -> None:
        """What breaks is discarded; what must be reloaded is turned over."""
        play, key = self.play, self.command.survivor
        broken = 0 if self.command.ignore_breaks else self.breaks
        lost = self.weapon.names[:broken]
        for name in lost:
            play.emit(WeaponBroken(survivor=key, weapon=name))
            if name in self.carried:
                drop(play, key, name)
        if self.is_empty:
            for name in self.weapon.names:
                play.emit(WeaponEmpty(survivor=key, weapon=name))
        card = self.weapon.card
        is_spent = self.command.mode == "ranged" and card is not None and card.reload
        if self.is_empty or is_spent:
            survivor = play.survivors[key]
            play.change_survivor(key, turned=(*survivor.turned, *self.carried))

    def _raise_crawlers(self) -> None:
        """One for each natural 1, at most as many as skinners died of it (Rue Morgue, p. 12)."""
        leaves = {zombie: zombie_type(self.play.pack, zombie).leaves for zombie in self.killed}
        skinners = sum(count for zombie, count in self.killed.items() if leaves[zombie])
        rising = min(self.faces.count(1), skinners)
        crawler = next(filter(None, leaves.values()), None)
        if crawler and rising and not self.weapon.has(NO_CRAWLERS):
            place(self.play, {crawler: rising}, zone=None, card=None, why="crawlers")
