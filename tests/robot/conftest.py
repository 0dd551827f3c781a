"""The robot reads pages as a server serves them: each template is compiled once."""

import copy
from collections.abc import Iterator

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
