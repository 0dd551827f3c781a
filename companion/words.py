"""What mechanics say. Each has a module with its words and its sheet; here they are found.

`rules.mechanics.doors` speaks through `companion.mechanics.doors`, what only one game has through
`companion.systems.<game>.<mechanic>`, and `<package>.<mechanic>`, of a game from elsewhere,
through `<package>.companion.<mechanic>`.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import pgettext_lazy

from companion.refusals import REFUSALS
from rules import Event, Pack, RuleError, games, kind_of, pack_of
from rules.mechanic import Mechanic

log = logging.getLogger("safehouse.words")
Text = Promise | str


class Reason(NamedTuple):
    """One line of a reason."""

    label: str
    text: str


class Meter(NamedTuple):
    """Something that is counted all evening, shown at the head of the table."""

    id: str
    icon: str
    text: str


class Occasion(NamedTuple):
    """An occasion for drawing zombie cards, in words."""

    title: Text
    places: Callable[[int], str]
    """The words for a number of spawn zones, rooms or other places that drew."""
    headline: Callable[[Any], str]
    """A whole step of it in the few words the undo bar has room for."""


class Case(NamedTuple):
    """Something that may happen, on the sheet of rules that is printed."""

    name: str
    text: str


class Throw(NamedTuple):
    """Dice that were rolled at once, beside those of an attack."""

    what: str
    """The roller of the dice, and the result they need."""
    faces: tuple[tuple[int, bool], ...]
    """The face of each die, and True if it succeeded."""
    yes: Text
    """The word for a die that succeeded."""
    no: Text
    given_up: tuple[tuple[int, ...], ...] = ()
    """Rolls before a reroll."""


Sentence = Callable[[Any, Any], str | list[str]]
"""An event and the teller of its game: a line of the log, or several."""


class Words(NamedTuple):
    """All that one mechanic says."""

    sentences: Mapping[type[Event], Sentence] = {}
    commands: Mapping[str, Text] = {}
    """The text on the button of a command."""
    headlines: Mapping[type[Event], Callable[[Any, Any], str]] = {}
    """A whole step in the few words the undo bar has room for; nothing where its sentences do."""
    throws: Mapping[type[Event], Callable[[Any, Any], list[Throw]]] = {}
    """The dice of an event whose result has a sheet of its own; none where nobody rolled."""
    icons: Mapping[type[Event], str] = {}
    """The picture of an entry in the log; of several events the first mechanic's counts."""
    refusals: Mapping[str, Text] = {}
    """Codes of errors."""
    rules: Mapping[str, Text] = {}
    """Rules in our own words; the pack of a game says on which page of its book they stand."""
    because: Mapping[type[Event], Callable[[Any, Any], list[str]]] = {}
    """The rules an event rests on."""
    reasons: Mapping[type[Event], Callable[[Any, Any], list[Reason]]] = {}
    """Further reasons, shown when the log entry of an event is opened."""
    whys: Mapping[str, Text] = {}
    """The reasons for an extra activation of zombies."""
    losses: Mapping[str, Text] = {}
    """The reasons for a lost mission, by the code in its event."""
    behind: Mapping[str, str] = {}
    """The rule behind such a why, where it is not that miniatures have run out."""
    fields: Mapping[str, Text] = {}
    """The names of the fields of commands and of the values that corrections set."""
    hints: Mapping[str, Text] = {}
    """The hints of text fields."""
    values: Mapping[str, Text] = {}
    """Values of the state that have a word of their own."""
    options: Mapping[str, tuple[Text, Text]] = {}
    """House rules: the name on the switch, and what it changes."""
    card_kinds: Mapping[str, Text] = {}
    card_lines: Mapping[str, Text] = {}
    """The words of a kind of card for the zombies on its line, as `Rush: %(who)s`."""
    card_meanings: Mapping[str, Text] = {}
    """The instructions of a kind of card to the players, for the sheet of rules."""
    card_places: Mapping[str, Text] = {}
    """The place where a kind of card puts its zombies, if not in the zone that drew it."""
    card_rules: Mapping[str, str] = {}
    """The rule behind a kind of card."""
    phase_lines: Mapping[str, Text] = {}
    """The task of a phase, for the same sheet, as `end.noise`; a game may say it otherwise."""
    cases: Mapping[str, Callable[[Pack], Case]] = {}
    """The special cases, for the same sheet; the pack has its numbers."""
    occasions: Mapping[str, Occasion] = {}
    """By what an event gives as the reason why cards were drawn."""
    tokens: Mapping[str, Text] = {}
    """The tokens that missions lay on the map, by key."""
    effects: Mapping[str, Callable[[Any, Any], str]] = {}
    """The effects of equipment cards, by name: a sentence of effect and teller."""
    notes: Mapping[str, Callable[[Mapping[str, Any], Any], str]] = {}
    """The other effects of a card in a spawn step: a sentence of what it noted and the teller."""
    meters: Mapping[str, Callable[[Any], Meter | None]] = {}
    """By name: what a teller's table counts, or None where it does not."""


