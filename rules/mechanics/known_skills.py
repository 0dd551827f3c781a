"""The skills of a survivor: the card's by level, chosen ones, gifts, and worn equipment's."""

from rules.mechanics.accompanied import lent_skills
from rules.mechanics.cards import card_of, works_in
from rules.packs.schema import Pack
from rules.packs.schema.people import Skill, SkillTree
from rules.state import TableState

LENT_SKILL = "lent-skill-"
"""Prefix of the tag for a skill that is lent until the round ends."""


WEAPONS = ("melee", "ranged", "melee-ranged", "spell", "enchantment")


def tree_of(state: TableState, pack: Pack, survivor: str) -> SkillTree:
    """Return the skills on a survivor's card, as the group typed it or as the pack has it."""
    if typed := state.trees.get(survivor):
        return typed
    for printed in pack.survivors:
        if printed.id == survivor:
            return printed.skills
    return SkillTree()


def skills_of(state: TableState, survivor: str, pack: Pack) -> tuple[str, ...]:
    """Return a survivor's skills now: of the level, chosen, lent, and of worn things."""
    person, tree = state.survivors[survivor], tree_of(state, pack, survivor)
    reached = {level.id for level in pack.danger if person.points >= level.points}
    own = person.gifts + lent_skills(state, survivor) + (tree.blue or ())
    if "yellow" in reached:
        own += tree.yellow or ()
    own += person.skills
    own += tuple(tag.removeprefix(LENT_SKILL) for tag in person.used if tag.startswith(LENT_SKILL))
    return own + _worn(state, survivor, pack, own)


def _worn(state: TableState, survivor: str, pack: Pack, own: tuple[str, ...]) -> tuple[str, ...]:
    """Return skills of worn things; a weapon gives its own only while it is used."""
    skills: list[str] = []
    is_everywhere = any(
        pack.skills[key].gives.get("in_hand") == ("all",) for key in own if key in pack.skills
    )
    for slot, copy in state.survivors[survivor].inventory.items():
        card = card_of(pack, copy)
        if card.kind in WEAPONS or not (is_everywhere or works_in(card, slot)):
            continue
        given = [effect for effect in card.effects if effect.do == "grant-skill"]
        skills += [effect.skill for effect in given if effect.skill and not effect.until]
    return tuple(skills)


def lent_by_weapons(state: TableState, survivor: str, pack: Pack) -> list[Skill]:
    """Return skills of weapons in hand that are used in one's turn, not in the attack itself."""
    hands = (
        card_of(pack, copy)
        for slot, copy in state.survivors[survivor].inventory.items()
        if slot.startswith("hand")
    )
    lent = (effect for card in hands for effect in card.effects if effect.when == "own-turn")
    return [pack.skills[effect.skill] for effect in lent if effect.skill in pack.skills]


def known_skills(state: TableState, survivor: str, pack: Pack) -> list[Skill]:
    """Return the skills of a survivor as records of the pack; unknown ones are left out."""
    return [pack.skills[key] for key in skills_of(state, survivor, pack) if key in pack.skills]


def number_of(skill: Skill, name: str) -> int:
    """Return a number the skill gives, or 0."""
    value = skill.gives.get(name, 0)
    return value if isinstance(value, int) else 0


def has(skills: list[Skill], name: str) -> bool:
    return any(skill.gives.get(name) for skill in skills)
