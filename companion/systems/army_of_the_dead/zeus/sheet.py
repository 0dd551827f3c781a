from collections.abc import Iterator

from django.utils.translation import gettext as _

from companion.hooks import Fact, Notice
from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.terms import zombie_icon
from rules import TableState
from rules.play import zombie_type
from rules.systems.army_of_the_dead.zeus.play import ZEUS, is_zeus


def _notices(board: Board, before: TableState) -> Iterator[Notice]:
    """He comes himself, in place of his token: somebody has to put him on the board."""
    teller = Teller(before, board.pack)
    gone = [zone.id for zone in before.zones if zone.kind == ZEUS]
    for zombie, count in board.state.board.items():
        if not is_zeus(zombie) or count <= before.board.get(zombie, 0) or not gone:
            continue
        kind = zombie_type(board.pack, zombie)
        place = _("in zone %(zone)s; his spawn token goes") % {"zone": teller.zone(gone[0])}
        wounds = _("%(n)s wounds each attack") % {"n": kind.wounds}
        yield Notice(
            icon=zombie_icon(kind),
            name=teller.zombie(zombie),
            what=_("comes himself"),
            why=_("Round %(round)d") % {"round": board.state.round},
            facts=[
                Fact("map", _("Put him on the board"), place),
                *([Fact("wound", _("Careful"), wounds)] if kind.wounds > 1 else []),
            ],
        )


ROOM = Room(on_board=("zeus.place",), notices=_notices)
