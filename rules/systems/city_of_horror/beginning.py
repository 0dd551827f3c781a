"""Before the first round: set-up, first placement, action cards dealt or drafted (p. 3-4, 7)."""

from collections.abc import Container, Iterator, Mapping, Sequence, Sized
from itertools import product
from typing import Literal, NamedTuple, Self

from msgspec.structs import replace

from rules.chance import Chance
from rules.commands import Key
from rules.errors import IllegalCommand, SetupProblem, UnknownId, raise_first
from rules.events import BaseEvent
from rules.names import LENGTH, alike, is_name, tidy
from rules.state import Source
from rules.systems.city_of_horror.board import (
    free_places,
    living,
    location_of,
    next_to_place,
    own_character,
    turn_order,
)
from rules.systems.city_of_horror.pack import CROSSROADS, CityPack, Colour, Invasion, Seating
from rules.systems.city_of_horror.play import CityCommand, CityPlay
from rules.systems.city_of_horror.state import (
    Character,
    CityState,
    Dealing,
    Location,
    Player,
    Voting,
)

# --- set-up ---


MOVEMENT_CARDS = 6


class CityWanted(NamedTuple):
    """A table as a page or a program asks for it; nothing of it is checked."""

    players: Sequence[tuple[str, Colour]]
    """Names and colors, clockwise."""
    first: str | None = None
    """None for the first of the players."""
    sides: Mapping[str, Literal["A", "B"]] = {}
    """Sides of locations; A by default."""
    order: Sequence[str] = ()
    """Locations by the numbers on the crossroads board, so the buildings are 1 to 4."""
    turned: int = 0
    """Quarters that board is turned to the right, four more where numbers go round."""
    characters: Mapping[str, Sequence[str]] | None = None
    """Characters chosen by each player; None to deal them."""
    voting: Voting = "sealed"
    cards: Source = "app"
    """Source of hands, food and movement cards; "table" for real ones."""
    dealing: Dealing = "dealt"
    """Way in which the app deals hands, once everybody has a place."""
    invasion: Source = "table"
    """Source of the invasion cards; "app" needs a known card for every hour."""


def open_city(
    pack: CityPack,
    wanted: CityWanted,
    *,
    described: Mapping[str, Invasion] | None = None,
    seed: str = "",
) -> CityState:
    """Return a table ready for its first placement; raise the first of its problems.

    `described` are the invasion cards that the group has copied from printed ones.
    """
    known = dict(described or {})
    raise_first(problems_of(pack, wanted, known))
    colours = {tidy(name): colour for name, colour in wanted.players}
    names, by_app = tuple(colours), wanted.cards == "app"
    chance = Chance(seed=seed, cursor=0, entered=None)
    dealt = wanted.characters or _dealt(pack, names, chance)
    deck = chance.shuffled(pack.copies) if by_app else pack.copies
    food = _food(pack, chance) if by_app else pack.food
    locations = {
        key: Location(side=wanted.sides.get(key, "A")) for key in wanted.order or _usual_order(pack)
    }
    shown = sum(
        pack.locations[key].sides[location.side].food_shown for key, location in locations.items()
    )
    first = wanted.first if wanted.first is not None else names[0]
    state = CityState(
        game=pack.game,
        seats={name: Player(colour=colour) for name, colour in colours.items()},
        characters={key: Character(player=name) for name in names for key in dealt[name]},
        locations=locations,
        turned=wanted.turned,
        first=first,
        straggler=colours[first],
        voting=wanted.voting,
        cards=wanted.cards,
        dealing=wanted.dealing,
        invasion=wanted.invasion,
        deck=deck,
        food=food[shown:] if by_app else food,
        food_shown=food[:shown] if by_app else (),
        coming=_coming(pack, known, chance) if wanted.invasion == "app" else (),
        described=known,
        seed=seed,
        cursor=chance.cursor,
    )
    drawn = drawn_to_place(state, chance)
    return replace(state, drawn=drawn, cursor=chance.cursor)


def drawn_to_place(state: CityState, chance: Chance) -> dict[str, tuple[str, ...]]:
    """Return the movement cards drawn for the first placement.

    The next player draws once those before have placed. A table with real cards draws by itself.
    """
    player = next_to_place(state)
    if state.cards == "table" or player is None or player in state.drawn:
        return state.drawn
    cards = chance.shuffled(sorted(state.locations))[: len(living(state, player))]
    return {**state.drawn, player: cards}


