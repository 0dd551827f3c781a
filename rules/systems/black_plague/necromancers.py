"""Necromancers: they come with a token, flee, and bring the game to its end (p. 29-31)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Several
from rules.mechanic import mechanic
from rules.mechanics.danger import gain_points
from rules.mechanics.kills import FLEES, ZombiesKilled, when_killed
from rules.mechanics.looking import About, keys_in_play
from rules.mechanics.missions.mission import OBJECTIVE, when_token_taken
from rules.mechanics.missions.tokens import REVEALS, place_of_objective
from rules.mechanics.questions import BoardAnswered, BoardAsked
from rules.mechanics.rounds import lose
from rules.mechanics.spawn.drawing import Drawing, Prospect
from rules.mechanics.spawn.step import BUILDING
from rules.mechanics.supply import Arrival, place, remove, reserve
from rules.mechanics.zones import (
    ZoneAdded,
    free_id,
    ground_of,
    next_spawn,
    place_of,
    take_off,
    token_kinds,
    when_zones_changed,
)
from rules.offers import Offer, closed, offer
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import Pending, TableState, Zone


class NecromancerCame(BaseEvent, tag="necromancer.came", frozen=True, kw_only=True):
    """A necromancer has come not by a card, but by an objective."""

    memorable: ClassVar[bool] = True

    zone: str
    """The zone of his token."""
    arrival: Arrival

    def facts(self) -> Iterator[BaseEvent]:
        yield ZoneAdded(zone=self.zone, why="necromancer")
        yield from self.arrival.facts()


class NecromancerEscaped(BaseEvent, tag="necromancer.escaped", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zone: str
    tokens: int


class SpawnTokenRemoved(BaseEvent, tag="spawn_token.removed", frozen=True, kw_only=True):
    """One of several tokens stacked in a zone is removed."""

    zone: str
    tokens: int
    """The number of tokens left there."""


class NecromancerEscape(BaseCommand, tag="necromancer.escape", frozen=True):
    """A necromancer has left by a spawn zone; `zone` is the one his token marks."""

    zone: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        his = his_zones(look)
        zone = about.get("zone") or next(iter(his), "")
        why_not = None if look.board.get(NECROMANCER) else _not_his(zone)
        yield offer(cls, why_not, zone=Choice(values=tuple(his))).otherwise(zone=_not_his)

    def play(self, play: Play) -> None:
        """Turn his token red; with too many tokens on the board the game is lost (p. 29)."""
        _flee(play, self.zone)
        _check_tokens(play)


class NecromancerKill(BaseCommand, tag="necromancer.kill", frozen=True):
    """A necromancer is dead; the players take any one spawn token off the board."""

    zone: Key
    """The zone of his own token."""
    remove: Key
    """The zone that loses a token."""
    survivor: Key | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the choice of token, if one is on the board or an attack has just killed him."""
        if not look.board.get(NECROMANCER) and not look.questions(TOKEN):
            yield closed(cls, _not_his(about.get("zone", "")))
            return
        yield offer(
            cls,
            zone=Choice(values=tuple(his_zones(look))),
            remove=Choice(values=tuple(zone.id for zone in look.zones)),
            survivor=Choice(values=keys_in_play(look), optional=True),
        ).otherwise(
            zone=_not_his,
            remove=lambda zone: UnknownId("zone.unknown", zone=zone),
        )

    def play(self, play: Play) -> None:
        """Remove any one token the players choose; if his own stays, it turns red (p. 29).

        If an attack has killed him already, this only answers which token goes.
        """
        loses = play.zone(self.remove)
        asked = next(iter(play.questions(TOKEN)), None)
        if asked is not None:
            play.answered(asked.id)
            play.emit(BoardAnswered(question=asked.id))
        else:
            remove(play, NECROMANCER, 1)
            play.emit(ZombiesKilled(survivor=self.survivor, zombie=NECROMANCER, count=1))
            if self.survivor is not None:
                gain_points(play, self.survivor, play.zombie(NECROMANCER).points)
        if self.zone != loses.id:
            play.change_zone(self.zone, kind="normal")
        if loses.tokens > 1:
            play.change_zone(loses.id, tokens=loses.tokens - 1)
            play.emit(SpawnTokenRemoved(zone=loses.id, tokens=loses.tokens - 1))
            trim_questions(play)
        else:
            take_off(play, loses.id)


