"""Wiring only: settings, URLs, the ASGI router and the Celery app."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]

# Python looks for what has become unused after every 700 new objects. A start makes half a million
# that stay, and a page thousands that go by themselves.
gc.set_threshold(50_000)
