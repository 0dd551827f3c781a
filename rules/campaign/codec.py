"""JSON encoding and strict decoding of campaign states, commands and events."""

import msgspec

from rules.campaign.commands import CampaignCommand
from rules.campaign.events import CampaignEvent
from rules.campaign.state import CampaignState
from rules.errors import UnreadableCommand

_commands: msgspec.json.Decoder[CampaignCommand] = msgspec.json.Decoder(CampaignCommand)
_states = msgspec.json.Decoder(CampaignState)
_events = msgspec.json.Decoder(tuple[CampaignEvent, ...])


def decode_campaign_command(data: bytes | str) -> CampaignCommand:
    """Decode a command sent by a client; raise `UnreadableCommand` naming the place."""
    try:
        return _commands.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableCommand("command.unreadable", detail=str(error)) from error


def decode_campaign(data: bytes | str) -> CampaignState:
    """Decode a stored campaign. Trusted input only."""
    return _states.decode(data)


def decode_campaign_events(data: bytes | str) -> tuple[CampaignEvent, ...]:
    return _events.decode(data)
