"""A campaign, its members, invitations, log and missions. Only services write them."""

import secrets
import uuid
import zlib
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from companion.models import Table
from rules import encode
from rules.campaign import (
    Book,
    CampaignEvent,
    CampaignState,
    book_of,
    decode_campaign,
    decode_campaign_events,
)

NAME_LENGTH = 60


def new_token() -> str:
    """For an invitation link; nobody guesses it."""
    return secrets.token_urlsafe(16)


class Campaign(models.Model):
    """The long story of a group. `version` rises with every entry of its log."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    state_json = models.TextField()
    version = models.PositiveIntegerField(default=0)
    # The entries that the next undo and the next redo speak of (docs/adr/0004).
    undo_seq = models.PositiveIntegerField(null=True)
    redo_seq = models.PositiveIntegerField(null=True)
    # Where a branch began.
    origin = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="offspring"
    )
    origin_seq = models.PositiveIntegerField(null=True)
    archived_at = models.DateTimeField(null=True)
    binned_at = models.DateTimeField(null=True, db_index=True)
    begun_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> CampaignState:
        return decode_campaign(self.state_json)

    @state.setter
    def state(self, state: CampaignState) -> None:
        self.state_json = encode(state).decode()

    @property
    def book(self) -> Book:
        return book_of(self.state)


class Member(models.Model):
    """A person in a campaign, and what they may do there."""

    class Role(models.TextChoices):
        KEEPER = "keeper"
        PLAYER = "player"
        READER = "reader"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.PLAYER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "person"], name="one_membership_a_person"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def may_play(self) -> bool:
        return self.role != self.Role.READER

    @property
    def is_keeper(self) -> bool:
        return self.role == self.Role.KEEPER


class Invitation(models.Model):
    """A link that lets whoever has it join, until it is closed."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    role = models.CharField(max_length=10, choices=Member.Role.choices, default=Member.Role.PLAYER)
    made_by = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.campaign} ({self.role})"


class CampaignEntry(models.Model):
    """One accepted command of a campaign, or the undo or redo of one, with the state before it."""

    class Kind(models.TextChoices):
        DO = "do"
        UNDO = "undo"
        REDO = "redo"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind.choices, default=Kind.DO)
    member = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, related_name="entries")
    member_name = models.CharField(max_length=NAME_LENGTH)
    command_id = models.CharField(max_length=64)
    command_kind = models.CharField(max_length=40, blank=True)
    command_json = models.TextField()
    events_json = models.TextField()
    mission = models.CharField(max_length=60, blank=True)
    # Keys of the sheets it speaks of, as `,wanda,ned,`: the history of a sheet is one query.
    sheets = models.TextField(blank=True)
    # Empty for entries that came with an imported file and begin no branch.
    state_before_zlib = models.BinaryField()
    target_seq = models.PositiveIntegerField(null=True)
    below_seq = models.PositiveIntegerField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="one_campaign_entry_a_seq"),
            models.UniqueConstraint(
                fields=["campaign", "command_id"], name="one_campaign_entry_a_command"
            ),
            models.CheckConstraint(
                condition=Q(kind="do") | Q(target_seq__isnull=False),
                name="campaign_undo_has_a_target",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.seq} {self.kind}"

    @property
    def events(self) -> tuple[CampaignEvent, ...]:
        return decode_campaign_events(self.events_json)

    @property
    def state_before_json(self) -> str:
        """The state before it; empty where none was kept."""
        return zlib.decompress(self.state_before_zlib).decode() if self.state_before_zlib else ""


class MissionRun(models.Model):
    """A mission of a campaign, and the table at which it is or was played."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="runs")
    number = models.PositiveIntegerField()
    mission = models.CharField(max_length=60)
    table = models.OneToOneField(Table, on_delete=models.SET_NULL, null=True, related_name="run")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_run_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.mission}"
