"""Types of zombies: like a printed one, with other numbers."""

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from companion.workshop.draft_forms import DraftForm, FieldRow, choice
from companion.workshop.fields import printed_zombies
from companion.workshop.pieces.base import Lines, PieceRoom, named
from companion.workshop.reading import Reading
from rules.workshop.pieces import DraftZombie
from rules.workshop.pieces.zombies import like

NUMBERS = {
    "actions": _("Actions"),
    "toughness": _("Damage that kills it"),
    "wounds": _("Wounds it deals"),
    "points": _("Points for killing it"),
    "miniatures": _("Miniatures"),
}


class ZombieForm(DraftForm):
    rows = (
        FieldRow(
            name=_("Name"),
            like=choice(
                _("Like"),
                printed_zombies,
                none=_("choose"),
                hint=_("Its place among the targets, and whatever is not said here."),
            ),
            **NUMBERS,
            ignores_armour=_("Armor does not help"),
        ),
    )


def _summary(piece: DraftZombie, reading: Reading) -> str:
    language = get_language() or "en"
    like = next((zombie for zombie in reading.game.zombies if zombie.id == piece.like), None)
    parts = [_("like %(zombie)s") % {"zombie": like.name.in_language(language)} if like else ""]
    if piece.toughness:
        parts.append(_("damage %(n)d") % {"n": piece.toughness})
    if piece.miniatures:
        parts.append(
            ngettext("%(n)d miniature", "%(n)d miniatures", piece.miniatures)
            % {"n": piece.miniatures}
        )
    return " · ".join(word for word in parts if word)


def _lines(piece: DraftZombie, reading: Reading) -> Lines:
    """Return its own numbers, and those of the type it is like."""
    printed = like(piece, reading.game)
    lines = []
    for name, label in NUMBERS.items():
        value = getattr(piece, name)
        value = value if value is not None else getattr(printed, name, None)
        if value is not None:
            lines.append((f"{label}:", str(value)))
    if piece.ignores_armour:
        lines.append(("", str(_("Armor does not help"))))
    return lines


ROOM = PieceRoom(
    kind="zombies",
    name=_("Abominations and zombies"),
    single=_("Abomination"),
    about=_("or another zombie"),
    icon="abom",
    form=ZombieForm,
    title=lambda piece, reading: named(piece.name),
    summary=_summary,
    lines=_lines,
)
