"""Names that checks compare references with, and small checks that all others use."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.packs.allowed import not_there
from rules.packs.contents import CAMPAIGN, EXPANSION, GAME, SKILLS, Contents
from rules.packs.reading import Records
from rules.packs.schema.base import Term
from rules.packs.skills import variant_id

Problem = tuple[str, str, str]
"""A problem: its file, its key and its text."""
Names = frozenset[str] | None
"""Names that exist; None if one of their files could not be read, so that all are possible."""


class KnownNames(NamedTuple):
    """Names that exist where a box is played: its own and, for an expansion, its game's."""

    frame: str
    zombies: Names
    equipment: Names
    decks: Names
    cards: Names
    survivors: Names
    missions: Names
    skills: Names
    specialties: Names
    achievements: Names
    kinds: Names
    partial: frozenset[str]

    @classmethod
    def of_game(cls, box: Contents, kinds: Mapping[str, Term]) -> "KnownNames":
        frame = box.game_frame
        return cls(
            frame=GAME,
            zombies=_names(box.zombies),
            equipment=_names(box.equipment),
            decks=_decks(box, box.spawns),
            cards=_cards(box),
            survivors=_names(box.survivors),
            missions=_names(box.missions, "code"),
            skills=_skills(box),
            specialties=frozenset(frame.specialties) if frame else None,
            achievements=frozenset(),
            kinds=_kinds(box, frozenset(kinds) or None),
            partial=box.partial,
        )

    @classmethod
    def of_expansion(cls, box: Contents, game: Contents, kinds: Mapping[str, Term]) -> "KnownNames":
        under = cls.of_game(game, kinds)
        return under._replace(
            frame=EXPANSION,
            equipment=_names(box.equipment),
            decks=either(under.decks, _decks(box)),
            cards=either(under.cards, _cards(box)),
            survivors=either(under.survivors, _names(box.survivors)),
            missions=_names(box.missions, "code"),
            skills=either(under.skills, _skills(box)),
            achievements=_achievements(box),
            kinds=_kinds(box, under.kinds),
            partial=box.partial,
        )


def _names(records: Records[Any], key: str = "id") -> Names:
    """Return the ids of a file, with those of unreadable records; None if nothing was read."""
    if records.head is None and not records.rows and not records.unread:
        return None
    named = (row.get(key) for row in records.unread)
    return frozenset(
        [*(getattr(row, key) for row in records.rows), *(str(name) for name in named if name)]
    )


def _decks(box: Contents, *others: Records[Any]) -> Names:
    """Return the ids of the decks; None if the head of a file, which may name any, is missing."""
    heads = [records.head for records in (*others, box.equipment, *box.special)]
    return None if None in heads else frozenset(box.decks)


def _cards(box: Contents) -> Names:
    return either(*(_names(records) for records in box.special))


def _skills(box: Contents) -> Names:
    if box.skills.head is None:
        return None if SKILLS in box.partial else frozenset()
    read = [
        name
        for record in box.skills.rows
        for name in (record.id, *(variant_id(record, variant) for variant in record.variants))
    ]
    # The variants of an unreadable skill are unknown.
    return None if box.skills.unread else frozenset(read)


def _kinds(box: Contents, under: Names) -> Names:
    return None if SKILLS in box.partial else either(under, frozenset(box.own_kinds))


def _achievements(box: Contents) -> Names:
    if box.campaign is None:
        return None if CAMPAIGN in box.partial else frozenset()
    return frozenset(achievement.id for achievement in box.campaign.achievements)


def either(*names: Names) -> Names:
    """Return the union of several sets of names; None if one of them is unknown."""
    total: frozenset[str] = frozenset()
    for group in names:
        if group is None:
            return None
        total |= group
    return total


def missing(
    file: str, key: str, names: Iterable[str], known: Collection[str] | None
) -> Iterator[Problem]:
    """Yield a problem for each name that does not exist."""
    for name in names if known is not None else ():
        if name not in (known or ()):
            yield file, key, not_there(name, known or ())


def twice(file: str, key: str, names: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each name that occurs more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            yield file, key, f"{name!r} stands there {count} times"


def is_spoken(term: Term) -> bool:
    """Check if a word has both languages."""
    return bool(term.es.strip() and term.en.strip())
