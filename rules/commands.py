"""What may be asked of a table. `kind` names are permanent once used."""

from enum import Enum
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.packs.schema.base import DangerId
from rules.state import Result

# Not "$", which in Python also matches before a last newline.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{8,64}(?![\s\S])")]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Cards = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]
Faces = Annotated[tuple[int, ...], msgspec.Meta(max_length=200)]
Amount = Annotated[int, msgspec.Meta(ge=-100, le=100)]
Number = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Guard(Enum):
    """How fresh the sender's view of the table must be."""

    EXACT = "exact"  # the very version: undo, corrections
    STEP = "step"  # the same round, phase and step: flow
    NONE = "none"  # additive taps apply to the newest state


class BaseCommand(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """`id` makes a resend harmless; `seen` is the version the sender was looking at."""

    guard: ClassVar[Guard] = Guard.NONE

    id: CommandId
    seen: Version


class PhaseNext(BaseCommand, tag="phase.next", frozen=True):
    """On to the next phase; the end phase does the clock, the timers and the first player."""

    guard: ClassVar[Guard] = Guard.STEP


class SpawnResolve(BaseCommand, tag="spawn.resolve", frozen=True):
    """The whole spawn step; `cards` and `dice` are what the table drew and rolled."""

    guard: ClassVar[Guard] = Guard.STEP

    cards: Cards = ()
    dice: Faces = ()


class BuildingOpen(BaseCommand, tag="building.open", frozen=True):
    """A building is opened: one card for each of its zones, in the players' order."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=20)]
    cards: Cards = ()


class BoardAnswer(BaseCommand, tag="board.answer", frozen=True):
    """On how many places of the board the pending card puts its zombies."""

    question: Key
    places: Annotated[int, msgspec.Meta(ge=0, le=50)]


class ZoneAdd(BaseCommand, tag="zone.add", frozen=True):
    zone: Key
    start: bool = False
    colour: Key | None = None
    locators: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=6)
    ] = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    active: bool = True


class ZoneRemove(BaseCommand, tag="zone.remove", frozen=True):
    zone: Key


class ZoneActivate(BaseCommand, tag="zone.activate", frozen=True):
    zone: Key


class ZoneDeactivate(BaseCommand, tag="zone.deactivate", frozen=True):
    zone: Key


class ZombiesKill(BaseCommand, tag="zombies.kill", frozen=True):
    """Killed zombies leave the board; their points go where the pack says."""

    zombie: Key
    count: Number = 1
    survivor: Key | None = None
    means: Literal["attack", "all"] = "attack"


class WeaponProfile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon as the players read it off the card, when the app does not know it."""

    name: Key
    dice: Annotated[int, msgspec.Meta(ge=1, le=20)]
    accuracy: Annotated[int, msgspec.Meta(ge=1, le=6)]
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    all_out: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    ammo_dice: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


class AttackResolve(BaseCommand, tag="attack.resolve", frozen=True):
    """One attack on a zone: what stands there and who else is there only the players see."""

    survivor: Key
    mode: Literal["melee", "ranged", "magic"]
    targets: Annotated[
        dict[Key, Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(max_length=20)
    ]
    weapons: Annotated[tuple[Key, ...], msgspec.Meta(max_length=2)] = ()
    """One card, or two dual ones of one name, by card or copy id."""
    profile: WeaponProfile | None = None
    survivors_in_zone: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    """In the order in which the shooter lets them be hit."""
    assign: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    """Whom to hit first where the rules leave the choice."""
    all_out: bool = False
    ignore_breaks: bool = False
    """A skill or spare parts make the broken symbols count for nothing."""
    concentrate: Key | None = None
    lit: bool = False
    saved: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Stray hits that armour has stopped, as the players rolled it."""
    dice: Faces = ()
    """Normal dice, then those a six adds, then all-out dice."""
    ammo_dice: Faces = ()
    """What the ammo dice show; 0 is the empty symbol."""


class ZombiesAdd(BaseCommand, tag="zombies.add", frozen=True):
    """Correction: more stand on the board than the app knows."""

    zombie: Key
    count: Number = 1


class ZombiesRemove(BaseCommand, tag="zombies.remove", frozen=True):
    """Correction: fewer stand on the board than the app knows."""

    zombie: Key
    count: Number = 1


class NecromancerEscape(BaseCommand, tag="necromancer.escape", frozen=True):
    """He has left by a spawn zone; `zone` is the one his token marks."""

    zone: Key


class NecromancerKill(BaseCommand, tag="necromancer.kill", frozen=True):
    """He is dead; the players take any one spawn token off the board."""

    zone: Key
    """His own zone."""
    remove: Key
    """The zone that loses a token."""
    survivor: Key | None = None


class SleepersWake(BaseCommand, tag="sleepers.wake", frozen=True):
    """A sleeper token is turned over: so many shamblers rise."""

    count: Annotated[int, msgspec.Meta(ge=1, le=4)]


class SleepersKill(BaseCommand, tag="sleepers.kill", frozen=True):
    """A sleeper token is eliminated before it wakes: points equal to its number."""

    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=4)]


class LightOn(BaseCommand, tag="light.on", frozen=True):
    survivor: Key


class LightOff(BaseCommand, tag="light.off", frozen=True):
    survivor: Key


class LightSeen(BaseCommand, tag="light.seen", frozen=True):
    """Just before the zombies phase: which zombies see a beam, by the players' eyes."""

    guard: ClassVar[Guard] = Guard.STEP

    zombies: Annotated[dict[Key, Number], msgspec.Meta(min_length=1, max_length=20)]


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    survivor: Key
    amount: Amount


class SkillChoose(BaseCommand, tag="skill.choose", frozen=True):
    """The answer to a pending choice at orange or red."""

    survivor: Key
    skill: Key


class WoundTake(BaseCommand, tag="wound.take", frozen=True):
    survivor: Key
    count: Number = 1
    source: Literal["zombies", "friendly_fire", "other"] = "zombies"


class WoundHeal(BaseCommand, tag="wound.heal", frozen=True):
    survivor: Key
    count: Number = 1


class SurvivorRescue(BaseCommand, tag="survivor.rescue", frozen=True):
    """Somebody picks an out-of-action survivor up."""

    survivor: Key
    by: Key | None = None


class SurvivorEscape(BaseCommand, tag="survivor.escape", frozen=True):
    """Left by the exit: safe, and no longer counted for the danger level."""

    survivor: Key


class ClockSet(BaseCommand, tag="clock.set", frozen=True):
    guard: ClassVar[Guard] = Guard.EXACT

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)]


