from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Text
from rules.mechanics.line_up.commands import SurvivorJoin, SurvivorPass
from rules.mechanics.line_up.play import not_here
from rules.mechanics.looking import About, survivors
from rules.offers import Offer, offer
from rules.play import Play
from rules.state import MAX_SURVIVORS


def passes(look: Play, about: About) -> Iterator[Offer]:
    """Everybody, to anybody else."""
    for key, survivor in survivors(look, about):
        taken = (survivor.player,) if survivor.player else ()
        yield offer(SurvivorPass, survivor=key, of=survivor.player, player=Text(taken=taken))


def joins(look: Play, about: About) -> Iterator[Offer]:
    """Whoever is left in the box, or a name that nobody has."""
    is_full = len(look.survivors) >= MAX_SURVIVORS
    full = IllegalCommand("survivors.too_many", most=MAX_SURVIVORS) if is_full else None
    yield offer(SurvivorJoin, full, player=Text(), name=Text(taken=_names(look)))
    if left := not_here(look):
        yield offer(SurvivorJoin, full, player=Text(), survivor=Choice(values=tuple(left)))


def _names(look: Play) -> tuple[str, ...]:
    return tuple(survivor.name for survivor in look.survivors.values())