FIELDS: Mapping[str, Text] = {
    "blue": pgettext_lazy("danger", "Blue"),
    "by": pgettext_lazy("what is asked", "by whom"),
    "card": pgettext_lazy("what is asked", "card"),
    "cards": pgettext_lazy("what is asked", "cards"),
    "count": pgettext_lazy("what is asked", "how many"),
    "dice": pgettext_lazy("what is asked", "dice"),
    "orange": pgettext_lazy("danger", "Orange"),
    "red": pgettext_lazy("danger", "Red"),
    "survivor": pgettext_lazy("what is asked", "survivor"),
    "yellow": pgettext_lazy("danger", "Yellow"),
    "zombie": pgettext_lazy("what is asked", "zombie"),
    "zombies": pgettext_lazy("what is asked", "zombies"),
    "zone": pgettext_lazy("what is asked", "zone"),
    "zones": pgettext_lazy("what is asked", "zones"),
}
"""Fields that commands of many mechanics have."""

COLOURS: Mapping[str, Text] = {
    "blue": pgettext_lazy("colour", "blue"),
    "green": pgettext_lazy("colour", "green"),
    "pink": pgettext_lazy("colour", "pink"),
    "purple": pgettext_lazy("colour", "purple"),
    "red": pgettext_lazy("colour", "red"),
    "violet": pgettext_lazy("colour", "violet"),
    "yellow": pgettext_lazy("colour", "yellow"),
    "card": pgettext_lazy("colour", "objective card"),
    "crate": pgettext_lazy("colour", "crate"),
}
"""Colors of objectives, doors and beds, and objectives that have none."""

_others: dict[str, Words] = {"the house": Words(refusals=REFUSALS, fields=FIELDS, values=COLOURS)}


def register(room: str, words: Words) -> None:
    """Register the words of a room that has no mechanics."""
    _others[room] = words
    all_words.cache_clear()


@cache
def all_words(game: str | None = None) -> Words:
    """Return what the mechanics of a game say, and the rooms that have no mechanics, as one.

    Without a game: what those of every game say, for a refusal that belongs to no table. Of a key
    that two of them have our own mechanics' words count, then the house's, then those of games from
    outside.
    """
    if game is None:
        every = {id(each): each for known in games.values() for each in known.mechanics}.values()
        brought = [mechanic for mechanic in every if not is_ours(mechanic.home)]
        own = [mechanic for mechanic in every if is_ours(mechanic.home)]
    else:
        brought, own = [], list(games[game].mechanics) if game in games else []
    parts = [*map(words_of, brought), *_others.values(), *map(words_of, own)]
    present = [words for words in parts if words is not None]
    return Words(*(_merged(getattr(words, name) for words in present) for name in Words._fields))


def _merged(mappings: Iterable[Mapping[Any, Any]]) -> Mapping[Any, Any]:
    """Return all of them as one; the last that has a key counts."""
    return {key: value for mapping in mappings for key, value in mapping.items()}


def words_of(mechanic: Mechanic) -> Words | None:
    """Return what a mechanic says, if it says anything."""
    words: Words | None = part_of(mechanic.home, "WORDS", "words")
    return words


def part_of(home: str, name: str, module: str) -> Any:
    """Return what pages know of a mechanic under that name; None where they know nothing.

    It stands in the module of `companion` at the same place, or in `module` where a package is
    there; a game from elsewhere may have that module beside its rules.
    """
    for place in (companion_of(home), home) if home else ():
        for path in (place, f"{place}.{module}"):
            found = _module(path)
            if found is not None and hasattr(found, name):
                return getattr(found, name)
    return None


@cache  # pages ask for the words of every mechanic, and some have none on the disk
def _module(path: str) -> ModuleType | None:
    try:
        spec = find_spec(path)
    except ModuleNotFoundError:  # there is no such package
        return None
    return import_module(path) if spec else None


def companion_of(home: str) -> str:
    """Return the module with a mechanic's words and pages: `companion.mechanics.light` for ours."""
    root, _dot, rest = home.partition(".")
    return f"companion.{rest}" if is_ours(home) else f"{root}.companion.{rest}"


def is_ours(home: str) -> bool:
    """Check if a mechanic is one of the house."""
    return home.startswith("rules.")


# --- asking for words; what has none shows its id, and the log says so ---


def _or_id(mapping: Mapping[str, Text], key: str, what: str) -> str:
    if key in mapping:
        return str(mapping[key])
    log.warning("no words", extra={"what": what, "key": key})
    return key


