"""A step in the few lines that the undo bar and the television have room for.

What weighs most stands first: who dies, what falls, what a player did; then what came of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.narration import narrate
from companion.systems.city_of_horror.narration import CITY_SENTENCES, CityTeller, hour_of
from rules.systems.city_of_horror import (
    CityPack,
    CityState,
    actions,
    beginning,
    effects,
    ending,
    locations,
    play,
    rounds,
    votes,
)

FIRST = (
    ending.CharactersSaved,
    play.CharacterDied,
    actions.TowerFell,
    actions.ArmoryBurnt,
    actions.ArmoryBlocked,
    effects.MoveTakenBack,
    locations.VoteWon,
    votes.VoteCounted,
    actions.PowerUsed,
    actions.ActionPlayed,
)
"""The weightiest first."""
LAST = (actions.ActionSettled,)
"""Behind what they brought."""
TOLD_WITH: dict[type, type] = {
    rounds.InvasionDescribed: rounds.InvasionShown,
    play.HordeMoved: rounds.InvasionShown,
    play.HordeCame: rounds.InvasionShown,
    rounds.SuppliesCame: rounds.InvasionShown,
    play.StragglerMoved: rounds.InvasionShown,
    locations.VoteWon: play.CharacterDied,
    votes.PlayersReady: votes.VoteCounted,
    votes.VoteSealed: votes.VoteCounted,
}
"""Events left out where the line of another event, the value, tells them too."""


def in_short(happened: Sequence[Any], state: CityState, pack: CityPack) -> list[str]:
    """Return one line for each thing, and one for all that are alike."""
    teller = CityTeller(state, pack)
    kinds: list[Any] = list(dict.fromkeys(map(type, happened)))
    lines: list[str] = []
    for kind in sorted(kinds, key=_rank):
        alike = [event for event in happened if type(event) is kind]
        if TOLD_WITH.get(kind) in kinds:
            continue
        if kind in TOGETHER:
            lines.append(TOGETHER[kind](alike, happened, teller))
        else:
            lines += [line for event in alike for line in narrate(event, state, pack)]
    return lines


def _rank(kind: type) -> int:
    return FIRST.index(kind) if kind in FIRST else len(FIRST) + (kind in LAST)


def _deaths(died: Sequence[Any], happened: Sequence[Any], teller: CityTeller) -> str:
    if len(died) == 1:
        return CITY_SENTENCES[play.CharacterDied](died[0], teller)
    text = ngettext(
        "%(count)d character dies: %(names)s", "%(count)d characters die: %(names)s", len(died)
    )
    names = ", ".join(teller.short(death.character) for death in died)
    return text % {"count": len(died), "names": names}


def _placed(placed: Sequence[Any], happened: Sequence[Any], teller: CityTeller) -> str:
    """Tell that a player places several characters at once."""
    player = teller.state.characters[placed[0].character].player
    text = ngettext(
        "%(player)s places %(count)d character",
        "%(player)s places %(count)d characters",
        len(placed),
    )
    return text % {"player": player, "count": len(placed)}


def _invasion(shown: Sequence[Any], happened: Sequence[Any], teller: CityTeller) -> str:
    """Tell the card with all it brought."""
    came = moved = supplies = 0
    straggler = ""
    for event in happened:
        match event:
            case play.HordeCame():
                came += event.count
            case play.HordeMoved():
                moved += event.count
            case rounds.SuppliesCame():
                supplies += event.antidotes + event.cards
            case play.StragglerMoved():
                straggler = pgettext("brought by an invasion card", "straggler")
    brought = [
        text % {"count": count}
        for text, count in (
            (_("zombies %(count)d"), came),
            (_("moved %(count)d"), moved),
            (_("supplies %(count)d"), supplies),
        )
        if count
    ]
    words = ", ".join((*brought, *([straggler] if straggler else [])))
    if not words:
        return CITY_SENTENCES[rounds.InvasionShown](shown[0], teller)
    return f"{hour_of(shown[0].card)}: {words}"


Together = Callable[[Sequence[Any], Sequence[Any], CityTeller], str]
TOGETHER: dict[type, Together] = {
    play.CharacterDied: _deaths,
    beginning.CharacterPlaced: _placed,
    rounds.InvasionShown: _invasion,
}
"""Events told as one: those of a kind, and whatever else has happened."""
