"""One attack, from the dice to the points.

What stands in the zone and who else is there only the players see; they say it in the command.
"""

from rules.errors import IllegalCommand
from rules.fields import Counts, Field, Flag, Number, OneOf, Reported, Several
from rules.mechanics.actions.play import act
from rules.mechanics.armour.play import save
from rules.mechanics.attacks.commands import AttackResolve
from rules.mechanics.attacks.events import AttackResolved
from rules.mechanics.attacks.rolls import Roll
from rules.mechanics.attacks.weapons import modes_of, reach_of
from rules.mechanics.blasts.helmets import unmask
from rules.mechanics.equipment.slots import drop_quietly
from rules.mechanics.kills.play import award, bury
from rules.mechanics.looking import in_box, keys_in_play
from rules.mechanics.noise.play import add_noise
from rules.mechanics.skills.known import has, known_skills, number_of
from rules.mechanics.supply.events import Arrival
from rules.mechanics.wounds.events import Hurt
from rules.mechanics.wounds.play import FRIENDLY, health_left, hurt, settle
from rules.packs.schema.people import Gives, Skill
from rules.play import Play

SECOND = "second-zone"
"""How the other weapon of one action is remembered."""


def resolve_attack(play: Play, command: AttackResolve) -> None:
    """One attack, resolved as this game resolves them."""
    play.in_play(command.survivor)
    attack = play.rules.attack(play, command)
    attack.check_aim()
    attack.roll()
    attack.hit_targets()
    attack.hit_friends()
    attack.settle()


