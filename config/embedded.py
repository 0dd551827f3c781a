"""What the embedded default makes for itself, once."""

import os
import secrets
from pathlib import Path


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
