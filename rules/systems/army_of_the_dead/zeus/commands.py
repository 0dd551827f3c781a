from rules.commands import BaseCommand, Key


class ZeusPlace(BaseCommand, tag="zeus.place", frozen=True):
    """Zeus takes the place of his spawn token."""

    zombie: Key | None = None
    """Which Zeus; without a word the one of the mission."""
