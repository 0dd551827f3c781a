"""The working copy of one campaign command."""

import msgspec
from msgspec.structs import replace

from rules.campaign.book import CampaignBook
from rules.campaign.events import CampaignEvent
from rules.campaign.state import CampaignState, Objective, Sheet
from rules.errors import IllegalCommand, UnknownId


class CampaignOutcome(msgspec.Struct, frozen=True):
    """The campaign after a command, and the events on the way."""

    state: CampaignState
    events: tuple[CampaignEvent, ...]


class Ledger:
    """A campaign in the middle of a command.

    Nothing here reaches the campaign unless the whole command succeeds.
    """

    def __init__(self, state: CampaignState, book: CampaignBook) -> None:
        self.before, self.book, self.rules = state, book, book.rules
        self.sheets = dict(state.sheets)
        self.objectives = dict(state.objectives)
        self.events: list[CampaignEvent] = []
        self.fields: dict[str, object] = {}

    def sheet(self, key: str) -> Sheet:
        if key not in self.sheets:
            raise UnknownId("survivor.unknown", survivor=key)
        return self.sheets[key]

    def living(self, key: str) -> Sheet:
        sheet = self.sheet(key)
        if sheet.status == "dead":
            raise IllegalCommand("sheet.dead", survivor=sheet.name)
        return sheet

    def running(self) -> str:
        """Return the mission that is being played; raise if there is none."""
        if self.before.mission is None:
            raise IllegalCommand("mission.none")
        return self.before.mission

    def going_on(self) -> None:
        if self.before.result is not None:
            raise IllegalCommand("campaign.over")

    def objective(self, key: str) -> Objective:
        self.running()
        if key not in self.objectives:
            raise UnknownId("objective.unknown", card=key)
        return self.objectives[key]

    def change(self, key: str, **fields: object) -> None:
        self.sheets[key] = replace(self.sheets[key], **fields)

    def turn(self, card: str, **fields: object) -> None:
        self.objectives[card] = replace(self.objectives[card], **fields)

    def emit(self, event: CampaignEvent) -> None:
        self.events.append(event)

    def outcome(self) -> CampaignOutcome:
        objectives = self.fields.pop("objectives", self.objectives)
        after = replace(
            self.before, sheets=self.sheets, **{"objectives": objectives, **self.fields}
        )
        return CampaignOutcome(after, tuple(self.events))
