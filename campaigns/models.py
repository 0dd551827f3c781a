"""A campaign, its members, invitations, log and missions. Only services write them."""

import secrets
from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from companion.journal import models as journal
from companion.models import Table
from rules.campaign import (
    CampaignBook,
    CampaignEvent,
    CampaignState,
    book_of,
    decode_campaign,
    decode_campaign_events,
)

NAME_LENGTH = journal.NAME_LENGTH


def new_token() -> str:
    """For an invitation link; nobody guesses it."""
    return secrets.token_urlsafe(16)


class Campaign(journal.Book):
    """The long story of a group."""

    name = models.CharField(max_length=NAME_LENGTH)
    # Where a branch began.
    origin = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="offspring"
    )
    origin_seq = models.PositiveIntegerField(null=True)
    # Of which version of a house pack its missions are, where it has a road.
    pack_version = models.ForeignKey(
        "workshop.PackVersion", on_delete=models.SET_NULL, null=True, related_name="campaigns"
    )
    archived_at = models.DateTimeField(null=True)
    binned_at = models.DateTimeField(null=True, db_index=True)
    begun_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> CampaignState:
        state: CampaignState = self.any_state
        return state

    @state.setter
    def state(self, state: CampaignState) -> None:
        self.keep_state(state)

    @staticmethod
    def read_state(state_json: str) -> CampaignState:
        return decode_campaign(state_json)

    @property
    def book(self) -> CampaignBook:
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


class CampaignEntry(journal.Entry):
    """An entry of a campaign's log. Of one from a file only where a branch can begin is kept."""

    book_name = "campaign"
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    member = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, related_name="entries")
    command_kind = models.CharField(max_length=40, blank=True)
    mission = models.CharField(max_length=60, blank=True)
    # Keys of the sheets it speaks of, as `,wanda,ned,`: the history of a sheet is one query.
    sheets = models.TextField(blank=True)

    class Meta(journal.Entry.Meta):
        constraints: ClassVar = journal.entry_constraints("campaign", prefix="campaign_")

    @property
    def book(self) -> Campaign:
        return self.campaign

    @property
    def events(self) -> tuple[CampaignEvent, ...]:
        return decode_campaign_events(self.events_json)

    def speak_of(self, over: Any) -> None:
        """The same mission and sheets; of several steps, all their sheets."""
        self.mission, self.sheets = over.mission, over.sheets
        if self.is_several and over.kind == self.Kind.DO:
            several = self.campaign.entries.filter(seq__range=(self.down_to_seq, self.target_seq))
            self.sheets = sheets_text(several.values_list("sheets", flat=True))


def sheets_text(named: Iterable[str]) -> str:
    """Keys of sheets as an entry has them, `,ned,wanda,`, of single keys or of such texts."""
    keys = {key for text in named for key in text.split(",") if key}
    return f",{','.join(sorted(keys))}," if keys else ""


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
