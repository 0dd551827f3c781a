"""The offers of a table, asked for button by button while a page is drawn."""

import json
from functools import cache
from typing import Any

import msgspec

from rules import (
    Command,
    IllegalCommand,
    Offer,
    Pack,
    RuleError,
    TableState,
    games,
    offers,
    refusal,
)
from rules.offers import check, is_vague


class Offered:
    """The offers of one table, made once for each command that a page speaks of."""

    def __init__(self, state: TableState, pack: Pack) -> None:
        self.state, self.pack = state, pack
        self.of = cache(self._of)

    def _of(self, kind: str) -> tuple[Offer, ...]:
        """Return every offer of a command."""
        return tuple(offers(self.state, self.pack, kind))

    def command(self, kind: str) -> type[Command] | None:
        """Return the type of a command, if this game has it."""
        return games[self.state.game].commands.get(kind)

    def has_open(self, kind: str) -> bool:
        """Check if a command could be sent now, one way or another."""
        return any(offer.is_open for offer in self.of(kind))

    def why_not(self, kind: str, answers: dict[str, Any]) -> RuleError | None:
        """Return why a button with this command would be refused, or None if it would be taken."""
        reason: RuleError | None = None
        said = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in answers.items()
        }
        for offer in self.of(kind):
            if any(said.get(name, value) != value for name, value in offer.fixed.items()):
                continue
            try:
                check(offer, {**offer.fixed, **answers})
            except RuleError as error:
                reason = reason or error
                continue
            return None
        if reason is None or is_vague(reason):
            # Nothing on a button is typed, so it is no help that another choice would do.
            reason = self._refusal(kind, answers) or reason
        return reason or IllegalCommand("choice.none")

    def _refusal(self, kind: str, answers: dict[str, Any]) -> RuleError | None:
        # As it would be sent: words of a template are strings of a type of their own.
        body = json.dumps({**answers, "kind": kind, "id": "00000000", "seen": 0})
        try:
            command = msgspec.json.decode(body, type=games[self.state.game].commands[kind])
        except msgspec.ValidationError:
            return None
        return refusal(self.state, command, self.pack)
