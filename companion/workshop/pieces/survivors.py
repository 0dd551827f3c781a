"""Survivors: name, health, and the skills of the card."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from companion.terms import danger_word
from companion.workshop.fields import (
    SkillField,
    choice_field,
    number_field,
    several_field,
    skill_names,
    sorted_words,
    switch_field,
    text_field,
    with_value,
)
from companion.workshop.pieces.base import Lines, PieceForm, PieceRoom
from companion.workshop.reading import Reading
from rules.workshop.pieces import DraftSurvivor
from rules.workshop.pieces.survivors import LEVELS

CHOICES, CARDS = 2, 3
"""How many sets of starting equipment are asked for, and of how many cards."""


class SurvivorForm(PieceForm):
    def lay_out(self) -> None:
        piece: DraftSurvivor = self.piece
        self.names = skill_names(self.pack)
        self.fields["name"] = text_field(_("Name"))
        self.fields["health"] = number_field(
            _("Health"), least=1, most=12, help_text=_("As many as everybody: leave it empty.")
        )
        self.fields["kid"] = switch_field(_("A kid"))
        for level, (_least, most) in LEVELS.items():
            known = getattr(piece, level)
            for number in range(max(most, len(known))):
                before = known[number] if number < len(known) else ""
                self.fields[f"{level}_{number + 1}"] = SkillField(
                    self.names, label=f"{danger_word(level)} {number + 1}", initial=before
                )
        for name in ("name", "health", "kid"):
            self.initial[name] = getattr(piece, name)
        if self.pack.specialties:
            words = {
                key: word.in_language(self.language) for key, word in self.pack.specialties.items()
            }
            self.fields["specialties"] = several_field(_("Specialties"), words)
            self.initial["specialties"] = piece.specialties
        self._ask_things()

    def _ask_things(self) -> None:
        """What may be worn, and what they begin with, where the game prints that on the card."""
        cards = sorted_words(
            {card.id: card.name.in_language(self.language) for card in self.pack.equipment}
        )
        if self.pack.slots.body:
            self.fields["body"] = choice_field(
                _("Worn on the body"), with_value(cards, self.piece.body), _("nothing of its own")
            )
            self.initial["body"] = self.piece.body or ""
        has_sets = any(survivor.starts_with for survivor in self.reading.game.survivors)
        self.sets = range(max(CHOICES, len(self.piece.starts_with))) if has_sets else range(0)
        for number in self.sets:
            there = self.piece.starts_with[number : number + 1]
            begun = there[0] if there else ()
            for place in range(max(CARDS, len(begun))):
                card = begun[place] if place < len(begun) else ""
                label = _("Starting equipment %(set)d: card %(n)d") % {
                    "set": number + 1,
                    "n": place + 1,
                }
                name = f"start{number}_{place}"
                self.fields[name] = choice_field(label, with_value(cards, card), _("none"))
                self.initial[name] = card

    @property
    def levels(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (level, [self[name] for name in self.fields if name.startswith(f"{level}_")])
            for level in LEVELS
        ]

    @property
    def starting(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("start")]

    def said(self) -> DraftSurvivor:
        cleaned = self.cleaned_data
        skills = {
            level: tuple(
                dict.fromkeys(cleaned[field.name] for field in fields if cleaned[field.name])
            )
            for level, fields in self.levels
        }
        sets = [
            tuple(
                cleaned[name]
                for name in self.fields
                if name.startswith(f"start{number}_") and cleaned[name]
            )
            for number in self.sets
        ]
        survivor: DraftSurvivor = self.replaced(
            name=self.tidy("name"),
            health=cleaned["health"],
            kid=cleaned["kid"],
            specialties=tuple(cleaned.get("specialties", ())),
            body=cleaned.get("body") or None,
            starts_with=tuple(cards for cards in sets if cards),
            **skills,
        )
        return survivor


def _title(piece: DraftSurvivor, reading: Reading) -> str:
    return piece.name or _("without a name")


def _summary(piece: DraftSurvivor, reading: Reading) -> str:
    language = get_language() or "en"
    known = reading.whole.skills
    blue = [known[key].name.in_language(language) for key in piece.blue if key in known]
    parts: list[Any] = [", ".join(blue)]
    count = sum(len(getattr(piece, level)) for level in LEVELS)
    parts.append(ngettext("%(n)d skill", "%(n)d skills", count) % {"n": count})
    return " · ".join(word for word in parts if word)


def _lines(piece: DraftSurvivor, reading: Reading) -> Lines:
    language, known = get_language() or "en", reading.whole.skills
    lines = [
        (
            danger_word(level),
            ", ".join(
                known[key].name.in_language(language) if key in known else key
                for key in getattr(piece, level)
            )
            or "—",
        )
        for level in LEVELS
    ]
    health = piece.health or reading.game.health
    lines.append(("", _("Health %(n)s") % {"n": health}))
    body = next((card for card in reading.whole.equipment if card.id == piece.body), None)
    if body:
        lines.append((_("On the body:"), body.name.in_language(language)))
    return lines


ROOM = PieceRoom(
    kind="survivors",
    name=gettext_lazy("Survivors"),
    single=gettext_lazy("Survivor"),
    about=gettext_lazy("with skills"),
    icon="person",
    form=SurvivorForm,
    template="workshop/pieces/survivors.html",
    title=_title,
    summary=_summary,
    lines=_lines,
)
