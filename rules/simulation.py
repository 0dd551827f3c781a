"""A table that plays itself by legal commands: to read, to measure, to search for faults."""

from collections.abc import Iterator

import msgspec

from rules import commands
from rules.chance import Chance
from rules.commands import Command
from rules.engine import apply, new_table
from rules.legality import legal_commands
from rules.mechanics.spawn import DECK
from rules.packs.copies import deck_copies
from rules.packs.loader import load_packs
from rules.packs.schema import Pack
from rules.ruleset import Outcome
from rules.state import Survivor, TableState, Zone

TAPS_A_ROUND = 6
ZONES = (
    Zone(id="start", start=True, locators=(1, 4)),
    Zone(id="east", locators=(2, 5)),
    Zone(id="west", locators=(3,)),
    Zone(id="south", locators=(6,)),
)
# What would end the evening early, or lay the board out anew, is left to real players.
LEFT_OUT = (
    commands.MissionEnd,
    commands.SurvivorEscape,
    commands.WoundTake,
    commands.ZoneRemove,
    commands.ZoneDeactivate,
    commands.NecromancerEscape,
    commands.ClockSet,
    commands.PhaseNext,
    commands.SpawnResolve,
    commands.BuildingOpen,
    commands.TableCorrect,
    commands.NecromancerRitual,
    commands.ZombiesAttack,
    commands.OptionSet,
    commands.DeckSource,
    commands.DeckSetAside,
)


class Step(msgspec.Struct, frozen=True):
    """One command of a simulated evening."""

    before: TableState
    command: Command
    outcome: Outcome


def start_table(game: str, *, seed: str, survivors: int = 6) -> TableState:
    """The first survivors of the box at a table with four zones."""
    pack = load_packs()[game]
    seated = [(one.id, Survivor(name=one.name, player="Marta")) for one in pack.survivors]
    return new_table(pack=pack, survivors=seated[:survivors], zones=ZONES, hour=15, seed=seed)


def evening(game: str, *, seed: str, rounds: int, survivors: int = 6) -> Iterator[Step]:
    """Taps in the players phase, the spawn step, the end phase, round after round."""
    pack, state = load_packs()[game], start_table(game, seed=seed, survivors=survivors)
    choice = Chance(seed=f"simulation:{seed}", cursor=0, entered=None)
    number = 0
    while state.round <= rounds:
        for planned in _round(state):
            command = msgspec.structs.replace(
                planned or _tap(state, pack, choice), id=f"step-{number:06}", seen=number
            )
            if isinstance(command, commands.SpawnResolve):
                command = msgspec.structs.replace(command, cards=_known_cards(state, pack))
            outcome = apply(state, command, pack)
            yield Step(before=state, command=command, outcome=outcome)
            state, number = outcome.state, number + 1
            if state.result is not None:
                return


def _tap(state: TableState, pack: Pack, choice: Chance) -> Command:
    """Something a player may do now. Shooting into one's own crowd is left out, too."""
    taps = [
        one
        for one in legal_commands(state, pack)
        if type(one) not in LEFT_OUT and getattr(one, "mode", "melee") == "melee"
    ]
    return taps[choice.below(len(taps))]


def _round(state: TableState) -> Iterator[Command | None]:
    """The commands of one round; None stands for a tap of whoever likes."""
    blank = {"id": "00000000", "seen": 0}
    for _ in range(TAPS_A_ROUND):
        yield None
    yield commands.PhaseNext(**blank)  # type: ignore[arg-type]
    if state.decks[DECK].source == "table":
        yield commands.DeckReshuffle(deck=DECK, **blank)  # type: ignore[arg-type]
    yield commands.SpawnResolve(**blank)  # type: ignore[arg-type]
    yield commands.PhaseNext(**blank)  # type: ignore[arg-type]
    yield commands.PhaseNext(**blank)  # type: ignore[arg-type]


def _known_cards(state: TableState, pack: Pack) -> tuple[str, ...]:
    """What a table that draws its own cards says it drew: only cards whose text we know."""
    deck = state.decks[DECK]
    if deck.source == "app":
        return ()
    cards = deck_copies(pack, DECK)
    known = [card for card in deck.draw if cards[card].sure != "unknown"]
    return tuple(known[: len(state.zones)])


def line(step: Step) -> str:
    """A command and its events, to be followed line by line."""
    plain = msgspec.to_builtins(step.command)
    asked = " ".join(
        f"{key}={value}" for key, value in plain.items() if value and key not in LABELS
    )
    told = [f"  {_told(msgspec.to_builtins(event))}" for event in step.outcome.events]
    return "\n".join([f"{plain['seen']:>4} {plain['kind']} {asked}".rstrip(), *told])


LABELS = ("kind", "id", "seen")


def _told(event: dict[str, object]) -> str:
    rest = " ".join(f"{key}={value}" for key, value in event.items() if key != "kind")
    return f"{event['kind']} {rest}"
