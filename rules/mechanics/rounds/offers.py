from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice
from rules.mechanics.looking import About, over
from rules.mechanics.rounds.commands import MissionEnd, PhaseNext, RoundNext
from rules.mechanics.rounds.play import ENDINGS, open_before_victory, round_goes_on, unfinished
from rules.offers import Offer, offer, overruled
from rules.play import Play


def phases(look: Play, about: About) -> Iterator[Offer]:
    error = None if over(look) else unfinished(look)
    given = offer(PhaseNext, over(look))
    yield overruled(given, error) if error else given


def rounds(look: Play, about: About) -> Iterator[Offer]:
    yield offer(RoundNext, round_goes_on(look))


def endings(look: Play, about: About) -> Iterator[Offer]:
    still_open = open_before_victory(look)
    if over(look) or not still_open:
        yield offer(MissionEnd, over(look), result=Choice(values=tuple(ENDINGS)))
        return
    yield offer(MissionEnd, result=Choice(values=("lost", "abandoned")))
    error = IllegalCommand("objectives.open", count=still_open)
    yield overruled(offer(MissionEnd, result="won"), error)
