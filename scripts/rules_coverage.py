"""Writes docs/rules-coverage.md: each rule of the digest, where it lives, and its golden cases.

`make coverage` runs it; a test fails when the page is older than the cases.
"""

import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import done_by, load_packs, rulesets

PAGE = ROOT / "docs" / "rules-coverage.md"

HEAD = """# What the rules cover

Made by `make coverage` from the golden cases in `tests/golden/`: each is a page of a rulebook as
given, when, then. `tests/rules` plays them all, and a Hypothesis run per game plays tables of
legal commands against the invariants: every card copy in one place, board and reserve are the
box, replay equals state.
"""

GOLDEN = ROOT / "tests" / "golden"


def golden_cases() -> list[tuple[str, str, str]]:
    """Game, file and name of every case."""
    found = []
    for path in sorted(GOLDEN.glob("*/*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        found += [
            (path.parent.name, path.stem, case.get("name", str(number)))
            for number, case in enumerate(file["case"], 1)
        ]
    return found


def digest() -> dict[str, list[dict[str, list[str] | str]]]:
    """The rules of the digest, and what is beyond the app."""
    return tomllib.loads((GOLDEN / "rules.toml").read_text(encoding="utf-8"))


def cases_of(words: list[str], known: list[tuple[str, str, str]]) -> tuple[list[str], list[str]]:
    """The cases some words name, and the words that name none."""
    found, nothing = [], []
    for word in words:
        hits = [f"{game}/{file}: {name}" for game, file, name in known if word in name]
        found += hits
        if not hits:
            nothing.append(word)
    return list(dict.fromkeys(found)), nothing


WORDS = {"app": "automated", "reminder": "reminded", "players": "with the players"}
WHY = "the players read it off the board or off a card"


def missions() -> list[str]:
    """Every rule of every mission we know: automated, reminded (when), or with the players."""
    lines, counts = [], Counter[str]()
    for game, pack in load_packs().items():
        known = rulesets[game].vocabulary.mission_rules
        boxes = {game: pack, **pack.expansions}
        for box, content in boxes.items():
            rows = [
                f"| every mission | {rule.en} | reminded ({rule.when}) |"
                for rule in content.reminders
            ]
            counts["reminder"] += len(content.reminders)
            for mission in content.missions:
                for rule in (*mission.goals, *mission.rules):
                    by = done_by(rule, known)
                    counts[by] += 1
                    more = {"reminder": f" ({rule.when})", "players": f" ({WHY})"}.get(by, "")
                    rows.append(f"| {mission.code} | {rule.en} | {WORDS[by]}{more} |")
            unknown = [mission.code for mission in content.missions if mission.detail == "index"]
            if unknown:
                text = "only the title is known; the page is in no book we have"
                rows.append(f"| {unknown[0]} to {unknown[-1]} | {text} | with the players |")
            if rows:
                lines += [
                    f"### {box}\n",
                    "| mission | rule | who |",
                    "| --- | --- | --- |",
                    *rows,
                    "",
                ]
    total = ", ".join(f"{counts[by]} {word}" for by, word in WORDS.items())
    return ["\n## Missions, rule by rule\n", f"{total}. Made from the packs.\n", *lines]


def page() -> str:
    known, rules = golden_cases(), digest()
    lines = [HEAD, f"{len(known)} cases.\n", "## Rule by rule\n"]
    for game in dict.fromkeys(rule["game"] for rule in rules["rule"]):
        lines += [f"### {game}\n", "| rule | lives in | cases |", "| --- | --- | --- |"]
        for rule in rules["rule"]:
            if rule["game"] == game:
                cases, _ = cases_of(list(rule["cases"]), known)
                shown = "; ".join([*cases, *rule.get("also", [])])
                lines.append(f"| {rule['rule']} | {rule['lives']} | {shown} |")
        lines.append("")
    lines += ["## What stays with the players\n", "| what | why |", "| --- | --- |"]
    lines += [f"| {one['what']} | {one['why']} |" for one in rules["beyond"]]
    lines += missions()
    lines.append("\n## Every case\n")
    for folder in sorted(path for path in GOLDEN.iterdir() if path.is_dir()):
        lines.append(f"### {folder.name}\n")
        lines.append("| source | cases |\n| --- | --- |")
        for path in sorted(folder.glob("*.toml")):
            source = tomllib.loads(path.read_text(encoding="utf-8"))["source"]
            names = [name for game, file, name in known if (game, file) == (folder.name, path.stem)]
            lines.append(f"| {source} | {'; '.join(names)} |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else 1)
    PAGE.write_text(page(), encoding="utf-8")
