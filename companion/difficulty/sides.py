"""The set-ups that are shown: one, or two beside each other."""

from typing import NamedTuple

from django.http import QueryDict

from companion import selectors as companion
from companion.difficulty.models import Measurement
from companion.difficulty.report import NAMES
from companion.difficulty.selectors import hash_of, measured, setting_for
from companion.people.models import Person
from companion.setup.plan import Plan
from companion.setup.selectors import plan_at
from rules import RuleError
from rules.evenings.setting import Outset, Setting, left_out

LONGEST = 6000
"""Letters of an address that is given as one word."""


class ComparedSetup(NamedTuple):
    """One of the set-ups on the page."""

    name: str
    plan: Plan
    setting: Setting
    measurement: Measurement | None
    person: Person | None

    @property
    def evenings(self) -> int:
        return self.measurement.tally.evenings if self.measurement else 0

    @property
    def is_whole(self) -> bool:
        return self.measurement is not None and self.measurement.is_whole

    @property
    def is_under_way(self) -> bool:
        return self.measurement is not None and self.measurement.is_under_way

    @property
    def has_failed(self) -> bool:
        return self.measurement is not None and self.measurement.state == Measurement.State.FAILED

    @property
    def may_stop(self) -> bool:
        asked_by = self.measurement.person_id if self.measurement else None
        return self.is_under_way and self.person is not None and asked_by == self.person.pk

    @property
    def left_out(self) -> int:
        return left_out(self.setting)

    @property
    def is_playable(self) -> bool:
        """Not without a single zombie card that is known."""
        try:
            Outset(self.setting)
        except RuleError:
            return False
        return True


def plan_of(address: str, person: Person | None) -> Plan | None:
    """Return the plan of a `game?address`; None where there is no such game."""
    slug, _mark, query = address.partition("?")
    game = companion.game(slug) if len(address) <= LONGEST else None
    return plan_at(game, QueryDict(query), person) if game else None


def sides_of(plans: list[Plan], person: Person | None) -> list[ComparedSetup]:
    """Each with what has been measured of it, in one question; the cards are their group's."""
    settings = [setting_for(plan) for plan in plans]
    rows = measured(settings)
    return [
        ComparedSetup(name, plan, setting, rows.get(hash_of(setting)), person)
        for name, plan, setting in zip(NAMES, plans, settings, strict=False)
    ]
