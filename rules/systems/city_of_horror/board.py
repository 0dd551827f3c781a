"""Facts derived from a table: positions, who may move, vote and be attacked, and why."""

import msgspec

from rules.errors import IllegalCommand, UnknownId
from rules.systems.city_of_horror.pack import ARMORY, CROSSROADS, TOWER, CityPack, Colour, Side
from rules.systems.city_of_horror.state import HIDDEN, Character, CityState, Location

AT_THE_START = ("look-first", "choose-late")
"""Effects of the tower: they belong to the beginning of a round, not to its location."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack check and its arithmetic: `at_least` zombies, or more than the people."""

    zombies: int
    people: int
    at_least: int | None
    places: int | None
    attacks: bool


# --- players ---


def living(state: CityState, player: str) -> tuple[str, ...]:
    """Return the characters a player still has."""
    return tuple(
        key
        for key, character in state.characters.items()
        if character.player == player and character.alive
    )


def in_game(state: CityState, player: str) -> bool:
    return bool(living(state, player))


def turn_order(state: CityState) -> tuple[str, ...]:
    """Return the players still in the game, clockwise from the first player."""
    players = state.players
    start = players.index(state.first)
    return tuple(
        player for player in (*players[start:], *players[:start]) if in_game(state, player)
    )


def placing_order(state: CityState) -> tuple[str, ...]:
    """Return the order of the first placement: the reverse, the first player last (p. 4)."""
    return tuple(reversed(turn_order(state)))


def next_to_place(state: CityState) -> str | None:
    """Return the next player whose characters have no place yet."""
    waiting = {character.player for character in state.characters.values() if character.at is None}
    return next((player for player in placing_order(state) if player in waiting), None)


