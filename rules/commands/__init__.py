"""What may be asked of a table. `kind` names are permanent once used."""

from rules.commands.attacks import AttackResolve, WeaponProfile
from rules.commands.base import BaseCommand, Guard
from rules.commands.flow import (
    BoardAnswer,
    BuildingOpen,
    CardDescribe,
    ClockSet,
    MissionEnd,
    PhaseNext,
    SpawnResolve,
)
from rules.commands.items import (
    DeckDiscard,
    DeckDraw,
    DeckReshuffle,
    DeckTake,
    ItemCombine,
    ItemMove,
)
from rules.commands.survivors import (
    PointsAward,
    SkillChoose,
    SurvivorEscape,
    SurvivorRescue,
    WoundHeal,
    WoundTake,
)
from rules.commands.zombies import (
    LightOff,
    LightOn,
    LightSeen,
    SleepersKill,
    SleepersWake,
    ZombiesAdd,
    ZombiesKill,
    ZombiesRemove,
)
from rules.commands.zones import (
    NecromancerEscape,
    NecromancerKill,
    ZoneActivate,
    ZoneAdd,
    ZoneDeactivate,
    ZoneRemove,
)

__all__ = [
    "AttackResolve",
    "BaseCommand",
    "BoardAnswer",
    "BuildingOpen",
    "CardDescribe",
    "ClockSet",
    "Command",
    "DeckDiscard",
    "DeckDraw",
    "DeckReshuffle",
    "DeckTake",
    "Guard",
    "ItemCombine",
    "ItemMove",
    "LightOff",
    "LightOn",
    "LightSeen",
    "MissionEnd",
    "NecromancerEscape",
    "NecromancerKill",
    "PhaseNext",
    "PointsAward",
    "SkillChoose",
    "SleepersKill",
    "SleepersWake",
    "SpawnResolve",
    "SurvivorEscape",
    "SurvivorRescue",
    "WeaponProfile",
    "WoundHeal",
    "WoundTake",
    "ZombiesAdd",
    "ZombiesKill",
    "ZombiesRemove",
    "ZoneActivate",
    "ZoneAdd",
    "ZoneDeactivate",
    "ZoneRemove",
]

Command = (
    PhaseNext
    | SpawnResolve
    | BuildingOpen
    | BoardAnswer
    | ClockSet
    | MissionEnd
    | CardDescribe
    | ZoneAdd
    | ZoneRemove
    | ZoneActivate
    | ZoneDeactivate
    | NecromancerEscape
    | NecromancerKill
    | ZombiesKill
    | ZombiesAdd
    | ZombiesRemove
    | SleepersWake
    | SleepersKill
    | LightOn
    | LightOff
    | LightSeen
    | AttackResolve
    | PointsAward
    | SkillChoose
    | WoundTake
    | WoundHeal
    | SurvivorRescue
    | SurvivorEscape
    | DeckReshuffle
    | DeckDraw
    | DeckTake
    | DeckDiscard
    | ItemMove
    | ItemCombine
)
