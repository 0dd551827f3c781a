"""The only opener of tables of City of Horror."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from companion.house.selectors import house_pack
from companion.journal.selectors import state_json_after
from companion.models import Table
from companion.people.models import Person
from companion.services import command_submit, table_lay
from companion.systems.city_of_horror.selectors import city_pack
from rules import UnknownId, decode_any_state, games
from rules.systems.city_of_horror import CityState, flow_commands, open_city
from rules.systems.city_of_horror.pack import Invasion, Spot


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


def sample(keeper: Person, game: str, players: Sequence[str]) -> Table:
    """Return a table at its first vote; its taps are written as those of phones.

    Every invasion card brings zombies to every place, so the vote comes at the first one.
    """
    pack = city_pack(game)
    card = Invasion(zombies=dict.fromkeys(get_args(Spot), 3))
    state = open_city(
        pack=pack,
        players=list(zip(players, pack.colours, strict=False)),
        described=dict.fromkeys(pack.invasions, card),
        invasion="app",
        seed="demo",
    )
    table = table_lay(person=keeper, state=state)
    while (now := table.any_state).stage != "vote":
        chosen = now.choices if now.phase == "choose" else ()
        flow = flow_commands(now, pack)
        command = next(each for each in flow if getattr(each, "player", None) not in chosen)
        command = replace(command, id=f"demo-{table.version:04}", seen=table.version)
        command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
        table.refresh_from_db()
    return table
