from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.mechanics.zones.play import active_zones
from rules.play import Play
from rules.state import Pending, Phase
from rules.systems.army_of_the_dead.floors.commands import FloorAnswer
from rules.systems.army_of_the_dead.floors.events import FloorAnswered

ONLY_IF_SOMEBODY = "blue-spawn-only-if-survivor-on-that-floor"
FLOOR = "floor"


def ask(play: Play, phase: Phase) -> None:
    """In every zombies phase, for each of these zones that is active (Mission 1, p. 6)."""
    for question in play.questions(FLOOR):
        play.pending.remove(question)
    if phase != "zombies":
        return
    colours = {colour for rule in play.mission_rules(ONLY_IF_SOMEBODY) for colour in rule.colours}
    asked = (zone for zone in active_zones(play) if zone.colour in colours)
    for number, zone in enumerate(asked, 1):
        name = f"{FLOOR}-{play.before.round}-{number}"
        play.ask(Pending(id=name, what=FLOOR, zone=zone.id))


def answer(play: Play, command: FloorAnswer) -> None:
    """With nobody there the zone waits for the next zombies phase, when it is asked again."""
    question = play.answered(command.question)
    if question.what != FLOOR or question.zone is None:
        raise UnknownId("question.unknown", question=command.question)
    if not command.somebody:
        play.change_zone(question.zone, active_from=play.before.round + 1)
    play.emit(FloorAnswered(zone=question.zone, somebody=command.somebody))


def refused(play: Play) -> RuleError | None:
    return IllegalCommand("floor.open") if play.questions(FLOOR) else None


def trim(play: Play) -> None:
    """A zone that has left the board is not asked about."""
    laid = {zone.id for zone in play.zones}
    for question in play.questions(FLOOR):
        if question.zone not in laid:
            play.pending.remove(question)
