"""`make packs`: check every pack and print what is known of each game, deck by deck."""

import sys

from rules.errors import PackError
from rules.packs.loader import load_packs
from rules.packs.report import table
from rules.systems.city_of_horror.pack import load_city


def main() -> int:
    try:
        packs, city = load_packs(), load_city()
    except PackError as error:
        print(f"{len(error.problems)} problems:", *error.problems, sep="\n", file=sys.stderr)
        return 1
    print(table(packs, {city.game: city.facts}))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
