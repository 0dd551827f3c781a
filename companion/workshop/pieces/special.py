"""Cards of the special decks; what a form asks is what the printed cards of the deck say."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from companion.words import colour_word, value_word
from companion.workshop.fields import (
    TEXT_LENGTH,
    choice_field,
    number_field,
    sorted_words,
    switch_field,
    text_field,
    with_value,
)
from companion.workshop.pieces.base import Lines, PieceRoom, named
from companion.workshop.pieces.effects import WithEffects, effect_told
from companion.workshop.reading import Reading
from rules import Pack
from rules.workshop.pieces import DraftCard
from rules.workshop.pieces.special import fields_of, kinds_in, special_decks

BEDS = ("blue", "green")


class CardForm(WithEffects):
    def lay_out(self) -> None:
        piece: DraftCard = self.piece
        self.where = piece.deck
        self.asked = fields_of(self.reading.game, piece.deck)
        self.ask_words("name", _("Name"))
        self.ask_words("text", _("What it does"), lines=True, length=TEXT_LENGTH)
        self.fields["copies"] = number_field(_("Copies"), least=1, most=99)
        self.initial["copies"] = piece.copies
        for field, ask in {
            "kind": self._ask_kind,
            "zombie": self._ask_zombie,
            "survivor": self._ask_survivor,
            "mission": self._ask_mission,
            "number": self._ask_number,
            "tile": self._ask_tile,
            "beds": self._ask_beds,
            "searchable": self._ask_search,
        }.items():
            if field in self.asked:
                ask()
        self.ask_effects()

    def _choose(self, name: str, label: Any, words: dict[str, str]) -> None:
        value = getattr(self.piece, name)
        self.fields[name] = choice_field(label, with_value(words, value), _("not said"))
        self.initial[name] = value or ""

    def _ask_kind(self) -> None:
        kinds = kinds_in(self.reading.game, self.piece.deck)
        words = {kind: capfirst(value_word(kind, self.pack.game)) for kind in kinds}
        self._choose("kind", _("Kind"), words)

    def _ask_zombie(self) -> None:
        words = {zombie.id: zombie.name.in_language(self.language) for zombie in self.pack.zombies}
        self._choose("zombie", _("Who comes"), words)

    def _ask_survivor(self) -> None:
        words = {survivor.id: survivor.name for survivor in self.pack.survivors}
        self._choose("survivor", _("Whose it is"), sorted_words(words))

    def _ask_mission(self) -> None:
        missions = self.reading.content.shown()
        words = {
            mission.id: mission.title.in_language(self.language) or mission.code or mission.id
            for mission in missions
        }
        self._choose("mission", _("For the mission"), words)

    def _ask_number(self) -> None:
        self.fields["number"] = number_field(_("Number on the card"))
        self.initial["number"] = self.piece.number

    def _ask_tile(self) -> None:
        self.fields["tile"] = text_field(_("Tile it lies on"), length=6)
        self.initial["tile"] = self.piece.tile

    def _ask_beds(self) -> None:
        for colour in BEDS:
            label = _("Beds: %(colour)s") % {"colour": colour_word(colour)}
            self.fields[f"beds_{colour}"] = number_field(label, most=20)
            self.initial[f"beds_{colour}"] = self.piece.beds.get(colour)

    def _ask_search(self) -> None:
        self.fields["searchable"] = switch_field(_("It can be searched"))
        self.initial["searchable"] = self.piece.searchable

    @property
    def plain(self) -> list[forms.BoundField]:
        """Everything but the words, the effects and the switch."""
        names = ("copies", "kind", "zombie", "survivor", "mission", "number", "tile")
        beds = [f"beds_{colour}" for colour in BEDS]
        return [self[name] for name in (*names, *beds) if name in self.fields]

    @property
    def words(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(("name_", "text_"))]

    def said(self) -> DraftCard:
        cleaned = self.cleaned_data
        fields: dict[str, Any] = {
            "name": self.words_of("name"),
            "text": self.words_of("text"),
            "copies": cleaned["copies"] or 1,
            "effects": self.effects_said(),
        }
        for name in ("kind", "zombie", "survivor"):
            if name in self.fields:
                fields[name] = cleaned[name] or None
        for name in ("mission", "tile"):
            if name in self.fields:
                fields[name] = cleaned[name]
        if "number" in self.fields:
            fields["number"] = cleaned["number"]
        if "searchable" in self.fields:
            fields["searchable"] = cleaned["searchable"]
        if "beds" in self.asked:
            beds = {colour: cleaned[f"beds_{colour}"] for colour in BEDS}
            fields["beds"] = {colour: count for colour, count in beds.items() if count}
        card: DraftCard = self.replaced(**fields)
        return card


def _title(piece: DraftCard, reading: Reading) -> str:
    language = get_language() or "en"
    title = piece.name.in_language(language) or piece.text.in_language(language)
    kind = capfirst(value_word(piece.kind, reading.game.game)) if piece.kind else ""
    return title[:60] or kind or named(piece.name)


def _summary(piece: DraftCard, reading: Reading) -> str:
    deck = special_decks(reading.game).get(piece.deck)
    parts = [deck.name.in_language(get_language() or "en") if deck else piece.deck]
    if piece.copies > 1:
        parts.append(ngettext("%(n)d copy", "%(n)d copies", piece.copies) % {"n": piece.copies})
    return " · ".join(parts)


def _lines(piece: DraftCard, reading: Reading) -> Lines:
    language = get_language() or "en"
    lines: Lines = [("", _summary(piece, reading))]
    if text := piece.text.in_language(language):
        lines.append(("", text))
    else:
        lines += [("", effect_told(effect, reading.whole)) for effect in piece.effects]
    zombie = next((zombie for zombie in reading.whole.zombies if zombie.id == piece.zombie), None)
    if zombie:
        lines.append((_("Who comes:"), zombie.name.in_language(language)))
    people = {survivor.id: survivor.name for survivor in reading.whole.survivors}
    if piece.survivor:
        lines.append((_("Whose it is:"), people.get(piece.survivor, piece.survivor)))
    for colour, count in piece.beds.items():
        lines.append((_("Beds: %(colour)s") % {"colour": colour_word(colour)}, str(count)))
    return lines


def _has_special_decks(pack: Pack) -> bool:
    return bool(special_decks(pack))


ROOM = PieceRoom(
    kind="cards",
    name=gettext_lazy("Other cards"),
    single=gettext_lazy("Other card"),
    about=gettext_lazy("of the special decks"),
    icon="cards",
    form=CardForm,
    template="workshop/pieces/cards.html",
    title=_title,
    summary=_summary,
    lines=_lines,
    is_offered=_has_special_decks,
)
