"""Words to choose from in the workshop's forms, and skills by their names."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from companion.words import colour_word
from companion.workshop.words import LANGUAGES
from rules import Pack
from rules.packs.schema.base import Term
from rules.packs.schema.people import Skill

COLOURS = ("red", "blue", "green", "yellow", "violet", "pink")
NEUTRAL = "neutral"
HOURS = {str(hour): f"{hour}:00" for hour in range(24)}
SKILLS = "skills"
"""Id of the list of names in which fields of skills look things up."""


def in_language(word: Any, language: str) -> str:
    """Return a label with the language it is for."""
    return f"{word} ({LANGUAGES[language]})"


def colour_words(*more: Iterable[str]) -> dict[str, str]:
    """Return the usual colors, and others that are there already."""
    keys = dict.fromkeys((*COLOURS, *(key for keys in more for key in keys)))
    neutral = pgettext("colour", "neutral")
    return {key: neutral if key == NEUTRAL else colour_word(key) for key in keys}


def with_value(words: Mapping[str, Any], *there: str | None) -> dict[str, Any]:
    """Return the words, with the names in a draft that nothing in the box has."""
    return {**words, **{value: value for value in there if value and value not in words}}


def sorted_words(words: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(words.items(), key=lambda pair: pair[1].casefold()))


# --- what the game and the pack of a form have, by id ---


def _named(form: Any, terms: Iterable[tuple[str, Term]]) -> dict[str, str]:
    return {key: term.in_language(form.language) for key, term in terms}


def zombies(form: Any) -> dict[str, str]:
    return _named(form, ((zombie.id, zombie.name) for zombie in form.pack.zombies))


def printed_zombies(form: Any) -> dict[str, str]:
    return _named(form, ((zombie.id, zombie.name) for zombie in form.reading.game.zombies))


def cards(form: Any) -> dict[str, str]:
    return sorted_words(_named(form, ((card.id, card.name) for card in form.pack.equipment)))


def skills(form: Any) -> dict[str, str]:
    return sorted_words(_named(form, ((key, kind.name) for key, kind in form.pack.skills.items())))


def specialties(form: Any) -> dict[str, str]:
    return _named(form, form.pack.specialties.items())


def survivors(form: Any) -> dict[str, str]:
    return sorted_words({survivor.id: survivor.name for survivor in form.pack.survivors})


def missions(form: Any) -> dict[str, str]:
    return {
        mission.id: mission.title.in_language(form.language) or mission.code or mission.id
        for mission in form.reading.content.shown()
    }


def decks(form: Any) -> dict[str, str]:
    return _named(form, ((key, deck.name) for key, deck in form.pack.decks.items()))


# --- skills, by their names ---


def skill_names(pack: Pack) -> dict[str, str]:
    """Return every skill a card can print, by its name in the reader's language."""
    language = get_language() or "en"
    skills = sorted(pack.skills.values(), key=lambda skill: skill.name.in_language(language))
    return {
        skill.name.in_language(language): skill.id
        for skill in skills
        if not _is_pattern(skill, pack)
    }


def _is_pattern(skill: Skill, pack: Pack) -> bool:
    """Check if no card prints it, as `+1 die: [Action]` where the pack has it filled in."""
    filled = (other for other in pack.skills.values() if other.family == skill.family)
    return "[" in skill.name.en and any(other.id != skill.id for other in filled)


class SkillField(forms.CharField):
    """A skill by its name, found by typing any part of it; the form lists them all."""

    def __init__(self, names: dict[str, str], *, label: Any, initial: str) -> None:
        shown = next((name for name, skill in names.items() if skill == initial), initial)
        widget = forms.TextInput(attrs={"list": SKILLS, "autocomplete": "off"})
        super().__init__(required=False, label=label, initial=shown, max_length=80, widget=widget)
        self.skills = {name.casefold(): skill for name, skill in names.items()}
        self.skills |= {skill: skill for skill in (*names.values(), initial) if skill}

    def clean(self, value: Any) -> str:
        skill = " ".join(str(super().clean(value)).split())
        if skill and skill.casefold() not in self.skills:
            raise forms.ValidationError(_("This game has no such skill. Choose one of the list."))
        return self.skills[skill.casefold()] if skill else ""
