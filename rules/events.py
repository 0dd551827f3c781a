"""What happened, in the past tense: keys and numbers, put into words when shown."""

import msgspec

from rules.state import Phase


class BaseEvent(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """A fact of the log."""


# --- flow ---


class PhaseBegan(BaseEvent, tag="phase.began", frozen=True):
    round: int
    phase: Phase


class FirstPlayerPassed(BaseEvent, tag="first_player.passed", frozen=True):
    player: str


class ClockAdvanced(BaseEvent, tag="clock.advanced", frozen=True):
    hour: int


class NightFell(BaseEvent, tag="night.fell", frozen=True):
    hour: int


class DayBroke(BaseEvent, tag="day.broke", frozen=True):
    hour: int


class MissionWon(BaseEvent, tag="mission.won", frozen=True):
    why: str


class MissionLost(BaseEvent, tag="mission.lost", frozen=True):
    why: str


class MissionAbandoned(BaseEvent, tag="mission.abandoned", frozen=True):
    why: str


# --- survivors ---


class PointsGained(BaseEvent, tag="points.gained", frozen=True):
    survivor: str
    before: int
    after: int


class DangerRaised(BaseEvent, tag="danger.raised", frozen=True):
    survivor: str
    before: str
    after: str


class ChoiceDue(BaseEvent, tag="choice.due", frozen=True):
    question: str
    survivor: str


class SkillGained(BaseEvent, tag="skill.gained", frozen=True):
    survivor: str
    skill: str


class Wounded(BaseEvent, tag="wounded", frozen=True):
    survivor: str
    count: int
    source: str


class Healed(BaseEvent, tag="healed", frozen=True):
    survivor: str
    count: int


class KnockedOut(BaseEvent, tag="knocked_out", frozen=True):
    survivor: str
    round: int


class Rescued(BaseEvent, tag="rescued", frozen=True):
    survivor: str
    by: str | None


class Died(BaseEvent, tag="died", frozen=True):
    survivor: str
    round: int


class Escaped(BaseEvent, tag="escaped", frozen=True):
    survivor: str


class SkillUsed(BaseEvent, tag="skill.used", frozen=True):
    survivor: str
    skill: str


class SurvivorDescribed(BaseEvent, tag="survivor.described", frozen=True):
    survivor: str


class ActionsSpent(BaseEvent, tag="actions.spent", frozen=True):
    survivor: str
    count: int
    left: int


class ExtraActionUsed(BaseEvent, tag="extra_action.used", frozen=True):
    survivor: str
    left: int


# --- the table by hand ---


class TableCorrected(BaseEvent, tag="table.corrected", frozen=True):
    path: str
    before: int | str | bool | tuple[str, ...] | None
    after: int | str | bool | tuple[str, ...] | None


class OptionSwitched(BaseEvent, tag="option.switched", frozen=True):
    option: str
    on: bool


class SourceSwitched(BaseEvent, tag="source.switched", frozen=True):
    deck: str
    source: str


class CardSetAside(BaseEvent, tag="card.set_aside", frozen=True):
    deck: str
    card: str
    back: bool


# --- cards and zombies ---


class CardDrawn(BaseEvent, tag="card.drawn", frozen=True):
    deck: str
    card: str
    zone: str | None


class DeckReshuffled(BaseEvent, tag="deck.reshuffled", frozen=True):
    deck: str


class CardDescribed(BaseEvent, tag="card.described", frozen=True):
    card: str


class ItemFound(BaseEvent, tag="item.found", frozen=True):
    survivor: str
    card: str
    slot: str | None


class ItemDiscarded(BaseEvent, tag="item.discarded", frozen=True):
    survivor: str
    card: str


class ItemMoved(BaseEvent, tag="item.moved", frozen=True):
    survivor: str
    card: str
    to: str
    slot: str


class DiceRolled(BaseEvent, tag="dice.rolled", frozen=True):
    faces: tuple[int, ...]
    why: str


class ZombiesPlaced(BaseEvent, tag="zombies.placed", frozen=True):
    zone: str | None
    zombie: str
    count: int
    card: str | None
    danger: str
    why: str


class ZombiesShort(BaseEvent, tag="zombies.short", frozen=True):
    zone: str | None
    zombie: str
    missing: int
    card: str | None


class ActivationExtra(BaseEvent, tag="activation.extra", frozen=True):
    zombie: str
    why: str
    zone: str | None
    times: int


class NothingSpawned(BaseEvent, tag="spawn.nothing", frozen=True):
    zone: str
    card: str
    danger: str


class SpawnDoubled(BaseEvent, tag="spawn.doubled", frozen=True):
    zone: str
    draws: int


class BoardAsked(BaseEvent, tag="board.asked", frozen=True):
    question: str
    what: str
    card: str


class BoardAnswered(BaseEvent, tag="board.answered", frozen=True):
    question: str
    places: int


class ZombiesKilled(BaseEvent, tag="zombies.killed", frozen=True):
    survivor: str | None
    zombie: str
    count: int


class AttackRolled(BaseEvent, tag="attack.rolled", frozen=True):
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


class BlastWentOff(BaseEvent, tag="blast.went_off", frozen=True):
    survivor: str | None
    cards: tuple[str, ...]
    damage: int | None
    """None: everybody dies."""


class BilePlaced(BaseEvent, tag="bile.placed", frozen=True):
    survivor: str
    tokens: int


class ArmourRolled(BaseEvent, tag="armour.rolled", frozen=True):
    survivor: str
    value: int
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...]
    saved: int


