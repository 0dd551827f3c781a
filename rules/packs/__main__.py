"""`make packs`: check every pack and print what is known of each game."""

import sys

from rules.errors import PackError
from rules.packs.loader import load_packs


def main() -> int:
    try:
        packs = load_packs()
    except PackError as error:
        print(error, file=sys.stderr)
        return 1
    for game, pack in packs.items():
        print(f"{game:<20} {pack.name.en:<40} {len(pack.survivors):>3} survivors")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
