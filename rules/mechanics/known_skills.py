"""What a survivor can do: the card's skills by level, chosen ones, gifts, and worn equipment."""

from rules.mechanics.accompanied import lent_skills
from rules.mechanics.cards import card_of, works_in
from rules.packs.schema import Pack
from rules.packs.schema.people import Skill, SkillTree
from rules.state import TableState

LENT_SKILL = "lent-skill-"
"""How a skill that something lends until the round ends is remembered."""


WEAPONS = ("melee", "ranged", "melee-ranged", "spell", "enchantment")


def tree_of(state: TableState, pack: Pack, survivor: str) -> SkillTree:
    """The skills on a survivor's card, as the group typed it or as we know it."""
    if typed := state.trees.get(survivor):
        return typed
    for printed in pack.survivors:
        if printed.id == survivor:
            return printed.skills
    return SkillTree()


def skills_of(state: TableState, survivor: str, pack: Pack) -> tuple[str, ...]:
    """What a survivor can do now: the level's own skills, the chosen ones, those of things worn."""
    person, tree = state.survivors[survivor], tree_of(state, pack, survivor)
    reached = {level.id for level in pack.danger if person.points >= level.points}
    own = person.gifts + lent_skills(state, survivor) + (tree.blue or ())
    if "yellow" in reached:
        own += tree.yellow or ()
    own += person.skills
    own += tuple(tag.removeprefix(LENT_SKILL) for tag in person.used if tag.startswith(LENT_SKILL))
    return own + _worn(state, survivor, pack, own)


def _worn(state: TableState, survivor: str, pack: Pack, own: tuple[str, ...]) -> tuple[str, ...]:
    """Skills that things give where they are worn; a weapon gives its own only while it is used."""
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
    """Skills of weapons in hand that are used in one's turn, not in the attack itself."""
    hands = (
        card_of(pack, copy)
        for slot, copy in state.survivors[survivor].inventory.items()
        if slot.startswith("hand")
    )
    lent = (effect for card in hands for effect in card.effects if effect.when == "own-turn")
    return [pack.skills[effect.skill] for effect in lent if effect.skill in pack.skills]


def known_skills(state: TableState, survivor: str, pack: Pack) -> list[Skill]:
    """The same as records of the pack; a skill the pack does not know does nothing here."""
    return [pack.skills[key] for key in skills_of(state, survivor, pack) if key in pack.skills]


def number_of(skill: Skill, name: str) -> int:
    """A number the skill gives; 0 when it does not."""
    value = skill.gives.get(name, 0)
    return value if isinstance(value, int) else 0


def has(skills: list[Skill], name: str) -> bool:
    return any(skill.gives.get(name) for skill in skills)
