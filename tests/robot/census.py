"""What the evenings have reached: kinds of commands sent, kinds of events read on a page."""

import json
from collections.abc import Iterable

from django.utils import translation

from companion.models import LogEntry, Table
from companion.narration import narrate
from rules import facts_of, games, kind_of


def commands_sent(table: Table) -> set[str]:
    """Kinds of commands that were written."""
    entries = table.entries.filter(kind=LogEntry.Kind.DO)
    return {json.loads(entry.command_json)["kind"] for entry in entries}


def events_read(table: Table, texts: Iterable[str], language: str) -> set[str]:
    """Kinds of events whose sentence stood on a page, alone or as a part of a whole step."""
    said = "\n".join(texts)
    kinds: set[str] = set()
    rules = games[table.game]
    with translation.override(language):
        for entry in table.entries.filter(kind=LogEntry.Kind.DO):
            state = rules.state_decoder.decode(entry.state_before_json)
            for event in entry.events:
                lines = narrate(event, state, rules.pack(state))
                if any(" ".join(line.split()) in said for line in lines):
                    kinds |= {kind_of(event), *(kind_of(fact) for fact in facts_of([event]))}
    return kinds


def every_command(game: str) -> set[str]:
    return set(games[game].commands)


def every_event(game: str) -> set[str]:
    return {kind_of(event) for event in games[game].events}
