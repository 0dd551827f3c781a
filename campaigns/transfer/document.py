"""The file: readable JSON with a version. Reading trusts nothing."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.files.mending import Mended, learn_names, mended_name, with_names
from companion.files.reading import check_moment, check_plain, read_saved, unsound
from companion.journal.files import SavedLine, check_lines
from rules import IllegalCommand, RuleError
from rules.campaign import CampaignEvent, CampaignState, book_of
from rules.campaign.amendments import check_sheet
from rules.campaign.commands import CampaignCommand
from rules.campaign.ledger import Ledger
from rules.campaign.maps import check_grid, check_map
from rules.campaign.road import check_road
from rules.campaign.upkeep import card_of
from rules.errors import raise_first
from rules.names import LENGTH as NAME_LENGTH
from rules.opening import name_problems
from rules.saved import CAMPAIGN

FORMAT, VERSION = CAMPAIGN, 1
MOST_SHEETS = 60
MOST_RUNS = 1_000


class SavedEntry(SavedLine, frozen=True, kw_only=True):
    """A line of the log. `before` stands where a branch can begin."""

    command: CampaignCommand | None
    events: tuple[CampaignEvent, ...]
    mission: str
    before: CampaignState | None = None


class SavedRun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: int
    mission: str
    started: datetime
    ended: datetime | None


class SavedCampaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything of a campaign but its members, its tables and the seed of its dice."""

    format: str
    version: int
    name: str
    begun: datetime
    state: CampaignState
    entries: tuple[SavedEntry, ...]
    runs: tuple[SavedRun, ...]


def without_seed(state: CampaignState) -> CampaignState:
    """Nobody reads the next dice out of a file."""
    return replace(state, seed="", cursor=0)


def read_document(data: bytes) -> tuple[SavedCampaign, Mended]:
    """Return the campaign of a file, checked, and its names that are mended.

    `IllegalCommand` says what is wrong with it.
    """
    saved, mended = with_proper_names(read_saved(data, SavedCampaign, kind=FORMAT, version=VERSION))
    check_document(saved)
    return saved, mended


def with_proper_names(saved: SavedCampaign) -> tuple[SavedCampaign, Mended]:
    """Return the campaign with names that a campaign takes, and those that are new."""
    mended: Mended = {}
    plain = msgspec.to_builtins(saved)
    for state in (plain["state"], *(entry["before"] for entry in plain["entries"])):
        learn_names(state, mended)
    if mended:
        saved = msgspec.convert(with_names(plain, mended), SavedCampaign)
    if (name := mended_name(saved.name, _("Campaign"))) is not None:
        mended[saved.name], saved = name, replace(saved, name=name)
    return saved, mended


def check_document(saved: SavedCampaign) -> None:
    """Check what no type says: known games and cards, sheets that can exist, a log in order."""

    def unless(holds: bool, where: str) -> None:
        if not holds:
            raise unsound(where)

    unless(len(saved.runs) <= MOST_RUNS, "runs")
    try:
        check_lines(saved.entries, "entries")
    except ValueError as error:
        raise unsound(error) from error
    numbers = [run.number for run in saved.runs]
    unless(numbers == list(range(1, len(numbers) + 1)), "runs[].number")
    unless(sum(run.ended is None for run in saved.runs) <= 1, "runs[].ended")
    unless(all(len(run.mission) <= NAME_LENGTH for run in saved.runs), "runs[].mission")
    check_moment(saved.begun, "begun")
    for run in saved.runs:
        for moment in (run.started, run.ended):
            if moment is not None:
                check_moment(moment, f"runs[{run.number}]")
    check_plain(msgspec.to_builtins(saved.state), "state")
    for state in (saved.state, *(entry.before for entry in saved.entries if entry.before)):
        try:
            check_state(state)
        except RuleError as error:
            raise unsound(error) from error


def check_state(state: CampaignState) -> None:
    """A campaign that the rules could have led to; raises the first rule it breaks."""
    book = book_of(state)
    if not 1 <= len(state.sheets) <= MOST_SHEETS:
        raise IllegalCommand("survivors.none")
    check_road(state.road)
    ledger = Ledger(state, book)
    named = [(sheet.name, sheet.player) for sheet in state.sheets.values()]
    raise_first(name_problems(named, ()))
    for key, sheet in state.sheets.items():
        check_sheet(ledger, key, sheet)
    for copies in (state.ending.carried if state.ending else {}).values():
        for copy in copies:
            card_of(book, copy)
    for code, grid in state.layouts.items():
        mission = book.mission(code)
        if mission is None or not grid:
            raise IllegalCommand("mission.unknown", mission=code)
        check_grid(mission, grid)
    for code, drawn in state.maps.items():
        mission = book.mission(code)
        if mission is None:
            raise IllegalCommand("mission.unknown", mission=code)
        check_map(mission, drawn)
    if not book.free and state.mission is not None and book.mission(state.mission) is None:
        raise IllegalCommand("mission.unknown", mission=state.mission)
