"""Words of the workshop: parts of a mission, what a field is called, and every problem."""

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from companion.setup.words import difficulty_word
from companion.terms import danger_word, mode_word
from companion.words import colour_word, value_word
from rules import Pack
from rules.packs.schema.missions import MissionZone
from rules.workshop import DraftMission, Part, Problem
from rules.workshop.pieces import PieceProblem

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
PIECE_OF_MISSION = pgettext_lazy("what a pack holds", "Mission")
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
}
_SAID_IN_WORDS = {
    "language": LANGUAGES,
    "field": FIELD_WORDS,
}


_FIELDS_OF: dict[Part, tuple[str, ...]] = {
    "title": (
        *("code", "title", "difficulty", "minutes", "length", "survivors", "or_more"),
        *("tutorial", "page"),
    ),
    "goals": ("goals",),
    "rules": ("rules",),
    "zones": ("zones",),
    "start": ("zombies", "start_hour", "time_track", "boss", "needs"),
    "decks": ("decks", "objective_cards", "notes"),
}


def part_of_field(field: str) -> Part:
    """The part of a mission that a field of it belongs to."""
    return next((part for part, fields in _FIELDS_OF.items() if field in fields), "board")


def draft_title(draft: DraftMission) -> str:
    """In the reader's language, else in the other; a mission without a title has a word, too."""
    return draft.title.in_language(get_language() or "en") or _("Mission without a title")


def problem_words(problem: Problem) -> str:
    """What is wrong, in a sentence that says what would mend it."""
    params = {
        name: str(_SAID_IN_WORDS.get(name, {}).get(str(value), value))
        for name, value in problem.params.items()
    }
    if "colour" in params:
        params["colour"] = colour_word(params["colour"])
    return str(_PROBLEMS[problem.code]) % params


def part_summary(draft: DraftMission, part: Part, pack: Pack) -> str:
    """What a part says so far; empty where it says nothing."""
    return {
        "title": _title,
        "board": _board,
        "goals": lambda draft, pack: _count_goals(draft),
        "rules": lambda draft, pack: _count_rules(draft),
        "zones": _zones,
        "start": _start,
        "decks": _decks,
    }[part](draft, pack)


def _title(draft: DraftMission, pack: Pack) -> str:
    words = [draft.code]
    words += [difficulty_word(draft.difficulty)] if draft.difficulty else []
    words += [_("%(n)s min") % {"n": draft.minutes}] if draft.minutes else []
    if draft.survivors:
        words.append(
            ngettext("%(n)s survivor", "%(n)s survivors", draft.survivors)
            % {"n": f"{draft.survivors}{'+' if draft.or_more else ''}"}
        )
    return " · ".join(word for word in words if word)


def _board(draft: DraftMission, pack: Pack) -> str:
    words = [" ".join(draft.tiles)] if draft.tiles else []
    if count := sum(draft.tokens.values()):
        words.append(ngettext("%(n)d token", "%(n)d tokens", count) % {"n": count})
    return " · ".join(words)


def _count_goals(draft: DraftMission) -> str:
    count = len(draft.goals)
    return ngettext("%(n)d goal", "%(n)d goals", count) % {"n": count} if count else ""


def _count_rules(draft: DraftMission) -> str:
    count = len(draft.rules)
    return ngettext("%(n)d rule", "%(n)d rules", count) % {"n": count} if count else ""


def _zones(draft: DraftMission, pack: Pack) -> str:
    lines = []
    for zone in draft.zones:
        words = [zone.id]
        words += [colour_word(zone.colour)] if zone.colour else []
        words += [_("asleep")] if zone.asleep else []
        lines.append(" ".join(words))
    return "; ".join(lines)


def _start(draft: DraftMission, pack: Pack) -> str:
    words = []
    if count := sum(draft.zombies.values()):
        words.append(ngettext("%(n)d zombie", "%(n)d zombies", count) % {"n": count})
    words += [f"{draft.start_hour}:00"] if draft.start_hour is not None else []
    words += [_("Time meter")] if draft.time_track else []
    language = get_language() or "en"
    leader = next((zombie for zombie in pack.zombies if zombie.id == draft.boss), None)
    words += [leader.name.in_language(language)] if leader else []
    names = {**pack.specialties, **{key: skill.name for key, skill in pack.skills.items()}}
    words += [names[need].in_language(language) for need in draft.needs if need in names]
    return " · ".join(words)


def _decks(draft: DraftMission, pack: Pack) -> str:
    words = []
    if count := len(draft.decks):
        words.append(ngettext("%(n)d deck of ours", "%(n)d decks of ours", count) % {"n": count})
    if draft.objective_cards:
        words.append(_("%(n)d objective cards") % {"n": draft.objective_cards})
    if draft.notes:
        words.append(_("%(n)d notes") % {"n": draft.notes})
    return " · ".join(words)


def zone_words(zone: MissionZone, game: str) -> str:
    """Return `2 green, asleep`."""
    parts = [f"{zone.id} {colour_word(zone.colour)}" if zone.colour else zone.id]
    parts += [value_word(zone.kind, game)] if zone.kind != "normal" else []
    parts += [_("starting zone")] if zone.start else []
    parts += [_("asleep")] if zone.asleep else []
    parts += [_("%(n)s tokens") % {"n": zone.tokens}] if zone.tokens > 1 else []
    parts += [" ".join(map(str, zone.locators))] if zone.locators else []
    return ", ".join(parts)


# --- what is wrong with a piece ---

_PIECE_PROBLEMS: dict[str, Promise] = {
    "card.kind": gettext_lazy("No card of this deck is of that kind: %(kind)s."),
    "card.missing": gettext_lazy("%(field)s: nothing is chosen."),
    "card.survivor": gettext_lazy("Nobody here is called “%(survivor)s”."),
    "card.unknown": gettext_lazy("There is no card “%(card)s”."),
    "checked": gettext_lazy("The check of packs says: %(where)s: %(what)s"),
    "deck.unknown": gettext_lazy("This game has no deck “%(deck)s”."),
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
    "zombie.unknown": gettext_lazy("This game has no “%(zombie)s”."),
}
_VALUES: dict[str, Promise] = {
    "dice": pgettext_lazy("value of a weapon", "the number of dice"),
    "accuracy": pgettext_lazy("value of a weapon", "the accuracy"),
    "damage": pgettext_lazy("value of a weapon", "the damage"),
    "zombie": pgettext_lazy("field of a card", "Who comes"),
    "kind": pgettext_lazy("field of a card", "Kind"),
}


def piece_problem_words(problem: PieceProblem) -> str:
    """What is wrong, in a sentence that says what would mend it."""
    params = {name: str(value) for name, value in problem.params.items()}
    if "language" in params:
        params["language"] = str(LANGUAGES[params["language"]])
    if "level" in params:
        params["level"] = danger_word(params["level"])
    if "mode" in params:
        params["mode"] = mode_word(params["mode"])
        params["value"] = str(_VALUES[params["value"]])
    if "field" in params:
        params["field"] = str(_VALUES.get(params["field"], params["field"]))
    return str(_PIECE_PROBLEMS[problem.code]) % params
