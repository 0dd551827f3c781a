from collections.abc import Iterator

from rules.errors import IllegalCommand
from rules.fields import Choice, Counts, Each, Field, Flag, Number, Reported, Several, Shares
from rules.mechanics.armour.play import armour_of
from rules.mechanics.looking import About, in_box, in_play, keys_in_play, out_of_reach, survivors
from rules.mechanics.skills.known import has, known_skills
from rules.mechanics.wounds.commands import (
    MOST_GIVEN_UP,
    SurvivorEscape,
    SurvivorRescue,
    WoundHeal,
    WoundTake,
    ZombiesAttack,
)
from rules.mechanics.wounds.play import also_wounded, health_left, health_of
from rules.offers import Offer, offer
from rules.play import Play

MOST = 20
SOURCES = ("zombies", "friendly_fire", "other")


def wounds(look: Play, about: About) -> Iterator[Offer]:
    """Wounds from any source: without a roll, or with one where somebody has armour."""
    by_table = look.before.dice == "table"
    for key, _survivor in in_play(look, about):
        given: dict[str, Field] = {
            "count": Number(least=1, most=MOST, optional=True),
            "source": Choice(values=SOURCES, optional=True),
            "zombie": Choice(values=tuple(in_box(look)), optional=True),
        }
        yield from _paid(look, key)
        yield offer(WoundTake, survivor=key, armour=False, **given)
        armour = armour_of(look, key)
        if armour is None:
            continue
        reported: dict[str, Field] = {"dice": Reported(what="dice")} if by_table else {}
        rolled = {**given, **reported}
        rolls: dict[str, Field] = {}
        if armour.rerolls:
            rolls["rerolls"] = Number(least=0, most=min(armour.rerolls, 2), optional=True)
        yield offer(WoundTake, survivor=key, armour=True, lend_shield=False, **rolled, **rolls)
        lent = armour_of(look, key, lend_shield=True)
        if lent is not None and lent != armour:
            yield offer(WoundTake, survivor=key, armour=True, lend_shield=True, **rolled)


def _paid(look: Play, key: str) -> Iterator[Offer]:
    """Wounds for cards, by a skill."""
    if cards := _given_up(look, key):
        count = Number(least=1, most=MOST, optional=True)
        sources = Choice(values=("zombies", "other"), optional=True)
        discards = Several(values=cards, least=1, most=MOST_GIVEN_UP, field="count")
        yield offer(
            WoundTake, survivor=key, armour=False, count=count, source=sources, discards=discards
        )


def _given_up(look: Play, key: str) -> tuple[str, ...]:
    """Cards that may be given up for a wound each."""
    if not has(known_skills(look.before, key, look.pack), "cards_for_wounds"):
        return ()
    return (*look.survivors[key].inventory.values(), *look.survivors[key].found)


def attacks(look: Play, about: About) -> Iterator[Offer]:
    """Zombies of a zone attack; the wounds are shared out among those who are there."""
    apart = {key: error for key in keys_in_play(look) if (error := out_of_reach(look, key))}
    there = [key for key in keys_in_play(look) if key not in apart]
    if not there:
        return
    named = (apart[key] for key in about.get("wounds", ()) if key in apart)
    more: dict[str, Field] = {}
    payers = {key: cards for key in there if (cards := _given_up(look, key))}
    if payers:
        more["discards"] = Each(
            fields={
                key: Several(values=cards, most=MOST_GIVEN_UP, field=f"wounds.{key}")
                for key, cards in payers.items()
            }
        )
    if look.before.dice == "table":
        more["dice"] = Reported(what="dice")
    yield offer(
        ZombiesAttack,
        next(named, None),
        zombies=Counts(most=in_box(look), least=1),
        wounds=Shares(
            most={**{key: health_left(look, key) for key in there}, **also_wounded(look)},
            field="zombies",
            worth={kind.id: kind.wounds for kind in look.pack.zombies},
            spills=look.pack.wounds_spill,
        ),
        armour=Flag(),
        **more,
    )


def healings(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in in_play(look, about):
        why_not = None if survivor.wounds else IllegalCommand("wound.none", survivor=survivor.name)
        most = max(1, min(survivor.wounds, health_of(look.before, key, look.pack)))
        count = Number(least=1, most=most, optional=True)
        yield offer(WoundHeal, why_not, survivor=key, count=count)


def rescues(look: Play, about: About) -> Iterator[Offer]:
    for key, survivor in survivors(look, about):
        if survivor.status == "out_of_action" and survivor.down_since is not None:
            by = Choice(values=keys_in_play(look), optional=True)
            yield offer(SurvivorRescue, survivor=key, by=by)


def escapes(look: Play, about: About) -> Iterator[Offer]:
    for key, _survivor in in_play(look, about):
        yield offer(SurvivorEscape, out_of_reach(look, key), survivor=key)
