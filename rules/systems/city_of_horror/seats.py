"""The view and the rights of each seat: secrets removed, and for whom a command decides."""

from msgspec.structs import replace

from rules.commands import BaseCommand
from rules.systems.city_of_horror.beginning import DraftKeep
from rules.systems.city_of_horror.ending import RescueChoose
from rules.systems.city_of_horror.locations import EffectUse
from rules.systems.city_of_horror.pack import CityPack
from rules.systems.city_of_horror.rounds import MovementChoose
from rules.systems.city_of_horror.state import FACE_DOWN, HIDDEN, CityState, Player
from rules.systems.city_of_horror.trade import TradeGive
from rules.systems.city_of_horror.votes import SuppliesShare, VoteReady, VoteSeal


def players_of(command: BaseCommand) -> frozenset[str]:
    """Return the players a command decides for; if there are none, it is the whole table's."""
    if isinstance(command, VoteReady):
        return frozenset(command.players)
    player = getattr(command, "player", None)
    return frozenset() if player is None else frozenset({player})


def shown(command: BaseCommand, player: str | None) -> BaseCommand:
    """Return a command of the log as a player may read it.

    What others sealed or slipped to somebody stays theirs.
    """
    if player is not None and player in players_of(command):
        return command
    hidden: dict[str, object] = {}
    match command:
        case DraftKeep():
            hidden = {"card": HIDDEN}
        case MovementChoose():
            hidden = {"location": HIDDEN}
        case VoteSeal():
            hidden = {"choice": HIDDEN}
        case TradeGive() if command.to != player:
            hidden = {"cards": (HIDDEN,) * len(command.cards)}
        case EffectUse():
            hidden = {"aim": replace(command.aim, food=None)}
        case SuppliesShare():
            own = {card: to for card, to in command.given.items() if to == player}
            others = tuple(to for to in command.given.values() if to != player)
            hidden = {"given": own, "cards": (*others, *command.cards)}
        case RescueChoose():
            hidden = {"larder": None}
    return replace(command, **hidden)


def view(state: CityState, player: str | None, pack: CityPack) -> CityState:
    """Return the table as one player may see it, or an onlooker (None).

    Open to all: how many cards others hold, and that they have sealed. The cards themselves are
    `HIDDEN`. The seed is left out: it would tell every card to come.
    """
    seats = {
        name: seat
        if name == player
        else replace(_face_down(seat), larder=seat.larder if state.result == "over" else None)
        for name, seat in state.seats.items()
    }
    hands_out = state.at if state.stage == "hand-out" and state.chosen == player else None
    locations = {
        key: location
        if key == hands_out
        else replace(location, cards=(HIDDEN,) * len(location.cards))
        for key, location in state.locations.items()
    }
    knows_next = player is not None and player in state.looked
    return replace(
        state,
        seats=seats,
        locations=locations,
        deck=(HIDDEN,) * len(state.deck),
        food=(FACE_DOWN,) * len(state.food),
        coming=tuple(
            card if place == 0 and knows_next else HIDDEN for place, card in enumerate(state.coming)
        ),
        drawn={
            name: cards if name == player else (HIDDEN,) * len(cards)
            for name, cards in state.drawn.items()
        },
        passing={
            name: cards if name == player else (HIDDEN,) * len(cards)
            for name, cards in state.passing.items()
        },
        keeping={name: card if name == player else HIDDEN for name, card in state.keeping.items()},
        choices=_choices(state, player),
        ballots=_ballots(state, player),
        seed="",
        cursor=0,
    )


def open_to(state: CityState, players: frozenset[str | None]) -> CityState:
    """Return the table with only the hands of these players open."""
    seats = {
        name: seat if name in players else _face_down(seat) for name, seat in state.seats.items()
    }
    return replace(state, seats=seats)


def _face_down(seat: Player) -> Player:
    return replace(seat, hand=(HIDDEN,) * len(seat.hand), food=(FACE_DOWN,) * len(seat.food))


def _ballots(state: CityState, player: str | None) -> dict[str, str]:
    """Return the ballots, those of others hidden until they are counted."""
    if state.stage not in ("vote", "share-vote"):
        return state.ballots
    return {name: choice if name == player else HIDDEN for name, choice in state.ballots.items()}


def _choices(state: CityState, player: str | None) -> dict[str, str]:
    """Return the movement cards, sealed until all who choose together have chosen; then open."""
    if state.phase == "choose":
        sealed = set(state.choices)
    elif state.phase == "late":
        sealed = set(state.late)
    else:
        sealed = set()
    return {
        name: choice if name == player or name not in sealed else HIDDEN
        for name, choice in state.choices.items()
    }


def taken_back(seen: CityState, restored: CityState) -> CityState:
    """Return the table after an undo, without the seals that lay open before it.

    Otherwise a player could hold on to a seal that the others have chosen against open cards.
    Movement cards and votes that lay open in the undone state are all chosen again; a seal undone
    while all are sealed leaves the others where they are.
    """
    if restored.step == seen.step:
        return restored
    if restored.phase == "choose":
        restored = replace(restored, choices={})
    elif restored.phase == "late":
        kept = {name: to for name, to in restored.choices.items() if name not in restored.late}
        restored = replace(restored, choices=kept)
    if restored.stage in ("vote", "share-vote"):
        restored = replace(restored, ballots={})
    return restored
