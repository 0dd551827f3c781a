"""Cards of the special decks; what a form asks is what the printed cards of the deck say."""

from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from companion.words import colour_word, value_word
from companion.workshop.draft_forms import CountInputs, DraftForm, FieldRow, WordInputs, choice
from companion.workshop.fields import missions, survivors, zombies
from companion.workshop.pieces.base import Lines, PieceRoom, named
from companion.workshop.pieces.effects import EFFECTS, NOT_SAID, effect_told
from companion.workshop.reading import Reading
from rules import Pack
from rules.workshop.pieces import DraftCard
from rules.workshop.pieces.special import fields_of, kinds_in, special_decks


def _kinds(form: DraftForm) -> dict[str, str]:
    kinds = kinds_in(form.reading.game, form.draft.deck)
    return {kind: capfirst(value_word(kind, form.pack.game)) for kind in kinds}


def _beds(form: DraftForm) -> dict[str, str]:
    return {colour: _bed(colour) for colour in ("blue", "green")}


def _bed(colour: str) -> str:
    return _("Beds: %(colour)s") % {"colour": colour_word(colour)}


class CardForm(DraftForm):
    """A card; what it asks for is what the printed cards of the deck say."""

    rows = (
        FieldRow(name=_("Name"), text=WordInputs(_("What it does"), has_lines=True)),
        FieldRow(
            "grid",
            id="copies",
            copies=_("Copies"),
            kind=choice(_("Kind"), _kinds, none=NOT_SAID),
            zombie=choice(_("Who comes"), zombies, none=NOT_SAID),
            survivor=choice(_("Whose it is"), survivors, none=NOT_SAID),
            mission=choice(_("For the mission"), missions, none=NOT_SAID),
            number=_("Number on the card"),
            tile=_("Tile it lies on"),
            beds=CountInputs(_beds, most=20),
        ),
        FieldRow(searchable=_("It can be searched")),
        EFFECTS,
    )

    def asks(self, name: str) -> bool:
        return name == "effects" or name in fields_of(self.reading.game, self.draft.deck)


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
        lines.append((str(_("Who comes:")), zombie.name.in_language(language)))
    people = {survivor.id: survivor.name for survivor in reading.whole.survivors}
    if piece.survivor:
        lines.append((str(_("Whose it is:")), people.get(piece.survivor, piece.survivor)))
    for colour, count in piece.beds.items():
        lines.append((_bed(colour), str(count)))
    return lines


def _has_special_decks(pack: Pack) -> bool:
    return bool(special_decks(pack))


ROOM = PieceRoom(
    kind="cards",
    name=_("Other cards"),
    single=_("Other card"),
    about=_("of the special decks"),
    icon="cards",
    form=CardForm,
    title=_title,
    summary=_summary,
    lines=_lines,
    is_offered=_has_special_decks,
)
