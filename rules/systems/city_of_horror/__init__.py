"""City of Horror: votes, secret moves and betrayal; a state and commands of its own."""

from msgspec.structs import replace

from rules.commands import BaseCommand
from rules.errors import IllegalCommand
from rules.mechanic import mechanic
from rules.ruleset import Ruleset
from rules.systems.city_of_horror.beginning import CityWanted, open_city
from rules.systems.city_of_horror.house import HOUSE
from rules.systems.city_of_horror.pack import CityPack, Invasion, load_city
from rules.systems.city_of_horror.play import CityCommand, CityPlay
from rules.systems.city_of_horror.seats import open_to, players_of, shown, taken_back, view
from rules.systems.city_of_horror.state import CityState

__all__ = [
    "RULESET",
    "CityPack",
    "CityState",
    "CityWanted",
    "flow_commands",
    "legal_commands",
    "open_city",
]

COURSE = (
    *("play", "beginning", "rounds", "moves", "locations"),
    *("effects", "actions", "votes", "trade", "ending"),
)
"""Modules with commands and events, in the course of a game; they share their words."""


class City(Ruleset):
    """The ruleset of City of Horror, the one game of its kind."""

    def pack(self, state: CityState) -> CityPack:
        return load_city()

    def cover(self) -> CityPack:
        return load_city()

    def begin(
        self, state: CityState, pack: CityPack, command: BaseCommand | None = None
    ) -> CityPlay:
        if command is not None and state.result is not None:
            raise IllegalCommand("game.over")
        return CityPlay(state, pack)


RULESET = City(
    game="city-of-horror",
    rank=5,
    mechanics=(*(replace(mechanic(f"{__name__}.{part}"), home=__name__) for part in COURSE), HOUSE),
    state=CityState,
    description=Invasion,
    view=view,
    open_to=open_to,
    shown=shown,
    acts_for=players_of,
    taken_back=taken_back,
)


def legal_commands(state: CityState, pack: CityPack) -> tuple[CityCommand, ...]:
    """Return every command of its own that the table would accept now, in the course of a game."""
    own = (command for command in RULESET.asks if issubclass(command, CityCommand))
    return tuple(way for command in own for way in command.legal(state, pack))


def flow_commands(state: CityState, pack: CityPack) -> tuple[CityCommand, ...]:
    """Return only what brings the round on: the choices awaited, or the next step."""
    return tuple(way for way in legal_commands(state, pack) if way.is_flow)
