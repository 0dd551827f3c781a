"""Checks of the decks: counts, numbers, values, and what the cards refer to."""

from collections import Counter
from collections.abc import Iterator

from rules.packs.checks.scope import Problem, Scope, missing, twice
from rules.packs.copies import all_copies
from rules.packs.schema.cards import Effect, Equipment, Profile, SpawnCard, SpecialCard
from rules.packs.schema.pack import Expansion, Pack

NO_LEVELS = {"double_spawn", "unknown"}
MODES = {
    "melee": {"melee"},
    "ranged": {"ranged"},
    "melee-ranged": {"melee", "ranged"},
    "spell": {"magic"},
}


def check_cards(box: Pack | Expansion, scope: Scope) -> Iterator[Problem]:
    """Everything about cards, decks and copies."""
    if isinstance(box, Pack):
        yield from _check_spawns(box.spawns, scope)
    yield from twice("equipment.toml", "equipment", [item.id for item in box.equipment])
    for item in box.equipment:
        yield from _check_equipment(item, scope)
    for deck in box.decks.values():
        file = f"decks/{deck.id}.toml"
        yield from twice(file, "cards", [card.id for card in deck.cards])
        for card in deck.cards:
            yield from _check_special(file, card, scope)
    yield from _check_counts(box, scope)


def _check_counts(box: Pack | Expansion, scope: Scope) -> Iterator[Problem]:
    """Each deck has as many cards as the box says, and every copy an id of its own."""
    counts, ids = Counter[str](), list[str]()
    for deck, copy, _ in all_copies(box):
        counts[deck] += 1
        ids.append(copy)
    for deck in sorted({*counts, *box.box.cards, *box.decks}):
        expected = box.box.cards.get(deck, 0)
        if counts[deck] != expected:
            text = f"{counts[deck]} cards in the pack, {expected} in the box"
            yield scope.frame, f"box.cards.{deck}", text
    yield from twice(scope.frame, "copies", ids)


def _check_spawns(cards: tuple[SpawnCard, ...], scope: Scope) -> Iterator[Problem]:
    file = "spawns.toml"
    numbers = [card.number for card in cards]
    yield from twice(file, "cards", numbers)
    if not all(number.isdecimal() for number in numbers):
        yield file, "cards", "every number must be digits"
    elif numbers:
        width = len(numbers[0])
        run = range(min(map(int, numbers)), max(map(int, numbers)) + 1)
        for number in run:
            if f"{number:0{width}}" not in numbers:
                yield file, "cards", f"number {number:0{width}} is missing"
    for card in cards:
        key = f"cards[{card.number}]"
        if (card.levels is None) != (card.kind in NO_LEVELS):
            yield file, f"{key}.levels", f"does not go with kind {card.kind!r}"
        if (card.kind == "unknown") != (card.sure == "unknown"):
            yield file, f"{key}.sure", f"is {card.sure!r} on a card of kind {card.kind!r}"
        if (card.bed is not None) != (card.kind == "bed"):
            yield file, f"{key}.bed", f"does not go with kind {card.kind!r}"
        if card.levels is not None:
            for level in ("blue", "yellow", "orange", "red"):
                zombies = getattr(card.levels, level)
                yield from missing(file, f"{key}.levels.{level}", zombies, scope.zombies)


def _check_equipment(item: Equipment, scope: Scope) -> Iterator[Problem]:
    file, key = "equipment.toml", f"equipment[{item.id}]"
    yield from missing(file, f"{key}.copies", item.copies, scope.decks)
    yield from missing(file, f"{key}.no_upkeep", item.no_upkeep, set(item.copies))
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
    """Values a profile should have and has not."""
    if profile.dice is None and not profile.automatic:
        yield "dice"
    if profile.accuracy is None and not profile.automatic:
        yield "accuracy"
    if profile.damage is None and not profile.kills_all:
        yield "damage"
    if profile.noisy is None:
        yield "noisy"


def _check_special(file: str, card: SpecialCard, scope: Scope) -> Iterator[Problem]:
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
    file: str, key: str, effects: tuple[Effect, ...], scope: Scope
) -> Iterator[Problem]:
    for place, effect in enumerate(effects):
        where = f"{key}.effects[{place}]"
        for value, known in (
            (effect.zombie, scope.zombies),
            (effect.skill, scope.skills),
            (effect.specialty, scope.specialties),
        ):
            yield from missing(file, where, [value] if value else [], known)
        items = [*effect.equipment, *([effect.gives] if effect.gives else [])]
        yield from missing(file, where, items, scope.equipment)
