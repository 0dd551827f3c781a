from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Number
from rules.mechanics.danger.commands import PointsAward, SkillChoose
from rules.mechanics.danger.play import choices_open, options_left
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
    for key, _survivor in survivors(look, about):
        skills: dict[str, None] = {}
        for question in choices_open(look, key):
            assert question.level is not None
            skills |= dict.fromkeys(options_left(look.before, look.pack, key, question.level))
        if skills:
            yield offer(SkillChoose, survivor=key, skill=Choice(values=tuple(skills)))
