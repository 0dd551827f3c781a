"""Errors of the rules: a permanent code and its parameters. The sentences live with the pages."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class RuleError(ValueError):
    """A request that the rules refuse. Nothing has changed."""

    state: Any = None
    """State of the table at which it was refused, if any.

    Two games may share a code, and `params` may hold ids that only the table has names for.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class UnreadableCommand(RuleError):
    """Input that is no command: broken JSON, an unknown key, a wrong type."""


class IllegalCommand(RuleError):
    """A readable command that is against the rules in this state."""


class StaleCommand(RuleError):
    """A command sent from a stale view of the table."""


class UnknownId(IllegalCommand):
    """A survivor, zone, card or game that does not exist here."""


class NoSuchGame(UnknownId, KeyError):
    """A game that is not installed, or no longer: it may have come from an outside package."""


class SetupProblem(NamedTuple):
    """A reason why a table cannot be opened, and the step of its set-up that mends it."""

    step: str
    error: RuleError


def raise_first(problems: Iterable[SetupProblem]) -> None:
    """Raise the first problem, if there is one."""
    for problem in problems:
        raise problem.error


class PackError(ValueError):
    """A pack that must not be played with. `problems` lists all of them, with file and key."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class GameError(ValueError):
    """A game whose definition is faulty; the message names the problem."""


@contextmanager
def refused_at(state: Any) -> Iterator[None]:
    """Mark every `RuleError` raised inside with this table, whose words then explain it."""
    try:
        yield
    except RuleError as error:
        error.state = state
        raise
