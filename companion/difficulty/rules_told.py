"""What a house rule changes, where that was measured; else where it can be."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.difficulty.addresses import beside_url
from companion.difficulty.report import zombies_change
from companion.difficulty.selectors import hash_of, measured, setting_for
from companion.difficulty.sides import plan_of
from companion.difficulty.variants import option_name, variants
from companion.house.selectors import CopiedCards
from companion.people.models import Person
from companion.setup.plan import Plan
from rules.evenings.setting import UNSEEN


class RuleTold(NamedTuple):
    """What evenings with and without a house rule have told."""

    words: str
    """Empty where nobody has measured it."""
    url: str
    """Where this very plan is measured with it and without."""


def measured_rules(plan: Plan, house: CopiedCards, person: Person | None) -> Mapping[str, RuleTold]:
    """By house rule, of those that evenings play with; in one question."""
    if plan.problems:
        return {}
    by_name = {variant.name: variant for variant in variants(plan)}
    others = {
        option: by_name[option_name(option)].address
        for option in plan.pack.options
        if option not in UNSEEN
    }
    here = setting_for(plan, house)
    settings = {
        option: setting_for(changed, house)
        for option, address in others.items()
        if (changed := plan_of(address, person))
    }
    rows = {key: row for key, row in measured([here, *settings.values()]).items() if row.is_whole}
    mine = rows.get(hash_of(here))
    told: dict[str, RuleTold] = {}
    for option, setting in settings.items():
        other, words = rows.get(hash_of(setting)), ""
        if mine is not None and other is not None:
            with_it, without = (mine, other) if option in plan.options else (other, mine)
            words = zombies_change(without.tally, with_it.tally)
        told[option] = RuleTold(words, beside_url(plan, others[option]))
    return told