def _usual_order(pack: CityPack) -> tuple[str, ...]:
    """Return the locations as the app numbers them unasked: buildings, tower and crossroads."""
    buildings = [key for key, location in pack.locations.items() if location.building]
    return (*buildings, *(key for key in pack.locations if key not in buildings))


def _dealt(pack: CityPack, names: Sequence[str], chance: Chance) -> dict[str, tuple[str, ...]]:
    cards, count = chance.shuffled(sorted(pack.characters)), seating_of(pack, names).characters
    return {name: cards[place * count : (place + 1) * count] for place, name in enumerate(names)}


def seating_of(pack: CityPack, players: Sized) -> Seating:
    """Return what each of so many players gets."""
    return next(row for row in pack.seating if row.players == len(players))


def _food(pack: CityPack, chance: Chance) -> tuple[int, ...]:
    return tuple(int(value) for value in chance.shuffled([str(value) for value in pack.food]))


def _coming(pack: CityPack, described: Mapping[str, Invasion], chance: Chance) -> tuple[str, ...]:
    """Return one known card of each hour, drawn at random (p. 4)."""
    hours = (known_cards(pack, described, hour) for hour in range(pack.rounds + 1))
    return tuple(cards[chance.below(len(cards))] for cards in hours)


def known_cards(pack: CityPack, described: Container[str], hour: int) -> list[str]:
    """Return the invasion cards of an hour of which the content is known."""
    return [
        card.id
        for card in pack.invasions.values()
        if card.hour == hour and (card.content is not None or card.id in described)
    ]


# --- what is wrong with a set-up ---


def problems_of(
    pack: CityPack, wanted: CityWanted, described: Container[str]
) -> Iterator[SetupProblem]:
    """Yield all the problems of a table."""
    names = [tidy(name) for name, _colour in wanted.players]
    yield from player_problems(pack, wanted.players)
    if wanted.first is not None and wanted.first not in names:
        yield SetupProblem("players", UnknownId("player.unknown", player=wanted.first))
    for key in wanted.sides:
        if key not in pack.locations:
            yield SetupProblem("board", UnknownId("location.unknown", location=key))
    if wanted.order and sorted(wanted.order) != sorted(pack.locations):
        yield SetupProblem("board", IllegalCommand("locations.order"))
    if wanted.characters is not None:
        yield from _choice_problems(pack, names, wanted.characters)
    for hour in range(pack.rounds + 1) if wanted.invasion == "app" else ():
        if not known_cards(pack, described, hour):
            yield SetupProblem("cards", IllegalCommand("invasion.no_card", hour=hour))


def player_problems(
    pack: CityPack, players: Sequence[tuple[str, Colour]]
) -> Iterator[SetupProblem]:
    """Yield a number of players that cannot play, and names and colors that are too alike."""
    sizes = [row.players for row in pack.seating]
    names = [tidy(name) for name, _colour in players]
    colours = [colour for _name, colour in players]
    if len(players) not in sizes:
        number = IllegalCommand("players.number", least=min(sizes), most=max(sizes))
        yield SetupProblem("players", number)
    for name in names:
        if not is_name(name):
            yield SetupProblem("players", IllegalCommand("player.name", most=LENGTH))
    for colour in colours:
        if colour not in pack.colours:
            yield SetupProblem("players", UnknownId("colour.unknown", colour=colour))
    if len(set(names)) < len(names):
        yield SetupProblem("players", IllegalCommand("players.same_name"))
    for other in alike(dict.fromkeys(names)):
        yield SetupProblem("players", IllegalCommand("name.alike", name=other))
    if len(set(colours)) < len(colours):
        yield SetupProblem("players", IllegalCommand("players.same_colour"))


def _choice_problems(
    pack: CityPack, names: Sequence[str], chosen: Mapping[str, Sequence[str]]
) -> Iterator[SetupProblem]:
    """Yield what is wrong with the characters that the players have chosen."""
    for name in chosen:
        if name not in names:
            yield SetupProblem("cards", UnknownId("player.unknown", player=name))
    everybody = [key for keys in chosen.values() for key in keys]
    for key in everybody:
        if key not in pack.characters:
            yield SetupProblem("cards", UnknownId("character.unknown", character=key))
    if len(set(everybody)) < len(everybody):
        yield SetupProblem("cards", IllegalCommand("characters.twice"))
    counts = [row.characters for row in pack.seating if row.players == len(names)]
    for name, count in product(names, counts):
        if len(chosen.get(name, ())) != count:
            yield SetupProblem(
                "cards", IllegalCommand("characters.number", player=name, count=count)
            )


# --- first placement ---


