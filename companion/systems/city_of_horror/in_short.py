"""A step in the few lines that the undo bar and the television have room for.

What weighs most stands first: who dies, what falls, what a player did; then what came of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.narration import narrate
from companion.systems.city_of_horror.narration import CITY_SENTENCES, CityTeller, hour_of
from rules.systems.city_of_horror import CityPack, CityState, events

FIRST = (
    events.CharactersSaved,
    events.CharacterDied,
    events.TowerFell,
    events.ArmoryBurnt,
    events.ArmoryBlocked,
    events.MoveTakenBack,
    events.VoteWon,
    events.VoteCounted,
    events.PowerUsed,
    events.ActionPlayed,
)
"""The weightiest first."""
LAST = (events.ActionSettled,)
"""Behind what they brought."""
TOLD_WITH: dict[type, type] = {
    events.InvasionDescribed: events.InvasionShown,
    events.HordeMoved: events.InvasionShown,
    events.HordeCame: events.InvasionShown,
    events.SuppliesCame: events.InvasionShown,
    events.StragglerMoved: events.InvasionShown,
    events.VoteWon: events.CharacterDied,
    events.PlayersReady: events.VoteCounted,
    events.VoteSealed: events.VoteCounted,
}
"""What the line of something else says, too, where that has happened."""


def in_short(happened: Sequence[Any], state: CityState, pack: CityPack) -> list[str]:
    """One line for each thing, and one for all that are alike."""
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
        return CITY_SENTENCES[events.CharacterDied](died[0], teller)
    text = ngettext(
        "%(count)d character dies: %(names)s", "%(count)d characters die: %(names)s", len(died)
    )
    names = ", ".join(teller.short(death.character) for death in died)
    return text % {"count": len(died), "names": names}


def _placed(placed: Sequence[Any], happened: Sequence[Any], teller: CityTeller) -> str:
    """All of a player's stand somewhere at once."""
    player = teller.state.characters[placed[0].character].player
    text = ngettext(
        "%(player)s places %(count)d character",
        "%(player)s places %(count)d characters",
        len(placed),
    )
    return text % {"player": player, "count": len(placed)}


def _invasion(shown: Sequence[Any], happened: Sequence[Any], teller: CityTeller) -> str:
    """The card with all it brought."""
    came = moved = supplies = 0
    straggler = ""
    for event in happened:
        match event:
            case events.HordeCame():
                came += event.count
            case events.HordeMoved():
                moved += event.count
            case events.SuppliesCame():
                supplies += event.antidotes + event.cards
            case events.StragglerMoved():
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
        return CITY_SENTENCES[events.InvasionShown](shown[0], teller)
    return f"{hour_of(shown[0].card)}: {words}"


Together = Callable[[Sequence[Any], Sequence[Any], CityTeller], str]
TOGETHER: dict[type, Together] = {
    events.CharacterDied: _deaths,
    events.CharacterPlaced: _placed,
    events.InvasionShown: _invasion,
}
"""Events told as one: those of a kind, and whatever else has happened."""
