"""Attacks: dice, hits, who dies, what breaks, who is hit by mistake.

What stands in the zone and who else is there only the players see; they say it in the command.
"""

from rules.chance import DIE
from rules.commands import AttackResolve, WeaponReload
from rules.errors import IllegalCommand
from rules.events import (
    AttackRolled,
    FriendlyFire,
    HitWasted,
    WeaponBroken,
    WeaponEmpty,
    WeaponReloaded,
)
from rules.mechanics.armour import save
from rules.mechanics.cards import card_of, effect_of, named_card
from rules.mechanics.danger import gain_points
from rules.mechanics.inventory import drop, holder
from rules.mechanics.kills import award, bury
from rules.mechanics.noise import make_noise
from rules.mechanics.skills import has, known_skills, number_of
from rules.mechanics.supply import place
from rules.mechanics.weapons import Weapon, check_range, helping, modes_of, weapon_of
from rules.mechanics.wounds import LostWhen, health_of, hurt
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Gives
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
        owned = known_skills(play.before, command.survivor, play.pack)
        self.weapon: Weapon = weapon_of(play.pack, command, owned)
        self.skills = helping(
            owned,
            self.weapon,
            command.mode,
            all_out=command.all_out,
            known=play.pack.skills,
        )
        self._check_weapons()
        check_range(self.weapon, command.range, self.skills)
        self.standing = {zombie: count for zombie, count in command.targets.items() if count}
        for zombie in self.standing:
            zombie_type(play.pack, zombie)
        self.killed: dict[str, int] = {}
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
        all_in_hand = self.has("all_in_hand")
        for name in self.weapon.names:
            others = (one for key, one in self.play.survivors.items() if one is not survivor)
            if any(name in (*one.inventory.values(), *one.found) for one in others):
                raise IllegalCommand("item.not_there", survivor=survivor.name)
            if slots.get(name, "hand").startswith("backpack") and not all_in_hand:
                raise IllegalCommand("attack.not_in_hand", weapon=name)
            if name in survivor.turned:
                raise IllegalCommand("attack.empty", weapon=name)

    # --- the roll ---

    def accuracy(self) -> int:
        """At night ranged attacks need a 6, unless the zone is lit or eyes are good (WZC, p. 9)."""
        printed = self.weapon.accuracy
        is_dark = self.play.before.is_night and not self.command.lit
        if self.command.mode != "ranged" or not is_dark or self.has("ignores_night"):
            return printed
        trained = [number_of(skill, "night_accuracy") for skill in self.skills]
        return max(printed, min((one for one in trained if one), default=NIGHT_ACCURACY))

    def normal_dice(self) -> int:
        """The weapon's dice and those that skills add, one for each of two weapons."""
        survivor = self.play.survivors[self.command.survivor]
        count = max(1, len(self.command.weapons))
        repeats = survivor.used.count(self.tag)
        dice = self.weapon.dice + count * (
            self.bonus("dice")
            + self.bonus("dice_per_wound") * survivor.wounds
            + (self.bonus("dice_per_repeat") * repeats)
        )
        sources = {skill.gives.get("dice_from") for skill in self.skills}
        if "zombies" in sources:
            dice = max(dice, count * sum(self.standing.values()))
        if "actors" in sources:
            actors = sum(self.standing.values()) + len(set(self.command.survivors_in_zone))
            dice = max(dice, count * actors)
        return max(0, dice + self.command.bonus_dice)

    @property
    def tag(self) -> str:
        """How this kind of attack is remembered until the turn ends."""
        return f"attack-{self.command.mode}"

    def roll(self) -> None:
        """Roll everything the attack asks for and count it."""
        weapon, chance = self.weapon, self.play.chance
        if self.command.all_out and not weapon.all_out:
            raise IllegalCommand("attack.no_all_out", weapon=weapon.names[0])
        dice = self.normal_dice()
        given_up = []
        normal = chance.roll(dice)
        for name in self.command.rerolls:
            self._use_reroll(name)
            given_up.append(normal)
            normal = chance.roll(dice)
        more_dice = self.bonus("die_per_6") or weapon.has("roll-6-die")
        sixes = normal.count(DIE) if more_dice else 0
        while sixes:
            more = chance.roll(sixes)
            normal, sixes = normal + more, more.count(DIE)
        factor = max(1, self.best("all_out_factor"))
        all_out = chance.roll(weapon.all_out * factor) if self.command.all_out else ()
        ammo = self._ammo_dice()
        better = self.bonus("roll") + self.command.bonus_roll
        needed = max(self.accuracy() - better, self.play.pack.minimum_accuracy)
        counted = [*normal, *(face for face in all_out if face != BREAK), *ammo]
        self.faces = normal
        self.damage = self._damage([*normal, *ammo])
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
            self._concentrate(self.command.concentrate, ranks)
            return
        hits = self.hits
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
        for zombie in self._preferred(tuple(self.killed))[: self.bonus("extra_kills")]:
            self._kill(zombie, min(1, self.standing[zombie]))

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
        """Give hits to survivors in the zone until they fall; returns those nobody took."""
        damage = max(self.damage, 1)
        for key in self._others():
            while hits and self.play.survivors[key].status == "in_play":
                left = health_of(self.play.pack, key) - self.play.survivors[key].wounds
                taken = min(hits, max(1, -(-left // damage)))
                hits -= taken
                stopped = save(self.play, key, taken) if self.command.armour else 0
                wounds = min((taken - stopped) * damage, left)
                self.play.emit(FriendlyFire(survivor=key, hits=taken, wounds=wounds))
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
        factor = max([1, *(number_of(skill, "points_factor") for skill in self.skills)])
        for zombie, count in self.killed.items():
            kind = zombie_type(play.pack, zombie)
            bury(play, killer, zombie, count)
            if kind.points_to == "killer":
                gain_points(play, killer, kind.points * count * factor)
            else:
                award(play, killer, kind.points * count, kind.points_to)
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
        is_spent = self.weapon.card is not None and self.weapon.card.reload
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


# --- reloading ---


def needs_magazine(card: Equipment) -> bool:
    """Weapons with ammo dice are loaded with a magazine card (Army of the Dead, p. 25)."""
    return any(profile.ammo_dice for profile in card.profiles)


def reload_weapon(state: TableState, command: WeaponReload, pack: Pack) -> Outcome:
    """One action reloads a weapon, or both of two (Black Plague, p. 34)."""
    play = Play(state, pack)
    survivor = play.in_play(command.survivor)
    for copy in command.cards:
        holder(play, command.survivor, copy)
        if copy not in survivor.turned:
            raise IllegalCommand("reload.loaded", survivor=survivor.name)
    if any(needs_magazine(card_of(pack, copy)) for copy in command.cards):
        _spend_magazine(play, command)
    left = tuple(one for one in survivor.turned if one not in command.cards)
    play.change_survivor(command.survivor, turned=left)
    play.emit(WeaponReloaded(survivor=command.survivor, weapons=command.cards))
    return play.outcome()


def _spend_magazine(play: Play, command: WeaponReload) -> None:
    if command.magazine is None:
        raise IllegalCommand("reload.magazine")
    holder(play, command.survivor, command.magazine)
    if effect_of(card_of(play.pack, command.magazine), "reload") is None:
        raise IllegalCommand("reload.magazine")
    drop(play, command.survivor, command.magazine)


def refill_weapons(play: Play) -> None:
    """End phase: weapons that are reloaded by an action refill for free; vests stay turned."""
    for key, survivor in play.survivors.items():
        still = tuple(copy for copy in survivor.turned if not card_of(play.pack, copy).reload)
        if still != survivor.turned:
            play.change_survivor(key, turned=still)
