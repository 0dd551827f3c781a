"""The file broker of the embedded default, which a full disk cannot break for good.

kombu's own writes files in place: a disk that is full leaves half of one, and whoever reads it
dies of it, at every start. Here a file is whole or not there, and what cannot be read is dropped:
the rows of the jobs are the truth, and the sweep sends for them again (docs/adr/0006).
"""

import json
import logging
import os
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger("safehouse.broker")

WAIT_SECONDS = 0.2


def _write_whole(file: Path, text: str) -> None:
    draft = file.with_name(f".{file.name}.{uuid4().hex}")
    try:
        draft.write_text(text)
        os.replace(draft, file)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


class Channel(filesystem.Channel):  # type: ignore[misc]
    def get_table(self, exchange: str) -> list[Any]:
        """Return the queues of an exchange: none, if its file is broken."""
        try:
            table = loads(self._exchange_file(exchange).read_text())
            return [filesystem.exchange_queue_t(*queue) for queue in table]
        except (FileNotFoundError, ValueError, TypeError):
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        bound = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        queues = self.get_table(exchange)
        if bound not in queues:
            self.control_folder.mkdir(parents=True, exist_ok=True)
            _write_whole(self._exchange_file(exchange), dumps([bound, *queues]))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        folder = Path(self.data_folder_out)
        folder.mkdir(parents=True, exist_ok=True)
        _write_whole(folder / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg", dumps(payload))

    def _get(self, queue: str) -> Any:
        """Return the oldest message that can be read; the others are dropped."""
        folder = Path(self.data_folder_in)
        for file in sorted(folder.glob(f"*.{queue}.msg")):
            if file.name.partition(".")[2] != f"{queue}.msg":
                continue  # of a queue whose name ends like this one's
            taken = file.with_name(f".{file.name}.taken")
            try:
                os.replace(file, taken)  # one worker gets it
                text = taken.read_text()
                taken.unlink()
            except OSError:
                continue
            try:
                return loads(text)
            except json.JSONDecodeError:
                log.warning("message dropped: it cannot be read", extra={"file": file.name})
        raise Empty


class Transport(filesystem.Transport):  # type: ignore[misc]
    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Wait for a message, but not long: in between, a worker hears that it is to stop.

        Celery would wait two seconds and, once it knows, two more.
        """
        if timeout is not None:
            timeout = min(timeout, WAIT_SECONDS)
        super().drain_events(connection, timeout=timeout)
