"""`manage.py verify`: honest about what is broken, and about what the rules say otherwise."""

import io
import zlib
from pathlib import Path

import pytest
from django.core.management import call_command

from campaigns.keeping.checking.chains import Finding
from campaigns.keeping.checking.selectors import findings
from campaigns.models import Campaign, CampaignEntry
from campaigns.printing.models import PrintJob
from campaigns.services import campaign_branch
from campaigns.transfer.document import read_document as read_campaign
from campaigns.transfer.services import campaign_export, campaign_import
from companion.files.document import read_document
from companion.files.services import table_export, table_import
from companion.models import LogEntry, Table
from companion.people.models import Person
from companion.shelf.services import table_branch
from tests.campaigns.kit import keeper_of
from tests.keeping.kit import furnish, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_folders")]


@pytest.fixture
def marta() -> Person:
    return furnish()


def found() -> list[Finding]:
    return list(findings())


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("verify", *arguments, stdout=out)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_a_sound_house_is_found_sound(marta: Person) -> None:
    code, said = run()
    assert code == 0
    assert "1 tables with 9 entries, 1 campaigns with 5, 1 prints: 0 broken, 0 different." in said


def test_branches_and_files_that_were_brought_in_are_sound_too(marta: Person) -> None:
    table, campaign = Table.objects.get(), Campaign.objects.get()
    table_branch(table=table, person=marta, seq=2)
    saved, states = read_document(table_export(table))
    brought = table_import(person=marta, saved=saved, states=states)
    tap(brought.seats.get())
    campaign_branch(campaign=campaign, member=keeper_of(campaign), seq=1, name="Si no")
    campaign_import(person=marta, saved=read_campaign(campaign_export(campaign))[0])
    assert found() == []


def test_a_gap_in_a_log_is_found(marta: Person) -> None:
    LogEntry.objects.filter(seq=4).delete()
    (finding,) = found()
    assert finding.is_fault
    assert finding.what == "entry 4 is missing before entry 5"
    assert Table.objects.get().code in finding.where


def test_a_log_that_ends_too_early_is_found(marta: Person) -> None:
    LogEntry.objects.filter(seq=9).delete()
    assert [finding.what for finding in found() if finding.is_fault] == [
        "stands at version 9, its log ends with 8"
    ]
    assert run()[0] == 1


def test_a_changed_snapshot_is_told_with_its_place(marta: Person) -> None:
    entry = LogEntry.objects.get(seq=2)
    changed = entry.state_before_json.replace('"points":1', '"points":7', 1)
    assert changed != entry.state_before_json
    LogEntry.objects.filter(pk=entry.pk).update(state_before_zlib=zlib.compress(changed.encode()))
    before, after = found()
    assert not before.is_fault
    assert before.where.endswith("entry 1")
    assert before.what == "points.award: replayed today, survivors.wanda.points would be 1"
    assert after.where.endswith("entry 2")
    assert "survivors.wanda.points would be 7" in after.what
    code, said = run()
    assert (code, "The stored states count" in said) == (0, True)
    assert run("--strict")[0] == 1


def test_a_command_the_rules_refuse_today_is_a_difference(marta: Person) -> None:
    changed = LogEntry.objects.get(seq=1).command_json.replace("wanda", "nobody")
    LogEntry.objects.filter(seq=1).update(command_json=changed)
    (finding,) = found()
    assert (finding.is_fault, "refuse it today" in finding.what) == (False, True)


@pytest.mark.parametrize(
    "broken",
    [
        {"state_before_zlib": b"no zlib"},
        {"state_before_zlib": zlib.compress(b"{}")},
        {"state_before_zlib": zlib.compress(b'{"game": "chess"}')},
        {"command_json": "{"},
        {"command_json": '{"kind": "chess.castle"}'},
    ],
    ids=["not packed", "no state", "another game", "half a command", "a foreign command"],
)
def test_an_entry_nobody_can_read_is_a_fault(marta: Person, broken: dict[str, object]) -> None:
    LogEntry.objects.filter(seq=3).update(**broken)
    assert "entry 3" in [
        finding.where.rpartition(", ")[2] for finding in found() if finding.is_fault
    ]


def test_an_undo_that_did_not_restore_is_a_fault(marta: Person) -> None:
    undo = LogEntry.objects.filter(kind="undo").first()
    assert undo is not None
    other = LogEntry.objects.get(seq=1).state_before_zlib
    LogEntry.objects.filter(seq=undo.seq + 1).update(state_before_zlib=other)
    faults = [finding for finding in found() if finding.is_fault]
    assert f"did not restore the state around entry {undo.target_seq}" in [
        finding.what for finding in faults
    ]


def test_pointers_to_entries_that_are_not_there_are_found(marta: Person) -> None:
    Table.objects.update(undo_seq=77)
    assert [finding.what for finding in found()] == [
        "entry 77, to be undone or redone next, is not there"
    ]


def test_a_broken_campaign_is_found(marta: Person) -> None:
    CampaignEntry.objects.filter(seq=2).delete()
    (finding,) = found()
    assert "Los jueves" in finding.where


@pytest.mark.parametrize("content", [None, b"half"])
def test_a_print_without_its_file_is_found(
    marta: Person, own_folders: Path, content: bytes | None
) -> None:
    path = own_folders / "files" / str(PrintJob.objects.get().file.name)
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    (finding,) = found()
    assert finding.is_fault
    assert str(PrintJob.objects.get().pk) in finding.where


def test_many_findings_are_cut_short_unless_asked_for(marta: Person) -> None:
    seat = Table.objects.get().seats.get()
    for _ in range(30):
        tap(seat)
    command = '{"kind":"points.award","id":"tap-0001","seen":0,"survivor":"nobody","amount":1}'
    LogEntry.objects.filter(seq__gt=9).update(command_json=command)
    assert "... and 10 more" in run()[1]
    assert run("--all")[1].count("refuse it today") == 30
