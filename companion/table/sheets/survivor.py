"""One survivor: points, kills, wounds, inventory, skills."""

from collections import Counter
from typing import Any, NamedTuple

from django.http import Http404
from django.utils.translation import get_language

from companion.rooms import pieces_at
from companion.selectors import Board, MiniatureCount, SurvivorCard
from companion.table.asking import SheetRequest, Shown
from companion.table.items import CarriedCard, carried, item
from rules import look
from rules.fields import Choice as OneFor
from rules.fields import Number, Several
from rules.mechanics.actions import leaving_cost
from rules.mechanics.danger import CHOSEN, chosen_by_level, options_left, skill_options
from rules.mechanics.inventory import slots_of
from rules.mechanics.known_skills import tree_of
from rules.mechanics.skills import unknown_levels
from rules.packs.schema import Mission
from rules.packs.schema.base import DangerId
from rules.packs.schema.people import Skill, Zombie

MOST_AT_ONCE = 12
"""Buttons of one kind; whoever kills more taps twice."""
OBJECTIVE = 5
"""Points for an objective in every game of the family, unless the mission says otherwise."""
CROWD = range(1, 5)
"""Numbers of zombies left behind that have a button of their own."""
LEVELS = ("blue", "yellow", "orange", "red")
ASKED = {"blue": 1, "yellow": 1, "orange": 2, "red": 3}


class SkillChoice(NamedTuple):
    """A skill to choose at a level: what the card offers, or any skill if we do not know it."""

    level: str
    skills: list[Skill]
    is_known: bool


class SkillLine(NamedTuple):
    level: str
    skill: Skill | None
    """None while it is not chosen."""
    is_gift: bool = False
    """Of the campaign sheet, not of the card."""
    is_used: bool = False
    whom: tuple[tuple[str, str], ...] = ()
    """Keys and names of those for whom it can be used, where it asks."""
    is_kept: bool = False
    """Its bonus may also wait for their next turn."""


class ArmourChoice(NamedTuple):
    """A roll against wounds: by what is worn, or by the shield's value in its place."""

    by_shield: bool
    most: int
    zombies: list[Zombie]
    """Zombies whose wounds it may stop."""
    rerolls: int

    @property
    def id(self) -> str:
        return "shield" if self.by_shield else "armour"


def sheet(ask: SheetRequest) -> Shown:
    return Shown("companion/sheets/survivor.html", context(ask.board, ask.survivor()))


def instead(ask: SheetRequest) -> Shown:
    """Return the survivor's sheet in place of another that has nothing to tell any more."""
    there = SheetRequest.read(ask.board, f"survivor/{ask.key}")
    return Shown("companion/sheets/survivor.html", {**sheet(there).context, "sheet": there})


def context(board: Board, card: SurvivorCard) -> dict[str, Any]:
    """Everything about one survivor; the player's own phone shows the same."""
    survivor = board.state.survivors[card.key]
    slots = [
        (slot, item(board.pack, copy, slot) if (copy := survivor.inventory.get(slot)) else None)
        for slot in slots_of(board.state, card.key, board.pack)
    ]
    return {
        "card": card,
        "survivor": survivor,
        "choices": [
            _choice(board, card.key, due.level) for due in card.due if due.level is not None
        ],
        "wounds_due": [due for due in card.due if due.what == "wound"],
        "carried": carried(board.state, card.key, board.pack),
        "kills": [supply for supply in board.supply if _is_mortal(supply)],
        "hands": [pair for pair in slots if pair[0].startswith("hand")],
        "others": [pair for pair in slots if not pair[0].startswith("hand")],
        "found": [item(board.pack, copy) for copy in survivor.found],
        "weapons": _weapon_names(carried(board.state, card.key, board.pack)),
        "skill_lines": _for_whom(board, card.key, _skill_lines(board, card)),
        "payable": _payable(board, card.key),
        "deeds": pieces_at("deeds", board),
        "actions": [n < card.actions_left for n in range(card.actions)],
        "pieces": pieces_at("on_survivor", board),
        "armour": _armour_rolls(board, card.key),
        "leavings": [
            (zombies, leaving_cost(board.state, card.key, zombies, board.pack)) for zombies in CROWD
        ],
        "extra_left": survivor.extra_actions - survivor.extra_actions_used,
        "is_unknown": not any(
            getattr(tree_of(board.state, board.pack, card.key), level) for level in LEVELS
        ),
    }


def many_kills(ask: SheetRequest) -> Shown:
    """Return the sheet for several kills: of all kinds on the board, or of the one held down."""
    card = ask.survivor()
    if not (ask.board.seat.may_play and card.is_in_play):
        raise Http404
    kind = ask.query.get("zombie")
    there = [supply for supply in ask.board.supply if supply.board and _is_mortal(supply)]
    kills = [
        (supply, range(1, min(supply.board, MOST_AT_ONCE) + 1))
        for supply in there
        if kind in (None, supply.zombie.id)
    ]
    return Shown("companion/sheets/kills.html", {"card": card, "kills": kills})


def many_points(ask: SheetRequest) -> Shown:
    """Several points at once: an objective, a mission's reward, what was forgotten."""
    card, mission = ask.survivor(), ask.board.mission
    if not (ask.board.seat.may_play and card.is_in_play):
        raise Http404
    context = {
        "card": card,
        "counts": range(2, MOST_AT_ONCE + 1),
        "objective": OBJECTIVE,
        "on_mission": mission is not None and _has_objectives(mission),
    }
    return Shown("companion/sheets/points.html", context)


