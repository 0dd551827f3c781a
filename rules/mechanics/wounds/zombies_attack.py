"""Zombies attack: their wounds are shared out among those in their zone."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Faces, Group, Key, Quantity
from rules.errors import RuleError
from rules.fields import Counts, Each, Field, Flag, Reported, Several, Shares
from rules.mechanics.armour import ArmourRoll, is_in_box, save
from rules.mechanics.looking import About, in_box, judged, keys_in_reach, out_of_reach
from rules.mechanics.wounds.wound import (
    MOST_GIVEN_UP,
    Discards,
    also_wounded,
    deal_wounds,
    given_up_refused,
    health_left,
    immune_to,
    may_give_up,
    when_other_wounded,
)
from rules.offers import Offer, offer
from rules.play import Play


class ZombiesAttack(BaseCommand, tag="zombies.attack", frozen=True):
    """Zombies attack a zone; the players share the wounds out among the survivors there."""

    in_play_only: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("dice",)

    zombies: Group
    wounds: Annotated[dict[Key, Quantity], msgspec.Meta(min_length=1, max_length=12)]
    armour: bool = False
    discards: Annotated[dict[Key, Discards], msgspec.Meta(max_length=12)] = {}
    """Cards given up for a wound each, by a skill."""
    dice: Faces = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield an attack of zombies, with its wounds shared out among those they can reach."""
        there = keys_in_reach(look)
        named = (out_of_reach(look, key) for key in about.get("wounds", ()))
        rolls = is_in_box(look.pack)
        more: dict[str, Field] = {"armour": Flag()} if rolls else {}
        payers = {key: cards for key in there if (cards := may_give_up(look, key))}
        if payers:
            more["discards"] = Each(
                fields={
                    key: Several(values=cards, most=MOST_GIVEN_UP, field=f"wounds.{key}")
                    for key, cards in payers.items()
                }
            )
        if rolls and look.before.dice == "table":
            more["dice"] = Reported(what="dice")
        sent = judged(cls, about)
        given = offer(
            cls,
            next(filter(None, named), None),
            zombies=Counts(most=in_box(look), least=1),
            wounds=Shares(
                most={**{key: health_left(look, key) for key in there}, **also_wounded(look)},
                field="zombies",
                worth={kind.id: kind.wounds for kind in look.pack.zombies},
                spills=look.pack.wounds_spill,
            ),
            **more,
        )
        yield given.otherwise(
            wounds=partial(_out_of_play, look),
            discards=partial(_not_given_up, look, sent.wounds if sent else {}),
        )

    def play(self, play: Play) -> None:
        """Deal the wounds as the players share them; zombies never miss (Black Plague, p. 23).

        Wounds may only be lost when everybody named has fallen; in Rue Morgue what one cannot take
        goes to the others (p. 19). Those against which no armor helps are counted first.
        """
        total = wounds_of(play, self.zombies)
        piercing = sum(
            play.zombie(zombie).wounds * count
            for zombie, count in self.zombies.items()
            if play.zombie(zombie).ignores_armour
        )
        others = also_wounded(play)
        survivors = {key: count for key, count in self.wounds.items() if key not in others}
        immune = _immune_shares(play, self.zombies, survivors)
        dealt: dict[str, tuple[int, ArmourRoll | None]] = {}
        for key, count in survivors.items():
            left_over = count - immune[key]
            bare = min(piercing, left_over)
            piercing -= bare
            armoured = left_over - bare
            rolled = save(play, key, armoured) if self.armour and armoured else None
            dealt[key] = (count, rolled)
        deal_wounds(
            play,
            dealt,
            "zombies",
            zombies=self.zombies,
            total=total,
            immune=immune,
            discards=self.discards,
        )
        for key in self.wounds:
            if key in others:
                play.tell(when_other_wounded, key, self.wounds[key])


def _out_of_play(look: Play, wounds: Mapping[str, int]) -> RuleError | None:
    """Return an error if somebody who takes wounds is not at the table or not in play."""
    try:
        for key in wounds.keys() - also_wounded(look).keys():
            look.in_play(key)
    except RuleError as error:
        return error
    return None


def _not_given_up(
    look: Play, wounds: Mapping[str, int], discards: Mapping[str, Sequence[str]]
) -> RuleError | None:
    """Return why somebody does not give up these cards, or None."""
    refusals = (
        given_up_refused(look, key, wounds.get(key, 0), cards) for key, cards in discards.items()
    )
    return next(filter(None, refusals), None)


def _immune_shares(
    play: Play, zombies: Mapping[str, int], wounds: Mapping[str, int]
) -> dict[str, int]:
    """Return the wounds of each share that come from zombies who cannot hurt that survivor.

    The players share out as they like, so those go to them first.
    """
    left = {zombie: play.zombie(zombie).wounds * count for zombie, count in zombies.items()}
    shares = {}
    for key, count in wounds.items():
        shares[key] = 0
        for zombie in immune_to(play, key) & left.keys():
            harmless = min(left[zombie], count - shares[key])
            left[zombie] -= harmless
            shares[key] += harmless
    return shares


def wounds_of(play: Play, zombies: dict[str, int]) -> int:
    """Return the wounds that these zombies deal."""
    return sum(play.zombie(zombie).wounds * count for zombie, count in zombies.items())
