"""New tables and campaigns: the bodies of programs, and what the set-up pages call them."""

from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import asdict

from api.bodies import CampaignBody, ChanceBody, ClockBody, SurvivorBody, TableBody, ZoneBody
from api.refusals import ApiRefusal, refuse
from campaigns.models import Campaign
from campaigns.services import campaign_begin
from companion import services
from companion.house.selectors import house_pack
from companion.models import Table
from companion.people.models import Person
from companion.setup.address import query_of, read_plan
from companion.setup.plan import (
    DICE,
    ChosenSurvivor,
    Plan,
    WantedTable,
    chosen,
    plan_of,
    survivor_problems,
)
from companion.workshop.models import PackVersion
from companion.workshop.ours import ours_of
from companion.workshop.selectors import newest_of, share_of
from rules import UnknownId, Zone, load_packs, rulesets
from rules.campaign import Sheet, open_book
from rules.campaign.state import ADVANCED
from rules.errors import SetupProblem
from rules.names import OWN

SEVERAL = "+"
"""Separator of the keys of packs whose cards go into one deck."""


def open_table(person: Person, body: TableBody) -> Table:
    plan = planned(person, wanted_by(body))
    refuse(plan.problems)
    return services.table_open(person=person, **plan.opening())


def planned(person: Person, wanted: WantedTable) -> Plan:
    """Return the plan with what this person's packs and groups have of the game."""
    if wanted.game not in rulesets:
        refuse([SetupProblem("mission", UnknownId("game.unknown", game=wanted.game))])
    return plan_of(wanted, ours_of(person, wanted.game), house_pack(person, wanted.game))


def wanted_by(body: TableBody) -> WantedTable:
    """Return what a program wants; in free play nobody lays zones for it."""
    players = _players(body.players, body.survivors)
    zones = None if body.mission else ()
    return WantedTable(
        game=body.game,
        expansions=body.expansions,
        mission=body.mission or "",
        survivors=_survivors(body.survivors, players),
        players=players,
        zones=zones if body.zones is UNSET else zones_of(body.zones),
        decks=tuple((deck, key) for deck, keys in body.decks.items() for key in keys.split(SEVERAL))
        or None,
        sources=body.chance.decks,
        dice=body.chance.dice,
        hour=body.clock.hour if body.clock else UNSET,
        options=body.options,
    )


def _players(named: tuple[str, ...], survivors: tuple[SurvivorBody, ...]) -> tuple[str, ...]:
    return named or tuple(dict.fromkeys(each.player for each in survivors if each.player))


def _survivors(
    survivors: tuple[SurvivorBody, ...], players: tuple[str, ...]
) -> tuple[ChosenSurvivor, ...]:
    """Return them dealt round the players by their places, where nobody is named."""
    return tuple(
        ChosenSurvivor(
            key=each.survivor or "",
            name=each.name or "",
            player=each.player or (players[place % len(players)] if players else ""),
            team=each.team or "",
        )
        for place, each in enumerate(survivors)
    )


def zones_of(bodies: Iterable[ZoneBody]) -> tuple[Zone, ...]:
    return tuple(map(_zone, bodies))


def _zone(body: ZoneBody) -> Zone:
    fields = asdict(body)
    return Zone(active_from=1 if fields.pop("active") else None, **fields)


def _zone_body(zone: Zone) -> ZoneBody:
    fields = asdict(zone)
    del fields["room"]  # no table begins with a building that is open
    return ZoneBody(active=fields.pop("active_from") is not None, **fields)


def begin_campaign(person: Person, body: CampaignBody) -> Campaign:
    """Begin it with an empty sheet for each survivor."""
    pack = open_book(body.game, body.expansion, body.free).pack
    players = _players(body.players, body.survivors)
    named = [survivor._replace(team="") for survivor in _survivors(body.survivors, players)]
    refuse(survivor_problems(pack, named, players))
    return campaign_begin(
        person=person,
        name=body.name,
        game=body.game,
        expansion=body.expansion,
        sheets=[
            (survivor.key, Sheet(name=survivor.name, player=survivor.player))
            for survivor in chosen(pack, named)
        ],
        free=body.free,
        advanced=body.advanced if body.free else ADVANCED,
        dice=body.dice,
        version=_version_of(person, body) if body.pack else None,
    )


def _version_of(person: Person, body: CampaignBody) -> PackVersion:
    """Return the newest version of the pack whose missions are played."""
    share = share_of(person, body.pack) if body.pack and body.free else None
    if share is None or share.pack.game != body.game:
        raise UnknownId("workshop.pack", pack=str(body.pack))
    return newest_of(share.pack)


# --- usual tables ---

APART = set(",~.")
"""Signs that separate the words of an address, and so cannot stand in a name there."""
LOST = frozenset(
    {
        *("expansion.unknown", "mission.unknown", "deck.unknown"),
        *("player.unknown", "survivor.unknown"),
        *("zone.twice", "zone.second_start", "zone.kind", "locator.twice"),
    }
)
"""Problems with things that an address would leave out without a word."""


def usual_plan(person: Person, body: TableBody) -> Plan:
    """Return the plan of the set-up page that means this table; its `query` is kept."""
    wanted = wanted_by(body)
    plan = planned(person, wanted._replace(sources={}))  # unknown ones are no loss
    refuse(problem for problem in plan.problems if problem.error.code in LOST)
    for name in (*wanted.players, *(zone.id for zone in wanted.zones or ())):
        if APART & set(name):
            raise ApiRefusal(422, "usual.name", name=name)
    if any(survivor.team for survivor in body.survivors):
        raise ApiRefusal(422, "usual.team")
    query = query_of(wanted, plan.survivors)
    return read_plan(
        load_packs()[body.game], query, keeper=person.name, ours=plan.ours, known=plan.known
    )


def table_body(plan: Plan) -> TableBody:
    """Return what a program would send to open the table of a plan; raise if it has problems."""
    if plan.problems:
        told = [sentence for sentences in plan.told.values() for sentence in sentences]
        raise ApiRefusal(422, "usual.problem", detail=" ".join(told))
    return TableBody(
        game=plan.pack.game,
        expansions=plan.expansions,
        players=tuple(player for player in plan.players if player),
        survivors=tuple(
            SurvivorBody(
                survivor=None if survivor.key.startswith(OWN) else survivor.key,
                name=survivor.name if survivor.key.startswith(OWN) else None,
                player=survivor.player or None,
            )
            for survivor in plan.survivors
        ),
        zones=tuple(map(_zone_body, plan.zones)),
        chance=ChanceBody(
            decks=dict.fromkeys((deck for deck in plan.by_table if deck != DICE), "table"),
            dice="table" if DICE in plan.by_table else "app",
        ),
        clock=None if plan.hour is None else ClockBody(hour=plan.hour),
        mission=plan.mission_key or None,
        options=plan.options,
        decks={deck: SEVERAL.join(keys) for deck, keys in plan.composed.items()},
    )
