"""Whoever plays somebody sits at the table; whoever plays nobody any more does not."""

from rules import names
from rules.errors import IllegalCommand, UnknownId
from rules.mechanics.line_up.commands import SurvivorJoin, SurvivorPass
from rules.mechanics.line_up.events import SurvivorJoined, SurvivorPassed
from rules.packs.schema.people import PackSurvivor
from rules.play import Play
from rules.state import MAX_SURVIVORS, Survivor


def pass_survivor(play: Play, command: SurvivorPass) -> None:
    survivor, player = play.survivor(command.survivor), player_name(play, command.player)
    if survivor.player != command.of:
        raise IllegalCommand("survivor.passed", survivor=survivor.name, player=survivor.player)
    if survivor.player == player:
        raise IllegalCommand("survivor.theirs", survivor=survivor.name, player=player)
    play.change_survivor(command.survivor, player=player)
    seat_players(play)
    event = SurvivorPassed(survivor=command.survivor, player=player, before=survivor.player)
    play.emit(event)


def join_survivor(play: Play, command: SurvivorJoin) -> None:
    """Without points or things, with all actions; starting equipment is dealt as to everybody."""
    if len(play.survivors) >= MAX_SURVIVORS:
        raise IllegalCommand("survivors.too_many", most=MAX_SURVIVORS)
    key, name = _who(play, command)
    others = [survivor.name for survivor in play.survivors.values()]
    if (other := names.like(name, others)) is not None:
        raise IllegalCommand("name.alike", name=other)
    player = player_name(play, command.player)
    play.survivors[key] = play.rules.seated(Survivor(name=name, player=player))
    seat_players(play)
    play.emit(SurvivorJoined(survivor=key, player=player))


def _who(play: Play, command: SurvivorJoin) -> tuple[str, str]:
    """Key and name: of the box, or of the players' own making."""
    if command.survivor is None:
        if command.name is None:
            raise IllegalCommand("survivor.nobody")
        name = names.checked(command.name, "survivor.name")
        return names.own_key(name, play.survivors), name
    if command.survivor in play.survivors:
        raise IllegalCommand("survivors.twice")
    printed = not_here(play).get(command.survivor)
    if printed is None:
        raise UnknownId("survivor.unknown", survivor=command.survivor)
    return printed.id, printed.name


def not_here(play: Play) -> dict[str, PackSurvivor]:
    """Survivors of the box who are not at the table."""
    printed = play.pack.survivors
    return {survivor.id: survivor for survivor in printed if survivor.id not in play.survivors}


def player_name(play: Play, name: str) -> str:
    """Whoever plays already is spelt as before; a survivor may have a new player."""
    return names.as_spelt(names.checked(name, "player.name"), play.before.players)


def seat_players(play: Play) -> None:
    """In the order they sat in, newcomers last; the token stays, or goes on to the next."""
    playing = dict.fromkeys(survivor.player for survivor in play.survivors.values())
    seated, first = play.before.players, play.before.first_player
    players = tuple(dict.fromkeys([*(each for each in seated if each in playing), *playing]))
    in_turn = (*seated[first:], *seated[:first])
    has_token = next(player for player in (*in_turn, *players) if player in players)
    play.set(players=players, first_player=players.index(has_token))
