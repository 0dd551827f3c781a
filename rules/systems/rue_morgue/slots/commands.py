from rules.commands import BaseCommand, Key


class WoundPlace(BaseCommand, tag="wound.place", frozen=True):
    """Where a wound takes the place of a card: which one."""

    survivor: Key
    card: Key
