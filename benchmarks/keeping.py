"""Keeping: a backup and a check of every log against the least they can cost.

`python -m benchmarks.keeping 100` says in seconds and megabytes what so many evenings take.
"""

import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import often

if TYPE_CHECKING:
    from benchmarks.commands import Result
    from companion.models import Seat

EVENINGS, TAPS = often(20), often(300, 7)
TAPS_MEANWHILE = often(60)


def evening() -> "Seat":
    """A table as a group leaves it: three hundred entries, a spawn among every six."""
    from benchmarks.commands import new_seat, tap
    from companion import services
    from companion.models import Table
    from rules.mechanics.rounds import PhaseNext

    seat = new_seat()
    for number in range(TAPS):
        if number % 6:
            tap(seat)
            continue
        seen = Table.objects.values_list("version", flat=True).get(pk=seat.table_id)
        command = PhaseNext(id=uuid.uuid4().hex, seen=seen, overrule=True)
        services.command_submit(table_id=seat.table_id, seat=seat, command=command)
    return seat


def _replay_only() -> float:
    """The rules alone, on the same entries: what a check must cost at least."""
    from companion.models import LogEntry
    from rules import carry_out, decode_any_state, decode_command, pack_of

    spent = 0.0
    for entry in LogEntry.objects.filter(kind="do").iterator(chunk_size=100):
        state = decode_any_state(entry.state_before_json)
        command, pack = decode_command(state.game, entry.command_json), pack_of(state)
        started = time.perf_counter()
        carry_out(state, command, pack)
        spent += time.perf_counter() - started
    return spent


def _verify() -> float:
    from campaigns.keeping.checking.selectors import findings

    started = time.perf_counter()
    assert list(findings()) == []
    return time.perf_counter() - started


def _backup() -> tuple[float, Path]:
    from campaigns.keeping.backups.services import backup_make

    started = time.perf_counter()
    path = backup_make()
    return time.perf_counter() - started, path


def _copy() -> float:
    """The bytes of the database written once more: the least a copy of it can cost."""
    from django.db import connection

    source = Path(connection.settings_dict["NAME"])
    target = source.with_name("copied")
    started = time.perf_counter()
    shutil.copyfile(source, target)
    with target.open("rb") as file:
        os.fsync(file.fileno())
    spent = time.perf_counter() - started
    target.unlink()
    return spent


def _taps(seat: "Seat", while_it_runs: threading.Event | None = None) -> list[float]:
    """How long single taps take; as many as asked for, or as long as something else runs."""
    from benchmarks.commands import tap

    spent: list[float] = []
    while len(spent) < TAPS_MEANWHILE or (while_it_runs and not while_it_runs.is_set()):
        started = time.perf_counter()
        tap(seat)
        spent.append(time.perf_counter() - started)
        time.sleep(0.005)
    return spent


def _taps_during_backups(seat: "Seat") -> list[float]:
    from django.db import connection

    is_over = threading.Event()

    def back_up() -> None:
        for _ in range(3):
            _backup()
        connection.close()
        is_over.set()

    other = threading.Thread(target=back_up)
    other.start()
    spent = _taps(seat, is_over)
    other.join()
    return spent


def run() -> "list[Result]":
    from benchmarks.commands import Result

    seats = [evening() for _ in range(EVENINGS)]
    alone = statistics.median(_taps(seats[0]))
    meanwhile = statistics.median(_taps_during_backups(seats[0]))
    return [
        Result("check of every log / the rules alone", _verify() / _replay_only(), 10),
        Result("backup / copy of the database file", _backup()[0] / _copy(), None),
        Result("tap while a backup is made / tap", meanwhile / alone, 5),
    ]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS
    with tempfile.TemporaryDirectory(prefix="safehouse-bench-") as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        from campaigns.keeping.backups.databases import database
        from campaigns.keeping.backups.services import backup_restore

        call_command("migrate", verbosity=0)
        for _ in range(count):
            evening()
        connection.close()
        spent, path = _backup()
        print(f"{count} evenings of {TAPS} entries: database {database().size() / 1e6:.0f} MB")
        print(f"backup   {spent:6.1f} s, {path.stat().st_size / 1e6:.0f} MB")
        started = time.perf_counter()
        backup_restore(path)
        print(f"restore  {time.perf_counter() - started:6.1f} s, with a backup of what was there")
        print(f"verify   {_verify():6.1f} s")


if __name__ == "__main__":
    main()
