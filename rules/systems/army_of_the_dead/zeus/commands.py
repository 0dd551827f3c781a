from rules.commands import BaseCommand, Key


class ZeusPlace(BaseCommand, tag="zeus.place", frozen=True):
    """Zeus takes the place of his spawn token."""

    zombie: Key | None = None
    """Which Zeus; without a word the one of the mission."""
    token: Key | None = None
    """The colour of a personal objective whose token is discarded for it."""
