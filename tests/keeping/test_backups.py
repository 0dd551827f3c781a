"""Backups: whole, checked, kept in turn, and brought back to the letter."""

import hashlib
import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from campaigns.keeping.backups import archive, shelf
from campaigns.keeping.backups.archive import BackupError
from campaigns.keeping.backups.databases import _tool
from campaigns.keeping.backups.services import (
    backup_check,
    backup_make,
    backup_restore,
    backups_rotate,
)
from campaigns.keeping.checking.selectors import findings
from campaigns.printing.models import PrintJob
from companion.models import LogEntry, Table
from companion.people.models import Person
from tests.keeping.kit import everything, furnish, manage, tap
from tests.nest import nest
from tests.site import ROOT, Site, free_port

ENGINE = "sqlite" if connection.vendor == "sqlite" else "postgresql"
in_place = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("own_folders")]
only_sqlite = pytest.mark.skipif(ENGINE != "sqlite", reason="speaks of the embedded default")


def wreck(own_folders: Path) -> None:
    """What a backup is for."""
    Person.objects.all().delete()
    Table.objects.all().delete()
    for path in (own_folders / "files" / "prints").iterdir():
        path.unlink()


class TestInPlace:
    pytestmark = in_place

    def test_everything_comes_back_to_the_letter(self, own_folders: Path) -> None:
        furnish()
        kept, file = everything(), PrintJob.objects.get().file.name
        path = backup_make()
        wreck(own_folders)
        assert everything() != kept
        manifest, own = backup_restore(path)
        assert everything() == kept
        assert (own_folders / "files" / str(file)).read_bytes() == b"%PDF-1.7 K74Q2M"
        assert list(findings()) == []
        assert manifest.engine == ENGINE
        assert manifest.counts["companion_logentry"] == 9
        assert own is None, "nothing was there that anybody could miss"

    def test_what_is_there_is_backed_up_before_another_state_comes_back(
        self, own_folders: Path
    ) -> None:
        furnish()
        path = backup_make()
        Person.objects.create_guest(name="Luis")
        later = everything()
        _manifest, own = backup_restore(path)
        assert not Person.objects.filter(name="Luis").exists()
        assert own is not None
        assert own.name.endswith("-restore.zip")
        backup_restore(own)
        assert everything() == later

    def test_it_is_for_its_owner_only_and_holds_the_secret_key(self, own_folders: Path) -> None:
        path = backup_make()
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        with zipfile.ZipFile(path) as backup:
            assert backup.read("secret_key").decode() == django_settings.SECRET_KEY
            assert json.loads(backup.read("manifest.json"))["engine"] == ENGINE

    def test_the_key_comes_back_unless_the_environment_has_one(
        self, own_folders: Path, settings: object
    ) -> None:
        path, key = backup_make(), own_folders / "secret_key"
        settings.SECRET_KEY_IS_OURS = False  # type: ignore[attr-defined]
        backup_restore(path)
        assert not key.exists()
        settings.SECRET_KEY_IS_OURS = True  # type: ignore[attr-defined]
        backup_restore(path)
        assert key.read_text() == django_settings.SECRET_KEY
        assert key.stat().st_mode & 0o777 == 0o600

    def test_it_is_of_one_moment_while_phones_go_on_tapping(self, own_folders: Path) -> None:
        furnish()
        seat = Table.objects.get().seats.get()
        is_over = threading.Event()

        def play() -> None:
            while not is_over.is_set():
                tap(seat)
            connection.close()

        phones = [threading.Thread(target=play) for _ in range(3)]
        for phone in phones:
            phone.start()
        try:
            backups = [backup_make() for _ in range(3)]
        finally:
            is_over.set()
            for phone in phones:
                phone.join()
        assert Table.objects.get().version > 20, "they did tap meanwhile"
        for path in backups:
            backup_restore(path)
            assert Table.objects.get().version == LogEntry.objects.count()
            assert list(findings()) == []

    @pytest.mark.parametrize("damage", ["byte", "half", "none", "text", "foreign"])
    def test_a_damaged_file_is_refused_and_nothing_changes(
        self, own_folders: Path, damage: str
    ) -> None:
        furnish()
        kept, path = everything(), backup_make()
        data = bytearray(path.read_bytes())
        if damage == "byte":
            data[len(data) // 3] ^= 0xFF
        path.write_bytes({"half": data[: len(data) // 2], "text": b"hello"}.get(damage, data))
        if damage == "none":
            path.unlink()
        if damage == "foreign":
            with zipfile.ZipFile(path, "w") as other:
                other.writestr("holiday.jpg", b"sun")
        with pytest.raises(CommandError):
            call_command("restore", str(path))
        assert everything() == kept
        assert shelf.shelved() == [] or damage != "none"

    def test_a_backup_never_writes_outside_its_folder(self, own_folders: Path) -> None:
        path = backup_make()
        with zipfile.ZipFile(path, "a") as backup:
            backup.writestr("files/../../escaped", b"!")
        with pytest.raises(BackupError, match="does not hold the files"):
            backup_restore(path)
        rebuilt = rewritten(backup_make(), adds={"files/../../escaped": b"!"})
        with pytest.raises(BackupError, match="forbidden name"):
            backup_restore(rebuilt)

    def test_a_backup_of_a_newer_safehouse_is_refused(self, own_folders: Path) -> None:
        furnish()
        kept, path = everything(), backup_make()
        newer = rewritten(path, migrations={"companion": ["9999_the_future"]})
        with pytest.raises(BackupError, match=r"newer Safehouse .*companion\.9999_the_future"):
            backup_restore(newer)
        with pytest.raises(BackupError, match="newer Safehouse"):
            backup_restore(rewritten(path, version=archive.VERSION + 1))
        assert everything() == kept

    @pytest.mark.skipif(ENGINE != "sqlite", reason="the other way round is the move to a server")
    def test_a_backup_of_postgresql_needs_one(self, own_folders: Path) -> None:
        furnish()
        path = rewritten(backup_make(), engine="postgresql")
        with pytest.raises(BackupError):
            backup_restore(path)

    def test_verify_looks_at_a_backup(
        self, own_folders: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = backup_make()
        call_command("verify", str(path))
        assert "is whole" in capsys.readouterr().out
        path.write_bytes(path.read_bytes()[:-30])
        with pytest.raises(CommandError, match="not a whole backup"):
            call_command("verify", str(path))

    def test_two_backups_in_one_second_are_two_files(self, own_folders: Path) -> None:
        assert len({backup_make() for _ in range(3)}) == len(shelf.shelved()) == 3


def rewritten(path: Path, *, adds: dict[str, bytes] | None = None, **said: object) -> Path:
    """The same backup whose manifest says something else."""
    other = path.with_name("other.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        manifest = json.loads(old.read("manifest.json")) | said
        for name, content in (adds or {}).items():
            digest = hashlib.sha256(content).hexdigest()
            manifest["files"][name] = {"size": len(content), "sha256": digest}
            new.writestr(name, content)
        for name in old.namelist():
            if name != "manifest.json" and name in manifest["files"]:
                new.writestr(name, old.read(name))
        new.writestr("manifest.json", json.dumps(manifest))
    return other


def day(number: int, hour: int = 20) -> datetime:
    """An evening of November 2026, by the clock on the wall."""
    return timezone.make_aware(datetime(2026, 11, 1, hour) + timedelta(days=number - 1))


def named(moments: list[datetime], reason: str) -> list[shelf.Shelved]:
    return [
        shelf.Shelved(Path(shelf.name_of(moment, reason)), moment, reason, 1) for moment in moments
    ]


def test_seven_days_and_four_weeks_are_kept() -> None:
    every_evening = named([day(n) for n in range(1, 31)], shelf.DAILY)
    twice = named([day(30, 12)], shelf.DAILY)
    gone = {backup.made_at for backup in shelf.superfluous(every_evening + twice)}
    kept = sorted(backup.made_at.day for backup in every_evening if backup.made_at not in gone)
    # 30 November 2026 is a Monday: the newest of its week, then the Sundays before it.
    assert kept == [15, 22, 24, 25, 26, 27, 28, 29, 30]
    assert day(30, 12) in gone


def test_a_laptop_that_slept_for_months_loses_nothing() -> None:
    thursdays = named([day(n) for n in range(1, 190, 28)], shelf.DAILY)
    assert shelf.superfluous(thursdays) == []


def test_what_somebody_asked_for_is_never_let_go() -> None:
    asked = named([day(n) for n in range(1, 31)], shelf.ASKED)
    risky = named([day(n) for n in range(1, 31)], shelf.MIGRATION)
    assert [backup.reason for backup in shelf.superfluous(asked + risky)] == ["migration"] * 27


@pytest.mark.usefixtures("own_folders")
def test_rotation_touches_nothing_but_backups(own_folders: Path) -> None:
    folder = own_folders / "backups"
    folder.mkdir()
    for backup in named([day(n) for n in range(1, 31)], shelf.DAILY):
        (folder / backup.path).touch()
    (folder / "holiday.zip").touch()
    fresh, old = folder / ".making-fresh", folder / ".making-old"
    for draft in (fresh, old):
        draft.mkdir()
    long_ago = timezone.now().timestamp() - 2 * 86400
    os.utime(old, (long_ago, long_ago))
    assert len(backups_rotate()) == 21
    assert (folder / "holiday.zip").exists()
    assert (fresh.exists(), old.exists()) == (True, False)


@pytest.mark.usefixtures("own_folders")
def test_of_two_in_one_second_the_later_one_stays(own_folders: Path) -> None:
    folder = own_folders / "backups"
    folder.mkdir()
    (first,) = named([day(3)], shelf.DAILY)
    names = [first.path.name, *(first.path.name.replace(".zip", f"-{n}.zip") for n in (2, 10))]
    for name in names:
        (folder / name).touch()
    assert [backup.path.name for backup in shelf.shelved()] == names[::-1]
    backups_rotate()
    assert [path.name for path in folder.iterdir()] == names[-1:]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(BackupError, match=r"pg_nothing is missing.*postgresql-client"):
        _tool("pg_nothing")


# ---------- as somebody at the machine does it ----------


def backups_in(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "backups").iterdir())


@only_sqlite
def test_from_one_machine_to_an_empty_one(house: Path, tmp_path: Path) -> None:
    (older,) = backups_in(house)
    made = manage("backup", data=house)
    assert made.returncode == 0, made.stderr
    (name,) = set(backups_in(house)) - {older}
    assert name in made.stdout
    other = tmp_path / "other"
    done = manage("restore", str(house / "backups" / name), data=other)
    assert done.returncode == 0, done.stderr
    assert "1 tables, 1 campaigns, 1 people" in done.stdout
    assert (other / "secret_key").read_text() == (house / "secret_key").read_text()
    checked = manage("verify", data=other)
    assert checked.returncode == 0, checked.stdout
    assert "1 tables with 9 entries" in checked.stdout


@only_sqlite
def test_a_file_to_take_along(house: Path, tmp_path: Path) -> None:
    """In the folder that is named, whole, and no concern of the rotation."""
    before, stick = backups_in(house), tmp_path / "stick"
    missing = manage("backup", "--to", str(stick), data=house)
    assert (missing.returncode, f"There is no folder {stick}, " in missing.stderr) == (1, True)
    assert not stick.exists()
    stick.mkdir()
    made = manage("backup", "--to", str(stick), data=house)
    assert made.returncode == 0, made.stderr
    assert "That folder is on the same disk as the site" in made.stdout
    (file,) = stick.iterdir()
    assert str(file) in made.stdout
    assert backups_in(house) == before
    assert manage("restore", str(file), data=tmp_path / "other").returncode == 0
    refused = manage("backup", "--daily", "--to", str(stick), data=house)
    assert (refused.returncode, len(list(stick.iterdir()))) == (1, 1)


@pytest.mark.usefixtures("own_folders")
def test_it_is_known_which_backups_die_with_the_disk(own_folders: Path, settings: object) -> None:
    assert shelf.is_on_the_same_disk(), "also before there is such a folder"
    elsewhere = Path("/dev/shm")
    if elsewhere.stat().st_dev == own_folders.stat().st_dev:
        pytest.skip("there is one disk alone")
    settings.BACKUP_DIR = elsewhere / "backups"  # type: ignore[attr-defined]
    assert not shelf.is_on_the_same_disk()


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_killed_backup_leaves_no_half_file_and_hinders_no_other(
    house: Path, settings: object
) -> None:
    before = backups_in(house)
    # Something large to write, so that it can be killed in the middle.
    big = house / "files" / "prints" / "big.pdf"
    big.touch()
    os.truncate(big, 500_000_000)
    with open(os.devnull, "r+b") as nothing:
        process = nest().fork(
            ["manage.py", "backup"],
            os.environ | {"DATA_DIR": str(house), "DATABASE_URL": ""},
            (nothing.fileno(), nothing.fileno(), 2),
        )
    while not any((house / "backups").glob(".making-*/backup.zip")):
        assert process.poll() is None, "it was too fast to be killed"
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert [name for name in backups_in(house) if name.endswith(".zip")] == before
    settings.BACKUP_DIR = house / "backups"  # type: ignore[attr-defined]
    for path in (house / "backups" / before[0], backup_make()):
        assert backup_check(path).engine == ENGINE


@only_sqlite
def test_a_disk_that_takes_no_more_costs_no_older_backup(house: Path) -> None:
    before = backups_in(house)
    size = (house / "backups" / before[0]).stat().st_size
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", "--daily"],
        cwd=ROOT,
        env=os.environ | {"DATA_DIR": str(house), "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2)),
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "cannot be" in done.stderr
    assert backups_in(house) == before


@only_sqlite
def test_a_migration_is_preceded_by_a_backup(house: Path) -> None:
    desk, before = Site(house), backups_in(house)
    with closing(desk):
        desk.manage("migrate", "keeping", "zero", "--without-backup")
        assert backups_in(house) == before
        assert "keeping.0001" in desk.manage("migrate", "--plan")
        assert backups_in(house) == before
        desk.manage("migrate")
        (name,) = set(backups_in(house)) - set(before)
        assert name.endswith("-migration.zip")
        backup_check(house / "backups" / name)
        desk.manage("migrate")
    assert backups_in(house) == [*before, name], "nothing to migrate, nothing to back up"


@only_sqlite
def test_the_guide_tells_an_update_that_changes_the_database_from_one_that_does_not(
    house: Path,
) -> None:
    """Of several servers: by the command it names, and by the words it says to look for."""
    updating = (ROOT / "docs" / "operating.md").read_text().split("**Updating:**")[1]
    command = re.search(r"manage\.py (.+?) +# web1", updating)
    words = re.search(r'Where that says "(.+?)", restart', updating)
    assert command is not None
    assert words is not None
    with closing(Site(house)) as desk:
        assert words[1] in desk.manage(*command[1].split())
        desk.manage("migrate", "keeping", "zero", "--without-backup")
        changes = desk.manage(*command[1].split())
        assert words[1] not in changes
        assert "keeping.0001" in changes
        assert "keeping.0001" in desk.manage(*command[1].split()), "looking changes nothing"


@pytest.fixture
def _newer_database(transactional_db: None) -> Iterator[None]:
    newer = MigrationRecorder.Migration.objects.create(app="companion", name="9999_the_future")
    yield
    newer.delete()


NEWER = "made by a newer Safehouse (it has companion.9999_the_future)"


@pytest.mark.usefixtures("_newer_database", "own_folders")
@pytest.mark.parametrize("command", ["migrate", "verify", "clean", "keeper"])
def test_code_older_than_the_database_says_so_and_stops(command: str) -> None:
    with pytest.raises(CommandError, match=re.escape(NEWER)):
        call_command(command)


@pytest.mark.usefixtures("_newer_database", "own_folders")
def test_code_older_than_the_database_can_still_keep_it() -> None:
    call_command("backup")
    (backup,) = shelf.shelved()
    assert "9999_the_future" in backup_check(backup.path).migrations["companion"]


@only_sqlite
def test_a_site_older_than_its_database_says_so_and_does_not_open(house: Path) -> None:
    with closing(sqlite3.connect(house / "safehouse.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
            ("companion", "9999_the_future", "2026-01-01"),
        )
    done = manage("serve", data=house, PORT=str(free_port()))
    assert done.returncode == 1
    assert NEWER in done.stderr
    assert "Traceback" not in done.stderr
