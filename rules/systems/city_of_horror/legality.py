"""`legal_commands`: the commands the table would accept now, for buttons and generated games."""

from collections.abc import Iterator
from typing import Any

from rules.commands import BaseCommand, kind_of
from rules.errors import RuleError
from rules.mechanic import Handler
from rules.mechanics.house import TableCorrect
from rules.offers import Offer, said_in
from rules.systems.city_of_horror import actions, commands, corrections, locations
from rules.systems.city_of_horror.board import (
    candidates,
    colours_in_play,
    effect_users,
    in_reach,
    leaders,
    living,
    may_act,
    movable,
    mover,
    next_to_place,
    present,
    side_of,
    sites,
    tally,
    turn_order,
    weights,
)
from rules.systems.city_of_horror.pack import CityPack
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.state import HIDDEN, Aim, CityState

TRIED: dict[type[BaseCommand], Handler] = {
    commands.EffectUse: locations.use_effect,
    commands.ActionPlay: actions.play_action,
    commands.PowerUse: actions.use_power,
    commands.TradeGive: actions.give,
    TableCorrect: corrections.correct_table,
}
"""Handlers tried to find out if a command is legal: a second set of rules would be harder to keep
right."""


def offers_of(state: CityState, pack: CityPack, command: type[BaseCommand]) -> Iterator[Offer]:
    """Yield one offer for each way to send that command now."""
    for legal in legal_commands(state, pack, only=command):
        fields = {name: getattr(legal, name) for name in said_in(legal)}
        yield Offer(kind=kind_of(command), fixed=fields)


def _made(kind: Any, **fields: object) -> BaseCommand:
    """Return a command whose `id` and `seen` are the sender's to fill in."""
    made: BaseCommand = kind(id="00000000", seen=0, **fields)
    return made


def legal_commands(
    state: CityState, pack: CityPack, *, only: type[BaseCommand] = BaseCommand
) -> tuple[BaseCommand, ...]:
    """Return every command that would be accepted now, or those of the type `only`.

    The flow of the round comes first. Left out is what only the table knows: an invasion card
    nobody has entered, real hands. Cards and powers are offered with every aim that holds; trades
    and corrections by one example each.
    """
    if state.result is not None:
        return ()
    legal = [command for command in flow_commands(state, pack) if isinstance(command, only)]
    if may_act(state):
        legal += _holding(state, pack, _actions(state, pack), only)
    if state.phase not in ("place", "draft"):
        legal += _holding(state, pack, _trades(state), only)
    return tuple(legal)


def flow_commands(state: CityState, pack: CityPack) -> tuple[BaseCommand, ...]:
    """Return only what brings the round on: the choices awaited, or the next step."""
    if state.result is not None:
        return ()
    if state.stack:
        return tuple(_settling(state, pack))
    flow = {
        "place": _placing,
        "draft": _drafting,
        "choose": _choosing,
        "late": _choosing,
        "invasion": _invasion,
        "move": _moving,
        "locations": _location,
        "rescue": _rescue,
    }[state.phase]
    return tuple(flow(state, pack))


def _holding(
    state: CityState,
    pack: CityPack,
    offered: Iterator[BaseCommand],
    only: type[BaseCommand] = BaseCommand,
) -> Iterator[BaseCommand]:
    """Yield the offered commands that the rules accept; types nobody asks for are not tried."""
    for command in offered:
        if not isinstance(command, only):
            continue
        try:
            TRIED[type(command)](Play(state, pack), command)
        except RuleError:
            continue
        yield command


