"""How companions come, change leaders, die and leave (Army of the Dead, p. 27)."""

from collections.abc import Container, Mapping
from itertools import count

from msgspec.structs import replace

from rules import names
from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.companions.commands import (
    CompanionFollow,
    CompanionHurt,
    CompanionJoin,
    CompanionLeave,
)
from rules.mechanics.companions.events import (
    CompanionDied,
    CompanionFollowed,
    CompanionJoined,
    CompanionWent,
    CompanionWounded,
)
from rules.mechanics.companions.state import Companion, companions_of, standing_of
from rules.mechanics.rounds.play import lose
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import TableState

OWN = "own"
"""Somebody of no box, by the name the group gives them."""
LOST = "companion"
"""Why the mission is lost."""


def is_own(key: str) -> bool:
    return key == OWN or key.startswith(f"{OWN}-")


def own_key(wanted: str, taken: Container[str]) -> str:
    """The key of somebody of no box: the one that another book has given them, or a new one."""
    numbered = (f"{OWN}-{number}" for number in count(1))
    free = next(key for key in numbered if key not in taken)
    return free if wanted == OWN or wanted in taken else wanted


def people_of(pack: Pack) -> dict[str, str]:
    """Who may go along: the companions of the box, then its survivors, by their English name."""
    named = {person.id: person.name.en for person in pack.companions}
    return named | {survivor.id: survivor.name for survivor in pack.survivors}


def may_join(play: Play) -> tuple[str, ...]:
    """Those of the box who neither play nor go along; and anybody else."""
    there = {*play.survivors, *going(play)}
    return (*(key for key in people_of(play.pack) if key not in there), OWN)


def names_there(play: Play) -> tuple[str, ...]:
    """Of everybody at the table: nobody else is called like one of them."""
    survivors = (survivor.name for survivor in play.survivors.values())
    return (*survivors, *(person.name for person in going(play).values()))


def going(play: Play) -> Mapping[str, Companion]:
    companions: Mapping[str, Companion] = play.get("companions")
    return companions


def _change(play: Play, key: str, companion: Companion) -> None:
    play.set(companions={**going(play), key: companion})


def companion(play: Play, key: str) -> Companion:
    if key not in going(play):
        raise UnknownId("companion.unknown", companion=key)
    return going(play)[key]


def on_board(play: Play, key: str) -> Companion:
    """A companion who stands on the board, with a leader or without."""
    person = companion(play, key)
    if not is_on_board(play, person):
        raise IllegalCommand("companion.not_there")
    return person


def is_on_board(play: Play, person: Companion) -> bool:
    state = replace(play.before, survivors=play.survivors)
    return standing_of(state, person) in ("here", "alone")


def join(play: Play, command: CompanionJoin) -> None:
    """With the blue skill of their card, which the leader has from now on."""
    play.in_play(command.leader)
    key, people = command.companion, people_of(play.pack)
    if not is_own(key) and key not in may_join(play):
        known = key in people or key in going(play)
        raise IllegalCommand("companion.there") if known else UnknownId("companion.unknown")
    name = people.get(key) or names.checked(command.name, "companion.name")
    if is_own(key):
        if (alike := names.like(name, names_there(play))) is not None:
            raise IllegalCommand("name.alike", name=alike)
        key = own_key(key, going(play))
    if command.skill is not None and command.skill not in play.pack.skills:
        raise UnknownId("skill.unknown", skill=command.skill)
    skills = (command.skill,) if command.skill else _printed(play.pack, key)
    person = Companion(
        name=name,
        leader=command.leader,
        skills=skills,
        health=command.health,
        expendable=command.expendable,
        exits=command.exits,
    )
    _change(play, key, person)
    play.emit(CompanionJoined(companion=key, survivor=command.leader, skills=skills))


def _printed(pack: Pack, key: str) -> tuple[str, ...]:
    """The blue skills of a survivor of the box who goes along."""
    return next(
        (survivor.skills.blue or () for survivor in pack.survivors if survivor.id == key), ()
    )


def follow(play: Play, command: CompanionFollow) -> None:
    """Handed over in a trade, or taken along where their leader fell."""
    person = on_board(play, command.companion)
    leader = play.in_play(command.leader)
    if person.leader == command.leader:
        raise IllegalCommand("companion.same", survivor=leader.name)
    _change(play, command.companion, replace(person, leader=command.leader))
    play.emit(CompanionFollowed(companion=command.companion, survivor=command.leader))


def hurt(play: Play, command: CompanionHurt) -> None:
    on_board(play, command.companion)
    wound(play, command.companion, command.count)


def wound(play: Play, key: str, wounds: int) -> None:
    """The first wound kills, and with them the mission is lost unless a card says otherwise."""
    person = companion(play, key)
    taken = min(wounds, person.health - person.wounds)
    left = person.health - person.wounds - taken
    _change(play, key, replace(person, wounds=person.wounds + taken))
    play.emit(CompanionWounded(companion=key, count=taken, left=left))
    if left:
        return
    play.emit(CompanionDied(companion=key, round=play.before.round))
    if not person.expendable:
        lose(play, LOST)


def leave(play: Play, command: CompanionLeave) -> None:
    person = on_board(play, command.companion)
    _change(play, command.companion, replace(person, gone=True))
    play.emit(CompanionWent(companion=command.companion))


# --- where other mechanics ask ---


def also_wounded(play: Play) -> dict[str, int]:
    """They are survivors when zombies share out wounds: so much health is left."""
    return {
        key: person.health - person.wounds
        for key, person in going(play).items()
        if is_on_board(play, person)
    }


def still_inside(state: TableState) -> int:
    """Those who must leave by the exit and have not."""
    return sum(
        person.exits and standing_of(state, person) != "escaped"
        for person in companions_of(state).values()
    )
