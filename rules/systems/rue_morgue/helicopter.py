"""The helicopter: seats, cargo, and flying (p. 16-18)."""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.actions import DID, spend
from rules.mechanics.equipment import receive
from rules.mechanics.inventory import carried, not_carried, take_from, when_survivor_changed
from rules.mechanics.known_skills import has, known_skills
from rules.mechanics.looking import About, in_play, unreachable
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.systems.rue_morgue.state import Helicopter


class HelicopterBoarded(BaseEvent, tag="helicopter.boarded", frozen=True, kw_only=True):
    survivor: str
    seat: str


class HelicopterLeft(BaseEvent, tag="helicopter.left", frozen=True, kw_only=True):
    survivor: str


class HelicopterFlew(BaseEvent, tag="helicopter.flew", frozen=True, kw_only=True):
    """The helicopter takes off, or it lands."""

    memorable: ClassVar[bool] = True

    survivor: str
    up: bool


class HelicopterLoaded(BaseEvent, tag="helicopter.loaded", frozen=True, kw_only=True):
    """A card is stored in the helicopter, or taken out."""

    survivor: str
    card: str
    stored: bool


class HelicopterBoard(BaseCommand, tag="helicopter.board", frozen=True):
    """A survivor gets in, or changes seats, for an action."""

    survivor: Key
    seat: Literal["pilot", "passenger"]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            free = tuple(seat for seat in SEATS if seat_refused(look, key, seat) is None)
            yield offer(cls, survivor=key, seat=Choice(values=free)).otherwise(
                seat=partial(seat_refused, look, key)
            )

    def play(self, play: Play) -> None:
        key, now = self.survivor, _without(helicopter(play), self.survivor)
        if self.seat == PILOT:
            now = replace(now, pilot=key)
        else:
            now = replace(now, passengers=(*now.passengers, key))
        play.set(helicopter=now)
        spend(play, key, "helicopter")
        play.emit(HelicopterBoarded(survivor=key, seat=self.seat))


class HelicopterLeave(BaseCommand, tag="helicopter.leave", frozen=True):
    """A survivor gets out, for an action."""

    survivor: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        now = helicopter(look)
        for key, survivor in in_play(look, about):
            if key not in now.aboard:
                outside = IllegalCommand("helicopter.not_aboard", survivor=survivor.name)
                yield closed(cls, outside, survivor=key)
                continue
            has_rope = has(known_skills(look.before, key, look.pack), ROPE)
            why_not: RuleError | None = None
            if now.flies and (key == now.pilot or not has_rope):
                why_not = IllegalCommand("helicopter.in_the_air", survivor=survivor.name)
            yield offer(cls, why_not, survivor=key)

    def play(self, play: Play) -> None:
        """Get out; in the air only by a rope, into a street, and never the pilot (p. 16-17)."""
        key = self.survivor
        play.set(helicopter=_without(helicopter(play), key))
        spend(play, key, "helicopter")
        play.emit(HelicopterLeft(survivor=key))


class HelicopterFly(BaseCommand, tag="helicopter.fly", frozen=True):
    """The pilot takes off or lands, for an action."""

    survivor: Key
    up: bool

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        now = helicopter(look)
        for key, survivor in in_play(look, about):
            no_pilot = IllegalCommand("helicopter.no_pilot", survivor=survivor.name)
            if not is_there(look) or key != now.pilot:
                yield closed(cls, not_here(look) or no_pilot, survivor=key)
                continue
            why_not: RuleError | None = None
            if not has(known_skills(look.before, key, look.pack), FLYING):
                why_not = no_pilot
            elif look.mission_rules(STAYS):
                why_not = IllegalCommand("helicopter.stays")
            yield offer(cls, why_not, survivor=key, up=not now.flies)
            yield closed(cls, why_not or IllegalCommand("helicopter.same"), survivor=key)

    def play(self, play: Play) -> None:
        """Take off or land, by a skilled pilot, where the mission lets it fly (p. 17)."""
        key = self.survivor
        play.set(helicopter=replace(helicopter(play), flies=self.up))
        spend(play, key, "pilot")
        play.emit(HelicopterFlew(survivor=key, up=self.up))


