"""An attack from the command to its end: its offers, its steps, its results and its events."""

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.commands import BaseCommand, Faces, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Counts, Field, Flag, Number, OneOf, Record, Reported, Several, Text
from rules.mechanics.actions import act
from rules.mechanics.armour import is_in_box, save
from rules.mechanics.attacks.rolls import Roll
from rules.mechanics.attacks.weapons import (
    Mode,
    WeaponProfile,
    is_dual,
    is_known,
    modes_of,
    reach_of,
)
from rules.mechanics.cards import card_of
from rules.mechanics.inventory import ItemDiscarded, drop_quietly
from rules.mechanics.kills import ZombiesKilled, award, bury, unmask
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import About, in_box, in_play, judged, keys_in_reach, out_of_reach
from rules.mechanics.noise import NoiseMade, add_noise
from rules.mechanics.supply import Arrival
from rules.mechanics.wounds.wound import FRIENDLY, Hurt, health_left, hurt, settle
from rules.offers import Offer, closed, offer
from rules.packs.schema.people import Gives, Skill
from rules.play import Play


class AttackRolled(BaseEvent, tag="attack.rolled", frozen=True, kw_only=True):
    survivor: str
    weapons: tuple[str, ...]
    accuracy: int
    damage: int
    faces: tuple[int, ...]
    all_out: tuple[int, ...]
    ammo: tuple[int, ...]
    hits: int
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""


class HitWasted(BaseEvent, tag="hit.wasted", frozen=True, kw_only=True):
    count: int


class WeaponBroken(BaseEvent, tag="weapon.broken", frozen=True, kw_only=True):
    survivor: str
    weapon: str


class WeaponEmpty(BaseEvent, tag="weapon.empty", frozen=True, kw_only=True):
    survivor: str
    weapon: str


class AttackResolved(BaseEvent, tag="attack.resolved", frozen=True, kw_only=True):
    """One attack. What follows from it, such as points and falls, comes in later events."""

    survivor: str
    mode: str
    weapons: tuple[str, ...]
    range: int | None = None
    """The distance to the target, if the players gave it."""
    accuracy: int
    damage: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    all_out: tuple[int, ...] = ()
    ammo: tuple[int, ...] = ()
    hits: int
    wasted: int = 0
    killed: dict[str, int] = {}
    left: dict[str, int] = {}
    """Zombies that still stand in the zone."""
    points: dict[str, int] = {}
    """Points each survivor gained by it."""
    hurt: tuple[Hurt, ...] = ()
    """Survivors who were hit."""
    arrival: Arrival | None = None
    """Zombies that rose from the dead of this attack."""
    broken: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    """Cards that it used up."""
    noise: int | None = None
    """Noise tokens on the board, if it was noisy."""
    free: str | None = None
    """The skill that gave the action for it."""

    def facts(self) -> Iterator[BaseEvent]:
        yield AttackRolled(
            survivor=self.survivor,
            weapons=self.weapons,
            accuracy=self.accuracy,
            damage=self.damage,
            faces=self.faces,
            all_out=self.all_out,
            ammo=self.ammo,
            hits=self.hits,
            rerolled=self.rerolled,
        )
        if self.wasted:
            yield HitWasted(count=self.wasted)
        for one in self.hurt:
            yield from one.facts()
        for zombie, count in self.killed.items():
            yield ZombiesKilled(survivor=self.survivor, zombie=zombie, count=count)
        if self.arrival is not None:
            yield from self.arrival.facts()
        for weapon in self.broken:
            yield WeaponBroken(survivor=self.survivor, weapon=weapon)
        for card in self.dropped:
            yield ItemDiscarded(survivor=self.survivor, card=card)
        for weapon in self.empty:
            yield WeaponEmpty(survivor=self.survivor, weapon=weapon)
        if self.noise is not None:
            yield NoiseMade(survivor=self.survivor, tokens=self.noise)


Bonus = Annotated[int, msgspec.Meta(ge=-10, le=10)]


Targets = Annotated[
    dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
]


InZone = Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)]


