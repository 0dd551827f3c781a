"""What evenings have told of a set-up, or of two, as something to print."""

from campaigns.printing.subjects import Subject
from companion.difficulty.models import Measurement
from rules.evenings.setting import Setting
from rules.evenings.tally import Tally
from rules.packs.schema import Term

Told = tuple[Setting, Tally, Term | None]
"""A set-up without names, what its evenings came to, the title of a mission of one's own."""


class MeasuredSubject(Subject):
    """Set-ups of which some evenings have been played, for anybody."""

    def __init__(self, measured: list[Told]) -> None:
        self.measured = measured


def told_of(measurement: Measurement, own_title: Term | None = None) -> Told:
    return measurement.setting, measurement.tally, own_title
