from rules.commands import BaseCommand, Key


class BilePlace(BaseCommand, tag="bile.place", frozen=True):
    """A bile card from the hand puts its token on the board."""

    survivor: Key
    card: Key
