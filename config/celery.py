"""The Celery app. Tasks live in their rooms as `@shared_task`."""

import os
from pathlib import Path

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["filesystem"] = "config.broker:Transport"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "config.redis_broker:Transport"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("safehouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_configure.connect  # type: ignore[untyped-decorator]
def make_broker_folders(sender: Celery, **kwargs: object) -> None:
    """The filesystem broker expects its folders to be there."""
    options = sender.conf.broker_transport_options or {}
    for name in ("data_folder_in", "data_folder_out", "control_folder"):
        if folder := options.get(name):
            Path(folder).mkdir(parents=True, exist_ok=True)
