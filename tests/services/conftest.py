"""What the tests of real workers share."""

from pathlib import Path

import pytest


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """The file a slow print waits for."""
    return tmp_path / "gate"
