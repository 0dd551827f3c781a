"""A pack of a group's own, its versions and members. Only `services` writes them."""

import uuid
from typing import ClassVar

import msgspec
from django.conf import settings
from django.db import models

from rules.maps.steps import Changes
from rules.workshop import PackContent

NAME_LENGTH = 60
MISSION_KEY = "house:"
"""Prefix of the key of a mission of such a pack, as `house:<pack>:m1`."""


class HousePack(models.Model):
    """A pack that a person or a group has written for one game."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.SlugField(max_length=40)
    name = models.CharField(max_length=NAME_LENGTH)
    author = models.CharField(max_length=NAME_LENGTH)
    languages = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    # Rises with every change of its content: phones that watch it are told this number.
    revision = models.PositiveIntegerField(default=0)
    binned_at = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return self.name

    def mission_key(self, mission: str) -> str:
        """Return the key by which a table knows a mission of this pack."""
        return f"{MISSION_KEY}{self.pk}:{mission}"

    @property
    def tag(self) -> str:
        """Return the prefix of the ids of its survivors and cards at a table."""
        return f"h{self.pk.hex[:6]}"


class PackVersion(models.Model):
    """A version of a pack. The newest one is changed until it is played or shared."""

    pack = models.ForeignKey(HousePack, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content_json = models.TextField()
    saved_at = models.DateTimeField()
    saved_by = models.CharField(max_length=NAME_LENGTH)
    # From then on it does not change: an evening was played with it, or somebody has its file.
    sealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "number"], name="one_version_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.number}"

    @property
    def content(self) -> PackContent:
        """Return the content, decoded once until it changes."""
        if self._read is None or self._read[0] is not self.content_json:
            self._read = self.content_json, msgspec.json.decode(self.content_json, type=PackContent)
        return self._read[1]

    _read: tuple[str, PackContent] | None = None


class ShelvedPack(models.Model):
    """A pack on the public shelf, in the version its owner shows, or taken off by the admin."""

    pack = models.OneToOneField(HousePack, on_delete=models.CASCADE, related_name="shelved")
    version = models.ForeignKey(PackVersion, on_delete=models.CASCADE, related_name="+")
    put_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    removed_why = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["removed_at", "-put_at"])]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.version_id}"


class PackMember(models.Model):
    """A person who has a pack, or to whom it is offered until they agree."""

    pack = models.ForeignKey(HousePack, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="house_packs"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    is_maker = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "person"], name="one_share_a_person"),
        ]

    def __str__(self) -> str:
        return self.name


class PackChange(models.Model):
    """A step of writing, which can be named and undone. The newest ones are kept."""

    pack = models.ForeignKey(
        HousePack, on_delete=models.CASCADE, related_name="steps", db_index=False
    )
    seq = models.PositiveIntegerField()
    # What was written: `missions` and `m1`.
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=40)
    who = models.CharField(max_length=NAME_LENGTH)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="pack_steps"
    )
    made_at = models.DateTimeField()
    # The whole piece; empty where there was none.
    before_json = models.TextField()
    after_json = models.TextField()
    is_undone = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "seq"], name="one_step_a_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.kind}/{self.key} {self.seq}"


class MapStep(models.Model):
    """One step of drawing a mission's map. Those that stand are a stack; undone ones lie on it."""

    pack = models.ForeignKey(HousePack, on_delete=models.CASCADE, related_name="map_steps")
    mission = models.CharField(max_length=40)
    command_id = models.CharField(max_length=64)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    who = models.CharField(max_length=NAME_LENGTH)
    made_at = models.DateTimeField()
    changes_json = models.TextField()
    is_undone = models.BooleanField(default=False)
    # The pack's revision when it was made, taken back or done again last, and whose hand that was.
    revision = models.PositiveIntegerField()
    hand = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    hand_name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "command_id"], name="one_map_step_an_id"),
        ]
        indexes: ClassVar = [models.Index(fields=["pack", "mission", "is_undone"])]

    def __str__(self) -> str:
        return f"{self.pack_id} {self.mission} {self.pk}"

    @property
    def changes(self) -> Changes:
        return msgspec.json.decode(self.changes_json, type=Changes)
