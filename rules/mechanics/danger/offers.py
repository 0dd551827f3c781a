from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Number
from rules.mechanics.danger.commands import PointsAward, SkillChoose
from rules.mechanics.danger.play import choices_open, skill_options
from rules.mechanics.looking import About, survivors
from rules.offers import Offer, offer
from rules.play import Play

MOST = 100


def awards(look: Play, about: About) -> Iterator[Offer]:
    top = look.pack.danger[-1].points
    for key, survivor in survivors(look, about):
        if survivor.points:
            back = Number(least=-min(survivor.points, MOST), most=-1)
            yield offer(PointsAward, survivor=key, amount=back)
        if survivor.status == "in_play":
            is_full = look.has_option("points-stop-at-red") and survivor.points >= top
            why_not = IllegalCommand("points.at_red", survivor=survivor.name) if is_full else None
            yield offer(PointsAward, why_not, survivor=key, amount=Number(least=1, most=MOST))


def choices(look: Play, about: About) -> Iterator[Offer]:
    """What the card offers at a level that was reached; any skill where we do not know it."""
    for key, survivor in survivors(look, about):
        skills: dict[str, None] = {}
        for question in choices_open(look, key):
            assert question.level is not None
            printed = skill_options(look.before, look.pack, key, question.level)
            skills |= dict.fromkeys(printed or look.pack.skills)
        left = tuple(skill for skill in skills if skill not in survivor.skills)
        if left:
            yield offer(SkillChoose, survivor=key, skill=Choice(values=left))
