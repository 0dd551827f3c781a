"""The effect of house rules, if it was measured; else the page that measures it."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import QueryDict

from companion.difficulty.addresses import beside_url
from companion.difficulty.report import zombies_change
from companion.difficulty.selectors import hash_of, measured, setting_for
from companion.difficulty.variants import option_name, variants
from companion.setup.address import read_plan
from companion.setup.plan import Plan
from rules import load_packs
from rules.evenings.setting import UNSEEN


class RuleTold(NamedTuple):
    """The difference between evenings with and without a house rule."""

    words: str
    """Empty where nobody has measured it."""
    url: str
    """The page that measures this very plan with it and without."""


def measured_rules(plan: Plan) -> Mapping[str, RuleTold]:
    """By house rule, of those that evenings play with; in one question."""
    if plan.problems:
        return {}
    by_name = {variant.name: variant for variant in variants(plan)}
    others = {
        option: by_name[option_name(option)].address
        for option in plan.pack.options
        if option not in UNSEEN
    }
    here = setting_for(plan)
    settings = {option: setting_for(_at(address, plan)) for option, address in others.items()}
    rows = {key: row for key, row in measured([here, *settings.values()]).items() if row.is_whole}
    mine = rows.get(hash_of(here))
    by_option: dict[str, RuleTold] = {}
    for option, setting in settings.items():
        other, words = rows.get(hash_of(setting)), ""
        if mine is not None and other is not None:
            with_it, without = (mine, other) if option in plan.options else (other, mine)
            words = zombies_change(without.tally, with_it.tally)
        by_option[option] = RuleTold(words, beside_url(plan, others[option]))
    return by_option


def _at(address: str, plan: Plan) -> Plan:
    """Return the plan of the same game at another address, for the same group."""
    game, _mark, query = address.partition("?")
    return read_plan(
        load_packs()[game], QueryDict(query), keeper="", ours=plan.ours, known=plan.known
    )
