"""Checks that a mechanic of the game knows every kind, effect, trait, option and gift."""

from collections.abc import Iterator
from typing import Any

from rules.packs.checks.scope import Problem, missing
from rules.packs.contents import GAME, SKILLS, Contents
from rules.packs.schema.cards import UNKNOWN, Effect, SpawnCard
from rules.packs.shape import misfits
from rules.packs.vocabulary import ICONS, Vocabulary


def check_words(box: Contents, known: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each word that no mechanic of the game knows."""
    if box.game_frame is not None:
        yield from missing(GAME, "options", box.game_frame.options, known.options)
        yield from missing(GAME, "icon", [box.game_frame.icon], ICONS)
    for zombie in box.zombies.rows:
        key = f"zombies[{zombie.id}]"
        yield from missing("zombies.toml", f"{key}.traits", zombie.traits, known.traits)
        yield from missing("zombies.toml", f"{key}.icon", filter(None, [zombie.icon]), ICONS)
    yield from _check_skills(box, known)
    yield from _check_kinds(box, known)
    yield from _check_missions(box, known)
    for file, key, effects in _effects(box):
        yield from check_effects(file, key, effects, known)


def check_effects(
    file: str, key: str, effects: tuple[Effect, ...], known: Vocabulary
) -> Iterator[Problem]:
    """Yield a problem for each unknown effect of one card."""
    for place, effect in enumerate(effects):
        yield from missing(file, f"{key}.effects[{place}].do", [effect.do], known.effects)


def _check_skills(box: Contents, known: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each gift of a skill that no mechanic reads, or of the wrong type."""
    for skill in box.skills.rows:
        key = f"skills[{skill.id}].gives"
        yield from missing(SKILLS, key, skill.gives, known.gives)
        for name, value in skill.gives.items():
            plain = list(value) if isinstance(value, tuple) else value
            for where, text in misfits(plain, known.gives.get(name, Any)):
                yield SKILLS, f"{key}.{name}{where}", text


def _check_kinds(box: Contents, known: Vocabulary) -> Iterator[Problem]:
    for card in box.spawns.rows:
        yield from check_kind(card, known)


def check_kind(card: SpawnCard, known: Vocabulary) -> Iterator[Problem]:
    """Yield a problem if a card's kind is unknown, or its lines do not fit the kind."""
    file, key = "spawns.toml", f"cards[{card.number}]"
    kinds, without_levels = known.cards | {UNKNOWN}, known.bare_cards | {UNKNOWN}
    yield from missing(file, f"{key}.kind", [card.kind], kinds)
    if card.kind in kinds and ((card.levels is None) != (card.kind in without_levels)):
        yield file, f"{key}.levels", f"does not go with kind {card.kind!r}"


def _check_missions(box: Contents, known: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each rule that no one applies, or that is marked for two.

    A rule is carried out by a mechanic, has a reminder (`when`), or is left to the `players`.
    """
    for mission in box.missions.rows:
        for part, rules in (("goals", mission.goals), ("rules", mission.rules)):
            for rule in rules:
                is_seen_to = rule.do in known.mission_rules or rule.when is not None
                if is_seen_to == rule.players:
                    key = f"missions[{mission.code}].{part}[{rule.do}]"
                    text = "needs `when` or `players`, or a mechanic that carries it out"
                    yield "missions.toml", key, "is labelled twice" if is_seen_to else text
    for rule in box.frame.reminders if box.frame else ():
        if rule.when is None:
            yield GAME, f"reminders[{rule.do}]", "when?"


def _effects(box: Contents) -> Iterator[tuple[str, str, tuple[Effect, ...]]]:
    """Yield file, key and effects of every card."""
    for item in box.equipment.rows:
        yield "equipment.toml", f"equipment[{item.id}]", item.effects
    for deck in box.decks.values():
        for card in deck.cards:
            yield f"decks/{deck.id}.toml", f"cards[{card.id}]", card.effects
