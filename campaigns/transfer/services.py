"""Out of the database into the file, and from a file always into a new campaign."""

import secrets
import zlib

import msgspec
from msgspec.structs import replace

from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.selectors import page
from campaigns.services import BRANCH_POINTS, kind_of, sheets_named
from campaigns.transfer.document import (
    FORMAT,
    VERSION,
    SavedCampaign,
    SavedEntry,
    SavedRun,
    without_seed,
)
from companion.files.reading import write_saved
from companion.files.services import unsound_if_it_fails
from companion.journal.files import saved_line, stored_line
from companion.people.models import Person
from companion.writing import write_transaction
from rules.campaign import CampaignState, decode_campaign, decode_campaign_command


def campaign_export(campaign: Campaign) -> bytes:
    """Return the whole campaign as a file. Three queries, however long its log."""
    entries = tuple(
        SavedEntry(
            **saved_line(entry),
            command=decode_campaign_command(entry.command_json) if entry.command_json else None,
            events=entry.events,
            mission=entry.mission,
            before=_before(entry),
        )
        for entry in campaign.entries.all()
    )
    return write_saved(replace(campaign_saved(campaign), entries=entries))


def campaign_saved(campaign: Campaign) -> SavedCampaign:
    """Return the campaign without its log, as it also fits on paper. One query."""
    runs = tuple(
        SavedRun(number=run.number, mission=run.mission, started=run.started_at, ended=run.ended_at)
        for run in campaign.runs.all()
    )
    return SavedCampaign(
        format=FORMAT,
        version=VERSION,
        name=campaign.name,
        begun=campaign.begun_at,
        state=without_seed(campaign.state),
        entries=(),
        runs=runs,
    )


def _before(entry: CampaignEntry) -> CampaignState | None:
    if entry.command_kind not in BRANCH_POINTS or not entry.state_before_json:
        return None
    return without_seed(decode_campaign(entry.state_before_json))


def campaign_import(*, person: Person, saved: SavedCampaign) -> Campaign:
    """Create a campaign with all that the file has; whoever brings it keeps it."""
    seed = secrets.token_hex(16)
    campaign = Campaign(name=saved.name, version=len(saved.entries), begun_at=saved.begun)
    campaign.state = replace(saved.state, seed=seed)
    with write_transaction():
        campaign.save(force_insert=True)
        keeper = Member.objects.create(
            campaign=campaign,
            person=person,
            name=person.name or campaign.name,
            role=Member.Role.KEEPER,
        )
        CampaignEntry.objects.bulk_create(
            CampaignEntry(
                campaign=campaign,
                command_kind=kind_of(entry.command) if entry.command else "",
                mission=entry.mission,
                sheets=sheets_named(entry.events),
                state_before_zlib=_packed(entry, seed),
                **stored_line(entry),
            )
            for entry in saved.entries
        )
        MissionRun.objects.bulk_create(
            MissionRun(
                campaign=campaign,
                number=run.number,
                mission=run.mission,
                started_at=run.started,
                ended_at=run.ended,
            )
            for run in saved.runs
        )
        with unsound_if_it_fails():
            page(keeper)
    return campaign


def _packed(entry: SavedEntry, seed: str) -> bytes:
    if entry.before is None:
        return b""
    return zlib.compress(msgspec.json.encode(replace(entry.before, seed=seed)))
