"""Words of the workshop: parts of a mission, what a field is called, problems and refusals."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from companion.terms import danger_word, mode_word
from companion.words import colour_word, value_word
from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, Part, Problem

LANGUAGES: dict[str, Promise] = {
    "es": pgettext_lazy("language of a pack", "Spanish"),
    "en": pgettext_lazy("language of a pack", "English"),
}
PART_WORDS: dict[Part, Promise] = {
    "title": pgettext_lazy("part of a mission", "Title"),
    "board": pgettext_lazy("part of a mission", "Map"),
    "goals": pgettext_lazy("part of a mission", "Goals"),
    "rules": pgettext_lazy("part of a mission", "Special rules"),
    "zones": pgettext_lazy("part of a mission", "Spawn zones"),
    "start": pgettext_lazy("part of a mission", "Beginning"),
    "decks": pgettext_lazy("part of a mission", "Decks"),
}
LENGTHS = {
    "short": pgettext_lazy("length of a mission", "short"),
    "long": pgettext_lazy("length of a mission", "long"),
    "variable": pgettext_lazy("length of a mission", "varies"),
}
FIELD_WORDS: dict[str, Promise] = {
    "points": pgettext_lazy("field of a rule", "Points"),
    "count": pgettext_lazy("field of a rule", "How many"),
    "colours": pgettext_lazy("field of a rule", "Colors"),
    "needs": pgettext_lazy("field of a rule", "Objectives that must be taken first"),
    "zombie": pgettext_lazy("field of a rule", "Zombie"),
    "deck": pgettext_lazy("field of a rule", "Deck"),
    "equipment": pgettext_lazy("field of a rule", "Equipment"),
    "hour": pgettext_lazy("field of a rule", "Hour"),
    "tiles": pgettext_lazy("field of a rule", "Tiles"),
    "specialty": pgettext_lazy("field of a rule", "Specialty"),
    "cards": pgettext_lazy("field of a rule", "Cards"),
    "achievement": pgettext_lazy("field of a rule", "Achievement"),
    "survivors": pgettext_lazy("field of a rule", "Only with so many survivors"),
    "on_board": pgettext_lazy("field of a rule", "Only while one of these stands there"),
}
_PROBLEMS: dict[str, Promise] = {
    "title.none": gettext_lazy("The title is missing in %(language)s."),
    "code.none": gettext_lazy("A short code is missing, as A0 or M12."),
    "tiles.none": gettext_lazy("No tile lies there yet."),
    "tiles.name": gettext_lazy("No tile is called “%(tile)s”: a number and R or V, as 4V."),
    "tiles.twice": gettext_lazy("Tile %(tile)s lies there twice, and there is only one."),
    "tiles.rows": gettext_lazy("The rows are not equally long: put - where no tile lies."),
    "map.apart": gettext_lazy("Tile %(value)s touches no other tile."),
    "map.exit": gettext_lazy("A goal speaks of the exit, and the map has none."),
    "map.kind": gettext_lazy("This game has nothing called “%(value)s” to put on a map."),
    "map.lift": gettext_lazy("There is only one lift: put another one, or remove it."),
    "map.start": gettext_lazy("Nobody says where the survivors begin: put the start."),
    "map.tile": gettext_lazy("No tile of these boxes is called %(value)s."),
    "box.unknown": gettext_lazy("The box “%(box)s” is not one of this game."),
    "goals.none": gettext_lazy("Without a goal nobody can win."),
    "rule.words": gettext_lazy("The sentence is missing in %(language)s."),
    "rule.unknown": gettext_lazy(
        "The app cannot do “%(do)s” in this game: say when to remind the players of it."
    ),
    "rule.field": gettext_lazy("%(field)s: nothing is chosen."),
    "rule.value": gettext_lazy("%(field)s: this game has no “%(value)s”."),
    "rule.colour": gettext_lazy("No objective of that color lies on the board: %(colour)s."),
    "zones.none": gettext_lazy("No spawn zone lies there yet."),
    "zones.twice": gettext_lazy("Two zones are called %(zone)s."),
    "zones.starts": gettext_lazy("Only one zone can be the starting zone."),
    "zones.asleep": gettext_lazy(
        "Zone %(zone)s never wakes: give it a color and a rule that activates that color."
    ),
    "zombie.unknown": gettext_lazy("This game has no “%(zombie)s”."),
    "need.unknown": gettext_lazy("This game has no skill “%(need)s”."),
    "deck.gone": gettext_lazy("A deck it is played with is not in the pack any more: %(deck)s."),
    "checked": gettext_lazy("The check of packs says: %(where)s: %(what)s"),
    "card.kind": gettext_lazy("No card of this deck is of that kind: %(kind)s."),
    "card.missing": gettext_lazy("%(field)s: nothing is chosen."),
    "card.survivor": gettext_lazy("Nobody here is called “%(survivor)s”."),
    "card.unknown": gettext_lazy("There is no card “%(card)s”."),
    "deck.unknown": gettext_lazy("This game has no deck “%(deck)s”."),
    "effect.missing": gettext_lazy("Effect %(number)s: choose “%(field)s”."),
    "effect.unknown": gettext_lazy("This game knows no effect “%(do)s”: take it off."),
    "effect.value": gettext_lazy("Effect %(number)s: this game has no “%(value)s”."),
    "equipment.armour": gettext_lazy("Its armor roll is missing."),
    "equipment.deck": gettext_lazy("It lies in no deck: say how many copies, and where."),
    "equipment.range": gettext_lazy("Its range ends before it begins."),
    "equipment.value": gettext_lazy("%(mode)s: %(value)s is missing."),
    "piece.fills": gettext_lazy("The printed card “%(name)s” is not in this game."),
    "piece.words": gettext_lazy("The name is missing in %(language)s."),
    "spawn.empty": gettext_lazy("Nobody comes at any level yet."),
    "spawn.kind": gettext_lazy("This game has no cards of that kind: %(kind)s."),
    "spawn.number": gettext_lazy("The number is missing: nobody could say which card came."),
    "spawn.number_printed": gettext_lazy("%(number)s is a card of the box: take another number."),
    "spawn.number_twice": gettext_lazy("Two cards have the number %(number)s."),
    "survivor.level": gettext_lazy("%(level)s: %(there)s of %(least)s skills."),
    "survivor.name": gettext_lazy("The name is missing."),
    "survivor.skill": gettext_lazy("This game has no skill “%(skill)s”."),
    "survivor.specialty": gettext_lazy("This game has no specialty “%(specialty)s”."),
    "zombie.like": gettext_lazy("Say which zombie it is like."),
}
_CARD_WORDS = {
    "zombie": pgettext_lazy("field of a card", "Who comes"),
    "kind": pgettext_lazy("field of a card", "Kind"),
}
EFFECT_WORDS = {
    "zombie": pgettext_lazy("number of an effect", "Zombie"),
    "skill": pgettext_lazy("number of an effect", "Skill"),
    "specialty": pgettext_lazy("number of an effect", "Specialty"),
    "gives": pgettext_lazy("number of an effect", "What it makes"),
}
_ROLLED_WORDS = {
    "dice": pgettext_lazy("value of a weapon", "the number of dice"),
    "accuracy": pgettext_lazy("value of a weapon", "the accuracy"),
    "damage": pgettext_lazy("value of a weapon", "the damage"),
}
_WORDS_OF: dict[str, Callable[[str], Any]] = {
    "language": lambda language: LANGUAGES[language],
    "field": lambda field: FIELD_WORDS.get(field, field),
    "level": danger_word,
    "mode": mode_word,
    "colour": colour_word,
    "card.missing field": lambda field: _CARD_WORDS.get(field, field),
    "effect.missing field": lambda field: EFFECT_WORDS[field],
    "equipment.value value": lambda value: _ROLLED_WORDS[value],
}
"""Words of the parameters of problems, by name, or by code and name."""
REFUSALS: dict[str, Promise] = {
    "workshop.changed": gettext_lazy(
        "Somebody has changed this meanwhile. Look at it and save once more to keep what you wrote."
    ),
    "workshop.file_campaign": gettext_lazy("This file holds a campaign, not a pack."),
    "workshop.file_foreign": gettext_lazy("This file does not hold a pack saved by Safehouse."),
    "workshop.file_large": gettext_lazy("A pack has at most %(most)s kB."),
    "workshop.file_lacks": gettext_lazy("This file is not a whole pack: %(where)s is missing."),
    "workshop.file_line": gettext_lazy(
        "This file is not a pack, or it is broken: look at line %(line)s."
    ),
    "workshop.file_newer": gettext_lazy("This pack was saved by a newer copy of this site."),
    "workshop.file_table": gettext_lazy("This file holds a table, not a pack."),
    "workshop.file_text": gettext_lazy(
        "The file cannot be read: it holds something that is no text."
    ),
    "workshop.file_value": gettext_lazy("A value in the file does not fit: look at %(where)s."),
    "workshop.full": gettext_lazy(
        "A pack holds %(most)s of these at most, those in its bin included."
    ),
    "workshop.game": gettext_lazy("The game of this pack is not here: %(game)s."),
    "workshop.gone_on": gettext_lazy("Somebody has gone on there since. Nothing has changed."),
    "workshop.maker": gettext_lazy("Only whoever made the pack can do that."),
    "workshop.nobody": gettext_lazy("Nobody else sits there."),
    "workshop.not_there": gettext_lazy("That step is not there any more. Nothing has changed."),
    "workshop.pack": gettext_lazy("You have no such pack for this game: %(pack)s."),
    "workshop.packs": gettext_lazy("You have %(most)s packs already: put one into the bin."),
    "workshop.removed": gettext_lazy(
        "Whoever keeps this site has taken this version off the shelf. Change the pack first."
    ),
    "workshop.twice": gettext_lazy(
        "Two of your packs have a zombie card %(number)s: play with one."
    ),
    "workshop.rules": gettext_lazy("A mission has %(most)s goals and %(most)s rules at most."),
}


def problem_words(problem: Problem) -> str:
    """Return what is wrong, in a sentence that says what would mend it."""
    params = {}
    for name, value in problem.params.items():
        word = _WORDS_OF.get(f"{problem.code} {name}") or _WORDS_OF.get(name) or str
        params[name] = str(word(str(value)))
    return str(_PROBLEMS[problem.code]) % params


def draft_title(draft: DraftMission) -> str:
    """Return the title in the reader's language, else in the other, or a word for none."""
    return draft.title.in_language(get_language() or "en") or _("Mission without a title")


def zone_words(zone: MissionZone, game: str) -> str:
    """Return `2 green, asleep`."""
    parts = [f"{zone.id} {colour_word(zone.colour)}" if zone.colour else zone.id]
    parts += [value_word(zone.kind, game)] if zone.kind != "normal" else []
    parts += [_("starting zone")] if zone.start else []
    parts += [_("asleep")] if zone.asleep else []
    parts += [_("%(n)s tokens") % {"n": zone.tokens}] if zone.tokens > 1 else []
    parts += [" ".join(map(str, zone.locators))] if zone.locators else []
    return ", ".join(parts)
