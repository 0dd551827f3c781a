"""The robot reads pages as a server serves them: each template is compiled once."""

import copy
from collections.abc import Iterator
from itertools import count

import pytest
from django.conf import settings as site
from django.test import override_settings


@pytest.fixture(autouse=True, scope="session")
def _templates_are_compiled_once() -> Iterator[None]:
    templates = copy.deepcopy(site.TEMPLATES)
    templates[0]["OPTIONS"]["loaders"] = [
        ("companion.frame.squeeze.CachedLoader", site.TEMPLATE_LOADERS)
    ]
    with override_settings(TEMPLATES=templates):
        yield


@pytest.fixture(autouse=True)
def _same_decks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The robot's evenings are the same each time: only the seed of the decks is chosen for it."""
    numbers = count(1)
    monkeypatch.setattr("secrets.token_hex", lambda size=16: f"{next(numbers):0{2 * size}x}")
