"""The one write path of a campaign: begin, commands, undo and redo, branch."""

import secrets
import uuid
from collections.abc import Callable, Iterable

from django.utils import timezone

from campaigns.models import (
    Campaign,
    CampaignEntry,
    Member,
    MissionRun,
    sheets_text,
)
from campaigns.play.heirs import check_chooser
from campaigns.play.passing_on import table_follows, table_locked
from companion.journal import services as journal
from companion.journal.services import Answer, NotAllowed
from companion.journal.standing import reach_down_to
from companion.live import beside_changed
from companion.models import Table
from companion.people.models import Person
from companion.workshop.models import PackVersion
from companion.workshop.services import version_seal
from companion.writing import write_transaction
from rules import IllegalCommand, names
from rules.campaign import (
    CampaignCommand,
    CampaignEvent,
    CampaignState,
    Sheet,
    apply_campaign,
    new_campaign,
)
from rules.campaign.commands import (
    CampaignEnd,
    MissionAmend,
    MissionBook,
    MissionStart,
    SheetAdd,
    SheetAmend,
    SheetSucceed,
)
from rules.campaign.state import ADVANCED, Advanced
from rules.state import Source

KEEPERS_ONLY = (MissionStart, MissionBook, SheetAdd, SheetAmend, MissionAmend, CampaignEnd)
# A booking can be taken back until the next mission begins; then it is amended or branched.
FINAL = (MissionStart, SheetAmend, MissionAmend, CampaignEnd)
BRANCH_POINTS = ("mission.start", "mission.book")


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
    version: PackVersion | None = None,
) -> Campaign:
    """Begin a campaign; whoever begins it keeps it.

    With a `version` of a house pack its missions are played, on the road the pack says: from then
    on as they are.
    """
    legs = version.content.legs if version else ()
    if version and not legs:
        raise IllegalCommand("road.none")
    state = new_campaign(
        game=game,
        expansion=expansion,
        sheets=sheets,
        free=free,
        advanced=advanced,
        road=legs,
        dice=dice,
        seed=secrets.token_hex(16),
    )
    campaign = Campaign(name=checked_name(name), begun_at=timezone.now(), pack_version=version)
    campaign.state = state
    first = next(iter(state.sheets.values()))
    with write_transaction():
        if version:
            version_seal(version)
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

    def change(campaign: Campaign) -> Answer:
        if isinstance(command, KEEPERS_ONLY) and not member.is_keeper:
            raise NotAllowed("member.keeper_only")
        if isinstance(command, SheetSucceed):
            check_chooser(campaign, member, command.sheet)
        if expected is not None:
            journal.check_exact(campaign, expected)
        return apply_locked(campaign, command, member=member, name=member.name)

    return _write(campaign_id, member, command.id, change)


def _write(
    campaign_id: uuid.UUID, member: Member, command_id: str, change: Callable[[Campaign], Answer]
) -> Answer:
    """One change; the table of the running mission learns what it means for the sheets."""

    def write() -> Answer:
        with write_transaction():
            table = table_locked(campaign_id)
            campaign = campaign_locked(campaign_id, member)
            before = campaign.state
            answer = change(campaign)
            _run_follows(campaign, table, before)
            if table is not None and table.run.number == len(before.played) + 1:
                table_follows(table, campaign, member=member, before=before)
            if table is not None:
                beside_changed(str(table.pk))
        return answer

    entries = CampaignEntry.objects.filter
    return journal.once(lambda: entries(campaign=campaign_id), command_id, write)


def campaign_locked(campaign_id: uuid.UUID, member: Member) -> Campaign:
    """The campaign's row, locked, and the member as they are now: they may just have left."""
    members = Member.objects.select_related("campaign").filter(pk=member.pk, campaign=campaign_id)
    fresh = members.select_for_update(of=("campaign", "self"), no_key=True).first()
    if fresh is None:
        raise NotAllowed("member.gone")
    member.role, campaign = fresh.role, fresh.campaign
    if not member.may_play:
        raise NotAllowed("member.reader")
    if campaign.binned_at is not None:
        raise NotAllowed("campaign.binned")
    return campaign


def apply_locked(
    campaign: Campaign,
    command: CampaignCommand,
    *,
    member: Member | None,
    name: str,
    group: str | None = None,
) -> Answer:
    """The same for a campaign whose row is locked already, as when its table has led to it."""
    journal.check_guard(campaign, command.guard, command.seen)
    before = campaign.state
    outcome = apply_campaign(before, command)
    entry = signed(campaign, command.id, member=member, name=name, group=group)
    entry.command_kind = kind_of(command)
    entry.mission = before.mission or outcome.state.mission or ""
    entry.sheets = sheets_named(outcome.events)
    answer = journal.do(
        campaign,
        entry,
        command=command,
        outcome=outcome,
        can_be_undone=not isinstance(command, FINAL),
    )
    return answer


