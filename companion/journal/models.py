"""A book and its entries. Tables and campaigns are books; only services write them.

A book is one encoded state and the log that led to it (docs/adr/0004, 0020). Entries of two books
that were written together are a group: they come and go together.
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
    """Something with a state and a log. `version` rises with every entry and never falls."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state_json = models.TextField()
    version = models.PositiveIntegerField(default=0)
    # The entries that the next undo and the next redo speak of.
    undo_seq = models.PositiveIntegerField(null=True)
    redo_seq = models.PositiveIntegerField(null=True)
    updated_at = models.DateTimeField(auto_now=True)

    # By the foreign key every entry has to its book.
    entries: ClassVar[Any]
    # The entry this very object was written with, for whoever shows the book right after.
    written: Any = None
    _decoded: tuple[str, Any] | None = None

    class Meta:
        abstract = True

    @staticmethod
    def read_state(state_json: str) -> Any:
        raise NotImplementedError

    @property
    def any_state(self) -> Any:
        """Decoded when first asked for; states never change, so it can be handed to anybody."""
        if self._decoded is None or self._decoded[0] is not self.state_json:
            self._decoded = (self.state_json, self.read_state(self.state_json))
        return self._decoded[1]

    def restored(self, state_json: str) -> str:
        """What an undo puts in place of the state of now: the one before, to the letter."""
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
    # As they were called then; who they are, the concrete entry knows while they are there.
    who = models.CharField(max_length=NAME_LENGTH)
    command_id = models.CharField(max_length=64)
    command_json = models.TextField()
    events_json = models.TextField()
    # Empty for entries that came with a file that does not tell it.
    state_before_zlib = models.BinaryField()
    # The entry an undo or redo speaks of, and the entry below this one on its stack.
    target_seq = models.PositiveIntegerField(null=True)
    below_seq = models.PositiveIntegerField(null=True)
    # Of several steps taken back at once `target_seq` is the newest and this the oldest.
    down_to_seq = models.PositiveIntegerField(null=True)
    # Entries of two books that come and go together; named by the one that led to the others.
    group = models.CharField(max_length=80, null=True)
    made_at = models.DateTimeField(default=timezone.now)

    book_name: ClassVar[str]
    # Of an undo or redo just written: the groups it took back or brought again.
    turned: tuple[str, ...] = ()
    # Of an undo being written: the version of the other book whose later steps were named to the
    # sender and go with it; None while nothing was named.
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
        """An undo or redo of several steps at once."""
        return self.down_to_seq is not None

    @property
    def state_before_json(self) -> str:
        """The state before it; empty where none was kept."""
        return zlib.decompress(self.state_before_zlib).decode() if self.state_before_zlib else ""

    @property
    def own_group(self) -> str:
        """What the group is called that this entry leads to, if it leads to any."""
        return f"{self.book_name}:{self.command_id}"

    @property
    def follows(self) -> bool:
        """Another book led to it."""
        return self.group is not None and not is_led_by(self.group, self.book_name)

    def speak_of(self, over: Any) -> None:
        """Told of the entry whose state before it an undo or redo restores."""


def is_led_by(group: str, book_name: str) -> bool:
    return group.startswith(f"{book_name}:")


def entry_constraints(book: str, prefix: str = "") -> list[models.BaseConstraint]:
    """The last line of the write path: one entry a number and a command id, undos have targets."""
    return [
        models.UniqueConstraint(fields=[book, "seq"], name=f"one_{prefix}entry_a_seq"),
        models.UniqueConstraint(fields=[book, "command_id"], name=f"one_{prefix}entry_a_command"),
        models.CheckConstraint(
            condition=Q(kind="do") | Q(target_seq__isnull=False),
            name=f"{prefix}undo_has_a_target",
        ),
    ]
