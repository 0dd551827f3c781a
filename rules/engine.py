"""`apply`: the one way a table changes. Pure: same state and command, same outcome."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules import names
from rules.chance import Chance
from rules.commands import BaseCommand, kind_of
from rules.errors import IllegalCommand, RuleError, UnknownId, refused_at
from rules.missions import (
    is_asleep,
    is_left_out,
    lasting_noise,
    set_by_achievements,
    set_by_mission,
)
from rules.offers import VAGUE, Offer, Refusal, matching
from rules.packs.copies import Card, deck_copies
from rules.packs.played import mission_key
from rules.packs.schema import Mission, Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.own import OwnBox
from rules.packs.schema.pack import Cover
from rules.registry import games, rulesets
from rules.ruleset import Outcome
from rules.state import (
    MAX_SURVIVORS,
    Deck,
    Description,
    Option,
    Pending,
    Source,
    State,
    Survivor,
    TableState,
    Zone,
)

NAME_LENGTH = names.LENGTH
TOLD_BY_TABLE = frozenset(
    {"dice.missing", "dice.too_many", "cards.missing", "cards.too_many", "card.missing"}
)
"""Errors in the cards and dice the table reported; they are no reason against a command."""


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
    mission: Mission | None = None,
    own_as: str = "",
    own_box: OwnBox | None = None,
    left_out: Collection[str] = (),
    described: Mapping[str, Description] | None = None,
    earned: tuple[str, ...] | None = None,
    seed: str = "",
) -> TableState:
    """Return a table before its first round.

    Players sit in the order of their first survivors.

    `pack` is the one that is played, with its `expansions` and `own_box` in it (see `pack_with`).
    `sources` says per deck whether the app or the table draws; by default the app draws the decks
    of which it knows every card. `mission` sets the fields that its game's mechanics keep of it; a
    mission the group wrote gets the key `own_as` and is stored with the table, so that later edits
    or deletion do not matter. The copies that are `left_out` are set aside; unknown cards that the
    group has `described` count as known. `earned` is what the group of a campaign has achieved
    before.
    """
    seated = list(survivors)
    named = dict(seated)
    if len(named) < len(seated):
        raise IllegalCommand("survivors.twice")
    rules = rulesets[pack.game]
    named = {key: rules.seated(_named(survivor)) for key, survivor in named.items()}
    players = tuple(dict.fromkeys(survivor.player for survivor in named.values()))
    check_people(named, players)
    laid = tuple(
        replace(zone, active_from=None) if is_asleep(mission, zone.colour) else zone
        for zone in zones
    )
    for zone in laid:
        if zone.kind not in rules.zone_kinds:
            raise UnknownId("zone.kind", zone_kind=zone.kind)
    for option in options:
        if option not in pack.options:
            raise IllegalCommand("option.not_here", option=option)
    chance = Chance(seed=seed, cursor=0, entered=None)
    known = dict(described or {})
    decks = _decks(pack, sources or {}, chance, mission, _Known(frozenset(left_out), known))
    outset: dict[str, object] = {}
    if mission:
        for by_mission in set_by_mission.of(rules):
            outset |= by_mission(mission)
    if earned is not None:
        for by_achievements in set_by_achievements.of(rules):
            outset |= by_achievements(earned)
    return rules.table(
        game=pack.game,
        expansions=expansions,
        players=players,
        survivors=named,
        zones=laid,
        decks=decks,
        dice=dice,
        hour=hour,
        options=tuple(options),
        seed=seed,
        cursor=chance.cursor,
        mission=own_as or (mission_key(pack.game, mission) if mission else None),
        own_mission=mission if own_as else None,
        own_box=own_box,
        described=known,
        board=dict(mission.zombies) if mission else {},
        noise=lasting_noise(mission),
        **outset,  # type: ignore[arg-type]
    )


def check_people(survivors: Mapping[str, Survivor], players: Sequence[str]) -> None:
    """Raise if there are too few or too many survivors, or names are missing, invalid or alike.

    A survivor without a fixed player has an empty player name.
    """
    if not survivors:
        raise IllegalCommand("survivors.none")
    if len(survivors) > MAX_SURVIVORS:
        raise IllegalCommand("survivors.too_many", most=MAX_SURVIVORS)
    for survivor in survivors.values():
        names.checked(survivor.name, "survivor.name")
    names.check_apart(survivor.name for survivor in survivors.values())
    for player in players:
        if player:
            names.checked(player, "player.name")
    names.check_apart(players)


def _named(survivor: Survivor) -> Survivor:
    """Return the survivor with tidy names; raise if a name shows nothing."""
    return replace(
        survivor,
        name=names.checked(survivor.name, "survivor.name"),
        player=names.checked(survivor.player, "player.name") if survivor.player else "",
    )


class _Known(NamedTuple):
    """Cards a group leaves out of its decks, and its descriptions of unknown cards."""

    left_out: frozenset[str]
    described: Mapping[str, Description]


def _decks(
    pack: Pack,
    sources: Mapping[str, Source],
    chance: Chance,
    mission: Mission | None,
    known: "_Known",
) -> dict[str, Deck]:
    """Return the zombie, equipment and drawn special decks, ready to draw.

    Set aside: cards that missions or other cards hand out, cards dealt at the start, and cards that
    the mission or the group leaves out.
    """
    decks: dict[str, Deck] = {}
    for deck in pack.decks.values():
        if deck.holds == "cards" and not deck.drawn:
            continue
        cards = deck_copies(pack, deck.id)
        has_unknown = any(
            card.sure == "unknown" and copy not in known.left_out and copy not in known.described
            for copy, card in cards.items()
        )
        source = sources.get(deck.id, "table" if has_unknown else "app")
        if source == "app" and has_unknown:
            raise IllegalCommand("deck.unknown_cards", deck=deck.id)
        aside = tuple(
            copy
            for copy, card in cards.items()
            if copy in known.left_out or _lies_aside(card) or is_left_out(mission, card)
        )
        inside = tuple(sorted(copy for copy in cards if copy not in aside))
        order = chance.shuffled(inside) if source == "app" else inside
        decks[deck.id] = Deck(source=source, draw=order, aside=aside)
    return decks


def _lies_aside(card: Card) -> bool:
    return isinstance(card, Equipment) and (card.set_aside or card.dealt)


def apply(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command that is offered. On `RuleError` nothing has changed.

    What the rules refuse keeps their own reason; what they would take although nothing offers it
    is refused as the offers say. Pages, programs and the robot come in by this door.
    """
    outcome = carry_out(state, command, pack)
    if games[state.game].asks[type(command)].is_whole:
        offered(state, command, pack)
    return outcome


