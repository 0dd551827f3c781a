"""Django's own, without its guesses: a new text is empty until somebody translates it.

It names what is still to be translated, and leaves the date in the head of a catalog as it was: two
branches with new texts of their own would always meet in that line.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.core.management.commands import makemessages

DATE = re.compile(r'^"POT-Creation-Date: .*$', re.MULTILINE)


class Command(makemessages.Command):
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        self.catalogues: set[Path] = set()
        super().handle(*args, **options)
        for path in sorted(self.catalogues):
            messages = list(unfinished(path))
            if messages:
                self.stdout.write(f"{path.relative_to(Path.cwd())}: {len(messages)} to translate")
            for message in messages:
                self.stdout.write(f"  {line_of(message)}")

    def write_po_file(self, potfile: str, locale: str) -> None:
        path = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        before = DATE.search(path.read_text(encoding="utf-8")) if path.exists() else None
        super().write_po_file(potfile, locale)
        if before:
            after = path.read_text(encoding="utf-8")
            path.write_text(DATE.sub(lambda _: before[0], after, count=1), encoding="utf-8")
        self.catalogues.add(path)  # Django writes each more than once


def unfinished(path: Path) -> Iterator[Message]:
    """Yield the texts that are fuzzy, or have no translation for one of their forms."""
    with path.open("rb") as file:
        for message in read_po(file):
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id and (message.fuzzy or not all(strings)):
                yield message


def line_of(message: Message) -> str:
    singular = message.id[0] if isinstance(message.id, tuple) else message.id
    places = ", ".join(dict.fromkeys(place for place, _ in message.locations))
    return f"{places}: {singular!r}{' (fuzzy)' if message.fuzzy else ''}"