class AttackResolve(BaseCommand, tag="attack.resolve", frozen=True):
    """One attack on a zone; the players say what and who is there."""

    in_play_only: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    mode: Mode
    targets: Targets
    weapons: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    """One card, or two dual ones of one name, by card or copy id; or a vehicle, or a skill."""
    profile: WeaponProfile | None = None
    survivors_in_zone: InZone = ()
    """Survivors in the target zone, in the order in which the shooter lets them be hit."""
    assign: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    """Targets for single hits where the rules leave the choice; further hits go in rank order."""
    all_out: bool = False
    ignore_breaks: bool = False
    """True to cancel the broken symbols, if any come up, by a skill, a kit or spare parts."""
    spare: Key | None = None
    """The skill, kit or weapon given up that pays for it; by default the first there is."""
    concentrate: Key | None = None
    netted: bool = False
    """True if the target of a concentrated attack is in a net, where only some of its kind are."""
    also: Annotated[tuple[Key, ...], msgspec.Meta(max_length=6)] = ()
    """Explosives in the zone that are hit, or go off with what hits it."""
    second: bool = False
    """True for the other of two dual weapons, at another zone in the same action, by a skill."""
    lit: bool = False
    range: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    """The distance to the target, where it matters."""
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills or carried cards that let all normal dice be rolled again, once each.

    To reroll what has been seen, undo the attack and send it again with its reroll: the first dice
    come up as they were.
    """
    bonus_dice: Bonus = 0
    bonus_roll: Bonus = 0
    bonus_damage: Bonus = 0
    """Modifiers the app does not know of, entered by the players."""
    armour: bool = False
    """True to roll armor for stray hits; otherwise `saved` says how many were stopped."""
    saved: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Stray hits stopped by armor, if the players rolled it."""
    dice: Faces = ()
    """Normal dice, their rerolls, those a six adds, all-out dice, armor."""
    ammo_dice: Faces = ()
    """Faces of the ammo dice; 0 is the empty symbol."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield attacks with carried weapons, with any weapon of the box, and with typed values."""
        for key, _survivor in in_play(look, about):
            for mode, weapons in (*_carried(look, key), *_printed(look, key), *_without(look, key)):
                if about.get("weapons") in (None, weapons) and about.get("mode") in (None, mode):
                    trial = cls(
                        id="00000000", seen=0, survivor=key, mode=mode, targets={}, weapons=weapons
                    )
                    yield from _offers(look, trial)
            if about.get("weapons") in (None, ()):
                yield from _typed(look, key)
            sent = judged(cls, about)
            if sent and (error := _refused(look, sent)):
                yield closed(cls, error, survivor=key)

    def play(self, play: Play) -> None:
        """Resolve the attack by the rules of this game."""
        attack = play.rules.attack(play, self)
        attack.roll()
        attack.hit_targets()
        attack.hit_friends()
        attack.settle()


SECOND = "second-zone"
"""The tag of an attack with the second weapon in one action."""


