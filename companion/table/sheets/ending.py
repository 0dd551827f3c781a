"""Won, lost or left: asked once, because it leaves the table; then the result for everybody."""

from companion.shelf.moments import best_moments, evening_of
from companion.table.asking import Ask, Shown


def sheet(ask: Ask) -> Shown:
    table = ask.board.table
    if ask.board.state.result is None:
        return Shown("companion/sheets/ending.html", {})
    evening = evening_of(table)
    ranked = sorted(ask.board.survivors, key=lambda card: -card.points)
    context = {
        "moments": best_moments(table, evening),
        "killed": evening.killed,
        "ranking": [(card, evening.kills[card.key]) for card in ranked],
    }
    return Shown("companion/sheets/result.html", context)
