from pathlib import Path

import pytest


@pytest.fixture
def own_folders(settings: object, tmp_path: Path) -> Path:
    """Files, key and backups of this test alone; the database is the test's anyway."""
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    settings.MEDIA_ROOT = tmp_path / "files"  # type: ignore[attr-defined]
    settings.BACKUP_DIR = tmp_path / "backups"  # type: ignore[attr-defined]
    return tmp_path
