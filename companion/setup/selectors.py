"""Packs and line-ups for the set-up pages."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.house.selectors import house_pack
from companion.models import LineUp
from companion.people.belongings import File
from companion.people.models import Person
from companion.setup.address import read_plan
from companion.setup.plan import ChosenSurvivor, Plan, is_complete
from companion.workshop.ours import OurDeck, ours_of
from rules import Pack, rulesets
from rules.missions import SET_UP
from rules.names import OWN
from rules.packs.schema import Mission, MissionRule, Skill, Term
from rules.packs.schema.people import SkillTree

LEVELS = ("blue", "yellow", "orange", "red")
Trees = Mapping[str, SkillTree]
"""Skills of survivors in the group's house pack."""


class SurvivorChoice(NamedTuple):
    """A survivor to choose from."""

    key: str
    name: str
    initials: str
    chosen: ChosenSurvivor | None
    health: int | None
    """Only where it is not what everybody has."""
    skills: tuple[Skill, ...]
    """The skills at blue."""
    missing: int
    """Levels of the card we do not know."""
    is_own: bool
    """Made up by the group."""
    house: str = ""
    """The pack of the group's own they come from."""


class DeckChoice(NamedTuple):
    """The ways in which one deck can be put together."""

    deck: str
    name: Term
    options: list[tuple[str, str, bool]]
    """Value in the address, words, and whether it is chosen."""
    more: list[tuple[str, str, bool]]
    """The same of packs whose cards may come on top."""


class MissionRow(NamedTuple):
    key: str
    mission: Mission


class MissionBox(NamedTuple):
    """The missions of one box."""

    id: str
    name: Term
    rows: list[MissionRow]


def plan_at(game: Pack, data: QueryDict, person: Person | None, keeper: str = "") -> Plan:
    """Return the plan an address means, with what this person's packs and groups have."""
    return read_plan(
        game,
        data,
        keeper=keeper,
        ours=ours_of(person, game.game),
        known=house_pack(person, game.game),
    )


def usual_query(person: Person | None, game: str) -> str:
    """Return the address of this person's usual table of a game; empty without one."""
    if person is None:
        return ""
    line_ups = LineUp.objects.filter(person=person, game=game).values_list("query", flat=True)
    return line_ups.first() or ""


def usual_queries(person: Person | None) -> dict[str, str]:
    """Return the addresses of all usual tables of a person, by game; of games that are here."""
    if person is None:
        return {}
    kept = LineUp.objects.filter(person=person, game__in=list(rulesets)).order_by("game")
    return dict(kept.values_list("game", "query"))


def cards(plan: Plan, trees: Trees) -> list[SurvivorChoice]:
    """Return every survivor of the boxes in play, and those the group made up."""
    health = {survivor.id: survivor.health for survivor in plan.pack.survivors}
    names = {survivor.id: survivor.name for survivor in plan.pack.survivors}
    ours = {key: our.survivor for key, our in plan.ours.survivors.items()}
    names |= {key: survivor.name for key, survivor in ours.items()}
    names |= {survivor.key: survivor.name for survivor in plan.survivors}
    trees = {**{key: survivor.skills for key, survivor in ours.items()}, **trees}
    health |= {key: survivor.health for key, survivor in ours.items()}
    return [
        _card(plan, key, name, tree_of(plan, key, trees), health.get(key))
        for key, name in names.items()
    ]


def deck_choices(plan: Plan) -> list[DeckChoice]:
    """Decks for which some pack has cards of its own, or another way to put them together."""
    choices = []
    for deck in plan.decks:
        ours = plan.ours.decks_for(deck)
        if ours:
            chosen, *others = plan.composed.get(deck, ("",))
            options = [("", _("as in the box"), not chosen)]
            options += [(f"{deck}~{our.key}", deck_words(our), our.key == chosen) for our in ours]
            choices.append(
                DeckChoice(deck, plan.pack.decks[deck].name, options, _more(ours, chosen, others))
            )
    return choices


