"""The style page: parts of real pages, with a table that nobody plays."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from companion import selectors
from companion.models import LogEntry, Seat, Table
from companion.people.forms import SignUpForm
from companion.table.asking import SheetRequest, laid_over
from companion.table.attack_result import Die
from companion.table.next_step import next_step
from companion.table.sheets import SHEETS
from rules import encode, pack_of, rulesets
from rules.engine import carry_out
from rules.mechanics.kills import ZombiesKill
from rules.simulation import start_table

POINTS = (20, 44, 12, 3, 0, 6)
"""A survivor at every danger level, and one who is down."""


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show the visual language on one page, for developers."""
    board = _board()
    shown = {"board": board, "seat": board.seat, "next": next_step(board), "table_url": "#"}
    first = next(iter(board.state.survivors))
    asks = [SheetRequest.read(board, show) for show in (f"survivor/{first}", "odds")]
    laid = [laid_over(ask, SHEETS) for ask in asks]
    context = {
        **_tokens(),
        **shown,
        "dice": [Die(6, "hit", "die-6"), Die(2, "miss", "die-2"), Die(1, "broken", "broken")],
        "form": SignUpForm({"email": "marta@example.org"}),
        "sheets": [render_to_string(sheet["sheet_template"], {**shown, **sheet}) for sheet in laid],
    }
    return render(request, "frame/style.html", context)


@cache
def _tokens() -> dict[str, list[str]]:
    """Return names of icons, colors, sizes and spaces, read from the stylesheets themselves."""

    def names_in(sheet: str, pattern: str) -> list[str]:
        text = Path(str(finders.find(f"css/{sheet}"))).read_text(encoding="utf-8")
        return list(dict.fromkeys(re.findall(pattern, text)))

    return {
        "icons": names_in("icons.css", r"(?m)^\.(i-[a-z0-9-]+)\{"),
        "colours": names_in("tokens.css", r"--([cd]-[a-z-]+): (?:#|var\(--in)"),
        "sizes": names_in("tokens.css", r"--t-([a-z0-9]+):"),
        "spaces": names_in("tokens.css", r"--s-(\d):"),
    }


def _board() -> selectors.Board:
    """Return the board of a table that is stored nowhere, after one tap."""
    start = start_table(next(iter(rulesets)), seed="style")
    pack = pack_of(start)
    zombie = pack.zombies[0].id
    survivors = {
        key: replace(survivor, points=points)
        for (key, survivor), points in zip(start.survivors.items(), POINTS, strict=False)
    }
    first, second, *_others, last = survivors
    survivors[second] = replace(survivors[second], wounds=1)
    survivors[last] = replace(survivors[last], status="out_of_action", down_since=start.round)
    before = replace(start, survivors=survivors, board={zombie: 2})
    tap = ZombiesKill(id="style", seen=0, survivor=first, zombie=zombie, count=1)
    done = carry_out(before, tap, pack)
    table = Table(game=before.game, undo_seq=1)
    table.state = done.state
    events = encode(done.events).decode()
    table.written = LogEntry(table=table, seq=1, who="Luis", events_json=events)
    return selectors.board(Seat(table=table, name="Marta", role=Seat.Role.KEEPER))
