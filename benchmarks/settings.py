"""The site as it is, with the floor to measure it against at an address of its own."""

from config.settings import *  # noqa: F403
from config.settings import BASE_DIR, TEMPLATES

ROOT_URLCONF = "benchmarks.urls"
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], BASE_DIR / "benchmarks" / "templates"]  # type: ignore[misc]
