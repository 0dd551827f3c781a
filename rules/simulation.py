"""A table that plays itself by offers: for reading, measuring and finding faults."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.chance import Chance
from rules.commands import BaseCommand, kind_of
from rules.engine import answers, carry_out, offers
from rules.errors import RuleError
from rules.fields import (
    Reported,
)
from rules.mechanics.decks import DeckReshuffle
from rules.mechanics.zombie_cards import DECK
from rules.offers import Offer
from rules.opening import new_table
from rules.packs.copies import deck_copies
from rules.packs.loader import load_packs
from rules.packs.schema import Pack
from rules.registry import games
from rules.ruleset import Outcome
from rules.state import Survivor, TableState, Zone

TAPS_A_ROUND = 6
ROUND = (
    *(None,) * TAPS_A_ROUND,
    *("phase.next", "deck.reshuffle", "spawn.resolve", "phase.next", "phase.next"),
)
"""Commands of one round; None stands for a random tap.

A table that draws its own cards reshuffles before it spawns, so that there are known ones.
"""
MOST_TRIES = 100
"""Most attempts to report what a command asks for.

One extra die for every 6, where most faces count as one, makes long chains of dice.
"""
ZONES = (
    Zone(id="start", start=True, locators=(1, 4)),
    Zone(id="east", locators=(2, 5)),
    Zone(id="west", locators=(3,)),
    Zone(id="south", locators=(6,)),
)
# Commands that would end the evening early, set the board up again or hit friends; only real
# players send them.
LEFT_OUT = frozenset(
    {
        "mission.end",
        "survivor.escape",
        "wound.take",
        "zone.remove",
        "zone.deactivate",
        "necromancer.escape",
        "necromancer.ritual",
        "clock.set",
        "phase.next",
        "spawn.resolve",
        "building.open",
        "table.correct",
        "zombies.attack",
        "option.set",
        "deck.source",
        "deck.set_aside",
        "blast.resolve",
        "supply.add",
        "zombies.add",
        "zone.add",
        "card.describe",
    }
)


class SimulatedStep(msgspec.Struct, frozen=True):
    """One command of a simulated evening."""

    before: TableState
    command: BaseCommand
    outcome: Outcome


def start_table(game: str, *, seed: str, survivors: int = 6) -> TableState:
    """Return a table with the first survivors of the box and four zones."""
    pack = load_packs()[game]
    seated = [
        (survivor.id, Survivor(name=survivor.name, player="Marta")) for survivor in pack.survivors
    ]
    return new_table(pack=pack, survivors=seated[:survivors], zones=ZONES, hour=15, seed=seed)


def evening(game: str, *, seed: str, rounds: int, survivors: int = 6) -> Iterator[SimulatedStep]:
    """Yield the steps of an evening: taps, spawn step and end phase, round after round."""
    pack, state = load_packs()[game], start_table(game, seed=seed, survivors=survivors)
    choice = Chance(seed=f"simulation:{seed}", cursor=0, entered=None)
    number = 0
    while state.round <= rounds:
        for planned in ROUND:
            following: BaseCommand | None = _planned(state, pack, planned, choice)
            following = following or _tap(state, pack, choice)
            while following is not None:
                command = msgspec.structs.replace(following, id=f"step-{number:06}", seen=number)
                outcome = carry_out(state, command, pack)
                yield SimulatedStep(before=state, command=command, outcome=outcome)
                state, number = outcome.state, number + 1
                if state.result is not None:
                    return
                following = _answer(state, pack, planned, choice)


def _planned(state: TableState, pack: Pack, kind: str | None, choice: Chance) -> BaseCommand | None:
    """Return a command of the round's fixed course; None if it is not its turn."""
    if kind is None:
        return None
    if kind == kind_of(DeckReshuffle):
        if state.decks[DECK].source == "app":
            return None
        return DeckReshuffle(id="00000000", seen=0, deck=DECK)
    return next(
        (
            taken_up(state, pack, offer, choice)
            for offer in offers(state, pack, kind)
            if offer.is_open
        ),
        None,
    )


def _answer(
    state: TableState, pack: Pack, planned: str | None, choice: Chance
) -> BaseCommand | None:
    """Return the answer to an open question, or None.

    After a random tap only a question that a spawn step waits for is answered.
    """
    waits = state.spawning.question if state.spawning is not None else None
    for question in state.pending:
        if planned is not None or question.id == waits:
            for given in answers(state, pack, question):
                return taken_up(state, pack, given, choice)
    return None


