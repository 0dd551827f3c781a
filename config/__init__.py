"""Wiring only: settings, URLs, the ASGI router and the Celery app."""

import gc
import sys
from types import TracebackType

from django.core.exceptions import ImproperlyConfigured

from config.celery import app as celery_app

__all__ = ["celery_app"]


def _say_why(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tell a refused setting in a sentence, whichever program reads the settings."""
    if issubclass(kind, ImproperlyConfigured):
        print(f"Safehouse cannot start. {error}", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _say_why

# Python looks for what has become unused after every 700 new objects. A start makes half a million
# that stay, and a page thousands that go by themselves.
gc.set_threshold(50_000)
