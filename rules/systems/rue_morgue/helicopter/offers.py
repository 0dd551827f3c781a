from collections.abc import Iterator

from rules.errors import IllegalCommand, RuleError
from rules.fields import Choice
from rules.mechanics.equipment.offers import carried
from rules.mechanics.looking import About, in_play
from rules.mechanics.skills.known import has, known_skills
from rules.offers import Offer, offer
from rules.play import Play
from rules.state import Survivor
from rules.systems.rue_morgue.helicopter.commands import (
    HelicopterBoard,
    HelicopterFetch,
    HelicopterFly,
    HelicopterLeave,
    HelicopterStore,
)
from rules.systems.rue_morgue.helicopter.play import (
    FLYING,
    PILOT,
    ROPE,
    STAYS,
    helicopter,
    is_there,
    seat_refused,
)

SEATS = (PILOT, "passenger")


def boardings(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about) if is_there(look) else ():
        free = tuple(seat for seat in SEATS if seat_refused(look, key, seat) is None)
        if free:
            yield offer(HelicopterBoard, survivor=key, seat=Choice(values=free))


def leavings(look: Play, about: About) -> Iterator[Offer]:
    now = helicopter(look)
    for key, survivor in in_play(look, about):
        if key not in now.aboard:
            continue
        has_rope = has(known_skills(look.before, key, look.pack), ROPE)
        why_not: RuleError | None = None
        if now.flies and (key == now.pilot or not has_rope):
            why_not = IllegalCommand("helicopter.in_the_air", survivor=survivor.name)
        yield offer(HelicopterLeave, why_not, survivor=key)


def flights(look: Play, about: About) -> Iterator[Offer]:
    now = helicopter(look)
    for key, survivor in in_play(look, about) if is_there(look) else ():
        if key != now.pilot:
            continue
        why_not: RuleError | None = None
        if not has(known_skills(look.before, key, look.pack), FLYING):
            why_not = IllegalCommand("helicopter.no_pilot", survivor=survivor.name)
        elif look.mission_rules(STAYS):
            why_not = IllegalCommand("helicopter.stays")
        yield offer(HelicopterFly, why_not, survivor=key, up=not now.flies)


def storings(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in _in_reach(look, about):
        if things := carried(survivor):
            yield offer(HelicopterStore, survivor=key, card=Choice(values=things))


def fetchings(look: Play, about: About) -> Iterator[Offer]:
    cargo = helicopter(look).cargo
    for key, _survivor in _in_reach(look, about) if cargo else ():
        yield offer(HelicopterFetch, survivor=key, card=Choice(values=cargo))


def _in_reach(look: Play, about: About) -> Iterator[tuple[str, Survivor]]:
    now = helicopter(look)
    for key, survivor in in_play(look, about) if is_there(look) else ():
        if not now.flies or key in now.aboard:
            yield key, survivor
