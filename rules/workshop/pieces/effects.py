"""Patterns of card effects, each known by a printed card that has it.

As with the rules of missions, there is no list of the numbers an effect needs: the cards of the
game's boxes show it.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rules.packs.loader import load_packs
from rules.packs.schema import Pack
from rules.packs.schema.cards import Effect
from rules.registry import rulesets
from rules.workshop.draft import PieceSetting, Problem, boxes_of

NUMBERS = ("value", "damage", "points", "actions")
NAMES = ("zombie", "skill", "specialty", "gives")
FIELDS = (*NUMBERS, *NAMES, "equipment")
"""Fields of an effect that a form asks for; the rest is as on the printed card."""
MOST = 6
Effects = Annotated[tuple[Effect, ...], Meta(max_length=MOST)]
EQUIPMENT = "equipment"


class EffectPattern(msgspec.Struct, frozen=True, kw_only=True):
    """An effect as a printed card has it."""

    key: str
    """Value that a form sends to add it."""
    example: Effect
    card: str
    """Id of the card that has it."""
    fields: tuple[str, ...]


def effect_patterns(pack: Pack, where: str) -> Mapping[str, EffectPattern]:
    """Return the effects that printed equipment or special cards have, each pattern once."""
    known = rulesets[pack.game].vocabulary.effects
    patterns: dict[str, EffectPattern] = {}
    for card, effect in _printed(pack, where):
        bare = replace(effect, **dict.fromkeys((*NUMBERS, *NAMES)), equipment=())
        key = "-".join(str(part) for part in _parts(bare) if part)
        if effect.do in known and key not in patterns:
            fields = tuple(field for field in FIELDS if getattr(effect, field))
            patterns[key] = EffectPattern(key=key, example=effect, card=card, fields=fields)
    return patterns


def pattern_of(effect: Effect, known: Mapping[str, EffectPattern]) -> EffectPattern | None:
    bare = replace(effect, **dict.fromkeys((*NUMBERS, *NAMES)), equipment=())
    return known.get("-".join(str(part) for part in _parts(bare) if part))


def _parts(effect: Effect) -> Iterator[object]:
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        yield "-".join(map(str, value)) if isinstance(value, tuple) else value


def _printed(pack: Pack, where: str) -> Iterator[tuple[str, Effect]]:
    for _name, box in boxes_of(pack):
        if where == EQUIPMENT:
            cards = box.equipment
        else:
            cards = box.decks[where].cards if where in box.decks else ()
        yield from ((card.id, effect) for card in cards for effect in card.effects)


@cache
def _needed(game: str) -> Mapping[str, set[str]]:
    """Return the names that all printed cards with an effect give for it, by effect."""
    needed: dict[str, set[str]] = {}
    for _name, box in boxes_of(load_packs()[game]):
        special = (card for deck in box.decks.values() for card in deck.cards)
        for card in (*box.equipment, *special):
            for effect in card.effects:
                there = {name for name in NAMES if getattr(effect, name)}
                needed[effect.do] = needed.get(effect.do, there) & there
    return needed


def finished_effects(effects: tuple[Effect, ...], setting: PieceSetting) -> tuple[Effect, ...]:
    """Return the effects with the ids that a table uses."""
    return tuple(
        replace(
            effect,
            equipment=tuple(setting.final(card) for card in effect.equipment),
            **{
                name: setting.final(value)
                for name in NAMES
                if (value := getattr(effect, name)) is not None
            },
        )
        for effect in effects
    )


def effect_problems(effects: tuple[Effect, ...], setting: PieceSetting) -> Iterator[Problem]:
    pack, known = setting.pack, rulesets[setting.pack.game].vocabulary.effects
    for number, effect in enumerate(effects, 1):
        if effect.do not in known:
            yield Problem(code="effect.unknown", field="effects", params={"do": effect.do})
        for name in sorted(_needed(pack.game).get(effect.do, ())):
            if not getattr(effect, name):
                yield Problem(
                    code="effect.missing",
                    field=f"effect{number}_{name}",
                    params={"number": number, "field": name},
                )
        for value, there in (
            (effect.zombie, setting.zombies),
            (effect.skill, pack.skills),
            (effect.specialty, pack.specialties),
            (effect.gives, setting.equipment),
            *((card, setting.equipment) for card in effect.equipment),
        ):
            if value is not None and value not in there:
                yield Problem(
                    code="effect.value",
                    field=f"effect{number}",
                    params={"number": number, "value": value},
                )
