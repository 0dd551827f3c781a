"""Writes docs/rules-coverage.md: which rules have golden cases, and which have none yet.

`make coverage` runs it; a test fails when the page is older than the cases.
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"

HEAD = """# What the rules cover

Made by `make coverage` from the golden cases in `tests/golden/`: each is a page of a rulebook as
given, when, then. `tests/rules` plays them all, and a Hypothesis run per game plays tables of
legal commands against the invariants: every card copy in one place, board and reserve are the
box, replay equals state.
"""

# What the engine does not know yet, said plainly.
MISSING = {
    "All games": (
        "rerolls (Lucky, ammo cards): the dice of the command are final",
        "armour and shield rolls: the players roll them and say how many stray hits were stopped",
        "reload, noise, free actions, searches a turn: not tracked",
        "skills that are about one card, or only for all-out attacks",
    ),
    "Black Plague": ("cabals and the dark ritual", "dragon fire", "vault artefacts as a step"),
    "Rue Morgue": (
        "wounds that take a slot",
        "team actions, tents, event triggers, competitive score",
        "the Distributor skill",
    ),
    "Army of the Dead": (
        "Zeus orders and his spawn zone",
        "the noise token, explosives",
        "the bank vault, personal objectives, the time meter",
    ),
    "Zombicide 2nd Edition and Washington Z.C.": (
        "ultrared",
        "what objective cards say: their texts are read at the table",
        "Secret Service zones and pimp weapon crates as steps",
    ),
}


def page() -> str:
    lines = [HEAD]
    total = 0
    for folder in sorted((ROOT / "tests" / "golden").iterdir()):
        lines.append(f"## {folder.name}\n")
        lines.append("| source | cases |\n| --- | --- |")
        for path in sorted(folder.glob("*.toml")):
            file = tomllib.loads(path.read_text(encoding="utf-8"))
            names = [case.get("name", str(n)) for n, case in enumerate(file["case"], 1)]
            total += len(names)
            lines.append(f"| {file['source']} | {'; '.join(names)} |")
        lines.append("")
    lines.append("## Not yet\n")
    for game, gaps in MISSING.items():
        lines.append(f"{game}:\n")
        lines += [f"- {gap}" for gap in gaps]
        lines.append("")
    lines.insert(1, f"{total} cases.\n")
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else 1)
    PAGE.write_text(page(), encoding="utf-8")
