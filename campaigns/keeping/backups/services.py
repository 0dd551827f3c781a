"""Make a backup, let old ones go, bring one back."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from campaigns.keeping.backups import archive, shelf
from campaigns.keeping.backups.archive import BackupError, Manifest, Opened
from campaigns.keeping.backups.databases import Database, Sqlite, check_dump, database
from campaigns.keeping.backups.moving import move_rows
from companion.frame.database_age import unknown_here


def backup_make(reason: str = shelf.ASKED, *, to: Path | None = None) -> Path:
    """A backup under its name in `BACKUP_DIR`, or in `to`, checked by opening it. Old ones stay as
    they are.

    Safe while the site is used: what is written meanwhile is in the next one.
    """
    folder, source = to or Path(settings.BACKUP_DIR), database()
    made_at = timezone.now()
    with _told_in_words():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_space(folder, source)
        with tempfile.TemporaryDirectory(dir=folder, prefix=shelf.DRAFT) as name:
            draft = Path(name)
            dump = source.dump(draft)
            manifest = Manifest(
                format=archive.FORMAT,
                version=archive.VERSION,
                made_at=made_at,
                safehouse=settings.SAFEHOUSE_VERSION,
                engine=source.engine,
                dump=source.dump_name,
                migrations=dump.migrations,
                counts=dump.counts,
                files={},
            )
            archive.write(draft / "backup.zip", manifest, _contents(source, dump.path))
            dump.path.unlink()
            backup_check(draft / "backup.zip", inside=draft)
            target = _free_name(folder, shelf.name_of(made_at, reason))
            os.rename(draft / "backup.zip", target)
            archive.flush_folder(folder)
    return target


def _contents(source: Database, dump: Path) -> Iterator[tuple[str, Path | bytes]]:
    """The dump first: whatever file is missing afterwards, the database speaks of it no longer."""
    yield source.dump_name, dump
    yield archive.KEY, settings.SECRET_KEY.encode()
    stored = Path(settings.MEDIA_ROOT)
    for path in sorted(stored.rglob("*")):
        if path.is_file():
            yield f"{archive.FILES}{path.relative_to(stored).as_posix()}", path


def _check_space(folder: Path, source: Database) -> None:
    """The dump, the backup and the dump taken out again to look at it are there at one time."""
    needed = 2 * source.size() + size_of(Path(settings.MEDIA_ROOT))
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupError(
            f"A backup needs about {_megabytes(needed)} in {folder}, where {_megabytes(free)} "
            "are free. The older backups are untouched."
        )


def size_of(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.0f} MB"


def _free_name(folder: Path, name: str) -> Path:
    """Two backups within a second are two files."""
    target, number = folder / name, 1
    while target.exists():
        number += 1
        target = folder / name.replace(".zip", f"-{number}.zip")
    return target


@contextmanager
def _told_in_words() -> Iterator[None]:
    """Raise a full or read-only disk as a reason in words, not as a traceback."""
    try:
        yield
    except OSError as error:
        raise BackupError(f"It cannot be written: {error}. Nothing has changed.") from error


def backup_check(path: Path, *, inside: Path | None = None) -> Manifest:
    """Open a backup and look: every file to the letter, the database sound. Else `BackupError`.

    `inside` is the folder where the database may be unpacked to be looked at.
    """
    with archive.opened(path) as backup:
        backup.check()
        manifest = backup.manifest
        with tempfile.TemporaryDirectory(dir=inside) as name:
            dump = Path(name) / manifest.dump
            backup.extract(manifest.dump, dump)
            check_dump(manifest.engine, dump, manifest.counts)
        return manifest


def backups_rotate() -> list[Path]:
    """Let the backups go that the rotation no longer keeps; returns them."""
    for draft in shelf.abandoned():
        shutil.rmtree(draft, ignore_errors=True)
    gone = [backup.path for backup in shelf.superfluous(shelf.shelved())]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def backup_restore(path: Path) -> tuple[Manifest, Path | None]:
    """Bring a backup back; first back up what is there, unless there is nothing to miss.

    Returns the backup's manifest and the backup of what was there. Whatever is wrong with the
    file is found before anything is touched.
    """
    target = database()
    with _told_in_words():
        manifest = backup_check(path)
        _refuse_foreign(manifest, target)
        own = None if target.is_empty() else backup_make(shelf.RESTORE)
        with archive.opened(path) as backup:
            _load(backup, target)
            _bring_files(backup)
            _bring_key(backup)
    return manifest, own


def _refuse_foreign(manifest: Manifest, target: Database) -> None:
    if newer := unknown_here(manifest.migrations):
        raise BackupError(
            f"A newer Safehouse made this backup (it knows {newer[0]}). Update first; "
            "nothing has changed."
        )
    if manifest.engine not in (target.engine, Sqlite.engine):
        raise BackupError(
            "This backup is of a PostgreSQL database: set DATABASE_URL to one. Nothing has changed."
        )


def _load(backup: Opened, target: Database) -> None:
    """Beside the database, so that taking its place is one rename."""
    beside = Path(settings.DATA_DIR)
    with tempfile.TemporaryDirectory(dir=beside, prefix=".restoring-") as name:
        dump = Path(name) / backup.manifest.dump
        backup.extract(backup.manifest.dump, dump)
        if backup.manifest.engine == target.engine:
            target.load(dump)
        else:
            move_rows(dump)
    connection.close()


def _bring_files(backup: Opened) -> None:
    """All stored files at once: the new folder takes the place of the old one."""
    stored = Path(settings.MEDIA_ROOT)
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restoring-") as name:
        new = Path(name) / "new"
        new.mkdir(mode=0o700)
        for file in backup.files():
            backup.extract(file, new / file.removeprefix(archive.FILES))
        if stored.exists():
            os.rename(stored, Path(name) / "old")
        os.rename(new, stored)


def _bring_key(backup: Opened) -> None:
    """Cookies and links stay valid. A key that the environment names stays what it is."""
    path = Path(settings.DATA_DIR) / "secret_key"
    if settings.SECRET_KEY_IS_OURS:
        draft = path.with_name("secret_key.restored")
        draft.unlink(missing_ok=True)
        backup.extract(archive.KEY, draft)
        os.replace(draft, path)
