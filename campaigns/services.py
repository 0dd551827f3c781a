"""The one write path of a campaign: begin, commands, undo and redo, branch."""

import secrets
import uuid
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.play.passing_on import table_locked, table_told
from companion.live import announce
from companion.people.models import Person
from companion.writing import write_transaction
from rules import Guard, IllegalCommand, StaleCommand, encode, names
from rules.campaign import (
    CampaignCommand,
    CampaignEvent,
    CampaignState,
    Sheet,
    apply_campaign,
    decode_campaign,
    new_campaign,
)
from rules.campaign.commands import (
    CampaignEnd,
    MissionAmend,
    MissionBook,
    MissionStart,
    SheetAdd,
    SheetAmend,
)
from rules.campaign.state import ADVANCED, Advanced
from rules.state import Source

KEEPERS_ONLY = (MissionStart, MissionBook, SheetAdd, SheetAmend, MissionAmend, CampaignEnd)
# What was booked is amended or branched, not undone.
FINAL = (MissionStart, MissionBook, SheetAmend, MissionAmend, CampaignEnd)
BRANCH_POINTS = ("mission.start", "mission.book")


class Answer(NamedTuple):
    """What the sender of a command gets to know."""

    version: int
    seq: int
    events: tuple[CampaignEvent, ...]
    repeated: bool


def checked_name(name: str) -> str:
    return names.checked(name, "campaign.name")


def campaign_begin(
    *,
    person: Person,
    name: str,
    game: str,
    expansion: str | None,
    sheets: Iterable[tuple[str, Sheet]],
    free: bool = False,
    advanced: Iterable[Advanced] = ADVANCED,
    dice: Source = "app",
) -> Campaign:
    """Begin a campaign; whoever begins it keeps it."""
    state = new_campaign(
        game=game,
        expansion=expansion,
        sheets=sheets,
        free=free,
        advanced=advanced,
        dice=dice,
        seed=secrets.token_hex(16),
    )
    campaign = Campaign(name=checked_name(name), begun_at=timezone.now())
    campaign.state = state
    first = next(iter(state.sheets.values()))
    with write_transaction():
        campaign.save(force_insert=True)
        Member.objects.create(
            campaign=campaign,
            person=person,
            name=person.name or first.player or campaign.name,
            role=Member.Role.KEEPER,
        )
    return campaign


def campaign_rename(*, campaign: Campaign, name: str) -> None:
    with write_transaction():
        campaign.name = checked_name(name)
        campaign.save(update_fields=["name"])


def campaign_submit(
    *,
    campaign_id: uuid.UUID,
    member: Member,
    command: CampaignCommand,
    expected: int | None = None,
) -> Answer:
    """Apply one command and announce it. On `RuleError` nothing is stored.

    `expected` insists on a version beyond what the command's own guard asks for.
    """
    with _changing(campaign_id, member, command.id) as campaign:
        if isinstance(command, KEEPERS_ONLY) and not member.is_keeper:
            raise IllegalCommand("member.keeper_only")
        return apply_locked(campaign, command, member=member, name=member.name, expected=expected)


@contextmanager
def _changing(campaign_id: uuid.UUID, member: Member, command_id: str) -> Iterator[Campaign]:
    """The campaign, locked; afterwards the table of its mission learns what changed on sheets."""
    with write_transaction():
        table = table_locked(campaign_id)
        campaign = campaign_locked(campaign_id, member)
        before = campaign.state
        yield campaign
        if table is not None:
            table_told(table, member=member, before=before, after=campaign.state, mark=command_id)


def campaign_locked(campaign_id: uuid.UUID, member: Member) -> Campaign:
    """The campaign's row, locked, and the member as they are now: they may just have left."""
    members = Member.objects.select_related("campaign").filter(pk=member.pk, campaign=campaign_id)
    fresh = members.select_for_update(of=("campaign", "self"), no_key=True).first()
    if fresh is None:
        raise IllegalCommand("member.gone")
    member.role, campaign = fresh.role, fresh.campaign
    if not member.may_play:
        raise IllegalCommand("member.reader")
    if campaign.binned_at is not None:
        raise IllegalCommand("campaign.binned")
    return campaign


def apply_locked(
    campaign: Campaign,
    command: CampaignCommand,
    *,
    member: Member | None,
    name: str,
    undoable: bool = True,
    expected: int | None = None,
) -> Answer:
    """The same for a campaign whose row is locked already, as when its table has changed."""
    if earlier := _earlier(campaign, command.id):
        return earlier
    if expected is not None:
        _check_exact(campaign, expected)
    if command.guard is Guard.EXACT:
        _check_exact(campaign, command.seen)
    before = campaign.state
    outcome = apply_campaign(before, command)
    entry = CampaignEntry(
        command_json=encode(command).decode(),
        command_kind=kind_of(command),
        below_seq=campaign.undo_seq,
    )
    is_final = isinstance(command, FINAL) or not undoable
    campaign.undo_seq = None if is_final else campaign.version + 1
    campaign.redo_seq = None
    answer = _append(
        campaign,
        entry,
        member=member,
        name=name,
        command_id=command.id,
        mission=before.mission or outcome.state.mission or "",
        state=outcome.state,
        events=outcome.events,
    )
    _keep_runs(campaign, command, before, outcome.state)
    return answer


def kind_of(command: CampaignCommand) -> str:
    """`mission.start`, as commands are called."""
    return str(command.__struct_config__.tag)


def _keep_runs(
    campaign: Campaign, command: CampaignCommand, before: CampaignState, after: CampaignState
) -> None:
    """A row for every mission, from its start to its booking."""
    if isinstance(command, MissionStart):
        MissionRun.objects.create(
            campaign=campaign,
            number=len(before.played) + 1,
            mission=command.mission,
            started_at=timezone.now(),
        )
    elif isinstance(command, MissionBook):
        MissionRun.objects.filter(campaign=campaign, ended_at=None).update(ended_at=timezone.now())