class HelicopterStore(BaseCommand, tag="helicopter.store", frozen=True):
    """A carried card is stored in the helicopter."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in in_play(look, about):
            given = offer(cls, survivor=key, card=Choice(values=carried(survivor)))
            if error := _out_of_its_reach(look, key):
                yield closed(cls, error, survivor=key)
            else:
                yield given.otherwise(card=not_carried(survivor))

    def play(self, play: Play) -> None:
        """Store a card; any number of cards cost one action (p. 18)."""
        key = self.survivor
        take_from(play, key, self.card)
        now = helicopter(play)
        play.set(helicopter=replace(now, cargo=(*now.cargo, self.card)))
        _spend_once(play, key)
        play.emit(HelicopterLoaded(survivor=key, card=self.card, stored=True))
        play.tell(when_survivor_changed, key)


class HelicopterFetch(BaseCommand, tag="helicopter.fetch", frozen=True):
    """A card is taken out of the helicopter."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _survivor in in_play(look, about):
            given = offer(cls, survivor=key, card=Choice(values=helicopter(look).cargo))
            if error := _out_of_its_reach(look, key):
                yield closed(cls, error, survivor=key)
            else:
                yield given.otherwise(card=IllegalCommand("helicopter.empty"))

    def play(self, play: Play) -> None:
        key, now = self.survivor, helicopter(play)
        rest = tuple(copy for copy in now.cargo if copy != self.card)
        play.set(helicopter=replace(now, cargo=rest))
        _spend_once(play, key)
        play.emit(HelicopterLoaded(survivor=key, card=self.card, stored=False))
        receive(play, key, self.card)


STAYS, FLIES = "helicopter-cannot-fly", "helicopter-can-fly"


RULES = (STAYS, FLIES)


PASSENGERS = 3


PILOT = "pilot"


FLYING = "flies_helicopter"


ROPE = "leaves_in_flight"
"""Keys in the `gives` of skills: to pilot a helicopter, and to leave it in the air."""


LOADING = "load"


def is_there(play: Play) -> bool:
    """Return True if this mission has one, or may have one because its page is not read."""
    mission = play.mission
    return mission is None or mission.detail != "full" or bool(play.mission_rules(*RULES))


def not_here(look: Play) -> RuleError | None:
    return None if is_there(look) else IllegalCommand("helicopter.none")


def helicopter(play: Play) -> Helicopter:
    """Return the helicopter in the middle of the command."""
    now: Helicopter = play.get("helicopter")
    return now


def seat_refused(play: Play, key: str, seat: str) -> RuleError | None:
    """Return an error if the seat is refused now: one pilot, three passengers, none in flight."""
    if error := not_here(play):
        return error
    name, now = play.survivors[key].name, helicopter(play)
    if now.flies and (key not in now.aboard or key == now.pilot):
        return IllegalCommand("helicopter.in_the_air", survivor=name)
    is_taken = now.pilot if seat == PILOT else len(now.passengers) >= PASSENGERS
    is_same = key == now.pilot if seat == PILOT else key in now.passengers
    return IllegalCommand("helicopter.seat") if is_taken or is_same else None


def _without(now: Helicopter, key: str) -> Helicopter:
    """Return the helicopter without that survivor; without a pilot it does not fly (p. 17)."""
    pilot = None if now.pilot == key else now.pilot
    return replace(
        now,
        pilot=pilot,
        flies=now.flies and pilot is not None,
        passengers=tuple(passenger for passenger in now.passengers if passenger != key),
    )


def out_of_reach(play: Play, key: str) -> RuleError | None:
    """Return an error for survivors in the air: they reach nothing outside (p. 16, 18)."""
    now = helicopter(play)
    if now.flies and key in now.aboard:
        return IllegalCommand("helicopter.in_the_air", survivor=play.survivors[key].name)
    return None


def _out_of_its_reach(look: Play, key: str) -> RuleError | None:
    """Return an error if a survivor on the ground reaches for a flying helicopter, else None.

    On the ground, the players see who is in its zone.
    """
    name, now = look.survivors[key].name, helicopter(look)
    if now.flies and key not in now.aboard:
        return not_here(look) or IllegalCommand("helicopter.in_the_air", survivor=name)
    return not_here(look)


def _spend_once(play: Play, key: str) -> None:
    """Spend an action, one for several cards in a row."""
    if play.survivors[key].used[-1:] != (f"{DID}{LOADING}",):
        spend(play, key, LOADING)


def forget(play: Play, key: str) -> None:
    """Remove survivors who have fallen or gone from their seat."""
    if play.survivors[key].status != "in_play" and key in helicopter(play).aboard:
        play.set(helicopter=_without(helicopter(play), key))


SEATS = (PILOT, "passenger")


HELICOPTER = mechanic(
    __name__,
    gives={FLYING: bool, ROPE: bool},
    mission_rules=RULES,
    joins=(
        unreachable.by(out_of_reach),
        when_survivor_changed.by(forget),
    ),
)
