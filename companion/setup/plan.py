"""A table that is being set up. All of it stands in the address, so every step is a link.

What the address does not say has a sensible default; an empty value means "none of these".
"""

import random
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from companion.house.selectors import NOTHING_COPIED, CopiedCards
from companion.setup.needs import with_needed
from companion.setup.zones import (
    read_zones,
    tokens_for_crowd,
    zone_colours,
    zone_kinds,
    zone_words,
    zones_for,
)
from companion.workshop.ours import OurDeck, Ours, OwnMission, Taken
from rules import Pack, Survivor, TableState, Zone, mission_of, new_table, played_pack
from rules.engine import NAME_LENGTH
from rules.names import like, own_key, tidy
from rules.packs.played import pack_with
from rules.packs.schema import Mission
from rules.packs.schema.people import PackSurvivor, SkillTree
from rules.state import MAX_SURVIVORS, Deck, Option

CAMPAIGN_OPTION: Option = "out-of-action"
DICE = "dice"
LISTS = ("with", "survivors", "own", "by", "zone", "table", "option", "deck")
BESIDE = "beside"
"""The other plan, as `game?address`, while a second one is made to be compared with it."""
SINGLE = ("mission", "players", "hour", BESIDE)
MOST_HOURS = 24


class Chosen(NamedTuple):
    """A survivor at the table to be, and who plays them."""

    key: str
    name: str
    player: str


class Plan(NamedTuple):
    """What the address says, with the defaults filled in."""

    pack: Pack
    """The game with its expansions in it."""
    query: QueryDict
    """The part of the address that is ours, cleaned."""
    mission: Mission | None
    mission_key: str
    own: OwnMission | None
    """Where the mission is one of the group's own."""
    ours: Ours
    """All that the keeper's packs offer."""
    taken: Taken
    """What of it this table takes."""
    composed: Mapping[str, tuple[str, ...]]
    """By deck, the keys of how packs put it together: one a pack, the first with its choice of what
    stays in the box."""
    known: CopiedCards
    """What the keeper's group has copied from printed cards."""
    expansions: tuple[str, ...]
    survivors: tuple[Chosen, ...]
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
    problems: Mapping[str, str]
    """What is missing or wrong, by the step that mends it."""

    @property
    def our_decks(self) -> list[OurDeck]:
        """The decks that are not as in the box."""
        return [self.ours.decks[key] for keys in self.composed.values() for key in keys]

    @property
    def wanted(self) -> int:
        """How many survivors the mission or the game wants."""
        return (self.mission and self.mission.survivors) or self.pack.survivors_at_table

    @property
    def more_tokens(self) -> int:
        """Spawn tokens that so many survivors add to those of the map."""
        return tokens_for_crowd(self.pack, len(self.survivors))

    @property
    def beside(self) -> str:
        """The plan that this one is made to be compared with, as `game?address`."""
        return self.query.get(BESIDE, "")

    @property
    def address(self) -> str:
        """This plan itself, as `game?address`."""
        return f"{self.pack.game}?{changed(self, beside=None)}"

    def opening(self) -> dict[str, Any]:
        """The arguments of `table_open`, but for the person."""
        return {
            "game": self.pack.game,
            "expansions": self.expansions,
            "mission": self.mission_key,
            "ours": self.taken,
            "survivors": [
                (survivor.key, Survivor(name=survivor.name, player=survivor.player))
                for survivor in self.survivors
            ],
            "zones": self.zones,
            "sources": {deck: "table" if deck in self.by_table else "app" for deck in self.decks},
            "dice": "table" if DICE in self.by_table else "app",
            "hour": self.hour,
            "options": self.options,
        }


@cache
def decks_of(game: str, expansions: tuple[str, ...]) -> Mapping[str, str]:
    """The decks of such a table, and who draws them unless somebody says otherwise."""
    somebody = [("somebody", Survivor(name="?", player=""))]
    preview: TableState = new_table(
        pack=played_pack(game, expansions), expansions=expansions, survivors=somebody
    )
    return {name: deck.source for name, deck in preview.decks.items()}


def own_decks(
    pack: Pack, expansions: tuple[str, ...], taken: Taken, described: Mapping[str, Any]
) -> Mapping[str, Deck]:
    """The decks of a table that takes something of the group's packs, or knows more cards."""
    somebody = [("somebody", Survivor(name="?", player=""))]
    preview: TableState = new_table(
        pack=pack,
        expansions=expansions,
        survivors=somebody,
        own_box=taken.box,
        left_out=taken.left_out,
        described=described,
    )
    return preview.decks


