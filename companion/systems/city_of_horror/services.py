"""The only opener of tables of City of Horror."""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, get_args

from msgspec.structs import replace

from companion.house.selectors import house_pack
from companion.journal.selectors import state_json_after
from companion.models import Table
from companion.people.models import Person
from companion.services import command_submit, table_lay
from companion.systems.city_of_horror.selectors import city_pack
from rules import UnknownId, decode_any_state, games
from rules.errors import SetupProblem
from rules.systems.city_of_horror import (
    CityPack,
    CityState,
    CityWanted,
    flow_commands,
    open_city,
)
from rules.systems.city_of_horror.beginning import problems_of
from rules.systems.city_of_horror.pack import Invasion, Spot


class CityPlan(NamedTuple):
    """A wanted table and all that is wrong with it; without problems it can be opened."""

    pack: CityPack
    wanted: CityWanted
    described: dict[str, Invasion]
    """Invasion cards that the keeper's group has copied from printed ones."""
    problems: tuple[SetupProblem, ...]


def city_plan(*, person: Person | None, game: str, wanted: CityWanted) -> CityPlan:
    """Return the plan with all its problems; raise only where there is no such game."""
    if game not in games or games[game].state is not CityState:
        raise UnknownId("game.unknown", game=game)
    pack, known = city_pack(game), house_pack(person, game).described
    return CityPlan(pack, wanted, known, tuple(problems_of(pack, wanted, known)))


def city_open(*, person: Person, plan: CityPlan) -> Table:
    """Open the table of a plan."""
    seed = secrets.token_hex(16)
    state = open_city(plan.pack, plan.wanted, described=plan.described, seed=seed)
    return table_lay(person=person, state=state)


def opened_again(table: Table, person: Person) -> Table:
    """Open a table of the same players, board and ways; characters and cards are dealt anew."""
    first = decode_any_state(state_json_after(table, 0))
    assert isinstance(first, CityState)
    wanted = CityWanted(
        players=[(name, seat.colour) for name, seat in first.seats.items()],
        first=first.first,
        sides={key: location.side for key, location in first.locations.items()},  # type: ignore[misc]
        order=tuple(first.locations),
        turned=first.turned,
        voting=first.voting,
        cards=first.cards,
        dealing=first.dealing,
        invasion=first.invasion,
    )
    plan = city_plan(person=person, game=table.game, wanted=wanted)
    return city_open(person=person, plan=plan)


def sample(keeper: Person, game: str, players: Sequence[str]) -> Table:
    """Return a table at its first vote; its taps are written as those of phones.

    Every invasion card brings zombies to every place, so the vote comes at the first one.
    """
    pack = city_pack(game)
    card = Invasion(zombies=dict.fromkeys(get_args(Spot), 3))
    wanted = CityWanted(list(zip(players, pack.colours, strict=False)), invasion="app")
    known = dict.fromkeys(pack.invasions, card)
    state = open_city(pack, wanted, described=known, seed="demo")
    table = table_lay(person=keeper, state=state)
    while (now := table.any_state).stage != "vote":
        chosen = now.choices if now.phase == "choose" else ()
        flow = flow_commands(now, pack)
        command = next(each for each in flow if getattr(each, "player", None) not in chosen)
        command = replace(command, id=f"demo-{table.version:04}", seen=table.version)
        command_submit(table_id=table.pk, seat=table.seats.get(), command=command)
        table.refresh_from_db()
    return table
