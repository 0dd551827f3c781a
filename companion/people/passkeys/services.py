"""Passkeys: a phone or computer that has checked who holds it says so. Only over secure lines.

The only writer of passkeys. `fido2` does the cryptography and reads what browsers say.
"""

import json
import logging
import time
from typing import Any

from django.db import IntegrityError
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils import timezone
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from companion.people.letters.services import sender_of
from companion.people.models import Letter, Passkey, Person
from companion.people.second_step.services import (
    SITE,
    announce,
    codes_renew,
    forget_codes_unless_asked,
    is_asked_of,
)
from companion.writing import write_transaction

log = logging.getLogger("safehouse.passkeys")
MOST = 10
ANSWER_SECONDS = 5 * 60
_ASKED = "passkey"
_VERIFIED = UserVerificationRequirement.REQUIRED


class WrongPasskey(Exception):
    """A browser's answer that does not match the request, or cannot be read."""


def _server(request: HttpRequest) -> Fido2Server:
    """For the name this site is reached by: a passkey of another name is none here."""
    host, _port = split_domain_port(request.get_host())
    origin = f"{request.scheme}://{request.get_host()}"
    entity = PublicKeyCredentialRpEntity(name=SITE, id=host)
    return Fido2Server(entity, verify_origin=lambda claimed: claimed == origin)


def _credentials(person: Person) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(bytes(passkey.credential)) for passkey in person.passkeys.all()]


def _remember(request: HttpRequest, purpose: str, state: dict[str, Any]) -> None:
    request.session[_ASKED] = {"purpose": purpose, "at": int(time.time()), **state}


def _remembered(request: HttpRequest, purpose: str) -> dict[str, Any]:
    """Return the remembered request and forget it: each is answered once, in time."""
    asked: dict[str, Any] = request.session.pop(_ASKED, {})
    if asked.get("purpose") != purpose or time.time() - asked["at"] > ANSWER_SECONDS:
        raise WrongPasskey
    return asked


def ask_to_make(request: HttpRequest, person: Person) -> dict[str, Any]:
    """Return the options with which the browser makes a passkey for this person."""
    user = PublicKeyCredentialUserEntity(
        name=person.email or "", id=person.pk.bytes, display_name=person.name or person.email
    )
    options, state = _server(request).register_begin(
        user,
        _credentials(person),
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=_VERIFIED,
    )
    _remember(request, "make", state)
    return dict(options)


def ask_to_show(request: HttpRequest, person: Person | None) -> dict[str, Any]:
    """Return the options with which the browser shows a passkey: one of this person's, or any."""
    credentials = _credentials(person) if person else None
    options, state = _server(request).authenticate_begin(credentials, user_verification=_VERIFIED)
    _remember(request, "show", state)
    return dict(options)


def passkey_add(
    *, request: HttpRequest, person: Person, name: str, answer: str
) -> tuple[Passkey, list[str]]:
    """Keep the passkey the browser made. With the first one come codes for paper."""
    state = _remembered(request, "make")
    try:
        made = _server(request).register_complete(state, json.loads(answer))
        credential = made.credential_data
        assert credential is not None
    except Exception as error:  # whatever a browser may say that cannot be read
        log.warning("passkey refused", extra={"error": repr(error)})
        raise WrongPasskey from error
    try:
        with write_transaction():
            Person.objects.select_for_update().get(pk=person.pk)
            if person.passkeys.count() >= MOST:
                raise WrongPasskey
            codes = [] if is_asked_of(person) else codes_renew(person=person)
            passkey = Passkey.objects.create(
                person=person,
                name=name,
                credential_id=websafe_encode(credential.credential_id),
                credential=bytes(credential),
                sign_count=made.counter,
            )
            announce(Letter.Kind.STEP_ADDED, person=person, sender=sender_of(request))
    except IntegrityError as error:  # it is known already
        raise WrongPasskey from error
    return passkey, codes


def passkey_take(*, request: HttpRequest, answer: str, of: Person | None) -> Person:
    """Return the person whose passkey the browser has shown; it must be `of`, if that is given."""
    state = _remembered(request, "show")
    try:
        assertion = AuthenticationResponse.from_dict(json.loads(answer))
        asked_for = websafe_encode(assertion.raw_id)
        counter = assertion.response.authenticator_data.counter
    except Exception as error:  # whatever a browser may say that cannot be read
        raise WrongPasskey from error
    passkey = Passkey.objects.select_related("person").filter(credential_id=asked_for).first()
    if passkey is None or (of is not None and passkey.person_id != of.pk):
        raise WrongPasskey
    try:
        known = AttestedCredentialData(bytes(passkey.credential))
        _server(request).authenticate_complete(state, [known], assertion)
    except Exception as error:
        log.warning("passkey refused", extra={"error": repr(error)})
        raise WrongPasskey from error
    if passkey.sign_count and counter <= passkey.sign_count:
        log.warning("passkey refused: its counter stands still, as a copy's would")
        raise WrongPasskey
    with write_transaction():
        Passkey.objects.filter(pk=passkey.pk).update(sign_count=counter, used_at=timezone.now())
    return passkey.person


def passkey_remove(*, request: HttpRequest, passkey: Passkey) -> None:
    with write_transaction():
        person = Person.objects.select_for_update().get(pk=passkey.person_id)
        if person.passkeys.filter(pk=passkey.pk).delete()[0]:
            forget_codes_unless_asked(person)
            announce(Letter.Kind.STEP_REMOVED, person=person, sender=sender_of(request))
