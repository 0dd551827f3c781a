"""Who follows the dead: whom there is to choose from, and who chooses."""

from collections.abc import Iterable
from typing import NamedTuple

from campaigns import words
from campaigns.models import Campaign, Member
from campaigns.play.selectors import running, table_of
from companion.journal.services import NotAllowed
from companion.models import Seat
from rules import IllegalCommand, TableState
from rules.campaign import CampaignBook, CampaignState, Sheet
from rules.campaign.state import Heir
from rules.names import like
from rules.packs.schema.people import PackSurvivor


class Candidate(NamedTuple):
    """A survivor in no sheet, and what their card is known to say."""

    key: str
    name: str
    says: str


class Loss(NamedTuple):
    """Somebody who died, and who plays on for them."""

    key: str
    sheet: Sheet
    heir: str
    candidates: list[Candidate]
    is_mine: bool
    """True where the reader chooses."""


def losses_of(state: CampaignState, book: CampaignBook, member: Member) -> list[Loss]:
    """Return the survivors who died in the mission that is ending."""
    fallen = state.ending.fallen if state.ending else {}
    dead = [key for key, status in fallen.items() if status == "dead"]
    return [loss_of(state, book, key, member) for key in dead]


def loss_of(state: CampaignState, book: CampaignBook, key: str, member: Member) -> Loss:
    heirs = named_heirs(state)
    taken = {heir.sheet for fallen, heir in heirs.items() if fallen != key}
    sheet = state.sheets[key]
    return Loss(
        key=key,
        sheet=sheet,
        heir=heirs[key].name if key in heirs else "",
        candidates=[
            Candidate(survivor.id, survivor.name, _card_says(book, survivor))
            for survivor in free_survivors(book, state)
            if survivor.id not in taken
        ],
        is_mine=chooses(member, sheet.player, _players_with_phones(member.campaign)),
    )


def named_heirs(state: CampaignState) -> dict[str, Heir]:
    """By the sheet of the dead; not yet in the book."""
    return dict(state.ending.heirs if state.ending else state.heirs)


def free_survivors(book: CampaignBook, state: CampaignState) -> list[PackSurvivor]:
    """Survivors of the box who are in no sheet, for successors and newcomers."""
    known = [sheet.name for sheet in state.sheets.values()]
    return [
        survivor
        for survivor in book.pack.survivors
        if survivor.id not in state.sheets and like(survivor.name, known) is None
    ]


def _card_says(book: CampaignBook, survivor: PackSurvivor) -> str:
    blue = survivor.skills.blue or ()
    return ", ".join(words.skill_name(book, skill) for skill in blue)


# --- who chooses ---


def chooses(member: Member, player: str, with_phones: Iterable[str]) -> bool:
    """The player of the dead one; for a player who is no member, whoever keeps the campaign."""
    if not member.may_play:
        return False
    if like(player, list(with_phones)) is None:
        return member.is_keeper
    return like(player, [member.name]) is not None


def is_chooser(seat: Seat, campaign: Campaign, sheet: Sheet) -> bool:
    """Return whether this seat chooses the successor."""
    member = campaign.members.filter(person=seat.person_id).first()
    return member is not None and chooses(member, sheet.player, _players_with_phones(campaign))


def _players_with_phones(campaign: Campaign) -> list[str]:
    playing = campaign.members.exclude(role=Member.Role.READER)
    return list(playing.values_list("name", flat=True))


def check_chooser(campaign: Campaign, member: Member, key: str) -> None:
    """Raise why this member does not choose now who follows: another does, or nobody has died."""
    state = campaign.state
    sheet = state.sheets.get(key)
    if sheet is None:
        return  # the rules say so
    if not chooses(member, sheet.player, _players_with_phones(campaign)):
        raise NotAllowed("sheet.others_choose", player=sheet.player, survivor=sheet.name)
    is_booked = sheet.status == "dead" or state.ending is not None
    if state.mission is None or is_booked:
        return
    if key not in dead_at(table_of(running(campaign))):
        raise IllegalCommand("sheet.not_dead", survivor=sheet.name)


def dead_at(table: TableState | None) -> list[str]:
    survivors = table.survivors if table else {}
    return [key for key, survivor in survivors.items() if survivor.status == "dead"]
