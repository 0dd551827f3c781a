"""`apply_campaign`: the one way a campaign changes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules import names
from rules.campaign import (
    amendments,
    commands,
    companions,
    maps,
    missions,
    objectives,
    sheets,
    upkeep,
)
from rules.campaign.book import CampaignBook, book_of, open_book
from rules.campaign.commands import CampaignCommand
from rules.campaign.ledger import CampaignOutcome
from rules.campaign.road import check_road
from rules.campaign.state import ADVANCED, Advanced, CampaignState, Leg, Sheet
from rules.errors import IllegalCommand, raise_first
from rules.opening import people_problems
from rules.state import Source

Handler = Callable[[CampaignState, Any, CampaignBook], CampaignOutcome]

HANDLERS: Mapping[type, Handler] = {
    commands.MissionStart: missions.start_mission,
    commands.CepGain: sheets.gain_cep,
    commands.CepLose: sheets.lose_cep,
    commands.RewardChoose: sheets.choose_reward,
    commands.SheetActionUse: sheets.use_extra_action,
    commands.AchievementEarn: sheets.earn_achievement,
    commands.ObjectivePlace: objectives.place_objective,
    commands.ObjectiveTake: objectives.take_objective,
    commands.ObjectiveKeep: objectives.keep_objective,
    commands.ObjectiveReveal: objectives.reveal_objective,
    commands.ObjectiveDescribe: objectives.describe_objective,
    commands.NoteRead: objectives.read_note,
    commands.KeywordGain: objectives.gain_keyword,
    commands.CompanionNote: companions.note_companion,
    commands.MapDraw: maps.draw_map,
    commands.MissionFinish: missions.finish_mission,
    commands.UpkeepRoll: upkeep.roll_upkeep,
    commands.UpkeepDrop: upkeep.drop_upkeep,
    commands.MissionBook: missions.book_mission,
    commands.SheetAdd: sheets.add_sheet,
    commands.SheetSucceed: sheets.succeed_sheet,
    commands.SheetEdit: sheets.edit_sheet,
    commands.SheetAmend: amendments.amend_sheet,
    commands.MissionAmend: amendments.amend_mission,
    commands.MissionTell: missions.tell_mission,
    commands.CampaignEnd: amendments.end_campaign,
}


def new_campaign(
    *,
    game: str,
    expansion: str | None,
    sheets: Iterable[tuple[str, Sheet]],
    free: bool = False,
    advanced: Iterable[Advanced] = ADVANCED,
    road: Iterable[Leg] = (),
    dice: Source = "app",
    seed: str = "",
) -> CampaignState:
    """Return a campaign before its first mission; only a free one may have missions of a pack."""
    open_book(game, expansion, free)
    legs = check_road(road)
    listed = list(sheets)
    named = dict(listed)
    if len(named) < len(listed):
        raise IllegalCommand("survivors.twice")
    raise_first(people_problems([(sheet.name, sheet.player) for sheet in named.values()], ()))
    players: list[str] = []
    for key, sheet in named.items():
        player = names.as_spelt(sheet.player, players)
        players.append(player)
        named[key] = replace(sheet, name=names.tidy(sheet.name), player=player)
    return CampaignState(
        game=game,
        expansion=expansion,
        free=free,
        road=legs if free else (),
        advanced=tuple(rule for rule in ADVANCED if rule in set(advanced)),
        sheets=named,
        dice=dice,
        seed=seed,
    )


def apply_campaign(state: CampaignState, command: CampaignCommand) -> CampaignOutcome:
    """Carry out one command and return its outcome. On `RuleError` nothing has changed."""
    return HANDLERS[type(command)](state, command, book_of(state))
