"""What may be asked of a table. `kind` names are permanent once used."""

from rules.commands.attacks import (
    AttackResolve,
    BilePlace,
    BlastResolve,
    DoorOpen,
    NoiseMake,
    WeaponProfile,
    WeaponReload,
)
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
    EquipmentDeal,
    ItemCombine,
    ItemMove,
)
from rules.commands.special import (
    PersonalDraw,
    PersonalMeet,
    TeamActionUse,
    TentOpen,
    VaultAttempt,
    VaultHelp,
    VaultThrow,
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
    WoundPlace,
    WoundTake,
)
from rules.commands.zombies import (
    LightOff,
    LightOn,
    LightSeen,
    SleepersKill,
    SleepersWake,
    SupplyAdd,
    ZombiesAdd,
    ZombiesAttack,
    ZombiesKill,
    ZombiesRemove,
    ZombiesSplit,
)
from rules.commands.zones import (
    NecromancerEscape,
    NecromancerKill,
    NecromancerRitual,
    ZeusPlace,
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
    "BilePlace",
    "BlastResolve",
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
    "DoorOpen",
    "EquipmentDeal",
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
    "NecromancerRitual",
    "NoiseMake",
    "OptionSet",
    "PersonalDraw",
    "PersonalMeet",
    "PhaseNext",
    "PointsAward",
    "SkillChoose",
    "SkillUse",
    "SleepersKill",
    "SleepersWake",
    "SpawnResolve",
    "SupplyAdd",
    "SurvivorDescribe",
    "SurvivorEscape",
    "SurvivorRescue",
    "TableCorrect",
    "TeamActionUse",
    "TentOpen",
    "VaultAttempt",
    "VaultHelp",
    "VaultThrow",
    "WeaponProfile",
    "WeaponReload",
    "WoundHeal",
    "WoundPlace",
    "WoundTake",
    "ZeusPlace",
    "ZombiesAdd",
    "ZombiesAttack",
    "ZombiesKill",
    "ZombiesRemove",
    "ZombiesSplit",
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
    | NecromancerRitual
    | ZeusPlace
    | ZombiesKill
    | ZombiesAdd
    | ZombiesRemove
    | SupplyAdd
    | ZombiesAttack
    | ZombiesSplit
    | SleepersWake
    | SleepersKill
    | LightOn
    | LightOff
    | LightSeen
    | AttackResolve
    | BlastResolve
    | BilePlace
    | WeaponReload
    | DoorOpen
    | NoiseMake
    | PointsAward
    | SkillChoose
    | SkillUse
    | SurvivorDescribe
    | ActionSpend
    | ExtraActionUse
    | WoundTake
    | WoundPlace
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
    | EquipmentDeal
    | VaultAttempt
    | VaultThrow
    | VaultHelp
    | PersonalDraw
    | PersonalMeet
    | TeamActionUse
    | TentOpen
)
