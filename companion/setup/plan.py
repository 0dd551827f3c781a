"""A table to be: what somebody wants, the plan it makes, and all that is wrong with it.

Pages read what is wanted from an address (`address`), programs send it (`api.set_up`); both open
the table of the plan. Nothing here asks the database or writes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from django.http import QueryDict
from msgspec import UNSET, UnsetType

from companion.house.selectors import CopiedCards
from companion.setup.needs import with_needed
from companion.setup.words import told_by_step
from companion.setup.zones import tokens_for_crowd, zones_for
from companion.workshop.ours import OurDeck, Ours, OwnMission, TakenRecords
from rules import Pack, Survivor, UnknownId, Zone, mission_of, played_pack, rulesets
from rules.errors import IllegalCommand, SetupProblem
from rules.names import own_key
from rules.opening import cards_inside, deck_problems, decks_of, problems_of, zone_problems
from rules.packs.played import pack_with
from rules.packs.schema import Mission
from rules.packs.schema.people import PackSurvivor, SkillTree
from rules.state import Option, Source

DICE = "dice"
STEPS = ("mission", "who", "players", "zones", "draws", "rules")
"""Steps of a set-up, each with a page of its own."""
DRAWN_ALWAYS = "zombies"
"""The deck without a card of which nobody can play."""
BESIDE = "beside"
"""The other plan, as `game?address`, while a second one is made to be compared with it."""


class ChosenSurvivor(NamedTuple):
    """A survivor at the table to be, and who plays them.

    As somebody wants them: one of the box by `key`, or one of the group's own by `name` alone.
    """

    key: str = ""
    name: str = ""
    player: str = ""
    """Empty if nobody has been named for them."""
    team: str = ""


class WantedTable(NamedTuple):
    """A table as a page or a program asks for it; nothing of it is checked."""

    game: str
    expansions: tuple[str, ...] = ()
    mission: str = ""
    """`box:code`, or the key of a mission of a house pack; empty for free play."""
    survivors: tuple[ChosenSurvivor, ...] | None = None
    """None for the usual line-up."""
    players: tuple[str, ...] = ()
    by: Mapping[str, str] = {}
    """Players by the keys of survivors for whom `survivors` names nobody."""
    zones: tuple[Zone, ...] | None = None
    """None for those of the mission, or as many as are usual."""
    decks: tuple[tuple[str, str], ...] | None = None
    """Decks with the keys of how packs put them together; None for those of the mission."""
    sources: Mapping[str, Source] = {}
    dice: Source = "app"
    hour: int | UnsetType | None = UNSET
    """Unset for the hour of the mission."""
    options: tuple[Option, ...] = ()


class Plan(NamedTuple):
    """A wanted table with its defaults filled in; without problems it can be opened."""

    pack: Pack
    """The game with its expansions in it."""
    mission: Mission | None
    mission_key: str
    own: OwnMission | None
    """The mission, if it is one of the group's own."""
    ours: Ours
    """Everything that the keeper's packs offer."""
    taken: TakenRecords
    """The part of it that this table takes."""
    composed: Mapping[str, tuple[str, ...]]
    """Keys of how packs put decks together, by deck: one a pack, the first with its choice of what
    stays in the box."""
    known: CopiedCards
    """Cards that the keeper's group has copied from printed ones."""
    expansions: tuple[str, ...]
    survivors: tuple[ChosenSurvivor, ...]
    players: tuple[str, ...]
    zones: tuple[Zone, ...]
    by_table: tuple[str, ...]
    """Decks the table draws, and `dice`."""
    unknown_decks: tuple[str, ...]
    """Decks the table must draw, because we do not know all their cards."""
    decks: tuple[str, ...]
    """The decks of the table."""
    hour: int | None
    options: tuple[Option, ...]
    problems: tuple[SetupProblem, ...] = ()
    query: QueryDict = QueryDict()
    """The address of the plan, if it has one, cleaned."""

    @property
    def told(self) -> dict[str, list[str]]:
        """Return the problems in words, by the step that mends them."""
        return told_by_step(self.problems, STEPS)

    @property
    def our_decks(self) -> list[OurDeck]:
        """Return the decks that are not as in the box."""
        return [self.ours.decks[key] for keys in self.composed.values() for key in keys]

    @property
    def tokens_to_stack(self) -> int:
        """Return how many of `more_tokens` the players' own zones leave out."""
        return max(0, self.more_tokens - sum(zone.tokens - 1 for zone in self.zones))

    @property
    def wanted(self) -> int:
        """Return how many survivors the mission or the game wants."""
        return survivors_wanted(self.pack, self.mission)

    @property
    def beside(self) -> str:
        """Return the plan that this one is made to be compared with, as `game?address`."""
        return self.query.get(BESIDE, "")

    @property
    def address(self) -> str:
        """Return this plan itself, as `game?address`."""
        return f"{self.pack.game}?{changed(self, beside=None)}"

    @property
    def more_tokens(self) -> int:
        """Return the spawn tokens that so many survivors add to those of the map."""
        return tokens_for_crowd(self.pack, len(self.survivors))

    def opening(self) -> dict[str, Any]:
        """Return the arguments of `table_open`, but for the person."""
        return {
            "game": self.pack.game,
            "expansions": self.expansions,
            "mission": self.mission_key,
            "ours": self.taken,
            "known": self.known,
            "survivors": _seated(self.pack.game, self.survivors),
            "zones": self.zones,
            "sources": {deck: "table" if deck in self.by_table else "app" for deck in self.decks},
            "dice": "table" if DICE in self.by_table else "app",
            "hour": self.hour,
            "options": self.options,
        }