class NecromancerRitual(BaseCommand, tag="necromancer.ritual", frozen=True):
    """At the end of a zombies phase necromancers close to each other all escape."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=12)]

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        his = tuple(his_zones(look))
        together = min(len(his), look.board.get(NECROMANCER, 0))
        is_now = look.before.phase == "zombies"
        why_not = None if is_now else IllegalCommand("ritual.not_now")
        given = offer(cls, why_not, zones=Several(values=his, least=2, most=together))
        yield given.otherwise(zones=partial(_no_ritual, look))

    def play(self, play: Play) -> None:
        """Let necromancers within range 0-1 of each other all escape at once (p. 31)."""
        for zone in self.zones:
            _flee(play, zone)
        _check_tokens(play)


NECROMANCER = "necromancer"


TOKEN = "token"  # noqa: S105 - a question, not a secret


SPAWNS_AT_ONCE = "necromancer-spawns-at-once"


LONGEST_NAME = 50


def arrive(play: Play, drawing: Drawing) -> None:
    """Place him and his token in the zone; those already there activate (Black Plague, p. 29)."""
    for zombie, count in drawing.line.items():
        if play.board.get(zombie, 0):
            drawing.activate(zombie, NECROMANCER)
        if reserve(play, zombie) < count:
            continue  # no miniature, no token: only that activation
        drawing.place({zombie: count})
        at_once = play.has_option(SPAWNS_AT_ONCE)
        active_from = play.before.round if at_once else next_spawn(play.before)
        drawing.token = lay_token(play, drawing.zone, drawing.why == BUILDING, active_from)


def brought_by_token(play: Play, colour: str) -> None:
    """Place him and his token where an objective was that brings him."""
    for rule in play.mission_rules(REVEALS):
        if colour not in rule.colours or rule.zombie is None:
            continue
        if reserve(play, rule.zombie) > 0:
            zone = lay_token(play, place_of_objective(colour), False, next_spawn(play.before))
            arrival = place(play, {rule.zombie: 1}, why=OBJECTIVE, zone=zone)
            play.emit(NecromancerCame(zone=zone, arrival=arrival))
        else:  # no miniature, no token: those there activate, as with any group too large
            for fact in place(play, {rule.zombie: 1}, why=OBJECTIVE).facts():
                play.emit(fact)


def is_of_objective(zone: Zone) -> bool:
    """Return True if an objective of the mission has brought the necromancer of this token."""
    return place_of(zone).name.startswith(place_of_objective(""))


def lay_token(play: Play, on: str, is_room: bool, active_from: int) -> str:
    """Place his token on a zone or in a room of a building; return its id."""
    there = next((zone for zone in play.zones if zone.id == on and not is_room), None)
    token = Zone(
        id=free_id(play, f"{ground_of(on)[:LONGEST_NAME]}+"),
        kind=NECROMANCER,
        active_from=active_from,
        room=there.room if there else is_room,
    )
    play.zones.append(token)
    return token.id


def foresee_necromancer(play: Play, line: Mapping[str, int]) -> Prospect:
    return Prospect(brings=line, joins=True, spawns_at_once=play.has_option(SPAWNS_AT_ONCE))


def token_limit(state: TableState, pack: Pack) -> int:
    """Return the spawn tokens at which an escape loses; more survivors, more tokens (p. 37)."""
    return next(crowd.token_limit for crowd in pack.crowd if len(state.survivors) <= crowd.up_to)


def his_zones(play: Play) -> list[str]:
    """Return the zones with tokens of necromancers."""
    return [zone.id for zone in play.zones if zone.kind == NECROMANCER]


def _not_his(zone: str) -> IllegalCommand:
    return IllegalCommand("necromancer.not_there", zone=zone)


def _no_ritual(look: Play, zones: Sequence[str]) -> RuleError:
    """Return why the necromancers of these zones do not all escape."""
    if len({*zones}) < len(zones):
        return IllegalCommand("ritual.alone")
    laid, his = {zone.id for zone in look.zones}, his_zones(look)
    unknown = next((zone for zone in zones if zone not in laid), None)
    if unknown is not None:
        return UnknownId("zone.unknown", zone=unknown)
    return _not_his(next((zone for zone in zones if zone not in his), zones[-1]))


def _flee(play: Play, zone: str) -> None:
    play.change_zone(zone, kind="normal")
    remove(play, NECROMANCER, 1)
    play.emit(NecromancerEscaped(zone=zone, tokens=tokens_on_board(play)))


def tokens_on_board(play: Play) -> int:
    return sum(zone.tokens for zone in play.zones)


def _check_tokens(play: Play) -> None:
    if tokens_on_board(play) >= token_limit(play.before, play.pack):
        lose(play, NECROMANCER)


def ask_for_tokens(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Ask for each one killed which token the players take off (p. 29)."""
    if FLEES not in play.zombie(zombie).traits:
        return
    open_already = len(play.questions(TOKEN))
    left = len(his_zones(play)) - open_already
    for number in range(open_already, open_already + min(count, left)):
        question = Pending(id=f"{TOKEN}-{play.before.round}-{number + 1}", what=TOKEN)
        play.ask(question)
        play.emit(BoardAsked(question=question.id, what=TOKEN, card=""))


def trim_questions(play: Play) -> None:
    """Drop the token questions beyond the necromancers' tokens on the board."""
    for question in play.questions(TOKEN)[len(his_zones(play)) :]:
        play.pending.remove(question)


NECROMANCERS = mechanic(
    __name__,
    options=(SPAWNS_AT_ONCE,),
    cards={NECROMANCER: arrive},
    foresees={NECROMANCER: foresee_necromancer},
    answers={TOKEN: NecromancerKill},
    mission_rules=(REVEALS,),
    joins=(
        token_kinds.by(NECROMANCER),
        when_killed.by(ask_for_tokens),
        when_token_taken.by(brought_by_token),
        when_zones_changed.by(trim_questions),
    ),
)
