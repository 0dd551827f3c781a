"""Cards that a group has described at its tables, as pieces of a pack."""

from typing import Any

from companion.house.selectors import house_pack
from companion.people.models import Person
from companion.workshop.models import HousePack
from rules import load_packs
from rules.packs.schema import Pack
from rules.packs.schema.cards import Effect
from rules.packs.schema.people import SkillTree
from rules.state import Description
from rules.workshop.draft import boxes_of
from rules.workshop.pieces import DraftCard, DraftSpawn, DraftSurvivor
from rules.workshop.pieces.special import special_decks
from rules.workshop.pieces.survivors import LEVELS

Taken = list[tuple[str, Any]]
"""Kind and draft, without its id."""
UNNAMED = "x1"


def taken_over(person: Person, house: HousePack) -> Taken:
    """Return a draft for every card and survivor that was described, to be added to a pack."""
    known, pack = house_pack(person, house.game), load_packs()[house.game]
    drafts: Taken = []
    for copy, description in known.described.items():
        if draft := _card(copy, description, pack):
            drafts.append(draft)
    survivors = {
        survivor.id: survivor.name for _name, box in boxes_of(pack) for survivor in box.survivors
    }
    for key, tree in known.trees.items():
        name = survivors.get(key, "")
        drafts.append(("survivors", _survivor(key if name else "", name or key, tree)))
    return drafts


def _survivor(fills: str, name: str, tree: SkillTree) -> DraftSurvivor:
    shown = name if fills else name.removeprefix("own-").replace("-", " ").title()
    return DraftSurvivor(
        id=UNNAMED,
        fills=fills,
        name=shown[:60],
        **{level: getattr(tree, level) or () for level in LEVELS},  # type: ignore[arg-type]
    )


def _card(copy: str, description: Description, pack: Pack) -> tuple[str, Any] | None:
    number = copy.removeprefix("zombies-")
    if any(card.number == number for card in pack.spawns):
        levels = {level: dict(line) for level, line in description.levels.items() if line}
        return "spawns", DraftSpawn(id=UNNAMED, fills=number, kind=description.kind, levels=levels)
    for deck in special_decks(pack).values():
        for card in deck.cards:
            if copy == f"{card.id}-1":
                return "cards", _order(deck.id, card.id, description)
    return None


def _order(deck: str, card: str, description: Description) -> DraftCard:
    """Return the draft of an order, which brings zombies to its zone and lets them act."""
    brings = next(iter(description.levels.values()), {})
    effects = [
        Effect(do="spawn", zombie=zombie, value=count, where="this-zone")
        for zombie, count in brings.items()
    ]
    effects += [
        Effect(do="activate", zombie=zombie, value=times, where="this-zone")
        for zombie, times in description.activates.items()
    ]
    return DraftCard(
        id=UNNAMED, fills=card, deck=deck, kind=description.kind, effects=tuple(effects[:6])
    )
