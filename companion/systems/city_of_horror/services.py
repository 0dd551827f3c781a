"""The only opener of tables of City of Horror."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from companion.house.selectors import house_pack
from companion.journal.selectors import state_json_after
from companion.models import Table
from companion.people.models import Person
from companion.services import table_lay
from companion.systems.city_of_horror.selectors import city_pack
from rules import UnknownId, decode_any_state, games
from rules.systems.city_of_horror import CityState, open_city


def city_open(
    *,
    person: Person,
    game: str,
    players: Sequence[tuple[str, Any]],
    characters: Mapping[str, Sequence[str]] | None = None,
    **options: Any,
) -> Table:
    """Open a table; it knows the invasion cards that this person's group has entered."""
    if game not in games or games[game].state is not CityState:
        raise UnknownId("game.unknown", game=game)
    state = open_city(
        pack=city_pack(game),
        players=players,
        characters=characters,
        described=house_pack(person, game).described,
        seed=secrets.token_hex(16),
        **options,
    )
    return table_lay(person=person, state=state)


def opened_again(table: Table, person: Person) -> Table:
    """The same players, board and ways of playing; characters and cards are dealt anew."""
    first = decode_any_state(state_json_after(table, 0))
    assert isinstance(first, CityState)
    return city_open(
        person=person,
        game=table.game,
        players=[(name, seat.colour) for name, seat in first.seats.items()],
        first=first.first,
        sides={key: location.side for key, location in first.locations.items()},
        order=tuple(first.locations),
        turned=first.turned,
        voting=first.voting,
        cards=first.cards,
        dealing=first.dealing,
        invasion=first.invasion,
    )
