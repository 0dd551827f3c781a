"""What a house rule changes, where that was measured."""

from collections.abc import Mapping

from companion.difficulty.report import zombies_change
from companion.difficulty.selectors import hash_of, measured, setting_for
from companion.difficulty.variants import option_name, variants
from companion.house.selectors import CopiedCards
from companion.setup.plan import Plan
from rules.evenings.setting import UNSEEN


def measured_rules(plan: Plan, house: CopiedCards) -> Mapping[str, str]:
    """In words, by house rule; only those of which this very plan was measured with and without."""
    if plan.problems:
        return {}
    game = plan.pack
    by_name = {variant.name: variant for variant in variants(plan)}
    here = setting_for(plan, house)
    others = {
        option: setting_for(by_name[option_name(option)].plan(game), house)
        for option in game.options
        if option not in UNSEEN
    }
    rows = {key: row for key, row in measured([here, *others.values()]).items() if row.is_whole}
    mine = rows.get(hash_of(here))
    words: dict[str, str] = {}
    for option, setting in others.items():
        other = rows.get(hash_of(setting))
        if mine is None or other is None:
            continue
        with_it, without = (mine, other) if option in plan.options else (other, mine)
        words[option] = zombies_change(without.tally, with_it.tally)
    return words
