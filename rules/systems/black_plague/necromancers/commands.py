from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key


class NecromancerEscape(BaseCommand, tag="necromancer.escape", frozen=True):
    """He has left by a spawn zone; `zone` is the one his token marks."""

    zone: Key


class NecromancerKill(BaseCommand, tag="necromancer.kill", frozen=True):
    """He is dead; the players take any one spawn token off the board."""

    zone: Key
    """His own zone."""
    remove: Key
    """The zone that loses a token."""
    survivor: Key | None = None


class NecromancerRitual(BaseCommand, tag="necromancer.ritual", frozen=True):
    """At the end of a zombies phase necromancers close to each other all escape."""

    zones: Annotated[tuple[Key, ...], msgspec.Meta(min_length=2, max_length=12)]
