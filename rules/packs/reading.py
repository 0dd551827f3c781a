"""Reader of TOML files: turns them into records and reports each problem by file and key."""

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from rules.packs.allowed import not_there
from rules.packs.schema.base import Sure
from rules.packs.shape import label, misfits

T = TypeVar("T")


def located(file: str, key: str, text: str) -> str:
    """Return a problem as it is printed: file, key and text."""
    return f"{file}: {key}: {text}" if key else f"{file}: {text}"


class Records(NamedTuple, Generic[T]):
    """A file of records: its head, the records, and the raw tables that could not be read."""

    head: Any
    rows: tuple[T, ...]
    unread: tuple[Mapping[str, Any], ...] = ()


class Folder:
    """The files of one pack. Unreadable parts become problems, never exceptions."""

    def __init__(self, path: Traversable, name: str, problems: list[str]) -> None:
        self.path, self.name, self.problems = path, name, problems
        self.partial: set[str] = set()
        """Files that could not be read completely."""

    def has(self, file: str) -> bool:
        return self.path.joinpath(*file.split("/")).is_file()

    def names(self, within: str = "") -> list[str]:
        """Return the names of the TOML files, sorted; empty if the folder does not exist."""
        folder = self.path.joinpath(within) if within else self.path
        if not folder.is_dir():
            return []
        return sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))

    def problem(self, file: str, key: str, text: str) -> None:
        self.problems.append(located(f"{self.name}/{file}", key, text))

    def table(self, file: str) -> dict[str, Any] | None:
        try:
            text = self.path.joinpath(*file.split("/")).read_text(encoding="utf-8")
            return tomllib.loads(text)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            self.partial.add(file)
            self.problem(file, "", f"cannot be read: {error}")
            return None

    def shaped(self, file: str, key: str, raw: object, kind: type[T]) -> T | None:
        """Return the record; if it does not fit, return None and report a problem for every key."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError:
            self.partial.add(file)
            for where, text in misfits(raw, kind):
                self.problem(file, f"{key}.{where}".strip("."), text)
            return None

    def whole(self, file: str, kind: type[T], *, optional: bool = False) -> T | None:
        """Return a file that is one record; None if unreadable, or `optional` and missing."""
        if optional and not self.has(file):
            return None
        raw = self.table(file)
        return None if raw is None else self.shaped(file, "", raw, kind)

    def _sure(self, file: str, sure: object) -> object:
        """Return the `sure` of a file.

        A wrong one is reported once and replaced, so that not every record repeats the problem.
        """
        if sure is None or self.shaped(file, "sure", sure, Sure) is not None:  # type: ignore[arg-type]
            return sure
        return "inferred"

    def records(
        self,
        file: str,
        key: str,
        record: type[T],
        head: type[Any],
        *,
        optional: bool = False,
        shared: Mapping[str, Mapping[str, Any] | None] | None = None,
    ) -> Records[T]:
        """Return the head of a file and its records, with the file's `sure` as their default.

        Records are read one by one, so that one wrong record does not hide the next. A file that
        says which records it `has` takes those it does not spell from the `shared` ones.
        """
        if optional and not self.has(file):
            return Records(None, ())
        raw = self.table(file)
        if raw is None:
            return Records(None, ())
        rows, sure = raw.pop(key, []), self._sure(file, raw.pop("sure", None))
        if not isinstance(rows, list):
            self.partial.add(file)
            self.problem(file, key, "must be a list of tables")
            rows = []
        read: list[T] = []
        unread: list[dict[str, Any]] = []
        if shared is not None and isinstance(has := raw.get("has"), list):
            rows, unread = self._with_shared(file, key, rows, has, shared)
        for place, row in enumerate(rows):
            if sure is not None and isinstance(row, dict):
                row.setdefault("sure", sure)
            shaped = self.shaped(file, f"{key}[{label(row, place)}]", row, record)
            if shaped is not None:
                read.append(shaped)
            elif isinstance(row, dict):
                unread.append(row)
        return Records(self.shaped(file, "", raw, head), tuple(read), tuple(unread))

    def _with_shared(
        self,
        file: str,
        key: str,
        rows: list[Any],
        has: list[Any],
        shared: Mapping[str, Mapping[str, Any] | None],
    ) -> tuple[list[Any], list[dict[str, Any]]]:
        """Return the records that a file has, in that order, and those that could not be read.

        One that is not spelled is the shared one; one without a name is laid over the shared one.
        Of a shared one that could not be read (None) nothing more is said here.
        """
        spelled: dict[Any, list[Any]] = {}
        for place, row in enumerate(rows):
            name = row.get("id") if isinstance(row, dict) else None
            spelled.setdefault(name, []).append(row)
            if name not in has:
                self.problem(file, f"{key}[{label(row, place)}]", "is not in `has`")
        whole: list[Any] = []
        unread: list[dict[str, Any]] = []
        for name in has:
            known, is_broken = shared.get(name), name in shared and shared[name] is None
            for row in spelled.get(name, [{"id": name}]):
                is_part = isinstance(row, dict) and "name" not in row
                if is_part and known is not None:
                    whole.append({**known, **row})
                elif is_part and (is_broken or name not in spelled):
                    self.partial.add(file)
                    unread.append(row)
                else:
                    whole.append(row)
            if name not in spelled and name not in shared:
                self.problem(file, "has", not_there(name, [*shared, *map(str, spelled)]))
        return whole, unread
