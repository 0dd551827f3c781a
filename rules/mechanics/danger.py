"""The danger bar: points raise a survivor, the highest survivor sets the table's level."""

from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain
from typing import Annotated, ClassVar

import msgspec

from rules.commands import Amount, BaseCommand, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Number
from rules.levels import danger_of
from rules.mechanic import mechanic
from rules.mechanics.known_skills import tree_of
from rules.mechanics.looking import About, survivors
from rules.offers import Offer, offer
from rules.packs.schema import Pack
from rules.packs.schema.base import DangerId
from rules.play import Play
from rules.state import Pending, Survivor, TableState


class PointsGained(BaseEvent, tag="points.gained", frozen=True, kw_only=True):
    survivor: str
    before: int
    after: int


class DangerRaised(BaseEvent, tag="danger.raised", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    survivor: str
    before: str
    after: str


class ChoiceDue(BaseEvent, tag="choice.due", frozen=True, kw_only=True):
    question: str
    survivor: str


class SkillGained(BaseEvent, tag="skill.gained", frozen=True, kw_only=True):
    survivor: str
    skill: str


class PointsAward(BaseCommand, tag="points.award", frozen=True):
    """Adrenaline or experience points for one survivor; a negative amount takes back."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    survivor: Key
    amount: Amount

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        top = look.pack.danger[-1].points
        for key, survivor in survivors(look, about):
            back = Number(least=-min(survivor.points, MOST), most=-1)
            yield offer(cls, survivor=key, amount=back).otherwise(
                amount=partial(_not_back, survivor)
            )
            if survivor.status == "in_play":
                is_full = look.has_option("points-stop-at-red") and survivor.points >= top
                why_not = (
                    IllegalCommand("points.at_red", survivor=survivor.name) if is_full else None
                )
                yield offer(cls, why_not, survivor=key, amount=Number(least=1, most=MOST))

    def play(self, play: Play) -> None:
        gain_points(play, self.survivor, self.amount)


class SkillChoose(BaseCommand, tag="skill.choose", frozen=True):
    """The answer to a pending choice at orange or red."""

    survivor: Key
    skill: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield the skills a card offers at levels reached; any skill if the card is unknown."""
        for key, _survivor in survivors(look, about):
            asked = (_answering(look, question) for question in choices_open(look, key))
            skills = Choice(values=tuple(dict.fromkeys(chain.from_iterable(asked))))
            yield offer(cls, survivor=key, skill=skills).otherwise(
                skill=partial(_not_chosen, look, key)
            )

    def play(self, play: Play) -> None:
        """Answer the oldest open choice that offers the skill; an unknown card offers any."""
        question = next(
            question
            for question in choices_open(play, self.survivor)
            if self.skill in _answering(play, question)
        )
        play.answered(question.id)
        skills = play.survivors[self.survivor].skills
        play.change_survivor(self.survivor, skills=(*skills, self.skill))
        play.emit(SkillGained(survivor=self.survivor, skill=self.skill))


CHOSEN: tuple[DangerId, ...] = ("orange", "red")


SKILL = "skill"


def gain_points(play: Play, key: str, amount: int) -> None:
    """Give points, raise the level, and ask for the skill that comes with it."""
    survivor = play.survivors[key]
    after = survivor.points + amount
    if amount > 0 and play.has_option("points-stop-at-red"):
        after = max(survivor.points, min(after, play.pack.danger[-1].points))
        amount = after - survivor.points
    if amount == 0:
        return
    play.change_survivor(key, points=after)
    play.emit(PointsGained(survivor=key, before=survivor.points, after=after))
    before_level, after_level = danger_of(survivor.points, play.pack), danger_of(after, play.pack)
    if amount > 0 and before_level != after_level:
        play.emit(DangerRaised(survivor=key, before=before_level, after=after_level))
    if amount > 0:
        ask_for_skills(play, key)
    else:
        refresh_choices(play, key)


def choices_due(play: Play, key: str) -> dict[DangerId, int]:
    """Return the skills due at each level by points: up to one of two at orange, of three at red.

    With ultrared the bar starts over behind red, for the skills not yet taken (2nd Edition).
    """
    return _due(play.before, play.pack, key, play.survivors[key].points)


def _due(state: TableState, pack: Pack, key: str, points: int) -> dict[DangerId, int]:
    lap = pack.danger[-1].points
    laps = points // lap if "ultrared" in state.options else 0
    due: dict[DangerId, int] = {}
    for level in pack.danger:
        if level.id not in CHOSEN:
            continue
        times = sum(points >= start * lap + level.points for start in range(laps + 1))
        offered = len(skill_options(state, pack, key, level.id)) or 1
        due[level.id] = min(times, offered)
    return due


def chosen_by_level(
    state: TableState, pack: Pack, key: str, survivor: Survivor
) -> dict[DangerId, list[str]]:
    """Return the chosen skills by the level they were chosen at; the same may stand at both.

    On an unknown card they count from the lowest level up.
    """
    due = _due(state, pack, key, survivor.points)
    taken: dict[DangerId, list[str]] = {level: [] for level in CHOSEN}
    for skill in survivor.skills:
        printed = {level: skill_options(state, pack, key, level) for level in CHOSEN}
        at = [
            level
            for level in CHOSEN
            if (skill in printed[level] and skill not in taken[level]) or not printed[level]
        ]
        level = next(
            (level for level in at if len(taken[level]) < due[level]), at[-1] if at else None
        )
        if level is not None:
            taken[level].append(skill)
    return taken


def options_left(state: TableState, pack: Pack, key: str, level: DangerId) -> tuple[str, ...]:
    """Return the skills left to choose at a level; any not yet taken if the card is unknown."""
    survivor = state.survivors[key]
    taken = chosen_by_level(state, pack, key, survivor)[level]
    if printed := skill_options(state, pack, key, level):
        return tuple(skill for skill in printed if skill not in taken)
    return tuple(skill for skill in pack.skills if skill not in survivor.skills)


def ask_for_skills(play: Play, key: str, *, known: Collection[str] = ()) -> None:
    """Ask for every skill that is due and neither taken nor asked for yet (Black Plague, p. 16)."""
    chosen = chosen_by_level(play.before, play.pack, key, play.survivors[key])
    for level, times in choices_due(play, key).items():
        for number in range(len(chosen[level]) + 1, times + 1):
            suffix = f"-{number}" if number > 1 else ""
            question = Pending(
                id=f"{SKILL}-{key}-{level}{suffix}", what=SKILL, survivor=key, level=level
            )
            if play.ask(question) and question.id not in known:
                play.emit(ChoiceDue(question=question.id, survivor=key))


def choices_open(play: Play, key: str) -> list[Pending]:
    """Return the open skill choices of this survivor."""
    return [question for question in play.questions(SKILL) if question.survivor == key]


def refresh_choices(play: Play, key: str) -> None:
    """Ask for the skills due after a correction, and withdraw questions no longer due."""
    before = choices_open(play, key)
    play.pending = [question for question in play.pending if question not in before]
    ask_for_skills(play, key, known={question.id for question in before})


def skill_options(state: TableState, pack: Pack, survivor: str, level: DangerId) -> tuple[str, ...]:
    """Return the skills the card offers at a level; none if the card is unknown."""
    return getattr(tree_of(state, pack, survivor), level) or ()


MOST = 100


def _not_back(survivor: Survivor, amount: int) -> RuleError | None:
    """Return why these points are not taken back, or None."""
    if amount == 0:
        return IllegalCommand("points.nothing")
    if amount > 0:
        return None
    return IllegalCommand("points.below_zero", survivor=survivor.name, points=survivor.points)


def _answering(look: Play, question: Pending) -> tuple[str, ...]:
    """Return the skills that answer a question."""
    assert question.survivor is not None
    assert question.level is not None
    return options_left(look.before, look.pack, question.survivor, question.level)


def _not_chosen(look: Play, key: str, skill: str) -> RuleError:
    """Return why a survivor cannot choose a skill now."""
    survivor = look.survivors[key]
    if not choices_open(look, key):
        return IllegalCommand("skill.not_due", survivor=survivor.name)
    if skill not in look.pack.skills:
        return UnknownId("skill.unknown", skill=skill)
    if skill in survivor.skills:
        return IllegalCommand("skill.twice", skill=skill)
    return IllegalCommand("skill.not_offered", skill=skill)


DANGER = mechanic(
    __name__,
    answers={SKILL: SkillChoose},
    options=("fallen-count-for-danger", "points-stop-at-red", "ultrared"),
    corrections={"survivors.*.points": Annotated[int, msgspec.Meta(ge=0, le=999)]},
)
