"""How each kind of database is dumped while it is used, checked, and brought back."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from django.db import connection

from campaigns.keeping.backups.archive import BackupError, flush_folder

STOP_FIRST = "Somebody uses the database. Stop the site and its workers, then try again."


class Dump(NamedTuple):
    """A database at one moment: the file, the rows of each table, the migrations by app."""

    path: Path
    counts: dict[str, int]
    migrations: dict[str, list[str]]


class Database(Protocol):
    """The same questions to either kind."""

    engine: str
    dump_name: str

    def size(self) -> int:
        """Bytes it takes."""

    def is_empty(self) -> bool:
        """Nothing in it that anybody could miss."""

    def dump(self, folder: Path) -> Dump:
        """Write it to a file there, as it is at one moment; nobody else waits for that."""

    def load(self, dump: Path) -> None:
        """Put the dump in its place, all of it or nothing. The dump may be used up."""


def database() -> Database:
    """Return the database of this site."""
    if connection.vendor == "sqlite":
        return Sqlite(Path(connection.settings_dict["NAME"]))
    return Postgres(connection.settings_dict)


def _by_app(rows: list[tuple[str, str]]) -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in rows:
        applied.setdefault(app, []).append(name)
    return applied


class Sqlite:
    """One file. `VACUUM INTO` copies it as of one moment while others go on writing."""

    engine, dump_name = "sqlite", "database.sqlite3"

    def __init__(self, path: Path) -> None:
        self.path = path

    def size(self) -> int:
        beside = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(file.stat().st_size for file in beside if file.exists())

    def is_empty(self) -> bool:
        if not self.path.exists():
            return True
        with closing(sqlite3.connect(self.path)) as source:
            return not _has_people(source)

    def dump(self, folder: Path) -> Dump:
        path = folder / self.dump_name
        try:
            with closing(sqlite3.connect(self.path, timeout=20)) as source:
                source.execute("VACUUM INTO ?", (str(path),))
            with closing(sqlite3.connect(path)) as copy:
                return Dump(path, _counts(copy), _migrations(copy))
        except sqlite3.Error as error:
            raise BackupError(f"The database cannot be copied: {error}.") from error

    def load(self, dump: Path) -> None:
        connection.close()
        with self._alone():
            os.replace(dump, self.path)
            flush_folder(self.path.parent)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else has the database open: whoever did would go on writing to the old one.

        Leaving the write-ahead log is granted to the last connection only, and takes its two
        companion files away. The lock is held until the new file has the old one's name.
        """
        if not self.path.exists():
            yield
            return
        try:
            with closing(sqlite3.connect(self.path, timeout=0, isolation_level=None)) as old:
                old.execute("PRAGMA journal_mode=DELETE")
                old.execute("BEGIN EXCLUSIVE")
                yield
        except sqlite3.OperationalError as error:
            raise BackupError(f"{STOP_FIRST} ({error})") from error


def _has_people(copy: sqlite3.Connection) -> bool:
    try:
        return copy.execute("SELECT 1 FROM people_person LIMIT 1").fetchone() is not None
    except sqlite3.OperationalError:
        return False  # not even that table


def _counts(copy: sqlite3.Connection) -> dict[str, int]:
    tables = copy.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
        "ESCAPE '\\' ORDER BY name"
    )
    # The names come from the database itself.
    count = 'SELECT COUNT(*) FROM "{}"'
    return {name: copy.execute(count.format(name)).fetchone()[0] for (name,) in list(tables)}


def _migrations(copy: sqlite3.Connection) -> dict[str, list[str]]:
    return _by_app(copy.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall())


class Postgres:
    """PostgreSQL's own tools do the work; here they are called and asked how it went."""

    engine, dump_name = "postgresql", "database.dump"

    def __init__(self, config: dict[str, Any]) -> None:
        names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "NAME": "PGDATABASE"}
        connecting = {names[key]: str(config[key]) for key in names if config.get(key)}
        # By the environment, where other users of the machine cannot read it.
        password = {"PGPASSWORD": config["PASSWORD"]} if config.get("PASSWORD") else {}
        self.environment = os.environ | connecting | password

    def size(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])

    def is_empty(self) -> bool:
        if "people_person" not in connection.introspection.table_names():
            return True
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM people_person LIMIT 1")
            return cursor.fetchone() is None

    def dump(self, folder: Path) -> Dump:
        path = folder / self.dump_name
        own: Any = connection.copy()
        try:
            own.set_autocommit(False)
            with own.cursor() as cursor:
                # pg_dump and the counting see the database at the very same moment.
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                cursor.execute("SELECT pg_export_snapshot()")
                moment = cursor.fetchone()[0]
                self._run("pg_dump", "--format=custom", f"--snapshot={moment}", f"--file={path}")
                counts = {}
                for table in sorted(own.introspection.table_names(cursor)):
                    cursor.execute(f"SELECT COUNT(*) FROM {own.ops.quote_name(table)}")  # noqa: S608
                    counts[table] = cursor.fetchone()[0]
                cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
                return Dump(path, counts, _by_app(cursor.fetchall()))
        finally:
            own.close()

    def load(self, dump: Path) -> None:
        """In one transaction: what was there goes and what was kept comes, or neither."""
        script = dump.with_suffix(".sql")
        self._run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(dump))
        self.refuse_company()
        connection.close()
        self._run(
            *("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1"),
            *("--command=DROP SCHEMA public CASCADE; CREATE SCHEMA public;", f"--file={script}"),
        )

    def refuse_company(self) -> None:
        """A site that runs would go on with what it remembers of the old database."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            if cursor.fetchone()[0]:
                raise BackupError(STOP_FIRST)

    def _run(self, tool: str, *arguments: str) -> str:
        return _run(tool, *arguments, environment=self.environment)


def _run(tool: str, *arguments: str, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own tools
        [_tool(tool), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"{tool} failed: {done.stderr.strip()}")
    return done.stdout


def _tool(name: str) -> str:
    """Return a program of PostgreSQL; where it is missing, how to get it."""
    own = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    program = shutil.which(name) or (str(own[-1]) if own else None)
    if program is None:
        raise BackupError(f"{name} is missing. On Debian: apt install postgresql-client")
    return program


def check_dump(engine: str, dump: Path, counts: dict[str, int]) -> None:
    """Open a dump; `BackupError` unless it is sound and holds the tables and rows it should."""
    is_whole = _is_whole_sqlite if engine == Sqlite.engine else _is_whole_postgres
    if not is_whole(dump, counts):
        raise BackupError("The database in the backup is damaged.")


def _is_whole_sqlite(dump: Path, counts: dict[str, int]) -> bool:
    try:
        with closing(sqlite3.connect(dump)) as copy:
            is_sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            is_related = copy.execute("PRAGMA foreign_key_check").fetchone() is None
            return is_sound and is_related and _counts(copy) == counts
    except sqlite3.Error as error:
        raise BackupError(f"The database in the backup cannot be read: {error}.") from error


def _is_whole_postgres(dump: Path, counts: dict[str, int]) -> bool:
    """Without a server only the tables are seen; the dump's checksum vouches for the rows."""
    lines = _run("pg_restore", "--list", str(dump)).splitlines()
    return {line.split()[6] for line in lines if " TABLE DATA " in line} == set(counts)
