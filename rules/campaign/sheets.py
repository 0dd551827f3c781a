"""Campaign points, their rewards, extra actions, achievements (Washington Z.C., p. 13-15)."""

from msgspec.structs import replace

from rules import names
from rules.campaign.book import CampaignBook
from rules.campaign.commands import (
    AchievementEarn,
    CepGain,
    CepLose,
    RewardChoose,
    SheetActionUse,
    SheetAdd,
    SheetEdit,
    SheetSucceed,
)
from rules.campaign.events import (
    AchievementEarned,
    CepGained,
    CepLost,
    HeirNamed,
    RewardChosen,
    RewardDue,
    SheetActionUsed,
    SheetAdded,
    SheetEdited,
    SheetSucceeded,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Heir, Sheet
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema.missions import Campaign
from rules.state import MAX_SURVIVORS


def milestones_reached(points: int, campaign: Campaign) -> int:
    return sum(points >= milestone for milestone in campaign.milestones)


def rewards_due(sheet: Sheet, campaign: Campaign) -> int:
    """Return the number of milestones without a reward yet: an extra action or a skill each."""
    taken = sheet.extra_actions + len(sheet.skills)
    return milestones_reached(sheet.points, campaign) - taken


def gain_cep(state: CampaignState, command: CepGain, book: CampaignBook) -> CampaignOutcome:
    """Give a point for first reaching orange or red, or as the mission grants (p. 13)."""
    ledger = Ledger(state, book)
    ledger.going_on()
    gain(ledger, command.sheet, command.why)
    return ledger.outcome()


def gain(ledger: Ledger, key: str, why: str) -> None:
    sheet, rules = ledger.living(key), ledger.rules
    if "points" not in ledger.before.advanced:
        raise IllegalCommand("cep.off")
    if why != "mission":
        ledger.running()
        if why in sheet.reached or len(sheet.reached) >= rules.points_per_mission:
            raise IllegalCommand("cep.enough", most=rules.points_per_mission)
        ledger.change(key, reached=(*sheet.reached, why))
    if sheet.points >= rules.points_track:
        raise IllegalCommand("cep.full", most=rules.points_track)
    after = sheet.points + 1
    ledger.change(key, points=after)
    ledger.emit(CepGained(sheet=key, why=why, after=after))
    if after in rules.milestones:
        ledger.emit(RewardDue(sheet=key, milestone=after))


def set_reached(ledger: Ledger, key: str, levels: tuple[str, ...]) -> None:
    """Set the levels reached in this mission as reported: red is not reached without orange."""
    counting = tuple(ledger.rules.points_at)
    highest = max((counting.index(level) for level in levels if level in counting), default=-1)
    reached = counting[: highest + 1]
    for level in reversed(ledger.living(key).reached):
        if level not in reached:
            lose(ledger, key, level)
    for level in reached:
        sheet = ledger.sheets[key]
        if level not in sheet.reached and sheet.points < ledger.rules.points_track:
            gain(ledger, key, level)


def lose_cep(state: CampaignState, command: CepLose, book: CampaignBook) -> CampaignOutcome:
    """Take back a point of this mission, unless its reward has been chosen."""
    ledger = Ledger(state, book)
    lose(ledger, command.sheet, command.why)
    return ledger.outcome()


def lose(ledger: Ledger, key: str, why: str) -> None:
    sheet = ledger.living(key)
    if why not in sheet.reached:
        raise IllegalCommand("cep.not_gained", survivor=sheet.name)
    after = sheet.points - 1
    taken = sheet.extra_actions + len(sheet.skills)
    if milestones_reached(after, ledger.rules) < taken:
        raise IllegalCommand("cep.spent", survivor=sheet.name)
    reached = tuple(level for level in sheet.reached if level != why)
    ledger.change(key, points=after, reached=reached)
    ledger.emit(CepLost(sheet=key, why=why, after=after))


def choose_reward(
    state: CampaignState, command: RewardChoose, book: CampaignBook
) -> CampaignOutcome:
    """Give a reward, usable at once.

    Each campaign skill once a sheet, at most seven extra actions (p. 14).
    """
    ledger = Ledger(state, book)
    sheet, rules = ledger.living(command.sheet), ledger.rules
    if rewards_due(sheet, rules) <= 0:
        raise IllegalCommand("reward.not_due", survivor=sheet.name)
    if command.skill is None:
        if sheet.extra_actions >= rules.extra_actions_max:
            raise IllegalCommand("extra_action.full", most=rules.extra_actions_max)
        ledger.change(command.sheet, extra_actions=sheet.extra_actions + 1)
    else:
        check_skill(ledger, sheet, command.skill)
        ledger.change(command.sheet, skills=(*sheet.skills, command.skill))
    ledger.emit(RewardChosen(sheet=command.sheet, skill=command.skill))
    return ledger.outcome()


def check_skill(ledger: Ledger, sheet: Sheet, skill: str) -> None:
    """Raise unless it is a campaign skill that the survivor does not have yet."""
    if skill not in ledger.rules.skills:
        raise UnknownId("skill.unknown", skill=skill)
    if skill in sheet.skills:
        raise IllegalCommand("skill.twice", skill=skill)


def use_extra_action(
    state: CampaignState, command: SheetActionUse, book: CampaignBook
) -> CampaignOutcome:
    """Use an extra action: each once a mission, any number in a turn (p. 14)."""
    ledger = Ledger(state, book)
    ledger.running()
    sheet = ledger.living(command.sheet)
    left = sheet.extra_actions - sheet.extra_actions_used
    if left <= 0:
        raise IllegalCommand("extra_action.none", survivor=sheet.name)
    ledger.change(command.sheet, extra_actions_used=sheet.extra_actions_used + 1)
    ledger.emit(SheetActionUsed(sheet=command.sheet, left=left - 1))
    return ledger.outcome()


def earn_achievement(
    state: CampaignState, command: AchievementEarn, book: CampaignBook
) -> CampaignOutcome:
    """Record an achievement of one survivor or of all.

    Any name is accepted, as the cards name more than we know.
    """
    ledger = Ledger(state, book)
    achievement = names.checked(command.achievement, "achievement.name")
    if command.sheet is None:
        if achievement in state.achievements:
            raise IllegalCommand("achievement.twice")
        ledger.fields["achievements"] = (*state.achievements, achievement)
    else:
        sheet = ledger.living(command.sheet)
        if achievement in sheet.achievements:
            raise IllegalCommand("achievement.twice")
        ledger.change(command.sheet, achievements=(*sheet.achievements, achievement))
    ledger.emit(AchievementEarned(achievement=achievement, sheet=command.sheet))
    return ledger.outcome()


def achieved(state: CampaignState) -> frozenset[str]:
    """Return the achievements of all, and those of survivors still alive."""
    own = (sheet.achievements for sheet in state.sheets.values() if sheet.status != "dead")
    return frozenset((*state.achievements, *(name for names in own for name in names)))


def _new_sheet(ledger: Ledger, key: str, sheet: Sheet) -> None:
    if len([other for other in ledger.sheets.values() if other.status != "dead"]) >= MAX_SURVIVORS:
        raise IllegalCommand("survivors.too_many", most=MAX_SURVIVORS)
    name = _new_name(ledger, key, sheet.name)
    players = [other.player for other in ledger.sheets.values()]
    ledger.sheets[key] = replace(sheet, name=name, player=names.as_spelt(sheet.player, players))


def _new_name(ledger: Ledger, key: str, name: str) -> str:
    """Return a checked name for a new sheet; raise if the name or the key exists."""
    name = names.checked(name, "survivor.name")
    if key in ledger.sheets:
        raise IllegalCommand("survivors.twice")
    if names.like(name, [other.name for other in ledger.sheets.values()]) is not None:
        raise IllegalCommand("survivors.twice")
    return name


def _checked_player(name: str) -> str:
    """Return who plays a sheet; nobody where nothing is said."""
    return names.checked(name, "player.name") if name else name


def add_sheet(state: CampaignState, command: SheetAdd, book: CampaignBook) -> CampaignOutcome:
    """Add a survivor between missions, so that no one sits at a table without a sheet."""
    ledger = Ledger(state, book)
    ledger.going_on()
    if state.mission is not None:
        raise IllegalCommand("mission.running")
    player = _checked_player(command.player)
    _new_sheet(ledger, command.sheet, Sheet(name=command.name, player=player))
    ledger.emit(SheetAdded(sheet=command.sheet))
    return ledger.outcome()


def succeed_sheet(
    state: CampaignState, command: SheetSucceed, book: CampaignBook
) -> CampaignOutcome:
    """Add the successor of a dead survivor, or name one before the death is booked.

    The dead stay in the record and are never chosen again; achievements pass on (p. 7).
    """
    ledger = Ledger(state, book)
    ledger.going_on()
    key, ending = command.sheet, state.ending
    heir = Heir(sheet=command.successor, name=command.name)
    if ending is not None and ending.fallen.get(key) == "dead":
        ledger.fields["ending"] = replace(ending, heirs=_named(ledger, ending.heirs, key, heir))
    elif ending is None and state.mission is not None and ledger.sheet(key).status != "dead":
        ledger.fields["heirs"] = _named(ledger, state.heirs, key, heir)
    else:
        succeed(ledger, key, heir)
    return ledger.outcome()


def _named(ledger: Ledger, heirs: dict[str, Heir], key: str, heir: Heir) -> dict[str, Heir]:
    """Return the heirs with one named before the death is booked; sent again, it is replaced."""
    others = [other for fallen, other in heirs.items() if fallen != key]
    name = _new_name(ledger, heir.sheet, heir.name)
    if heir.sheet in [other.sheet for other in others] or names.like(
        name, [other.name for other in others]
    ):
        raise IllegalCommand("survivors.twice")
    ledger.emit(HeirNamed(sheet=key, name=name))
    return {**heirs, key: replace(heir, name=name)}


def succeed(ledger: Ledger, key: str, heir: Heir) -> None:
    fallen = ledger.sheet(key)
    if fallen.status != "dead":
        raise IllegalCommand("sheet.not_dead", survivor=fallen.name)
    if any(sheet.heir_of == key for sheet in ledger.sheets.values()):
        raise IllegalCommand("sheet.has_heir", survivor=fallen.name)
    sheet = Sheet(
        name=heir.name, player=fallen.player, achievements=fallen.achievements, heir_of=key
    )
    _new_sheet(ledger, heir.sheet, sheet)
    ledger.emit(SheetSucceeded(sheet=key, successor=heir.sheet))


def edit_sheet(state: CampaignState, command: SheetEdit, book: CampaignBook) -> CampaignOutcome:
    ledger = Ledger(state, book)
    ledger.sheet(command.sheet)
    player = command.player
    if player is not None:
        others = [sheet.player for key, sheet in state.sheets.items() if key != command.sheet]
        player = names.as_spelt(_checked_player(player), others)
    changes = {"player": player, "emblem": command.emblem, "note": command.note}
    ledger.change(command.sheet, **{name: v for name, v in changes.items() if v is not None})
    ledger.emit(SheetEdited(sheet=command.sheet))
    return ledger.outcome()
