"""Words for what the events of a table name: survivors, zombies, cards, zones."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from companion.plurals import counted, plural
from companion.terms import LEVELS, SLOTS, danger_word, slot_word, zone_colour
from companion.things import item_words
from companion.words import (
    all_words,
    field_word,
    known_field_word,
    known_kind_word,
    token_word,
    value_word,
)
from rules import Pack, TableState, Zone
from rules.mechanics.accompanied import companions_of
from rules.mechanics.zones import ground_of, place_of

NORMAL = "normal"


class Teller:
    """A table of the family, and the reader's language."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.game = state.game
        self.language = get_language() or "en"

    def survivor(self, key: str | None) -> str:
        if key is None:
            return _("the table")
        known = self.state.survivors.get(key)
        return known.name if known else self._owner(key) or key

    def companion(self, key: str) -> str:
        """Return the name of a companion, present or possible: the box's word, or the group's."""
        for person in self.pack.companions:
            if person.id == key:
                return person.name.in_language(self.language)
        known = companions_of(self.state).get(key)
        return known.name if known else self._owner(key) or key

    def zombies(self, zombie: str, count: int) -> str:
        """Return `3 Walkers`: the pack's word with its number."""
        return counted(count, self.zombie(zombie), self.language)

    def groups(self, zombies: dict[str, int]) -> str:
        """Return `3 Walkers, 1 Runner`."""
        return ", ".join(self.zombies(zombie, count) for zombie, count in zombies.items())

    def several(self, zombie: str) -> str:
        """Return `Walkers`: all of a type."""
        return plural(self.zombie(zombie), self.language)

    def zombie(self, zombie: str) -> str:
        for kind in self.pack.zombies:
            if kind.id == zombie:
                return kind.name.in_language(self.language)
        return zombie

    def skill(self, skill: str) -> str:
        known = self.pack.skills.get(skill)
        return known.name.in_language(self.language) if known else skill

    def weapon(self, name: str) -> str:
        """Return a weapon by card or copy id; what the players typed stays as it is."""
        for card in self.pack.equipment:
            if card.id in (name, name.rpartition("-")[0]):
                return card.name.in_language(self.language)
        for vehicle in self.pack.vehicles:
            if vehicle.id == name:
                return vehicle.name.in_language(self.language)
        return name

    def card(self, card: str) -> str:
        """Return a card by the number or name printed on it."""
        for deck in self.pack.decks.values():
            if card.startswith(f"{deck.id}-"):
                return card.removeprefix(f"{deck.id}-")
        return self.weapon(self.special(card))

    def special(self, copy: str) -> str:
        """Return a card of a special deck: by its name, effect, owner or place in the deck."""
        for deck in self.pack.decks.values():
            for number, card in enumerate(deck.cards, start=1):
                if copy.rpartition("-")[0] != card.id:
                    continue
                if words := card.name or card.text:
                    return words.in_language(self.language)
                name = deck.name.in_language(self.language)
                return f"{name}: {self._owner(card.survivor) or number}"
        return copy

    def _owner(self, survivor: str | None) -> str:
        """Return the name of a survivor of the box, at this table or not."""
        return next((printed.name for printed in self.pack.survivors if printed.id == survivor), "")

    def deck(self, deck: str) -> str:
        if deck == "dice":
            return _("dice")
        known = self.pack.decks.get(deck)
        return known.name.in_language(self.language) if known else deck

    def path(self, path: str) -> str:
        """Return what a correction set: `survivors.ann.points` as "points of Ann"."""
        where, *rest = path.split(".")
        if where == "board":
            return self.zombie(rest[0])
        name = field_word(rest[-1] if rest else where, self.game)
        if not rest:
            return name
        of = self.survivor(rest[0]) if where == "survivors" else self.zone(rest[0])
        return _("%(what)s of %(of)s") % {"what": name, "of": of}

    def value(self, value: object) -> str:
        """Return a value as the reader would say it."""
        if value is None or value == ():
            return "—"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, tuple):
            return ", ".join(self.skill(skill) for skill in value)
        return value_word(str(value), self.game)

    def knows(self, key: object) -> bool:
        """Check if a key is somebody or something at this table."""
        return self.word(key) != str(key)

    def word(self, value: object) -> str:
        """Return the words of anything a command may name: a survivor, a zombie, a card, a deck."""
        if isinstance(value, tuple | list):
            return " + ".join(self.word(part) for part in value)
        if isinstance(value, dict):
            return ", ".join(f"{self.word(key)} {self.word(part)}" for key, part in value.items())
        return self._name(value) if isinstance(value, str) else self.value(value)

    def _name(self, key: str) -> str:
        if "." in key and key.split(".", maxsplit=1)[0] in ("survivors", "zones", "board"):
            return self.path(key)
        sayers = (
            *(self.survivor, self.companion, self.zombie, self.skill, self.weapon, self.special),
            *(self.deck, self.item, _slot, _danger, self.card),
            *(self._laid_on, self._value, self._kind, self._field),
        )
        return next((name for say in sayers if (name := say(key)) != key), key)

    def _laid_on(self, key: str) -> str:
        """Return the name of a spawn token that lies on another: its id says nothing."""
        return self.zone(key) if ground_of(key) != key else key

    def _value(self, key: str) -> str:
        return value_word(key, self.game)

    def _kind(self, key: str) -> str:
        return known_kind_word(key, self.game)

    def _field(self, key: str) -> str:
        return known_field_word(key, self.game)

    def item(self, item: str) -> str:
        """Return a goal of the mission, or a thing that is laid out, in words."""
        return item_words(item, self)

    def zone(self, zone: str | None) -> str:
        if zone is None:
            return _("the board")
        zones = self.state.zones
        known = next((each for each in zones if each.id == zone), None)
        if known is not None:
            return zone_name(known, self.state)
        ground = ground_of(zone)  # of one that has left the board only the place is known
        if ground == zone:
            return token_place(zone, self.game)
        return f"{zone_mark(self.zone(ground))} · {_token()}"

    def mark(self, zone: str | None) -> str:
        """Return a zone as it is read beside words and counts: `Z1`."""
        return zone_mark(self.zone(zone))

    def spawn_zone(self, zone: str) -> str:
        """Return `spawn zone Z1`; for a token that lies on another, its name: `Z1 · Token`."""
        if ground_of(zone) != zone:
            return self.zone(zone)
        return _("spawn zone %(zone)s") % {"zone": self.mark(zone)}

    def points_unit(self) -> str:
        return self.pack.points.in_language(self.language)

    def faces(self, faces: tuple[int, ...]) -> str:
        return " ".join(str(face) for face in faces)


