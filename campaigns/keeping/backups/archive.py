"""The one file of a backup: a zip with a manifest that says what must be in it.

Written aside, flushed to the disk and opened again before it gets its name: there is never half
a backup under a name that looks like a whole one.
"""

import hashlib
import os
import shutil
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

FORMAT = "safehouse.backup"
VERSION = 1
MANIFEST = "manifest.json"
KEY = "secret_key"
FILES = "files/"
PIECE = 1024 * 1024
# Prints are compressed already; for a database it is worth the time.
PACKED_ALREADY = (".pdf", ".dump")


class BackupError(Exception):
    """A backup could not be made, read or brought back; says why, and that nothing changed."""


class Kept(msgspec.Struct, frozen=True):
    """The size and hash that a file of the backup must have."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of a backup, and its content."""

    format: str
    version: int
    made_at: datetime
    safehouse: str
    engine: str
    """`sqlite` or `postgresql`: the database the dump is of."""
    dump: str
    migrations: dict[str, list[str]]
    counts: dict[str, int]
    """Rows of each table of the database."""
    files: dict[str, Kept]


class Opened:
    """A backup open for reading."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.manifest = _manifest(archive)

    def text(self, name: str) -> str:
        return self.archive.read(name).decode()

    def extract(self, name: str, target: Path) -> None:
        """Write one file of the backup to `target`, flushed to the disk."""
        target.parent.mkdir(parents=True, exist_ok=True)
        with self.archive.open(name) as source, _new_file(target) as out:
            shutil.copyfileobj(source, out, PIECE)

    def files(self) -> list[str]:
        """Return the names of prints and other stored files, as they are in the backup."""
        return [name for name in self.manifest.files if name.startswith(FILES)]

    def check(self) -> None:
        """Every file that the manifest names is there, to the letter, and no other."""
        names = sorted(self.archive.namelist())
        if names != sorted([MANIFEST, *self.manifest.files]):
            raise BackupError("The backup does not hold the files its manifest names.")
        for name, kept in self.manifest.files.items():
            _safe(name)
            with self.archive.open(name) as file:
                if _digest(file) != kept:
                    raise BackupError(f"{name} in the backup is damaged.")


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """Open the backup at `path`; raise `BackupError` if it is none or damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield Opened(archive)
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {path}.") from error
    except (zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise BackupError(f"{path} is not a whole backup: {error}.") from error


def write(path: Path, manifest: Manifest, files: Iterable[tuple[str, Path | bytes]]) -> None:
    """Write the backup, mode 600, flushed to the disk; the manifest learns what went in.

    A stored file that is gone by now was removed while the backup was made: it is left out.
    """
    kept: dict[str, Kept] = {}
    with (
        _new_file(path) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive,
    ):
        for name, content in files:
            with suppress(FileNotFoundError):
                kept[name] = _add(archive, name, content)
        whole = msgspec.structs.replace(manifest, files=kept)
        archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(whole)))


def _add(archive: zipfile.ZipFile, name: str, content: Path | bytes) -> Kept:
    if isinstance(content, bytes):
        archive.writestr(name, content)
        return Kept(len(content), hashlib.sha256(content).hexdigest())
    entry = zipfile.ZipInfo.from_file(content, name, strict_timestamps=False)
    entry.compress_type = (
        zipfile.ZIP_STORED if content.suffix in PACKED_ALREADY else zipfile.ZIP_DEFLATED
    )
    digest, size = hashlib.sha256(), 0
    with content.open("rb") as source, archive.open(entry, "w") as target:
        while piece := source.read(PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return Kept(size, digest.hexdigest())


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    try:
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
    except (KeyError, msgspec.DecodeError) as error:
        raise BackupError("This is not a backup of Safehouse.") from error
    if manifest.format != FORMAT:
        raise BackupError("This is not a backup of Safehouse.")
    if manifest.version > VERSION:
        raise BackupError("A newer Safehouse made this backup: bring it back with that one.")
    return manifest


def _safe(name: str) -> None:
    """A name in a backup never leads out of the folder it is unpacked in."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise BackupError(f"The backup holds a file with a forbidden name: {name!r}.")


def _digest(file: IO[bytes]) -> Kept:
    digest, size = hashlib.sha256(), 0
    while piece := file.read(PIECE):
        digest.update(piece)
        size += len(piece)
    return Kept(size, digest.hexdigest())


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file for its owner only, on the disk when the block ends."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """A new name in a folder is on the disk only when the folder itself is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
