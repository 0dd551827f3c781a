"""Checks of the decks: counts, numbers, values and references of the cards."""

from collections import Counter
from collections.abc import Iterator

from rules.packs.checks.scope import KnownNames, Problem, missing, twice
from rules.packs.contents import Contents
from rules.packs.copies import copies_in
from rules.packs.schema.cards import (
    UNKNOWN,
    Effect,
    Equipment,
    Profile,
    SpawnCard,
    SpecialCard,
)
from rules.packs.schema.pack import Frame

MODES = {
    "melee": {"melee"},
    "ranged": {"ranged"},
    "melee-ranged": {"melee", "ranged"},
    "spell": {"magic"},
}


def check_cards(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    """Yield all problems of cards, decks and copies."""
    yield from _check_spawns(box, scope)
    yield from twice("equipment.toml", "equipment", [item.id for item in box.equipment.rows])
    for item in box.equipment.rows:
        yield from check_equipment(item, scope)
    for deck in box.decks.values():
        file = f"decks/{deck.id}.toml"
        yield from twice(file, "cards", [card.id for card in deck.cards])
        for card in deck.cards:
            yield from check_special(file, card, scope)
    if box.frame is not None:
        yield from _check_counts(box, box.frame, scope)


def _check_counts(box: Contents, frame: Frame, scope: KnownNames) -> Iterator[Problem]:
    """Yield a problem for each deck whose size differs from the box, and each repeated copy id."""
    counts, ids = Counter[str](), list[str]()
    for deck, copy, _ in copies_in(box.decks, box.spawns.rows, box.equipment.rows):
        counts[deck] += 1
        ids.append(copy)
    for deck in sorted({*counts, *frame.box.cards, *box.decks} - _uncounted(box)):
        expected = frame.box.cards.get(deck, 0)
        if counts[deck] != expected:
            text = f"{counts[deck]} cards in the pack, {expected} in the box"
            yield scope.frame, f"box.cards.{deck}", text
    yield from twice(scope.frame, "copies", ids)


def _uncounted(box: Contents) -> set[str]:
    """Return the decks that cannot be counted: a card, or the head naming them, is unreadable."""
    files = {"spawns": "spawns.toml", "equipment": "equipment.toml"}
    heads = {file for file in box.partial if file in files.values() or file.startswith("decks/")}
    if not heads:
        return set()
    unnamed = set(box.frame.box.cards) - set(box.decks) if box.frame else set()
    return unnamed | {
        deck.id
        for deck in box.decks.values()
        if files.get(deck.holds, f"decks/{deck.id}.toml") in box.partial
    }


def _check_spawns(box: Contents, scope: KnownNames) -> Iterator[Problem]:
    file, cards = "spawns.toml", box.spawns.rows
    numbers = [card.number for card in cards]
    yield from twice(file, "cards", numbers)
    if not all(number.isdecimal() for number in numbers):
        yield file, "cards", "every number must be digits"
    elif numbers and file not in scope.partial:
        width = len(numbers[0])
        run = range(min(map(int, numbers)), max(map(int, numbers)) + 1)
        for number in run:
            if f"{number:0{width}}" not in numbers:
                yield file, "cards", f"number {number:0{width}} is missing"
    for card in cards:
        yield from check_spawn(card, scope)


def check_spawn(card: SpawnCard, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of one zombie card."""
    file, key = "spawns.toml", f"cards[{card.number}]"
    if (card.kind == UNKNOWN) != (card.sure == "unknown"):
        yield file, f"{key}.sure", f"is {card.sure!r} on a card of kind {card.kind!r}"
    if (card.bed is not None) != (card.kind == "bed"):
        yield file, f"{key}.bed", f"does not go with kind {card.kind!r}"
    if card.levels is not None:
        for level in ("blue", "yellow", "orange", "red"):
            zombies = getattr(card.levels, level)
            yield from missing(file, f"{key}.levels.{level}", zombies, scope.zombies)


def check_equipment(item: Equipment, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of one equipment card."""
    file, key = "equipment.toml", f"equipment[{item.id}]"
    yield from missing(file, f"{key}.copies", item.copies, scope.decks)
    yield from missing(file, f"{key}.no_upkeep", item.no_upkeep, frozenset(item.copies))
    modes = {profile.mode for profile in item.profiles}
    if "profiles" not in item.unknown and modes != MODES.get(item.kind, set()):
        yield file, f"{key}.profiles", f"{sorted(modes)} do not go with kind {item.kind!r}"
    if item.kind in ("armour", "shield") and item.armour is None:
        yield file, f"{key}.armour", "is missing"
    for place, profile in enumerate(item.profiles):
        where = f"{key}.profiles[{place}]"
        if profile.range_min > profile.range_max:
            yield file, f"{where}.range", f"{profile.range_min} is above {profile.range_max}"
        for value in _left_out(profile):
            if value not in item.unknown:
                yield file, f"{where}.{value}", "is missing and not listed in unknown"
    yield from _check_effects(file, key, item.effects, scope)


def _left_out(profile: Profile) -> Iterator[str]:
    """Yield the names of the values that a profile should have but lacks."""
    if profile.dice is None and not profile.automatic:
        yield "dice"
    if profile.accuracy is None and not profile.automatic:
        yield "accuracy"
    if profile.damage is None and not profile.kills_all:
        yield "damage"
    if profile.noisy is None:
        yield "noisy"


def check_special(file: str, card: SpecialCard, scope: KnownNames) -> Iterator[Problem]:
    """Yield the problems of one card of a special deck."""
    key = f"cards[{card.id}]"
    if card.name is None and card.sure != "unknown" and card.kind is None:
        yield file, f"{key}.name", "a known card needs a name or a kind"
    yield from missing(file, f"{key}.zombie", [card.zombie] if card.zombie else [], scope.zombies)
    survivor = [card.survivor] if card.survivor else []
    yield from missing(file, f"{key}.survivor", survivor, scope.survivors)
    mission = [card.mission] if card.mission else []
    yield from missing(file, f"{key}.mission", mission, scope.missions)
    yield from _check_effects(file, key, card.effects, scope)


def _check_effects(
    file: str, key: str, effects: tuple[Effect, ...], scope: KnownNames
) -> Iterator[Problem]:
    for place, effect in enumerate(effects):
        where = f"{key}.effects[{place}]"
        for name, value, known in (
            ("zombie", effect.zombie, scope.zombies),
            ("skill", effect.skill, scope.skills),
            ("specialty", effect.specialty, scope.specialties),
            ("gives", effect.gives, scope.equipment),
        ):
            yield from missing(file, f"{where}.{name}", [value] if value else [], known)
        yield from missing(file, f"{where}.equipment", effect.equipment, scope.equipment)
