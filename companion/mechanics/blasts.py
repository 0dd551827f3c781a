"""What reaches everybody in a zone: molotovs, dragon fire, explosives."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.mechanics.armour import armour_throws
from companion.rooms import Room
from companion.teller import Teller
from companion.words import Words, all_words
from rules.mechanics.blasts import BlastWentOff, gives_points
from rules.mechanics.cards import named_card


def _went_off(e: BlastWentOff, t: Teller) -> list[str]:
    """Return what went off, whom it killed and hurt, and whether the kills give points."""
    lines = [_cause(e, t)]
    if e.killed:
        dead = ", ".join(t.zombies(zombie, count) for zombie, count in e.killed.items())
        lines.append(_("it kills %(zombies)s") % {"zombies": dead})
    else:
        lines.append(_("it kills no zombie"))
    if e.killed and not gives_points(named_card(t.pack, card) for card in e.cards):
        lines.append(_("kills by it give no points"))
    sentences = all_words(t.game).sentences
    for person in e.hurt:
        for fact in person.facts():
            words = sentences[type(fact)](fact, t)
            lines += [words] if isinstance(words, str) else words
    return lines


def _cause(e: BlastWentOff, t: Teller) -> str:
    words = {
        "survivor": t.survivor(e.survivor),
        "cards": ", ".join(t.weapon(card) for card in e.cards),
        "damage": e.damage or 0,
    }
    if e.damage is None:
        what = _("%(cards)s: everybody in the zone dies") % words
    else:
        what = _("%(cards)s: damage %(damage)d to everybody in the zone") % words
    return what if e.survivor is None else f"{words['survivor']} · {what}"


WORDS = Words(
    sentences={BlastWentOff: _went_off},
    throws={BlastWentOff: lambda e, t: armour_throws(e.hurt, t)},
    icons={BlastWentOff: "fire"},
    refusals={
        "blast.no_blast": gettext_lazy("That card does not go off."),
        "blast.not_there": gettext_lazy("That does not lie on the board."),
    },
    commands={
        "blast.resolve": pgettext_lazy("command", "Something goes off"),
    },
)


ROOM = Room(on_board=("blast.resolve",), leads_to={"blast.resolve": "rolled"})
