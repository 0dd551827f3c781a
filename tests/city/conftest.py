"""City of Horror by its pages: many of them."""

import pytest


@pytest.fixture(autouse=True)
def _compiled_templates(settings: object) -> None:
    """As on a server: a whole game shows a few hundred pages."""
    found = [*settings.TEMPLATES]  # type: ignore[attr-defined]
    loaders = ["django.template.loaders.filesystem.Loader"]
    cached = [("django.template.loaders.cached.Loader", loaders)]
    settings.TEMPLATES = [  # type: ignore[attr-defined]
        {**found[0], "OPTIONS": {**found[0]["OPTIONS"], "loaders": cached}}
    ]
