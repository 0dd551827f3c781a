"""Words for what the events of a table name: survivors, zombies, cards, zones."""

from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.mechanics.missions.things import item_words
from companion.plurals import counted, plural
from companion.terms import LEVELS, SLOTS, danger_word, slot_word, zone_colour
from companion.words import field_word, known_field_word, known_kind_word, value_word
from rules import Pack, TableState, Zone
from rules.mechanics.companions.state import companions_of

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
        """Somebody who goes along, or who may: by the box's word, or the group's."""
        for person in self.pack.companions:
            if person.id == key:
                return person.name.in_language(self.language)
        known = companions_of(self.state).get(key)
        return known.name if known else self._owner(key) or key

    def zombies(self, zombie: str, count: int) -> str:
        """`3 Walkers`: the pack's word with its number."""
        return counted(count, self.zombie(zombie), self.language)

    def groups(self, zombies: dict[str, int]) -> str:
        """`3 Walkers, 1 Runner`."""
        return ", ".join(self.zombies(zombie, count) for zombie, count in zombies.items())

    def several(self, zombie: str) -> str:
        """`Walkers`: all of a type."""
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
        """A weapon by card or copy id; what the players typed stays as it is."""
        for card in self.pack.equipment:
            if card.id in (name, name.rpartition("-")[0]):
                return card.name.in_language(self.language)
        for vehicle in self.pack.vehicles:
            if vehicle.id == name:
                return vehicle.name.in_language(self.language)
        return name

    def card(self, card: str) -> str:
        """A card by the number or name printed on it."""
        for deck in self.pack.decks.values():
            if card.startswith(f"{deck.id}-"):
                return card.removeprefix(f"{deck.id}-")
        return self.weapon(self.special(card))

    def special(self, copy: str) -> str:
        """A card of a special deck: by its name, by what it does, by whose it is, by its place."""
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
        """A survivor of the box, at this table or not."""
        return next((printed.name for printed in self.pack.survivors if printed.id == survivor), "")

    def deck(self, deck: str) -> str:
        if deck == "dice":
            return _("dice")
        known = self.pack.decks.get(deck)
        return known.name.in_language(self.language) if known else deck

    def path(self, path: str) -> str:
        """What a correction has set: `survivors.ann.points` as "points of Ann"."""
        where, *rest = path.split(".")
        if where == "board":
            return self.zombie(rest[0])
        name = field_word(rest[-1] if rest else where, self.game)
        if not rest:
            return name
        of = self.survivor(rest[0]) if where == "survivors" else self.zone(rest[0])
        return _("%(what)s of %(of)s") % {"what": name, "of": of}

    def value(self, value: object) -> str:
        """A value as the reader would say it."""
        if value is None or value == ():
            return "—"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, tuple):
            return ", ".join(self.skill(skill) for skill in value)
        return value_word(str(value), self.game)

    def knows(self, key: object) -> bool:
        """Whether a key is somebody or something at this table."""
        return self.word(key) != str(key)

    def word(self, value: object) -> str:
        """Anything a command may name: somebody, a zombie, a card, a slot, a skill, a deck."""
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
            *(self._value, self._kind, self._field),
        )
        return next((name for say in sayers if (name := say(key)) != key), key)

    def _value(self, key: str) -> str:
        return value_word(key, self.game)

    def _kind(self, key: str) -> str:
        return known_kind_word(key, self.game)

    def _field(self, key: str) -> str:
        return known_field_word(key, self.game)

    def item(self, item: str) -> str:
        """A goal of the mission, or a thing that is laid out."""
        return item_words(item, self)

    def zone(self, zone: str | None) -> str:
        if zone is None:
            return _("the board")
        zones = self.state.zones
        return next(
            (zone_name(candidate, zones) for candidate in zones if candidate.id == zone), zone
        )

    def points_unit(self) -> str:
        return self.pack.points.in_language(self.language)

    def faces(self, faces: tuple[int, ...]) -> str:
        return " ".join(str(face) for face in faces)


def zone_name(zone: Zone, zones: Sequence[Zone]) -> str:
    """What the table calls a zone: its name, or its colour where it has a number only.

    A token that lies on another zone goes by that zone and whose it is: `1+1` says nothing.
    """
    under, plus, number = zone.id.rpartition("+")
    if zone.kind == NORMAL or not plus:
        return _coloured(zone, zones) or zone.id
    whose = value_word(zone.kind)
    place = next((zone_name(each, zones) for each in zones if each.id == under), under)
    return f"{place} ({whose})" if number == "1" else f"{place} ({whose} {number})"


def _coloured(zone: Zone, zones: Sequence[Zone]) -> str:
    """The colour of a zone that has it alone and no name of its own."""
    if zone.colour is None or not zone.id.isdecimal():
        return ""
    is_alone = sum(each.colour == zone.colour for each in zones) == 1
    return capfirst(zone_colour(zone.colour)) if is_alone else ""


def _slot(slot: str) -> str:
    place, _dash, number = slot.partition("-")
    return slot_word(slot) if place in SLOTS and number.isdecimal() else slot


def _danger(level: str) -> str:
    return danger_word(level) if level in LEVELS else level
