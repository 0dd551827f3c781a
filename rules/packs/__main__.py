"""`make packs`: check every pack and print what is known of each game, deck by deck.

python -m rules.packs              the built-in packs
python -m rules.packs salt_marsh   and that of an outside game, by its package
"""

import sys

from rules.errors import GameError
from rules.old_form import refusal
from rules.packs.loader import house_root, read_packs
from rules.packs.report import table
from rules.registry import look_into, rulesets
from rules.systems.city_of_horror.pack import read_city


def main(packages: list[str]) -> int:
    root = house_root()
    vocabularies = {slug: ruleset.vocabulary for slug, ruleset in rulesets.items()}
    packs, problems = read_packs(root, vocabularies)
    city, of_city = read_city(root)
    problems += of_city
    for name in packages:
        try:
            brought = look_into(name)
        except GameError as error:
            problems.append(f"{name}: {error}")
            continue
        problems += brought.problems
        packs |= {brought.pack.game: brought.pack} if brought.pack else {}
        for change in brought.changes:
            print(refusal([change]), file=sys.stderr)
    if problems or city is None:
        print(f"{len(problems)} problems:", *problems, sep="\n", file=sys.stderr)
        return 1
    print(table(packs, {city.game: city.facts}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
