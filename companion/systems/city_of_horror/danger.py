"""What stands under a place of the board: attack or calm, and the numbers that say so."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.systems.city_of_horror.selectors import CityPlace


class Danger(NamedTuple):
    """A word that cannot be overlooked, where there is danger, and the arithmetic."""

    label: str
    why: str


def danger_at(place: CityPlace) -> Danger:
    if place.is_done:
        return Danger("", pgettext("location", "Done"))
    if place.state.closed:
        burnt = place.state.side == "A"
        why = pgettext("location", "Burnt") if burnt else pgettext("location", "Door blocked")
        if burnt or not place.is_attacked:
            return Danger("", why)
    if not place.people:
        return Danger("", _("Nobody there"))
    if place.is_attacked:
        return Danger(_("ATTACK:"), _reason(place))
    return Danger("", _("Calm: %(why)s") % {"why": _reason(place)})


def _reason(place: CityPlace) -> str:
    """Return the numbers compared, such as four against three, or how many it takes."""
    attack = place.attack
    counts = {"zombies": attack.zombies, "people": attack.people, "least": attack.at_least}
    if place.spot == "road" and attack.attacks:
        return _("it goes for %(name)s") % {"name": place.meets} if place.meets else _("all hide")
    if attack.at_least is None:
        return _("%(zombies)d against %(people)d") % counts
    if attack.attacks:
        return _("%(zombies)d, needs %(least)d") % counts
    return _("attack from %(least)d on") % counts
