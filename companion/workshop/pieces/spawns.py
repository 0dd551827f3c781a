"""Zombie cards, written by taps: a kind, and on each line a type and how many of it.

A tap is one word, as `more:orange`; the same word with and without script.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from msgspec.structs import replace

from companion.plurals import counted, plural
from companion.terms import danger_word, line_word, zombie_icon
from companion.words import card_kind_word, colour_word
from companion.workshop.draft_forms import DraftForm, FieldRow, Inputs
from companion.workshop.pieces.base import Lines, PieceRoom
from companion.workshop.reading import Reading
from rules.packs.schema.cards import UNKNOWN
from rules.packs.schema.own import MOST_COPIES
from rules.packs.schema.people import Zombie
from rules.workshop.pieces import DraftSpawn
from rules.workshop.pieces.spawns import (
    LEVELS,
    MOST_IN_LINE,
    Shape,
    kinds_of,
    next_number,
    one_type,
)

FIRST_NUMBER = "C-01"
KEPT = 12
"""Most types offered on a line, those of the line included."""


class SpawnButton(NamedTuple):
    """A button of the card's page."""

    do: str
    name: str
    icon: str
    is_on: bool


class SpawnLine(NamedTuple):
    """The zombies of one danger level."""

    level: str
    types: list[SpawnButton]
    words: str
    is_empty: bool


class SpawnFace(NamedTuple):
    """A card as its page shows it."""

    kinds: list[SpawnButton]
    shape: Shape
    lines: list[SpawnLine]
    types: list[SpawnButton]
    """Types for a card that has one type at all its levels."""
    more: list[list[SpawnButton]]
    """Buttons that only some games or kinds have."""
    mean: str


def face(piece: DraftSpawn, reading: Reading) -> SpawnFace:
    game = reading.house.game
    kinds = kinds_of(game)
    shape = kinds.get(piece.kind, Shape("lines"))
    zombies = _types(piece, reading, shape)
    usual = _usual_kinds(reading, kinds)
    chosen = next((zombie for line in piece.levels.values() for zombie in line), "")
    return SpawnFace(
        kinds=[
            SpawnButton(f"kind:{kind}", card_kind_word(kind, game), "", kind == piece.kind)
            for kind in kinds
            if kind in usual or kind == piece.kind
        ],
        shape=shape,
        lines=_lines(piece, zombies) if shape.form == "lines" else [],
        types=[_type(f"one:{zombie.id}", zombie, zombie.id == chosen) for zombie in zombies]
        if shape.form == "one"
        else [],
        more=_more(piece, reading, shape),
        mean=_mean(piece, reading) if shape.form == "lines" else "",
    )


BEDS = ("blue", "green")
TIERS = {
    "easier": gettext_lazy("Easier half"),
    "harder": gettext_lazy("Harder half"),
}


def _usual_kinds(reading: Reading, kinds: Iterable[str]) -> set[str]:
    """Return the kinds the box prints; all of them if part of its deck is unknown."""
    printed = {card.kind for card in reading.game.spawns}
    return set(kinds) if UNKNOWN in printed else printed


def _more(piece: DraftSpawn, reading: Reading, shape: Shape) -> list[list[SpawnButton]]:
    game = reading.house.game
    kinds = kinds_of(game)
    others = [
        kind for kind in kinds if kind not in _usual_kinds(reading, kinds) and kind != piece.kind
    ]
    rows = [
        [
            SpawnButton(f"kind:{kind}", card_kind_word(kind, game), "", is_on=False)
            for kind in others
        ]
    ]
    if shape.is_bed:
        chosen = piece.bed or BEDS[0]
        rows.append(
            [SpawnButton(f"bed:{bed}", colour_word(bed), "", bed == chosen) for bed in BEDS]
        )
    if any(card.tier for card in reading.game.spawns):
        rows.append(
            [
                SpawnButton(f"tier:{tier}", str(words), "", tier == piece.tier)
                for tier, words in TIERS.items()
            ]
        )
    return [row for row in rows if row]


def _types(piece: DraftSpawn, reading: Reading, shape: Shape) -> list[Zombie]:
    """Return the types for a line: those of the box's cards of the kind, and the pack's own."""
    there = {zombie for line in piece.levels.values() for zombie in line}
    printed = {
        zombie
        for card in reading.game.spawns
        if card.levels
        for level in LEVELS
        for zombie in card.levels.at(level)
        if card.kind == "spawn"
    }
    known = set(shape.types) if shape.form == "one" else printed
    own = {zombie.id for zombie in reading.whole.zombies} - {
        zombie.id for zombie in reading.game.zombies
    }
    wanted = (known or {zombie.id for zombie in reading.game.zombies}) | own | there
    return [zombie for zombie in reading.whole.zombies if zombie.id in wanted][:KEPT]


def _type(do: str, zombie: Zombie, is_on: bool) -> SpawnButton:
    name = zombie.name.in_language(get_language() or "en")
    return SpawnButton(do, name, zombie_icon(zombie), is_on)