def _tap(state: TableState, pack: Pack, choice: Chance) -> BaseCommand:
    """Return a random command that a player may send now."""
    kinds = [kind for kind in games[state.game].commands if kind not in LEFT_OUT]
    while True:
        kind = kinds[choice.below(len(kinds))]
        taps = [offer for offer in offers(state, pack, kind) if _is_quiet(offer)]
        if taps:
            return command_of(state.game, taps[choice.below(len(taps))], choice)


def _is_quiet(offer: Offer) -> bool:
    """Check if an offer is open, is no ranged attack and needs nothing reported by the table."""
    asks_table = any(isinstance(field, Reported) for field in offer.fields.values())
    is_melee = offer.fixed.get("mode", "melee") == "melee"
    return offer.is_open and is_melee and not asks_table


# --- a command for an offer ---


def command_of(game: str, offer: Offer, choice: Chance) -> BaseCommand:
    """Return a command for an offer, with random choices for its fields."""
    body: dict[str, Any] = {**offer.fixed, "kind": offer.kind, "id": "00000000", "seen": 0}
    if offer.why_not is not None:
        body["overrule"] = True
    for name, field in offer.fields.items():
        value = field.by_chance(choice, body)
        if value is not None:
            body[name] = value
    command: BaseCommand = msgspec.convert(body, games[game].commands[offer.kind])
    return command


def taken_up(state: TableState, pack: Pack, offer: Offer, choice: Chance) -> BaseCommand:
    """Return a command for an offer, with the cards or dice the rules ask the table to report.

    A card that is unknown must be described first; then that command is returned.
    """
    command = command_of(state.game, offer, choice)
    for _ in range(MOST_TRIES):
        try:
            carry_out(state, command, pack)
        except RuleError as error:
            if error.code == "card.undescribed":
                return _description(state, pack, command, choice)
            reported = _reported(state, pack, command, error, choice)
            if reported is None:
                raise
            command = reported
            continue
        return command
    return command


def _description(
    state: TableState, pack: Pack, command: BaseCommand, choice: Chance
) -> BaseCommand:
    """Return a command that describes an unknown card: only such cards were left to draw."""
    typed = offers(state, pack, "card.describe")
    reported = command.cards  # type: ignore[attr-defined]
    unknown = next(offer for offer in typed if offer.fixed["card"] in reported)
    return command_of(state.game, unknown, choice)


def _reported(
    state: TableState, pack: Pack, command: BaseCommand, error: RuleError, choice: Chance
) -> BaseCommand | None:
    """Return the command with the missing cards or dice added; None for any other refusal."""
    if error.code == "dice.missing" and "dice" in command.reported:
        missing = int(str(error.params["missing"]))
        faces = tuple(1 + choice.below(6) for _ in range(missing))
        return msgspec.structs.replace(command, dice=(*command.dice, *faces))  # type: ignore[attr-defined]
    if error.code in ("cards.missing", "card.missing"):
        reported = command.cards  # type: ignore[attr-defined]
        deck = str(error.params["deck"])
        cards = deck_copies(pack, deck)
        draw, discard = state.decks[deck].draw, state.decks[deck].discard
        untold = ([copy for copy in pile if copy not in reported] for pile in (draw, discard))
        # Cards drawn and discarded by the same command can be drawn by it again.
        left = next(filter(None, untold), [*draw, *discard])
        known = [copy for copy in left if cards[copy].sure != "unknown" or copy in state.described]
        if drawable := known or left:
            drawn = drawable[choice.below(len(drawable))]
            return msgspec.structs.replace(command, cards=(*reported, drawn))
    return None


# --- printing ---


def line(step: SimulatedStep) -> str:
    """Return a command and its events as text, one a line."""
    plain = msgspec.to_builtins(step.command)
    asked = " ".join(
        f"{key}={value}" for key, value in plain.items() if value and key not in LABELS
    )
    event_lines = [f"  {_event_line(msgspec.to_builtins(event))}" for event in step.outcome.events]
    return "\n".join([f"{plain['seen']:>4} {plain['kind']} {asked}".rstrip(), *event_lines])


LABELS = ("kind", "id", "seen")


def _event_line(event: dict[str, object]) -> str:
    rest = " ".join(f"{key}={value}" for key, value in event.items() if key != "kind")
    return f"{event['kind']} {rest}"
