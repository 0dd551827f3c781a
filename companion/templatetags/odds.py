"""Chances where they are asked for: one line, nothing where the house plays without them."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from companion.models import Table
from companion.odds.luck import luck_of
from companion.odds.luck_chart import dice_rows, rounds_chart, rounds_table
from companion.odds.outlook import ON_SCREEN, SpawnOutlook, line, outlook, span
from companion.odds.sheet import risen
from companion.selectors import SurvivorCard
from rules import forecast, look
from rules.odds.what_if import next_rise

register = template.Library()
GENTLE, HARD = 33, 67
"""Of a hundred games like it, fewer or more of them are gentler."""
NEAR = 3
"""Points before a level at which its change is told."""


@register.simple_tag(takes_context=True)
def odds_line(context: Any) -> SpawnOutlook | None:
    """Return `4 to 8 · Abomination 12 %`, for the button that leads to the spawn."""
    return line(context["board"])


@register.inclusion_tag("companion/odds/_on_screen.html", takes_context=True)
def odds_on_screen(context: Any) -> dict[str, Any]:
    """Show the same on the big screen, where the table wants it there."""
    board = context["board"]
    return {"odds": line(board) if ON_SCREEN in board.state.options else None}


@register.inclusion_tag("companion/odds/_rise.html", takes_context=True)
def odds_of_rise(context: Any, card: SurvivorCard) -> dict[str, Any]:
    """Show how the next spawn changes if this survivor raises the danger, when that is near."""
    board = context["board"]
    rise = next_rise(look(board.state, board.pack))
    if rise is None or rise.survivor != card.key or rise.missing > NEAR:
        return {}
    foreseen = outlook(board)
    if foreseen is None:
        return {}
    then = forecast(board.state, board.pack, level=rise.level)
    return {
        "board": board,
        "now": span(foreseen),
        "then": span(then),
        "level": rise.level,
        "words": risen(board, rise).words,
    }


@register.inclusion_tag("companion/odds/_link.html", takes_context=True)
def odds_link(context: Any) -> dict[str, Any]:
    """Show the way to the sheet, with what the next step most likely brings."""
    board = context["board"]
    return {"board": board, "odds": line(board)}


@register.inclusion_tag("companion/odds/luck.html")
def luck(table: Table) -> dict[str, Any]:
    """Show how lucky the evening was, in its story: once it is over, when it changes nothing."""
    if table.is_open and table.state.result is None:
        return {}
    fortune = luck_of(table)
    if fortune is None or not (fortune.rounds or fortune.dice):
        return {}
    whole = fortune.whole
    return {
        "luck": fortune,
        "share": whole.per_cent,
        "verdict": _verdict(whole.per_cent),
        "whole": whole,
        "chart": rounds_chart(fortune.rounds) if fortune.rounds else None,
        "table": rounds_table(fortune.rounds),
        "dice": dice_rows(fortune),
    }


def _verdict(share: int) -> str:
    """Return the verdict on a game: of a hundred like it, `share` are gentler."""
    if share > HARD:
        return _("A hard game")
    return _("A gentle game") if share < GENTLE else _("A usual game")
