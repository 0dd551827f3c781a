"""What a mission sets up before its first round."""

from rules.packs.copies import Card
from rules.packs.schema import Mission
from rules.packs.schema.cards import Equipment, SpawnCard

OUT_OF_DECK = "remove-from-zombie-deck"
INTO_VAULT = "move-cards-to-vault"
INACTIVE = "spawn-zone-inactive-at-start"
COUNTS_AS = "abominations-count-as"
NOISE = "permanent-noise"
ASLEEP_UNTIL = "spawn-zone-inactive-until"
SET_UP = (OUT_OF_DECK, INTO_VAULT, INACTIVE, COUNTS_AS, NOISE)


def is_left_out(mission: Mission | None, card: Card) -> bool:
    """Whether a card lies aside in this mission."""
    for rule in mission.rules if mission else ():
        if rule.do == OUT_OF_DECK and isinstance(card, SpawnCard) and card.kind == rule.zombie:
            return True
        if rule.do == INTO_VAULT and isinstance(card, Equipment) and card.id in rule.equipment:
            return True
    return False


def is_asleep(mission: Mission | None, colour: str | None) -> bool:
    """Whether spawn zones of that colour bring nobody until something wakes them."""
    rules = mission.rules if mission else ()
    return any(rule.do in (INACTIVE, ASLEEP_UNTIL) and colour in rule.colours for rule in rules)


def lasting_noise(mission: Mission | None) -> int:
    """Noise tokens that nothing takes off the board."""
    return sum(rule.count or 0 for rule in (mission.rules if mission else ()) if rule.do == NOISE)
