"""Flashlights at night (Washington Z.C., p. 9-10)."""

from rules.commands import LightOff, LightOn, LightSeen
from rules.errors import IllegalCommand
from rules.events import LightSwitched
from rules.packs.schema import Pack
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import TableState


def light_on(state: TableState, command: LightOn, pack: Pack) -> Outcome:
    return _switch(state, command.survivor, pack, on=True)


def light_off(state: TableState, command: LightOff, pack: Pack) -> Outcome:
    return _switch(state, command.survivor, pack, on=False)


def _switch(state: TableState, key: str, pack: Pack, *, on: bool) -> Outcome:
    play = Play(state, pack)
    survivor = play.in_play(key)
    if survivor.light is on:
        raise IllegalCommand("light.same", survivor=survivor.name)
    play.change_survivor(key, light=on)
    play.emit(LightSwitched(survivor=key, on=on))
    return play.outcome()


def light_seen(state: TableState, command: LightSeen, pack: Pack) -> Outcome:
    """Each zombie that sees a beam activates once more, at most once a round (p. 10)."""
    if state.phase != "players":
        raise IllegalCommand("light.not_now")
    if state.light_seen:
        raise IllegalCommand("light.done")
    play = Play(state, pack)
    if not any(one.light and one.status == "in_play" for one in state.survivors.values()):
        raise IllegalCommand("light.none")
    for zombie, count in command.zombies.items():
        zombie_type(pack, zombie)
        play.activate(zombie, "light", times=count)
    play.fields["light_seen"] = True
    return play.outcome()
