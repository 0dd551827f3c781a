from pathlib import Path

import pytest

from tests.site import Site, copy_data


@pytest.fixture
def own_folders(settings: object, tmp_path: Path) -> Path:
    """Files, key and backups of this test alone; the database is the test's anyway."""
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    settings.MEDIA_ROOT = tmp_path / "files"  # type: ignore[attr-defined]
    settings.BACKUP_DIR = tmp_path / "backups"  # type: ignore[attr-defined]
    return tmp_path


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with something in it, and with yesterday's backup of that."""
    data = tmp_path_factory.mktemp("furnished")
    house = Site(data)
    house.run("from tests.keeping.kit import furnish; furnish()")
    house.manage("backup", "--daily")
    house.close()
    return data


@pytest.fixture
def house(furnished: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may do anything with."""
    copy_data(furnished, tmp_path / "house")
    return tmp_path / "house"