def _lines(piece: DraftSpawn, zombies: list[Zombie]) -> list[SpawnLine]:
    lines = []
    for level in LEVELS:
        line = piece.levels.get(level, {})
        chosen = _chosen(piece, level, zombies)
        lines.append(
            SpawnLine(
                level=level,
                types=[
                    _type(f"type:{level}:{zombie.id}", zombie, zombie.id in chosen)
                    for zombie in zombies
                ],
                words=line_words(line, zombies),
                is_empty=not line,
            )
        )
    return lines


def _chosen(piece: DraftSpawn, level: str, zombies: list[Zombie]) -> tuple[str, ...]:
    """Return the types of a line; of an empty one that of the line before, else the first type."""
    if line := piece.levels.get(level):  # type: ignore[call-overload]
        return tuple(line)
    before = [earlier for earlier in LEVELS[: LEVELS.index(level)] if piece.levels.get(earlier)]
    if before:
        return tuple(piece.levels[before[-1]])[:1]
    return (zombies[0].id,) if zombies else ()


def line_words(line: dict[str, int], zombies: list[Zombie]) -> str:
    """Return `3 Fatties`, or that nobody comes."""
    language = get_language() or "en"
    names = {zombie.id: zombie.name.in_language(language) for zombie in zombies}
    groups = [counted(count, names.get(key, key), language) for key, count in line.items()]
    return ", ".join(groups) or _("nobody")


def _mean(piece: DraftSpawn, reading: Reading) -> str:
    """Return in a sentence the level at which this card differs most from those of the box."""
    printed = [card.levels for card in reading.game.spawns if card.kind == "spawn" and card.levels]
    if not printed or not any(piece.levels.values()):
        return ""
    means = {
        level: sum(sum(levels.at(level).values()) for levels in printed) / len(printed)
        for level in LEVELS
    }
    here = {level: sum(piece.levels.get(level, {}).values()) for level in LEVELS}
    level = max(
        LEVELS,
        key=lambda candidate: (abs(here[candidate] - means[candidate]), LEVELS.index(candidate)),
    )
    return _("At %(level)s the box brings %(mean)s on average; this one %(here)s.") % {
        "level": line_word(level),
        "mean": number_format(round(means[level], 1), 1),
        "here": here[level],
    }


# --- taps ---


def tapped(piece: DraftSpawn, word: str, reading: Reading) -> DraftSpawn:
    """Return the card after a tap; an unknown word changes nothing."""
    do, _colon, rest = word.partition(":")
    kinds = kinds_of(reading.house.game)
    if do == "kind" and rest in kinds:
        return _as_kind(piece, rest, kinds[rest])
    level, _colon, zombie = rest.partition(":")
    if do in ("type", "more", "less") and level in LEVELS:
        return _line_tapped(piece, do, level, zombie, reading)
    fields: dict[str, Any] = {}
    match do:
        case "copies":
            copies = piece.copies + (1 if rest == "more" else -1)
            fields = {"copies": max(1, min(MOST_COPIES, copies))}
        case "bed" if rest in BEDS:
            fields = {"bed": rest}
        case "tier" if rest in TIERS:
            fields = {"tier": None if piece.tier == rest else rest}
        case "one" if rest in reading.setting.zombies:
            fields = {"levels": one_type(rest, kinds.get(piece.kind, Shape("one")))}
    return replace(piece, **fields)


def _as_kind(piece: DraftSpawn, kind: str, shape: Shape) -> DraftSpawn:
    """Return the card with another kind, and with as much of its lines as that kind has."""
    was_one = kinds_like(piece)
    levels: dict[Any, dict[str, int]] = dict(piece.levels)
    if shape.form == "none":
        levels = {}
    elif shape.form == "one":
        zombie = next((name for line in levels.values() for name in line), "")
        zombie = zombie if zombie in shape.types or not shape.types else shape.types[0]
        zombie = zombie or (shape.types[0] if len(shape.types) == 1 else "")
        levels = one_type(zombie, shape) if zombie else {}
    elif was_one:
        levels = {}
    bed = (piece.bed or "blue") if shape.is_bed else None
    return replace(piece, kind=kind, levels=levels, bed=bed)


def kinds_like(piece: DraftSpawn) -> bool:
    """Check if all its lines are alike, as on a card of one type."""
    lines = [tuple(line.items()) for line in piece.levels.values() if line]
    return len(lines) > 1 and len(set(lines)) == 1


def _line_tapped(
    piece: DraftSpawn, do: str, level: Any, zombie: str, reading: Reading
) -> DraftSpawn:
    shape = kinds_of(reading.house.game).get(piece.kind, Shape("lines"))
    zombies = _types(piece, reading, shape)
    chosen = _chosen(piece, level, zombies)
    line = dict(piece.levels.get(level, {}))
    if do == "type":
        if zombie not in reading.setting.zombies:
            return piece
        line = {zombie: sum(line.values()) or 1}
    elif chosen:
        count = line.get(chosen[0], 0) + (1 if do == "more" else -1)
        line = {**line, chosen[0]: min(MOST_IN_LINE, count)}
    line = {name: count for name, count in line.items() if count > 0}
    levels = {**piece.levels, level: line}
    return replace(piece, levels={kept: levels[kept] for kept in LEVELS if levels.get(kept)})


