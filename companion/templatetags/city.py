"""Words and small look-ups of City of Horror in templates."""

from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.narration import change_words
from companion.systems.city_of_horror.asking import AIMED, AimWords, said
from companion.systems.city_of_horror.danger import Danger, danger_at
from companion.systems.city_of_horror.narration import CityTeller
from companion.systems.city_of_horror.next_step import condition
from companion.systems.city_of_horror.portraits import portrait
from companion.systems.city_of_horror.selectors import CityBoard, CityChange, CityPlace
from companion.systems.city_of_horror.terms import (
    city_field_word,
    city_phase_word,
    colour_word,
    stage_word,
    turn_word,
)
from rules.systems.city_of_horror.board import Attack, location_at, zombies_left
from rules.systems.city_of_horror.pack import TOWER, Invasion, PackLocation, Side, SideId
from rules.systems.city_of_horror.state import Aim

register = template.Library()
register.filter("city_colour", colour_word)
register.filter("city_phase", city_phase_word)
register.filter("city_stage", stage_word)
register.filter("city_field", city_field_word)
register.filter("city_turn", turn_word)
register.filter("portrait", portrait)


@register.filter
def arithmetic(attack: Attack) -> str:
    return condition(attack)


@register.filter
def in_list(value: str, values: tuple[str, ...]) -> bool:
    return value in values


@register.simple_tag
def danger(place: CityPlace) -> Danger:
    """Tell if they attack there, in the few words a place has room for."""
    return danger_at(place)


@register.filter
def places(side: Side) -> str:
    """Tell how many have a place on a side of a location."""
    count = side.places
    return ngettext("%(n)s place", "%(n)s places", count) % {"n": count} if count else _("no limit")


@register.simple_tag
def side_words(location: PackLocation, side: SideId) -> str:
    """Tell what a side of a location does, in a few sentences."""
    face = location.sides[side]
    words = [
        _("They attack when they are more than the people.")
        if face.at_least is None
        else _("They attack from %(least)d on.") % {"least": face.at_least}
    ]
    if face.effect:
        words.append(said(face.effect))
    if face.explosions:
        count = {"count": face.explosions}
        if location.id == TOWER:
            words.append(_("Falls with %(count)d explosions.") % count)
        elif side == "A":
            words.append(_("Burns with %(count)d explosions.") % count)
        else:
            words.append(_("Locked with %(count)d explosions.") % count)
    return " ".join(words)


@register.filter
def reserve(board: CityBoard) -> int:
    """Zombies that can still come."""
    return zombies_left(board.state, board.pack)


@register.simple_tag
def path_of(where: str, key: str, field: str) -> str:
    """Return the path under which a correction finds a value."""
    return f"{where}.{key}.{field}"


@register.simple_tag
def location_name(board: CityBoard, key: str) -> str:
    return CityTeller(board.state, board.pack).location(key)


@register.simple_tag
def place_name(board: CityBoard, key: str) -> str:
    """With the number it has on the board."""
    return AimWords(board.state, board.pack).place(key)


@register.simple_tag
def location_short(board: CityBoard, key: str) -> str:
    return said(board.pack.locations[key].short)


@register.simple_tag
def aim_words(board: CityBoard, aim: Aim) -> str:
    """Tell what a card on the table is aimed at, for everybody who might cancel it."""
    words = AimWords(board.state, board.pack)
    aimed_at = {name: getattr(aim, name) for name in AIMED if getattr(aim, name) is not None}
    return ", ".join(words.option({name: at}).words for name, at in aimed_at.items())


@register.simple_tag
def card_name(board: CityBoard, copy: str) -> str:
    return CityTeller(board.state, board.pack).card(copy)


@register.simple_tag
def city_change(change: CityChange, board: CityBoard) -> str:
    return change_words(change.entry, board.state, board.pack)


@register.filter
def dict_item(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key)


@register.simple_tag
def invasion_lines(board: CityBoard, content: Invasion) -> list[str]:
    """Return what an invasion card says, in the order in which it happens."""

    def place(spot: str) -> str:
        there = board.place(location_at(board.state, board.pack, spot))
        return f"{there.number}. {said(there.card.short)}" if there else spot

    lines = [
        _("all zombies of %(before)s go to %(after)s")
        % {"before": place(before), "after": place(after)}
        for before, after in content.moves
    ]
    for words, counts in (
        (_("zombies"), content.zombies),
        (_("antidotes"), content.antidotes),
        (_("action cards"), content.cards),
    ):
        counted = ", ".join(f"{place(spot)} {count}" for spot, count in counts.items() if count)
        if counted:
            lines.append(f"{words}: {counted}")
    if content.steps:
        lines.append(_("the straggler goes on: %(steps)d") % {"steps": content.steps})
    return lines
