from rules.commands import BaseCommand, Key


class ExplosiveLay(BaseCommand, tag="explosive.lay", frozen=True):
    """An explosive from the hand is laid down in one's own zone, which costs an action."""

    survivor: Key
    card: Key
