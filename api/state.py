"""A table's state for programs: derived values in, secrets out.

Deck order, seed and dice cursor never leave the server, nor does what only another seat may know. A
game with a state of its own registers its view here beside this one; nothing else of the API knows
what a state looks like.
"""

from functools import singledispatch
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from api.shapes import View, shows
from companion.models import Seat
from companion.systems.city_of_horror.asking import awaited
from companion.systems.city_of_horror.selectors import seen_from
from rules import Pack, Supply, TableState, danger_of, reminders, supply, table_danger
from rules.mechanics.known_skills import skills_of
from rules.mechanics.missions.tokens import taken_of
from rules.mechanics.wounds.wound import health_of
from rules.packs.schema.base import DangerId
from rules.state import Deck, Pending, Result, Survivor, Zone
from rules.systems.army_of_the_dead.state import Objective, Vault
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import Attack, antidotes_left, attack_on, zombies_left
from rules.systems.city_of_horror.ending import Score, scores, winners
from rules.systems.city_of_horror.state import Result as CityResult

Step = Literal["act", "spawn", "spawned", "end"]


class ClockView(View, frozen=True, kw_only=True):
    """The hour of the mission, and whether it is night."""

    hour: int
    night: bool


class ExtraActionsView(View, frozen=True, kw_only=True):
    """The pool of a campaign sheet and what is spent of it."""

    pool: int
    used: int


@shows(
    Survivor,
    """name player points danger skills wounds health status extra_actions actions_used inventory
    found turned blocked light team""",
)
class SurvivorView(View, frozen=True, kw_only=True):
    """A survivor; `skills` are all they have now, `found` are cards without a slot yet.

    Cards `turned` lie face down, slots `blocked` hold a wound; `actions_used` counts those of
    this turn.
    """

    danger: DangerId
    health: int
    extra_actions: ExtraActionsView
    light: bool
    team: str | None


@shows(Zone, "id start colour active locators tokens kind")
class ZoneView(View, frozen=True, kw_only=True):
    """A spawn zone; `active` is whether it spawns in this round."""

    active: bool


@shows(Deck, "remaining discard aside source")
class DeckView(View, frozen=True, kw_only=True):
    """A deck: the cards left, those that lie open, those out of the game, and who draws."""

    remaining: int


@shows(Pending, "id what survivor level card colour zone zombies")
class PendingView(View, frozen=True, kw_only=True):
    """A question the table has not answered yet."""


class ReminderView(View, frozen=True, kw_only=True):
    """A rule the players must think of now, in both languages."""

    do: str
    when: str
    goal: bool
    mission: bool
    """True for a rule of the mission, false for one of the game."""
    page: str | None
    es: str
    en: str


class TimeView(View, frozen=True, kw_only=True):
    """The box of the time meter, and its last."""

    box: int
    last: int | None


class TakenView(View, frozen=True, kw_only=True):
    """An objective that was taken; by whom and in which round, where that was written down."""

    colour: str
    survivor: str | None
    round: int | None


@shows(
    TableState,
    """game expansions players mission taken taken_by ticked reminders round phase step first_player
    danger clock survivors zones supply decks dice pending waits objectives vault time noise bile
    boss own options outcome""",
)
class TableStateView(View, frozen=True, kw_only=True):
    """Everything on the table that everybody may see."""

    taken_by: tuple[TakenView, ...]
    """The objective tokens of `taken` with who has them, in the order in which they were taken."""
    reminders: tuple[ReminderView, ...]
    step: Step
    first_player: str
    danger: DangerId
    clock: ClockView | None
    survivors: dict[str, SurvivorView]
    zones: tuple[ZoneView, ...]
    supply: dict[str, Supply]
    decks: dict[str, DeckView]
    pending: tuple[PendingView, ...]
    waits: str | None
    """The open question for which the rest of a spawn step waits."""
    objectives: tuple[Objective, ...]
    vault: Vault | None
    time: TimeView | None
    bile: int
    boss: str | None
    own: dict[str, Any]
    """Fields that only this game's state has, by name."""
    outcome: Result | None


