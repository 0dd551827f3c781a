"""A new table or campaign as a program describes it, put into the words of the services."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.text import slugify
from msgspec import UNSET

from api.bodies import CampaignBody, SurvivorBody, TableBody, ZoneBody
from api.refusals import Refusal
from campaigns.models import Campaign
from campaigns.services import campaign_begin
from companion import services
from companion.models import Seat
from companion.people.models import Person
from companion.setup.plan import one_of_each_pack
from companion.setup.zones import zones_for
from companion.workshop.models import PackVersion
from companion.workshop.ours import Ours, Taken, ours_of
from companion.workshop.selectors import newest_of, share_of
from rules import IllegalCommand, Pack, Survivor, UnknownId, Zone, played_pack, rulesets
from rules.campaign import Sheet, open_book
from rules.campaign.state import ADVANCED
from rules.packs.played import pack_with
from rules.packs.schema.missions import Mission

SEVERAL = "+"
"""Between the keys of packs whose cards go into one deck."""


def open_table(person: Person, body: TableBody) -> Seat:
    """Open it; the seat is the keeper's, with its table."""
    taken = taken_by(person, body)
    pack = pack_with(body.game, body.expansions, taken.box)
    for deck in body.chance.decks:
        if deck not in pack.decks:
            raise UnknownId("deck.unknown", deck=deck)
    mission = taken.mission or (mission_of(pack, body.mission) if body.mission else None)
    hour = mission.start_hour if mission else None
    table = services.table_open(
        person=person,
        game=body.game,
        expansions=body.expansions,
        survivors=[
            (key, _with_team(body.game, name, player, sent.team))
            for (key, name, player), sent in zip(
                seated(pack, body.players, body.survivors), body.survivors, strict=True
            )
        ],
        zones=zones_to_open(body, pack, mission),
        sources=body.chance.decks,
        dice=body.chance.dice,
        hour=body.clock.hour if body.clock else hour,
        options=body.options,
        mission=body.mission or "",
        ours=taken,
    )
    seat = table.seats.get()
    seat.table = table
    return seat


def taken_by(person: Person, body: TableBody) -> Taken:
    """What such a table takes of a person's packs."""
    ours = ours_of(person, body.game)
    taken = ours.taken(
        played_pack(body.game, body.expansions),
        mission=ours.mission(body.mission or ""),
        survivors=[wanted.survivor for wanted in body.survivors if wanted.survivor],
        decks=our_decks(ours, body),
    )
    if taken.twice:
        raise IllegalCommand("workshop.twice", number=taken.twice)
    return taken


def _with_team(game: str, name: str, player: str, team: str | None) -> Survivor:
    """Somebody of that game, in a team where its survivors have one."""
    survivor = rulesets[game].survivor
    if not team:
        return survivor(name=name, player=player)
    if "team" not in survivor.given:
        raise IllegalCommand("team.none_here")
    fields: dict[str, Any] = {"name": name, "player": player, "team": team}
    return survivor(**fields)


def our_decks(ours: Ours, body: TableBody) -> list[str]:
    """How the packs put decks together: as the program says, else as the mission wants it."""
    chosen = []
    for deck, keys in body.decks.items():
        for key in keys.split(SEVERAL):
            if key not in ours.decks or ours.decks[key].draft.deck != deck:
                raise UnknownId("deck.unknown", deck=key)
            chosen.append(key)
    kept = one_of_each_pack(ours, chosen).values()
    return [key for keys in kept for key in keys] or ours.decks_of(ours.mission(body.mission or ""))


def mission_of(pack: Pack, key: str) -> Mission:
    """A mission by `box:code`."""
    box, _colon, code = key.partition(":")
    expansion = pack.expansions.get(box)
    missions = pack.missions if box == pack.game else expansion.missions if expansion else ()
    for mission in missions:
        if mission.code == code:
            return mission
    raise UnknownId("mission.unknown", mission=key)


def begin_campaign(person: Person, body: CampaignBody) -> Campaign:
    """Begin it with an empty sheet for each survivor."""
    pack = open_book(body.game, body.expansion, body.free).pack
    return campaign_begin(
        person=person,
        name=body.name,
        game=body.game,
        expansion=body.expansion,
        sheets=[
            (key, Sheet(name=name, player=player))
            for key, name, player in seated(pack, body.players, body.survivors)
        ],
        free=body.free,
        advanced=body.advanced if body.free else ADVANCED,
        dice=body.dice,
        version=_version_of(person, body) if body.pack else None,
    )


def _version_of(person: Person, body: CampaignBody) -> PackVersion:
    """The newest version of the pack whose missions are played."""
    share = share_of(person, body.pack) if body.pack and body.free else None
    if share is None or share.pack.game != body.game:
        raise UnknownId("workshop.pack", pack=str(body.pack))
    return newest_of(share.pack)


def seated(
    pack: Pack, players: tuple[str, ...], survivors: tuple[SurvivorBody, ...]
) -> Iterator[tuple[str, str, str]]:
    """Key, name and player of each survivor, dealt round the players where nobody is named."""
    players = players or tuple(
        dict.fromkeys(survivor.player for survivor in survivors if survivor.player)
    )
    taken: Counter[str] = Counter()
    for index, survivor in enumerate(survivors):
        player = survivor.player or (players[index % len(players)] if players else "")
        if player and player not in players:
            raise Refusal(422, "player.unknown", player=player)
        key, name = _survivor(pack, survivor)
        taken[key] += 1
        if survivor.survivor is None and taken[key] > 1:  # two of the group's own with one name
            key = f"{key}-{taken[key]}"
        yield key, name, player


def _survivor(pack: Pack, survivor_body: SurvivorBody) -> tuple[str, str]:
    """Id and name: of the game's own by id, of the group's own by name."""
    if survivor_body.survivor is not None:
        for known in pack.survivors:
            if known.id == survivor_body.survivor:
                return known.id, survivor_body.name or known.name
        raise UnknownId("survivor.unknown", survivor=survivor_body.survivor)
    if survivor_body.name is None:
        raise UnknownId("survivor.unknown", survivor="")
    return f"own-{slugify(survivor_body.name)[:40] or 'survivor'}", survivor_body.name


def zones_to_open(body: TableBody, pack: Pack, mission: Mission | None) -> Iterable[Zone]:
    """Those that are named; left out, those that the set-up page would lay for the mission."""
    if body.zones is not UNSET:
        return zones_of(body.zones)
    return zones_for(pack, mission, len(body.survivors)) if mission else ()


def zones_of(bodies: Iterable[ZoneBody]) -> list[Zone]:
    """Spawn zones, each named once, one of them the start at most."""
    zones: list[Zone] = []
    for body in bodies:
        if any(zone.id == body.id for zone in zones):
            raise IllegalCommand("zone.twice", zone=body.id)
        if body.start and any(zone.start for zone in zones):
            raise IllegalCommand("zone.second_start")
        for locator in body.locators:
            if any(locator in zone.locators for zone in zones):
                raise IllegalCommand("locator.twice", locator=locator)
        zones.append(
            Zone(
                id=body.id,
                start=body.start,
                colour=body.colour,
                active_from=1 if body.active else None,
                locators=body.locators,
                tokens=body.tokens,
                kind=body.kind,
            )
        )
    return zones
