"""Before the first round: set-up, first placement, action cards dealt or drafted (p. 3-4, 7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Self

from msgspec.structs import replace

from rules.chance import Chance
from rules.commands import Key
from rules.errors import IllegalCommand, UnknownId
from rules.events import BaseEvent
from rules.names import check_apart, checked, tidy
from rules.state import Source
from rules.systems.city_of_horror.board import (
    free_places,
    living,
    location_of,
    next_to_place,
    own_character,
    turn_order,
)
from rules.systems.city_of_horror.pack import CROSSROADS, CityPack, Colour, Invasion
from rules.systems.city_of_horror.play import CityCommand, Play
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


def open_city(
    *,
    pack: CityPack,
    players: Sequence[tuple[str, Colour]],
    first: str | None = None,
    sides: Mapping[str, Literal["A", "B"]] | None = None,
    order: Sequence[str] = (),
    turned: int = 0,
    characters: Mapping[str, Sequence[str]] | None = None,
    voting: Voting = "sealed",
    cards: Source = "app",
    dealing: Dealing = "dealt",
    invasion: Source = "table",
    described: Mapping[str, Invasion] | None = None,
    seed: str = "",
) -> CityState:
    """Return a table ready for its first placement. Players sit clockwise; the first begins.

    `sides`: A by default. `order`: the locations as the numbers on the crossroads board have them,
    so the buildings among them are 1 to 4. `turned`: how that board lies. `characters`: those
    chosen by each player; by default they are dealt. `cards`: "table" where hands, food and
    movement cards are real ones; the app deals hands once everybody has a place, or lets the
    players draft them (`dealing`). `invasion`: "app" needs a known card for every hour.
    """
    players = [(tidy(name), colour) for name, colour in players]
    names = [name for name, _ in players]
    check_players(pack, players)
    seating = next(row for row in pack.seating if row.players == len(players))
    chance = Chance(seed=seed, cursor=0, entered=None)
    places = _places(pack, order)
    for key in sides or {}:
        if key not in places:
            raise UnknownId("location.unknown", location=key)
    dealt = (
        _chosen(pack, names, seating.characters, characters)
        if characters is not None
        else _dealt(pack, names, seating.characters, chance)
    )
    deck = chance.shuffled(pack.copies) if cards == "app" else pack.copies
    food = _food(pack, chance) if cards == "app" else pack.food
    locations = {key: Location(side=(sides or {}).get(key, "A")) for key in places}
    shown = sum(
        pack.locations[key].sides[location.side].food_shown for key, location in locations.items()
    )
    starter = first if first is not None else names[0]
    if starter not in names:
        raise UnknownId("player.unknown", player=starter)
    colours = dict(players)
    state = CityState(
        game=pack.game,
        seats={name: Player(colour=colour) for name, colour in players},
        characters={key: Character(player=name) for name in names for key in dealt[name]},
        locations=locations,
        turned=turned,
        first=starter,
        straggler=colours[starter],
        voting=voting,
        cards=cards,
        dealing=dealing,
        invasion=invasion,
        deck=deck,
        food=food[shown:] if cards == "app" else food,
        food_shown=food[:shown] if cards == "app" else (),
        coming=_coming(pack, described or {}, chance) if invasion == "app" else (),
        described=dict(described or {}),
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


def check_players(pack: CityPack, players: Sequence[tuple[str, Colour]]) -> None:
    """Refuse a number of players that cannot play, or names and colors that are too alike."""
    sizes = [row.players for row in pack.seating]
    if len(players) not in sizes:
        raise IllegalCommand("players.number", least=min(sizes), most=max(sizes))
    for name, colour in players:
        checked(name, "player.name")
        if colour not in pack.colours:
            raise UnknownId("colour.unknown", colour=colour)
    if len({name for name, _ in players}) < len(players):
        raise IllegalCommand("players.same_name")
    check_apart(name for name, _ in players)
    if len({colour for _, colour in players}) < len(players):
        raise IllegalCommand("players.same_colour")


def _places(pack: CityPack, order: Sequence[str]) -> tuple[str, ...]:
    """Return the locations as the board has them; by default buildings, tower and crossroads."""
    if not order:
        buildings = [key for key, location in pack.locations.items() if location.building]
        return (*buildings, *(key for key in pack.locations if key not in buildings))
    if sorted(order) != sorted(pack.locations):
        raise IllegalCommand("locations.order")
    return tuple(order)


def _dealt(
    pack: CityPack, names: Sequence[str], count: int, chance: Chance
) -> dict[str, tuple[str, ...]]:
    cards = chance.shuffled(sorted(pack.characters))
    return {name: cards[place * count : (place + 1) * count] for place, name in enumerate(names)}


def _chosen(
    pack: CityPack, names: Sequence[str], count: int, chosen: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    for name in chosen:
        if name not in names:
            raise UnknownId("player.unknown", player=name)
    everybody = [key for keys in chosen.values() for key in keys]
    for key in everybody:
        if key not in pack.characters:
            raise UnknownId("character.unknown", character=key)
    if len(set(everybody)) < len(everybody):
        raise IllegalCommand("characters.twice")
    for name in names:
        if len(chosen.get(name, ())) != count:
            raise IllegalCommand("characters.number", player=name, count=count)
    return {name: tuple(chosen[name]) for name in names}


def _food(pack: CityPack, chance: Chance) -> tuple[int, ...]:
    return tuple(int(value) for value in chance.shuffled([str(value) for value in pack.food]))


def _coming(pack: CityPack, described: Mapping[str, Invasion], chance: Chance) -> tuple[str, ...]:
    """Return one known card of each hour, drawn at random (p. 4)."""
    cards = []
    for hour in range(pack.rounds + 1):
        known = [
            card.id
            for card in pack.invasions.values()
            if card.hour == hour and (card.content is not None or card.id in described)
        ]
        if not known:
            raise IllegalCommand("invasion.no_card", hour=hour)
        cards.append(known[chance.below(len(known))])
    return tuple(cards)


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

    def play(self, play: Play) -> None:
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


def _begin_dealing(play: Play) -> None:
    """Deal or draft action cards, once everybody has a place (p. 4).

    A table with real cards deals by itself.
    """
    state, pack = play.state, play.pack
    if state.cards == "table":
        play.begin_phase("invasion")
        return
    seating = next(row for row in pack.seating if row.players == len(state.players))
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

    def play(self, play: Play) -> None:
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


def _pass_on(play: Play) -> None:
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
