"""Corrections by hand: recorded with a reason, and automation goes on from there."""

from msgspec.structs import replace

from rules import names
from rules.campaign.book import CampaignBook
from rules.campaign.commands import REASON_LENGTH, CampaignEnd, MissionAmend, SheetAmend
from rules.campaign.events import (
    ENDINGS,
    CampaignReopened,
    MissionAmended,
    SheetAmended,
)
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.road import end_of_road
from rules.campaign.sheets import milestones_reached
from rules.campaign.state import CampaignState, Sheet
from rules.campaign.upkeep import card_of, numbered
from rules.errors import IllegalCommand, UnknownId

FIELDS = ("points", "skills", "extra_actions", "kept", "achievements", "status")


def amend_sheet(state: CampaignState, command: SheetAmend, book: CampaignBook) -> CampaignOutcome:
    """Set values of a sheet by hand; raise if a sheet cannot hold them."""
    ledger = Ledger(state, book)
    sheet = ledger.sheet(command.sheet)
    amended = {name: getattr(command, name) for name in FIELDS}
    if command.kept is not None:
        amended["kept"] = _copies(ledger, command.sheet, command.kept)
    if command.achievements is not None:
        amended["achievements"] = _checked_achievements(sheet, command.achievements)
    changed = {
        name: value
        for name, value in amended.items()
        if value is not None and value != getattr(sheet, name)
    }
    if not changed:
        raise IllegalCommand("amend.nothing")
    reason = _checked_reason(command)
    after = replace(sheet, **changed)
    check_sheet(ledger, command.sheet, after)
    if after.status != "dead":
        changed["fell_in"] = None
    ledger.change(command.sheet, **changed)
    ledger.emit(
        SheetAmended(
            sheet=command.sheet,
            fields=tuple(name for name in FIELDS if name in changed),
            reason=reason,
        )
    )
    _reopen_or_close(ledger)
    return ledger.outcome()


def _checked_reason(command: SheetAmend | MissionAmend) -> str:
    return names.checked(command.reason, "amend.reason", REASON_LENGTH)


def _checked_achievements(sheet: Sheet, named: tuple[str, ...]) -> tuple[str, ...]:
    """With new ones of which something can be seen."""
    return tuple(
        name if name in sheet.achievements else names.checked(name, "achievement.name")
        for name in named
    )


def _copies(ledger: Ledger, key: str, kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards as copies that no other sheet has; cards may be given by name."""
    others = {owner: sheet.kept for owner, sheet in ledger.sheets.items() if owner != key}
    copies = numbered(ledger.book, {**others, key: kept}).get(key, ())
    real = {copy for _deck, copy, _card in ledger.book.equipment_copies()}
    for copy in copies:
        if copy not in real:
            raise IllegalCommand("upkeep.too_few", card=card_of(ledger.book, copy).id)
    return copies


def check_sheet(ledger: Ledger, key: str, sheet: Sheet) -> None:
    """Raise if no campaign could have led to that sheet."""
    rules = ledger.rules
    if not 0 <= sheet.points <= rules.points_track:
        raise IllegalCommand("cep.full", most=rules.points_track)
    if not 0 <= sheet.extra_actions_used <= sheet.extra_actions <= rules.extra_actions_max:
        raise IllegalCommand("extra_action.full", most=rules.extra_actions_max)
    for skill in sheet.skills:
        if skill not in rules.skills:
            raise UnknownId("skill.unknown", skill=skill)
    if len(set(sheet.skills)) < len(sheet.skills):
        raise IllegalCommand("skill.twice", skill=sheet.skills[-1])
    if len(set(sheet.achievements)) < len(sheet.achievements):
        raise IllegalCommand("achievement.twice")
    if sheet.extra_actions + len(sheet.skills) > milestones_reached(sheet.points, rules):
        raise IllegalCommand("amend.rewards", survivor=sheet.name)
    others = {copy for owner, other in ledger.sheets.items() if owner != key for copy in other.kept}
    for copy in sheet.kept:
        card_of(ledger.book, copy)
    if len(set(sheet.kept)) < len(sheet.kept) or others & set(sheet.kept):
        raise IllegalCommand("item.twice")


def amend_mission(
    state: CampaignState, command: MissionAmend, book: CampaignBook
) -> CampaignOutcome:
    """Change the result of a booked mission, and whether the campaign is over."""
    ledger = Ledger(state, book)
    if command.number > len(state.played):
        raise UnknownId("mission.not_played", number=command.number)
    index = command.number - 1
    before = state.played[index]
    if before.result == command.result:
        raise IllegalCommand("amend.nothing")
    played = list(state.played)
    played[index] = replace(before, result=command.result)
    ledger.fields["played"] = tuple(played)
    ledger.emit(
        MissionAmended(
            number=command.number,
            mission=before.mission,
            before=before.result,
            after=command.result,
            reason=_checked_reason(command),
        )
    )
    _reopen_or_close(ledger)
    return ledger.outcome()


def _reopen_or_close(ledger: Ledger) -> None:
    """Set the campaign's result to the one that follows from the corrected record."""
    road = ledger.book.road
    if (ledger.before.free and not road) or ledger.before.result == "abandoned":
        return
    played = ledger.fields.get("played", ledger.before.played)
    last = ledger.rules.missions[-1:]
    assert isinstance(played, tuple)
    end = end_of_road(played, road)
    is_won = end == "won" or any(run.result == "won" and (run.mission,) == last for run in played)
    nobody = all(sheet.status != "ready" for sheet in ledger.sheets.values())
    is_lost = end == "lost" or (nobody and ledger.before.mission is None and bool(played))
    result = "won" if is_won else "lost" if is_lost else None
    if result == ledger.before.result:
        return
    ledger.fields["result"] = result
    if result is None:
        ledger.emit(CampaignReopened(why="amended"))
    else:
        ledger.emit(ENDINGS[result](why="amended"))


def end_campaign(state: CampaignState, command: CampaignEnd, book: CampaignBook) -> CampaignOutcome:
    ledger = Ledger(state, book)
    ledger.going_on()
    if state.mission is not None:
        raise IllegalCommand("mission.running")
    ledger.fields["result"] = command.result
    ledger.emit(ENDINGS[command.result](why="players"))
    return ledger.outcome()
