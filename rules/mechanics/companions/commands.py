from typing import Annotated, ClassVar

import msgspec

from rules.commands import BaseCommand, Key, Number

Name = Annotated[str, msgspec.Meta(max_length=60)]
Health = Annotated[int, msgspec.Meta(ge=1, le=5)]


class CompanionJoin(BaseCommand, tag="companion.join", frozen=True):
    """Somebody goes along from now on: one of the box, or whom the group names."""

    in_play_only: ClassVar[bool] = True

    companion: Key
    """`own` for somebody of no box."""
    leader: Key
    name: Name = ""
    skill: Key | None = None
    """The blue skill on their card, where we do not know it."""
    health: Health = 1
    expendable: bool = False
    """A card says that the mission is not lost with them."""
    exits: bool = False
    """They must leave by the exit for the mission to be won."""


class CompanionFollow(BaseCommand, tag="companion.follow", frozen=True):
    """Another survivor leads them: their card is traded like equipment."""

    in_play_only: ClassVar[bool] = True

    companion: Key
    leader: Key


class CompanionHurt(BaseCommand, tag="companion.hurt", frozen=True):
    """Wounds, by zombies or by friends; the first one kills unless their card says otherwise."""

    in_play_only: ClassVar[bool] = True
    additive: ClassVar[bool] = True

    companion: Key
    count: Number = 1


class CompanionLeave(BaseCommand, tag="companion.leave", frozen=True):
    """They go their own way, alive, by what a card says."""

    in_play_only: ClassVar[bool] = True

    companion: Key