def zone_name(zone: Zone, state: TableState) -> str:
    """Return what the table calls a spawn token.

    Its place by name, or by its color where that has a number only; one that was laid on another
    also by what it is.
    """
    zones = state.zones
    if place_of(zone) == (zone.id, False):
        return _coloured(zone, zones) or zone.id
    there = [each for each in zones if place_of(each) == place_of(zone)]
    plain = [each for each in there if each.kind == NORMAL]
    name = _place_name(zone, state)
    if zone.kind != NORMAL:
        alike = [each.id for each in there if each.kind == zone.kind]
        number = alike.index(zone.id) + 1 if zone.id in alike else 1
        return _token_name(name, value_word(zone.kind, state.game), number)
    if zone.id not in [each.id for each in plain[1:]]:
        return name
    earlier = plain[: [each.id for each in plain].index(zone.id)]
    number = 1 + sum(each.tokens for each in earlier)
    return _token_name(name, _token(), number)


def _token() -> str:
    return pgettext("lies on a spawn zone", "Token")


def _token_name(place: str, what: str, number: int) -> str:
    """Return `Z2 · Necromancer`, `Z2 · Token 2`."""
    words = capfirst(what) if number == 1 else f"{capfirst(what)} {number}"
    return f"{zone_mark(place)} · {words}"


def zone_mark(zone: str) -> str:
    """Return a zone as it is read beside a count: a bare number would be read as one with it."""
    if not zone.isdecimal():
        return zone
    return pgettext("mark of a zone with a number", "Z%(number)s") % {"number": zone}


def room_mark(room: str) -> str:
    """Return an opened building's room by number: no spawn zone, though one may have it, too."""
    return pgettext("room of a building", "Room %(number)s") % {"number": room}


def _place_name(zone: Zone, state: TableState) -> str:
    place = place_of(zone)
    if place.is_room:
        return room_mark(place.name)
    first = next((each for each in state.zones if each.id == place.name), zone)
    return _coloured(first, state.zones) or token_place(place.name, state.game)


def token_place(name: str, game: str) -> str:
    """Return where a token of the mission lay, by its word; any other place by its name."""
    return token_word(name, game) if name in all_words(game).tokens else name


def whose_token(zone: Zone, game: str) -> str:
    """Return the kind of a spawn token, where its name does not say it."""
    is_laid_on = place_of(zone) != (zone.id, False)
    return "" if zone.kind == NORMAL or is_laid_on else value_word(zone.kind, game)


def _coloured(zone: Zone, zones: Sequence[Zone]) -> str:
    """Return the color of a zone that has it alone and no name of its own."""
    if zone.colour is None or not zone.id.isdecimal():
        return ""
    is_alone = sum(each.colour == zone.colour for each in zones) == 1
    return capfirst(zone_colour(zone.colour)) if is_alone else ""


def _slot(slot: str) -> str:
    place, _dash, number = slot.partition("-")
    return slot_word(slot) if place in SLOTS and number.isdecimal() else slot


def _danger(level: str) -> str:
    return danger_word(level) if level in LEVELS else level
