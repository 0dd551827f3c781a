"""Spawn zones: their tokens, their order, and the rounds in which they are active."""

import re
from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from rules import names
from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError
from rules.events import BaseEvent
from rules.fields import Choice, Flag, Number, Several, Text
from rules.mechanic import Correction, Hook, mechanic
from rules.mechanics.looking import About
from rules.mechanics.questions import BoardAnswered, BoardAsked
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import Pending, TableState, Zone

when_zones_changed = Hook[Callable[[Play], None]]()
"""Hook called when spawn zones have changed."""
token_kinds = Hook[str]()
"""Hook of kinds of tokens, besides the usual one, that a spawn zone may have."""


class ZoneAdded(BaseEvent, tag="zone.added", frozen=True, kw_only=True):
    zone: str
    why: str


class ZoneStarted(BaseEvent, tag="zone.started", frozen=True, kw_only=True):
    """The zone is the starting zone now."""

    zone: str


class ZonesOrdered(BaseEvent, tag="zones.ordered", frozen=True, kw_only=True):
    zones: tuple[str, ...]


class ZoneRemoved(BaseEvent, tag="zone.removed", frozen=True, kw_only=True):
    zone: str


class ZoneActivated(BaseEvent, tag="zone.activated", frozen=True, kw_only=True):
    zone: str
    round: int


class ZoneDeactivated(BaseEvent, tag="zone.deactivated", frozen=True, kw_only=True):
    zone: str


Locators = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...], msgspec.Meta(max_length=6)
]


class ZoneAdd(BaseCommand, tag="zone.add", frozen=True):
    """A spawn zone is laid out."""

    new: ClassVar[tuple[str, ...]] = ("zone",)

    zone: Key
    start: bool = False
    colour: Key | None = None
    locators: Locators = ()
    tokens: Annotated[int, msgspec.Meta(ge=1, le=12)] = 1
    active: bool = True

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        laid = {number for zone in look.zones for number in zone.locators}
        is_full = len(look.zones) >= MAX_ZONES
        why_not = IllegalCommand("zones.too_many", most=MAX_ZONES) if is_full else None
        there = tuple(zone.id for zone in look.zones)
        has_start = any(zone.start for zone in look.zones)
        given = offer(
            cls,
            why_not,
            zone=Text(taken=there),
            colour=Text(optional=True),
            locators=Several(values=tuple(face for face in FACES if face not in laid)),
            tokens=Number(least=1, most=MOST_TOKENS, optional=True),
            active=Choice(values=(True, False), optional=True),
            **({} if has_start else {"start": Flag()}),
        )
        yield given.otherwise(
            zone=lambda zone: IllegalCommand("zone.twice", zone=names.like(zone, there)),
            locators=lambda faces: _laid_twice(laid & {*faces}),
            start=IllegalCommand("zone.second_start"),
        )

    def play(self, play: Play) -> None:
        name = names.checked(self.zone, "choice.text")
        play.zones.append(
            Zone(
                id=name,
                start=self.start,
                colour=self.colour,
                active_from=next_spawn(play.before) if self.active else None,
                locators=tuple(sorted(set(self.locators))),
                tokens=self.tokens,
            )
        )
        play.emit(ZoneAdded(zone=name, why="players"))
        play.tell(when_zones_changed)


class ZoneStart(BaseCommand, tag="zone.start", frozen=True):
    """A zone draws first from now on, where no zone does."""

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        zones = may_start(look)
        why_not = None if zones else IllegalCommand("zone.second_start")
        named = Choice(values=tuple(zone.id for zone in zones or look.zones))
        yield offer(cls, why_not, zone=named).otherwise(zone=IllegalCommand("zone.second_start"))

    def play(self, play: Play) -> None:
        play.change_zone(self.zone, start=True)
        for question in play.questions(FIRST):
            play.emit(BoardAnswered(question=question.id))
        play.emit(ZoneStarted(zone=self.zone))
        play.tell(when_zones_changed)


class ZoneOrder(BaseCommand, tag="zone.order", frozen=True):
    """The order in which zones spawn, every zone once."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=30)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        zones, not_all = tuple(zone.id for zone in look.zones), IllegalCommand("zones.not_all")
        if len(zones) > 1:
            every = Several(values=zones, least=len(zones), most=len(zones))
            yield offer(cls, zones=every).otherwise(zones=not_all)
        elif about.get("zones") != zones:
            yield closed(cls, not_all)

    def play(self, play: Play) -> None:
        """Set the players' own order; the starting zone still comes first (see `active_zones`)."""
        play.zones = [play.zone(key) for key in self.zones]
        play.emit(ZonesOrdered(zones=self.zones))


