"""Spawn zones that bring zombies only while a survivor is on their floor."""

from collections.abc import Iterator

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.looking import About, judged
from rules.mechanics.rounds import when_phase_begins
from rules.mechanics.spawn.step import spawn_refused
from rules.mechanics.zones import active_zones, when_zones_changed
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import Pending, Phase


class FloorAnswered(BaseEvent, tag="floor.answered", frozen=True, kw_only=True):
    """A survivor is on the floor of that zone, or nobody is and it draws nothing."""

    zone: str
    somebody: bool


class FloorAnswer(BaseCommand, tag="floor.answer", frozen=True):
    """The players say whether a survivor is on the floor of a spawn zone."""

    question: Key
    somebody: bool

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for question in look.questions(FLOOR):
            somebody = Choice(values=(True, False))
            yield offer(cls, question=question.id, somebody=somebody)
        if sent := judged(cls, about):
            yield closed(cls, UnknownId("question.unknown", question=sent.question))

    def play(self, play: Play) -> None:
        """Answer the question; a zone with nobody there waits and is asked about next round."""
        question = play.answered(self.question)
        assert question.zone is not None
        if not self.somebody:
            play.change_zone(question.zone, active_from=play.before.round + 1)
        play.emit(FloorAnswered(zone=question.zone, somebody=self.somebody))


ONLY_IF_SOMEBODY = "blue-spawn-only-if-survivor-on-that-floor"


FLOOR = "floor"


def ask(play: Play, phase: Phase) -> None:
    """Ask for each active zone of such a color, in every zombies phase (Mission 1, p. 6)."""
    for question in play.questions(FLOOR):
        play.pending.remove(question)
    if phase != "zombies":
        return
    colours = {colour for rule in play.mission_rules(ONLY_IF_SOMEBODY) for colour in rule.colours}
    asked = (zone for zone in active_zones(play) if zone.colour in colours)
    for number, zone in enumerate(asked, 1):
        name = f"{FLOOR}-{play.before.round}-{number}"
        play.ask(Pending(id=name, what=FLOOR, zone=zone.id))


def refused(play: Play) -> RuleError | None:
    return IllegalCommand("floor.open") if play.questions(FLOOR) else None


def trim(play: Play) -> None:
    """Withdraw questions about zones that have left the board."""
    laid = {zone.id for zone in play.zones}
    for question in play.questions(FLOOR):
        if question.zone not in laid:
            play.pending.remove(question)


FLOORS = mechanic(
    __name__,
    answers={FLOOR: FloorAnswer},
    mission_rules=(ONLY_IF_SOMEBODY,),
    joins=(
        when_phase_begins.by(ask),
        spawn_refused.by(refused),
        when_zones_changed.by(trim),
    ),
)
