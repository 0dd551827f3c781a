from collections.abc import Iterator

from rules.errors import IllegalCommand, RuleError
from rules.fields import Several
from rules.mechanics.looking import About
from rules.offers import Offer, offer
from rules.play import Play
from rules.systems.army_of_the_dead.objectives.commands import PersonalDraw, PersonalMeet
from rules.systems.army_of_the_dead.objectives.play import DECK, DRAWN, candidates, in_play


def draws(look: Play, about: About) -> Iterator[Offer]:
    """Two of those whose survivor plays; where the table draws, it says which."""
    theirs = [copy for copy in candidates(look) if copy in look.decks[DECK].draw]
    why_not: RuleError | None = None
    if in_play(look):
        why_not = IllegalCommand("personal.drawn")
    elif not theirs:
        why_not = IllegalCommand("personal.none")
    count = min(DRAWN, len(theirs))
    reported = {}
    if look.decks[DECK].source == "table":
        reported["cards"] = Several(values=tuple(theirs), least=count, most=count)
    yield offer(PersonalDraw, why_not, **reported)


def meetings(look: Play, about: About) -> Iterator[Offer]:
    for objective in in_play(look):
        yield offer(PersonalMeet, card=objective.card, met=not objective.met)
