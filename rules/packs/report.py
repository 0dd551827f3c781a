"""Report of how much is known of each game, deck by deck."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.packs.copies import all_copies
from rules.packs.schema.base import Fact
from rules.packs.schema.missions import Mission
from rules.packs.schema.pack import Expansion, Pack
from rules.packs.schema.people import Skill

COLUMNS = ("known", "inferred", "unknown", "total", "gaps", "conflicts")


class DeckReport(NamedTuple):
    """One deck, with the number of its cards that are known, inferred, or known by number only.

    `gaps` are known or inferred cards with an unknown value, `conflicts` those on which the sources
    differ; both are included in the other counts.
    """

    box: str
    deck: str
    known: int
    inferred: int
    unknown: int
    gaps: int
    conflicts: int

    @property
    def total(self) -> int:
        return self.known + self.inferred + self.unknown


Others = Mapping[str, Mapping[str, Iterable[Fact]]]
"""Facts by game and deck, for games whose packs have another shape."""


def rows(packs: Mapping[str, Pack], others: Others) -> Iterator[DeckReport]:
    """Yield a row for every deck, the survivors and the missions of each game and expansion."""
    for game, pack in packs.items():
        yield from _box_rows(game, pack)
        for name, expansion in pack.expansions.items():
            yield from _box_rows(name, expansion)
    for game, decks in others.items():
        for deck, facts in decks.items():
            yield _row(game, deck, facts)


def _box_rows(name: str, box: Pack | Expansion) -> Iterator[DeckReport]:
    decks: dict[str, list[Fact]] = {deck: [] for deck in box.decks}
    for deck, _, card in all_copies(box):
        decks[deck].append(card)
    for deck, cards in decks.items():
        yield _row(name, deck, cards)
    yield _row(name, "survivors", box.survivors)
    yield _row(name, "missions", box.missions)


def _row(box: str, deck: str, facts: Iterable[Fact]) -> DeckReport:
    facts = list(facts)
    states = [_state(fact) for fact in facts]
    return DeckReport(
        box=box,
        deck=deck,
        known=states.count("known"),
        inferred=states.count("inferred"),
        unknown=states.count("unknown"),
        gaps=sum(
            bool(fact.unknown) and state != "unknown"
            for fact, state in zip(facts, states, strict=True)
        ),
        conflicts=sum(bool(fact.conflicts) for fact in facts),
    )


def _state(fact: Fact) -> str:
    """Return how well a fact is known; a mission with only its title line counts as unknown."""
    if isinstance(fact, Mission) and fact.detail == "index":
        return "unknown"
    return fact.sure if fact.sure in ("inferred", "unknown") else "known"


def table(packs: Mapping[str, Pack], others: Others) -> str:
    """Return the rows as text, in aligned columns."""
    lines = [f"{'game':<18} {'deck':<20}" + "".join(f"{name:>10}" for name in COLUMNS)]
    box = ""
    for row in rows(packs, others):
        if row.box != box:
            lines.append("")
        name, box = (row.box if row.box != box else ""), row.box
        counts = "".join(f"{getattr(row, column) or '·':>10}" for column in COLUMNS)
        lines.append(f"{name:<18} {row.deck:<20}{counts}")
    skills = {skill.family for pack in packs.values() for skill in _all_skills(pack)}
    lines += ["", f"{'all games':<18} {'skills':<20}{len(skills):>10}"]
    return "\n".join(lines)


def _all_skills(pack: Pack) -> Iterator[Skill]:
    yield from pack.skills.values()
    for expansion in pack.expansions.values():
        yield from expansion.skills.values()
