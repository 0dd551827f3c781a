"""Survivors: name, health, and the skills of the card."""

from functools import partial
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from companion.terms import danger_word
from companion.workshop.draft_forms import (
    DraftForm,
    FieldRow,
    Inputs,
    Skills,
    choice,
    number,
    one_of,
    several,
)
from companion.workshop.fields import cards, specialties, with_value
from companion.workshop.pieces.base import Lines, PieceRoom
from companion.workshop.reading import Reading
from rules.workshop.pieces import DraftSurvivor
from rules.workshop.pieces.survivors import LEVELS

CHOICES, CARDS = 2, 3
"""Numbers of sets of starting equipment, and of cards in each."""


class StartingSets(Inputs):
    """Sets of starting equipment, a choice for each card."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        words = cards(form)
        for which, begun in enumerate(_padded(value, CHOICES, ())):
            for place, card in enumerate(_padded(begun, CARDS, "")):
                label = self.label % {"set": which + 1, "n": place + 1}
                made = one_of(label, _("none"), with_value(words, card))
                form.add(f"start{which}_{place}", made, card)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        sets = (form.said_in(f"start{which}_") for which in range(max(CHOICES, len(value))))
        return tuple(tuple(chosen.values()) for chosen in sets if chosen)


def _padded(there: tuple[Any, ...], least: int, blank: Any) -> list[Any]:
    return [*there, *[blank] * (least - len(there))]


def _numbered(level: str, number: int) -> str:
    return f"{danger_word(level)} {number}"


class SurvivorForm(DraftForm):
    rows = (
        FieldRow(name=_("Name")),
        *(
            FieldRow("level", legend=level, **{level: Skills(partial(_numbered, level), most)})
            for level, (_least, most) in LEVELS.items()
        ),
        FieldRow(
            health=number(_("Health"), hint=_("As many as everybody: leave it empty.")),
            kid=_("A kid"),
            specialties=several(_("Specialties"), specialties),
            body=choice(_("Worn on the body"), cards, none=_("nothing of its own")),
        ),
        FieldRow(
            "fold",
            legend=_("Starting equipment"),
            starts_with=StartingSets(_("Starting equipment %(set)d: card %(n)d")),
        ),
    )

    def asks(self, name: str) -> bool:
        """Leave out what the game does not print on its cards."""
        match name:
            case "specialties":
                return bool(self.pack.specialties)
            case "body":
                return bool(self.pack.slots.body)
            case "starts_with":
                return any(survivor.starts_with for survivor in self.reading.game.survivors)
        return True


def _title(piece: DraftSurvivor, reading: Reading) -> str:
    return piece.name or str(_("without a name"))


def _summary(piece: DraftSurvivor, reading: Reading) -> str:
    language = get_language() or "en"
    known = reading.whole.skills
    blue = [known[key].name.in_language(language) for key in piece.blue if key in known]
    parts: list[Any] = [", ".join(blue)]
    count = sum(len(getattr(piece, level)) for level in LEVELS)
    parts.append(ngettext("%(n)d skill", "%(n)d skills", count) % {"n": count})
    return " · ".join(word for word in parts if word)


def _lines(piece: DraftSurvivor, reading: Reading) -> Lines:
    language, known = get_language() or "en", reading.whole.skills
    lines = [
        (
            danger_word(level),
            ", ".join(
                known[key].name.in_language(language) if key in known else key
                for key in getattr(piece, level)
            )
            or "—",
        )
        for level in LEVELS
    ]
    health = piece.health or reading.game.health
    lines.append(("", _("Health %(n)s") % {"n": health}))
    body = next((card for card in reading.whole.equipment if card.id == piece.body), None)
    if body:
        lines.append((str(_("On the body:")), body.name.in_language(language)))
    return lines


ROOM = PieceRoom(
    kind="survivors",
    name=_("Survivors"),
    single=_("Survivor"),
    about=_("with skills"),
    icon="person",
    form=SurvivorForm,
    title=_title,
    summary=_summary,
    lines=_lines,
)