def read_plan(
    game: Pack,
    data: QueryDict,
    *,
    keeper: str,
    ours: Ours | None = None,
    known: CopiedCards = NOTHING_COPIED,
) -> Plan:
    """The plan an address means. Never fails: what makes no sense is left out or a problem.

    `ours` are the keeper's packs, `known` is what their group has copied from printed cards.
    """
    said_mission, ours = data.get("mission", ""), ours or Ours()
    own = ours.mission(said_mission)
    mission_key, mission, boxes = _own(own) if own else _mission(game, said_mission)
    expansions = tuple(
        expansion
        for expansion in game.expansions
        if expansion in data.getlist("with") or expansion in boxes
    )
    problems: dict[str, str] = {}
    composed = _composed(data, ours, own)
    taken = ours.taken(
        played_pack(game.game, expansions),
        mission=own,
        survivors=data.getlist("survivors"),
        decks=[key for keys in composed.values() for key in keys],
    )
    pack = pack_with(game.game, expansions, taken.box)
    chosen = _chosen(pack, data, mission, problems)
    players = _players(data, keeper, problems)
    if len(players) > max(1, len(chosen)):
        problems["players"] = _("More players than survivors: tap more survivors.")
    decks = _decks(pack, expansions, taken, known.described, problems)
    unknown = tuple(deck for deck, source in decks.items() if source == "table")
    drawn_by_table = data.getlist("table")
    zones = (
        read_zones(data.getlist("zone"), zone_colours(pack), zone_kinds(pack))
        if "zone" in data
        else zones_for(pack, mission, len(chosen))
    )
    return Plan(
        pack=pack,
        query=_clean(data),
        mission=mission,
        mission_key=mission_key,
        own=own,
        ours=ours,
        taken=taken,
        composed=composed,
        known=known,
        expansions=expansions,
        survivors=_dealt(chosen, players, data.getlist("by")),
        players=players,
        zones=zones,
        by_table=tuple(
            deck for deck in (*decks, DICE) if deck in drawn_by_table or deck in unknown
        ),
        unknown_decks=unknown,
        decks=tuple(decks),
        hour=_hour(data, mission),
        options=_options(data, game, expansions),
        problems=problems,
    )


def _composed(data: QueryDict, ours: Ours, own: OwnMission | None) -> dict[str, tuple[str, ...]]:
    """How decks are put together: as the address says, else as the mission of ours wants it."""
    if "deck" in data:
        keys = [word.partition("~")[2] for word in data.getlist("deck")]
    else:
        keys = ours.decks_of(own)
    return one_of_each_pack(ours, keys)


