"""Personal objectives of Army of the Dead (p. 7, 28): two for a mission, both must be met."""

from msgspec.structs import replace

from rules.commands import PersonalDraw, PersonalMeet
from rules.errors import IllegalCommand, UnknownId
from rules.events import PersonalDrawn, PersonalMet
from rules.mechanics.cards import deck_card
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.play import OBJECTIVES, Play, kill_count
from rules.ruleset import Outcome
from rules.state import Objective, TableState

DRAWN = 2


def draw_objectives(state: TableState, command: PersonalDraw, pack: Pack) -> Outcome:
    """Those of the survivors who play, shuffled, two of them."""
    if state.objectives:
        raise IllegalCommand("personal.drawn")
    play = Play(state, pack, cards=command.cards)
    for copy in deck_copies(pack, OBJECTIVES):
        if deck_card(pack, OBJECTIVES, copy).survivor not in play.survivors:
            play.set_aside(OBJECTIVES, copy)
    most = min(DRAWN, len(play.deck(OBJECTIVES).draw))
    if not most:
        raise IllegalCommand("personal.none")
    for _ in range(most):
        copy = play.draw(OBJECTIVES)
        survivor = deck_card(pack, OBJECTIVES, copy).survivor
        play.objectives.append(Objective(card=copy, survivor=survivor))
        play.emit(PersonalDrawn(card=copy, survivor=survivor))
    return play.outcome()


def meet_objective(state: TableState, command: PersonalMeet, pack: Pack) -> Outcome:
    play = Play(state, pack)
    for one in play.objectives:
        if one.card == command.card:
            if one.met is command.met:
                raise IllegalCommand("personal.same")
            settle(play, one, met=command.met)
            return play.outcome()
    raise UnknownId("personal.unknown", card=command.card)


def settle(play: Play, objective: Objective, *, met: bool) -> None:
    """Met: what lay on the card goes back to the reserve."""
    index = play.objectives.index(objective)
    play.objectives[index] = replace(objective, met=met, count=0)
    play.emit(PersonalMet(card=objective.card, met=met))


def count_kill(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Kills that an objective counts stay on its card; the one who must die may have died."""
    for objective in list(play.objectives):
        if objective.met:
            continue
        effects = deck_card(play.pack, OBJECTIVES, objective.card).effects
        wanted, number = kill_count(play.pack, objective.card)
        if wanted == zombie and killer == objective.survivor:
            total = objective.count + min(count, number - objective.count)
            index = play.objectives.index(objective)
            play.objectives[index] = replace(objective, count=total)
            if total == number:
                settle(play, play.objectives[index], met=True)
        elif any(one.do == "kill-zombie" and _is(zombie, one.zombie) for one in effects):
            settle(play, objective, met=True)


def _is(zombie: str, wanted: str | None) -> bool:
    """Whichever Zeus the mission uses counts."""
    return wanted is not None and zombie.split("-", maxsplit=1)[0] == wanted


def open_objectives(state: TableState) -> list[str]:
    """Cards that are not met yet: the mission cannot be won with them open."""
    return [one.card for one in state.objectives if not one.met]
