"""`make packs`: check every pack and print what is known of each game, deck by deck."""

import sys

from rules.errors import PackError
from rules.packs.loader import load_packs
from rules.packs.report import table


def main() -> int:
    try:
        packs = load_packs()
    except PackError as error:
        print(f"{len(error.problems)} problems:", *error.problems, sep="\n", file=sys.stderr)
        return 1
    print(table(packs))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