class Attack(Roll):
    """One attack while it is resolved, step by step in the order of the books."""

    def __init__(self, play: Play, command: AttackResolve) -> None:
        super().__init__(play, command)
        self.killed: dict[str, int] = {}
        self.unpaid: dict[str, int] = {}
        """Those of them who give nobody points."""
        self.hurt: list[Hurt] = []
        self.wasted = 0
        self.has_gone_off = False
        """Whether it has reached everybody in the zone."""
        self.broken: list[str] = []
        self.empty: list[str] = []
        self.dropped: list[str] = []
        self.place = len(play.events)
        """Where the attack is told: before all that follows from it."""

    # --- what is offered ---

    @classmethod
    def ways(cls, play: Play, command: AttackResolve) -> list[AttackResolve]:
        """The same attack in every way this game knows, as with a light or all-out."""
        return [command]

    def fields(self) -> dict[str, Field]:
        """What is left to say once the weapon is chosen."""
        look, box = self.play, in_box(self.play)
        fields: dict[str, Field] = {
            "targets": Counts(most=box, least=1),
            "survivors_in_zone": Several(values=keys_in_play(look), repeated=True, most=12),
            "assign": Several(values=tuple(box), repeated=True, most=20),
            "bonus_dice": Number(least=-10, most=10, optional=True),
            "bonus_roll": Number(least=-10, most=10, optional=True),
            "bonus_damage": Number(least=-10, most=10, optional=True),
        }
        reach = reach_of(self.weapon, self.skills)
        if reach is not None and reach[1] > reach[0]:
            fields["range"] = Number(least=reach[0], most=min(reach[1], 12), optional=True)
        if rerolls := self.rerolls_offered():
            fields["rerolls"] = Several(values=tuple(rerolls), most=4)
        if self.may_be_second:
            fields["second"] = Flag()
        if look.pack.concentrated:
            order = () if self.is_free else look.pack.targets.order
            fields["concentrate"] = OneOf(field="targets", ranks=order, optional=True)
        if any(card.armour for card in look.pack.equipment):
            fields["armour"] = Flag()
            fields["saved"] = Number(least=0, most=20, optional=True)
        if look.before.dice == "table":
            fields["dice"] = Reported(what="dice")
        return fields

    # --- who is hit ---

    def ranks(self) -> list[tuple[str, ...]]:
        """In which order targets must be hit: in melee, and for some skills, in any."""
        if self.is_free:
            return [tuple(self.standing)]
        order = self.play.pack.targets.order
        return [rank for rank in order if set(rank) & {*self.standing, "survivor"}]

    @property
    def is_free(self) -> bool:
        """Whether the attacker chooses the targets."""
        is_open = self.command.mode == "melee" or self.weapon.has("entangle")
        return is_open or any(self._chooses(skill.gives) for skill in self.skills)

    def _chooses(self, gives: Gives) -> bool:
        """Whether a skill leaves the targets to the shooter, always or at this range."""
        near = gives.get("choose_targets_at")
        at_range = near is not None and near == self.command.range
        return at_range or self.command.mode in modes_of(gives.get("choose_targets"))

    def check_aim(self) -> None:
        """All hits go to one that can be hit: damage times hits, the excess lost (ATD, p. 25)."""
        target = self.command.concentrate
        if target is None:
            return
        if not self.play.pack.concentrated:
            raise IllegalCommand("attack.no_concentrating")
        if not self.standing.get(target):
            raise IllegalCommand("attack.not_there")
        if self.command.mode != "melee" and target not in self.ranks()[0]:
            raise IllegalCommand("attack.not_first", zombie=target)

    def hit_targets(self) -> None:
        """Give the hits out. Ranged ones reach no rank while an earlier one stands."""
        ranks = self.ranks()
        if self.command.concentrate is not None:
            if self._kills(self.damage * self.hits, self.command.concentrate):
                self._kill(self.command.concentrate, 1)
            self._take_helmets((self.command.concentrate,), self.hits)
            self._reap()
            return
        if self.hits and self.weapon.has("damage-all"):
            self._take_helmets(tuple(self.standing), self.hits)
            self.blast(self.damage)
            self.has_gone_off = True
            return
        hits = self.hits - self.strike_first(self.hits)
        if any("survivor" in rank for rank in ranks) and not self.spares_friends():
            hits = self._shoot(hits)
        for rank in ranks:
            wishes = [(zombie, 1) for zombie in self.command.assign if zombie in rank]
            for zombie, most in (*wishes, *((zombie, hits) for zombie in rank)):
                if self.standing.get(zombie) and self._kills(self.damage, zombie):
                    hits -= self._kill(zombie, min(most, hits, self.standing[zombie]))
            self._take_helmets(rank, hits)
            if self.command.mode != "melee" and any(self.standing.get(kind) for kind in rank):
                break
        self.wasted = hits
        self._reap()

    def _take_helmets(self, reached: tuple[str, ...], hits: int) -> None:
        """Hits of an explosive that reach somebody with a helmet take it off (ATD, p. 18)."""
        if hits and self.weapon.is_explosive:
            for zombie in reached:
                if self.standing.get(zombie):
                    unmask(self.play, zombie)

    def strike_first(self, hits: int) -> int:
        """Hits that go to others than zombies before all; returns how many."""
        return 0

    def blast(self, damage: int) -> dict[str, int]:
        """Everybody in the zone takes the damage (Army of the Dead, p. 26); returns the dead."""
        dead = {
            zombie: self._kill(zombie, count)
            for zombie, count in list(self.standing.items())
            if self._kills(damage, zombie)
        }
        for key in dict.fromkeys(self.command.survivors_in_zone):
            if self.play.in_play(key):
                self.hurt.append(hurt(self.play, key, damage, FRIENDLY))
        return dead

    def _preferred(self, rank: tuple[str, ...]) -> list[str]:
        """Those the player names first, then the rest in the order given."""
        wishes = [zombie for zombie in self.command.assign if zombie in rank]
        return wishes + [zombie for zombie in rank if zombie not in wishes]

    def _kills(self, damage: int, zombie: str) -> bool:
        kind = self.play.zombie(zombie)
        is_mortal = kind.killed_by == "damage" and kind.toughness is not None
        return is_mortal and damage >= (kind.toughness or 0)

    def _kill(self, zombie: str, count: int) -> int:
        if count:
            self.killed[zombie] = self.killed.get(zombie, 0) + count
            self.standing[zombie] -= count
        return count

    def _reap(self) -> None:
        """Reaper: one more of a kind that this attack killed (Rue Morgue, p. 44)."""
        left = [zombie for zombie in self._preferred(tuple(self.killed)) if self.standing[zombie]]
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
                there = [zombie for zombie in prey if self.standing.get(zombie)]
                if there:
                    self._kill(there[0], 1)

    # --- who is hit by mistake ---

    def hit_friends(self) -> None:
        """Misses hit survivors in the zone, whom the shooter chooses; armour may save some.

        What has gone off has reached everybody already.
        """
        stray = self.play.pack.targets.misses_hit_survivors and self.command.mode != "melee"
        if stray and not self.has_gone_off and not self.spares_friends():
            self._shoot(max(0, self.misses - self.command.saved))

    def spares_friends(self) -> bool:
        """Whether survivors in the zone are passed by, always or at this range."""
        return self.weapon.is_harmless or any(
            skill.gives.get("no_friendly_fire")
            and ("choose_targets_at" not in skill.gives or self._chooses(skill.gives))
            for skill in self.skills
        )

    def _shoot(self, hits: int) -> int:
        """Give hits to survivors in the zone; returns those nobody took.

        A name that is said more than once takes one hit each time, as the shooter shares them
        out; else the first takes all until they fall (Black Plague, p. 34).
        """
        damage = max(self.damage, 1)
        others, named = self.others(), self.command.survivors_in_zone
        if len(set(named)) < len(named):
            for key in named:
                if hits and key in others and self.play.survivors[key].status == "in_play":
                    hits -= self.strike(key, 1)
        for key in others:
            while hits and self.play.survivors[key].status == "in_play":
                left = health_left(self.play, key)
                hits -= self.strike(key, min(hits, max(1, -(-left // damage))))
        return hits

    def strike(self, key: str, hits: int) -> int:
        """So many hits on one survivor, less what armour and vest stop."""
        armour = save(self.play, key, hits) if self.command.armour else None
        stopped = armour.saved if armour else 0
        wounds = (hits - stopped) * max(self.damage, 1)
        self.hurt.append(hurt(self.play, key, wounds, FRIENDLY, armour=armour, hits=hits))
        return hits

    def others(self) -> list[str]:
        """Survivors in the target zone in the order the shooter names them, never the shooter.

        Some are never hit by shots or magic of others (Low profile).
        """
        is_close = self.command.mode == "melee"
        named = dict.fromkeys(self.command.survivors_in_zone)
        return [
            key
            for key in named
            if self.play.survivor(key).status == "in_play"
            and key != self.command.survivor
            and (is_close or not self._is_missed(key))
        ]

    def _is_missed(self, key: str) -> bool:
        return has(known_skills(self.play.before, key, self.play.pack), "never_friendly_fire")

    # --- what follows ---

    def settle(self) -> None:
        """The dead leave the board, points are given, weapons wear out; an event tells it."""
        play, killer = self.play, self.command.survivor
        settle(play, self.hurt)
        for zombie, count in self.killed.items():
            bury(play, killer, zombie, count, emits=False)
            award(play, killer, zombie, count - self.unpaid.get(zombie, 0))
        arrival = self.risen()
        self.wear_weapons()
        noisy = self.weapon.noisy and not self.has("silent") and not self.command.second
        noise = add_noise(play, by=killer) if noisy else None
        free = self._remember()
        play.events.insert(self.place, self._told(arrival, noise, free))

    def _remember(self) -> str | None:
        """The action it took, or the skill that gave it; and what skills ask of this turn.

        A second zone of one action is no action of its own.
        """
        key = self.command.survivor
        free = self.weapon.skill
        if not self.command.second and free is None:
            free = act(self.play, key, self._actions_given())
        tags = [self.weapon.skill] if self.weapon.skill else []
        tags += [SECOND if self.command.second else self.tag]
        self.play.change_survivor(key, used=(*self.play.survivors[key].used, *tags))
        return free

    def _actions_given(self) -> list[Skill]:
        """Skills that may give the action for this attack, those for the fewest others first."""
        mode, is_pair = self.command.mode, len(self.weapon.names) > 1
        given = [
            skill
            for skill in self.skills
            if (self.command.all_out or not has([skill], "all_out"))
            and (is_pair or not has([skill], "two_weapons"))
        ]
        return sorted(given, key=lambda skill: (not has([skill], "all_out"), skill.kind != mode))

    def _told(self, arrival: Arrival | None, noise: int | None, free: str | None) -> AttackResolved:
        return AttackResolved(
            survivor=self.command.survivor,
            mode=self.command.mode,
            weapons=self.weapon.names,
            range=self.command.range,
            accuracy=self.needed,
            damage=self.damage,
            faces=self.faces,
            rerolled=self.rerolled,
            all_out=self.all_out,
            ammo=self.ammo,
            hits=self.hits,
            wasted=self.wasted,
            killed=self.killed,
            left={zombie: count for zombie, count in self.standing.items() if count},
            points=self._points(),
            hurt=tuple(self.hurt),
            arrival=arrival,
            broken=tuple(self.broken),
            empty=tuple(self.empty),
            dropped=tuple(self.dropped),
            noise=noise,
            free=free,
        )

    def _points(self) -> dict[str, int]:
        before = self.play.before.survivors
        return {
            key: gained
            for key, survivor in self.play.survivors.items()
            if (gained := survivor.points - before[key].points)
        }

    def risen(self) -> Arrival | None:
        """Who rises from the dead of this attack."""
        return None

    def wear_weapons(self) -> None:
        """What must be reloaded is turned over; what is used up, or has done its work, goes."""
        card = self.weapon.card
        spent = {effect.discard for effect in card.effects} if card is not None else set()
        if "use" in spent or ("hit" in spent and self.hits):
            for name in self.carried:
                self.dropped += drop_quietly(self.play, self.command.survivor, name)
            return
        if self.is_emptied:
            self.turn_weapons()

    @property
    def is_emptied(self) -> bool:
        """Whether it must be reloaded after every shot (Black Plague, p. 34)."""
        card = self.weapon.card
        return self.command.mode == "ranged" and card is not None and card.reload

    def turn_weapons(self) -> None:
        key = self.command.survivor
        turned = self.play.survivors[key].turned
        self.play.change_survivor(key, turned=(*turned, *self.carried))
