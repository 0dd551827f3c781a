from collections.abc import Mapping

from rules.errors import IllegalCommand
from rules.mechanics.danger.play import gain_points
from rules.mechanics.kills.events import ZombiesKilled
from rules.mechanics.kills.play import FLEES
from rules.mechanics.missions.play import OBJECTIVE
from rules.mechanics.missions.tokens import REVEALS, place_of_objective
from rules.mechanics.questions.events import BoardAnswered, BoardAsked
from rules.mechanics.rounds.play import lose
from rules.mechanics.spawn.drawing import Drawing
from rules.mechanics.spawn.play import BUILDING
from rules.mechanics.spawn.prospects import Prospect
from rules.mechanics.supply.play import place, remove, reserve
from rules.mechanics.zones.play import free_id, ground_of, next_spawn, place_of, take_off
from rules.packs.schema import Pack
from rules.play import Play
from rules.state import Pending, TableState, Zone
from rules.systems.black_plague.necromancers.commands import (
    NecromancerEscape,
    NecromancerKill,
    NecromancerRitual,
)
from rules.systems.black_plague.necromancers.events import (
    NecromancerCame,
    NecromancerEscaped,
    SpawnTokenRemoved,
)

NECROMANCER = "necromancer"
TOKEN = "token"  # noqa: S105 - a question, not a secret
SPAWNS_AT_ONCE = "necromancer-spawns-at-once"
LONGEST_NAME = 50


def arrive(play: Play, drawing: Drawing) -> None:
    """He and his token in the zone; those already there activate (Black Plague, p. 29)."""
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
    """An objective may bring him: he and his token come to where it lay."""
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
    """Whether an objective of the mission has brought him who came with this token."""
    return place_of(zone).name.startswith(place_of_objective(""))


def lay_token(play: Play, on: str, is_room: bool, active_from: int) -> str:
    """His token, laid on a zone or in a room of a building."""
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
    """Spawn tokens at which an escape loses the game; more survivors, more tokens (p. 37)."""
    return next(crowd.token_limit for crowd in pack.crowd if len(state.survivors) <= crowd.up_to)


def his_zones(play: Play) -> list[str]:
    """Where tokens of necromancers lie."""
    return [zone.id for zone in play.zones if zone.kind == NECROMANCER]


def _check_his(play: Play, key: str) -> None:
    if play.zone(key).kind != NECROMANCER:
        raise IllegalCommand("necromancer.not_there", zone=key)


def _check_there(play: Play, zone: str) -> None:
    if not play.board.get(NECROMANCER):
        raise IllegalCommand("necromancer.not_there", zone=zone)


def escape(play: Play, command: NecromancerEscape) -> None:
    """His token turns red; with too many tokens on the board the game is lost (p. 29)."""
    _flee(play, command.zone)
    _check_tokens(play)


def ritual(play: Play, command: NecromancerRitual) -> None:
    """Necromancers within range 0-1 of each other all escape at once (p. 31)."""
    if play.before.phase != "zombies":
        raise IllegalCommand("ritual.not_now")
    if len(set(command.zones)) < len(command.zones):
        raise IllegalCommand("ritual.alone")
    for zone in command.zones:
        _flee(play, zone)
    _check_tokens(play)


def _flee(play: Play, zone: str) -> None:
    _check_his(play, zone)
    _check_there(play, zone)
    play.change_zone(zone, kind="normal")
    remove(play, NECROMANCER, 1)
    play.emit(NecromancerEscaped(zone=zone, tokens=tokens_on_board(play)))


def tokens_on_board(play: Play) -> int:
    return sum(zone.tokens for zone in play.zones)


def _check_tokens(play: Play) -> None:
    if tokens_on_board(play) >= token_limit(play.before, play.pack):
        lose(play, NECROMANCER)


def kill(play: Play, command: NecromancerKill) -> None:
    """The players remove any one token; if his own stays, it turns red (p. 29).

    If an attack has killed him already, this only answers which token goes.
    """
    _check_his(play, command.zone)
    loses = play.zone(command.remove)
    asked = next(iter(play.questions(TOKEN)), None)
    if asked is not None:
        play.answered(asked.id)
        play.emit(BoardAnswered(question=asked.id))
    else:
        _check_there(play, command.zone)
        remove(play, NECROMANCER, 1)
        play.emit(ZombiesKilled(survivor=command.survivor, zombie=NECROMANCER, count=1))
        if command.survivor is not None:
            gain_points(play, command.survivor, play.zombie(NECROMANCER).points)
    if command.zone != loses.id:
        play.change_zone(command.zone, kind="normal")
    if loses.tokens > 1:
        play.change_zone(loses.id, tokens=loses.tokens - 1)
        play.emit(SpawnTokenRemoved(zone=loses.id, tokens=loses.tokens - 1))
        trim_questions(play)
    else:
        take_off(play, loses.id)


def ask_for_tokens(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """For each of them killed the players take any one token off (p. 29)."""
    if FLEES not in play.zombie(zombie).traits:
        return
    open_already = len(play.questions(TOKEN))
    left = len(his_zones(play)) - open_already
    for number in range(open_already, open_already + min(count, left)):
        question = Pending(id=f"{TOKEN}-{play.before.round}-{number + 1}", what=TOKEN)
        play.ask(question)
        play.emit(BoardAsked(question=question.id, what=TOKEN, card=""))


def trim_questions(play: Play) -> None:
    """No more questions which token goes than tokens of necromancers lie there."""
    for question in play.questions(TOKEN)[len(his_zones(play)) :]:
        play.pending.remove(question)
