from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rules.errors import IllegalCommand
from rules.fields import Choice, Field, Flag, Several
from rules.mechanics.looking import About, in_play, keys_in_play, others_in_play, survivors
from rules.mechanics.skills.commands import SkillUse, SurvivorDescribe
from rules.mechanics.skills.known import number_of, skills_of, tree_of
from rules.mechanics.skills.play import LENDS, NEXT_TURN, refusal, unknown_levels
from rules.offers import Offer, offer, overruled
from rules.play import Play

MOST_AT_A_LEVEL = 4


def uses(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about):
        for skill in dict.fromkeys(skills_of(look.before, key, look.pack)):
            use = offer(SkillUse, survivor=key, skill=skill, **_whom(look, key, skill))
            error = refusal(look, key, skill)
            yield overruled(use, error) if error else use


def _whom(look: Play, key: str, skill: str) -> dict[str, Field]:
    """Those whom a skill can heal or give an action."""
    known = look.pack.skills.get(skill)
    if known is None:
        return {}
    whom: tuple[str, ...] = ()
    if number_of(known, "heals"):
        whom = tuple(other for other in keys_in_play(look) if look.survivors[other].wounds)
    elif LENDS in known.gives:
        whom = others_in_play(look, key)
    fields: dict[str, Field] = {"on": Choice(values=whom, optional=True)} if whom else {}
    if whom and known.gives.get(LENDS) == NEXT_TURN:
        fields["later"] = Flag()
    return fields


def descriptions(look: Play, about: About) -> Iterator[Offer]:
    """The levels of a survivor's card that the box has not told us: all at once, or one anew."""
    for key, survivor in survivors(look, about):
        now = tree_of(look.before, look.pack, key)
        unknown = unknown_levels(look, key)
        if not unknown:
            error = IllegalCommand("survivor.known", survivor=survivor.name)
            yield offer(SurvivorDescribe, error, survivor=key)
        untold = {level: _skills(look) for level in unknown if getattr(now, level) is None}
        if untold:
            yield offer(SurvivorDescribe, survivor=key, **untold)
        for level in unknown:
            other = replace(_skills(look), now=getattr(now, level) or msgspec.UNSET)
            yield offer(SurvivorDescribe, survivor=key, **{level: other})


def _skills(look: Play) -> Several:
    return Several(values=tuple(look.pack.skills), least=1, most=MOST_AT_A_LEVEL)
