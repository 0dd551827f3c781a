"""A usual table between a program's words and those of the set-up pages."""

from django.http import QueryDict
from msgspec import UNSET

from api.bodies import ChanceBody, ClockBody, SurvivorBody, TableBody, ZoneBody
from api.refusals import Refusal
from api.set_up import SEVERAL, mission_of, our_decks, seated, zones_of
from companion.people.models import Person
from companion.setup.plan import DICE, Plan
from companion.setup.zones import zone_words
from companion.workshop.ours import ours_of
from rules import UnknownId, played_pack, rulesets
from rules.names import OWN
from rules.packs.played import pack_with

APART = set(",~.")
"""Signs that part the words of an address, and so cannot stand in a name there."""


def plan_query(body: TableBody, person: Person) -> QueryDict:
    """The address of the set-up page that means this table."""
    ours = ours_of(person, body.game)
    taken = ours.taken(
        played_pack(body.game, body.expansions),
        survivors=[wanted.survivor for wanted in body.survivors if wanted.survivor],
    )
    pack = pack_with(body.game, body.expansions, taken.box)
    people = list(seated(pack, body.players, body.survivors))
    players = body.players or tuple(dict.fromkeys(player for *_one, player in people if player))
    zones = () if body.zones is UNSET else body.zones
    for name in (*players, *(zone.id for zone in zones)):
        if APART & set(name):
            raise Refusal(422, "usual.name", name=name)
    if body.mission and ours.mission(body.mission) is None:
        mission_of(pack, body.mission)
    for zone in zones:
        if zone.kind not in rulesets[body.game].zone_kinds:
            raise UnknownId("zone.kind", zone_kind=zone.kind)
    if any(survivor.team for survivor in body.survivors):
        raise Refusal(422, "usual.team")
    query = QueryDict(mutable=True)
    query["mission"] = body.mission or ""
    query["players"] = ",".join(players)
    if body.clock:
        query["hour"] = str(body.clock.hour)
    by_table = [deck for deck, source in body.chance.decks.items() if source == "table"]
    lists: dict[str, list[str]] = {
        "with": list(body.expansions),
        "survivors": [survivor.survivor for survivor in body.survivors if survivor.survivor],
        "own": [
            survivor.name
            for survivor in body.survivors
            if survivor.survivor is None and survivor.name
        ],
        "by": [f"{key}~{player}" for key, _name, player in people if player],
        "zone": [zone_words(zone) for zone in zones_of(zones)],
        "table": by_table + [DICE] * (body.chance.dice == "table"),
        "option": list(body.options),
    }
    if body.decks:
        our_decks(ours, body)
        lists["deck"] = [
            f"{deck}~{key}" for deck, keys in body.decks.items() for key in keys.split(SEVERAL)
        ]
    if body.zones is UNSET and body.mission:
        del lists["zone"]  # the mission's own, as when a table is opened
    for name, values in lists.items():
        query.setlist(name, values or [""])
    return query


def table_body(plan: Plan) -> TableBody:
    """What a program would send to open the table of that plan."""
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
        zones=tuple(
            ZoneBody(
                id=zone.id,
                start=zone.start,
                colour=zone.colour,
                active=zone.active_from is not None,
                locators=zone.locators,
                tokens=zone.tokens,
                kind=zone.kind,
            )
            for zone in plan.zones
        ),
        chance=ChanceBody(
            decks=dict.fromkeys((deck for deck in plan.by_table if deck != DICE), "table"),
            dice="table" if DICE in plan.by_table else "app",
        ),
        clock=None if plan.hour is None else ClockBody(hour=plan.hour),
        mission=plan.mission_key or None,
        options=plan.options,
        decks={deck: SEVERAL.join(keys) for deck, keys in plan.composed.items()},
    )
