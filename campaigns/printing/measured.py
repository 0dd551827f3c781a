"""What evenings have told of a set-up, or of two, as something to print."""

from typing import NamedTuple

from django.utils.translation import override

from campaigns.printing.subjects import Subject
from companion.difficulty.models import Measurement
from companion.setup.plan import Plan
from companion.setup.selectors import deck_words
from companion.workshop.ours import OurDeck
from rules.evenings.setting import Setting
from rules.evenings.tally import Tally
from rules.packs.schema import Term


class MeasuredSetup(NamedTuple):
    """A set-up without names, what its evenings came to, and the group's own words for it."""

    setting: Setting
    tally: Tally
    own_title: Term | None = None
    """Of a mission of the group's own."""
    own_decks: tuple[Term, ...] = ()
    """The group's own way to put decks together."""


class MeasuredSubject(Subject):
    """Set-ups of which some evenings have been played, for anybody."""

    def __init__(self, measured: list[MeasuredSetup]) -> None:
        self.measured = measured


def told_of(measurement: Measurement, plan: Plan | None = None) -> MeasuredSetup:
    """With the words of the plan it was asked for, where there is one."""
    return MeasuredSetup(
        measurement.setting,
        measurement.tally,
        plan.own.mission.title if plan and plan.own else None,
        tuple(map(_deck, plan.our_decks)) if plan else (),
    )


def _deck(our: OurDeck) -> Term:
    """In both languages: a print has its own."""
    return Term(es=_words(our, "es"), en=_words(our, "en"))


def _words(our: OurDeck, language: str) -> str:
    with override(language):
        return deck_words(our)
