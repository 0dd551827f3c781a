from rules.commands import BaseCommand, Key


class TokenTake(BaseCommand, tag="token.take", frozen=True):
    """A survivor takes an objective token of the mission."""

    survivor: Key
    colour: Key
