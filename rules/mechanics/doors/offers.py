from collections.abc import Iterator

from rules.fields import Choice, Field, Reported, Several
from rules.mechanics.doors.commands import DoorOpen
from rules.mechanics.doors.play import colours_of, opening, rerolling, shut
from rules.mechanics.equipment.cards import card_of
from rules.mechanics.equipment.hands import is_ready
from rules.mechanics.looking import About, in_play, is_on_paper, out_of_reach
from rules.mechanics.skills.known import known_skills
from rules.offers import Offer, offer
from rules.play import Play


def forced(look: Play, about: About) -> Iterator[Offer]:
    """With a tool somebody carries, or with one of the box where the cards are on paper."""
    printed = look.pack.equipment if is_on_paper(look) else ()
    at_once = tuple(card.id for card in printed if card.doors and card.doors.roll is None)
    rolled = tuple(card.id for card in printed if card.doors and card.doors.roll)
    colours = {colour: shut(look, colour) for colour in colours_of(look)}
    closed = {colour: error for colour, error in colours.items() if error is not None}
    coloured = _coloured(tuple(colour for colour, error in colours.items() if error is None))
    for key, survivor in in_play(look, about):
        ready = [
            copy
            for copy in survivor.inventory.values()
            if is_ready(look.before, key, copy, look.pack)
        ]
        first = {card_of(look.pack, copy).id: copy for copy in reversed(ready)}
        tools = {copy: card_of(look.pack, copy).doors for copy in first.values()}
        skills = opening(known_skills(look.before, key, look.pack))
        free = (
            *skills,
            *(copy for copy, door in tools.items() if door and door.roll is None),
            *at_once,
        )
        dice = (*(copy for copy, door in tools.items() if door and door.roll), *rolled)
        any_of = Choice(values=(*free, *dice))
        if not any_of.values:
            continue
        if error := out_of_reach(look, key):
            yield offer(DoorOpen, error, survivor=key, card=any_of)
            continue
        for colour, error in closed.items():
            yield offer(DoorOpen, error, survivor=key, card=any_of, colour=colour)
        if free:
            yield offer(DoorOpen, survivor=key, card=Choice(values=free), **coloured)
        if dice:
            optional: dict[str, Field] = {}
            if look.before.dice == "table":
                optional["dice"] = Reported(what="dice")
            if lucky := rerolling(look, key):
                optional["rerolls"] = Several(values=lucky, most=len(lucky))
            yield offer(DoorOpen, survivor=key, card=Choice(values=dice), **optional, **coloured)


def _coloured(colours: tuple[str, ...]) -> dict[str, Field]:
    """Doors of the mission's own colours that open now."""
    return {"colour": Choice(values=colours, optional=True)} if colours else {}
