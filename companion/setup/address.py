"""The address of a set-up: all of a plan stands in it, so every step is a link.

What it does not say has a sensible default; an empty value means "none of these". What makes no
sense is left out, so no address fails.
"""

import random
from collections.abc import Iterable

from django.http import QueryDict
from msgspec import UNSET, UnsetType

from companion.house.selectors import NOTHING_COPIED, CopiedCards
from companion.setup.needs import with_needed
from companion.setup.plan import (
    BESIDE,
    DICE,
    ChosenSurvivor,
    Plan,
    WantedTable,
    changed,
    is_known,
    plan_of,
)
from companion.setup.zones import read_zones, zone_colours, zone_kinds, zone_words
from companion.workshop.ours import Ours
from rules import IllegalCommand, Pack, Zone, mission_of, played_pack
from rules.errors import SetupProblem
from rules.names import OWN, tidy
from rules.state import Option, Source

CAMPAIGN_OPTION: Option = "out-of-action"
TABLE: Source = "table"
LISTS = ("with", "survivors", "own", "by", "zone", "table", "option", "deck")
SINGLE = ("mission", "players", "hour", BESIDE)
MOST_HOURS = 24


# --- from an address ---


def read_plan(
    game: Pack,
    data: QueryDict,
    *,
    keeper: str,
    ours: Ours | None = None,
    known: CopiedCards = NOTHING_COPIED,
) -> Plan:
    """Return the plan an address means; whoever is named there as a player must play somebody.

    `ours` are the keeper's packs, `known` is what their group has copied from printed cards.
    """
    ours = ours or Ours()
    plan = plan_of(_wanted(game, data, keeper, ours), ours, known)
    problems = plan.problems
    if len(plan.players) > max(1, len(plan.survivors)):
        problems += (SetupProblem("players", IllegalCommand("players.too_many")),)
    return plan._replace(query=_clean(data), problems=problems)


def _wanted(game: Pack, data: QueryDict, keeper: str, ours: Ours) -> WantedTable:
    mission = data.get("mission", "")
    own = ours.mission(mission)
    if own is None and mission_of(game.game, mission) is None:
        mission = ""
    boxes = own.draft.boxes if own else (mission.partition(":")[0],)
    expansions = tuple(
        box for box in game.expansions if box in data.getlist("with") or box in boxes
    )
    pack = played_pack(game.game, expansions)
    return WantedTable(
        game=game.game,
        expansions=expansions,
        mission=mission,
        survivors=_survivors(data),
        players=_tidied(data.get("players", "").split(",")) or (keeper,),
        by=dict(word.split("~", 1) for word in data.getlist("by") if "~" in word),
        zones=read_zones(data.getlist("zone"), zone_colours(pack), zone_kinds(pack))
        if "zone" in data
        else None,
        decks=_decks(data, ours),
        sources=dict.fromkeys(
            (deck for deck in data.getlist("table") if deck in pack.decks), TABLE
        ),
        dice=TABLE if DICE in data.getlist("table") else "app",
        hour=_hour(data),
        options=_options(data, game, expansions),
    )


def _tidied(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(tidy, names))))


def _survivors(data: QueryDict) -> tuple[ChosenSurvivor, ...] | None:
    own = _tidied(data.getlist("own"))
    if "survivors" not in data and not own:
        return None
    keys = dict.fromkeys(key for key in data.getlist("survivors") if key)
    return (
        *(ChosenSurvivor(key) for key in keys),
        *(ChosenSurvivor(name=name) for name in own),
    )


def _decks(data: QueryDict, ours: Ours) -> tuple[tuple[str, str], ...] | None:
    """Return the decks that packs put together, with their keys; None if the address has none."""
    if "deck" not in data:
        return None
    keys = [word.partition("~")[2] for word in data.getlist("deck")]
    return tuple((ours.decks[key].draft.deck, key) for key in keys if key in ours.decks)


def _hour(data: QueryDict) -> int | UnsetType | None:
    text = data.get("hour")
    if text is None:
        return UNSET
    is_hour = text.isdecimal() and len(text) < len("000") and int(text) < MOST_HOURS
    return int(text) if is_hour else None


def _options(data: QueryDict, game: Pack, expansions: tuple[str, ...]) -> tuple[Option, ...]:
    """Return the house rules named; without a word, what a campaign box plays with."""
    if "option" in data:
        return tuple(option for option in game.options if option in data.getlist("option"))
    has_campaign = any(game.expansions[expansion].campaign for expansion in expansions)
    return (CAMPAIGN_OPTION,) if has_campaign else ()


def _clean(data: QueryDict) -> QueryDict:
    """Return only what belongs to a plan, so that a saved address stays one."""
    clean = QueryDict(mutable=True)
    for name in SINGLE:
        if name in data:
            clean[name] = str(data[name])
    for name in LISTS:
        if name in data:
            clean.setlist(name, data.getlist(name))
    return clean


# --- to an address ---


def query_of(wanted: WantedTable, survivors: Iterable[ChosenSurvivor]) -> QueryDict:
    """Return the address of what is wanted, with these survivors."""
    seated = list(survivors)
    by_table = [deck for deck, source in wanted.sources.items() if source == TABLE]
    said: dict[str, Iterable[str] | None] = {
        "mission": [wanted.mission],
        "players": [",".join(wanted.players)],
        "hour": None if wanted.hour is UNSET else [str(wanted.hour)],
        "with": wanted.expansions,
        "survivors": [survivor.key for survivor in seated if not survivor.key.startswith(OWN)],
        "own": [survivor.name for survivor in seated if survivor.key.startswith(OWN)],
        "by": [f"{survivor.key}~{survivor.player}" for survivor in seated if survivor.player],
        "zone": None if wanted.zones is None else map(zone_words, wanted.zones),
        "table": by_table + [DICE] * (wanted.dice == TABLE),
        "option": wanted.options,
        "deck": None if wanted.decks is None else map("~".join, wanted.decks),
    }
    query = QueryDict(mutable=True)
    for name, values in said.items():
        if values is not None:
            query.setlist(name, list(values) or [""])
    return query


def with_zones(plan: Plan, zones: tuple[Zone, ...]) -> str:
    """Return the address with these zones."""
    return changed(plan, zone=[zone_words(zone) for zone in zones])


def drafted(plan: Plan) -> str:
    """Return the address with survivors drawn by lot; cards we know come first."""
    lot = random.SystemRandom()
    names = [survivor.id for survivor in plan.pack.survivors if is_known(survivor)]
    names += [survivor.id for survivor in plan.pack.survivors if not is_known(survivor)]
    known = sum(is_known(survivor) for survivor in plan.pack.survivors)
    count = min(plan.wanted, len(names))
    drawn = with_needed(plan.pack, plan.mission, lot.sample(names[: max(known, count)], count))
    return changed(plan, survivors=drawn, own=None, by=None)
