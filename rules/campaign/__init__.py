"""Campaigns: sheets, missions, objective cards, rewards, upkeep, achievements.

The shape is that of the live table: a command in, a state and events out, pure.
"""

from rules.campaign.book import CampaignBook, book_of, box_campaigns, campaign_pack, open_book
from rules.campaign.codec import decode_campaign, decode_campaign_command, decode_campaign_events
from rules.campaign.commands import CampaignCommand
from rules.campaign.engine import apply_campaign, new_campaign
from rules.campaign.events import CampaignEvent
from rules.campaign.ledger import CampaignOutcome
from rules.campaign.outset import Outfit, outset_of, who_plays
from rules.campaign.road import is_free_to_choose, next_mission, next_missions
from rules.campaign.sheets import achieved, rewards_due
from rules.campaign.state import CampaignState, Leg, Objective, Sheet

__all__ = [
    "CampaignBook",
    "CampaignCommand",
    "CampaignEvent",
    "CampaignOutcome",
    "CampaignState",
    "Leg",
    "Objective",
    "Outfit",
    "Sheet",
    "achieved",
    "apply_campaign",
    "book_of",
    "box_campaigns",
    "campaign_pack",
    "decode_campaign",
    "decode_campaign_command",
    "decode_campaign_events",
    "is_free_to_choose",
    "new_campaign",
    "next_mission",
    "next_missions",
    "open_book",
    "outset_of",
    "rewards_due",
    "who_plays",
]