@shows(
    CityState,
    """game players round phase at stage awaited first straggler voting cards invasion seats
    characters locations attacks choices ballots chosen drawn stack waiting discard food_shown
    coming revealed described remaining reserve antidotes scores winners outcome""",
)
class CityStateView(View, frozen=True, kw_only=True):
    """A table of City of Horror as one seat sees it; `?` and -1 are what it may not see.

    `awaited`: without whom the table does not go on. `scores`: as far as this seat can count.
    """

    players: tuple[str, ...]
    awaited: tuple[str, ...]
    attacks: dict[str, Attack]
    remaining: int
    """Action cards not dealt yet."""
    reserve: int
    """Zombies that can still come."""
    antidotes: int
    """Antidotes left in the ambulance."""
    scores: dict[str, Score]
    winners: tuple[str, ...]
    outcome: CityResult | None


VIEWS = (TableStateView, CityStateView)
StateView = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "oneOf": [{"$ref": f"#/components/schemas/{view.__name__}"} for view in VIEWS]
        }
    ),
]
"""The views that an answer's `state` may be: one for each kind of state."""


@singledispatch
def state_view(state: object, pack: Any, seat: Seat) -> Any:
    """Return the view of any state of this house; a new kind of state registers its own."""
    raise TypeError(f"no view for {type(state).__name__}")


@state_view.register
def _(state: CityState, pack: CityPack, seat: Seat) -> CityStateView:
    seen = seen_from(seat, state, pack)
    return CityStateView.of(
        seen,
        awaited=awaited(state, pack),
        attacks={key: attack_on(seen, pack, key) for key in seen.locations},
        remaining=len(seen.deck),
        reserve=zombies_left(seen, pack),
        antidotes=antidotes_left(seen, pack),
        scores=scores(seen, pack),
        winners=winners(state, pack) if state.result == "over" else (),
        outcome=seen.result,
    )


@state_view.register
def _(state: TableState, pack: Pack, seat: Seat) -> TableStateView:
    box = getattr(state, "time", None)
    return TableStateView.of(
        state,
        taken_by=tuple(
            TakenView.of(objective.taker, colour=objective.colour)
            if objective.taker
            else TakenView(colour=objective.colour, survivor=None, round=None)
            for objective in taken_of(state)
        ),
        reminders=tuple(
            ReminderView.of(
                reminder.rule,
                when=reminder.rule.when or "",
                goal=reminder.is_goal,
                mission=reminder.is_of_mission,
            )
            for reminder in reminders(state)
        ),
        step=_step(state),
        first_player=state.players[state.first_player],
        danger=table_danger(state, pack)[0],
        clock=None if state.hour is None else ClockView(hour=state.hour, night=state.is_night),
        survivors={key: _survivor(state, key, pack) for key in state.survivors},
        zones=tuple(_zone(zone, state.round) for zone in state.zones),
        supply=supply(state, pack),
        decks={
            name: DeckView.of(deck, remaining=len(deck.draw)) for name, deck in state.decks.items()
        },
        pending=tuple(map(PendingView.of, state.pending)),
        waits=state.spawning.question if state.spawning else None,
        objectives=getattr(state, "objectives", ()),
        vault=getattr(state, "vault", None),
        time=None if box is None else TimeView(box=box, last=getattr(state, "time_limit", None)),
        bile=getattr(state, "bile", 0),
        boss=getattr(state, "boss", None),
        own=_own(state),
        outcome=state.result,
    )


def _own(state: TableState) -> dict[str, Any]:
    """Return the fields by which a game's state extends the family's."""
    names = [name for name in state.__struct_fields__ if name not in TableState.__struct_fields__]
    return {name: msgspec.to_builtins(getattr(state, name)) for name in names}


def _step(state: TableState) -> Step:
    """Return the table's position in its phase."""
    if state.phase == "zombies":
        return "spawned" if state.spawned else "spawn"
    return "act" if state.phase == "players" else "end"


def _survivor(state: TableState, key: str, pack: Pack) -> SurvivorView:
    survivor = state.survivors[key]
    return SurvivorView.of(
        survivor,
        danger=danger_of(survivor.points, pack),
        skills=skills_of(state, key, pack),
        health=health_of(state, key, pack),
        extra_actions=ExtraActionsView(
            pool=survivor.extra_actions, used=survivor.extra_actions_used
        ),
        light=getattr(survivor, "light", False),
        team=getattr(survivor, "team", None),
    )


def _zone(zone: Zone, now: int) -> ZoneView:
    return ZoneView.of(zone, active=zone.active_from is not None and zone.active_from <= now)