class ZoneRemove(BaseCommand, tag="zone.remove", frozen=True):
    """A spawn zone leaves the board."""

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        yield offer(cls, zone=Choice(values=tuple(zone.id for zone in look.zones)))

    def play(self, play: Play) -> None:
        take_off(play, self.zone)


class ZoneActivate(BaseCommand, tag="zone.activate", frozen=True):
    """A zone spawns from the next zombies phase on."""

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        asleep = tuple(zone.id for zone in look.zones if zone.active_from is None)
        yield offer(cls, zone=Choice(values=asleep)).otherwise(
            zone=lambda zone: IllegalCommand("zone.active", zone=zone)
        )

    def play(self, play: Play) -> None:
        play.change_zone(self.zone, active_from=next_spawn(play.before))
        play.emit(ZoneActivated(zone=self.zone, round=next_spawn(play.before)))


class ZoneDeactivate(BaseCommand, tag="zone.deactivate", frozen=True):
    """A zone spawns no more."""

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        awake = tuple(zone.id for zone in look.zones if zone.active_from is not None)
        yield offer(cls, zone=Choice(values=awake)).otherwise(
            zone=lambda zone: IllegalCommand("zone.inactive", zone=zone)
        )

    def play(self, play: Play) -> None:
        play.change_zone(self.zone, active_from=None)
        play.emit(ZoneDeactivated(zone=self.zone))


MAX_ZONES = 24


FIRST = "first-zone"


STACKED = re.compile(r"(\+\d+)+$")


def _laid_twice(locators: set[int]) -> RuleError | None:
    return IllegalCommand("locator.twice", locator=min(locators)) if locators else None


class Place(NamedTuple):
    """A zone or a room of the board with one or more tokens."""

    name: str
    is_room: bool


def place_of(zone: Zone) -> Place:
    """Return the place of a token; one stacked on another is in its place: `2+1` on 2."""
    return Place(ground_of(zone.id), zone.room)


def ground_of(key: str) -> str:
    """Return the id of the token that was there first."""
    return STACKED.sub("", key) or key


def active_zones(play: Play) -> list[Zone]:
    """Return zones that spawn this round: the starting one first, then in the order of the list."""
    round_ = play.before.round
    active = [
        zone for zone in play.zones if zone.active_from is not None and zone.active_from <= round_
    ]
    return sorted(active, key=lambda zone: not zone.start)


def next_spawn(state: TableState) -> int:
    """Return the round in which a zone activated now first spawns: in the next zombies phase."""
    return state.round if state.phase == "players" else state.round + 1


def free_id(play: Play, stem: str) -> str:
    """Return an id for one more zone: the stem and the first number that is not taken."""
    taken = {zone.id for zone in play.zones}
    return next(f"{stem}{n}" for n in range(1, len(taken) + 2) if f"{stem}{n}" not in taken)


def take_off(play: Play, key: str) -> None:
    """Remove a zone from the board.

    Zones always draw from the same one on (Black Plague, p. 25): where that was the first of them,
    another token of its place takes over, else the players say which.
    """
    gone = play.zone(key)
    play.zones.remove(gone)
    play.emit(ZoneRemoved(zone=key))
    if gone.start:
        left = [zone for zone in play.zones if place_of(zone) == place_of(gone)]
        left = left or (play.zones if len(play.zones) == 1 else [])
        if left:
            play.change_zone(left[0].id, start=True)
        elif play.zones and not any(zone.locators for zone in play.zones):
            _ask_for_first(play)
    play.tell(when_zones_changed)


def _ask_for_first(play: Play) -> None:
    question = Pending(id=f"{FIRST}-{play.before.round}", what=FIRST)
    if play.ask(question):
        play.emit(BoardAsked(question=question.id, what=FIRST, card=""))


def may_start(play: Play) -> list[Zone]:
    """Return zones that may draw first, while none does: the active ones, or all if none is."""
    if any(zone.start for zone in play.zones):
        return []
    return [zone for zone in play.zones if zone.active_from is not None] or play.zones


def trim_question(play: Play) -> None:
    """Withdraw the question for the first zone once there is one."""
    if not may_start(play):
        for question in play.questions(FIRST):
            play.pending.remove(question)


FACES = range(1, 7)


MOST_TOKENS = 12


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


ZONES = mechanic(
    __name__,
    answers={FIRST: ZoneStart},
    corrections={
        "zones.*.start": bool,
        "zones.*.colour": Name | None,
        "zones.*.active_from": Annotated[int, msgspec.Meta(ge=1, le=999)] | None,
        "zones.*.tokens": Annotated[int, msgspec.Meta(ge=1, le=12)],
        "zones.*.kind": Correction(str, lambda look, _path: Choice(values=look.rules.zone_kinds)),
    },
    joins=(when_zones_changed.by(trim_question),),
)
