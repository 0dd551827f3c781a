"""City of Horror: votes, secret moves and betrayal; a state and commands of its own."""

from rules.ruleset import Ruleset
from rules.systems.city_of_horror.commands import CityCommand
from rules.systems.city_of_horror.events import CityEvent
from rules.systems.city_of_horror.handlers import HANDLERS
from rules.systems.city_of_horror.legality import legal_commands
from rules.systems.city_of_horror.pack import CityPack, Invasion, load_city
from rules.systems.city_of_horror.seats import players_of, shown, view
from rules.systems.city_of_horror.setup import open_city
from rules.systems.city_of_horror.state import CityState

__all__ = ["RULESET", "CityCommand", "CityEvent", "CityPack", "CityState", "open_city"]

RULESET = Ruleset(
    game="city-of-horror",
    handlers=HANDLERS,
    state=CityState,
    description=Invasion,
    pack=load_city,
    legal=legal_commands,
    view=view,
    shown=shown,
    acts_for=players_of,
)