class Attack(Roll):
    """One attack while it is resolved, step by step in the order of the books."""

    def __init__(self, play: Play, command: AttackResolve) -> None:
        super().__init__(play, command)
        self.killed: dict[str, int] = {}
        self.unpaid: dict[str, int] = {}
        """Killed zombies that give nobody points, by type."""
        self.hurt: list[Hurt] = []
        self.wasted = 0
        self.has_gone_off = False
        """True once the attack has reached everybody in the zone."""
        self.broken: list[str] = []
        self.empty: list[str] = []
        self.dropped: list[str] = []
        self.place = len(play.events)
        """Index in the events at which the attack is inserted, before all that follows from it."""

    # --- what is offered ---

    @classmethod
    def ways(cls, play: Play, command: AttackResolve) -> list[AttackResolve]:
        """Return the attack in every variant of this game, for example with a light or all-out."""
        return [command]

    def fields(self) -> dict[str, Field]:
        """Return the fields that are left to fill in once the weapon is chosen."""
        look, box = self.play, in_box(self.play)
        fields: dict[str, Field] = {
            "targets": Counts(most=box, least=1),
            "survivors_in_zone": Several(values=keys_in_reach(look), repeated=True, most=12),
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
        if is_in_box(look.pack):
            fields["armour"] = Flag()
            fields["saved"] = Number(least=0, most=20, optional=True)
        if look.before.dice == "table":
            fields["dice"] = Reported(what="dice")
        return fields

    # --- who is hit ---

    def ranks(self) -> list[tuple[str, ...]]:
        """Return the types to hit, rank by rank; if the attacker chooses, one rank of all."""
        if self.is_free:
            return [tuple(self.standing)]
        order = self.play.pack.targets.order
        return [rank for rank in order if set(rank) & {*self.standing, "survivor"}]

    @property
    def is_free(self) -> bool:
        """Return True if the attacker chooses the targets."""
        is_open = self.command.mode == "melee" or self.weapon.has("entangle")
        return is_open or any(self._chooses(skill.gives) for skill in self.skills)

    def _chooses(self, gives: Gives) -> bool:
        """Return True if a skill leaves the targets to the shooter, always or at this range."""
        near = gives.get("choose_targets_at")
        at_range = near is not None and near == self.command.range
        return at_range or self.command.mode in modes_of(gives.get("choose_targets"))

    def check(self) -> None:
        super().check()
        for key in self.command.survivors_in_zone:
            if error := out_of_reach(self.play, key):
                raise error
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
        """Assign the hits. Ranged ones reach no rank while an earlier one stands.

        In a concentrated attack all go to its target: damage times hits, the excess lost (ATD, p.
        25).
        """
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
        """Remove the helmets of those reached by hits of an explosive (ATD, p. 18)."""
        if hits and self.weapon.is_explosive:
            for zombie in reached:
                if self.standing.get(zombie):
                    unmask(self.play, zombie)

    def strike_first(self, hits: int) -> int:
        """Give hits to targets other than zombies first; return the number of hits used."""
        return 0

    def blast(self, damage: int) -> dict[str, int]:
        """Damage everybody in the zone (Army of the Dead, p. 26); return the dead by type."""
        dead = {
            zombie: self._kill(zombie, count)
            for zombie, count in list(self.standing.items())
            if self._kills(damage, zombie)
        }
        for key in dict.fromkeys(self.command.survivors_in_zone):
            self.hurt.append(hurt(self.play, key, damage, FRIENDLY))
        return dead

    def _preferred(self, rank: tuple[str, ...]) -> list[str]:
        """Return the types of a rank, those the player names first, the rest in the order given."""
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
        """Kill one more of a kind that this attack killed, by Reaper (Rue Morgue, p. 44)."""
        left = [zombie for zombie in self._preferred(tuple(self.killed)) if self.standing[zombie]]
        for zombie in left[: self.bonus("extra_kills")]:
            self._kill(zombie, 1)
        self._hunt()

    def _hunt(self) -> None:
        """Kill one of the printed kind after any kill, by Hunter (Army of the Dead).

        For a card whose kind is unknown, the player names the prey.
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
        """Hit survivors in the zone with the misses, as the shooter chooses; armor may save some.

        A blast has reached everybody already.
        """
        stray = self.play.pack.targets.misses_hit_survivors and self.command.mode != "melee"
        if stray and not self.has_gone_off and not self.spares_friends():
            self._shoot(max(0, self.misses - self.command.saved))

    def spares_friends(self) -> bool:
        """Return True if the attack spares survivors in the zone, always or at this range."""
        return self.weapon.is_harmless or any(
            skill.gives.get("no_friendly_fire")
            and ("choose_targets_at" not in skill.gives or self._chooses(skill.gives))
            for skill in self.skills
        )

    def _shoot(self, hits: int) -> int:
        """Give hits to survivors in the zone; return the hits left over.

        A name given more than once takes one hit each time, as the shooter shares them out;
        otherwise the first takes all until they fall (Black Plague, p. 34).
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
        """Hit one survivor `hits` times, less what armor and vest stop; return `hits`."""
        armour = save(self.play, key, hits) if self.command.armour else None
        stopped = armour.saved if armour else 0
        wounds = (hits - stopped) * max(self.damage, 1)
        self.hurt.append(hurt(self.play, key, wounds, FRIENDLY, armour=armour, hits=hits))
        return hits

    def others(self) -> list[str]:
        """Return survivors in the target zone in the shooter's order, never the shooter.

        Some are never hit by shots or magic of others (Low profile).
        """
        is_close = self.command.mode == "melee"
        named = dict.fromkeys(self.command.survivors_in_zone)
        return [
            key
            for key in named
            if self.play.survivors[key].status == "in_play"
            and key != self.command.survivor
            and (is_close or not self._is_missed(key))
        ]

    def _is_missed(self, key: str) -> bool:
        return has(known_skills(self.play.before, key, self.play.pack), "never_friendly_fire")

    # --- what follows ---

    def settle(self) -> None:
        """Remove the dead, give points, wear out weapons, and emit the attack's event."""
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
        """Spend the action and record the tags that skills check; return the skill that gave it.

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
        """Return skills that may give the action, those usable in the fewest attacks first."""
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
        """Return the zombies that rise from the dead of this attack, or None."""
        return None

    def wear_weapons(self) -> None:
        """Discard weapons that are used up; turn over those that must be reloaded."""
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
        """Return True if the weapon must be reloaded after every shot (Black Plague, p. 34)."""
        card = self.weapon.card
        return self.command.mode == "ranged" and card is not None and card.reload

    def turn_weapons(self) -> None:
        key = self.command.survivor
        turned = self.play.survivors[key].turned
        self.play.change_survivor(key, turned=(*turned, *self.carried))


TYPED = WeaponProfile(name="?", dice=1, accuracy=4, damage=1)
"""A stand-in for a weapon whose values the players read off the card."""


VARIED = ("all_out", "lit")
"""Fields in which the variants of one attack differ."""


def _offers(look: Play, trial: AttackResolve) -> Iterator[Offer]:
    for way in look.rules.attack.ways(look, trial):
        fixed = {"survivor": way.survivor, "mode": way.mode, "weapons": way.weapons}
        fixed |= {name: getattr(way, name) for name in VARIED}
        try:
            attack: Attack = look.rules.attack(look, way)
            attack.check()
        except RuleError as error:
            yield offer(AttackResolve, error, **fixed)
            continue
        yield offer(AttackResolve, **fixed, **attack.fields())


def _refused(look: Play, command: AttackResolve) -> RuleError | None:
    """Return why an attack cannot be made, or None."""
    try:
        attack = look.rules.attack(look, command)
        attack.check()
        attack.check_aids()
    except RuleError as error:
        return error
    return None


def _carried(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Yield every attack with cards of the inventory, alone or in dual pairs."""
    skills = known_skills(look.before, key, look.pack)
    copies = tuple(look.survivors[key].inventory.values())
    for copy in copies:
        for profile in card_of(look.pack, copy).profiles:
            if is_known(profile):
                yield profile.mode, (copy,)
    for pair in combinations(copies, 2):
        first, second = (card_of(look.pack, copy) for copy in pair)
        for profile in first.profiles if first.id == second.id else ():
            if is_known(profile) and is_dual(first, profile.mode, skills):
                yield profile.mode, pair


def _printed(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Yield the box's weapons not carried, for tables that keep their cards on paper.

    Pairs only where the box has two copies. Vehicles are included.
    """
    skills = known_skills(look.before, key, look.pack)
    carried = {card_of(look.pack, copy).id for copy in look.survivors[key].inventory.values()}
    for card in look.pack.equipment:
        for profile in card.profiles if card.id not in carried else ():
            if is_known(profile):
                yield profile.mode, (card.id,)
                if sum(card.copies.values()) > 1 and is_dual(card, profile.mode, skills):
                    yield profile.mode, (card.id, card.id)
    for vehicle in look.pack.vehicles:
        yield from ((profile.mode, (vehicle.id,)) for profile in vehicle.profiles)


def _without(look: Play, key: str) -> Iterator[tuple[Mode, tuple[str, ...]]]:
    """Yield skills that need no weapon, in the kind of attack they name."""
    for skill in known_skills(look.before, key, look.pack):
        if number_of(skill, "accuracy"):
            yield "ranged" if skill.kind == "ranged" else "melee", (skill.id,)


def _typed(look: Play, key: str) -> Iterator[Offer]:
    modes = dict.fromkeys(
        profile.mode
        for card in look.pack.equipment
        for profile in card.profiles
        if profile.mode != "ram"
    )
    for mode in modes:
        trial = AttackResolve(
            id="00000000",
            seen=0,
            survivor=key,
            mode=mode,
            targets={},
            profile=replace(TYPED, all_out=1),
        )
        for way in look.rules.attack.ways(look, trial):
            fixed: dict[str, Any] = {"survivor": key, "mode": mode, "weapons": ()}
            fixed |= {name: getattr(way, name) for name in VARIED}
            try:
                attack = look.rules.attack(look, way)
                attack.check()
            except RuleError as error:
                yield offer(AttackResolve, error, **fixed)
                continue
            profile = Record(fields=_profile(look, way))
            yield offer(AttackResolve, profile=profile, **fixed, **attack.fields())


def _profile(look: Play, way: AttackResolve) -> dict[str, Field]:
    """Return the fields for typed weapon values, as far as cards of this box print them."""
    cards = look.pack.equipment
    fields: dict[str, Field] = {
        "name": Text(),
        "dice": Number(least=1, most=20),
        "accuracy": Number(least=1, most=6),
        "damage": Number(least=0, most=20),
        "noisy": Flag(),
        "explosive": Flag(),
    }
    if any(profile.ammo_dice for card in cards for profile in card.profiles):
        fields["ammo_dice"] = Number(least=0, most=20, optional=True)
    if way.all_out or any(card.all_out for card in cards):
        least = 1 if way.all_out else 0
        fields["all_out"] = Number(least=least, most=20, optional=not way.all_out)
    return fields
