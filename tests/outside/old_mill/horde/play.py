from lost_mill.horde.commands import HordeRelease
from lost_mill.horde.events import HordeReleased
from rules.errors import IllegalCommand
from rules.mechanics.spawn.drawing import Drawing
from rules.mechanics.supply.play import place, reserve
from rules.play import Play

KIND = "horde"


def waiting(play: Play) -> dict[str, int]:
    """The horde as it stands now; its miniatures are not in the box meanwhile."""
    horde: dict[str, int] = play.get("horde")
    return horde


def grow(play: Play, drawing: Drawing) -> None:
    """A horde card: those on its line wait beside the board, as many as the box has."""
    for zombie, count in drawing.line.items():
        joining = min(count, max(reserve(play, zombie), 0))
        horde = waiting(play)
        play.set(horde={**horde, zombie: horde.get(zombie, 0) + joining})
        drawing.note("horde.grew", zombie=zombie, count=joining)


def release(play: Play, command: HordeRelease) -> None:
    play.zone(command.zone)
    if why_not := refused(play):
        raise why_not
    horde = waiting(play)
    play.set(horde={})
    arrival = place(play, horde, why=KIND, zone=command.zone)
    play.emit(HordeReleased(zone=command.zone, arrival=arrival))


def refused(play: Play) -> IllegalCommand | None:
    """Why it cannot come now."""
    return None if any(waiting(play).values()) else IllegalCommand("horde.empty")