class CharacterPlaced(BaseEvent, tag="character.placed", frozen=True):
    """First placement by the movement card `card`; a full location sends to the crossroads."""

    character: str
    card: str
    location: str


class CharactersPlace(CityCommand, tag="characters.place", frozen=True):
    """First placement: a location for each character of a player, one for each card drawn."""

    player: Key
    places: dict[Key, Key]

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        player = next_to_place(state) if state.phase == "place" else None
        if player is None:
            return
        cards = state.drawn.get(player, tuple(state.locations))
        places = dict(zip(living(state, player), cards, strict=False))
        yield cls.made(player=player, places=places)
        turned = dict(zip(places, reversed(places.values()), strict=True))
        yield cls.made(player=player, places=turned)

    def play(self, play: CityPlay) -> None:
        state, pack = play.state, play.pack
        play.need_phase("place")
        player = play.player(self.player)
        if player != next_to_place(state):
            raise IllegalCommand("turn.other", player=next_to_place(state))
        if set(self.places) != set(living(state, player)):
            raise IllegalCommand("place.everybody", player=player)
        cards = list(self.places.values())
        for key in cards:
            location_of(state, key)
        if len(set(cards)) < len(cards):
            raise IllegalCommand("place.one_each")
        if player in state.drawn and sorted(cards) != sorted(state.drawn[player]):
            raise IllegalCommand("place.other_cards")
        for key, card in self.places.items():
            own_character(play.state, player, key)
            at = CROSSROADS if free_places(play.state, pack, card) == 0 else card
            play.change_character(key, at=at)
            play.emit(CharacterPlaced(character=key, card=card, location=at))
        if next_to_place(play.state) is None:
            _begin_dealing(play)
        else:
            play.set(drawn=drawn_to_place(play.state, play.chance))


# --- action cards ---


class CardsDealt(BaseEvent, tag="cards.dealt", frozen=True):
    """Action cards are dealt, `count` to each player."""

    count: int


class DraftKept(BaseEvent, tag="draft.kept", frozen=True):
    player: str


class DraftPassed(BaseEvent, tag="draft.passed", frozen=True):
    """Everybody has kept a card; the other `left` of each hand go to the left."""

    left: int


def _begin_dealing(play: CityPlay) -> None:
    """Deal or draft action cards, once everybody has a place (p. 4).

    A table with real cards deals by itself.
    """
    state, pack = play.state, play.pack
    if state.cards == "table":
        play.begin_phase("invasion")
        return
    seating = seating_of(pack, state.players)
    if state.dealing == "drafted":
        play.set(passing={name: play.draw(seating.cards) for name in state.players})
        play.begin_phase("draft")
        return
    for name, seat in state.seats.items():
        play.to_hand(name, *play.draw(seating.cards - len(seat.hand)))
    play.emit(CardsDealt(count=seating.cards))
    play.begin_phase("invasion")


class DraftKeep(CityCommand, tag="draft.keep", frozen=True):
    """Keep one card of a draft, sealed; the rest is passed on once everybody has chosen."""

    player: Key
    card: Key

    @classmethod
    def ways(cls, state: CityState, pack: CityPack) -> Iterator[Self]:
        if state.phase == "draft":
            for player in turn_order(state):
                for copy in state.passing[player]:
                    yield cls.made(player=player, card=copy)

    def play(self, play: CityPlay) -> None:
        """Seal the card a player keeps; until all have chosen the choice may be changed."""
        state = play.state
        play.need_phase("draft")
        player = play.player(self.player)
        if self.card not in state.passing[player]:
            raise IllegalCommand("draft.not_there", card=self.card)
        play.set(keeping={**state.keeping, player: self.card})
        play.emit(DraftKept(player=player))
        if set(play.state.keeping) == set(turn_order(state)):
            _pass_on(play)


def _pass_on(play: CityPlay) -> None:
    """Pass the rest to the left: players sit clockwise, so the next one sits there.

    The last card is kept.
    """
    state, players = play.state, play.state.players
    for player, card in state.keeping.items():
        play.to_hand(player, card)
    rest = {
        player: tuple(card for card in state.passing[player] if card != state.keeping[player])
        for player in players
    }
    passed = dict(zip((*players[1:], players[0]), rest.values(), strict=True))
    left = len(rest[players[0]])
    play.emit(DraftPassed(left=left))
    if left > 1:
        play.set(passing=passed, keeping={})
        return
    for player, cards in passed.items():
        play.to_hand(player, *cards)
    play.set(passing={}, keeping={})
    play.begin_phase("invasion")
