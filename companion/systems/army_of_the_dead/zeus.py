"""Zeus: his zone draws orders until he comes himself (p. 17-18, 23)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.hooks import Fact, Notice
from companion.rooms import Room
from companion.selectors import Board
from companion.teller import Teller
from companion.terms import zombie_icon
from companion.words import Words
from rules import TableState
from rules.play import zombie_type
from rules.systems.army_of_the_dead.zeus import KIND as ZEUS
from rules.systems.army_of_the_dead.zeus import ZeusCame, is_zeus

WORDS = Words(
    sentences={
        ZeusCame: lambda e, t: _("%(zombie)s comes") % {"zombie": t.zombie(e.zombie)},
    },
    refusals={
        "zeus.no_zone": gettext_lazy("His spawn token or his miniature is not there any more."),
        "zeus.which": gettext_lazy("Say which Zeus this mission has."),
    },
    rules={"orders": gettext_lazy("The zone of Zeus draws an order instead of a zombie card")},
    whys={"order": pgettext_lazy("why they activate", "an order of Zeus")},
    behind={"order": "orders"},
    fields={
        "token": pgettext_lazy("what is asked", "token of a personal objective, discarded for it"),
        "boss": pgettext_lazy("what is set", "abomination of the mission"),
    },
    values={"zeus": pgettext_lazy("kind of zone", "Zeus")},
    card_kinds={"order": pgettext_lazy("kind of card", "Order")},
    commands={
        "zeus.place": pgettext_lazy("command", "Zeus comes"),
    },
    tokens={"spawn-zeus": pgettext_lazy("token", "Zeus spawn zone")},
)


def _notices(board: Board, before: TableState) -> Iterator[Notice]:
    """Yield that he comes himself, in place of his token: somebody puts him on the board."""
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
