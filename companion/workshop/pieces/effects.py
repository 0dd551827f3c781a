"""Effects of a card, each added as a printed card has it and then given other numbers."""

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec.structs import replace

from companion.table.card_words import effect_words
from companion.teller import Teller
from companion.workshop.draft_forms import (
    Control,
    DraftForm,
    FieldRow,
    Inputs,
    choice,
    number,
    one_of,
    switch,
)
from companion.workshop.fields import cards, skills, sorted_words, specialties, with_value, zombies
from companion.workshop.words import EFFECT_WORDS
from rules import Pack, TableState
from rules.packs.schema.cards import Effect
from rules.workshop.pieces.effects import MOST, EffectPattern, effect_patterns, pattern_of

NOT_SAID = _("not said")


class FirstOf(forms.ChoiceField):
    """The first of several cards; the others stay."""

    def __init__(self, there: tuple[str, ...], **more: Any) -> None:
        super().__init__(**more)
        self.others = there[1:]

    def prepare_value(self, value: Any) -> Any:
        return value[0] if isinstance(value, tuple) and value else value or ""

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        return (chosen, *self.others) if chosen else ()


def _first_card(label: Any) -> Control:
    def made(form: DraftForm, record: Any, field: str) -> forms.Field:
        there = getattr(record, field)
        words = with_value(cards(form), *there[:1])
        choices = [("", NOT_SAID), *words.items()]
        return FirstOf(there, label=label, required=False, choices=choices)

    return made


_number = partial(number, most=99)
_choice = partial(choice, none=NOT_SAID)
CONTROLS: dict[str, Control] = {
    "value": _number(pgettext_lazy("number of an effect", "How many")),
    "damage": _number(pgettext_lazy("number of an effect", "Damage")),
    "points": _number(pgettext_lazy("number of an effect", "Points")),
    "actions": _number(pgettext_lazy("number of an effect", "Actions it takes")),
    "zombie": _choice(EFFECT_WORDS["zombie"], zombies),
    "skill": _choice(EFFECT_WORDS["skill"], skills),
    "specialty": _choice(EFFECT_WORDS["specialty"], specialties),
    "gives": _choice(EFFECT_WORDS["gives"], cards),
    "equipment": _first_card(pgettext_lazy("number of an effect", "With which card")),
}


def effect_told(effect: Effect, pack: Pack) -> str:
    """Return an effect in a sentence, or by the printed card that has it."""
    teller = Teller(TableState(game=pack.game, players=(), survivors={}), pack)
    if sentence := effect_words(effect, teller):
        return sentence
    for card in (card for deck in pack.decks.values() for card in deck.cards):
        words = card.text or card.name
        if words and any(other.do == effect.do for other in card.effects):
            return _("as on “%(card)s”") % {"card": words.in_language(teller.language)}
    return effect.do


class Effects(Inputs):
    """The effects of a card; `adds` is one more, by its key."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        known = self._known(form)
        for place, effect in enumerate(value, 1):
            bound = form.add_all(f"effect{place}_", effect, _asked(effect, known))
            *fields, gone = bound.values()
            form.groups[-1].parts.append((effect_told(effect, form.pack), fields, gone))
        if known and len(value) < MOST:
            words = {key: effect_told(kind.example, form.pack) for key, kind in known.items()}
            form.add("adds", one_of(_("Another effect"), _("choose"), sorted_words(words)), "")

    def _known(self, form: DraftForm) -> dict[str, EffectPattern]:
        where = getattr(form.draft, "deck", "equipment")
        return dict(effect_patterns(form.reading.game, where))

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        known, effects = self._known(form), []
        for place, effect in enumerate(value, 1):
            said = form.said_of(f"effect{place}_", _asked(effect, known))
            if not said.pop("gone"):
                effects.append(replace(effect, **said))
        if key := form.cleaned_data.get("adds"):
            effects.append(known[key].example)
        return tuple(effects[:MOST])


def _asked(effect: Effect, known: dict[str, EffectPattern]) -> dict[str, Control]:
    """Return controls for what the printed card has or what is there, and one to remove it."""
    pattern = pattern_of(effect, known)
    fields = pattern.fields if pattern else ()
    asked = {
        field: control
        for field, control in CONTROLS.items()
        if field in fields or getattr(effect, field)
    }
    return {**asked, "gone": switch(_("Take it off"))}


EFFECTS = FieldRow("effects", legend=_("What else it does"), id="effects", effects=Effects())
