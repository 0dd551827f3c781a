"""From the campaign to the table and back. A table's row is always locked before a campaign's."""

import contextlib
import secrets
import uuid
from collections.abc import Iterable, Iterator, Mapping

from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.narration import headline
from campaigns.play.house import house_mission
from campaigns.play.passing_on import was_led_by
from campaigns.services import apply_locked, campaign_submit, signed
from companion.journal import services as journal
from companion.journal.standing import Reach, undo_stack
from companion.live import rights_changed
from companion.models import LogEntry, Seat, Table
from companion.services import check_open, seat_give, table_lay, told_of_house
from companion.setup.zones import plain_zones, usual_count, zones_for
from companion.writing import write_transaction
from rules import (
    IllegalCommand,
    RuleError,
    StaleCommand,
    State,
    TableState,
    Zone,
    danger_of,
    pack_of,
)
from rules.campaign import CampaignCommand, CampaignState, book_of
from rules.campaign.commands import (
    CepGain,
    CepLose,
    CompanionNote,
    MissionStart,
    ObjectiveReveal,
    UpkeepRoll,
)
from rules.campaign.objectives import due_at
from rules.campaign.outset import mission_table, who_plays
from rules.campaign.state import CompanionStatus
from rules.campaign.upkeep import still_to_roll
from rules.mechanics.accompanied import companions_of, standing_of
from rules.mechanics.missions.tokens import CARD
from rules.packs.schema.missions import Mission
from rules.state import Source

STEPS_AT_ONCE = 20
"""Entries read together while looking for where something began."""


def mission_open(
    *,
    campaign_id: uuid.UUID,
    member: Member,
    command: MissionStart,
    zones: Iterable[Zone] = (),
    sources: Mapping[str, Source] | None = None,
    dice: Source = "app",
    sets: Mapping[str, int] | None = None,
) -> Table:
    """Start a mission at a table of its own, with a seat for every member."""
    with write_transaction():
        answer = campaign_submit(campaign_id=campaign_id, member=member, command=command)
        run = (
            MissionRun.objects.select_related("table")
            .filter(campaign=campaign_id, mission=command.mission, ended_at=None)
            .first()
        )
        if run is None:  # resent after its mission was booked
            raise StaleCommand("table.moved", version=answer.version)
        if answer.repeated and run.table is not None:
            return run.table
        campaign = Campaign.objects.get(pk=campaign_id)
        state, house = campaign.state, house_mission(campaign, command.mission)
        laid = mission_table(
            state,
            zones=house.zones if house else zones,
            sources=sources,
            dice=dice,
            sets=sets,
            own=house.own if house else None,
            seed=secrets.token_hex(16),
        )
        table = table_lay(
            person=member.person,
            state=told_of_house(laid, member.person),
            mission=house.own.key if house else book_of(state).address(command.mission),
            name=member.name,
            versions=(house.version,) if house else (),
        )
        for other in Member.objects.filter(campaign=campaign_id).exclude(pk=member.pk):
            seat_give(table=table, person=other.person, name=other.name, role=other.role)
        run.table = table
        run.save(update_fields=["table"])
        _lookers_come_along(run, table)
    return table


def zones_to_lay(
    state: CampaignState, mission: Mission | None, count: int | None = None
) -> tuple[Zone, ...]:
    """The spawn zones of a mission's table: so many plain ones, or as many as its facts say.

    In a campaign out of a box the coloured ones hang on what the group has achieved, see
    `zones_at_start`.
    """
    book = book_of(state)
    if book.free:
        return zones_for(book.pack, mission, len(who_plays(state)), count)
    return plain_zones(book.pack, usual_count(mission) if count is None else count)


def _lookers_come_along(run: MissionRun, table: Table) -> None:
    """Whoever only watched the mission before, a television first of all, watches this one."""
    before = (
        Table.objects.filter(run__campaign=run.campaign_id, run__number__lt=run.number)
        .order_by("-run__number")
        .first()
    )
    if before is None:
        return
    members = Member.objects.filter(campaign=run.campaign_id).values("person")
    lookers = before.seats.filter(role=Seat.Role.READER).exclude(person__in=members)
    for seat in lookers.select_related("person"):
        seat_give(table=table, person=seat.person, name=seat.name, role=seat.role)
    rights_changed(str(before.pk))


