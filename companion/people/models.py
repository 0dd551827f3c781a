"""A person, with or without an account, and what opens an account."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PersonManager(BaseUserManager["Person"]):
    """Finds accounts by their address, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(email=(username or "").lower())

    def create_guest(self, **fields: Any) -> "Person":
        """Create a person known only by the cookie of one browser."""
        person = self.model(**fields)
        person.set_unusable_password()
        person.save()
        return person


class Person(AbstractBaseUser):
    """A guest until there is an address; the same row becomes the account on signing up.

    Addresses are stored in lower case, so that unique means unique. An address that waits for its
    link to be followed counts for nothing: several people may wait for the same one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=60, blank=True)
    email = models.EmailField(_("mail address"), null=True, blank=True, unique=True)
    pending_email = models.EmailField(null=True, blank=True)
    pending_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    binned_at = models.DateTimeField(null=True, blank=True, db_index=True)

    objects: ClassVar[PersonManager] = PersonManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.name or self.email or f"guest {str(self.pk)[:8]}"

    @property
    def has_account(self) -> bool:
        return bool(self.email)


class Session(AbstractBaseSession):
    """A browser that is signed in; `companion.people.sessions` reads and writes it."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="sessions")
    seen_at = models.DateTimeField(default=timezone.now)

    @classmethod
    def get_session_store_class(cls) -> Any:
        from companion.people.sessions import SessionStore

        return SessionStore


class Letter(models.Model):
    """A mail to be sent by a worker. The row goes with the mail, so nothing piles up.

    It names no more than the request knew: whether the address has an account is looked up by the
    worker, so that no answer takes longer for those who have one.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm_address"
        RESET = "reset_password"
        ADDRESS_CHANGED = "address_changed"
        PASSWORD_CHANGED = "password_changed"  # noqa: S105
        STEP_ADDED = "step_added"
        STEP_REMOVED = "step_removed"

    kind = models.CharField(max_length=20, choices=Kind.choices)
    to = models.EmailField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="letters")
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=300)
    queued_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.kind


class Authenticator(models.Model):
    """The app that shows a person's codes."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="authenticator")
    secret = models.CharField(max_length=64)
    # Of the half minutes since 1970, the one whose code was taken last: no code works twice.
    last_step = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"authenticator of {self.person_id}"


class RecoveryCode(models.Model):
    """One of the codes on paper, for a lost phone. Only its digest is stored; used ones go."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"recovery code of {self.person_id}"


class Passkey(models.Model):
    """A key that never leaves a person's phone or computer; this is its public half."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.BinaryField()
    sign_count = models.BigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
