from rules.commands import BaseCommand, Key


class CompanionJoin(BaseCommand, tag="companion.join", frozen=True):
    """Somebody who does not play goes along with a survivor, who is their leader from then on."""

    companion: Key
    leader: Key


class CompanionPass(BaseCommand, tag="companion.pass", frozen=True):
    """Another survivor leads from now on: the card is traded like a thing."""

    companion: Key
    to: Key


class CompanionDie(BaseCommand, tag="companion.die", frozen=True):
    """A companion dies of the first wound; unless the mission says otherwise, it is lost."""

    companion: Key
    spared: bool = False
    """The mission says that the game goes on."""