def upkeep_roll_all(*, campaign_id: uuid.UUID, member: Member, command_id: str) -> None:
    """Every roll that is left, by the app: all of them or none. Sent again, none is left."""
    with write_transaction():
        state = Campaign.objects.get(pk=campaign_id).state
        for number, (sheet, card) in enumerate(still_to_roll(state, book_of(state))):
            rolled = UpkeepRoll(id=f"{command_id[:56]}-{number}", seen=0, sheet=sheet, card=card)
            campaign_submit(campaign_id=campaign_id, member=member, command=rolled)


def seat_for(*, member: Member) -> Seat | None:
    """Return the member's seat at the running mission's table; None while it is played on paper."""
    run = (
        MissionRun.objects.select_related("table")
        .filter(campaign=member.campaign_id, ended_at=None)
        .first()
    )
    if run is None or run.table is None:
        return None
    if not run.table.is_open and not run.table.seats.filter(person=member.person).exists():
        check_open(run.table)
    return seat_give(table=run.table, person=member.person, name=member.name, role=member.role)


def follow_table(table: Table, before: State, after: State, seat: Seat) -> None:
    """Carry a step at the table over to its campaign: a level first reached, an hour struck.

    Both are one group. Taken back or brought again at the table, it is so in the campaign.
    """
    if not (isinstance(before, TableState) and isinstance(after, TableState)):
        return  # only the Zombicide family has campaigns
    entry: LogEntry = table.written
    if entry.follows:
        return  # the campaign led to it, and knows
    if entry.turned and _turned_back(table, entry, seat):
        return
    if before.result is not None and after.result is None:
        _take_back_ending(table, entry, seat)
    if after.survivors.keys() - before.survivors.keys():
        _refuse_without_sheet(table)
    if after.taken.count(CARD) != before.taken.count(CARD):
        _refuse_unread_card(table)
    pack = pack_of(after)
    same_levels = all(
        danger_of(survivor.points, pack) == danger_of(before.survivors[key].points, pack)
        for key, survivor in after.survivors.items()
        if key in before.survivors
    )
    same_company = companions_of(before) == companions_of(after)
    if same_levels and same_company and before.hour == after.hour:
        return
    run = MissionRun.objects.filter(table=table, ended_at=None).first()
    if run is None:
        return
    campaign, member = _campaign_locked(run, seat)
    version = campaign.version
    for command in tuple(_told(campaign.state, before, after, _mark(entry))):
        # A full track or a reward already spent: the sheet stays, the keeper may amend it.
        with contextlib.suppress(RuleError):
            apply_locked(campaign, command, member=member, name=seat.name, group=entry.own_group)
    if campaign.version > version:
        journal.lead(entry)


def _refuse_without_sheet(table: Table) -> None:
    """Whoever plays in a mission has a sheet: nobody new comes to its table by themselves."""
    if MissionRun.objects.filter(table=table).exists():
        raise IllegalCommand("survivor.of_campaign")


def _refuse_unread_card(table: Table) -> None:
    """The cards of a campaign are taken there, where they are read: one count for both."""
    run = MissionRun.objects.select_related("campaign").filter(table=table).first()
    if run is not None and run.campaign.state.objectives:
        raise IllegalCommand("token.of_campaign")


def _turned_back(table: Table, entry: LogEntry, seat: Seat) -> bool:
    """Undo or redo the named groups in the campaign, too; return whether all of them followed.

    Where the campaign has gone on by hand, an undo is refused and says what would go with it;
    sent again in that knowledge, it takes both. What is booked or amended there stays: the table's
    own steps are then told anew, as any others are.
    """
    run = MissionRun.objects.filter(table=table, ended_at=None).first()
    if run is None:
        return True  # its mission is booked
    campaign, member = _campaign_locked(run, seat)
    turned = journal.turn_back(
        campaign,
        entry.turned,
        signed(campaign, _mark(entry), member=member, name=seat.name, group=entry.group),
        along=entry.along,
    )
    if turned.blocked_by and entry.kind == LogEntry.Kind.UNDO:
        what = "; ".join(headline(step, campaign.state) for step in turned.blocked_by)
        raise IllegalCommand("undo.campaign_first", what=what, along=campaign.version)
    if not turned.is_whole and was_led_by(entry, CampaignEntry.book_name):
        raise IllegalCommand("step.in_campaign")
    return turned.is_whole


