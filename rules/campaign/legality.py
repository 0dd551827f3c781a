"""`legal_campaign_commands`: commands accepted now, for buttons and generated tests."""

from collections.abc import Callable, Iterator
from typing import Any

from rules import names
from rules.campaign import commands
from rules.campaign.book import CampaignBook, book_of
from rules.campaign.commands import CampaignCommand
from rules.campaign.objectives import has_keyword, hour_of, must_come_first, note_before
from rules.campaign.road import is_free_to_choose, next_mission
from rules.campaign.sheets import rewards_due
from rules.campaign.state import CampaignState
from rules.campaign.upkeep import card_of, kept_of, still_to_roll, surplus
from rules.state import MAX_SURVIVORS

Offer = Callable[[CampaignState, CampaignBook], Iterator[CampaignCommand]]


def _made(kind: Any, **fields: object) -> CampaignCommand:
    """Return a command whose `id` and `seen` the sender fills in."""
    made: CampaignCommand = kind(id="00000000", seen=0, **fields)
    return made


def legal_campaign_commands(state: CampaignState) -> tuple[CampaignCommand, ...]:
    """Return every command that would be accepted now, in its smallest step.

    Left out are commands that need facts only the table has: texts of cards, the fallen,
    corrections.
    """
    book = book_of(state)
    return tuple(command for offer in OFFERS for command in offer(state, book))


def _flow(state: CampaignState, book: CampaignBook) -> Iterator[CampaignCommand]:
    if state.result is not None:
        return
    if state.mission is None:
        if all(sheet.status == "dead" for sheet in state.sheets.values()):
            return
        code = next_mission(state, book) or (book.missions[0].code if book.missions else "1")
        is_next = is_free_to_choose(book) or code == next_mission(state, book)
        yield _made(commands.MissionStart, mission=code, out_of_order=not is_next)
        return
    for result in ("won", "lost", "abandoned"):
        yield _made(commands.MissionFinish, result=result)
    if state.ending is None:
        return
    for key, copy in still_to_roll(state, book):
        if state.dice == "app":
            yield _made(commands.UpkeepRoll, sheet=key, card=copy)
    over = surplus(state, book)
    for key, copies in kept_of(state, book).items():
        for copy in copies:
            if card_of(book, copy).id in over:
                yield _made(commands.UpkeepDrop, sheet=key, card=copy)
    if not over and not still_to_roll(state, book):
        yield _made(commands.MissionBook)


def _sheets(state: CampaignState, book: CampaignBook) -> Iterator[CampaignCommand]:
    rules = book.rules
    for key, sheet in state.sheets.items():
        if sheet.status == "dead":
            continue
        counts = "points" in state.advanced and state.result is None
        if counts and sheet.points < rules.points_track:
            yield _made(commands.CepGain, sheet=key, why="mission")
            for level in rules.points_at if state.mission else ():
                if level not in sheet.reached:
                    yield _made(commands.CepGain, sheet=key, why=level)
        if rewards_due(sheet, rules) > 0:
            if sheet.extra_actions < rules.extra_actions_max:
                yield _made(commands.RewardChoose, sheet=key)
            for skill in rules.skills:
                if skill not in sheet.skills:
                    yield _made(commands.RewardChoose, sheet=key, skill=skill)
        if state.mission and sheet.extra_actions > sheet.extra_actions_used:
            yield _made(commands.SheetActionUse, sheet=key)


def _heirs(state: CampaignState, book: CampaignBook) -> Iterator[CampaignCommand]:
    if state.result is not None:
        return
    known = [sheet.name for sheet in state.sheets.values()]
    named = state.ending.heirs if state.ending else {}
    taken = {*state.sheets, *(heir.sheet for heir in named.values())}
    new = next((survivor for survivor in book.pack.survivors if survivor.id not in taken), None)
    if new is None or names.like(new.name, known) is not None:
        return
    for key, status in state.ending.fallen.items() if state.ending else ():
        if status == "dead":
            yield _made(commands.SheetSucceed, sheet=key, successor=new.id, name=new.name)
    if sum(sheet.status != "dead" for sheet in state.sheets.values()) >= MAX_SURVIVORS:
        return
    inherited = {sheet.heir_of for sheet in state.sheets.values()}
    for key, sheet in state.sheets.items():
        if sheet.status == "dead" and key not in inherited:
            yield _made(commands.SheetSucceed, sheet=key, successor=new.id, name=new.name)
    if state.mission is None:
        yield _made(commands.SheetAdd, sheet=new.id, name=new.name)


def _cards(state: CampaignState, book: CampaignBook) -> Iterator[CampaignCommand]:
    who = next((key for key, sheet in state.sheets.items() if sheet.status != "dead"), None)
    if state.mission is None or who is None:
        return
    for copy, card in state.objectives.items():
        if card.status in ("taken", "face_up", "beside"):
            yield _made(commands.ObjectiveKeep, card=copy)
            yield _made(commands.ObjectiveDescribe, card=copy, text="read")
        if card.status != "face_down":
            continue
        hour = hour_of(state, book, copy)
        if card.note:
            if not note_before(state, book, copy):
                yield _made(commands.NoteRead, card=copy)
        elif hour is not None:
            yield _made(commands.ObjectiveReveal, card=copy, hour=hour)
        elif not must_come_first(state, book, copy) and not (
            card.needs and not has_keyword(state, card.needs)
        ):
            yield _made(commands.ObjectiveTake, card=copy, sheet=who)


def _told(state: CampaignState, book: CampaignBook) -> Iterator[CampaignCommand]:
    for number, played in enumerate(state.played, 1):
        yield _made(commands.MissionTell, number=number, sentence="" if played.sentence else "told")


OFFERS: tuple[Offer, ...] = (_flow, _sheets, _heirs, _cards, _told)
