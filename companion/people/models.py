"""A person, with or without an account."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _


class PersonManager(BaseUserManager["Person"]):
    """Finds accounts by their address, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(email=(username or "").lower())

    def create_guest(self, **fields: Any) -> "Person":
        """A person known only by the cookie of one browser."""
        person = self.model(**fields)
        person.set_unusable_password()
        person.save()
        return person


class Person(AbstractBaseUser):
    """A guest until there is an address; the same row becomes the account on signing up.

    Addresses are stored in lower case, so that unique means unique.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=60, blank=True)
    email = models.EmailField(_("mail address"), null=True, blank=True, unique=True)
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
