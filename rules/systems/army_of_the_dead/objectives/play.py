from msgspec.structs import replace

from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.decks.play import draw, set_aside
from rules.mechanics.equipment.cards import special_card
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import TableState
from rules.systems.army_of_the_dead.objectives.commands import PersonalDraw, PersonalMeet
from rules.systems.army_of_the_dead.objectives.events import PersonalDrawn, PersonalMet
from rules.systems.army_of_the_dead.objectives.state import Objective
from rules.systems.army_of_the_dead.state import ArmyState

DECK = "personal-objectives"
DRAWN = 2


def in_play(play: Play) -> tuple[Objective, ...]:
    """The objectives as they stand in the middle of the command."""
    objectives: tuple[Objective, ...] = play.get("objectives")
    return objectives


def _change(play: Play, objective: Objective, **fields: object) -> Objective:
    changed = replace(objective, **fields)
    play.set(objectives=tuple(changed if each == objective else each for each in in_play(play)))
    return changed


def candidates(play: Play) -> list[str]:
    """Objectives of the survivors who play."""
    return [
        copy
        for copy in deck_copies(play.pack, DECK)
        if special_card(play.pack, DECK, copy).survivor in play.survivors
    ]


def draw_objectives(play: Play, command: PersonalDraw) -> None:
    """Those of the survivors who play, shuffled, two of them."""
    if in_play(play):
        raise IllegalCommand("personal.drawn")
    theirs = candidates(play)
    for copy in deck_copies(play.pack, DECK):
        if copy not in theirs:
            set_aside(play, DECK, copy)
    most = min(DRAWN, len(play.deck(DECK).draw))
    if not most:
        raise IllegalCommand("personal.none")
    for _ in range(most):
        copy = draw(play, DECK)
        survivor = special_card(play.pack, DECK, copy).survivor
        play.set(objectives=(*in_play(play), Objective(card=copy, survivor=survivor)))
        play.emit(PersonalDrawn(card=copy, survivor=survivor))


def meet_objective(play: Play, command: PersonalMeet) -> None:
    for objective in in_play(play):
        if objective.card == command.card:
            if objective.met is command.met:
                raise IllegalCommand("personal.same")
            _settle(play, objective, met=command.met)
            return
    raise UnknownId("personal.unknown", card=command.card)


def _settle(play: Play, objective: Objective, *, met: bool) -> None:
    """Met: what lay on the card goes back to the reserve."""
    _change(play, objective, met=met, count=0)
    play.emit(PersonalMet(card=objective.card, met=met))


def kill_count(pack: Pack, card: str) -> tuple[str, int]:
    """Which zombie an objective counts, and how many; none: an empty name and 0."""
    for effect in special_card(pack, DECK, card).effects:
        if effect.do == "kill-count" and effect.zombie:
            return effect.zombie, effect.value or 1
    return "", 0


def count_kill(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Kills that an objective counts stay on its card; the one who must die may have died."""
    for objective in in_play(play):
        if objective.met:
            continue
        effects = special_card(play.pack, DECK, objective.card).effects
        wanted, number = kill_count(play.pack, objective.card)
        if wanted == zombie and killer == objective.survivor:
            total = objective.count + min(count, number - objective.count)
            counted = _change(play, objective, count=total)
            if total == number:
                _settle(play, counted, met=True)
        elif any(each.do == "kill-zombie" and _is(zombie, each.zombie) for each in effects):
            _settle(play, objective, met=True)


def _is(zombie: str, wanted: str | None) -> bool:
    """Whichever form of the wanted one the mission uses counts."""
    return wanted is not None and zombie.split("-", maxsplit=1)[0] == wanted


def kept_on_cards(play: Play) -> dict[str, int]:
    """Miniatures that lie on objectives."""
    kept: dict[str, int] = {}
    for objective in in_play(play):
        if objective.count:
            zombie, _number = kill_count(play.pack, objective.card)
            kept[zombie] = kept.get(zombie, 0) + objective.count
    return kept


def still_open(state: TableState) -> int:
    """Objectives that are not met yet: the mission cannot be won with them open."""
    return sum(not objective.met for objective in ArmyState.of(state).objectives)


def lost_with_its_survivor(play: Play) -> str | None:
    """The mission is lost with a survivor whose objective is in play, met or not (p. 8)."""
    owners = [objective.survivor for objective in in_play(play)]
    is_lost = any(owner is not None and play.survivors[owner].status == "dead" for owner in owners)
    return "objective" if is_lost else None
