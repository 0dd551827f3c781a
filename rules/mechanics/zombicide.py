"""What every Zombicide game does the same way, bundled for the systems to build on."""

from collections.abc import Mapping

from rules import commands
from rules.mechanics import (
    actions,
    attacks,
    blasts,
    danger,
    deal,
    doors,
    house,
    inventory,
    kills,
    light,
    noise,
    objectives,
    reloading,
    rounds,
    sleepers,
    spawn,
    teams,
    vault,
    wounds,
    zeus,
    zones,
)
from rules.ruleset import Handler, SpawnPoints

NECROMANCERS: Mapping[type, Handler] = {
    commands.NecromancerEscape: zones.escape_necromancer,
    commands.NecromancerKill: zones.kill_necromancer,
    commands.NecromancerRitual: zones.ritual,
}
ZEUS: Mapping[type, Handler] = {commands.ZeusPlace: zeus.place_zeus}
VAULT: Mapping[type, Handler] = {
    commands.VaultAttempt: vault.attempt_vault,
    commands.VaultThrow: vault.throw_again,
    commands.VaultHelp: vault.help_vault,
}
PERSONAL_OBJECTIVES: Mapping[type, Handler] = {
    commands.PersonalDraw: objectives.draw_objectives,
    commands.PersonalMeet: objectives.meet_objective,
}
TEAMS: Mapping[type, Handler] = {
    commands.TeamActionUse: teams.use_team_action,
    commands.TentOpen: teams.open_tent,
}
BILE: Mapping[type, Handler] = {commands.BilePlace: blasts.place_bile}
WOUNDS_IN_SLOTS: Mapping[type, Handler] = {commands.WoundPlace: wounds.place_wound}
BUILDINGS: Mapping[type, Handler] = {commands.BuildingOpen: spawn.open_building}
SLEEPERS: Mapping[type, Handler] = {
    commands.SleepersWake: sleepers.wake_sleepers,
    commands.SleepersKill: sleepers.kill_sleepers,
}
LIGHTS: Mapping[type, Handler] = {
    commands.LightOn: light.light_on,
    commands.LightOff: light.light_off,
    commands.LightSeen: light.light_seen,
}
BOARD_QUESTIONS: Mapping[type, Handler] = {commands.BoardAnswer: spawn.answer_board}


def shared_handlers(
    *, spawn_points: SpawnPoints, lost_when: wounds.LostWhen
) -> Mapping[type, Handler]:
    """The handlers of the whole family, with the two policies in which the games differ."""
    return {
        commands.PhaseNext: rounds.next_phase,
        commands.SpawnResolve: spawn.spawn_resolver(spawn_points),
        commands.ZoneAdd: zones.add_zone,
        commands.ZoneRemove: zones.remove_zone,
        commands.ZoneActivate: zones.activate_zone,
        commands.ZoneDeactivate: zones.deactivate_zone,
        commands.ZombiesKill: kills.kill_zombies,
        commands.AttackResolve: attacks.attacker(lost_when),
        commands.BlastResolve: blasts.blaster(lost_when),
        commands.WeaponReload: reloading.reload_weapon,
        commands.DoorOpen: doors.open_door,
        commands.NoiseMake: noise.noise_by_hand,
        commands.ZombiesAttack: wounds.zombie_attacker(lost_when),
        commands.ZombiesSplit: kills.split_group,
        commands.ZombiesAdd: kills.add_zombies,
        commands.ZombiesRemove: kills.remove_zombies,
        commands.PointsAward: danger.award_points,
        commands.SkillChoose: danger.choose_skill,
        commands.WoundTake: wounds.wound_taker(lost_when),
        commands.WoundHeal: wounds.heal_wound,
        commands.SurvivorRescue: wounds.rescue_survivor,
        commands.SurvivorEscape: wounds.escape_survivor,
        commands.ClockSet: rounds.set_clock,
        commands.DeckReshuffle: rounds.reshuffle_deck,
        commands.EquipmentDeal: deal.deal_equipment,
        commands.SupplyAdd: kills.add_supply,
        commands.DeckDraw: inventory.draw_items,
        commands.DeckTake: inventory.take_item,
        commands.DeckDiscard: inventory.discard_item,
        commands.ItemMove: inventory.move_item,
        commands.ItemCombine: inventory.combine_items,
        commands.CardDescribe: spawn.describe_card,
        commands.SurvivorDescribe: house.describe_survivor,
        commands.TableCorrect: house.correct_table,
        commands.OptionSet: house.set_option,
        commands.DeckSource: house.set_source,
        commands.DeckSetAside: house.set_card_aside,
        commands.ZoneOrder: zones.order_zones,
        commands.ActionSpend: actions.spend_actions,
        commands.ExtraActionUse: actions.use_extra_action,
        commands.SkillUse: actions.use_skill,
        commands.MissionEnd: rounds.end_mission,
    }