def _more(ours: list[OurDeck], chosen: str, others: list[str]) -> list[tuple[str, str, bool]]:
    """Return the packs whose cards may come on top: all but the first, where several have some."""
    first = next((our.house.pk for our in ours if our.key == chosen), None)
    if len({our.house.pk for our in ours}) == 1:
        return []
    return [
        (f"{our.draft.deck}~{our.key}", our.house.name, our.key in others)
        for our in ours
        if our.is_all and our.house.pk != first
    ]


def deck_words(our: OurDeck) -> str:
    """`Without abominations (Our plague)`; a pack's cards on top of the box by its name alone."""
    if our.is_all:
        return _("the box and %(pack)s") % {"pack": our.house.name}
    name = our.draft.name.in_language(get_language() or "en") or our.draft.id
    return f"{name} ({our.house.name})"


def _card(plan: Plan, key: str, name: str, tree: SkillTree, health: int | None) -> SurvivorChoice:
    pack = plan.pack
    return SurvivorChoice(
        key=key,
        name=name,
        initials=initials(name),
        chosen=next((survivor for survivor in plan.survivors if survivor.key == key), None),
        health=health if health != pack.health else None,
        skills=tuple(pack.skills[skill] for skill in tree.blue or () if skill in pack.skills),
        missing=sum(getattr(tree, level) is None for level in LEVELS),
        is_own=key.startswith(OWN),
        house=plan.ours.survivors[key].house.name if key in plan.ours.survivors else "",
    )


def tree_of(plan: Plan, key: str, trees: Trees) -> SkillTree:
    """Return the skills of a survivor: as the group typed them, else as the box prints them."""
    printed = {survivor.id: survivor.skills for survivor in plan.pack.survivors}
    return trees.get(key) or printed.get(key) or SkillTree()


def initials(name: str) -> str:
    """Two letters that stand for somebody: `Wanda` Wa, `Sister Mary` SM."""
    words = name.split()
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


def mission_boxes(game: Pack) -> list[MissionBox]:
    """Return all missions by the box they come in, the game's own first."""
    boxes = [(game.game, game.short, game.missions)]
    boxes += [
        (expansion.id, expansion.short, expansion.missions)
        for expansion in game.expansions.values()
    ]
    return [
        MissionBox(
            key, name, [MissionRow(f"{key}:{mission.code}", mission) for mission in missions]
        )
        for key, name, missions in boxes
        if missions
    ]


def set_up_by_mission(plan: Plan) -> list[MissionRule]:
    """Return the changes of the mission before the first round that the app carries out."""
    return [rule for rule in (plan.mission.rules if plan.mission else ()) if rule.do in SET_UP]


def unknown_cards(plan: Plan, trees: Trees) -> list[tuple[ChosenSurvivor, str]]:
    """Survivors chosen whose card somebody should complete, and the page where."""
    boxed = {survivor.id for survivor in plan.pack.survivors}
    return [
        (survivor, _card_page(plan, survivor.key))
        for survivor in plan.survivors
        if survivor.key in boxed and not is_complete(tree_of(plan, survivor.key, trees))
    ]


def _card_page(plan: Plan, key: str) -> str:
    our = plan.ours.survivors.get(key)
    if our is None:
        return reverse("companion:house-survivor", args=[plan.pack.game, key])
    return reverse("workshop:piece", args=[our.house.pk, "survivors", our.id])


def line_ups_taken_out(person: Person) -> Iterator[File]:
    """Yield the usual tables: each is an address that holds its whole set-up."""
    line_ups = {
        line_up.game: f"{reverse('companion:open', args=[line_up.game])}?{line_up.query}"
        for line_up in LineUp.objects.filter(person=person).order_by("game")
    }
    yield "usual-tables.json", msgspec.json.format(msgspec.json.encode(line_ups))
