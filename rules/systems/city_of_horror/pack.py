"""The pack of City of Horror: another box than Zombicide's, read and checked the same way."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict

from rules.errors import PackError
from rules.packs.checks.scope import missing
from rules.packs.reading import Folder
from rules.packs.schema.base import Count, Fact, Natural, Slug, Strict, Term
from rules.packs.schema.files import Nothing
from rules.packs.schema.pack import Cover
from rules.packs.vocabulary import ICONS

FOLDER = "city-of-horror"
Colour = Literal["green", "violet", "white", "blue", "red", "yellow"]
SideId = Literal["A", "B", "ruined"]
Spot = Literal["1", "2", "3", "4", "water-tower", "crossroads"]
"""A place as invasion cards name it: the buildings by their number at this table."""
Hour = Literal[0, 1, 2, 3, 4]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
TOWER, CROSSROADS, ARMORY = "water-tower", "crossroads", "armory"


class Seating(Strict, frozen=True, kw_only=True):
    """The numbers of characters and action cards for each player, by the number of players."""

    players: Count
    characters: Count
    cards: Count


class CityFrame(Cover, frozen=True, kw_only=True):
    """The content of `city.toml`."""

    rounds: Count
    zombies_at_a_place: Count
    antidotes: Count
    food: tuple[Natural, ...]
    colours: tuple[Colour, ...]
    """Colors as they lie around the crossroads, clockwise."""
    seating: tuple[Seating, ...]


class Side(Strict, frozen=True, kw_only=True):
    """One side of a location. Without `at_least`, zombies attack when they outnumber the people."""

    places: Count | None = None
    at_least: Count | None = None
    cost: Literal["card", "food", "exhaust"] | None = None
    do: (
        Literal[
            "refresh",
            "antidote",
            "food",
            "top-card",
            "discarded-card",
            "straggler",
            "straggler-step",
            "look-first",
            "choose-late",
        ]
        | None
    ) = None
    effect: Term | None = None
    explosions: Count | None = None
    """Number of explosions that set it off."""
    food_shown: Natural = 0


ICONS_OF_PLACES = ICONS | {"armory", "bank", "hospital", "tower"}


class PackLocation(Fact, frozen=True, kw_only=True):
    """A location with its sides. `building`: it stands on a corner and gets supplies."""

    id: Slug
    icon: str
    name: Term
    short: Term
    """Name short enough for a place of the board."""
    building: bool = True
    sides: dict[SideId, Side]


class PackCharacter(Fact, frozen=True, kw_only=True):
    """A character: points on either side, a power, perhaps a drawback."""

    id: Slug
    name: Term
    short: Term
    """Name short enough for a chip on the board; no two are alike."""
    fit: Natural
    exhausted: Natural
    do: Literal[
        "calm",
        "swap",
        "draw",
        "move-zombie",
        "vote",
        "move",
        "kill",
        "squeeze",
        "first-player",
        "hide",
        "birth",
        "take-back",
        "cancel",
        "look",
        "straggler",
        "change-movement",
        "steal",
    ]
    count: Count = 1
    drawback: Literal["lures", "no-vote", "no-move"] | None = None
    effect: Term


class PackAction(Fact, frozen=True, kw_only=True):
    """An action card."""

    id: Slug
    name: Term
    copies: Count
    do: Literal[
        "add",
        "refresh",
        "keep",
        "cancel",
        "hide",
        "squeeze",
        "kill",
        "kill-half",
        "look",
        "straggler",
        "lead-away",
        "move-zombie",
        "steal",
        "votes",
        "change-movement",
    ]
    count: Count = 1
    explosion: bool = False
    effect: Term


class Invasion(Strict, frozen=True, kw_only=True):
    """Content of an invasion card, in the order in which it is carried out."""

    moves: Annotated[tuple[tuple[Spot, Spot], ...], msgspec.Meta(max_length=6)] = ()
    zombies: dict[Spot, Few] = {}
    antidotes: dict[Spot, Few] = {}
    cards: dict[Spot, Few] = {}
    steps: Few = 0
    """Steps of the straggler."""


class PackInvasion(Fact, frozen=True, kw_only=True):
    """An invasion card; most are known by their hour only."""

    id: str
    hour: Hour
    content: Invasion | None = None


class CityPack(CityFrame, frozen=True, kw_only=True):
    """All facts we know of City of Horror."""

    locations: dict[str, PackLocation]
    characters: dict[str, PackCharacter]
    actions: dict[str, PackAction]
    invasions: dict[str, PackInvasion]

    def action(self, copy: str) -> PackAction:
        """Return the card of a copy, for example `gun` of `gun-2`."""
        return self.actions[copy.rpartition("-")[0]]

    @property
    def most_players(self) -> int:
        return max(row.players for row in self.seating)

    @property
    def unknown_invasions(self) -> int:
        """Return the number of invasion cards we have not seen."""
        return sum(card.content is None for card in self.invasions.values())

    @property
    def facts(self) -> dict[str, tuple[Fact, ...]]:
        """Return all cards by kind, for the report on how sure we are of each."""
        return {
            "locations": tuple(self.locations.values()),
            "characters": tuple(self.characters.values()),
            "actions": tuple(self.action(copy) for copy in self.copies),
            "invasions": tuple(self.invasions.values()),
        }

    @property
    def copies(self) -> tuple[str, ...]:
        """Return every physical action card."""
        return tuple(
            f"{card.id}-{number}"
            for card in self.actions.values()
            for number in range(1, card.copies + 1)
        )


@cache
def load_city() -> CityPack:
    """Return the pack; raise `PackError` with everything that is wrong with it."""
    pack, problems = read_city(files("rules.packs").joinpath("data"))
    if problems or pack is None:
        raise PackError(problems)
    return pack


def read_city(root: Traversable) -> tuple[CityPack | None, list[str]]:
    """Return the pack under `root` and its problems, with file and key."""
    problems: list[str] = []
    folder = Folder(root.joinpath(FOLDER), FOLDER, problems)
    frame = folder.whole("city.toml", CityFrame)
    locations = folder.records("locations.toml", "locations", PackLocation, Nothing).rows
    characters = folder.records("characters.toml", "characters", PackCharacter, Nothing).rows
    actions = folder.records("actions.toml", "actions", PackAction, Nothing).rows
    invasions = folder.records("invasions.toml", "invasions", PackInvasion, Nothing).rows
    if problems or frame is None:
        return None, problems
    pack = CityPack(
        **asdict(frame),
        locations={location.id: location for location in locations},
        characters={character.id: character for character in characters},
        actions={action.id: action for action in actions},
        invasions={invasion.id: invasion for invasion in invasions},
    )
    kinds: tuple[tuple[PackLocation | PackCharacter | PackAction | PackInvasion, ...], ...]
    kinds = (locations, characters, actions, invasions)
    ids = [record.id for records in kinds for record in records]
    for file, key, text in _problems(pack, ids):
        folder.problem(file, key, text)
    return pack, problems


def _problems(pack: CityPack, ids: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong against the component list of the box and the pictures there are."""
    yield from missing("city.toml", "icon", [pack.icon], ICONS)
    for location in pack.locations.values():
        key = f"locations[{location.id}].icon"
        yield from missing("locations.toml", key, [location.icon], ICONS_OF_PLACES)
    for name in (name for name, count in Counter(ids).items() if count > 1):
        yield "", name, "stands there twice"
    counts = (
        ("characters.toml", len(pack.characters), pack.box.survivors),
        ("actions.toml", len(pack.copies), pack.box.cards["actions"]),
        ("invasions.toml", len(pack.invasions), pack.box.cards["invasions"]),
        ("city.toml", len(pack.food), pack.box.tokens["food"]),
    )
    for file, counted, printed in counts:
        if counted != printed:
            yield file, "", f"{counted}, the box has {printed}"
    for card in pack.invasions.values():
        if (card.content is None) is not (card.sure == "unknown"):
            yield "invasions.toml", f"invasions[{card.id}]", "known and unknown at once"
