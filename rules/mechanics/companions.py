"""Companions: people who go along with a survivor, their leader (Army of the Dead, p. 27).

The 2nd Edition has the same rules in its own book. For the two in Washington Z.C. (p. 2, 15) the
objective cards say when they come and what depends on them, so the group enters it as they join.
"""

from collections.abc import Container, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules import names
from rules.commands import BaseCommand, Key, Quantity
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Flag, Number, Text
from rules.mechanic import mechanic
from rules.mechanics.accompanied import Companion, companions_of, standing_of
from rules.mechanics.looking import About, judged, keys_in_play, over
from rules.mechanics.rounds import lose, not_met_yet
from rules.mechanics.wounds.wound import other_health, when_other_wounded
from rules.names import LENGTH
from rules.offers import Offer, closed, offer
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import TableState


class CompanionJoined(BaseEvent, tag="companion.joined", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    companion: str
    survivor: str
    """The leader."""
    skills: tuple[str, ...]


class CompanionFollowed(BaseEvent, tag="companion.followed", frozen=True, kw_only=True):
    companion: str
    survivor: str
    """The leader now."""


class CompanionWounded(BaseEvent, tag="companion.wounded", frozen=True, kw_only=True):
    companion: str
    count: int
    left: int


class CompanionDied(BaseEvent, tag="companion.died", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    companion: str
    round: int


class CompanionWent(BaseEvent, tag="companion.went", frozen=True, kw_only=True):
    companion: str


Name = Annotated[str, msgspec.Meta(max_length=60)]


Health = Annotated[int, msgspec.Meta(ge=1, le=5)]


class CompanionJoin(BaseCommand, tag="companion.join", frozen=True):
    """A companion goes along from now on: one of the box, or one the group names."""

    in_play_only: ClassVar[bool] = True

    companion: Key
    """The companion's id, or `own` for a person of no box."""
    leader: Key
    name: Name = ""
    skill: Key | None = None
    """The blue skill on their card, where the app does not know it."""
    health: Health = 1
    expendable: bool = False
    """True if a card says that the mission is not lost with them."""
    exits: bool = False
    """True if they must leave by the exit for the mission to be won."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield joins of the box's companions by id, and of anybody else by name."""
        fields = {
            "leader": Choice(values=keys_in_play(look)),
            "skill": Choice(values=tuple(look.pack.skills), optional=True),
            "health": Number(least=1, most=MOST_HEALTH, optional=True),
            "expendable": Flag(),
            "exits": Flag(),
        }
        of_the_box = tuple(key for key in may_join(look) if key != OWN)
        name = Text(most=LENGTH, taken=names_there(look))
        of_no_box = offer(cls, over(look), companion=OWN, name=name, **fields)
        for given in (
            offer(cls, over(look), companion=Choice(values=of_the_box), **fields),
            of_no_box.otherwise(name=partial(_name_taken, look)),
        ):
            yield given.otherwise(
                companion=partial(_does_not_join, look),
                skill=lambda skill: UnknownId("skill.unknown", skill=skill),
            )
        sent = judged(cls, about)
        if sent and is_own(sent.companion) and not sent.name:
            yield closed(cls, IllegalCommand("companion.name", most=LENGTH))

    def play(self, play: Play) -> None:
        """Add the companion; the leader has the blue skill of their card from now on."""
        key = self.companion
        name = people_of(play.pack).get(key) or names.checked(self.name, "companion.name")
        if is_own(key):
            if (alike := names.like(name, names_there(play))) is not None:
                raise IllegalCommand("name.alike", name=alike)
            key = own_key(key, going(play))
        skills = (self.skill,) if self.skill else _printed(play.pack, key)
        person = Companion(
            name=name,
            leader=self.leader,
            skills=skills,
            health=self.health,
            expendable=self.expendable,
            exits=self.exits,
        )
        _change(play, key, person)
        play.emit(CompanionJoined(companion=key, survivor=self.leader, skills=skills))


class CompanionFollow(BaseCommand, tag="companion.follow", frozen=True):
    """Another survivor leads a companion: their card is traded like equipment."""

    in_play_only: ClassVar[bool] = True

    companion: Key
    leader: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, person in _on_board(look, about):
            others = tuple(leader for leader in keys_in_play(look) if leader != person.leader)
            given = offer(cls, over(look), companion=key, leader=Choice(values=others))
            yield given.otherwise(leader=partial(_leads_already, look, person))
        yield from _not_on_board(cls, look, about)

    def play(self, play: Play) -> None:
        """Hand the companion over in a trade, or take them along where their leader fell."""
        person = going(play)[self.companion]
        _change(play, self.companion, replace(person, leader=self.leader))
        play.emit(CompanionFollowed(companion=self.companion, survivor=self.leader))


class CompanionHurt(BaseCommand, tag="companion.hurt", frozen=True):
    """A companion is wounded; the first wound kills unless their card says otherwise."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    companion: Key
    count: Quantity = 1

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, person in _on_board(look, about):
            count = Number(least=1, most=person.health - person.wounds, optional=True)
            yield offer(cls, over(look), companion=key, count=count)
        yield from _not_on_board(cls, look, about)

    def play(self, play: Play) -> None:
        wound(play, self.companion, self.count)


class CompanionLeave(BaseCommand, tag="companion.leave", frozen=True):
    """A companion goes their own way, alive, by a card."""

    in_play_only: ClassVar[bool] = True

    companion: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, _person in _on_board(look, about):
            yield offer(cls, over(look), companion=key)
        yield from _not_on_board(cls, look, about)

    def play(self, play: Play) -> None:
        person = going(play)[self.companion]
        _change(play, self.companion, replace(person, gone=True))
        play.emit(CompanionWent(companion=self.companion))


OWN = "own"
"""The key of a person of no box, whom the group names."""


LOST = "companion"
"""The reason why the mission is lost."""


def is_own(key: str) -> bool:
    return key == OWN or key.startswith(f"{OWN}-")


def own_key(wanted: str, taken: Container[str]) -> str:
    """Return the wanted key of a person of no box, or a new one if it is `own` or taken."""
    numbered = (f"{OWN}-{number}" for number in count(1))
    free = next(key for key in numbered if key not in taken)
    return free if wanted == OWN or wanted in taken else wanted


def people_of(pack: Pack) -> dict[str, str]:
    """Return everybody who may go along: companions of the box, then survivors, by English name."""
    named = {person.id: person.name.en for person in pack.companions}
    return named | {survivor.id: survivor.name for survivor in pack.survivors}


def may_join(play: Play) -> tuple[str, ...]:
    """Return those of the box who neither play nor go along, and `own`."""
    there = {*play.survivors, *going(play)}
    return (*(key for key in people_of(play.pack) if key not in there), OWN)


def names_there(play: Play) -> tuple[str, ...]:
    """Return the names of everybody at the table; nobody else may have one of them."""
    survivors = (survivor.name for survivor in play.survivors.values())
    return (*survivors, *(person.name for person in going(play).values()))


def going(play: Play) -> Mapping[str, Companion]:
    companions: Mapping[str, Companion] = play.get("companions")
    return companions


def _change(play: Play, key: str, companion: Companion) -> None:
    play.set(companions={**going(play), key: companion})


def is_on_board(play: Play, person: Companion) -> bool:
    state = replace(play.before, survivors=play.survivors)
    return standing_of(state, person) in ("here", "alone")


def _printed(pack: Pack, key: str) -> tuple[str, ...]:
    """Return the blue skills of a survivor of the box who goes along."""
    return next(
        (survivor.skills.blue or () for survivor in pack.survivors if survivor.id == key), ()
    )


def wound(play: Play, key: str, wounds: int) -> None:
    """Wound a companion. If they die, the mission is lost unless a card says otherwise."""
    person = going(play)[key]
    taken = min(wounds, person.health - person.wounds)
    left = person.health - person.wounds - taken
    _change(play, key, replace(person, wounds=person.wounds + taken))
    play.emit(CompanionWounded(companion=key, count=taken, left=left))
    if left:
        return
    play.emit(CompanionDied(companion=key, round=play.before.round))
    if not person.expendable:
        lose(play, LOST)


def also_wounded(play: Play) -> dict[str, int]:
    """Return the health left of companions; they share zombies' wounds as survivors do."""
    return {
        key: person.health - person.wounds
        for key, person in going(play).items()
        if is_on_board(play, person)
    }


def still_inside(state: TableState) -> int:
    """Return the number of companions who must leave by the exit and have not."""
    return sum(
        person.exits and standing_of(state, person) != "escaped"
        for person in companions_of(state).values()
    )


MOST_HEALTH = 5


def _on_board(look: Play, about: About) -> Iterator[tuple[str, Companion]]:
    """Yield the companions on the board, with a leader or without."""
    wanted = about.get("companion")
    for key, person in going(look).items():
        if wanted in (None, key) and is_on_board(look, person):
            yield key, person


def _not_on_board(command: type[BaseCommand], look: Play, about: About) -> Iterator[Offer]:
    """Yield why a companion is not on the board."""
    for key, person in going(look).items():
        if not is_on_board(look, person):
            yield closed(command, IllegalCommand("companion.not_there"), companion=key)
    unknown = about.get("companion")
    if isinstance(unknown, str) and unknown not in going(look):
        yield closed(command, UnknownId("companion.unknown", companion=unknown))


def _does_not_join(look: Play, key: str) -> RuleError | None:
    """Return why nobody of the box joins by that id, or None for a person of no box."""
    if is_own(key):
        return None
    is_known = key in people_of(look.pack) or key in going(look)
    return IllegalCommand("companion.there") if is_known else UnknownId("companion.unknown")


def _name_taken(look: Play, name: str) -> RuleError | None:
    other = names.like(name, names_there(look))
    return IllegalCommand("name.alike", name=other) if other is not None else None


def _leads_already(look: Play, person: Companion, leader: str) -> RuleError | None:
    if leader != person.leader:
        return None
    return IllegalCommand("companion.same", survivor=look.survivors[leader].name)


COMPANIONS = mechanic(
    __name__,
    joins=(
        other_health.by(also_wounded),
        when_other_wounded.by(wound),
        not_met_yet.by(still_inside),
    ),
)
