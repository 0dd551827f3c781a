"""Words about a table as a whole."""

from django import template
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy

from companion.hooks import whole_of
from companion.models import Table
from companion.terms import status_word
from rules import Pack, TableState
from rules.packs.played import own_title
from rules.packs.schema import Mission

register = template.Library()

_RESULT: dict[str, tuple[Promise, Promise]] = {
    "over": (
        pgettext_lazy("game", "Over"),
        pgettext_lazy("game", "Points are counted"),
    ),
    "won": (
        pgettext_lazy("game", "Won"),
        pgettext_lazy("game", "All goals of the mission are reached"),
    ),
    "lost": (
        pgettext_lazy("game", "Lost"),
        pgettext_lazy("game", "The survivors did not make it"),
    ),
    "abandoned": (
        pgettext_lazy("game", "Left"),
        pgettext_lazy("game", "Nobody wins; we stop here"),
    ),
}
register.filter("status_word", status_word)


@register.filter
def result_word(result: str) -> str:
    return str(_RESULT[result][0])


@register.filter
def result_meaning(result: str) -> str:
    return str(_RESULT[result][1])


def mission_of(table: Table) -> Mission | None:
    """The mission a table plays; None in free play."""
    state = table.in_brief
    if isinstance(state, TableState) and state.own_mission:
        return state.own_mission
    box, _colon, code = table.mission.partition(":")
    game = table.pack
    if not isinstance(game, Pack):
        return None
    missions = game.missions if box == game.game else ()
    if box in game.expansions:
        missions = game.expansions[box].missions
    return next((mission for mission in missions if mission.code == code), None)


@register.filter
def table_origin(table: Table) -> str:
    """Tell what is played, and in which campaign."""
    return " · ".join(filter(None, (table_title(table), whole_of(table))))


@register.filter
def table_title(table: Table) -> str:
    """The mission's title, also one of the group's own; else the game."""
    if own := own_title(table.mission):
        return own
    mission = mission_of(table)
    words = mission.title if mission else table.pack.short
    return words.in_language(get_language() or "en")
