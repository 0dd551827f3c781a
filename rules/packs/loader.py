"""Reads every pack once; all problems are listed together, with file and key."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec

from rules.errors import PackError
from rules.packs.schema import Pack


def _checked(folder: str, raw: dict[str, Any], problems: list[str]) -> Pack | None:
    """The pack, or None with what is wrong added to `problems`."""
    try:
        pack = msgspec.convert(raw, Pack)
    except msgspec.ValidationError as error:
        problems.append(f"{folder}: {error}")
        return None
    if pack.game != folder:
        problems.append(f"{folder}/game.toml: game is {pack.game!r}, the folder says {folder!r}")
    points = [level.points for level in pack.danger]
    if points != sorted(set(points)) or points[:1] != [0]:
        problems.append(f"{folder}/game.toml: danger must start at 0 and rise, got {points}")
    ids = [survivor.id for survivor in pack.survivors]
    problems.extend(
        f"{folder}/survivors.toml: survivor {key!r} stands there twice"
        for key in sorted({key for key in ids if ids.count(key) > 1})
    )
    return pack


@cache
def load_packs() -> Mapping[str, Pack]:
    """All packs by game slug; raises `PackError` when any of them is not sound."""
    problems: list[str] = []
    packs: dict[str, Pack] = {}
    for folder in sorted(files("rules.packs").joinpath("data").iterdir(), key=lambda f: f.name):
        if not folder.is_dir():
            continue
        raw: dict[str, Any] = {}
        for name in ("game.toml", "survivors.toml"):
            raw |= tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))
        pack = _checked(folder.name, raw, problems)
        if pack is not None:
            packs[pack.game] = pack
    if problems:
        raise PackError(problems)
    return MappingProxyType(packs)
