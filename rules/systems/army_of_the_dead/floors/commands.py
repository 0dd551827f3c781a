from rules.commands import BaseCommand, Key


class FloorAnswer(BaseCommand, tag="floor.answer", frozen=True):
    """Whether a survivor is on the floor of a spawn zone."""

    question: Key
    somebody: bool
