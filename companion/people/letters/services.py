"""Mails: put down as a row in the request's transaction, sent by a worker.

A request takes as long for an address that has an account as for one that has none, because it
does the same: it writes a row. The worker finds out what there is to say.
"""

import logging
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db.models import F, Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from companion.frame.throttle import limit_name
from companion.people.links import address_links, uid_of
from companion.people.models import Letter, Person
from companion.writing import write_transaction

log = logging.getLogger("safehouse.mail")
MOST_ATTEMPTS = 5
RETRY_AFTER = timedelta(minutes=2)
AT_ONCE = 50
# What anybody can have sent to any address, by typing it.
ASKED_FOR = frozenset({Letter.Kind.CONFIRM, Letter.Kind.RESET})


class LetterContext(NamedTuple):
    """The facts a mail takes from the request: the site its links lead to, and its language."""

    site: str
    language: str


def sender_of(request: HttpRequest) -> LetterContext:
    site = f"{request.scheme}://{request.get_host()}"
    return LetterContext(site, translation.get_language() or settings.LANGUAGE_CODE)


def letter_put(
    kind: Letter.Kind, *, to: str, sender: LetterContext, person: Person | None = None
) -> None:
    """To be called in the transaction of what the mail speaks of.

    Nobody's letter box is filled by others: past its rate an address gets no more of what anybody
    can ask for, and the request is refused, whether the address has an account or not.
    """
    if kind in ASKED_FOR:
        limit_name("mail-address", to.lower())
    with write_transaction():
        Letter.objects.create(
            kind=kind, to=to, person=person, site=sender.site, language=sender.language
        )


def letters_send() -> int:
    """Send what waits. Run every few seconds by every worker; returns how many have left."""
    sent = 0
    for key in _waiting().values_list("pk", flat=True)[:AT_ONCE]:
        if letter := _claim(key):
            sent += _send(letter)
    return sent


def _waiting() -> Any:
    """Return mails that no worker has claimed, or whose worker stopped or failed a while ago."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=timezone.now() - RETRY_AFTER)
    return Letter.objects.filter(free).order_by("pk")


def _claim(key: int) -> Letter | None:
    with write_transaction():
        taken = _waiting().filter(pk=key)
        if not taken.update(claimed_at=timezone.now(), attempts=F("attempts") + 1):
            return None
    return Letter.objects.select_related("person").filter(pk=key).first()


def _send(letter: Letter) -> bool:
    try:
        with translation.override(letter.language):
            written = _write(letter)
            if written:
                template, context = written
                send_mail(
                    render_to_string(f"people/mail/{template}_subject.txt", context).strip(),
                    render_to_string(f"people/mail/{template}.txt", context),
                    from_email=None,
                    recipient_list=[letter.to],
                )
    except Exception as error:  # one mail that fails must not hold up the others
        if letter.attempts >= MOST_ATTEMPTS:
            log.exception("mail given up", extra={"kind": letter.kind})
            _forget(letter)
        else:
            log.warning("mail not sent yet", extra={"kind": letter.kind, "error": repr(error)})
        return False
    _forget(letter)
    return written is not None


def _forget(letter: Letter) -> None:
    with write_transaction():
        Letter.objects.filter(pk=letter.pk).delete()


def _write(letter: Letter) -> tuple[str, dict[str, Any]] | None:
    """The template and what it says; None if there is nothing to say to that address any more."""
    context: dict[str, Any] = {"site": letter.site, "person": letter.person}
    owner = Person.objects.filter(email=letter.to).first()
    if letter.kind == Letter.Kind.RESET:
        if owner is None:
            return None
        token = default_token_generator.make_token(owner)
        return "reset_password", context | {"uid": uid_of(owner), "token": token}
    if letter.kind == Letter.Kind.CONFIRM:
        person = letter.person
        if owner is not None:
            return ("address_taken", context) if owner != person else None
        if person is None or person.pending_email != letter.to:
            return None
        token = address_links.make_token(person)
        return "confirm_address", context | {"uid": uid_of(person), "token": token}
    return letter.kind, context
