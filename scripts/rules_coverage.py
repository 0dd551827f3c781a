"""Writes docs/rules-coverage.md: each rule of the digest, where it lives, and its golden cases.

`make coverage` runs it; a test fails when the page is older than the cases.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import BY_CAMPAIGN, By, done_by, load_packs, rulesets
from rules.packs.schema import Equipment, MissionRule, SpecialCard
from tests.rules.proofs import (
    cases_showing_card,
    cases_showing_rule,
    cases_showing_skill,
    cases_showing_special,
    has_words,
)

PAGE = ROOT / "docs" / "rules-coverage.md"

HEAD = """# What the rules cover

Made by `make coverage` from the golden cases in `tests/golden/`: each is a page of a rulebook as
given, when, then. `tests/rules` plays them all, and a Hypothesis run per game plays tables of
legal commands against the invariants: every card copy in one place, board and reserve are the
box, replay equals state.

A skill, card or mission rule is called automated where a case shows it: the case named beside it
fails as soon as the skill does nothing, the card says nothing or the mission has no such rule
(`tests/rules/proofs.py`, held by `tests/rules/test_proofs.py`).
"""

GOLDEN = ROOT / "tests" / "golden"


def golden_cases() -> list[tuple[str, str, str]]:
    """Game, file and name of every case."""
    cases = []
    for path in sorted(GOLDEN.glob("*/*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        cases += [
            (path.parent.name, path.stem, case.get("name", str(number)))
            for number, case in enumerate(file["case"], 1)
        ]
    return cases


def digest() -> dict[str, list[dict[str, list[str] | str]]]:
    """The rules of the digest, and what is beyond the app."""
    return tomllib.loads((GOLDEN / "rules.toml").read_text(encoding="utf-8"))


def cases_of(words: list[str], known: list[tuple[str, str, str]]) -> tuple[list[str], list[str]]:
    """The cases some words name, and the words that name none."""
    cases, nothing = [], []
    for word in words:
        hits = [f"{game}/{file}: {name}" for game, file, name in known if word in name]
        cases += hits
        if not hits:
            nothing.append(word)
    return list(dict.fromkeys(cases)), nothing


SEEN = "the players read it off the board or off a card"


def _label(rule: MissionRule, by: By) -> str:
    """Who sees to a rule, where and when."""
    if rule.do in BY_CAMPAIGN:
        return f"automated in a campaign; at a table without one reminded ({rule.when})"
    if by == "app" and rule.when:
        return f"automated where the players say so, and reminded ({rule.when})"
    more = {"reminder": f" ({rule.when})", "players": f" ({SEEN})"}.get(by, "")
    return f"{LABELS[by]}{more}"


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
                    label = _label(rule, by)
                    if by == "app" and rule.do not in BY_CAMPAIGN:
                        label += (
                            f": {first(cases_showing_rule(game, f'{box}:{mission.code}', rule))}"
                        )
                    rows.append(f"| {mission.code} | {rule.en} | {label} |")
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
    total = ", ".join(f"{counts[by]} {word}" for by, word in LABELS.items())
    return ["\n## Missions, rule by rule\n", f"{total}. Made from the packs.\n", *lines]


LABELS = {"app": "automated", "reminder": "reminded", "players": "with the players"}
WHY = {
    "board": "only the board shows it",
    "turns": "the app does not follow turns and actions",
    "set-up": "settled before the game",
    "other-box": "about another box",
    "unnamed": "the card names what it is about",
    "unread": "the number on the card could not be read",
}


def texts() -> dict[str, list[tuple[str, str, str]]]:
    """For each game: file, name and whole text of its cases, to find out what they show."""
    games: dict[str, list[tuple[str, str, str]]] = {}
    for path in sorted(GOLDEN.glob("*/*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            case_text = (path.stem, case.get("name", ""), json.dumps(case))
            games.setdefault(path.parent.name, []).append(case_text)
    return games


def shown_by(cases: list[tuple[str, str, str]], names: Iterable[str]) -> str:
    """The first cases in which one of these names is used."""
    wanted = re.compile("|".join(rf'"{re.escape(name)}(-\d+)?"' for name in names))
    shown = [f"{file}: {name}" for file, name, text in cases if wanted.search(text)]
    return "; ".join(shown[:2])


def boxes() -> Iterator[tuple[str, str, Any]]:
    """Every game and expansion with skills and cards: its name, its game's, its pack."""
    for game, pack in sorted(load_packs().items()):
        yield game, game, pack
        for name, expansion in sorted(pack.expansions.items()):
            yield name, game, expansion


