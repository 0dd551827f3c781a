"""What was stored and saved before tables and campaigns had one journal stays readable."""

import json
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaigns import services
from campaigns.models import CampaignEntry
from campaigns.transfer.document import read_document as read_campaign
from campaigns.transfer.services import campaign_export, campaign_import
from companion.files.document import read_document as read_table
from companion.files.services import table_export, table_import
from companion.journal.standing import standing_in
from companion.models import LogEntry
from companion.people.models import Person
from rules import IllegalCommand
from tests.campaigns.kit import begin, keeper_of, tell

FILES = Path(__file__).parent / "before_the_journal"
BEFORE = [("companion", "0003_undo_of_several_steps"), ("campaigns", "0002_redo")]
THEN = datetime(2026, 1, 2, 20, 30, tzinfo=UTC)


@pytest.mark.django_db(transaction=True)
def test_entries_of_before_keep_who_and_when() -> None:
    """On whichever database the run uses: columns are renamed, no row is written anew."""

    def migrated(to: list[tuple[str, str]]) -> Any:
        executor = MigrationExecutor(connection)
        executor.migrate(to)
        return MigrationExecutor(connection).loader.project_state(to).apps

    old = migrated(BEFORE)
    try:
        common = {"seq": 1, "command_id": "tap-00001", "command_json": "", "events_json": "[]"}
        table = old.get_model("companion", "Table").objects.create(
            code="AAAAAA", game="rue-morgue", state_json="{}", version=1, undo_seq=1
        )
        entry = old.get_model("companion", "LogEntry").objects.create(
            table=table, seat_name="Marta", state_before_zlib=b"", **common
        )
        type(entry).objects.filter(pk=entry.pk).update(created_at=THEN)
        campaign = old.get_model("campaigns", "Campaign").objects.create(
            name="Los jueves", state_json="{}", version=1, begun_at=THEN
        )
        old.get_model("campaigns", "CampaignEntry").objects.create(
            campaign=campaign, member_name="Luis", state_before_zlib=b"", made_at=THEN, **common
        )
    finally:
        migrated(MigrationExecutor(connection).loader.graph.leaf_nodes())
    for kind, who in ((LogEntry, "Marta"), (CampaignEntry, "Luis")):
        stored = kind.objects.get()
        assert (stored.who, stored.made_at) == (who, THEN)
        assert (stored.group, stored.down_to_seq, stored.follows) == (None, None, False)


@pytest.mark.django_db
def test_a_campaign_s_file_of_before_is_read(guest: Person) -> None:
    data = (FILES / "campaign.json").read_bytes()
    campaign = campaign_import(person=guest, saved=read_campaign(data)[0])
    assert read_campaign(campaign_export(campaign)) == read_campaign(data), "and saved the same"
    assert standing_in(campaign) == {1, 2}
    assert campaign.entries.filter(who="Marta").count() == campaign.version == 6


def holds(saved: Any, before: Any) -> bool:
    """Whether all that stood in a file stands there still; the rules of today may add fields, and
    what only another game's survivors have is gone."""
    if isinstance(before, dict):
        kept = {key: value for key, value in before.items() if key in saved or value is not None}
        return all(key in saved and holds(saved[key], value) for key, value in kept.items())
    return bool(saved == before)


@pytest.mark.django_db
def test_a_table_s_file_of_before_is_read(guest: Person) -> None:
    data = (FILES / "table.json").read_bytes()
    table = table_import(person=guest, **_named(read_table(data)))
    assert holds(json.loads(table_export(table)), json.loads(data)), "and saved the same again"
    assert standing_in(table) == {1}
    assert [entry.made_at.isoformat() for entry in table.entries.all()] == [
        datetime.fromisoformat(step["at"]).isoformat() for step in json.loads(data)["steps"]
    ]


def _named(read: tuple[Any, Any]) -> dict[str, Any]:
    return {"saved": read[0], "states": read[1]}


@pytest.mark.django_db
def test_several_steps_of_a_campaign_taken_back_are_in_its_file(guest: Person) -> None:
    campaign = begin(guest)
    for word in ("LLAVE", "TARJETA", "PISTA"):
        tell(campaign, "keyword.gain", word=word)
    services.campaign_undo_to(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command_id=uuid.uuid4().hex,
        seen=3,
        seq=2,
    )
    campaign.refresh_from_db()
    data = campaign_export(campaign)
    copy = campaign_import(person=guest, saved=read_campaign(data)[0])
    assert campaign_export(copy) == data
    assert standing_in(copy) == standing_in(campaign) == {1}
    body = json.loads(data)
    assert "down_to" not in body["entries"][0]
    for down_to in (3, 9, -1):
        body["entries"][3]["down_to"] = down_to
        with pytest.raises(IllegalCommand, match=r"transfer\.unsound"):
            read_campaign(json.dumps(body).encode())
