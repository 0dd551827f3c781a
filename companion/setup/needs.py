"""Specialties and skills that a mission needs, each with a survivor of its own."""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import NamedTuple

from rules import Pack
from rules.packs.schema import Mission
from rules.packs.schema.people import PackSurvivor, SkillTree


class NeededSkill(NamedTuple):
    """A specialty or a skill that somebody must have."""

    name: str
    has: tuple[str, ...]
    """Survivors at the table who have it, as far as we know."""
    others: tuple[str, ...]
    """Others in the box who have it."""
    is_unsure: bool
    """Nobody has it, but of somebody at the table we do not know."""


def has_need(survivor: PackSurvivor, need: str, tree: SkillTree | None = None) -> bool:
    skills = (tree or survivor.skills).blue or ()
    return need in skills or need in (survivor.specialties or ())


def needs_of(
    pack: Pack,
    mission: Mission | None,
    chosen: Iterable[str],
    trees: Mapping[str, SkillTree],
    language: str,
) -> list[NeededSkill]:
    """Return what the mission asks for, and who of the chosen has it."""
    keys = frozenset(chosen)
    boxed = {survivor.id: survivor for survivor in pack.survivors}
    needs = []
    for need in mission.needs if mission else ():
        able = [
            survivor
            for survivor in pack.survivors
            if has_need(survivor, need, trees.get(survivor.id))
        ]
        has = tuple(person.name for person in able if person.id in keys)
        unknown = any(
            key not in boxed or _is_unknown(boxed[key], need, pack, trees.get(key)) for key in keys
        )
        needs.append(
            NeededSkill(
                name=_name(pack, need, language),
                has=has,
                others=tuple(person.name for person in able if person.id not in keys),
                is_unsure=not has and unknown,
            )
        )
    return needs


def are_met(needs: list[NeededSkill]) -> bool:
    """Check if different survivors can be found for all of them."""
    if any(not need.has for need in needs):
        return False
    people = sorted({name for need in needs for name in need.has})
    return any(
        all(name in need.has for name, need in zip(order, needs, strict=False))
        for order in permutations(people, len(needs))
    )


def with_needed(pack: Pack, mission: Mission | None, chosen: list[str]) -> list[str]:
    """Return the same line-up with somebody for each need, in the place of others."""
    line_up = list(chosen)
    boxed = {survivor.id: survivor for survivor in pack.survivors}
    needed: list[str] = []
    for need in mission.needs if mission else ():
        able = [survivor.id for survivor in pack.survivors if has_need(survivor, need)]
        here = next((key for key in line_up if key in able and key not in needed), None)
        comes = here or next((key for key in able if key not in line_up), None)
        if comes is None:
            continue
        needed.append(comes)
        if here is None:
            goes = next((key for key in reversed(line_up) if key not in needed), None)
            line_up = [key for key in line_up if key != goes] + [comes]
    return [key for key in boxed if key in line_up]


def _is_unknown(survivor: PackSurvivor, need: str, pack: Pack, tree: SkillTree | None) -> bool:
    if need in pack.specialties:
        return survivor.specialties is None
    return (tree or survivor.skills).blue is None


def _name(pack: Pack, need: str, language: str) -> str:
    if need in pack.specialties:
        return pack.specialties[need].in_language(language)
    return pack.skills[need].name.in_language(language)
