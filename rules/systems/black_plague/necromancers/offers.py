from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Several
from rules.mechanics.looking import About, keys_in_play
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.black_plague.necromancers.commands import (
    NecromancerEscape,
    NecromancerKill,
    NecromancerRitual,
)
from rules.systems.black_plague.necromancers.play import NECROMANCER, TOKEN, his_zones


def escapes(look: Play, about: About) -> Iterator[Offer]:
    his = his_zones(look)
    if his:
        there = look.board.get(NECROMANCER)
        why_not = None if there else IllegalCommand("necromancer.not_there", zone=his[0])
        yield offer(NecromancerEscape, why_not, zone=Choice(values=tuple(his)))


def kills(look: Play, about: About) -> Iterator[Offer]:
    """Where he stands, or after an attack that has killed him: which token goes."""
    his, asked = his_zones(look), look.questions(TOKEN)
    if not his or not (look.board.get(NECROMANCER) or asked):
        return
    yield offer(
        NecromancerKill,
        zone=Choice(values=tuple(his)),
        remove=Choice(values=tuple(zone.id for zone in look.zones)),
        survivor=Choice(values=keys_in_play(look), optional=True),
    )


def rituals(look: Play, about: About) -> Iterator[Offer]:
    his = tuple(his_zones(look))
    together = min(len(his), look.board.get(NECROMANCER, 0))
    if together > 1:
        is_now = look.before.phase == "zombies"
        why_not = None if is_now else IllegalCommand("ritual.not_now")
        zones = Several(values=his, least=2, most=together)
        yield offer(NecromancerRitual, why_not, zones=zones)
