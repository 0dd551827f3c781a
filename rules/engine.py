"""`apply`: the one way a table changes. Pure: same state and command, same outcome."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from rules.chance import Chance
from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.supply import deck_of_faces
from rules.packs.copies import Card, deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.pack import Cover
from rules.registry import AnyCommand, games
from rules.ruleset import AnyOutcome, Outcome
from rules.state import Deck, Option, Source, State, Survivor, TableState, Zone

__all__ = ["Outcome", "apply", "new_table"]

MAX_SURVIVORS = 12
NAME_LENGTH = 60


def new_table(
    *,
    pack: Pack,
    expansions: tuple[str, ...] = (),
    survivors: Iterable[tuple[str, Survivor]],
    zones: Iterable[Zone] = (),
    sources: Mapping[str, Source] | None = None,
    dice: Source = "app",
    hour: int | None = None,
    options: Sequence[Option] = (),
    boss: str | None = None,
    time_limit: int | None = None,
    seed: str = "",
) -> TableState:
    """A table before its first round. Players sit in the order their first survivor sits.

    `pack` is the one that is played, with its `expansions` in it (see `played_pack`). `sources`
    says per deck whether the app or the table draws; without a word the app draws the decks of
    which it knows every card.
    """
    seated = list(survivors)
    named = dict(seated)
    if not seated:
        raise IllegalCommand("survivors.none")
    if len(seated) > MAX_SURVIVORS:
        raise IllegalCommand("survivors.too_many", most=MAX_SURVIVORS)
    if len(named) < len(seated):
        raise IllegalCommand("survivors.twice")
    for survivor in named.values():
        if not 1 <= len(survivor.name) <= NAME_LENGTH:
            raise IllegalCommand("survivor.name", most=NAME_LENGTH)
    for option in options:
        if option not in pack.options:
            raise IllegalCommand("option.not_here", option=option)
    players = tuple(dict.fromkeys(survivor.player for survivor in named.values()))
    chance = Chance(seed=seed, cursor=0, entered=None)
    decks = _decks(pack, sources or {}, chance)
    return TableState(
        game=pack.game,
        expansions=expansions,
        players=players,
        survivors=named,
        zones=tuple(zones),
        decks=decks,
        dice=dice,
        hour=hour,
        boss=boss,
        time=1 if time_limit else None,
        time_limit=time_limit,
        options=tuple(options),
        seed=seed,
        cursor=chance.cursor,
    )


def _decks(pack: Pack, sources: Mapping[str, Source], chance: Chance) -> dict[str, Deck]:
    """Zombie and equipment decks, and the one that says which abomination comes, ready to draw.

    Cards that missions or other cards hand out, and those dealt at the start, lie aside.
    """
    faces = {deck_of_faces(pack, zombie.id) for zombie in pack.zombies}
    decks: dict[str, Deck] = {}
    for deck in pack.decks.values():
        if deck.holds == "cards" and deck.id not in faces and not deck.drawn:
            continue
        cards = deck_copies(pack, deck.id)
        has_unknown = any(card.sure == "unknown" for card in cards.values())
        source = sources.get(deck.id, "table" if has_unknown else "app")
        if source == "app" and has_unknown:
            raise IllegalCommand("deck.unknown_cards", deck=deck.id)
        aside = tuple(copy for copy, card in cards.items() if _lies_aside(card))
        inside = tuple(sorted(copy for copy in cards if copy not in aside))
        order = chance.shuffled(inside) if source == "app" else inside
        decks[deck.id] = Deck(source=source, draw=order, aside=aside)
    return decks


def _lies_aside(card: Card) -> bool:
    return isinstance(card, Equipment) and (card.set_aside or card.dealt)


@overload
def apply(state: TableState, command: AnyCommand, pack: Pack) -> Outcome: ...
@overload
def apply(state: State, command: AnyCommand, pack: Cover) -> AnyOutcome: ...
def apply(state: State, command: AnyCommand, pack: Cover) -> Any:
    """Carry out one command. On `RuleError` nothing has changed."""
    handler = games[state.game].handlers.get(type(command))
    if handler is None:
        raise UnknownId("command.unknown_here", game=state.game)
    return handler(state, command, pack)
