from typing import Annotated

import msgspec

from rules.commands import BaseCommand, Key


class WeaponReload(BaseCommand, tag="weapon.reload", frozen=True):
    """One action reloads a weapon, or two of one name; some need a magazine card."""

    survivor: Key
    cards: Annotated[tuple[Key, ...], msgspec.Meta(min_length=1, max_length=2)]
    magazine: Key | None = None