def one_of_each_pack(ours: Ours, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The keys by deck: the first one of each pack counts, and unknown keys are left out."""
    by_deck: dict[str, dict[Any, str]] = {}
    for key in keys:
        if key in ours.decks:
            our = ours.decks[key]
            by_deck.setdefault(our.draft.deck, {}).setdefault(our.house.pk, key)
    return {deck: tuple(by_pack.values()) for deck, by_pack in by_deck.items()}


def _decks(
    pack: Pack,
    expansions: tuple[str, ...],
    taken: Taken,
    described: Mapping[str, Any],
    problems: dict[str, str],
) -> Mapping[str, str]:
    """The decks of the table, and who draws them unless somebody says otherwise."""
    if not (taken.box or taken.left_out or described):
        return decks_of(pack.game, expansions)
    decks = own_decks(pack, expansions, taken, described)
    for name, deck in decks.items():
        if name in DRAWN_ALWAYS and not deck.draw:
            problems["draws"] = _("Your zombie deck is empty: put it together otherwise.")
    if taken.twice:
        twice = _("Two of your packs have a zombie card %(number)s: play with one.")
        problems["draws"] = twice % {"number": taken.twice}
    return {name: deck.source for name, deck in decks.items()}


DRAWN_ALWAYS = ("zombies",)
"""Decks without a card of which nobody can play."""


def _clean(data: QueryDict) -> QueryDict:
    """Only what belongs to a plan, so that a saved address stays one."""
    clean = QueryDict(mutable=True)
    for name in SINGLE:
        if name in data:
            clean[name] = str(data[name])
    for name in LISTS:
        if name in data:
            clean.setlist(name, data.getlist(name))
    return clean


def changed(plan: Plan, **values: Any) -> str:
    """The plan's address with something changed; None takes a word out."""
    query = plan.query.copy()
    for name, value in values.items():
        if value is None:
            query.pop(name, None)
        elif isinstance(value, str):
            query[name] = value
        else:
            query.setlist(name, list(value) or [""])
    return query.urlencode()


def with_zones(plan: Plan, zones: tuple[Zone, ...]) -> str:
    """The address with these zones."""
    return changed(plan, zone=[zone_words(zone) for zone in zones])


def drafted(plan: Plan) -> str:
    """The address with survivors drawn by lot; cards we know come first."""
    lot = random.SystemRandom()
    names = [survivor.id for survivor in plan.pack.survivors if is_known(survivor)]
    names += [survivor.id for survivor in plan.pack.survivors if not is_known(survivor)]
    known = sum(is_known(survivor) for survivor in plan.pack.survivors)
    count = min(plan.wanted, len(names))
    drawn = with_needed(plan.pack, plan.mission, lot.sample(names[: max(known, count)], count))
    return changed(plan, survivors=drawn, own=None, by=None)


def is_known(survivor: PackSurvivor) -> bool:
    """Whether the whole card is known to us: all four levels of skills."""
    return is_complete(survivor.skills)


def is_complete(tree: SkillTree) -> bool:
    return None not in (tree.blue, tree.yellow, tree.orange, tree.red)


def _mission(game: Pack, key: str) -> tuple[str, Mission | None, tuple[str, ...]]:
    """`box:code` as a mission and the box it lies in; free play for anything else."""
    mission = mission_of(game.game, key)
    return (key, mission, (key.partition(":")[0],)) if mission else ("", None, ())


def _own(own: OwnMission) -> tuple[str, Mission | None, tuple[str, ...]]:
    return own.key, own.mission, own.draft.boxes


def _chosen(
    pack: Pack, data: QueryDict, mission: Mission | None, problems: dict[str, str]
) -> list[tuple[str, str]]:
    names = {survivor.id: survivor.name for survivor in pack.survivors}
    own = [tidy(name) for name in data.getlist("own")]
    own = list(dict.fromkeys(name for name in own if name))
    if "survivors" in data:
        keys = [key for key in dict.fromkeys(data.getlist("survivors")) if key]
    elif own:
        keys = []
    else:
        wanted = (mission and mission.survivors) or pack.survivors_at_table
        keys = [
            survivor.id
            for survivor in sorted(pack.survivors, key=lambda survivor: not is_known(survivor))
        ]
        keys = with_needed(pack, mission, [key for key in names if key in keys[:wanted]])
    if any(key not in names for key in keys):
        problems["who"] = _("One of the survivors is not in this box.")
    if any(len(name) > NAME_LENGTH for name in own):
        problems["who"] = _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
    chosen = [(key, names[key]) for key in keys if key in names]
    chosen += own_survivors(own)
    called = [name for _key, name in chosen]
    if any(like(name, called[:number]) for number, name in enumerate(called)):
        problems["who"] = _("Two of these names look the same: change one of them.")
    if not chosen:
        problems["who"] = _("Tap at least one survivor.")
    if len(chosen) > MAX_SURVIVORS:
        problems["who"] = _("A table takes %(most)s survivors at most.") % {"most": MAX_SURVIVORS}
    return chosen


def own_survivors(names: list[str]) -> list[tuple[str, str]]:
    """Keys and names of survivors the group made up; a name has the same key every evening."""
    keyed: dict[str, str] = {}
    for name in names:
        keyed[own_key(name, keyed)] = name
    return list(keyed.items())


def _players(data: QueryDict, keeper: str, problems: dict[str, str]) -> tuple[str, ...]:
    entered = [tidy(name) for name in data.get("players", "").split(",")]
    named = tuple(dict.fromkeys(name for name in entered if name))
    if any(like(name, named[:number]) for number, name in enumerate(named)):
        problems["players"] = _("Two of these names look the same: change one of them.")
    if any(len(name) > NAME_LENGTH for name in named):
        problems["players"] = _("A name has at most %(most)s letters.") % {"most": NAME_LENGTH}
    if len(named) > MAX_SURVIVORS:
        problems["players"] = _("More players than survivors: tap more survivors.")
    return named or (keeper,)


def _dealt(
    chosen: list[tuple[str, str]], players: tuple[str, ...], by_whom: list[str]
) -> tuple[Chosen, ...]:
    """Survivors with the players of the address; the others are dealt round the table."""
    given = dict(word.split("~", 1) for word in by_whom if "~" in word)
    dealt = []
    turn = 0
    for key, name in chosen:
        player = given.get(key, "")
        if player not in players:
            player, turn = players[turn % len(players)], turn + 1
        dealt.append(Chosen(key=key, name=name, player=player))
    return tuple(dealt)


def _hour(data: QueryDict, mission: Mission | None) -> int | None:
    """The hour the mission begins at, unless the address says another or none."""
    text = data.get("hour")
    if text is None:
        return mission.start_hour if mission else None
    return (
        int(text)
        if text.isdecimal() and len(text) < len("000") and int(text) < MOST_HOURS
        else None
    )


def _options(data: QueryDict, game: Pack, expansions: tuple[str, ...]) -> tuple[Option, ...]:
    """The house rules named; without a word, what a campaign box plays with."""
    if "option" in data:
        return tuple(option for option in game.options if option in data.getlist("option"))
    has_campaign = any(game.expansions[expansion].campaign for expansion in expansions)
    return (CAMPAIGN_OPTION,) if has_campaign else ()
