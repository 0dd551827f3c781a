"""State, commands and events of a campaign to JSON and back; reading is strict."""

import msgspec

from rules.campaign.commands import CampaignCommand
from rules.campaign.events import CampaignEvent
from rules.campaign.state import CampaignState
from rules.errors import UnreadableCommand

_commands: msgspec.json.Decoder[CampaignCommand] = msgspec.json.Decoder(CampaignCommand)
_states = msgspec.json.Decoder(CampaignState)
_events = msgspec.json.Decoder(tuple[CampaignEvent, ...])


def decode_campaign_command(data: bytes | str) -> CampaignCommand:
    """Read a command sent by a client; raise `UnreadableCommand` naming the place."""
    try:
        return _commands.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def decode_campaign(data: bytes | str) -> CampaignState:
    """Read a campaign that this room wrote."""
    return _states.decode(data)


def decode_campaign_events(data: bytes | str) -> tuple[CampaignEvent, ...]:
    return _events.decode(data)