def campaign_undo(*, campaign_id: uuid.UUID, member: Member, command_id: str, seen: int) -> Answer:
    """Take the last step back: a new entry restores the state before it."""
    with _changing(campaign_id, member, command_id) as campaign:
        if earlier := _earlier(campaign, command_id):
            return earlier
        _check_exact(campaign, seen)
        if campaign.undo_seq is None:
            raise IllegalCommand("undo.nothing")
        done = campaign.entries.get(seq=campaign.undo_seq)
        entry = CampaignEntry(
            kind=CampaignEntry.Kind.UNDO, target_seq=done.seq, below_seq=campaign.redo_seq
        )
        campaign.undo_seq, campaign.redo_seq = done.below_seq, campaign.version + 1
        return _step(campaign, entry, done, member=member, command_id=command_id)


def campaign_redo(*, campaign_id: uuid.UUID, member: Member, command_id: str, seen: int) -> Answer:
    """Bring back what the last undo took: the mirror of `campaign_undo`."""
    with _changing(campaign_id, member, command_id) as campaign:
        if earlier := _earlier(campaign, command_id):
            return earlier
        _check_exact(campaign, seen)
        if campaign.redo_seq is None:
            raise IllegalCommand("redo.nothing")
        undone = campaign.entries.get(seq=campaign.redo_seq)
        entry = CampaignEntry(kind=CampaignEntry.Kind.REDO, target_seq=undone.target_seq)
        campaign.undo_seq, campaign.redo_seq = undone.target_seq, undone.below_seq
        return _step(campaign, entry, undone, member=member, command_id=command_id)


def _step(
    campaign: Campaign,
    entry: CampaignEntry,
    over: CampaignEntry,
    *,
    member: Member,
    command_id: str,
) -> Answer:
    """Append an undo or redo, which leads back to the state before the entry `over`."""
    entry.sheets = over.sheets
    return _append(
        campaign,
        entry,
        member=member,
        name=member.name,
        command_id=command_id,
        mission=over.mission,
        state=decode_campaign(over.state_before_json),
    )


def _check_exact(campaign: Campaign, seen: int) -> None:
    if seen != campaign.version:
        raise StaleCommand("table.moved", version=campaign.version)


def _earlier(campaign: Campaign, command_id: str) -> Answer | None:
    """The stored answer to a double tap or a resend."""
    entry = campaign.entries.filter(command_id=command_id).first()
    if entry is None:
        return None
    return Answer(version=entry.seq, seq=entry.seq, events=entry.events, repeated=True)


def _append(
    campaign: Campaign,
    entry: CampaignEntry,
    *,
    member: Member | None,
    name: str,
    command_id: str,
    mission: str,
    state: CampaignState,
    events: tuple[CampaignEvent, ...] = (),
) -> Answer:
    """Store the entry and the new state, and tell the other phones once it is committed."""
    entry.campaign, entry.member, entry.member_name = campaign, member, name
    entry.seq, entry.command_id, entry.mission = campaign.version + 1, command_id, mission
    entry.events_json = encode(events).decode()
    entry.sheets = entry.sheets or sheets_named(events)
    entry.state_before_zlib = zlib.compress(campaign.state_json.encode())
    entry.made_at = timezone.now()
    entry.save(force_insert=True)
    campaign.state, campaign.version = state, entry.seq
    campaign.save(update_fields=["state_json", "version", "undo_seq", "redo_seq", "updated_at"])
    transaction.on_commit(lambda: announce(str(campaign.pk), entry.seq), robust=True)
    return Answer(version=entry.seq, seq=entry.seq, events=events, repeated=False)


def sheets_named(events: Iterable[CampaignEvent]) -> str:
    """The sheets these events speak of, as `,wanda,ned,`."""
    keys = {
        key
        for event in events
        for key in (getattr(event, "sheet", None), getattr(event, "successor", None))
        if key
    }
    return f",{','.join(sorted(keys))}," if keys else ""


def campaign_branch(*, campaign: Campaign, member: Member, seq: int, name: str) -> Campaign:
    """A new campaign that begins where this one stood before entry `seq`; all members come along.

    The old one stays as it is: what if we had saved the President?
    """
    if not member.is_keeper:
        raise IllegalCommand("member.keeper_only")
    entry = campaign.entries.filter(seq=seq, command_kind__in=BRANCH_POINTS).first()
    if entry is None or not entry.state_before_json:
        raise IllegalCommand("branch.not_there")
    branch = Campaign(
        name=checked_name(name),
        state_json=entry.state_before_json,
        version=entry.seq - 1,
        origin=campaign,
        origin_seq=seq,
        begun_at=campaign.begun_at,
    )
    with write_transaction():
        branch.save(force_insert=True)
        Member.objects.bulk_create(
            Member(campaign=branch, person_id=one.person_id, name=one.name, role=one.role)
            for one in campaign.members.all()
        )
        _copy_history(campaign, branch)
    return branch


def _copy_history(campaign: Campaign, branch: Campaign) -> None:
    """The log and the missions up to where the branch begins; a running one without its table."""
    entries = list(campaign.entries.filter(seq__lte=branch.version))
    for one in entries:
        one.pk, one.campaign, one.member, one.below_seq = None, branch, None, None
    CampaignEntry.objects.bulk_create(entries)
    state = branch.state
    last = len(state.played) + (1 if state.mission else 0)
    runs = list(campaign.runs.filter(number__lte=last))
    for run in runs:
        run.pk, run.campaign, run.table = None, branch, None
        if run.number > len(state.played):
            run.ended_at = None
    MissionRun.objects.bulk_create(runs)
