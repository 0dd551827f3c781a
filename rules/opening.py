"""Opening a table: every reason why it cannot be, and its state before the first round."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules import names
from rules.chance import Chance
from rules.errors import IllegalCommand, SetupProblem, UnknownId, raise_first
from rules.missions import (
    is_asleep,
    is_left_out,
    lasting_noise,
    set_by_achievements,
    set_by_mission,
)
from rules.packs.copies import Card, deck_copies
from rules.packs.played import mission_key
from rules.packs.schema import Mission, Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.own import OwnBox
from rules.registry import rulesets
from rules.state import (
    MAX_SURVIVORS,
    Deck,
    Description,
    Option,
    Source,
    Survivor,
    TableState,
    Zone,
)


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
    """Return a table before its first round; raise the first of its problems.

    Players sit in the order of their first survivors.

    `pack` is the one that is played, with its `expansions` and `own_box` in it (see `pack_with`).
    `sources` says per deck whether the app or the table draws; by default the app draws the decks
    of which it knows every card. `mission` sets the fields that its game's mechanics keep of it; a
    mission the group wrote gets the key `own_as` and is stored with the table, so that later edits
    or deletion do not matter. The copies that are `left_out` are set aside; unknown cards that the
    group has `described` count as known. `earned` is what the group of a campaign has achieved
    before.
    """
    rules, seated, known = rulesets[pack.game], list(survivors), dict(described or {})
    zones, sources, decks = list(zones), sources or {}, decks_of(pack, left_out, known)
    raise_first(
        problems_of(
            pack,
            seated,
            zones=zones,
            options=options,
            sources=sources,
            unknown_decks=[deck for deck, usual in decks.items() if usual == "table"],
        )
    )
    named = {key: rules.seated(_tidied(survivor)) for key, survivor in seated}
    chance = Chance(seed=seed, cursor=0, entered=None)
    drawn_by = {deck: sources.get(deck, usual) for deck, usual in decks.items()}
    laid = _decks(pack, drawn_by, chance, mission, left_out)
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
        players=tuple(dict.fromkeys(survivor.player for survivor in named.values())),
        survivors=named,
        zones=tuple(
            replace(zone, active_from=None) if is_asleep(mission, zone.colour) else zone
            for zone in zones
        ),
        decks=laid,
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


def _tidied(survivor: Survivor) -> Survivor:
    return replace(survivor, name=names.tidy(survivor.name), player=names.tidy(survivor.player))


# --- problems ---


def problems_of(
    pack: Pack,
    survivors: Sequence[tuple[str, Survivor]],
    *,
    zones: Iterable[Zone],
    options: Iterable[Option],
    sources: Mapping[str, Source],
    unknown_decks: Iterable[str],
) -> Iterator[SetupProblem]:
    """Yield the problems of a table whose survivors, zones and decks have been found.

    `unknown_decks` are those of which the app does not know every card.
    """
    people = dict(survivors)
    if len(people) < len(survivors):
        yield SetupProblem("who", IllegalCommand("survivors.twice"))
    named = [(survivor.name, survivor.player) for survivor in people.values()]
    yield from people_problems(named, [player for _name, player in named])
    for zone in zones:
        if zone.kind not in rulesets[pack.game].zone_kinds:
            yield SetupProblem("zones", UnknownId("zone.kind", zone_kind=zone.kind))
    for option in options:
        if option not in pack.options:
            yield SetupProblem("rules", IllegalCommand("option.not_here", option=option))
    for deck in unknown_decks:
        if sources.get(deck) == "app":
            yield SetupProblem("draws", IllegalCommand("deck.unknown_cards", deck=deck))


def people_problems(
    people: Sequence[tuple[str, str]], players: Sequence[str]
) -> Iterator[SetupProblem]:
    """Yield too few or too many survivors, and what is wrong with the names."""
    if not people:
        yield SetupProblem("who", IllegalCommand("survivors.none"))
    if len(people) > MAX_SURVIVORS:
        yield SetupProblem("who", IllegalCommand("survivors.too_many", most=MAX_SURVIVORS))
    yield from name_problems(people, players)


def name_problems(
    people: Sequence[tuple[str, str]], players: Sequence[str]
) -> Iterator[SetupProblem]:
    """Yield invalid names of `people`, survivor and player, and names that look alike.

    A survivor without a fixed player has an empty player name.
    """
    said: list[tuple[str, str, str]] = []
    for name, player in people:
        said += [("who", "survivor.name", name), ("players", "player.name", player)]
    said += [("players", "player.name", player) for player in players]
    for step, code, name in dict.fromkeys(said):
        if not names.is_name(names.tidy(name)) and (name or step == "who"):
            yield SetupProblem(step, IllegalCommand(code, most=names.LENGTH))
    called = [names.tidy(name) for name, _player in people]
    for step, listed in (("who", called), ("players", dict.fromkeys(map(names.tidy, players)))):
        for other in names.alike(filter(None, listed)):
            yield SetupProblem(step, IllegalCommand("name.alike", name=other))


def zone_problems(zones: Iterable[Zone]) -> Iterator[SetupProblem]:
    """Yield zones of one name, a second starting zone, and locators that lie in two zones."""
    earlier: list[Zone] = []
    for zone in zones:
        if any(zone.id == other.id for other in earlier):
            yield SetupProblem("zones", IllegalCommand("zone.twice", zone=zone.id))
        if zone.start and any(other.start for other in earlier):
            yield SetupProblem("zones", IllegalCommand("zone.second_start"))
        for locator in zone.locators:
            if any(locator in other.locators for other in earlier):
                yield SetupProblem("zones", IllegalCommand("locator.twice", locator=locator))
        earlier.append(zone)


def deck_problems(pack: Pack, decks: Iterable[str]) -> Iterator[SetupProblem]:
    """Yield decks that the game does not have."""
    for deck in decks:
        if deck not in pack.decks:
            yield SetupProblem("draws", UnknownId("deck.unknown", deck=deck))


# --- decks ---


def decks_of(
    pack: Pack, left_out: Collection[str] = (), described: Collection[str] = ()
) -> dict[str, Source]:
    """Return the decks of a table: zombies, equipment, and special ones that are drawn.

    Each with who draws it unless somebody chooses: the table, if the app does not know every card.
    """
    decks: dict[str, Source] = {}
    for deck in pack.decks.values():
        if deck.holds == "cards" and not deck.drawn:
            continue
        has_unknown = any(
            card.sure == "unknown" and copy not in left_out and copy not in described
            for copy, card in deck_copies(pack, deck.id).items()
        )
        decks[deck.id] = "table" if has_unknown else "app"
    return decks


def cards_inside(
    pack: Pack, deck: str, left_out: Collection[str] = (), mission: Mission | None = None
) -> tuple[str, ...]:
    """Return the copies of a deck that are drawn from; all others are set aside.

    Set aside: cards that missions or other cards hand out, cards dealt at the start, and cards that
    the mission or the group leaves out.
    """
    return tuple(
        sorted(
            copy
            for copy, card in deck_copies(pack, deck).items()
            if not (copy in left_out or _lies_aside(card) or is_left_out(mission, card))
        )
    )


def _decks(
    pack: Pack,
    sources: Mapping[str, Source],
    chance: Chance,
    mission: Mission | None,
    left_out: Collection[str],
) -> dict[str, Deck]:
    """Return the decks, ready to draw."""
    decks: dict[str, Deck] = {}
    for deck, source in sources.items():
        inside = cards_inside(pack, deck, left_out, mission)
        kept = frozenset(inside)
        aside = tuple(copy for copy in deck_copies(pack, deck) if copy not in kept)
        order = chance.shuffled(inside) if source == "app" else inside
        decks[deck] = Deck(source=source, draw=order, aside=aside)
    return decks


def _lies_aside(card: Card) -> bool:
    return isinstance(card, Equipment) and (card.set_aside or card.dealt)