def late_choosers(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return the players who choose a movement card after the reveal: on a tower of side B."""
    return _upon(state, pack, "choose-late")


def early_lookers(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return the players who see the card at the start of a round: on a tower of side A."""
    return _upon(state, pack, "look-first")


def _upon(state: CityState, pack: CityPack, do: str) -> tuple[str, ...]:
    places = [key for key in state.locations if side_of(state, pack, key).do == do]
    return tuple(
        player for player in turn_order(state) if any(present(state, player, key) for key in places)
    )


def colours_in_play(state: CityState, pack: CityPack) -> tuple[Colour, ...]:
    """Return the players' colors, clockwise; the colors nobody has are covered."""
    used = {seat.colour for seat in state.seats.values()}
    return tuple(colour for colour in pack.colours if colour in used)


# --- locations ---


def location_of(state: CityState, key: str) -> Location:
    if key not in state.locations:
        raise UnknownId("location.unknown", location=key)
    return state.locations[key]


def side_of(state: CityState, pack: CityPack, key: str) -> Side:
    return pack.locations[key].sides[location_of(state, key).side]


def people(state: CityState, key: str) -> tuple[str, ...]:
    """Return everybody alive at a location, hidden or not."""
    return tuple(
        name
        for name, character in state.characters.items()
        if character.at == key and character.alive
    )


def present(state: CityState, player: str, key: str) -> tuple[str, ...]:
    """Return a player's characters at a location."""
    return tuple(name for name in people(state, key) if state.characters[name].player == player)


def in_reach(state: CityState, player: str, key: str) -> tuple[str, ...]:
    """Return a player's characters at a location whom zombies can see."""
    return tuple(name for name in present(state, player, key) if not state.characters[name].hidden)


def free_places(state: CityState, pack: CityPack, key: str) -> int | None:
    """Return the number of free places; None: no limit.

    A place made by force is gone as soon as somebody leaves (p. 12).
    """
    if location_of(state, key).closed:
        return 0
    places = side_of(state, pack, key).places
    return None if places is None else max(0, places - len(people(state, key)))


def gets_in(state: CityState, pack: CityPack, player: str, key: str, goal: str) -> bool:
    """Return True if this character may enter.

    A full place lets in only those who squeeze, a closed one nobody.
    """
    if free_places(state, pack, goal) != 0:
        return True
    squeezes = {player, key} & set(state.squeezing)
    return bool(squeezes) and not location_of(state, goal).closed


def building_numbers(state: CityState, pack: CityPack) -> dict[str, str]:
    """Return each building's number in this table's layout; invasion cards use it."""
    buildings = [key for key in state.locations if pack.locations[key].building]
    return {key: str(number) for number, key in enumerate(buildings, 1)}


def location_at(state: CityState, pack: CityPack, spot: str) -> str:
    """Return the location that a spot of an invasion card stands for."""
    by_number = {number: key for key, number in building_numbers(state, pack).items()}
    return by_number.get(spot, spot)


def attack_on(state: CityState, pack: CityPack, key: str) -> Attack:
    """Check if zombies attack; hidden people count as people (p. 12)."""
    side, zombies = side_of(state, pack, key), location_of(state, key).zombies
    crowd = len(people(state, key))
    holds = zombies > crowd if side.at_least is None else zombies >= side.at_least
    return Attack(
        zombies=zombies,
        people=crowd,
        at_least=side.at_least,
        places=side.places,
        attacks=holds,
    )


def can_pay(state: CityState, pack: CityPack, player: str) -> bool:
    """Return True if a player has the price of this location's effect, which is open to all.

    Real hands are unknown to the app and count as enough.
    """
    assert state.at is not None
    seat = state.seats[player]
    match side_of(state, pack, state.at).cost:
        case "card":
            return state.cards == "table" or bool(seat.hand)
        case "food":
            return bool(seat.food)
        case "exhaust":
            own = present(state, player, state.at)
            return any(
                state.characters[key].fit and pack.characters[key].do != "birth" for key in own
            )
    return True


def can_gain(state: CityState, pack: CityPack, player: str) -> bool:
    """Return True if the effect of the location in turn would bring a player anything."""
    assert state.at is not None
    match side_of(state, pack, state.at).do:
        case "refresh":
            return any(
                not state.characters[key].fit and pack.characters[key].do != "birth"
                for key in living(state, player)
            )
        case "antidote":
            return antidotes_left(state, pack) > 0
        case "food":
            return bool(state.food or state.food_shown)
        case "top-card":
            return bool(state.deck)
        case "discarded-card":
            return bool(state.discard)
    return True


def effect_users(state: CityState, pack: CityPack) -> tuple[str, ...]:
    """Return the players who may still use this location's effect and can, in turn order."""
    return tuple(
        player
        for player in state.waiting
        if can_pay(state, pack, player) and can_gain(state, pack, player)
    )


def zombies_left(state: CityState, pack: CityPack) -> int:
    """Return the number of zombies in the reserve."""
    return pack.box.zombies - sum(location.zombies for location in state.locations.values())


def antidotes_left(state: CityState, pack: CityPack) -> int:
    """Return the number of antidotes in the ambulance."""
    held = sum(seat.antidotes for seat in state.seats.values())
    laid = sum(location.antidotes for location in state.locations.values())
    return pack.antidotes - held - laid - state.spent


def kinds_in_hand(state: CityState, player: str) -> tuple[str, ...]:
    """Return one copy of each card in a hand: a second one would offer the same."""
    by_card = {copy.rpartition("-")[0]: copy for copy in state.seats[player].hand}
    return tuple(copy for copy in by_card.values() if copy != HIDDEN)


# --- characters ---


def character_of(state: CityState, key: str) -> Character:
    if key not in state.characters:
        raise UnknownId("character.unknown", character=key)
    return state.characters[key]


def own_character(state: CityState, player: str, key: str) -> Character:
    """Return a living character of that player, or raise."""
    character = character_of(state, key)
    if character.player != player:
        raise IllegalCommand("character.not_yours", character=key)
    if not character.alive:
        raise IllegalCommand("character.dead", character=key)
    return character


def is_free(state: CityState, pack: CityPack, key: str) -> bool:
    """Return True if alive and neither held back by a drawback nor locked in (p. 12)."""
    character = state.characters[key]
    held = pack.characters[key].drawback == "no-move" and key not in state.freed
    locked = character.at is not None and state.locations[character.at].closed
    return character.alive and not held and not locked


def movable(state: CityState, pack: CityPack, player: str) -> tuple[str, ...]:
    """Return the player's characters who may be moved to the location of their card."""
    goal = state.choices.get(player)
    return tuple(
        key
        for key in living(state, player)
        if state.characters[key].at != goal and is_free(state, pack, key)
    )


def mover(state: CityState) -> str | None:
    """Return the player whose move it is; None if it is nobody's."""
    if state.phase != "move":
        return None
    return next((player for player in turn_order(state) if player not in state.moved), None)


# --- votes ---


def votes_of(state: CityState, pack: CityPack, key: str) -> int:
    """Return a character's votes: one, two after a birth, none if hidden or barred from voting."""
    character, card = state.characters[key], pack.characters[key]
    if character.hidden or (card.drawback == "no-vote" and key not in state.freed):
        return 0
    return 2 if card.do == "birth" and not character.fit else 1


def weights(state: CityState, pack: CityPack, key: str) -> dict[str, int]:
    """Return the votes of each player who has any at a location; a replica adds two."""
    votes = {}
    for player in turn_order(state):
        own = sum(votes_of(state, pack, character) for character in present(state, player, key))
        extra = 2 * sum(replica == (player, key) for replica in state.replicas)
        if own:
            votes[player] = own + extra
    return votes


def candidates(state: CityState, key: str, *, for_share: bool) -> tuple[str, ...]:
    """Return the players who can be voted for (p. 7, 12).

    As a victim: those with somebody whom zombies can reach. To share: those with anybody there.
    """
    there = present if for_share else in_reach
    return tuple(player for player in turn_order(state) if there(state, player, key))


def tally(state: CityState, pack: CityPack, ballots: dict[str, str]) -> dict[str, int]:
    """Return the votes for each candidate of the location in turn."""
    assert state.at is not None
    share = state.stage in ("share-vote", "share-tie")
    counts = dict.fromkeys(candidates(state, state.at, for_share=share), 0)
    heavy = weights(state, pack, state.at)
    for voter, choice in ballots.items():
        counts[choice] += heavy[voter]
    return counts


def leaders(counts: dict[str, int]) -> tuple[str, ...]:
    """Return the players with the most votes."""
    most = max(counts.values())
    return tuple(player for player, votes in counts.items() if votes == most)


# --- the straggler ---


def straggler_meets(state: CityState, pack: CityPack) -> str | None:
    """Return the first player clockwise from the marker whom zombies reach on the crossroads."""
    track = colours_in_play(state, pack)
    start = track.index(state.straggler)
    by_colour = {seat.colour: player for player, seat in state.seats.items()}
    for colour in (*track[start:], *track[:start]):
        if in_reach(state, by_colour[colour], CROSSROADS):
            return by_colour[colour]
    return None


# --- when cards and powers are used ---


BEFORE = {"vote": "attack", "share-vote": "share", "hand-out": "share"}
"""Stages that a card or a power leads back to: a vote that is not over yet begins again."""


def may_act(state: CityState) -> bool:
    """Return True if cards and powers may be used now (p. 7).

    They may until the last player has voted, never between a vote and its end. A player's vote also
    says that they are ready. Supplies that nobody has to vote about can be fought for until they
    are handed out.
    """
    if state.phase != "locations":
        return state.phase in ("choose", "late", "invasion", "move")
    if state.stage == "hand-out":
        return state.at is not None and len(candidates(state, state.at, for_share=True)) == 1
    return state.stage in ("effect", "attack", "share", *BEFORE)


def could_act(state: CityState, player: str) -> bool:
    """Return True if a player has a card or a fit character, which lies open.

    Real hands may hold cards.
    """
    has_cards = state.cards == "table" or bool(state.seats[player].hand)
    return has_cards or any(state.characters[key].fit for key in living(state, player))


def sites(state: CityState) -> tuple[str, ...]:
    """Return the locations where an explosion can still be placed."""
    return tuple(
        key
        for key, open_ in (
            (TOWER, state.locations[TOWER].side != "ruined"),
            (ARMORY, not state.locations[ARMORY].closed),
        )
        if open_
    )
