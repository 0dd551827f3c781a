"""Companions from mission to mission (Washington Z.C., p. 2 and 15).

Objective cards say when they come, go and die, so the group records it; the rules at the table are
in `rules.mechanics.companions`.
"""

from msgspec.structs import replace

from rules import names
from rules.campaign.book import CampaignBook
from rules.campaign.commands import CompanionNote
from rules.campaign.events import CompanionNoted
from rules.campaign.ledger import CampaignOutcome, Ledger
from rules.campaign.state import CampaignState, Companion
from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.companions import is_own, own_key, people_of

MOST = 12
TOLD = ("skill", "health", "expendable", "exits")


def note_companion(
    state: CampaignState, command: CompanionNote, book: CampaignBook
) -> CampaignOutcome:
    """Record a companion.

    The dead stay in the record; one recorded by mistake can be recorded again.
    """
    ledger = Ledger(state, book)
    if command.sheet is not None:
        ledger.living(command.sheet)
    if command.skill is not None and command.skill not in book.pack.skills:
        raise UnknownId("skill.unknown", skill=command.skill)
    key = _key(state, command, book)
    before = state.companions.get(key)
    changes = {name: value for name in TOLD if (value := getattr(command, name)) is not None}
    person = before or Companion(name=_name(state, command, book))
    fell_in = state.mission if command.status == "dead" else None
    after = replace(person, status=command.status, fell_in=fell_in, **changes)
    if after == before:
        raise IllegalCommand("amend.nothing")
    ledger.fields["companions"] = {**state.companions, key: after}
    ledger.emit(CompanionNoted(companion=key, name=after.name, status=after.status))
    return ledger.outcome()


def _key(state: CampaignState, command: CompanionNote, book: CampaignBook) -> str:
    if command.companion in state.companions:
        return command.companion
    if len(state.companions) >= MOST:
        raise IllegalCommand("companion.too_many", most=MOST)
    if is_own(command.companion):
        return own_key(command.companion, state.companions)
    if command.companion not in people_of(book.pack):
        raise UnknownId("companion.unknown", companion=command.companion)
    if command.companion in state.sheets:
        raise IllegalCommand("companion.there")
    return command.companion


def _name(state: CampaignState, command: CompanionNote, book: CampaignBook) -> str:
    """Return the name in the box, or the group's own; raise if another name looks like it."""
    printed = people_of(book.pack).get(command.companion)
    if printed is not None:
        return printed
    name = names.checked(command.name, "companion.name")
    others = [*(sheet.name for sheet in state.sheets.values())]
    others += [person.name for person in state.companions.values()]
    if (alike := names.like(name, others)) is not None:
        raise IllegalCommand("name.alike", name=alike)
    return name


def going_along(state: CampaignState) -> dict[str, Companion]:
    return {key: person for key, person in state.companions.items() if person.status == "here"}
