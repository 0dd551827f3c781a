"""Types of zombies: like a printed one, with other numbers."""

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from companion.workshop.fields import choice_field, number_field, switch_field
from companion.workshop.pieces.base import Lines, PieceForm, PieceRoom, named
from companion.workshop.reading import Reading
from rules.workshop.pieces import DraftZombie
from rules.workshop.pieces.zombies import like

NUMBERS = {
    "actions": (gettext_lazy("Actions"), 1, 9),
    "toughness": (gettext_lazy("Damage that kills it"), 1, 9),
    "wounds": (gettext_lazy("Wounds it deals"), 1, 9),
    "points": (gettext_lazy("Points for killing it"), 0, 50),
    "miniatures": (gettext_lazy("Miniatures"), 1, 99),
}


class ZombieForm(PieceForm):
    def lay_out(self) -> None:
        self.ask_words("name", _("Name"))
        words = {
            zombie.id: zombie.name.in_language(self.language)
            for zombie in self.reading.game.zombies
        }
        self.fields["like"] = choice_field(_("Like"), words, _("choose"))
        self.fields["like"].help_text = _(
            "Its place among the targets, and whatever is not said here."
        )
        self.initial["like"] = self.piece.like or ""
        for name, (label, least, most) in NUMBERS.items():
            self.fields[name] = number_field(label, least=least, most=most)
            self.initial[name] = getattr(self.piece, name)
        self.fields["ignores_armour"] = switch_field(_("Armour does not help"))
        self.initial["ignores_armour"] = self.piece.ignores_armour

    def said(self) -> DraftZombie:
        zombie: DraftZombie = self.replaced(
            name=self.words_of("name"),
            like=self.cleaned_data["like"] or None,
            ignores_armour=self.cleaned_data["ignores_armour"],
            **{name: self.cleaned_data[name] for name in NUMBERS},
        )
        return zombie


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
    """Its own numbers, and those of the type it is like."""
    printed = like(piece, reading.game)
    lines = []
    for name, (label, _least, _most) in NUMBERS.items():
        value = getattr(piece, name)
        value = value if value is not None else getattr(printed, name, None)
        if value is not None:
            lines.append((f"{label}:", str(value)))
    if piece.ignores_armour:
        lines.append(("", _("Armour does not help")))
    return lines


ROOM = PieceRoom(
    kind="zombies",
    name=gettext_lazy("Abominations and zombies"),
    single=gettext_lazy("Abomination"),
    about=gettext_lazy("or another zombie"),
    icon="abom",
    form=ZombieForm,
    template="workshop/pieces/zombies.html",
    title=lambda piece, reading: named(piece.name),
    summary=_summary,
    lines=_lines,
)
