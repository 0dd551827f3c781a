"""What the embedded default makes for itself, once."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


@contextmanager
def lying_in(folder: Path) -> Iterator[None]:
    """Make what the block makes in DATA_DIR; a sentence says why that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATA_DIR={folder}: a folder is needed in which this user may write "
            f"({error.filename}: {error.strerror})."
        ) from error


def embedded_secret_key(path: Path) -> str:
    """Return the key stored at `path`, making it (mode 600) the first time.

    Safe when the server and its worker start together: the first writer wins, both read it.
    """
    try:
        return path.read_text()
    except FileNotFoundError:
        pass
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(64))
        file.flush()
        os.fsync(descriptor)
    try:
        os.link(draft, path)  # unlike a rename, refuses to replace a key that is already there
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text()


def private_file(path: Path) -> None:
    """Make a file for its owner only, or put it right if it is there and ours.

    SQLite gives the files it lays beside a database the mode of the database.
    """
    with suppress(OSError):  # somebody else's, or read-only: the database says so in its own words
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            beside = path.with_name(name)
            if beside.exists() and beside.stat().st_mode & 0o077:
                beside.chmod(0o600)
