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
from rules.mechanics.blasts import unmask
from rules.mechanics.cards import card_of, effect_of, named_card
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
NIGHT_SIGHT = 1
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

    # --- the roll ---

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
        repeats = survivor.used.count(self.tag)
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
            + self.bonus("dice_per_repeat") * repeats
        )
        return max(0, dice + self._other_hand() + self.command.bonus_dice)

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
        return f"attack-{self.command.mode}"

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
    cards = [card_of(pack, copy) for copy in command.cards]
    by_magazine = any(needs_magazine(card) for card in cards)
    if not by_magazine and not all(card.reload for card in cards):
        raise IllegalCommand("reload.never")
    if len({card.id for card in cards}) > 1 or (by_magazine and len(cards) > 1):
        raise IllegalCommand("reload.one")
    if by_magazine:
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
