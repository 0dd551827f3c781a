"""Models of a book and its entries. Tables and campaigns are books; only services write them.

A book is one encoded state and the log that led to it (docs/adr/0004, 0020). Entries of two books
that were written together are a group: they are undone and redone together.
"""

import uuid
import zlib
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from rules import encode

NAME_LENGTH = 60


class Book(models.Model):
    """A record with a state and a log. `version` rises with every entry and never falls."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state_json = models.TextField()
    version = models.PositiveIntegerField(default=0)
    # Entries that the next undo and the next redo are about.
    undo_seq = models.PositiveIntegerField(null=True)
    redo_seq = models.PositiveIntegerField(null=True)
    updated_at = models.DateTimeField(auto_now=True)

    # Reverse of the foreign key from entry to book.
    entries: ClassVar[Any]
    # The last entry written through this object, for showing the book right after.
    written: Any = None
    _decoded: tuple[str, Any] | None = None

    class Meta:
        abstract = True

    @staticmethod
    def read_state(state_json: str) -> Any:
        raise NotImplementedError

    @property
    def any_state(self) -> Any:
        """Return the state, decoded once; states never change, so it can be shared."""
        if self._decoded is None or self._decoded[0] is not self.state_json:
            self._decoded = (self.state_json, self.read_state(self.state_json))
        return self._decoded[1]

    def restored(self, state_json: str) -> str:
        """Return the state that an undo restores, given the one before the step.

        By default it is the same, to the letter.
        """
        return state_json

    def keep_state(self, state: Any) -> None:
        self.state_json = encode(state).decode()
        self._decoded = (self.state_json, state)


class Entry(models.Model):
    """One accepted command, or the undo or redo of one, with the state before it."""

    class Kind(models.TextChoices):
        DO = "do"
        UNDO = "undo"
        REDO = "redo"

    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices, default=Kind.DO)
    # The author's name at that time; the concrete entry has a link while the person exists.
    who = models.CharField(max_length=NAME_LENGTH)
    command_id = models.CharField(max_length=64)
    command_json = models.TextField()
    events_json = models.TextField()
    # Empty for entries imported from a file without it.
    state_before_zlib = models.BinaryField()
    # The entry an undo or redo is about, and the entry below this one on its stack.
    target_seq = models.PositiveIntegerField(null=True)
    below_seq = models.PositiveIntegerField(null=True)
    # Oldest of several steps undone at once; `target_seq` is the newest.
    down_to_seq = models.PositiveIntegerField(null=True)
    # Group of entries in two books that are undone together; named after the leading entry.
    group = models.CharField(max_length=80, null=True)
    made_at = models.DateTimeField(default=timezone.now)

    book_name: ClassVar[str]
    # Groups undone or redone by an undo or redo just written.
    turned: tuple[str, ...] = ()
    # For an undo being written: version of the other book at which the sender was told of the later
    # steps that are undone with it; None if the sender was told of none.
    along: int | None = None

    class Meta:
        abstract = True
        ordering: ClassVar = ["seq"]

    def __str__(self) -> str:
        return f"#{self.seq} {self.kind}"

    @property
    def book(self) -> Any:
        raise NotImplementedError

    @property
    def events(self) -> tuple[Any, ...]:
        raise NotImplementedError

    @property
    def is_several(self) -> bool:
        """Check if it is an undo or redo of several steps at once."""
        return self.down_to_seq is not None

    @property
    def state_before_json(self) -> str:
        """Return the state before it; empty if none was stored."""
        return zlib.decompress(self.state_before_zlib).decode() if self.state_before_zlib else ""

    @property
    def own_group(self) -> str:
        """Return the name of the group that this entry would lead."""
        return f"{self.book_name}:{self.command_id}"

    @property
    def follows(self) -> bool:
        """Check if an entry of another book led to it."""
        return self.group is not None and not is_led_by(self.group, self.book_name)

    def speak_of(self, over: Any) -> None:
        """Note the entry whose earlier state an undo or redo restores; nothing by default."""


def is_led_by(group: str, book_name: str) -> bool:
    return group.startswith(f"{book_name}:")


def entry_constraints(book: str, prefix: str = "") -> list[models.BaseConstraint]:
    """Return constraints: seq and command_id are unique per book; undo and redo have a target."""
    return [
        models.UniqueConstraint(fields=[book, "seq"], name=f"one_{prefix}entry_a_seq"),
        models.UniqueConstraint(fields=[book, "command_id"], name=f"one_{prefix}entry_a_command"),
        models.CheckConstraint(
            condition=Q(kind="do") | Q(target_seq__isnull=False),
            name=f"{prefix}undo_has_a_target",
        ),
    ]
