"""`make packs`: check every pack and print what is known of each game, deck by deck.

python -m rules.packs              the built-in packs
python -m rules.packs salt_marsh   and that of an outside game, by its package
"""

import sys
from importlib import import_module
from importlib.resources import files

from rules.packs.loader import house_root, read_pack, read_packs
from rules.packs.report import table
from rules.registry import rulesets
from rules.systems.city_of_horror.pack import read_city


def main(packages: list[str]) -> int:
    root = house_root()
    vocabularies = {slug: ruleset.vocabulary for slug, ruleset in rulesets.items()}
    packs, problems = read_packs(root, vocabularies)
    city, of_city = read_city(root)
    problems += of_city
    for name in packages:
        ruleset, path = import_module(name).RULESET, files(name).joinpath("pack")
        pack, of_pack = read_pack(path, f"{name}/pack", ruleset.game, ruleset.vocabulary)
        problems += of_pack
        packs |= {pack.game: pack} if pack else {}
    if problems or city is None:
        print(f"{len(problems)} problems:", *problems, sep="\n", file=sys.stderr)
        return 1
    print(table(packs, {city.game: city.facts}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
