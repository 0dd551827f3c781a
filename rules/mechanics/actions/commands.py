from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key


class ActionSpend(BaseCommand, tag="action.spend", frozen=True):
    """Actions of this turn are spent; a negative count gives some back.

    `leaving` is the number of zombies in the zone that is left: each costs one action more.
    """

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    survivor: Key
    count: Annotated[int, msgspec.Meta(ge=-10, le=10)] = 1
    leaving: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    overrule: bool = False


class ExtraActionUse(BaseCommand, tag="extra_action.use", frozen=True):
    """One of the extra actions of the campaign sheet, once a mission each."""

    in_play_only: ClassVar[bool] = True

    survivor: Key
