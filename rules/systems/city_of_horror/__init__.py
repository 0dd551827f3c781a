"""City of Horror: votes, secret moves and betrayal; a state and commands of its own."""

from rules.commands import BaseCommand
from rules.errors import IllegalCommand
from rules.ruleset import Ruleset
from rules.systems.city_of_horror.mechanics import CITY
from rules.systems.city_of_horror.pack import CityPack, Invasion, load_city
from rules.systems.city_of_horror.play import Play
from rules.systems.city_of_horror.seats import open_to, players_of, shown, taken_back, view
from rules.systems.city_of_horror.setup import open_city
from rules.systems.city_of_horror.state import CityState

__all__ = ["RULESET", "CityPack", "CityState", "open_city"]


class City(Ruleset):
    """The ruleset of City of Horror, the one game of its kind."""

    def pack(self, state: CityState) -> CityPack:
        return load_city()

    def cover(self) -> CityPack:
        return load_city()

    def begin(self, state: CityState, pack: CityPack, command: BaseCommand | None = None) -> Play:
        if command is not None and state.result is not None:
            raise IllegalCommand("game.over")
        return Play(state, pack)


RULESET = City(
    game="city-of-horror",
    rank=5,
    mechanics=CITY,
    state=CityState,
    description=Invasion,
    view=view,
    open_to=open_to,
    shown=shown,
    acts_for=players_of,
    taken_back=taken_back,
)