def skills_table() -> list[str]:
    """Who applies each skill of each game: the app with a case, a reminder, or the players."""
    campaign, counts, rows = texts()["campaign"], Counter[str](), []
    seen: set[tuple[str, str]] = set()
    for box, game, pack in boxes():
        for skill in pack.skills.values():
            if (game, skill.family) in seen:
                continue
            seen.add((game, skill.family))
            if skill.by == "app":
                family = [
                    member.id for member in pack.skills.values() if member.family == skill.family
                ]
                how = first(cases_showing_skill(game, skill.family)) or shown_by(campaign, family)
            else:
                moment = f"{skill.when}; " if skill.when else ""
                only = f"{ONLY[skill.only]}; " if skill.only else ""
                how = f"{moment}{only}{WHY[skill.why]}"
            counts[skill.by] += 1
            rows.append(f"| {box} | {skill.name.en} | {LABELS[skill.by]} | {how} |")
    return [tally(counts), "| game | skill | by | case, or when and why |", RULE, *rows, ""]


ONLY = {
    "last": "where nobody is left standing",
    "last-here": "where nobody is left standing in the own zone",
    "kill": "after a kill",
    "quiet": "after a turn without attack and noise",
    "used": "once it was used",
    "hurt": "where somebody was hurt",
}
"""What else must be the case for a reminder."""


def first(cases: Iterator[str]) -> str:
    """The first cases that show something, without the game they are of."""
    return "; ".join(name.partition("/")[2] for name in islice(cases, 2))


def cards_table() -> list[str]:
    """The same for equipment with words of its own; weapons with values alone are automated."""
    counts, rows = Counter[str](), []
    for box, game, pack in boxes():
        for card in pack.equipment:
            counts[card.by] += 1
            row = f"| {box} | {card.name.en} | {LABELS[card.by]} | {_how(game, card)} |"
            rows.append(row)
    return [tally(counts), "| game | card | by | case, or when and why |", RULE, *rows, ""]


def _how(game: str, card: Equipment) -> str:
    if card.by == "players":
        return f"card not known: {', '.join(card.unknown)}"
    if not has_words(card):
        return "its values, as any weapon's"
    shown = first(cases_showing_card(game, card))
    if card.by == "reminder":
        return "; ".join(filter(None, ["on its page; only the board shows the rest", shown]))
    return shown


def other_cards_table() -> list[str]:
    """The same for zombie cards and the special decks."""
    cases, counts, rows = texts(), Counter[str](), []
    for box, game, pack in boxes():
        spawns = pack.spawns if box == game else ()
        known = sum(card.sure != "unknown" for card in spawns)
        if spawns:
            counts["app"] += known
            rows.append(f"| {box} | Zombie cards | automated | {known} cards |")
        if hidden := len(spawns) - known:
            counts["players"] += hidden
            how = f"{hidden} cards known by number only: typed once, then automated"
            rows.append(f"| {box} | Zombie cards | with the players | {how} |")
        for deck in pack.decks.values():
            for card in deck.cards if deck.id != OBJECTIVES else ():
                name = card.name.en if card.name else card.id
                counts[card.by] += 1
                rows.append(
                    f"| {box} | {deck.name.en}: {name} | {LABELS[card.by]} |"
                    f" {_shown_card(game, card, cases[game])} |"
                )
    return [tally(counts), "| game | card | by | case, or when and why |", RULE, *rows, ""]


OBJECTIVES = "objectives"
"""The deck whose texts are in no source: what a campaign keeps of them stands above."""


def _shown_card(game: str, card: SpecialCard, cases: list[tuple[str, str, str]]) -> str:
    if card.by == "players":
        return "not seen: the group reads it off the card, or types it once"
    named = [card.id, *((card.zombie,) if card.zombie else ())]
    how = first(cases_showing_special(game, card)) or shown_by(cases, named)
    if card.by == "reminder":
        return "; ".join(filter(None, ["its words when it comes; the board shows the rest", how]))
    return how or "nothing beyond the values of its zombie"


RULE = "| --- | --- | --- | --- |"


def tally(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[by]} {label}" for by, label in LABELS.items()) + ".\n"


def page() -> str:
    known, book = golden_cases(), digest()
    lines = [HEAD, f"{len(known)} cases.\n", "## Rule by rule\n"]
    for game in dict.fromkeys(rule["game"] for rule in book["rule"]):
        lines += [f"### {game}\n", "| rule | lives in | cases |", "| --- | --- | --- |"]
        for rule in book["rule"]:
            if rule["game"] == game:
                cases, _ = cases_of(list(rule["cases"]), known)
                shown = "; ".join([*cases, *rule.get("also", [])])
                lines.append(f"| {rule['rule']} | {rule['lives']} | {shown} |")
        lines.append("")
    lines += ["## Skill by skill\n", *skills_table(), "## Card by card\n", *cards_table()]
    lines += ["## Other cards\n", *other_cards_table()]
    lines += ["## What stays with the players\n", "| what | why |", "| --- | --- |"]
    lines += [f"| {row['what']} | {row['why']} |" for row in book["beyond"]]
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
