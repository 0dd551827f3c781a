"""Between the missions: sheets, rewards, upkeep, achievements. Same shape as the live table:
a command in, a state and events out, pure."""

from rules.campaign.commands import CampaignCommand
from rules.campaign.engine import apply_campaign, campaign_pack, new_campaign
from rules.campaign.sheets import rewards_due
from rules.campaign.state import CampaignState, Sheet

__all__ = [
    "CampaignCommand",
    "CampaignState",
    "Sheet",
    "apply_campaign",
    "campaign_pack",
    "new_campaign",
    "rewards_due",
]
