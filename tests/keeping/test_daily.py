"""What happens by itself: once a day, by one process, told when it fails."""

import os
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from api.models import Creation
from campaigns.keeping import daily, services
from campaigns.keeping.backups import shelf
from campaigns.keeping.backups.services import backup_check
from campaigns.keeping.cleaning.services import brooms, clean
from campaigns.keeping.models import Mark, SiteKeeper
from campaigns.printing.models import PrintJob
from companion.models import Table
from companion.people.models import Person, Session
from tests.conftest import open_table
from tests.keeping.kit import finished_print, furnish
from tests.services.processes import wait_until
from tests.site import Site

pytestmark = pytest.mark.django_db


def age(days: int) -> object:
    return timezone.now() - timedelta(days=days)


def an_old_guest(name: str = "") -> Person:
    guest = Person.objects.create_guest(name=name)
    Person.objects.filter(pk=guest.pk).update(created_at=age(40))
    return guest


def test_guests_without_anything_go_and_others_stay() -> None:
    an_old_guest("Nobody")
    seated, printing = an_old_guest("Seated"), an_old_guest("Printing")
    Person.objects.create_guest(name="New")
    Person.objects.create(name="Account", email="a@example.org")
    Person.objects.update(created_at=age(40))
    Person.objects.filter(name="New").update(created_at=age(2))
    open_table(seated)
    finished_print(printing)
    assert clean()["guests"] == 1
    names = set(Person.objects.values_list("name", flat=True))
    assert names == {"Seated", "Printing", "New", "Account"}


def test_many_guests_go_a_few_at_a_time() -> None:
    Person.objects.bulk_create(Person() for _ in range(450))
    Person.objects.update(created_at=age(40))
    assert clean()["guests"] == 450
    assert clean()["guests"] == 0


def test_expired_sign_ins_go() -> None:
    for number, moment in enumerate((age(1), age(-1))):
        Session.objects.create(session_key=str(number), session_data="", expire_date=moment)
    assert clean()["sessions"] == 1
    assert Session.objects.get().session_key == "1"


def test_old_prints_go_with_their_files_and_stray_files_after_a_day(own_folders: Path) -> None:
    old = finished_print(Person.objects.create_guest(), "OLD111")
    finished_print(Person.objects.create_guest(), "NEW111")
    PrintJob.objects.filter(pk=old.pk).update(asked_at=age(31))
    folder = own_folders / "files" / "prints"
    for name in ("stray.pdf", "fresh.pdf"):
        (folder / name).write_bytes(b"%PDF-")
    long_ago = time.time() - 2 * 86400
    os.utime(folder / "stray.pdf", (long_ago, long_ago))
    swept = clean()
    assert (swept["prints"], swept["files"]) == (1, 1)
    left = {path.name for path in folder.iterdir()}
    assert len(left) == 2
    assert "fresh.pdf" in left
    assert PrintJob.objects.get().content == {"code": "NEW111"}


def test_bins_are_emptied_when_their_days_are_over(guest: Person) -> None:
    tables = [open_table(guest) for _ in range(3)]
    for table, days in zip(tables, (31, 29), strict=False):
        Table.objects.filter(pk=table.pk).update(binned_at=age(days))
    assert clean()["bins"] == 1
    assert Table.objects.count() == 2


def test_what_the_api_remembers_for_a_day_is_forgotten(guest: Person) -> None:
    Creation.objects.create(person=guest, key="old-key-1", fingerprint="", made="")
    Creation.objects.update(created_at=age(3))
    Creation.objects.create(person=guest, key="new-key-1", fingerprint="", made="")
    assert clean()["creations"] == 1
    assert Creation.objects.get().key == "new-key-1"


def test_what_could_go_is_said_before_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    an_old_guest()
    call_command("clean", "--look")
    assert f"{1:6}  Guests of more than 30 days ago" in capsys.readouterr().out
    assert Person.objects.count() == 1
    call_command("clean")
    assert Person.objects.count() == 0
    assert all(broom.amount() == 0 for broom in brooms.values())


def test_once_a_day_by_one_of_many() -> None:
    done: list[int] = []
    assert services.by_turns("x", daily.A_DAY, lambda: done.append(1))
    assert not services.by_turns("x", daily.A_DAY, lambda: done.append(2))
    Mark.objects.update(at=age(2))
    assert services.by_turns("x", daily.A_DAY, lambda: done.append(3))
    assert done == [1, 3]


def test_what_fails_is_told_and_tried_again_an_hour_later() -> None:
    def fail() -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        services.by_turns("x", daily.A_DAY, fail)
    assert Mark.objects.get().problem == "no room"
    assert not services.by_turns("x", daily.A_DAY, fail), "not at once"
    Mark.objects.update(at=Mark.objects.get().at - timedelta(minutes=61))
    assert services.by_turns("x", daily.A_DAY, lambda: None)
    assert Mark.objects.get().problem == ""


@pytest.mark.django_db(transaction=True)
def test_a_backup_a_day_where_nobody_else_makes_one(own_folders: Path, settings: object) -> None:
    settings.AUTOMATIC_BACKUPS = True  # type: ignore[attr-defined]
    daily.housekeeping()
    assert shelf.shelved() == [], "nothing to keep yet"
    furnish()
    daily.housekeeping()
    daily.housekeeping()
    (backup,) = shelf.shelved()
    assert backup.reason == "daily"
    settings.AUTOMATIC_BACKUPS = False  # type: ignore[attr-defined]
    Mark.objects.update(at=age(2))
    daily.housekeeping()
    assert len(shelf.shelved()) == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="speaks of the embedded default")
def test_a_running_site_backs_up_by_itself_and_is_not_pulled_from_under_its_players(
    house: Path,
) -> None:
    before = set((house / "backups").iterdir())

    def made() -> list[Path]:
        return sorted(set((house / "backups").glob("*-daily*.zip")) - before)

    with Site(house) as site:
        wait_until(made, 60, site.log)
        (own,) = made()
        assert backup_check(own).counts["companion_table"] == 1
        with pytest.raises(AssertionError, match="Stop the site"):
            site.manage("restore", str(own))
        assert site.answers()
        site.stop()
        assert "1 tables, 1 campaigns, 1 people" in site.manage("restore", str(own))


def test_whoever_keeps_the_site_is_named_on_the_machine(
    account: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("keeper")
    assert "Nobody yet" in capsys.readouterr().out
    call_command("keeper", "LUIS@example.org")
    assert SiteKeeper.objects.get().person == account
    call_command("keeper")
    assert "luis@example.org" in capsys.readouterr().out
    call_command("keeper", "luis@example.org", "--dismiss")
    assert not SiteKeeper.objects.exists()
    with pytest.raises(CommandError, match="no account with the address x@y"):
        call_command("keeper", "x@y")
