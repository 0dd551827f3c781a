"""What a check may refer to, and the small questions all checks ask."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.packs.schema.pack import Expansion, Pack

Problem = tuple[str, str, str]
"""File, key, what is wrong."""


class Scope(NamedTuple):
    """The ids that exist where a box is played: its own and, for an expansion, its game's."""

    frame: str
    zombies: set[str]
    equipment: set[str]
    decks: set[str]
    cards: set[str]
    survivors: set[str]
    missions: set[str]
    skills: set[str]
    specialties: set[str]
    achievements: set[str]

    @classmethod
    def of_game(cls, pack: Pack) -> "Scope":
        return cls(
            frame="game.toml",
            zombies={zombie.id for zombie in pack.zombies},
            equipment={item.id for item in pack.equipment},
            decks=set(pack.decks),
            cards=_special_cards(pack),
            survivors={survivor.id for survivor in pack.survivors},
            missions={mission.code for mission in pack.missions},
            skills=set(pack.skills),
            specialties=set(pack.specialties),
            achievements=set(),
        )

    @classmethod
    def of_expansion(cls, expansion: Expansion, game: Pack) -> "Scope":
        under = cls.of_game(game)
        campaign = expansion.campaign
        return under._replace(
            frame="expansion.toml",
            equipment={item.id for item in expansion.equipment},
            decks=under.decks | set(expansion.decks),
            cards=under.cards | _special_cards(expansion),
            survivors=under.survivors | {survivor.id for survivor in expansion.survivors},
            missions={mission.code for mission in expansion.missions},
            skills=under.skills | set(expansion.skills),
            achievements={one.id for one in campaign.achievements} if campaign else set(),
        )


def _special_cards(box: Pack | Expansion) -> set[str]:
    return {card.id for deck in box.decks.values() for card in deck.cards}


def missing(file: str, key: str, names: Iterable[str], known: set[str]) -> Iterator[Problem]:
    """A problem for each name that is not there."""
    for name in names:
        if name not in known:
            yield file, key, f"there is no {name!r}"


def twice(file: str, key: str, names: Iterable[str]) -> Iterator[Problem]:
    """A problem for each name that is there more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            yield file, key, f"{name!r} stands there {count} times"
