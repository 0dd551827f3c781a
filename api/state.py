"""A table's state as programs see it: derived values in, secrets out.

Deck order, seed and dice cursor never leave the server, nor does what only another seat may know. A
game with a state of its own registers its view here beside this one; nothing else of the API knows
what a state looks like.
"""

from functools import singledispatch
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.models import Seat
from companion.systems.city_of_horror.asking import awaited
from companion.systems.city_of_horror.selectors import seen_from
from rules import (
    Pack,
    Reminder,
    Supply,
    TableState,
    danger_of,
    reminders,
    supply,
    table_danger,
)
from rules.mechanics.known_skills import skills_of
from rules.mechanics.missions.tokens import taken_of
from rules.mechanics.wounds.wound import health_of
from rules.packs.schema.base import DangerId
from rules.state import (
    Pending,
    Phase,
    Result,
    Source,
    Status,
    Survivor,
    Zone,
)
from rules.systems.army_of_the_dead.state import Objective, Vault
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.board import Attack, antidotes_left, attack_on, zombies_left
from rules.systems.city_of_horror.ending import Score, scores, winners
from rules.systems.city_of_horror.pack import Colour, Invasion
from rules.systems.city_of_horror.state import (
    Character,
    Location,
    Played,
    Player,
    Stage,
    Voting,
)
from rules.systems.city_of_horror.state import Phase as CityPhase
from rules.systems.city_of_horror.state import Result as CityResult

Step = Literal["act", "spawn", "spawned", "end"]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Part of an answer."""


class ClockView(View, frozen=True, kw_only=True):
    """The hour of the mission, and whether it is night."""

    hour: int
    night: bool


class ExtraActionsView(View, frozen=True, kw_only=True):
    """The pool of a campaign sheet and what is spent of it."""

    pool: int
    used: int


class SurvivorView(View, frozen=True, kw_only=True):
    """A survivor; `skills` are all they have now, `found` are cards without a slot yet.

    Cards `turned` lie face down, slots `blocked` hold a wound; `actions_used` counts those of
    this turn.
    """

    name: str
    player: str
    points: int
    danger: DangerId
    skills: tuple[str, ...]
    wounds: int
    health: int
    status: Status
    extra_actions: ExtraActionsView
    actions_used: int
    inventory: dict[str, str]
    found: tuple[str, ...]
    turned: tuple[str, ...]
    blocked: tuple[str, ...]
    light: bool
    team: str | None


class ZoneView(View, frozen=True, kw_only=True):
    """A spawn zone; `active` is whether it spawns in this round."""

    id: str
    start: bool
    colour: str | None
    active: bool
    locators: tuple[int, ...]
    tokens: int
    kind: str


class DeckView(View, frozen=True, kw_only=True):
    """How many cards are left, what lies open, what is out of the game, and who draws."""

    remaining: int
    discard: tuple[str, ...]
    aside: tuple[str, ...]
    source: Source


class PendingView(View, frozen=True, kw_only=True):
    """A question the table has not answered yet."""

    id: str
    what: str
    survivor: str | None
    level: DangerId | None
    card: str | None
    colour: str | None
    zone: str | None
    zombies: dict[str, int]


class ReminderView(View, frozen=True, kw_only=True):
    """A rule the players must think of now, in both languages."""

    do: str
    when: str
    goal: bool
    mission: bool
    """Of the mission, or of the game whatever is played."""
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


class TableStateView(View, frozen=True, kw_only=True):
    """Everything on the table that everybody may see."""

    game: str
    expansions: tuple[str, ...]
    players: tuple[str, ...]
    mission: str | None
    taken: tuple[str, ...]
    """Colours of the objective tokens taken so far."""
    taken_by: tuple[TakenView, ...]
    """The same with who has them, in the order in which they were taken."""
    ticked: tuple[str, ...]
    """Goals that are met and things that are laid out, as the players ticked them."""
    reminders: tuple[ReminderView, ...]
    round: int
    phase: Phase
    step: Step
    first_player: str
    danger: DangerId
    clock: ClockView | None
    survivors: dict[str, SurvivorView]
    zones: tuple[ZoneView, ...]
    supply: dict[str, Supply]
    decks: dict[str, DeckView]
    dice: Source
    pending: tuple[PendingView, ...]
    waits: str | None
    """The open question for which the rest of a spawn step waits."""
    objectives: tuple[Objective, ...]
    vault: Vault | None
    time: TimeView | None
    noise: int
    bile: int
    boss: str | None
    own: dict[str, Any]
    """What only this game keeps, by the name of its field."""
    options: tuple[str, ...]
    outcome: Result | None


class CityStateView(View, frozen=True, kw_only=True):
    """A table of City of Horror as one seat sees it; `?` and -1 are what it may not see.

    `awaited`: without whom the table does not go on. `scores`: as far as this seat can count.
    """

    game: str
    players: tuple[str, ...]
    round: int
    phase: CityPhase
    at: str | None
    stage: Stage | None
    awaited: tuple[str, ...]
    first: str
    straggler: Colour
    voting: Voting
    cards: Source
    invasion: Source
    seats: dict[str, Player]
    characters: dict[str, Character]
    locations: dict[str, Location]
    attacks: dict[str, Attack]
    choices: dict[str, str]
    ballots: dict[str, str]
    chosen: str | None
    drawn: dict[str, tuple[str, ...]]
    stack: tuple[Played, ...]
    waiting: tuple[str, ...]
    discard: tuple[str, ...]
    food_shown: tuple[int, ...]
    coming: tuple[str, ...]
    revealed: tuple[str, ...]
    described: dict[str, Invasion]
    remaining: int
    """Action cards not dealt yet."""
    reserve: int
    """Zombies that can still come."""
    antidotes: int
    """Left in the ambulance."""
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
"""What an answer's `state` may be: one view a kind of state."""


