"""One flush of SQLite's write-ahead log for all commits that wait for one (docs/adr/0026)."""

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

from django.db import OperationalError


def put_on_disk(file: int) -> None:
    """Return once the disk has what was written to that file; raise `OSError` if it has not."""
    getattr(os, "fdatasync", os.fsync)(file)


class SharedFlush:
    """The flush of one database in this process: whoever needs one takes part in the next."""

    def __init__(self, database: Path) -> None:
        self.log = database.with_name(f"{database.name}-wal")
        self._news = threading.Condition()
        self._begun = self._done = 0
        self._is_flushing = self._has_failed = False
        self._file: int | None = None

    def wait(self) -> None:
        """Return once all that was committed before is on the disk.

        That takes a flush that begins after this call. After a failed one nobody knows what the
        disk has, nor would another tell: whoever waits is refused, and the process ends.
        """
        with self._news:
            wanted = self._begun + 1
            while self._done < wanted:
                if self._has_failed:
                    raise OperationalError("the write-ahead log cannot be flushed")
                if self._is_flushing:
                    self._news.wait()
                else:
                    self._flush_for_all()

    def leave(self) -> None:
        """Close the file, as a forked process does with what it has from its parent."""
        if self._file is not None:
            os.close(self._file)

    def _flush_for_all(self) -> None:
        """Flush with the others let in, so that they can wait for the next one."""
        self._begun += 1
        self._is_flushing = True
        self._news.release()
        try:
            self._flush()
        except OSError:
            self._has_failed = True
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            self._news.acquire()
            self._is_flushing = False
            self._done = self._done if self._has_failed else self._begun
            self._news.notify_all()

    def _flush(self) -> None:
        """Flush the log that is there now: a new one may have taken the place of the last."""
        try:
            there = os.stat(self.log)
        except FileNotFoundError:
            return  # whoever closed the database last has put all of it in place, and flushed that
        if self._file is None or not os.path.samestat(os.fstat(self._file), there):
            self.leave()
            self._file = None
            with suppress(FileNotFoundError):
                self._file = os.open(self.log, os.O_RDWR | os.O_CLOEXEC)
            if self._file is None:
                return
            folder = os.open(self.log.parent, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.fsync(folder)  # the name of a new file, too
            finally:
                os.close(folder)
        put_on_disk(self._file)