def signed(
    campaign: Campaign,
    command_id: str,
    *,
    member: Member | None,
    name: str,
    group: str | None = None,
) -> CampaignEntry:
    """Create an entry of this member's, or of somebody who is none and plays at the table."""
    return CampaignEntry(
        campaign=campaign, member=member, who=name, command_id=command_id, group=group
    )


def kind_of(command: CampaignCommand) -> str:
    """`mission.start`, as commands are called."""
    return str(command.__struct_config__.tag)


def _run_follows(campaign: Campaign, table: Table | None, before: CampaignState) -> None:
    """A row for every mission, from its start to its booking.

    A booked mission closes its table; a booking taken back opens both again.
    """
    after = campaign.state
    if before.mission is None and after.mission is not None and before.played == after.played:
        MissionRun.objects.create(
            campaign=campaign,
            number=len(before.played) + 1,
            mission=after.mission,
            started_at=timezone.now(),
        )
        return
    if len(before.played) == len(after.played):
        return
    number = max(len(before.played), len(after.played))
    ended_at = timezone.now() if len(after.played) == number else None
    campaign.runs.filter(number=number).update(ended_at=ended_at)
    if table is not None and table.run.number == number:
        table.archived_at = ended_at
        table.save(update_fields=["archived_at"])


def campaign_undo(
    *,
    campaign_id: uuid.UUID,
    member: Member,
    command_id: str,
    seen: int,
    along: int | None = None,
) -> Answer:
    """Take the last step back: a new entry restores the state before it.

    `along`: what was played since at the table, up to that version of it, goes with it.
    """

    def change(campaign: Campaign) -> Answer:
        journal.check_exact(campaign, seen)
        entry = signed(campaign, command_id, member=member, name=member.name)
        entry.along = along
        return journal.undo(campaign, entry)

    return _write(campaign_id, member, command_id, change)


def campaign_undo_to(
    *,
    campaign_id: uuid.UUID,
    member: Member,
    command_id: str,
    seen: int,
    seq: int,
    along: int | None = None,
) -> Answer:
    """Take back every step down to the entry `seq`, that one too: all of them or none."""

    def change(campaign: Campaign) -> Answer:
        journal.check_exact(campaign, seen)
        reach = reach_down_to(campaign, seq)
        if reach is None:
            raise IllegalCommand("undo.not_there")
        entry = signed(campaign, command_id, member=member, name=member.name)
        entry.along = along
        return journal.undo(campaign, entry, reach=reach)

    return _write(campaign_id, member, command_id, change)


def campaign_redo(*, campaign_id: uuid.UUID, member: Member, command_id: str, seen: int) -> Answer:
    """Bring back what the last undo took: the mirror of `campaign_undo`."""

    def change(campaign: Campaign) -> Answer:
        journal.check_exact(campaign, seen)
        return journal.redo(campaign, signed(campaign, command_id, member=member, name=member.name))

    return _write(campaign_id, member, command_id, change)


def sheets_named(events: Iterable[CampaignEvent]) -> str:
    """Return the sheets these events speak of, as `,ned,wanda,`."""
    return sheets_text(
        key
        for event in events
        for key in (getattr(event, "sheet", None), getattr(event, "successor", None))
        if key
    )


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
        pack_version_id=campaign.pack_version_id,
        begun_at=campaign.begun_at,
    )
    with write_transaction():
        branch.save(force_insert=True)
        Member.objects.bulk_create(
            Member(campaign=branch, person_id=old.person_id, name=old.name, role=old.role)
            for old in campaign.members.all()
        )
        _copy_history(campaign, branch)
    return branch


def _copy_history(campaign: Campaign, branch: Campaign) -> None:
    """The log and the missions up to where the branch begins; a running one without its table."""
    entries = list(campaign.entries.filter(seq__lte=branch.version))
    for entry in entries:
        entry.pk, entry.campaign, entry.member, entry.below_seq, entry.group = (
            None,
            branch,
            None,
            None,
            None,
        )
    CampaignEntry.objects.bulk_create(entries)
    state = branch.state
    last = len(state.played) + (1 if state.mission else 0)
    runs = list(campaign.runs.filter(number__lte=last))
    for run in runs:
        run.pk, run.campaign, run.table = None, branch, None
        if run.number > len(state.played):
            run.ended_at = None
    MissionRun.objects.bulk_create(runs)
