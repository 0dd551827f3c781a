"""What counts as being in somebody's hands, and which card fits into which slot."""

from rules.mechanics.equipment.cards import card_of, equipment_decks
from rules.mechanics.skills.known import known_skills
from rules.packs.schema import Pack
from rules.packs.schema.cards import Equipment
from rules.packs.schema.people import Skill
from rules.state import TableState

EVERYTHING = "all"


def body_card(pack: Pack, key: str) -> str | None:
    """The card drawn into a survivor's body slot: there it counts as in hand (BP, p. 17)."""
    return next((survivor.body for survivor in pack.survivors if survivor.id == key), None)


def in_hand(state: TableState, key: str, pack: Pack) -> tuple[str, ...]:
    """The copies a survivor uses as if in hand; by some skills that is more than two."""
    kinds = kinds_in_hand(known_skills(state, key, pack))
    at_hand = []
    for slot, copy in state.survivors[key].inventory.items():
        card = card_of(pack, copy)
        is_drawn = slot.startswith("body") and card.id == body_card(pack, key)
        if slot.startswith("hand") or is_drawn or kinds & {EVERYTHING, card.kind}:
            at_hand.append(copy)
    return tuple(at_hand)


def kinds_in_hand(skills: list[Skill]) -> set[str]:
    """Kinds of cards that skills let be used from anywhere."""
    given = (skill.gives.get("in_hand", ()) for skill in skills)
    return {str(kind) for kinds in given if isinstance(kinds, tuple) for kind in kinds}


def is_ready(state: TableState, key: str, copy: str, pack: Pack) -> bool:
    """Whether a card can be used where it lies; some work from the backpack."""
    return card_of(pack, copy).slot == "backpack" or copy in in_hand(state, key, pack)


def is_on_paper(state: TableState, pack: Pack) -> bool:
    """Whether the group keeps its equipment as cards on the table: nobody knows who has what."""
    decks = [state.decks[deck] for deck in equipment_decks(pack) if deck in state.decks]
    is_drawn_there = any(deck.source == "table" for deck in decks)
    return is_drawn_there or not any(each.inventory for each in state.survivors.values())


def fits(pack: Pack, key: str, card: Equipment, slot: str) -> bool:
    """Whether a card may lie in a slot: by its icon where the game has icons (BP, p. 17)."""
    if not pack.slots_by_icon or slot.startswith("backpack"):
        return True
    return slot.startswith(card.slot) or (
        slot.startswith("body") and card.id == body_card(pack, key)
    )
