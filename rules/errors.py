"""What can go wrong: a permanent code and its parameters. The sentences live with the pages."""

from collections.abc import Iterator
from contextlib import contextmanager


class RuleError(ValueError):
    """A request that the rules refuse; nothing has changed."""

    game: str | None = None
    """Whose rules refuse it, where a game's do: two games may have the same code."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class UnreadableCommand(RuleError):
    """Not a command at all: broken JSON, an unknown key, a wrong type."""


class IllegalCommand(RuleError):
    """Readable, but against the rules in this state."""


class StaleCommand(RuleError):
    """Asked of a table that has moved on since."""


class UnknownId(IllegalCommand):
    """Names a survivor, zone, card or game that is not there."""


class NoSuchGame(UnknownId, KeyError):
    """A game that is not here, or not here any more: it may have been brought from outside."""


class PackError(ValueError):
    """A pack that must not be played with. `problems` lists all of them, with file and key."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class GameError(ValueError):
    """A game that cannot be played as it is made up: its text names what is wrong."""


@contextmanager
def refused_by(game: str) -> Iterator[None]:
    """Whatever is refused in here is refused by the rules of this game, and told in its words."""
    try:
        yield
    except RuleError as error:
        error.game = game
        raise