def plan_of(wanted: WantedTable, ours: Ours, known: CopiedCards) -> Plan:
    """Return the plan with all its problems; raise only where there is no such game.

    `ours` are the packs of whoever opens it, `known` is what their group has copied from printed
    cards. What cannot be found is left out of the plan, and is among the problems.
    """
    game, boxes = wanted.game, played_pack(wanted.game).expansions
    expansions = tuple(box for box in wanted.expansions if box in boxes)
    own = ours.mission(wanted.mission)
    composed = _composed(wanted, ours, own)
    taken = ours.taken(
        played_pack(game, expansions),
        mission=own,
        survivors=[survivor.key for survivor in wanted.survivors or ()],
        decks=[key for keys in composed.values() for key in keys],
    )
    pack = pack_with(game, expansions, taken.box)
    mission = own.mission if own else mission_of(game, wanted.mission)
    survivors = line_up(pack, wanted, mission)
    usual = decks_of(pack, taken.left_out, known.described)
    drawn_by = {**usual, **wanted.sources, DICE: wanted.dice}
    start_hour = mission.start_hour if mission else None
    plan = Plan(
        pack=pack,
        mission=mission,
        mission_key=wanted.mission if mission else "",
        own=own,
        ours=ours,
        taken=taken,
        composed=composed,
        known=known,
        expansions=expansions,
        survivors=survivors,
        players=wanted.players,
        zones=zones_for(pack, mission, len(survivors)) if wanted.zones is None else wanted.zones,
        by_table=tuple(deck for deck in (*usual, DICE) if drawn_by[deck] == "table"),
        unknown_decks=tuple(deck for deck, source in usual.items() if source == "table"),
        decks=tuple(usual),
        hour=start_hour if wanted.hour is UNSET else wanted.hour,
        options=wanted.options,
    )
    return plan._replace(problems=tuple(_problems(wanted, plan)))


def _problems(wanted: WantedTable, plan: Plan) -> Iterator[SetupProblem]:
    """Yield what is not there, then what the rules have against the rest."""
    for box in wanted.expansions:
        if box not in plan.expansions:
            yield SetupProblem("mission", UnknownId("expansion.unknown", expansion=box))
    for deck, key in wanted.decks or ():
        if key not in plan.ours.decks or plan.ours.decks[key].draft.deck != deck:
            yield SetupProblem("draws", UnknownId("deck.unknown", deck=key))
    if plan.taken.twice:
        yield SetupProblem("draws", IllegalCommand("workshop.twice", number=plan.taken.twice))
    yield from deck_problems(plan.pack, wanted.sources)
    if wanted.mission and plan.mission is None:
        yield SetupProblem("mission", UnknownId("mission.unknown", mission=wanted.mission))
    yield from survivor_problems(plan.pack, wanted.survivors or (), wanted.players)
    yield from zone_problems(wanted.zones or ())
    yield from problems_of(
        plan.pack,
        _seated(plan.pack.game, plan.survivors),
        zones=plan.zones,
        options=plan.options,
        sources=wanted.sources,
        unknown_decks=plan.unknown_decks,
    )
    left_out = plan.taken.left_out
    if DRAWN_ALWAYS in plan.decks and not cards_inside(plan.pack, DRAWN_ALWAYS, left_out):
        yield SetupProblem("draws", IllegalCommand("deck.empty", deck=DRAWN_ALWAYS))


