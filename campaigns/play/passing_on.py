"""Changes of the sheets, passed on to the table of the running mission."""

import json
import uuid
from collections.abc import Iterator

from msgspec.structs import replace

from campaigns.models import Campaign, CampaignEntry, Member
from companion.journal import services as journal
from companion.journal.models import Entry, is_led_by
from companion.models import LogEntry, Seat, Table
from companion.narration import headline
from companion.services import command_submit, seat_give, table_turn_back
from rules import IllegalCommand, Survivor, TableState, look, pack_of
from rules.campaign import CampaignState, Sheet, book_of
from rules.campaign.objectives import cards_to_take
from rules.campaign.outset import joining
from rules.mechanics.accompanied import companions_of, standing_of
from rules.mechanics.actions import ActionSpend, actions_of
from rules.mechanics.companions import CompanionHurt, CompanionJoin, CompanionLeave
from rules.mechanics.house import TableCorrect
from rules.mechanics.missions.mission import TokenReturn, TokenTake
from rules.mechanics.missions.tokens import CARD, left_of, taken_of
from rules.missions import mission_at

Value = int | tuple[str, ...]


def table_locked(campaign_id: uuid.UUID) -> Table | None:
    """Return the table of the last mission, locked; always before the campaign's row."""
    tables = Table.objects.select_for_update(of=("self",), no_key=True)
    last = tables.select_related("run").filter(run__campaign=campaign_id).order_by("-run__number")
    return last.first()


def table_follows(
    table: Table, campaign: Campaign, *, member: Member, before: CampaignState
) -> None:
    """Do at the table what the entry just written in the campaign means: both are one group.

    Rewards can be used in the same turn (p. 14); one taken back is gone at once. A card in a zone
    is taken by an action (p. 17). Where the table has moved on since, it is corrected; what came
    of a step there is taken back there only.
    """
    entry = campaign.written
    if entry.turned:
        is_tables = was_led_by(entry, LogEntry.book_name)
        must_follow = is_tables or _takes_back(before, campaign.state)
        if _turned_back(table, entry, member, must_follow=must_follow):
            return
    corrections = [
        (f"survivors.{key}.{field}", value)
        for key, survivor in table.state.survivors.items()
        if key in before.sheets and key in campaign.state.sheets
        for field, value in _changes(survivor, before.sheets[key], campaign.state.sheets[key])
    ]
    taken = list(_cards_taken(table.state, before, campaign.state))
    back = list(_cards_back(table.state, before, campaign.state))
    company = list(_of_companions(table.state, campaign, before, entry))
    if not corrections and not taken and not back and not company:
        return
    seat, group = _seat(table, member), journal.lead(entry)
    for number, (path, value) in enumerate(corrections):
        correction = TableCorrect(
            id=_command_id(entry, f"table{number}"),
            seen=table.version + number,
            path=path,
            value=value,
        )
        command_submit(table_id=table.pk, seat=seat, command=correction, group=group)
    returned = [TokenReturn(id=_command_id(entry, "back"), seen=0, survivor=key) for key in back]
    for command in (*_of_cards(campaign.state, table.state, taken, entry), *returned, *company):
        command_submit(table_id=table.pk, seat=seat, command=command, group=group)


Taken = tuple[str, str]
"""A survivor, and the card of the mission that they took."""


def _cards_taken(table: TableState, before: CampaignState, after: CampaignState) -> Iterator[Taken]:
    """Yield cards just taken by somebody of the table."""
    for copy, card in after.objectives.items():
        is_news = _was(before, copy, "face_down") and card.status == "taken"
        if is_news and card.by and card.by in table.survivors and table.result is None:
            yield card.by, copy


def _cards_back(table: TableState, before: CampaignState, after: CampaignState) -> Iterator[str]:
    """Yield who had a card that lies face down again, where the table has counted it."""
    counted = {
        objective.taker.survivor
        for objective in taken_of(table)
        if objective.colour == CARD and objective.taker
    }
    for copy, card in after.objectives.items():
        by = before.objectives[copy].by if copy in before.objectives else None
        is_back = card.status == "face_down" and not _was(before, copy, "face_down")
        if is_back and by in counted and by and table.result is None:
            yield by


def _was(before: CampaignState, copy: str, status: str) -> bool:
    return copy in before.objectives and before.objectives[copy].status == status