def carry_out(state: State, command: BaseCommand, pack: Cover) -> Outcome:
    """Carry out a command without asking whether it is offered. On `RuleError` nothing changes.

    By this door go stored commands, which an older version may have taken, and simulations.
    """
    rules = games[state.game]
    with refused_at(state):
        ask = rules.asks.get(type(command))
        if ask is None:
            raise UnknownId("command.unknown_here", game=state.game)
        if is_over_for(state, type(command)):
            raise IllegalCommand("mission.over")
        working = rules.begin(state, pack, command)
        ask.handler(working, command)
        outcome: Outcome = working.outcome()
    return outcome


def is_over_for(state: State, command: type[BaseCommand]) -> bool:
    """Check if the mission is over and the command may only be sent while it is played."""
    return command.in_play_only and getattr(state, "result", None) is not None


def look(state: State, pack: Cover) -> Any:
    """Return a working copy of the table, to be queried only."""
    return games[state.game].begin(state, pack)


def offers(
    state: State, pack: Cover, kind: str | None = None, about: Mapping[str, Any] | None = None
) -> Iterator[Offer]:
    """Yield what may be done now: offers of every command, or of one `kind` only.

    `about` holds the fields of the command that the caller knows already. Offers about anything
    else need not be made, so looking at one survivor does not cost looking at all.
    """
    seen = look(state, pack)
    known = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in (about or {}).items()
    }
    for command, ask in games[state.game].asks.items():
        if kind not in (None, kind_of(command)):
            continue
        if is_over_for(state, command):
            over = Refusal.of(IllegalCommand("mission.over"))
            made = ask.offers(seen, known)
            yield from (replace(given, why_not=over, overrule=False) for given in made)
        else:
            yield from ask.offers(seen, known)


def answers(state: TableState, pack: Pack, question: Pending) -> Iterator[Offer]:
    """Yield the open offers that answer a question; none if no command answers it."""
    command = rulesets[state.game].answers.get(question.what)
    if command is None:
        return
    about = {"question": question.id, "survivor": question.survivor}
    known = {name: value for name, value in about.items() if value is not None}
    for given in offers(state, pack, kind_of(command), known):
        fixed = {name: given.fixed[name] for name in known if name in given.fixed}
        if given.is_open and fixed.items() <= known.items():
            yield given


def offered(state: State, command: BaseCommand, pack: Cover) -> Offer:
    """Return the offer that matches a command; raise the reason if there is none."""
    rules = games[state.game]
    if type(command) not in rules.asks:
        raise UnknownId("command.unknown_here", game=state.game)
    about = {name: getattr(command, name) for name in command.__struct_fields__}
    with refused_at(state):
        try:
            return matching(offers(state, pack, kind_of(command), about), command)
        except RuleError as error:
            reason = own_reason(state, command, pack) if error.code in VAGUE else None
            if reason is None:
                raise
            raise reason from error


def own_reason(state: State, command: BaseCommand, pack: Cover) -> RuleError | None:
    """Return the handler's refusal of a command, or None if there is none.

    Gives a better reason where the offers only know that nothing matches. Errors in reported cards
    or dice do not count.
    """
    try:
        carry_out(state, command, pack)
    except RuleError as error:
        return None if error.code in TOLD_BY_TABLE else error
    return None