def describe(ask: SheetRequest) -> Shown:
    """Return the skills printed on a card we do not know, typed once."""
    card = ask.survivor()
    language = get_language() or "en"
    skills = sorted(
        ask.board.pack.skills.values(), key=lambda skill: skill.name.in_language(language)
    )
    unknown = unknown_levels(look(ask.board.state, ask.board.pack), card.key)
    places = [(level, range(1, ASKED[level] + 1)) for level in unknown]
    return Shown(
        "companion/sheets/describe.html", {"card": card, "skills": skills, "places": places}
    )


def _is_mortal(supply: MiniatureCount) -> bool:
    return supply.zombie.killed_by != "nothing"


def _choice(board: Board, key: str, level: DangerId) -> SkillChoice:
    is_known = bool(skill_options(board.state, board.pack, key, level))
    left = options_left(board.state, board.pack, key, level)
    skills = [board.pack.skills[skill] for skill in left]
    if not is_known:
        language = get_language() or "en"
        skills.sort(key=lambda skill: skill.name.in_language(language))
    return SkillChoice(level, skills, is_known)


def _skill_lines(board: Board, card: SurvivorCard) -> list[SkillLine]:
    """Return the skills of each level reached, in its colour; a level not yet chosen says so."""
    tree, known = tree_of(board.state, board.pack, card.key), board.pack.skills
    lines = []
    survivor = board.state.survivors[card.key]
    chosen = chosen_by_level(board.state, board.pack, card.key, survivor)
    for level in board.pack.danger:
        if level.points > card.points:
            break
        if level.id not in CHOSEN:
            own = getattr(tree, level.id) or ()
            lines += [SkillLine(level.id, known[skill]) for skill in own if skill in known]
            continue
        mine = chosen[level.id]
        lines += [SkillLine(level.id, known[skill]) for skill in mine if skill in known]
        if not mine:
            lines.append(SkillLine(level.id, None))
    placed = [skill for mine in chosen.values() for skill in mine]
    rest = [skill for skill in survivor.skills if skill not in placed]
    lines += [SkillLine("red", known[skill]) for skill in rest if skill in known]
    gifts = [
        SkillLine("blue", known[gift], is_gift=True) for gift in survivor.gifts if gift in known
    ]
    return _with_uses(gifts + lines, survivor.used)


def _with_uses(lines: list[SkillLine], used: tuple[str, ...]) -> list[SkillLine]:
    """Of a skill that stands there twice, one use marks one line."""
    left, marked = Counter(used), []
    for line in lines:
        is_used = line.skill is not None and left[line.skill.id] > 0
        if line.skill is not None and is_used:
            left[line.skill.id] -= 1
        marked.append(line._replace(is_used=is_used))
    return marked


def _for_whom(board: Board, key: str, lines: list[SkillLine]) -> list[SkillLine]:
    """Return the lines, with names added where the skill is used on somebody."""
    names = {survivor.key: survivor.name for survivor in board.survivors}
    asked: dict[str, dict[str, Any]] = {}
    for offer in board.offered.of("skill.use"):
        on = offer.fields.get("on")
        if offer.fixed["survivor"] == key and isinstance(on, OneFor):
            whom = tuple((str(each), names[str(each)]) for each in on.values)
            asked[offer.fixed["skill"]] = {"whom": whom, "is_kept": "later" in offer.fields}
    return [line._replace(**asked.get(line.skill.id, {})) if line.skill else line for line in lines]


def _payable(board: Board, key: str) -> list[CarriedCard]:
    """Cards that a skill lets a survivor give up for a wound."""
    for offer in board.offered.of("wound.take"):
        cards = offer.fields.get("discards")
        if offer.fixed["survivor"] == key and isinstance(cards, Several):
            return [item(board.pack, str(copy)) for copy in cards.values]
    return []


def _weapon_names(items: list[CarriedCard]) -> str:
    return ", ".join(
        held.name for held in items if held.card.profiles and held.slot.startswith("hand")
    )


def _has_objectives(mission: Mission) -> bool:
    """Check if the mission counts objectives: points alone would leave them on the board."""
    return bool(mission.objective_colours or mission.objective_cards)


def _armour_rolls(board: Board, key: str) -> list[ArmourChoice]:
    """Return the rolls that what this survivor wears allows; none without armour."""
    zombies = {stock.zombie.id: stock.zombie for stock in board.supply}
    rolls = []
    for offer in board.offered.of("wound.take"):
        count, by, again = (offer.fields.get(name) for name in ("count", "zombie", "rerolls"))
        if offer.fixed["survivor"] != key or not offer.fixed.get("armour"):
            continue
        assert isinstance(count, Number)
        assert isinstance(by, OneFor)
        rolls.append(
            ArmourChoice(
                by_shield=offer.fixed["lend_shield"],
                most=count.most,
                zombies=[
                    zombies[str(each)]
                    for each in by.values
                    if not zombies[str(each)].ignores_armour
                ],
                rerolls=again.most if isinstance(again, Number) else 0,
            )
        )
    return rolls
