"""The log: by round, newest first. Events tell no secret, so it is the same for everybody."""

from django.utils.translation import gettext as _

from companion.narration import icon, narrate_all
from companion.pages import is_secret
from companion.systems.city_of_horror.moments import has_moment
from companion.systems.city_of_horror.sheets.address import CityAsk
from companion.table.asking import Shown
from companion.table.sheets.log import Round, Told, page, steps_back, undone_by
from rules import decode_any_state


def sheet(asked: CityAsk) -> Shown:
    board = asked.board
    who = asked.query.get("who", "")
    before = asked.number("before", board.table.version + 1)
    rows, older = page(board.table, who, before)
    steps = steps_back(board.table, rows[-1].seq if rows else 0)
    undone = undone_by(board.table, rows)
    rounds: list[Round] = []
    for entry in rows:
        number = decode_any_state(entry.state_before_json).round
        if not rounds or rounds[-1].number != number:
            rounds.append(Round(number, None, False, []))
        row = Told(
            entry=entry,
            icon=icon(entry, board.state.game),
            lines=narrate_all(entry.events, board.state, board.pack),
            reasons=[],
            undone_by="" if entry.seq in steps else undone.get(entry.seq, ""),
            steps=steps.get(entry.seq, 0),
            again=f"moment/{entry.seq}" if entry.seq in steps and has_moment(entry.events) else "",
        )
        rounds[-1].told.append(row)
    context = {
        "rounds": rounds,
        "who": who,
        "filters": [*((name, name) for name in board.state.players), ("hand", _("By hand"))],
        "older": older,
        "is_first_page": before > board.table.version,
        "is_secret": is_secret(board.truth),
    }
    return Shown("companion/sheets/log.html", context)