class WoundsIgnored(BaseEvent, tag="wounds.ignored", frozen=True):
    survivor: str
    count: int
    why: str


class WeaponReloaded(BaseEvent, tag="weapon.reloaded", frozen=True):
    survivor: str
    weapons: tuple[str, ...]


class DoorTried(BaseEvent, tag="door.tried", frozen=True):
    survivor: str
    card: str
    faces: tuple[int, ...]
    opened: bool


class NoiseMade(BaseEvent, tag="noise.made", frozen=True):
    survivor: str | None
    tokens: int


class ZombiesAttacked(BaseEvent, tag="zombies.attacked", frozen=True):
    zombies: dict[str, int]
    wounds: int


class ZombiesSplit(BaseEvent, tag="zombies.split", frozen=True):
    zombies: dict[str, int]
    routes: int


class SupplyChanged(BaseEvent, tag="supply.changed", frozen=True):
    zombie: str
    count: int


class ZeusCame(BaseEvent, tag="zeus.came", frozen=True):
    zombie: str
    why: str


class VaultThrown(BaseEvent, tag="vault.thrown", frozen=True):
    survivor: str
    faces: tuple[int, ...]
    throws: int


class VaultHelped(BaseEvent, tag="vault.helped", frozen=True):
    faces: tuple[int, ...]
    by: str | None


class VaultBeaten(BaseEvent, tag="vault.beaten", frozen=True):
    faces: tuple[int, ...]


class PersonalDrawn(BaseEvent, tag="personal.drawn", frozen=True):
    card: str
    survivor: str | None


class PersonalMet(BaseEvent, tag="personal.met", frozen=True):
    card: str
    met: bool


class TeamActionUsed(BaseEvent, tag="team_action.used", frozen=True):
    team: str
    card: str


class TimeAdvanced(BaseEvent, tag="time.advanced", frozen=True):
    box: int
    last: int


class HitWasted(BaseEvent, tag="hit.wasted", frozen=True):
    count: int


class FriendlyFire(BaseEvent, tag="friendly_fire", frozen=True):
    survivor: str
    hits: int
    wounds: int


class WeaponBroken(BaseEvent, tag="weapon.broken", frozen=True):
    survivor: str
    weapon: str


class WeaponEmpty(BaseEvent, tag="weapon.empty", frozen=True):
    survivor: str
    weapon: str


class SleepersWoke(BaseEvent, tag="sleepers.woke", frozen=True):
    count: int


class SleepersKilled(BaseEvent, tag="sleepers.killed", frozen=True):
    survivor: str
    count: int


class LightSwitched(BaseEvent, tag="light.switched", frozen=True):
    survivor: str
    on: bool


class ZombiesCorrected(BaseEvent, tag="zombies.corrected", frozen=True):
    zombie: str
    before: int
    after: int


# --- zones ---


class ZoneAdded(BaseEvent, tag="zone.added", frozen=True):
    zone: str
    why: str


class ZonesOrdered(BaseEvent, tag="zones.ordered", frozen=True):
    zones: tuple[str, ...]


class ZoneRemoved(BaseEvent, tag="zone.removed", frozen=True):
    zone: str


class ZoneActivated(BaseEvent, tag="zone.activated", frozen=True):
    zone: str
    round: int


class ZoneDeactivated(BaseEvent, tag="zone.deactivated", frozen=True):
    zone: str


class NecromancerEscaped(BaseEvent, tag="necromancer.escaped", frozen=True):
    zone: str
    tokens: int


Event = (
    PhaseBegan
    | FirstPlayerPassed
    | ClockAdvanced
    | NightFell
    | DayBroke
    | MissionWon
    | MissionLost
    | MissionAbandoned
    | PointsGained
    | DangerRaised
    | ChoiceDue
    | SkillGained
    | Wounded
    | Healed
    | KnockedOut
    | Rescued
    | Died
    | Escaped
    | SkillUsed
    | SurvivorDescribed
    | ActionsSpent
    | ExtraActionUsed
    | TableCorrected
    | OptionSwitched
    | SourceSwitched
    | CardSetAside
    | CardDrawn
    | DeckReshuffled
    | CardDescribed
    | ItemFound
    | ItemDiscarded
    | ItemMoved
    | DiceRolled
    | ZombiesPlaced
    | ZombiesShort
    | ActivationExtra
    | NothingSpawned
    | SpawnDoubled
    | BoardAsked
    | BoardAnswered
    | ZombiesKilled
    | AttackRolled
    | BlastWentOff
    | BilePlaced
    | ArmourRolled
    | WoundsIgnored
    | WeaponReloaded
    | DoorTried
    | NoiseMade
    | ZombiesAttacked
    | ZombiesSplit
    | SupplyChanged
    | ZeusCame
    | VaultThrown
    | VaultHelped
    | VaultBeaten
    | PersonalDrawn
    | PersonalMet
    | TeamActionUsed
    | TimeAdvanced
    | HitWasted
    | FriendlyFire
    | WeaponBroken
    | WeaponEmpty
    | SleepersWoke
    | SleepersKilled
    | LightSwitched
    | ZombiesCorrected
    | ZoneAdded
    | ZonesOrdered
    | ZoneRemoved
    | ZoneActivated
    | ZoneDeactivated
    | NecromancerEscaped
)