def _placing(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    player = next_to_place(state)
    assert player is not None
    cards = state.drawn.get(player, tuple(state.locations))
    places = dict(zip(living(state, player), cards, strict=False))
    yield _made(commands.CharactersPlace, player=player, places=places)
    turned = dict(zip(places, reversed(places.values()), strict=True))
    yield _made(commands.CharactersPlace, player=player, places=turned)


def _drafting(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    for player in turn_order(state):
        for copy in state.passing[player]:
            yield _made(commands.DraftKeep, player=player, card=copy)


def _choosing(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    for player in turn_order(state):
        if (player in state.late) is (state.phase == "late"):
            for key in state.locations:
                yield _made(commands.MovementChoose, player=player, location=key)


def _invasion(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    if state.invasion == "app":
        yield _made(commands.InvasionReveal)
        return
    for card in pack.invasions.values():
        if card.hour == state.round and (card.content or card.id in state.described):
            yield _made(commands.InvasionReveal, card=card.id)


def _moving(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    player = mover(state)
    keys = movable(state, pack, player) if player is not None else ()
    for key in keys:
        yield _made(commands.CharacterMove, player=player, character=key)
    if not keys:
        yield _made(commands.StepNext)


def _settling(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    draws = any(pack.action(laid.card).do == "lead-away" for laid in state.stack)
    if state.cards == "app" or not draws:
        yield _made(commands.ActionSettle)
    else:
        for key in state.locations:
            yield _made(commands.ActionSettle, location=key)


def _location(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    assert state.at is not None
    stage, at = state.stage, state.at
    if stage in ("effect", "attack", "share"):
        yield _made(commands.StepNext)
    if stage == "effect" and state.waiting:
        for player in state.waiting:
            yield _made(commands.EffectPass, player=player)
        yield from _holding(state, pack, _effects(state, pack))
    if stage in ("vote", "share-vote"):
        yield from _votes(state, pack, at)
        for player in state.unready:
            yield _made(commands.VoteReady, players=(player,), here=True)
    if stage in ("tie", "share-tie"):
        for choice in leaders(tally(state, pack, state.ballots)):
            yield _made(commands.TieBreak, player=state.first, choice=choice)
    if stage == "victim":
        for key in in_reach(state, state.chosen or "", at):
            yield _made(commands.VictimChoose, player=state.chosen, character=key)
    if stage == "hand-out":
        there = state.locations[at]
        order = turn_order(state)
        first = order[: there.antidotes]
        rest = order[len(first) : len(first) + len(there.cards)]
        known = state.cards == "app"
        given = dict(zip(there.cards, rest, strict=False)) if known else {}
        yield _made(
            commands.SuppliesShare,
            player=state.chosen,
            antidotes=first,
            given=given,
            cards=() if known else rest,
        )
        yield _made(commands.SuppliesShare, player=state.chosen)


def _votes(state: CityState, pack: CityPack, at: str) -> Iterator[BaseCommand]:
    voters = weights(state, pack, at)
    for choice in candidates(state, at, for_share=state.stage == "share-vote"):
        if state.voting == "sealed":
            for player in voters:
                yield _made(commands.VoteSeal, player=player, choice=choice)
        else:
            yield _made(commands.VoteEnter, ballots=dict.fromkeys(voters, choice))
            yield _made(commands.VoteEnter, chosen=choice)


def _effects(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    able = effect_users(state, pack)
    if not able:
        return
    player, at = able[0], state.at or ""
    side, seat = side_of(state, pack, at), state.seats[player]
    costs: dict[str | None, list[dict[str, Any]]] = {
        "card": [{"pay": copy} for copy in _hand(state, player)],
        "food": [{"food": value} for value in dict.fromkeys(seat.food)],
        "exhaust": [{"character": key} for key in present(state, player, at)],
    }
    gains: dict[str | None, list[dict[str, Any]]] = {
        "refresh": [{"character": key} for key in living(state, player)],
        "food": [{}, *({"food": value} for value in dict.fromkeys(state.food_shown))],
        "discarded-card": [{"take": copy} for copy in state.discard],
        "straggler": [{"colour": colour} for colour in colours_in_play(state, pack)],
    }
    for cost in costs.get(side.cost, [{}]):
        for gain in gains.get(side.do, [{}]):
            aim = Aim(**{**cost, **gain})
            yield _made(commands.EffectUse, player=player, aim=aim)


def _hand(state: CityState, player: str) -> tuple[str, ...]:
    """Return one copy of each card in a hand: a second one would offer the same."""
    by_card = {copy.rpartition("-")[0]: copy for copy in state.seats[player].hand}
    return tuple(copy for copy in by_card.values() if copy != HIDDEN)


def _aims(
    state: CityState, pack: CityPack, player: str, do: str, *, is_power: bool = False
) -> Iterator[Aim]:
    """Yield the possible aims; a power that hides needs none: it hides its own character."""
    keys = tuple(state.locations)
    pairs = [(key, other) for key in keys for other in keys if key != other]
    match do:
        case "add" | "kill" | "kill-half" | "lead-away" | "votes":
            yield from (Aim(location=key) for key in keys)
        case "move-zombie":
            yield from (Aim(location=start, to=other) for start, other in pairs)
        case "refresh":
            yield from (Aim(character=key) for key in state.characters)
        case "hide" if not is_power:
            yield from (Aim(character=key) for key in living(state, player))
        case "straggler":
            yield from (Aim(colour=colour) for colour in colours_in_play(state, pack))
        case "change-movement":
            yield from (Aim(to=key) for key in keys)
        case "steal":
            yield from (Aim(target=other) for other in state.players)
        case "swap":
            for pay in _hand(state, player):
                yield from (Aim(pay=pay, take=copy) for copy in state.discard)
        case _:
            yield Aim()


def _actions(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    for player in turn_order(state):
        for copy in _hand(state, player):
            card = pack.action(copy)
            if bool(state.stack) is not (card.do == "cancel"):
                continue
            for aim in _aims(state, pack, player, card.do):
                for site in (card.explosion and sites(state)) or (None,):
                    aimed = Aim(
                        location=aim.location,
                        to=aim.to,
                        character=aim.character,
                        target=aim.target,
                        colour=aim.colour,
                        explosion=site,
                    )
                    yield _made(commands.ActionPlay, player=player, card=copy, aim=aimed)
        for key in living(state, player):
            do = pack.characters[key].do
            if not state.characters[key].fit or bool(state.stack) is not (do == "cancel"):
                continue
            for aim in _aims(state, pack, player, do, is_power=True):
                yield _made(commands.PowerUse, player=player, character=key, aim=aim)


def _trades(state: CityState) -> Iterator[BaseCommand]:
    order = turn_order(state)
    for player, to in zip(order, (*order[1:], *order[:1]), strict=True):
        if state.seats[player].antidotes:
            yield _made(commands.TradeGive, player=player, to=to, antidotes=1)
        for copy in _hand(state, player)[:1]:
            yield _made(commands.TradeGive, player=player, to=to, cards=(copy,))
    for key, location in state.locations.items():
        path = f"locations.{key}.zombies"
        yield _made(TableCorrect, path=path, value=location.zombies + 1)


def _rescue(state: CityState, pack: CityPack) -> Iterator[BaseCommand]:
    for player, seat in state.seats.items():
        if seat.saved is not None:
            continue
        alive = living(state, player)
        count = min(seat.antidotes, len(alive))
        larder = 0 if state.cards == "table" else None
        for saved in dict.fromkeys((alive[:count], alive[len(alive) - count :])):
            yield _made(commands.RescueChoose, player=player, characters=saved, larder=larder)
