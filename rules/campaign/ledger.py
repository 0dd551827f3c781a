"""The working copy of one campaign command."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from rules.campaign.events import CampaignEvent
from rules.campaign.state import CampaignState, Sheet
from rules.chance import Chance
from rules.errors import IllegalCommand, UnknownId
from rules.packs.schema.pack import Expansion


class CampaignOutcome(msgspec.Struct, frozen=True):
    """The campaign after a command, and what happened on the way."""

    state: CampaignState
    events: tuple[CampaignEvent, ...]


class Ledger:
    """Nothing here is booked unless the whole command succeeds."""

    def __init__(self, state: CampaignState, box: Expansion, *, dice: Sequence[int] = ()) -> None:
        assert box.campaign is not None
        self.before, self.box, self.rules = state, box, box.campaign
        self.sheets = dict(state.sheets)
        self.events: list[CampaignEvent] = []
        self.fields: dict[str, object] = {}
        self.chance = Chance.of(state, dice)

    def sheet(self, key: str) -> Sheet:
        if key not in self.sheets:
            raise UnknownId("survivor.unknown", survivor=key)
        return self.sheets[key]

    def living(self, key: str) -> Sheet:
        sheet = self.sheet(key)
        if sheet.status == "dead":
            raise IllegalCommand("sheet.dead", survivor=sheet.name)
        return sheet

    def change(self, key: str, **fields: object) -> None:
        self.sheets[key] = replace(self.sheets[key], **fields)

    def emit(self, event: CampaignEvent) -> None:
        self.events.append(event)

    def outcome(self) -> CampaignOutcome:
        self.chance.check_used_up()
        after = replace(self.before, sheets=self.sheets, cursor=self.chance.cursor, **self.fields)
        return CampaignOutcome(after, tuple(self.events))
