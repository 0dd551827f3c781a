"""What may be asked of a table. `kind` names are permanent once used."""

from rules.commands.attacks import AttackResolve, WeaponProfile
from rules.commands.base import BaseCommand, Guard
from rules.commands.flow import (
    BoardAnswer,
    BuildingOpen,
    CardDescribe,
    ClockSet,
    MissionEnd,
    OptionSet,
    PhaseNext,
    SpawnResolve,
    TableCorrect,
)
from rules.commands.items import (
    DeckDiscard,
    DeckDraw,
    DeckReshuffle,
    DeckSetAside,
    DeckSource,
    DeckTake,
    ItemCombine,
    ItemMove,
)
from rules.commands.survivors import (
    ActionSpend,
    ExtraActionUse,
    PointsAward,
    SkillChoose,
    SkillUse,
    SurvivorDescribe,
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
    ZoneOrder,
    ZoneRemove,
)

__all__ = [
    "ActionSpend",
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
    "DeckSetAside",
    "DeckSource",
    "DeckTake",
    "ExtraActionUse",
    "Guard",
    "ItemCombine",
    "ItemMove",
    "LightOff",
    "LightOn",
    "LightSeen",
    "MissionEnd",
    "NecromancerEscape",
    "NecromancerKill",
    "OptionSet",
    "PhaseNext",
    "PointsAward",
    "SkillChoose",
    "SkillUse",
    "SleepersKill",
    "SleepersWake",
    "SpawnResolve",
    "SurvivorDescribe",
    "SurvivorEscape",
    "SurvivorRescue",
    "TableCorrect",
    "WeaponProfile",
    "WoundHeal",
    "WoundTake",
    "ZombiesAdd",
    "ZombiesKill",
    "ZombiesRemove",
    "ZoneActivate",
    "ZoneAdd",
    "ZoneDeactivate",
    "ZoneOrder",
    "ZoneRemove",
]

Command = (
    PhaseNext
    | SpawnResolve
    | BuildingOpen
    | BoardAnswer
    | ClockSet
    | TableCorrect
    | OptionSet
    | MissionEnd
    | CardDescribe
    | ZoneAdd
    | ZoneOrder
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
    | SkillUse
    | SurvivorDescribe
    | ActionSpend
    | ExtraActionUse
    | WoundTake
    | WoundHeal
    | SurvivorRescue
    | SurvivorEscape
    | DeckReshuffle
    | DeckSource
    | DeckSetAside
    | DeckDraw
    | DeckTake
    | DeckDiscard
    | ItemMove
    | ItemCombine
)
