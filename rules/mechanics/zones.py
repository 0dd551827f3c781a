"""Spawn zones as the players lay them out, and the necromancer's tokens."""

from rules.commands import (
    NecromancerEscape,
    NecromancerKill,
    NecromancerRitual,
    ZoneActivate,
    ZoneAdd,
    ZoneDeactivate,
    ZoneOrder,
    ZoneRemove,
)
from rules.errors import IllegalCommand
from rules.events import (
    BoardAnswered,
    NecromancerEscaped,
    ZombiesKilled,
    ZoneActivated,
    ZoneAdded,
    ZoneDeactivated,
    ZoneRemoved,
    ZonesOrdered,
)
from rules.mechanics.danger import gain_points
from rules.mechanics.spawn import next_spawn
from rules.mechanics.supply import remove
from rules.packs.schema import Pack
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import TableState, Zone

NECROMANCER = "necromancer"
MAX_ZONES = 24


def add_zone(state: TableState, command: ZoneAdd, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if any(zone.id == command.zone for zone in play.zones):
        raise IllegalCommand("zone.twice", zone=command.zone)
    if len(play.zones) >= MAX_ZONES:
        raise IllegalCommand("zones.too_many", most=MAX_ZONES)
    if command.start and any(zone.start for zone in play.zones):
        raise IllegalCommand("zone.second_start")
    taken = {number for zone in play.zones for number in zone.locators}
    if taken & set(command.locators):
        raise IllegalCommand("locator.twice", locator=min(taken & set(command.locators)))
    play.zones.append(
        Zone(
            id=command.zone,
            start=command.start,
            colour=command.colour,
            active_from=next_spawn(state) if command.active else None,
            locators=tuple(sorted(set(command.locators))),
            tokens=command.tokens,
        )
    )
    play.emit(ZoneAdded(zone=command.zone, why="players"))
    return play.outcome()


def order_zones(state: TableState, command: ZoneOrder, pack: Pack) -> Outcome:
    """The players' own order; the starting zone still comes first (see `active_zones`)."""
    play = Play(state, pack)
    if sorted(command.zones) != sorted(zone.id for zone in play.zones):
        raise IllegalCommand("zones.not_all")
    play.zones = [play.zone(key) for key in command.zones]
    play.emit(ZonesOrdered(zones=command.zones))
    return play.outcome()


def remove_zone(state: TableState, command: ZoneRemove, pack: Pack) -> Outcome:
    play = Play(state, pack)
    play.zones.remove(play.zone(command.zone))
    play.emit(ZoneRemoved(zone=command.zone))
    trim_token_questions(play)
    return play.outcome()


def activate_zone(state: TableState, command: ZoneActivate, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if play.zone(command.zone).active_from is not None:
        raise IllegalCommand("zone.active", zone=command.zone)
    play.change_zone(command.zone, active_from=next_spawn(state))
    play.emit(ZoneActivated(zone=command.zone, round=next_spawn(state)))
    return play.outcome()


def deactivate_zone(state: TableState, command: ZoneDeactivate, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if play.zone(command.zone).active_from is None:
        raise IllegalCommand("zone.inactive", zone=command.zone)
    play.change_zone(command.zone, active_from=None)
    play.emit(ZoneDeactivated(zone=command.zone))
    return play.outcome()


def trim_token_questions(play: Play) -> None:
    """No more questions which token goes than tokens of necromancers lie there."""
    left = sum(zone.kind == NECROMANCER for zone in play.zones)
    for question in [one for one in play.pending if one.what == "token"][left:]:
        play.pending.remove(question)


def token_limit(state: TableState, pack: Pack) -> int:
    """Spawn tokens at which an escape loses the game; more survivors, more tokens (BP, p. 37)."""
    return next(crowd.token_limit for crowd in pack.crowd if len(state.survivors) <= crowd.up_to)


def _his_zone(play: Play, key: str) -> Zone:
    zone = play.zone(key)
    if zone.kind != "necromancer":
        raise IllegalCommand("necromancer.not_there", zone=key)
    return zone


def _still_there(play: Play, zone: str) -> None:
    if not play.board.get(NECROMANCER):
        raise IllegalCommand("necromancer.not_there", zone=zone)


def escape_necromancer(state: TableState, command: NecromancerEscape, pack: Pack) -> Outcome:
    """His token turns red; with too many tokens on the board the game is lost (BP, p. 29)."""
    play = Play(state, pack)
    _his_zone(play, command.zone)
    _still_there(play, command.zone)
    play.change_zone(command.zone, kind="normal")
    remove(play, NECROMANCER, 1)
    tokens = sum(zone.tokens for zone in play.zones)
    play.emit(NecromancerEscaped(zone=command.zone, tokens=tokens))
    _check_tokens(play)
    return play.outcome()


def _check_tokens(play: Play) -> None:
    tokens = sum(zone.tokens for zone in play.zones)
    if tokens >= token_limit(play.before, play.pack):
        play.lose("necromancer")


def ritual(state: TableState, command: NecromancerRitual, pack: Pack) -> Outcome:
    """Necromancers within range 0-1 of each other all escape at once (Black Plague, p. 31)."""
    if state.phase != "zombies":
        raise IllegalCommand("ritual.not_now")
    if len(set(command.zones)) < len(command.zones):
        raise IllegalCommand("ritual.alone")
    play = Play(state, pack)
    for key in command.zones:
        _his_zone(play, key)
        _still_there(play, key)
        play.change_zone(key, kind="normal")
        remove(play, NECROMANCER, 1)
        tokens = sum(zone.tokens for zone in play.zones)
        play.emit(NecromancerEscaped(zone=key, tokens=tokens))
    _check_tokens(play)
    return play.outcome()


def kill_necromancer(state: TableState, command: NecromancerKill, pack: Pack) -> Outcome:
    """The players remove any one token; if his own stays, it turns red (BP, p. 29).

    If an attack has killed him already, this only answers which token goes.
    """
    play = Play(state, pack)
    his, loses = _his_zone(play, command.zone), play.zone(command.remove)
    asked = next((one for one in play.pending if one.what == "token"), None)
    if asked is not None:
        play.answered(asked.id)
        play.emit(BoardAnswered(question=asked.id, places=1))
    else:
        _still_there(play, command.zone)
        remove(play, NECROMANCER, 1)
        play.emit(ZombiesKilled(survivor=command.survivor, zombie=NECROMANCER, count=1))
        if command.survivor is not None:
            gain_points(play, command.survivor, zombie_type(pack, NECROMANCER).points)
    if his.id != loses.id:
        play.change_zone(his.id, kind="normal")
    if loses.tokens > 1:
        play.change_zone(loses.id, tokens=loses.tokens - 1)
    else:
        play.zones.remove(play.zone(loses.id))
        play.emit(ZoneRemoved(zone=loses.id))
    trim_token_questions(play)
    return play.outcome()
