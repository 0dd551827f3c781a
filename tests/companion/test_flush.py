"""Writers share a flush: none is answered before the disk has what it wrote."""

import os
import shutil
import signal
import sqlite3
import threading
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, connection, connections, transaction

from companion import flush, services, writing
from companion.flush import SharedFlush, put_on_disk
from companion.models import Seat
from companion.people.models import Person
from companion.writing import write_transaction
from rules.mechanics.danger import PointsAward
from tests.companion.test_race import PHONES, together
from tests.conftest import open_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL groups its own commits"),
]
TAPS = 12


class Disk:
    """The disk as a power cut would leave it: what was in the files as each flush began."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.begun, self.done = folder, 0, 0
        self.database = Path(connection.settings_dict["NAME"])
        self._copy()
        monkeypatch.setattr(flush, "put_on_disk", self.flush)

    def flush(self, file: int) -> None:
        self.begun += 1
        number = self.begun
        with writing._queue.turn(self.database):  # no checkpoint moves pages under the copy
            self._copy()
        put_on_disk(file)
        self.done = number

    def _copy(self) -> None:
        place = self.folder / str(self.begun)
        place.mkdir()
        for name in (self.database.name, f"{self.database.name}-wal"):
            if (self.database.parent / name).exists():
                shutil.copy(self.database.parent / name, place / name)

    def after(self, flushes: int) -> set[str]:
        """Return the taps that are there when the power fails after so many flushes."""
        there = sqlite3.connect(self.folder / str(flushes) / self.database.name)
        try:
            return {row[0] for row in there.execute("SELECT command_id FROM companion_logentry")}
        finally:
            there.close()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setattr(writing, "_flushes", {})
    return Disk(tmp_path, monkeypatch)


@pytest.fixture
def racing_seat() -> Seat:
    return open_table(Person.objects.create_guest(name="Marta")).seats.get()


def tap(seat: Seat) -> str:
    command = PointsAward(id=uuid.uuid4().hex, seen=0, survivor="wanda", amount=1)
    services.command_submit(table_id=seat.table_id, seat=seat, command=command)
    return command.id


def lost(seat: Seat, disk: Disk) -> list[str]:
    """Return the taps of a crowd that were answered and that a power cut right then would take."""
    answered: list[tuple[str, int]] = []

    def phone(_number: int) -> None:
        own = Seat.objects.select_related("table", "person").get(pk=seat.pk)
        for _ in range(TAPS):
            answered.append((tap(own), disk.done))

    together(phone)
    assert len(answered) == PHONES * TAPS
    there = {flushes: disk.after(flushes) for _tap, flushes in answered}
    return [command for command, flushes in answered if command not in there[flushes]]


def test_an_answered_tap_survives_a_power_cut(racing_seat: Seat, disk: Disk) -> None:
    before = disk.done
    assert lost(racing_seat, disk) == []
    assert 0 < disk.done - before < PHONES * TAPS, "several taps share a flush"


def test_answers_before_the_flush_would_be_noticed(
    racing_seat: Seat, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedFlush, "wait", lambda _flush: None)
    assert len(lost(racing_seat, disk)) == PHONES * TAPS


def test_others_are_told_after_the_flush(racing_seat: Seat, disk: Disk) -> None:
    told: list[int] = []
    with write_transaction():
        transaction.on_commit(lambda: told.append(disk.done))
        before = disk.done
        Seat.objects.filter(pk=racing_seat.pk).update(name="Eva")
    assert told == [before + 1]


def test_what_is_taken_back_is_told_to_nobody(racing_seat: Seat, disk: Disk) -> None:
    told: list[int] = []

    def fail() -> None:
        with write_transaction():
            transaction.on_commit(lambda: told.append(1))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with write_transaction():
        Seat.objects.filter(pk=racing_seat.pk).update(name="Eva")
    assert told == []


def test_other_writes_are_flushed_at_once(racing_seat: Seat) -> None:
    with write_transaction(), connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (1,)
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_database_that_is_away_is_told_as_django_tells_it(
    racing_seat: Seat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in SQLite's own words, which nobody answers with 503."""
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"no database" * 1000)
    raw = sqlite3.connect(broken)
    with monkeypatch.context() as patch:
        patch.setattr(connections["default"], "connection", raw)
        with pytest.raises(DatabaseError), write_transaction():
            pytest.fail("nothing is written there")
    raw.close()


def test_a_failed_flush_refuses_all_who_wait_and_ends_the_process(
    racing_seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(writing, "_flushes", {})
    monkeypatch.setattr(flush, "put_on_disk", _broken)
    monkeypatch.setattr(os, "kill", lambda _pid, number: ended.append(number))
    for _ in range(2):
        with pytest.raises(OperationalError):
            tap(racing_seat)
    assert ended == [signal.SIGTERM]


def _broken(_file: int) -> None:
    raise OSError("the disk is broken")


def test_a_log_that_was_replaced_is_opened_anew(tmp_path: Path) -> None:
    """A flush of the file that was there before would succeed and prove nothing."""
    flushed: list[int] = []
    shared, log = SharedFlush(tmp_path / "db"), tmp_path / "db-wal"
    shared.wait()  # there is none: all of it is in the database
    for text in ("old", "new"):
        log.unlink(missing_ok=True)
        log.write_text(text)
        shared.wait()
        assert shared._file is not None
        flushed.append(os.fstat(shared._file).st_ino)
        assert os.path.samestat(os.fstat(shared._file), log.stat())
    shared.leave()


def test_whoever_comes_during_a_flush_waits_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, may_end, order = threading.Semaphore(0), threading.Semaphore(0), []

    def slow(_file: int) -> None:
        begins.release()
        assert may_end.acquire(timeout=20)

    monkeypatch.setattr(flush, "put_on_disk", slow)
    (tmp_path / "db-wal").write_text("")
    shared = SharedFlush(tmp_path / "db")

    def waits(name: str) -> Callable[[], None]:
        def run() -> None:
            shared.wait()
            order.append(name)

        return run

    first = threading.Thread(target=waits("first"))
    first.start()
    assert begins.acquire(timeout=20)
    others = [threading.Thread(target=waits(f"other {n}")) for n in range(3)]
    for other in others:
        other.start()
    may_end.release()
    assert begins.acquire(timeout=20)
    first.join(20)
    assert order == ["first"]
    may_end.release()
    while any(other.is_alive() for other in others):  # one came too late for the second
        may_end.release()
        for other in others:
            other.join(0.05)
    assert shared._done in (2, 3)
    shared.leave()
