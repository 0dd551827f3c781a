"""What the set-up pages show of packs and line-ups."""

from typing import NamedTuple

from companion.models import LineUp
from companion.people.models import Person
from companion.setup.plan import Chosen, Plan, is_known
from rules import Pack
from rules.packs.schema import Mission, Skill, Term
from rules.packs.schema.people import PackSurvivor

LEVELS = ("blue", "yellow", "orange", "red")


class Card(NamedTuple):
    """A survivor to choose from."""

    key: str
    name: str
    initials: str
    chosen: Chosen | None
    health: int | None
    """Only where it is not what everybody has."""
    skills: tuple[Skill, ...]
    """Those of blue."""
    missing: int
    """Levels of the card we do not know."""


class MissionRow(NamedTuple):
    key: str
    mission: Mission


class MissionBox(NamedTuple):
    """The missions of one box."""

    id: str
    name: Term
    rows: list[MissionRow]


def usual_query(person: Person | None, game: str) -> str:
    """The address of this person\'s usual table of a game; empty without one."""
    if person is None:
        return ""
    found = LineUp.objects.filter(person=person, game=game).values_list("query", flat=True)
    return found.first() or ""


def cards(plan: Plan) -> list[Card]:
    """Every survivor of the boxes in play, and those the group made up."""
    chosen = {one.key: one for one in plan.survivors}
    found = [_card(plan.pack, one, chosen.get(one.id)) for one in plan.pack.survivors]
    listed = {card.key for card in found}
    own = [one for one in plan.survivors if one.key not in listed]
    return found + [
        Card(one.key, one.name, initials(one.name), one, None, (), len(LEVELS)) for one in own
    ]


def _card(pack: Pack, survivor: PackSurvivor, chosen: Chosen | None) -> Card:
    tree = survivor.skills
    return Card(
        key=survivor.id,
        name=survivor.name,
        initials=initials(survivor.name),
        chosen=chosen,
        health=survivor.health if survivor.health != pack.health else None,
        skills=tuple(pack.skills[skill] for skill in tree.blue or ()),
        missing=sum(getattr(tree, level) is None for level in LEVELS),
    )


def initials(name: str) -> str:
    """Two letters that stand for somebody: `Wanda` Wa, `Sister Mary` SM."""
    words = name.split()
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


def mission_boxes(game: Pack) -> list[MissionBox]:
    """All missions by the box they come in, the game\'s own first."""
    boxes = [(game.game, game.short, game.missions)]
    boxes += [(one.id, one.short, one.missions) for one in game.expansions.values()]
    return [
        MissionBox(key, name, [MissionRow(f"{key}:{one.code}", one) for one in missions])
        for key, name, missions in boxes
        if missions
    ]


def unknown_cards(plan: Plan) -> list[PackSurvivor]:
    """Survivors chosen whose printed card somebody should complete."""
    keys = {one.key for one in plan.survivors}
    return [one for one in plan.pack.survivors if one.id in keys and not is_known(one)]
