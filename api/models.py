"""Keys that open the API, and creations that must not happen twice. Only `services` writes them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from companion.models import Seat


class Scope(models.TextChoices):
    """The rights of a key; each includes those before it."""

    READ = "read"
    PLAY = "play"
    MANAGE = "manage"


class Token(models.Model):
    """A key of a person, or of one seat. The secret itself is shown once and never stored."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="api_tokens"
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="api_tokens")
    name = models.CharField(max_length=60)
    # A seat's key has no scope of its own: the seat's role says what it may do.
    scope = models.CharField(max_length=10, choices=Scope.choices, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(person__isnull=False, seat__isnull=True)
                | Q(person__isnull=True, seat__isnull=False, scope=""),
                name="a_token_opens_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Creation(models.Model):
    """The result of a request with an `Idempotency-Key`; a repeat finds it and makes no other."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_creations"
    )
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    made = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "key"], name="one_creation_a_key"),
        ]

    def __str__(self) -> str:
        return self.key
