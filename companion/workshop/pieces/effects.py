"""Effects of a card, each added as a printed card has it and then given other numbers."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from msgspec.structs import replace

from companion.table.card_words import effect_words
from companion.teller import Teller
from companion.workshop.fields import choice_field, number_field, sorted_words, with_value
from companion.workshop.pieces.base import PieceForm
from rules import Pack, TableState
from rules.packs.schema.cards import Effect
from rules.workshop.pieces.effects import MOST, NUMBERS, EffectPattern, effect_patterns, pattern_of

LABELS = {
    "value": pgettext_lazy("number of an effect", "How many"),
    "damage": pgettext_lazy("number of an effect", "Damage"),
    "points": pgettext_lazy("number of an effect", "Points"),
    "actions": pgettext_lazy("number of an effect", "Actions it takes"),
    "zombie": pgettext_lazy("number of an effect", "Zombie"),
    "skill": pgettext_lazy("number of an effect", "Skill"),
    "specialty": pgettext_lazy("number of an effect", "Specialty"),
    "gives": pgettext_lazy("number of an effect", "What it makes"),
    "equipment": pgettext_lazy("number of an effect", "With which card"),
}


def effect_told(effect: Effect, pack: Pack) -> str:
    """What it does in a sentence, or by the printed card that has it."""
    teller = Teller(TableState(game=pack.game, players=(), survivors={}), pack)
    if sentence := effect_words(effect, teller):
        return sentence
    for _name, card in _cards(pack):
        if any(other.do == effect.do for other in card.effects):
            words = card.text or card.name
            if words:
                return _("as on “%(card)s”") % {"card": words.in_language(teller.language)}
    return effect.do


def _cards(pack: Pack) -> list[tuple[str, Any]]:
    special = [(card.id, card) for deck in pack.decks.values() for card in deck.cards]
    return special


class WithEffects(PieceForm):
    """A form of a card that has effects. `adds` is one more, by its key."""

    where = "equipment"

    def ask_effects(self) -> None:
        self.known = effect_patterns(self.reading.game, self.where)
        self.told: list[tuple[Effect, str, list[str]]] = []
        for number, effect in enumerate(self.piece.effects, 1):
            pattern = pattern_of(effect, self.known)
            fields = [self._ask_of(number, effect, field) for field in _asked(effect, pattern)]
            self.fields[f"effect{number}_gone"] = forms.BooleanField(
                label=_("Take it off"), required=False
            )
            self.told.append((effect, effect_told(effect, self.pack), fields))
        if self.known and len(self.piece.effects) < MOST:
            words = {
                key: effect_told(pattern.example, self.pack) for key, pattern in self.known.items()
            }
            self.fields["adds"] = choice_field(
                _("Another effect"), sorted_words(words), _("choose")
            )

    @property
    def effects(self) -> list[tuple[str, list[forms.BoundField], forms.BoundField]]:
        """Each effect in words, with its fields and the field that removes it."""
        return [
            (sentence, [self[name] for name in names], self[f"effect{number}_gone"])
            for number, (_effect, sentence, names) in enumerate(self.told, 1)
        ]

    def _ask_of(self, number: int, effect: Effect, field: str) -> str:
        name, label, value = f"effect{number}_{field}", LABELS[field], getattr(effect, field)
        if field in NUMBERS:
            self.fields[name] = number_field(label, most=99)
        else:
            shown = value[0] if field == "equipment" and value else value
            words = self._choices(field)
            self.fields[name] = choice_field(
                label, with_value(words, shown if isinstance(shown, str) else None), _("not said")
            )
            value = shown or ""
        self.initial[name] = value
        return name

    def _choices(self, field: str) -> dict[str, str]:
        pack, language = self.pack, self.language
        match field:
            case "zombie":
                return {zombie.id: zombie.name.in_language(language) for zombie in pack.zombies}
            case "skill":
                return sorted_words(
                    {key: skill.name.in_language(language) for key, skill in pack.skills.items()}
                )
            case "specialty":
                return {key: word.in_language(language) for key, word in pack.specialties.items()}
        return sorted_words({card.id: card.name.in_language(language) for card in pack.equipment})

    def effects_said(self) -> tuple[Effect, ...]:
        cleaned = self.cleaned_data
        effects = []
        for number, (effect, _told, names) in enumerate(self.told, 1):
            if cleaned.get(f"effect{number}_gone"):
                continue
            fields: dict[str, Any] = {}
            for name in names:
                field = name.removeprefix(f"effect{number}_")
                value = cleaned.get(name)
                if field == "equipment":
                    fields[field] = (value, *effect.equipment[1:]) if value else ()
                else:
                    fields[field] = value if value not in ("", None) else None
            effects.append(replace(effect, **fields))
        if (key := cleaned.get("adds")) and key in self.known:
            effects.append(self.known[key].example)
        return tuple(effects[:MOST])


def _asked(effect: Effect, pattern: EffectPattern | None) -> list[str]:
    """What the printed card says of it, and what stands there already."""
    known = pattern.fields if pattern else ()
    return [field for field in LABELS if field in known or getattr(effect, field)]