class DeckReshuffle(BaseCommand, tag="deck.reshuffle", frozen=True):
    deck: Key


class DeckDraw(BaseCommand, tag="deck.draw", frozen=True):
    """A search, or any other draw from an equipment deck."""

    deck: Key
    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    cards: Cards = ()


class DeckTake(BaseCommand, tag="deck.take", frozen=True):
    """A card that is handed out by name: starting equipment, a mission's gift, a made molotov."""

    deck: Key
    survivor: Key
    card: Key


class DeckDiscard(BaseCommand, tag="deck.discard", frozen=True):
    survivor: Key
    card: Key


class ItemMove(BaseCommand, tag="item.move", frozen=True):
    """Into another slot, or to another survivor; what lies there changes places with it."""

    survivor: Key
    card: Key
    slot: Key
    to: Key | None = None


class ItemCombine(BaseCommand, tag="item.combine", frozen=True):
    """Two cards of one survivor become a third, as bottle and gasoline a molotov."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=2)]


class CardDescribe(BaseCommand, tag="card.describe", frozen=True):
    """Content of a zombie card we do not know, typed from the printed one."""

    card: Key
    does: Literal["spawn", "rush", "extra_activation", "double_spawn"]
    levels: dict[DangerId, dict[Key, Number]]


class MissionEnd(BaseCommand, tag="mission.end", frozen=True):
    guard: ClassVar[Guard] = Guard.EXACT

    result: Result


Command = (
    PhaseNext
    | SpawnResolve
    | BuildingOpen
    | BoardAnswer
    | ZoneAdd
    | ZoneRemove
    | ZoneActivate
    | ZoneDeactivate
    | ZombiesKill
    | AttackResolve
    | ZombiesAdd
    | ZombiesRemove
    | NecromancerEscape
    | NecromancerKill
    | SleepersWake
    | SleepersKill
    | LightOn
    | LightOff
    | LightSeen
    | PointsAward
    | SkillChoose
    | WoundTake
    | WoundHeal
    | SurvivorRescue
    | SurvivorEscape
    | ClockSet
    | DeckReshuffle
    | DeckDraw
    | DeckTake
    | DeckDiscard
    | ItemMove
    | ItemCombine
    | CardDescribe
    | MissionEnd
)