def error_message(error: RuleError, game: str | None = None) -> str:
    """Return the sentence in the reader's language; the bare code if there is none."""
    refusals = all_words(error.state.game if error.state else game).refusals
    if error.code not in refusals:
        return _or_id(refusals, error.code, "refusal")
    try:
        return refusals[error.code] % _Named(error)  # a sentence with a plural asks it which it is
    except (KeyError, ValueError, TypeError):
        log.warning("words do not fit", extra={"what": "refusal", "key": error.code})
        return str(refusals[error.code]) or error.code


class _Named(dict[str, object]):
    """The parameters of a refusal; `zone_name` is what its table calls the one under `zone`.

    So with cards (`card_name`) and fields of commands (`field_name`).
    """

    def __init__(self, error: RuleError) -> None:
        super().__init__(error.params)
        self.state = error.state

    def __missing__(self, key: str) -> object:
        what = key.removesuffix("_name")
        if what not in self or self.state is None:
            return dict(self)[what]
        if what == "field":
            return capfirst(field_word(str(self[what]).rpartition(".")[2], self.state.game))
        from companion.pages import pages_of  # its models ask for words themselves

        teller = pages_of(self.state.game).teller(self.state, pack_of(self.state))
        return getattr(teller, what)(self[what])


def why_word(why: str, game: str) -> str:
    """Return why zombies act once more."""
    return _or_id(all_words(game).whys, why, "why")


def loss_word(why: str, game: str) -> str:
    """Return why a mission is lost; empty where the players said so."""
    return str(all_words(game).losses.get(why, ""))


def field_word(name: str, game: str) -> str:
    """Return the name of a value that a correction sets, or of a command's field."""
    return _or_id(all_words(game).fields, name, "field")


def field_hint(name: str, game: str) -> str:
    """Return the hint of a text field; empty where its name says enough."""
    return str(all_words(game).hints.get(name, ""))


def known_field_word(name: str, game: str) -> str:
    """Return the name of a field; a name that is no field's is returned as it is."""
    return str(all_words(game).fields.get(name, name))


def value_word(value: str, game: str) -> str:
    """Return the word for a value of the state, or the value itself where it has none."""
    return str(all_words(game).values.get(value, value))


def colour_word(colour: str) -> str:
    """Return the color of an objective, a door or a bed in words."""
    return str(COLOURS.get(colour, colour))


def token_word(token: str, game: str) -> str:
    """Return the word for a token on the map; its key where it has none."""
    return str(all_words(game).tokens.get(token, token.replace("-", " ")))


def option_word(option: str, game: str) -> str:
    """Return the name on the switch of a house rule."""
    known = all_words(game).options.get(option)
    return str(known[0]) if known else option


def command_word(kind: str, game: str) -> str:
    """Return the text on the button of a command."""
    return _or_id(all_words(game).commands, kind, "command")


def card_kind_word(kind: str, game: str) -> str:
    return _or_id(all_words(game).card_kinds, kind, "kind of card")


def card_line(kind: str, who: str, game: str) -> str:
    """Return the words of that kind of zombie card for those on its line."""
    return str(all_words(game).card_lines.get(kind, "%(who)s")) % {"who": who}


def rule_behind(why: str, game: str) -> str:
    """Return the rule for which zombies come or act once more."""
    return all_words(game).behind.get(why, "miniatures")


def occasion_of(why: str, game: str) -> Occasion:
    """Return the words for the occasion on which zombie cards are drawn."""
    known = all_words(game).occasions.get(why)
    if known is None:
        log.warning("no words", extra={"what": "occasion", "key": why})
        return Occasion(why, str, lambda step: why)
    return known


def note_words(what: str, params: Mapping[str, Any], teller: Any) -> str:
    """Return the words for another effect of a card in a spawn step."""
    note = all_words(teller.game).notes.get(what)
    if note is None:
        log.warning("no words", extra={"what": "note", "key": what})
        return what
    return note(params, teller)


def card_meaning(kind: str, game: str) -> str:
    """Return the instructions of that kind of zombie card to the players."""
    return _or_id(all_words(game).card_meanings, kind, "kind of card")


def card_place(kind: str, game: str) -> str:
    """Return where that kind of zombie card puts its zombies; empty: in the zone that drew it."""
    return str(all_words(game).card_places.get(kind, ""))


def phase_line(name: str, game: str) -> str:
    """Return the task of a phase at a table of that game."""
    return _or_id(all_words(game).phase_lines, name, "line of a phase")


def cases_of(pack: Pack) -> list[Case]:
    """Return the special cases of a game, its own first."""
    spoken = [words_of(mechanic) for mechanic in reversed(games[pack.game].mechanics)]
    return [case(pack) for words in spoken if words for case in words.cases.values()]


def known_kind_word(kind: str, game: str) -> str:
    """Return the word for a kind of card; a word that is no kind is returned as it is."""
    return str(all_words(game).card_kinds.get(kind, kind))


def missing_sentence(event: Event) -> str:
    """Return the kind of an event nobody has a sentence for."""
    log.warning("no words", extra={"what": "event", "key": kind_of(event)})
    return kind_of(event)
