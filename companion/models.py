"""A live table, its seats and its log. Only `services` writes them."""

import secrets
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models

from companion.journal.models import Book, Entry, entry_constraints
from rules import (
    Cover,
    Event,
    State,
    TableState,
    UnknownId,
    cover_of,
    decode_any_state,
    decode_events,
    encode,
    games,
)
from rules.packs.schema.base import Term
from rules.packs.schema.pack import Box

ICON_OF_NO_GAME = "crate"

# No letters or digits that are mistaken for one another when read aloud at a dim table.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 6


def new_code() -> str:
    """Return a new code for joining a table, such as K74Q2M."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class Brief(msgspec.Struct, frozen=True):
    """All we read of a table whose game is not here."""

    round: int = 1
    result: str | None = None


def _cover_without_game(game: str) -> Cover:
    name = Term(es=game, en=game)
    box = Box(cards={}, survivors=0)
    return Cover(game=game, icon=ICON_OF_NO_GAME, name=name, short=name, box=box, sources={})


class Table(Book):
    """One evening's game."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    game = models.SlugField(max_length=40)
    # `box:code` of the mission, as `washington-zc:M6`, or `house:<pack>:m1` of one of the group's
    # own; empty in free play.
    mission = models.CharField(max_length=60, blank=True)
    # Of which version of a house pack the mission is, or the cards; what they say is in the state.
    pack_version = models.ForeignKey(
        "workshop.PackVersion", on_delete=models.SET_NULL, null=True, related_name="tables"
    )
    # Of other packs whose survivors or cards it plays with.
    other_versions = models.ManyToManyField("workshop.PackVersion", related_name="other_tables")
    # Nobody new sits down while the table is locked, nor ever in the place of a closed player.
    is_locked = models.BooleanField(default=False)
    closed_players = models.JSONField(default=list)
    # Players whose phone has left a game with secrets: who held it, or "" where the keeper lets
    # anybody sit down there. Until somebody does, nobody sees or plays their hand.
    sealed_players = models.JSONField(default=dict)
    # A rematch has the table it repeats; a branch the entry, too, after which it leaves it.
    origin = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="offspring"
    )
    origin_seq = models.PositiveIntegerField(null=True)
    archived_at = models.DateTimeField(null=True)
    binned_at = models.DateTimeField(null=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    # The message about the entry just written, if that was a quiet step.
    step: str | None = None

    def __str__(self) -> str:
        return self.code

    @property
    def is_playable(self) -> bool:
        """Check if its game is installed: one from outside may have been taken away."""
        return self.game in games

    @property
    def is_open(self) -> bool:
        """Check if it takes taps and joins: not from the archive, nor from the bin."""
        return self.archived_at is None and self.binned_at is None

    @property
    def pack(self) -> Cover:
        """Return the game by itself, for its names; `rules.pack_of` has the expansions in it."""
        return cover_of(self.game) if self.is_playable else _cover_without_game(self.game)

    @property
    def in_brief(self) -> "State | Brief":
        """Return the state for lists; of a game that is not installed, what a `Brief` has of it."""
        if self.is_playable:
            state: State = self.any_state
            return state
        return msgspec.json.decode(self.state_json, type=Brief)

    @property
    def state(self) -> TableState:
        """Return the state of a table of the Zombicide family, or raise `RuleError`."""
        state = self.any_state
        if not isinstance(state, TableState):
            raise UnknownId("game.elsewhere", game=state.game)
        return state

    @state.setter
    def state(self, state: State) -> None:
        self.keep_state(state)

    @staticmethod
    def read_state(state_json: str) -> Any:
        """Read the state of a table of any game."""
        return decode_any_state(state_json)

    def restored(self, state_json: str) -> str:
        """Return the stored state unchanged, but for seals that everybody has seen open since."""
        before = decode_any_state(state_json)
        after = games[self.game].taken_back(self.any_state, before)
        return state_json if after is before else encode(after).decode()


class Seat(models.Model):
    """A person at a table, and what they may do there."""

    class Role(models.TextChoices):
        KEEPER = "keeper"
        PLAYER = "player"
        READER = "reader"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seats"
    )
    name = models.CharField(max_length=60)
    # Whose survivors this phone plays: one of the state's players; None for the whole table.
    player = models.CharField(max_length=60, null=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    # A player who asks to keep the table waits for an answer since then.
    asked_to_keep_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "person"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_reader(self) -> bool:
        return self.role == self.Role.READER

    @property
    def plays(self) -> str | None:
        """Return the player whose secrets this phone may see; None for a reader."""
        return None if self.is_reader else self.player

    @property
    def may_play(self) -> bool:
        """Check if a tap from here would be taken now."""
        return not self.is_reader and self.table.is_open

    @property
    def is_keeper(self) -> bool:
        return self.role == self.Role.KEEPER

    @property
    def asks_to_keep(self) -> bool:
        """Check if their request to keep the table stands: only a player's can."""
        return self.role == self.Role.PLAYER and self.asked_to_keep_at is not None


class LogEntry(Entry):
    """An entry of a table's log."""

    book_name = "table"
    # Every index is written with every tap: the unique ones below find entries by table, too.
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    seat = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="entries")

    class Meta(Entry.Meta):
        constraints: ClassVar = entry_constraints("table")

    @property
    def book(self) -> Table:
        return self.table

    @property
    def events(self) -> tuple[Event, ...]:
        return decode_events(self.table.game, self.events_json)


class HouseFact(models.Model):
    """A description of a card unknown to us, given by a group: part of a person's house pack."""

    class Kind(models.TextChoices):
        CARD = "card"
        SURVIVOR = "survivor"

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="house_facts"
    )
    game = models.SlugField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=60)
    content_json = models.TextField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "game", "kind", "key"], name="one_fact_a_card"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.kind} {self.key}"


class LineUp(models.Model):
    """'Our usual table' of a game: the address of its set-up, which holds the whole form."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="line_ups"
    )
    game = models.SlugField(max_length=40)
    query = models.TextField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "game"], name="one_usual_table_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.game}"
