"""Reads TOML into records and says of every problem in which file and under which key it is."""

import tomllib
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def located(file: str, key: str, text: str) -> str:
    """A problem as it is printed: file, key, what is wrong."""
    return f"{file}: {key}: {text}" if key else f"{file}: {text}"


def label(record: object, place: int) -> str:
    """How a record is called in a key: by its id, number or code, else by its place."""
    if isinstance(record, dict):
        for name in ("id", "number", "code"):
            if isinstance(record.get(name), str):
                return str(record[name])
    return str(place)


class Folder:
    """The files of one pack. What cannot be read becomes a problem, never an exception."""

    def __init__(self, root: Traversable, name: str, problems: list[str]) -> None:
        self.root, self.name, self.problems = root.joinpath(name), name, problems

    def has(self, file: str) -> bool:
        return self.root.joinpath(*file.split("/")).is_file()

    def names(self, within: str = "") -> list[str]:
        """The TOML files, sorted; none when the folder is not there."""
        folder = self.root.joinpath(within) if within else self.root
        if not folder.is_dir():
            return []
        return sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml"))

    def problem(self, file: str, key: str, text: str) -> None:
        self.problems.append(located(f"{self.name}/{file}", key, text))

    def table(self, file: str) -> dict[str, Any]:
        try:
            text = self.root.joinpath(*file.split("/")).read_text(encoding="utf-8")
            return tomllib.loads(text)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            self.problem(file, "", f"cannot be read: {error}")
            return {}

    def shaped(self, file: str, key: str, raw: object, kind: type[T]) -> T | None:
        """The record, or None and a problem with the key at which it does not fit."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            text, _, path = str(error).partition(" - at `$")
            self.problem(file, (key + path.rstrip("`")).lstrip("."), text)
            return None

    def whole(self, file: str, kind: type[T]) -> T | None:
        """A file that is one record."""
        return self.shaped(file, "", self.table(file), kind)

    def records(
        self, file: str, key: str, record: type[T], head: type[Any]
    ) -> tuple[Any, tuple[T, ...]]:
        """The head of a file and its records, each with the `sure` of the file if it has none.

        Records are read one by one, so that one wrong record does not hide the next.
        """
        raw = self.table(file)
        rows, sure = raw.pop(key, []), raw.pop("sure", None)
        if not isinstance(rows, list):
            self.problem(file, key, "must be a list of tables")
            rows = []
        found = []
        for place, row in enumerate(rows):
            if sure is not None and isinstance(row, dict):
                row.setdefault("sure", sure)
            one = self.shaped(file, f"{key}[{label(row, place)}]", row, record)
            if one is not None:
                found.append(one)
        return self.shaped(file, "", raw, head), tuple(found)
