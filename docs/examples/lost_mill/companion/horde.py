"""The horde in words, and on the sheet of the board."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.words import Meter, Words
from lost_mill.horde import HordeReleased
from lost_mill.state import MillState


def _released(e: HordeReleased, t: Teller) -> str:
    """Of the step as a whole also who has come; its facts tell that one by one."""
    if e.arrival is None:
        return _("the horde comes to %(zone)s") % {"zone": t.mark(e.zone)}
    words = {"zone": t.mark(e.zone), "who": t.groups(e.arrival.came)}
    return _("the horde comes to %(zone)s: %(who)s") % words


def _grew(said: Mapping[str, Any], t: Teller) -> str:
    return _("The horde grows: %(who)s") % {"who": t.zombies(said["zombie"], said["count"])}


def _meter(t: Teller) -> Meter:
    count = sum(MillState.of(t.state).horde.values())
    text = ngettext("Horde: %(count)d zombie", "Horde: %(count)d zombies", count)
    return Meter("horde", "grave", text % {"count": count})


WORDS = Words(
    sentences={HordeReleased: _released},
    icons={HordeReleased: "grave"},
    commands={"horde.release": pgettext_lazy("command", "Release the horde")},
    refusals={"horde.empty": gettext_lazy("Nobody waits in the horde.")},
    rules={"horde": gettext_lazy("A horde card brings nobody: those on its line wait")},
    because={HordeReleased: lambda e, t: ["horde"]},
    card_kinds={"horde": pgettext_lazy("kind of card", "Horde")},
    card_lines={"horde": gettext_lazy("Horde: %(who)s")},
    card_meanings={"horde": gettext_lazy("Those on its line wait beside the board.")},
    card_rules={"horde": "horde"},
    notes={"horde.grew": _grew},
    meters={"horde": _meter},
)


def _waiting(board: Board) -> Mapping[str, Any]:
    teller = Teller(board.state, board.pack)
    return {"who": teller.groups(MillState.of(board.state).horde)}


ROOM = Room(
    on_board=("horde.release",),
    section="lost_mill/horde.html",
    context=_waiting,
    on_paper="lost_mill/paper.html",
)
