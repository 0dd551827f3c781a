"""Objective tokens: what they give, and what they set off."""

from rules.errors import IllegalCommand
from rules.mechanics.danger.play import gain_points
from rules.mechanics.missions.commands import TokenTake
from rules.mechanics.missions.events import TokenTaken
from rules.mechanics.rounds.events import MissionWon
from rules.mechanics.zones.events import ZoneActivated
from rules.mechanics.zones.play import next_spawn
from rules.packs.schema import Mission
from rules.play import Play

POINTS = ("objective-gain-xp", "objective-gain-ap")
POINTS_FOR_ALL = "objective-gain-ap-all-survivors"
ZONE_UNTIL = "spawn-zone-inactive-until"
EXITS = ("all-survivors-exit", "all-starting-survivors-exit")
MANY = "red"
"""The colour of which a mission has several."""


def colours_of(mission: Mission | None) -> tuple[str, ...]:
    """Colours of the objective tokens on its map."""
    return mission.objective_colours if mission else ()


def still_there(play: Play) -> tuple[str, ...]:
    """Colours of which a token may still lie on the board."""
    taken = play.get("taken")
    return tuple(each for each in colours_of(play.mission) if each == MANY or each not in taken)


def take_token(play: Play, command: TokenTake) -> None:
    """Points for whoever takes it, and whatever else hangs on its colour."""
    if play.before.result is not None:
        raise IllegalCommand("mission.over")
    play.in_play(command.survivor)
    if command.colour not in still_there(play):
        raise IllegalCommand("token.none", colour=command.colour)
    play.set(taken=(*play.before.taken, command.colour))
    play.emit(TokenTaken(survivor=command.survivor, colour=command.colour))
    for rule in play.mission_rules(*POINTS):
        if not rule.colours or command.colour in rule.colours:
            gain_points(play, command.survivor, rule.points or 0)
    for rule in play.mission_rules(POINTS_FOR_ALL):
        if command.colour in rule.colours:
            for key, survivor in list(play.survivors.items()):
                if survivor.status == "in_play":
                    gain_points(play, key, rule.points or 0)
    for rule in play.mission_rules(ZONE_UNTIL):
        if command.colour in rule.colours:
            _activate(play, command.colour)
    play.join_in("token_taken", command.colour)


def all_are_out(play: Play, key: str) -> None:
    """Where the exit is the only goal, the mission is won when everybody has left by it."""
    mission = play.mission
    if mission is None or mission.detail != "full" or play.get("result") is not None:
        return
    is_exit = bool(mission.goals) and all(goal.do in EXITS for goal in mission.goals)
    is_out = all(each.status == "escaped" for each in play.survivors.values())
    if is_exit and is_out:
        play.set(result="won")
        play.emit(MissionWon(why="exit"))


def _activate(play: Play, colour: str) -> None:
    """Its spawn zones bring zombies from the next zombies phase on."""
    for zone in list(play.zones):
        if zone.colour == colour and zone.active_from is None:
            play.change_zone(zone.id, active_from=next_spawn(play.before))
            play.emit(ZoneActivated(zone=zone.id, round=next_spawn(play.before)))
