from msgspec.structs import replace

from rules.errors import IllegalCommand, RuleError
from rules.mechanics.actions.play import DID, spend
from rules.mechanics.equipment.play import receive
from rules.mechanics.equipment.slots import holder, take_from
from rules.mechanics.skills.known import has, known_skills
from rules.play import Play
from rules.systems.rue_morgue.helicopter.commands import (
    HelicopterBoard,
    HelicopterFetch,
    HelicopterFly,
    HelicopterLeave,
    HelicopterStore,
)
from rules.systems.rue_morgue.helicopter.events import (
    HelicopterBoarded,
    HelicopterFlew,
    HelicopterLeft,
    HelicopterLoaded,
)
from rules.systems.rue_morgue.helicopter.state import Helicopter

STAYS, FLIES = "helicopter-cannot-fly", "helicopter-can-fly"
RULES = (STAYS, FLIES)
PASSENGERS = 3
PILOT = "pilot"
FLYING = "flies_helicopter"
ROPE = "leaves_in_flight"
"""What skills give: to pilot one, and to leave it in the air."""
LOADING = "load"


def is_there(play: Play) -> bool:
    """Whether this mission has one; of a mission whose page we have not read it may."""
    mission = play.mission
    return mission is None or mission.detail != "full" or bool(play.mission_rules(*RULES))


def helicopter(play: Play) -> Helicopter:
    """As it stands in the middle of the command."""
    now: Helicopter = play.get("helicopter")
    return now


def _check_there(play: Play) -> None:
    if not is_there(play):
        raise IllegalCommand("helicopter.none")


# --- seats ---


def board(play: Play, command: HelicopterBoard) -> None:
    if error := seat_refused(play, command.survivor, command.seat):
        raise error
    key, now = command.survivor, _without(helicopter(play), command.survivor)
    if command.seat == PILOT:
        now = replace(now, pilot=key)
    else:
        now = replace(now, passengers=(*now.passengers, key))
    play.set(helicopter=now)
    spend(play, key, "helicopter")
    play.emit(HelicopterBoarded(survivor=key, seat=command.seat))


def seat_refused(play: Play, key: str, seat: str) -> RuleError | None:
    """Why nobody can sit down there now: one pilot, three passengers, nobody gets in in flight."""
    _check_there(play)
    name, now = play.in_play(key).name, helicopter(play)
    if now.flies and (key not in now.aboard or key == now.pilot):
        return IllegalCommand("helicopter.in_the_air", survivor=name)
    is_taken = now.pilot if seat == PILOT else len(now.passengers) >= PASSENGERS
    is_same = key == now.pilot if seat == PILOT else key in now.passengers
    return IllegalCommand("helicopter.seat") if is_taken or is_same else None


def leave(play: Play, command: HelicopterLeave) -> None:
    """In the air only by a rope, into a street, and never the pilot (p. 16-17)."""
    key, survivor, now = command.survivor, play.in_play(command.survivor), helicopter(play)
    if key not in now.aboard:
        raise IllegalCommand("helicopter.not_aboard", survivor=survivor.name)
    has_rope = has(known_skills(play.before, key, play.pack), ROPE)
    if now.flies and (key == now.pilot or not has_rope):
        raise IllegalCommand("helicopter.in_the_air", survivor=survivor.name)
    play.set(helicopter=_without(now, key))
    spend(play, key, "helicopter")
    play.emit(HelicopterLeft(survivor=key))


def _without(now: Helicopter, key: str) -> Helicopter:
    """It as it is when that one has got up; without a pilot it does not fly (p. 17)."""
    pilot = None if now.pilot == key else now.pilot
    return replace(
        now,
        pilot=pilot,
        flies=now.flies and pilot is not None,
        passengers=tuple(passenger for passenger in now.passengers if passenger != key),
    )


# --- flying ---


def fly(play: Play, command: HelicopterFly) -> None:
    """Whoever has the skill, from the pilot's seat, where the mission lets it fly (p. 17)."""
    _check_there(play)
    key, survivor, now = command.survivor, play.in_play(command.survivor), helicopter(play)
    if key != now.pilot:
        raise IllegalCommand("helicopter.no_pilot", survivor=survivor.name)
    if not has(known_skills(play.before, key, play.pack), FLYING):
        raise IllegalCommand("helicopter.no_pilot", survivor=survivor.name)
    if play.mission_rules(STAYS):
        raise IllegalCommand("helicopter.stays")
    if now.flies is command.up:
        raise IllegalCommand("helicopter.same")
    play.set(helicopter=replace(now, flies=command.up))
    spend(play, key, "pilot")
    play.emit(HelicopterFlew(survivor=key, up=command.up))


def out_of_reach(play: Play, key: str) -> RuleError | None:
    """Nobody in the air reaches anything outside, nor walks out of it (p. 16, 18)."""
    now = helicopter(play)
    if now.flies and key in now.aboard:
        return IllegalCommand("helicopter.in_the_air", survivor=play.survivors[key].name)
    return None


# --- what lies in it ---


def store(play: Play, command: HelicopterStore) -> None:
    """Any number of cards for one action (p. 18)."""
    key = command.survivor
    _check_reach(play, key)
    holder(play, key, command.card)
    take_from(play, key, command.card)
    now = helicopter(play)
    play.set(helicopter=replace(now, cargo=(*now.cargo, command.card)))
    _spend_once(play, key)
    play.emit(HelicopterLoaded(survivor=key, card=command.card, stored=True))
    play.join_in("survivor_changed", key)


def fetch(play: Play, command: HelicopterFetch) -> None:
    key, now = command.survivor, helicopter(play)
    _check_reach(play, key)
    if command.card not in now.cargo:
        raise IllegalCommand("helicopter.empty")
    rest = tuple(copy for copy in now.cargo if copy != command.card)
    play.set(helicopter=replace(now, cargo=rest))
    _spend_once(play, key)
    play.emit(HelicopterLoaded(survivor=key, card=command.card, stored=False))
    receive(play, key, command.card)


def _check_reach(play: Play, key: str) -> None:
    """In the air only those aboard; on the ground whoever is in its zone."""
    _check_there(play)
    name, now = play.in_play(key).name, helicopter(play)
    if now.flies and key not in now.aboard:
        raise IllegalCommand("helicopter.in_the_air", survivor=name)


def _spend_once(play: Play, key: str) -> None:
    """Several cards in a row are one action."""
    if play.survivors[key].used[-1:] != (f"{DID}{LOADING}",):
        spend(play, key, LOADING)


def forget(play: Play, key: str) -> None:
    """Whoever has fallen or gone sits in it no more."""
    if play.survivors[key].status != "in_play" and key in helicopter(play).aboard:
        play.set(helicopter=_without(helicopter(play), key))