@singledispatch
def state_view(state: object, pack: Any, seat: Seat) -> Any:
    """The view of any state of this house; a new kind of state registers its own."""
    raise TypeError(f"no view for {type(state).__name__}")


@state_view.register
def _(state: CityState, pack: CityPack, seat: Seat) -> CityStateView:
    seen = seen_from(seat, state, pack)
    return CityStateView(
        game=seen.game,
        players=seen.players,
        round=seen.round,
        phase=seen.phase,
        at=seen.at,
        stage=seen.stage,
        awaited=awaited(state, pack),
        first=seen.first,
        straggler=seen.straggler,
        voting=seen.voting,
        cards=seen.cards,
        invasion=seen.invasion,
        seats=seen.seats,
        characters=seen.characters,
        locations=seen.locations,
        attacks={key: attack_on(seen, pack, key) for key in seen.locations},
        choices=seen.choices,
        ballots=seen.ballots,
        chosen=seen.chosen,
        drawn=seen.drawn,
        stack=seen.stack,
        waiting=seen.waiting,
        discard=seen.discard,
        food_shown=seen.food_shown,
        coming=seen.coming,
        revealed=seen.revealed,
        described=seen.described,
        remaining=len(seen.deck),
        reserve=zombies_left(seen, pack),
        antidotes=antidotes_left(seen, pack),
        scores=scores(seen, pack),
        winners=winners(state, pack) if state.result == "over" else (),
        outcome=seen.result,
    )


@state_view.register
def _(state: TableState, pack: Pack, seat: Seat) -> TableStateView:
    return TableStateView(
        game=state.game,
        expansions=state.expansions,
        players=state.players,
        mission=state.mission,
        taken=state.taken,
        taken_by=tuple(
            TakenView(
                colour=objective.colour,
                survivor=objective.taker.survivor if objective.taker else None,
                round=objective.taker.round if objective.taker else None,
            )
            for objective in taken_of(state)
        ),
        ticked=state.ticked,
        reminders=tuple(_reminder(reminder) for reminder in reminders(state)),
        round=state.round,
        phase=state.phase,
        step=_step(state),
        first_player=state.players[state.first_player],
        danger=table_danger(state, pack)[0],
        clock=None if state.hour is None else ClockView(hour=state.hour, night=state.is_night),
        survivors={
            key: _survivor(state, key, survivor, pack) for key, survivor in state.survivors.items()
        },
        zones=tuple(_zone(zone, state.round) for zone in state.zones),
        supply=supply(state, pack),
        decks={
            name: DeckView(
                remaining=len(deck.draw),
                discard=deck.discard,
                aside=deck.aside,
                source=deck.source,
            )
            for name, deck in state.decks.items()
        },
        dice=state.dice,
        pending=tuple(_pending(question) for question in state.pending),
        waits=state.spawning.question if state.spawning else None,
        objectives=getattr(state, "objectives", ()),
        vault=getattr(state, "vault", None),
        time=_time(state),
        noise=state.noise,
        bile=getattr(state, "bile", 0),
        boss=getattr(state, "boss", None),
        own=_own(state),
        options=state.options,
        outcome=state.result,
    )


def _time(state: TableState) -> TimeView | None:
    box = getattr(state, "time", None)
    return None if box is None else TimeView(box=box, last=getattr(state, "time_limit", None))


def _own(state: TableState) -> dict[str, Any]:
    """The fields by which a game's state extends the family's."""
    names = [name for name in state.__struct_fields__ if name not in TableState.__struct_fields__]
    return {name: msgspec.to_builtins(getattr(state, name)) for name in names}


def _step(state: TableState) -> Step:
    """Where the table stands in its phase."""
    if state.phase == "zombies":
        return "spawned" if state.spawned else "spawn"
    return "act" if state.phase == "players" else "end"


def _survivor(state: TableState, key: str, survivor: Survivor, pack: Pack) -> SurvivorView:
    return SurvivorView(
        name=survivor.name,
        player=survivor.player,
        points=survivor.points,
        danger=danger_of(survivor.points, pack),
        skills=skills_of(state, key, pack),
        wounds=survivor.wounds,
        health=health_of(state, key, pack),
        status=survivor.status,
        extra_actions=ExtraActionsView(
            pool=survivor.extra_actions, used=survivor.extra_actions_used
        ),
        actions_used=survivor.actions_used,
        inventory=survivor.inventory,
        found=survivor.found,
        turned=survivor.turned,
        blocked=survivor.blocked,
        light=getattr(survivor, "light", False),
        team=getattr(survivor, "team", None),
    )


def _zone(zone: Zone, now: int) -> ZoneView:
    return ZoneView(
        id=zone.id,
        start=zone.start,
        colour=zone.colour,
        active=zone.active_from is not None and zone.active_from <= now,
        locators=zone.locators,
        tokens=zone.tokens,
        kind=zone.kind,
    )


def _reminder(reminder: Reminder) -> ReminderView:
    return ReminderView(
        do=reminder.rule.do,
        when=reminder.rule.when or "",
        goal=reminder.is_goal,
        mission=reminder.is_of_mission,
        page=reminder.rule.page,
        es=reminder.rule.es,
        en=reminder.rule.en,
    )


def _pending(pending: Pending) -> PendingView:
    return PendingView(
        id=pending.id,
        what=pending.what,
        survivor=pending.survivor,
        level=pending.level,
        card=pending.card,
        colour=pending.colour,
        zone=pending.zone,
        zombies=pending.zombies,
    )
