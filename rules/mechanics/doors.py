"""Doors that are forced with a card."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Faces, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice, Field, Reported, Several
from rules.mechanic import Hook, mechanic
from rules.mechanics.actions import did
from rules.mechanics.cards import card_of, named_card
from rules.mechanics.inventory import is_ready
from rules.mechanics.known_skills import has, known_skills, number_of
from rules.mechanics.looking import About, in_play, is_on_paper, out_of_reach
from rules.mechanics.missions.locks import lock_colours, locked
from rules.mechanics.noise import make_noise
from rules.offers import Offer, offer
from rules.packs.schema.people import Skill
from rules.play import Play

door_colours = Hook[Callable[[Play], tuple[str, ...]]]()
"""Hook that returns colors of doors that a mechanic treats in its own way."""
door_refused = Hook[Callable[[Play, str], RuleError | None]]()
"""Hook that returns the reason why a door of that color does not open, or None."""


class DoorTried(BaseEvent, tag="door.tried", frozen=True, kw_only=True):
    survivor: str
    card: str
    faces: tuple[int, ...]
    rerolled: tuple[tuple[int, ...], ...] = ()
    """Rolls that were given up."""
    opened: bool


class DoorOpen(BaseCommand, tag="door.open", frozen=True):
    """A door is forced with a card; some cards must roll for it."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    survivor: Key
    card: Key
    colour: Key | None = None
    """The color of a door that the mission treats in its own way."""
    rerolls: Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)] = ()
    """Skills that let the dice be rolled again, once each; as in an attack, after an undo."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield opening a door by a skill, a carried tool, or any in the box if cards are on paper.

        Dice and rerolls are asked for where the tool must roll.
        """
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
            if error := out_of_reach(look, key):
                yield offer(cls, error, survivor=key, card=any_of)
                continue
            for colour, error in closed.items():
                yield offer(cls, error, survivor=key, card=any_of, colour=colour)
            optional: dict[str, Field] = {}
            if look.before.dice == "table":
                optional["dice"] = Reported(what="dice")
            if lucky := rerolling(look, key):
                optional["rerolls"] = Several(values=lucky, most=len(lucky))
            for given in (
                offer(cls, survivor=key, card=Choice(values=free), **coloured),
                offer(cls, survivor=key, card=Choice(values=dice), **optional, **coloured),
            ):
                yield given.otherwise(
                    card=partial(_no_tool, look, key),
                    rerolls=IllegalCommand("attack.no_reroll", survivor=survivor.name),
                )

    def play(self, play: Play) -> None:
        """Open it at once, or by the weapon's own dice without skills (Black Plague, p. 19).

        Luck counts, as in every action (p. 52). Some skills need no tool and make no noise (p. 54).
        """
        did(play, self.survivor, "door")
        skills = known_skills(play.before, self.survivor, play.pack)
        if self.card in opening(skills):
            play.emit(DoorTried(survivor=self.survivor, card=self.card, faces=(), opened=True))
            return
        card = named_card(play.pack, self.card)
        assert card.doors is not None
        rolls: list[tuple[int, ...]] = []
        if card.doors.roll is not None:
            dice = card.profiles[0].dice or 1
            rolls = [play.chance.roll(dice) for _ in range(1 + len(self.rerolls))]
        faces, given_up = (rolls[-1], tuple(rolls[:-1])) if rolls else ((), ())
        opened = card.doors.roll is None or any(face >= card.doors.roll for face in faces)
        play.emit(
            DoorTried(
                survivor=self.survivor,
                card=self.card,
                faces=faces,
                rerolled=given_up,
                opened=opened,
            )
        )
        if card.doors.noisy and not has(skills, "silent"):
            make_noise(play, self.survivor)


def _no_tool(look: Play, key: str, name: str) -> RuleError | None:
    """Return why a survivor opens no door with a card, or None if it is a skill or tool at hand."""
    if name in opening(known_skills(look.before, key, look.pack)):
        return None
    is_carried = name in look.survivors[key].inventory.values()
    if is_carried and not is_ready(look.before, key, name, look.pack):
        return IllegalCommand("attack.not_in_hand", weapon=name)
    card = named_card(look.pack, name)
    return None if card.doors else IllegalCommand("door.no_tool", weapon=card.id)


def shut(play: Play, colour: str) -> RuleError | None:
    """Return the reason why a door of that color does not open now, or None."""
    refusals = (hook(play, colour) for hook in door_refused.of(play.rules))
    return locked(play.mission, play.before.taken, colour) or next(filter(None, refusals), None)


def colours_of(play: Play) -> tuple[str, ...]:
    """Return colors of doors that this mission treats in its own way."""
    others = (colour for hook in door_colours.of(play.rules) for colour in hook(play))
    return tuple(dict.fromkeys((*lock_colours(play.mission), *others)))


def rerolling(play: Play, key: str) -> tuple[str, ...]:
    """Return skills that let all dice of any action be rolled again."""
    skills = known_skills(play.before, key, play.pack)
    lucky = (skill.id for skill in skills if number_of(skill, "rerolls") and skill.once is None)
    return tuple(dict.fromkeys(lucky))


def opening(skills: list[Skill]) -> tuple[str, ...]:
    """Return skills that open doors by themselves."""
    return tuple(dict.fromkeys(skill.id for skill in skills if skill.gives.get("opens_doors")))


def _coloured(colours: tuple[str, ...]) -> dict[str, Field]:
    """Return the field for the mission's own door colors that open now, if any."""
    return {"colour": Choice(values=colours, optional=True)} if colours else {}


DOORS = mechanic(
    __name__,
    gives={"opens_doors": bool},
)
