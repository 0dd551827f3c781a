"""What keeping a site needs to remember. Only `services` writes it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

REASON_LENGTH = 500


class SiteKeeper(models.Model):
    """An account that may open `/operate/`. Made on the machine itself: `manage.py keeper`."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keeps_site"
    )
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.person)


class Mark(models.Model):
    """The last time of something that happens by itself, and its problem if it failed."""

    name = models.SlugField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.name


class Fault(models.Model):
    """Something that failed on our side, by the reference number that its error page showed.

    Where and what, never what was sent: the whole story is in the log, under the same number.
    """

    reference = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(auto_now_add=True)
    # The pattern of the address, as `tables/<uuid:table_id>/`: addresses can hold secrets.
    where = models.CharField(max_length=200)
    error = models.CharField(max_length=200)
    # The innermost lines of our own code, as `companion/services.py:141 _apply`.
    lines = models.TextField()
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="faults"
    )

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.reference} {self.error}"


class Ban(models.Model):
    """An address or a person that is shut out, until the ban is lifted or over."""

    address = models.GenericIPAddressField(null=True, unpack_ipv4=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="bans"
    )
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    made_by = models.CharField(max_length=254)
    made_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(address__isnull=True, person__isnull=False)
                | Q(address__isnull=False, person__isnull=True),
                name="an_address_or_a_person",
            ),
        ]

    def __str__(self) -> str:
        return self.address or str(self.person)


class Report(models.Model):
    """A report of content that should not be here, by the address of its page."""

    about = models.CharField(max_length=300)
    text = models.CharField(max_length=REASON_LENGTH)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.about