def _composed(
    wanted: WantedTable, ours: Ours, own: OwnMission | None
) -> dict[str, tuple[str, ...]]:
    """Return the keys by deck: as it is wanted, else as the group's own mission has it.

    The first one of each pack counts.
    """
    keys = ours.decks_of(own) if wanted.decks is None else [key for _deck, key in wanted.decks]
    by_deck: dict[str, dict[Any, str]] = {}
    for key in keys:
        if key in ours.decks:
            our = ours.decks[key]
            by_deck.setdefault(our.draft.deck, {}).setdefault(our.house.pk, key)
    return {deck: tuple(by_pack.values()) for deck, by_pack in by_deck.items()}


# --- survivors ---


def survivors_wanted(pack: Pack, mission: Mission | None) -> int:
    """Return how many survivors the mission or the game wants."""
    return (mission and mission.survivors) or pack.survivors_at_table


def usual_line_up(pack: Pack, mission: Mission | None) -> tuple[ChosenSurvivor, ...]:
    """Return survivors of the box, those whose cards we know first, with whom the mission needs."""
    ranked = sorted(pack.survivors, key=lambda survivor: not is_known(survivor))
    first = {survivor.id for survivor in ranked[: survivors_wanted(pack, mission)]}
    keys = [survivor.id for survivor in pack.survivors if survivor.id in first]
    return tuple(ChosenSurvivor(key) for key in with_needed(pack, mission, keys))


def survivor_problems(
    pack: Pack, named: Iterable[ChosenSurvivor], players: Sequence[str]
) -> Iterator[SetupProblem]:
    """Yield players who are not at the table, survivors of no box, and teams in a game without."""
    boxed = {survivor.id for survivor in pack.survivors}
    has_teams = "team" in rulesets[pack.game].survivor.given
    for survivor in named:
        if survivor.player and survivor.player not in players:
            yield SetupProblem("players", UnknownId("player.unknown", player=survivor.player))
        if survivor.key not in boxed and (survivor.key or not survivor.name):
            yield SetupProblem("who", UnknownId("survivor.unknown", survivor=survivor.key))
        if survivor.team and not has_teams:
            yield SetupProblem("who", IllegalCommand("team.none_here"))


def line_up(pack: Pack, wanted: WantedTable, mission: Mission | None) -> tuple[ChosenSurvivor, ...]:
    """Return the survivors that are there, or the usual ones, with the players they are dealt."""
    named = usual_line_up(pack, mission) if wanted.survivors is None else wanted.survivors
    players, turn = wanted.players, 0
    dealt: list[ChosenSurvivor] = []
    for survivor in chosen(pack, named):
        player = survivor.player or wanted.by.get(survivor.key, "")
        if not survivor.player and players and player not in players:
            player, turn = players[turn % len(players)], turn + 1
        dealt.append(survivor._replace(player=player))
    return tuple(dealt)


def chosen(pack: Pack, named: Iterable[ChosenSurvivor]) -> Iterator[ChosenSurvivor]:
    """Yield the survivors that are there.

    The group's own have a key made of their name, the same every evening.
    """
    printed = {survivor.id: survivor.name for survivor in pack.survivors}
    own: list[str] = []
    for key, name, player, team in named:
        if key in printed:
            yield ChosenSurvivor(key, name or printed[key], player, team)
        elif name and not key:
            own.append(own_key(name, own))
            yield ChosenSurvivor(own[-1], name, player, team)


def _seated(game: str, survivors: Iterable[ChosenSurvivor]) -> list[tuple[str, Survivor]]:
    """Return survivors of that game by key, in teams where they have one."""
    kind = rulesets[game].survivor
    seated: list[tuple[str, Survivor]] = []
    for key, name, player, team in survivors:
        fields: dict[str, Any] = {"team": team} if team and "team" in kind.given else {}
        seated.append((key, kind(name=name, player=player, **fields)))
    return seated


def is_known(survivor: PackSurvivor) -> bool:
    """Check if the whole card is known to us: all four levels of skills."""
    return is_complete(survivor.skills)


def is_complete(tree: SkillTree) -> bool:
    return None not in (tree.blue, tree.yellow, tree.orange, tree.red)


# --- the address of a plan ---


class Addressed(Protocol):
    """A plan that stands in an address."""

    @property
    def query(self) -> QueryDict: ...


def changed(plan: Addressed, **values: Any) -> str:
    """Return the plan's address with something changed; None takes a word out."""
    query = plan.query.copy()
    for name, value in values.items():
        if value is None:
            query.pop(name, None)
        elif isinstance(value, str):
            query[name] = value
        else:
            query.setlist(name, list(value) or [""])
    return query.urlencode()