class CardNumberField(forms.CharField):
    def clean(self, value: Any) -> str:
        number = str(super().clean(value)).strip().upper().replace(" ", "-")
        if not all(part.isascii() and part.isalnum() for part in number.split("-")) and number:
            raise forms.ValidationError(_("Letters, digits and - only, as C-09."))
        return number


class CardNumber(Inputs):
    """The number on a card; a copied one keeps that of the printed card."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        fills = form.draft.fills
        made = CardNumberField(label=self.label, required=False, max_length=8, disabled=bool(fills))
        form.add(name, made, fills or value)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        return value if form.draft.fills else form.cleaned_data[name]


class SpawnForm(DraftForm):
    """The same card as a form, for people who would rather type or have no script."""

    rows = (FieldRow(number=CardNumber(gettext_lazy("Number on the card"))),)


# --- in words ---


def _title(piece: DraftSpawn, reading: Reading) -> str:
    return piece.fills or piece.number or _("without a number")


def _summary(piece: DraftSpawn, reading: Reading) -> str:
    parts = [] if piece.kind == "spawn" else [card_kind_word(piece.kind, reading.house.game)]
    shape = kinds_of(reading.house.game).get(piece.kind, Shape("lines"))
    zombies = list(reading.whole.zombies)
    if shape.form == "one":
        language = get_language() or "en"
        names = {zombie.id: zombie.name.in_language(language) for zombie in zombies}
        only_type = next((key for line in piece.levels.values() for key in line), "")
        parts += [plural(names.get(only_type, only_type), language)] if only_type else []
    elif shape.form == "lines":
        parts += [
            f"{danger_word(level)[:2]} {line_words(piece.levels[level], zombies)}"
            for level in LEVELS
            if piece.levels.get(level)
        ]
    if piece.copies > 1:
        parts.append(ngettext("%(n)d copy", "%(n)d copies", piece.copies) % {"n": piece.copies})
    return " · ".join(parts)


def _all_lines(piece: DraftSpawn, reading: Reading) -> Lines:
    zombies, kind = list(reading.whole.zombies), card_kind_word(piece.kind, reading.house.game)
    shape = kinds_of(reading.house.game).get(piece.kind, Shape("lines"))
    if shape.form == "none":
        return [("", kind)]
    lines = [
        (danger_word(level), line_words(piece.levels.get(level, {}), zombies)) for level in LEVELS
    ]
    if shape.form == "lines":
        return [("", kind), *lines] if piece.kind != "spawn" else lines
    only_type = next((zombie for line in piece.levels.values() for zombie in line), "")
    names = {zombie.id: zombie.name.in_language(get_language() or "en") for zombie in zombies}
    return [
        (kind, plural(names.get(only_type, only_type), get_language() or "en") if only_type else "")
    ]


def _changed(before: DraftSpawn, after: DraftSpawn, reading: Reading) -> str:
    """Return the line that is another one, as `Red: 3 Fatties`; nothing if there are several."""
    zombies = list(reading.whole.zombies)
    lines = [
        f"{danger_word(level)}: {line_words(after.levels.get(level, {}), zombies)}"
        for level in LEVELS
        if before.levels.get(level, {}) != after.levels.get(level, {})
    ]
    return lines[0] if len(lines) == 1 and before.kind == after.kind else ""


def begun(key: str, reading: Reading, kind: str = "spawn") -> DraftSpawn:
    """Return a zombie card of that kind with the next number."""
    return tapped(DraftSpawn(id=key, number=number_after(reading)), f"kind:{kind}", reading)


def number_after(reading: Reading) -> str:
    """Return the number after the one written last that no card has."""
    written = [card.number for card in reading.content.spawns if card.number]
    taken = {*written, *(card.number for card in reading.game.spawns)}
    number = next_number(written[-1]) if written else FIRST_NUMBER
    while number in taken:
        number = next_number(number)
    return number


def _shown(piece: DraftSpawn, reading: Reading) -> dict[str, Any]:
    count = len(reading.content.pieces("spawns"))
    return {"face": face(piece, reading), "next_number": number_after(reading), "count": count}


ROOM = PieceRoom(
    kind="spawns",
    name=gettext_lazy("Zombie cards"),
    single=gettext_lazy("Zombie card"),
    about=gettext_lazy("in 15 seconds"),
    icon="walker",
    form=SpawnForm,
    template="workshop/pieces/spawns.html",
    title=_title,
    summary=_summary,
    lines=_all_lines,
    shown=_shown,
    changed=_changed,
)
