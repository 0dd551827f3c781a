from collections.abc import Iterator

from rules.fields import Choice, Flag, Number, Text
from rules.mechanics.companions.commands import (
    CompanionFollow,
    CompanionHurt,
    CompanionJoin,
    CompanionLeave,
)
from rules.mechanics.companions.play import OWN, going, is_on_board, may_join, names_there
from rules.mechanics.companions.state import Companion
from rules.mechanics.looking import About, keys_in_play, over
from rules.names import LENGTH
from rules.offers import Offer, offer
from rules.play import Play

MOST_HEALTH = 5


def joins(look: Play, about: About) -> Iterator[Offer]:
    """A companion of the box by name; anybody else is given one."""
    leaders = keys_in_play(look)
    if not leaders:
        return
    fields = {
        "leader": Choice(values=leaders),
        "skill": Choice(values=tuple(look.pack.skills), optional=True),
        "health": Number(least=1, most=MOST_HEALTH, optional=True),
        "expendable": Flag(),
        "exits": Flag(),
    }
    of_the_box = tuple(key for key in may_join(look) if key != OWN)
    if of_the_box:
        yield offer(CompanionJoin, over(look), companion=Choice(values=of_the_box), **fields)
    name = Text(most=LENGTH, taken=names_there(look))
    yield offer(CompanionJoin, over(look), companion=OWN, name=name, **fields)


def _on_board(look: Play, about: About) -> Iterator[tuple[str, Companion]]:
    wanted = about.get("companion")
    for key, person in going(look).items():
        if wanted in (None, key) and is_on_board(look, person):
            yield key, person


def follows(look: Play, about: About) -> Iterator[Offer]:
    for key, person in _on_board(look, about):
        others = tuple(leader for leader in keys_in_play(look) if leader != person.leader)
        if others:
            yield offer(CompanionFollow, over(look), companion=key, leader=Choice(values=others))


def wounds(look: Play, about: About) -> Iterator[Offer]:
    for key, person in _on_board(look, about):
        count = Number(least=1, most=person.health - person.wounds, optional=True)
        yield offer(CompanionHurt, over(look), companion=key, count=count)


def leavings(look: Play, about: About) -> Iterator[Offer]:
    for key, _person in _on_board(look, about):
        yield offer(CompanionLeave, over(look), companion=key)