def _take_back_ending(table: Table, entry: LogEntry, seat: Seat) -> None:
    """The end of a mission is undone at the table: what was begun of its booking goes with it, for
    whoever was told what that is."""
    run = MissionRun.objects.filter(table=table, ended_at=None).first()
    if run is None:
        return
    campaign, member = _campaign_locked(run, seat)
    steps = list(_steps_of_ending(campaign))
    if not steps:
        return
    if entry.along != campaign.version:
        what = "; ".join(headline(step, campaign.state) for step in steps)
        raise IllegalCommand("undo.campaign_first", what=what, along=campaign.version)
    group = journal.lead(entry)
    undone = signed(campaign, _mark(entry), member=member, name=seat.name, group=group)
    journal.undo(campaign, undone, reach=Reach(steps[-1].seq))


def _steps_of_ending(campaign: Campaign) -> Iterator[CampaignEntry]:
    """Yield the standing entries since the running mission's end was begun, the newest first."""
    if campaign.state.ending is None:
        return
    standing = campaign.entries.filter(seq__in=undo_stack(campaign)).order_by("-seq")
    for step in standing.iterator(STEPS_AT_ONCE):  # the states before them are heavy
        yield step
        if campaign.read_state(step.state_before_json).ending is None:
            return


def _campaign_locked(run: MissionRun, seat: Seat) -> tuple[Campaign, Member | None]:
    """Return the campaign of a mission, and who in it sits at the table, if it is a member."""
    campaign = Campaign.objects.select_for_update(of=("self",), no_key=True).get(pk=run.campaign_id)
    return campaign, Member.objects.filter(campaign=campaign, person=seat.person_id).first()


def _mark(entry: LogEntry) -> str:
    """Of what follows from an entry, for its command ids."""
    return f"t{entry.table_id.hex[:16]}-{entry.seq}"


def _told(
    state: CampaignState, before: TableState, after: TableState, mark: str
) -> Iterable[CampaignCommand]:
    if state.mission is None:
        return
    book = book_of(state)
    counts = [
        (level.id, level.points) for level in book.pack.danger if level.id in book.rules.points_at
    ]
    number = 0
    for key, survivor in after.survivors.items():
        sheet = state.sheets.get(key)
        if sheet is None or sheet.status == "dead" or "points" not in state.advanced:
            continue
        for level, points in counts:
            assert level in ("orange", "red")
            reached = survivor.points >= points
            if reached == (level in sheet.reached):
                continue
            number += 1
            kind = CepGain if reached else CepLose
            yield kind(id=f"{mark}-{number}", seen=0, sheet=key, why=level)
    if after.hour is not None and after.hour != before.hour:
        for card in due_at(state, book, after.hour):
            number += 1
            yield ObjectiveReveal(id=f"{mark}-{number}", seen=0, card=card, hour=after.hour)
    yield from _of_companions(state, after, mark)


FATES: Mapping[str, CompanionStatus] = {"gone": "gone", "dead": "dead"}
"""Status in the campaign by status at the table, where it changes one."""


def _of_companions(state: CampaignState, table: TableState, mark: str) -> Iterable[CampaignCommand]:
    """Whoever has joined at the table, and what has become of them."""
    for key, person in companions_of(table).items():
        known = state.companions.get(key)
        status = FATES.get(standing_of(table, person), "here")
        if known is None or known.status != status:
            yield CompanionNote(
                id=f"{mark}-{key}"[:64],
                seen=0,
                companion=key,
                name=person.name,
                status=status,
                skill=next(iter(person.skills), None) if known is None else None,
                health=person.health,
                expendable=person.expendable,
                exits=person.exits,
            )