def _of_cards(
    campaign: CampaignState, table: TableState, taken: list[Taken], entry: CampaignEntry
) -> Iterator[TokenTake | ActionSpend]:
    """Yield what taking cards means at the table; raise if the taker is out of play there.

    The mission's goal counts it; in a zone it cost an action, on a door the door did. Whoever has
    no action left may have a free one, which is not counted.
    """
    counts, pack = cards_to_take(campaign, book_of(campaign)), pack_of(table)
    for key, copy in taken:
        left = actions_of(table, key, pack) - look(table, pack).in_play(key).actions_used
        if campaign.objectives[copy].on == "zone" and table.phase == "players" and left > 0:
            yield ActionSpend(id=_command_id(entry, "action"), seen=0, survivor=key)
        # Last, so that the undo bar names the card.
        if copy in counts and left_of(mission_at(table), table.taken).get(CARD):
            yield TokenTake(id=_command_id(entry, "card"), seen=0, survivor=key, colour=CARD)


def _of_companions(
    table: TableState, campaign: Campaign, before: CampaignState, entry: CampaignEntry
) -> Iterator[CompanionJoin | CompanionHurt | CompanionLeave]:
    """Yield news of companions: who joins goes with the leader named, else with the first."""
    there, after = companions_of(table), campaign.state
    if table.result is not None:
        return
    for key, person in after.companions.items():
        was = before.companions.get(key)
        if was is not None and was.status == person.status:
            continue
        name = _command_id(entry, f"c-{key}")[:64]
        if person.status == "here" and key not in there:
            leader = _leader(table, entry)
            joins = joining(after, key, leader) if leader else None
            if joins is not None:
                yield replace(joins, id=name)
        elif key in there and standing_of(table, there[key]) in ("here", "alone"):
            if person.status == "dead":
                count = there[key].health - there[key].wounds
                yield CompanionHurt(id=name, seen=0, companion=key, count=count)
            elif person.status == "gone":
                yield CompanionLeave(id=name, seen=0, companion=key)


def _leader(table: TableState, entry: CampaignEntry) -> str | None:
    """Return whom the entry names, if they can lead; else the first who can."""
    named = json.loads(entry.command_json or "{}").get("sheet")
    able = [key for key, survivor in table.survivors.items() if survivor.status == "in_play"]
    return named if named in able else next(iter(able), None)


def _takes_back(before: CampaignState, after: CampaignState) -> bool:
    """Check if a card was turned that the table counts, or a companion has never come."""
    turns_cards = any(
        (card.status == "face_down") != _was(before, copy, "face_down")
        for copy, card in after.objectives.items()
        if copy in before.objectives
    )
    return turns_cards or not before.companions.keys() <= after.companions.keys()


def _turned_back(table: Table, entry: CampaignEntry, member: Member, *, must_follow: bool) -> bool:
    """Check if the groups an undo or redo speaks of have come or gone at the table, too."""
    assert entry.group is not None
    turned = table_turn_back(
        table=table,
        seat=_seat(table, member),
        command_id=_command_id(entry, "table"),
        groups=entry.turned,
        group=entry.group,
        along=entry.along,
    )
    if not turned.is_whole and must_follow:
        if entry.kind == entry.Kind.UNDO and turned.blocked_by:
            state = table.any_state
            pack = pack_of(state)
            what = "; ".join(headline(step, state, pack) for step in turned.blocked_by)
            raise IllegalCommand("undo.table_first", what=what, along=table.version)
        if was_led_by(entry, LogEntry.book_name):
            raise IllegalCommand("step.at_table")
    return turned.is_whole


def was_led_by(entry: Entry, book_name: str) -> bool:
    """Check if an undo or redo speaks of something that the other book led to."""
    if entry.kind == Entry.Kind.UNDO:
        return any(is_led_by(group, book_name) for group in entry.turned)
    spoken_of = type(entry)._default_manager.filter(
        **{entry.book_name: entry.book},
        seq__range=(entry.down_to_seq or entry.target_seq, entry.target_seq),
        group__startswith=f"{book_name}:",
    )
    return spoken_of.exists()


def _seat(table: Table, member: Member) -> Seat:
    return seat_give(table=table, person=member.person, name=member.name, role=member.role)


def _command_id(entry: CampaignEntry, what: str) -> str:
    return f"{entry.command_id[:56]}-{what}"


def _changes(survivor: Survivor, before: Sheet, after: Sheet) -> Iterator[tuple[str, Value]]:
    """Yield the corrections of a survivor who does not have them already."""
    if before.extra_actions != after.extra_actions != survivor.extra_actions:
        yield "extra_actions", after.extra_actions
    if before.skills != after.skills:
        gone = set(before.skills) - set(after.skills)
        stays = tuple(gift for gift in survivor.gifts if gift not in gone)
        gifts = stays + tuple(skill for skill in after.skills if skill not in stays)
        if gifts != survivor.gifts:
            yield "gifts", gifts
