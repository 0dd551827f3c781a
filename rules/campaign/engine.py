"""`apply_campaign`: the one way a campaign changes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.campaign import commands, missions, sheets
from rules.campaign.commands import CampaignCommand
from rules.campaign.ledger import CampaignOutcome
from rules.campaign.state import CampaignState, Sheet
from rules.errors import IllegalCommand, UnknownId
from rules.packs.loader import load_packs
from rules.packs.schema.pack import Expansion
from rules.state import Source

Handler = Callable[[CampaignState, Any, Expansion], CampaignOutcome]

HANDLERS: Mapping[type, Handler] = {
    commands.MissionStart: missions.start_mission,
    commands.CepGain: sheets.gain_cep,
    commands.RewardChoose: sheets.choose_reward,
    commands.ExtraActionUse: sheets.use_extra_action,
    commands.AchievementEarn: sheets.earn_achievement,
    commands.MissionFinish: missions.finish_mission,
    commands.UpkeepRoll: missions.roll_upkeep,
    commands.SheetSucceed: missions.succeed_sheet,
}


def campaign_pack(game: str, expansion: str) -> Expansion:
    """The box whose campaign is played."""
    pack = load_packs().get(game)
    box = pack.expansions.get(expansion) if pack else None
    if box is None or box.campaign is None:
        raise UnknownId("game.unknown", game=game)
    return box


def new_campaign(
    *,
    game: str,
    expansion: str,
    sheets: Iterable[tuple[str, Sheet]],
    dice: Source = "app",
    seed: str = "",
) -> CampaignState:
    """A campaign before its first mission."""
    campaign_pack(game, expansion)
    named = dict(sheets)
    if not named:
        raise IllegalCommand("survivors.none")
    return CampaignState(game=game, expansion=expansion, sheets=named, dice=dice, seed=seed)


def apply_campaign(state: CampaignState, command: CampaignCommand) -> CampaignOutcome:
    """Carry out one command. On `RuleError` nothing has changed."""
    return HANDLERS[type(command)](state, command, campaign_pack(state.game, state.expansion))
