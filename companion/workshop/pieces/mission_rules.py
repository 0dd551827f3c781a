"""A goal or a special rule of a mission: a sentence, and what its effect asks for."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from companion.mechanics.missions import MOMENTS
from companion.words import value_word
from companion.workshop import fields
from companion.workshop.draft_forms import (
    Control,
    DraftForm,
    FieldRow,
    Inputs,
    Sent,
    choice,
    count,
    one_of,
    several,
    small_number,
    text,
    ticks,
)
from companion.workshop.reading import Reading
from companion.workshop.words import FIELD_WORDS
from rules import IllegalCommand
from rules.mechanics.missions.goals import DANGER
from rules.workshop import DraftMission, DraftRule, Pattern, patterns
from rules.workshop.patterns import Side
from rules.workshop.pieces.missions import MOST_IN_ROW, MOST_RULES, TILE_LENGTH
from rules.workshop.pieces.spawns import LEVELS

CARDS, MOST_COPIES = 3, 60
NOT_SAID = _("not said")


class Sentence(Inputs):
    """The words of a rule in the language that the field is called."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        label = fields.in_language(_("In a sentence"), name)
        form.add(f"text_{name}", text(label, has_lines=True), value)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        return form.cleaned_data[f"text_{name}"]


class TilesField(forms.CharField):
    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> Any:
        tiles = tuple(super().clean(value).upper().replace(",", " ").split())
        if len(tiles) > MOST_IN_ROW or any(len(tile) > TILE_LENGTH for tile in tiles):
            raise forms.ValidationError(_("At most 12 tiles, each with a name as 4V."))
        return tiles


def _tiles(form: DraftForm, rule: Any, field: str) -> forms.Field:
    return TilesField(label=str(FIELD_WORDS[field]), required=False, max_length=80)


class CardCounts(Inputs):
    """Some cards, each with how many."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        words = fields.cards(form)
        for number, (card, copies) in enumerate(self._padded(value)):
            label = f"{FIELD_WORDS[name]} {number + 1}"
            form.add(
                f"card{number}", one_of(label, _("none"), fields.with_value(words, card)), card
            )
            form.add(f"copies{number}", small_number(FIELD_WORDS["count"], MOST_COPIES), copies)

    def _padded(self, value: dict[str, int]) -> list[tuple[str, int | None]]:
        return [*value.items(), *[("", None)] * (CARDS - len(value))]

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        chosen, copies = form.said_in("card"), form.said_in("copies")
        return {card: copies.get(number, 1) for number, card in chosen.items()}


def _achievements(form: DraftForm) -> dict[str, str]:
    boxes = form.pack.expansions.values()
    return {
        achievement.id: achievement.name.in_language(form.language)
        for box in boxes
        if box.campaign
        for achievement in box.campaign.achievements
    }


def _special_cards(form: DraftForm) -> dict[str, str]:
    return {
        card.id: card.name.in_language(form.language) if card.name else card.id
        for deck in form.pack.decks.values()
        for card in deck.cards
    }


def _colours(form: DraftForm, rule: Any, field: str) -> forms.Field:
    """Colors, or danger levels for the goal that speaks of them."""
    levels = {str(level): value_word(level, form.pack.game) for level in LEVELS}
    is_danger = rule.do == DANGER
    return ticks(
        FIELD_WORDS[field], levels if is_danger else fields.colour_words(getattr(rule, field))
    )


def _choice(field: str, words: Any) -> Control:
    return choice(FIELD_WORDS[field], words, none=NOT_SAID)


class RuleForm(DraftForm):
    """A goal or a rule: its sentence, and the fields that its effect has."""

    rows = (
        FieldRow(
            en=Sentence(),
            es=Sentence(),
            points=count(FIELD_WORDS["points"]),
            count=count(FIELD_WORDS["count"]),
            colours=_colours,
            needs=_colours,
            zombie=_choice("zombie", fields.zombies),
            deck=_choice("deck", fields.decks),
            equipment=CardCounts(),
            hour=choice(FIELD_WORDS["hour"], fields.HOURS, none=""),
            tiles=_tiles,
            specialty=_choice("specialty", fields.specialties),
            cards=several(FIELD_WORDS["cards"], _special_cards),
            achievement=_choice("achievement", _achievements),
            survivors=count(FIELD_WORDS["survivors"]),
            on_board=_choice("on_board", fields.zombies),
            when=choice(
                _("Remind the players"), MOMENTS, none=_("never: they see it on the board")
            ),
        ),
    )

    def __init__(
        self,
        data: Sent,
        *,
        reading: Reading,
        mission: DraftMission,
        side: Side,
        number: int,
        do: str,
    ) -> None:
        """Make the form of a goal or rule by its number; 0 is a new one with that effect."""
        self.side, self.number = side, number
        self.pattern = patterns(reading.house.game, side).get(do)
        begun = _begun(self.pattern, reading.house.languages)
        rule = self._there(mission, do) if number else begun
        super().__init__(data, reading=reading, draft=rule, pack=reading.pack_of(mission))

    def _there(self, mission: DraftMission, do: str) -> DraftRule:
        """Return the rule of that number; refuse one that somebody has put in its place."""
        there: tuple[DraftRule, ...] = getattr(mission, self.side)[self.number - 1 : self.number]
        if not there or there[0].do != do:
            raise IllegalCommand("workshop.changed")
        return there[0]

    def asks(self, name: str) -> bool:
        if name == "when":
            return self.pattern is None or not self.pattern.is_carried_out
        return name in self.languages or (self.pattern is not None and name in self.pattern.allowed)

    def is_as_seen(self, now: Any) -> bool:
        if not self.number:
            return True
        there = getattr(now, self.side)[self.number - 1 : self.number]
        return bool(there) and super().is_as_seen(there[0])

    def onto(self, draft: Any) -> Any:
        """Return the mission with the rule in its place or at the end, or without it."""
        rules: tuple[DraftRule, ...] = getattr(draft, self.side)
        place = self.number - 1 if self.number else len(rules)
        if place >= MOST_RULES:
            raise IllegalCommand("workshop.rules", most=MOST_RULES)
        stays = () if "remove" in self.data else (super().onto(self.draft),)
        return replace(draft, **{self.side: (*rules[:place], *stays, *rules[place + 1 :])})


def _begun(pattern: Pattern | None, languages: Iterable[str]) -> DraftRule:
    """Return a new rule: blank, or with the sentence of the mission that has it."""
    if pattern is None:
        return DraftRule()
    words = {language: getattr(pattern.example, language) for language in languages}
    return DraftRule(do=pattern.do, when=pattern.example.when, **words)
