"""The second step of signing in: codes of an app, and codes on paper for a lost phone.

`passkeys` has the third kind. The only writers of authenticators and recovery codes.
"""

import hmac
import secrets
import time

import pyotp
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from companion.frame.access_log import note
from companion.frame.errors import TooManyRequests
from companion.frame.throttle import limit_name
from companion.people.acquainted import whose_codes
from companion.people.letters.services import LetterContext, letter_put
from companion.people.models import Authenticator, Letter, Person, RecoveryCode
from companion.writing import write_transaction

SITE = "Safehouse"
HALF_MINUTE = 30
# A phone's clock may be half a minute off.
NEIGHBOURS = (0, -1, 1)
CODES = 10
# Without letters that are read as others. Ten of them are about fifty bits.
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_CODE_LENGTH = 10


def limit_guesses(request: HttpRequest, person: Person) -> None:
    """Count a guess at this account; that of a browser which knows it closes no other's way."""
    try:
        limit_name("second-step", whose_codes(request, person))
    except TooManyRequests:
        note("sign-in", person=person.pk, outcome="too many codes")
        raise


def is_asked_of(person: Person) -> bool:
    """Return True if a password alone does not open this account."""
    return Authenticator.objects.filter(person=person).exists() or person.passkeys.exists()


def new_secret() -> str:
    return pyotp.random_base32()


def setup_address(person: Person, secret: str) -> str:
    """Return the text of the QR code that an app scans at the set-up."""
    return pyotp.TOTP(secret).provisioning_uri(name=person.email or "", issuer_name=SITE)


def _step_of(secret: str, code: str, *, after: int) -> int | None:
    """Return the half minute that code is for, if it is about now and later than `after`."""
    app, now = pyotp.TOTP(secret), int(time.time()) // HALF_MINUTE
    for step in (now + neighbour for neighbour in NEIGHBOURS):
        if step > after and hmac.compare_digest(app.generate_otp(step), code):
            return step
    return None


def _cleaned(code: str) -> str:
    return "".join(code.split()).replace("-", "").lower()


def _is_digits(code: str) -> bool:
    return code.isascii() and code.isdigit()


def app_add(*, person: Person, secret: str, code: str, sender: LetterContext) -> list[str] | None:
    """Ask for codes of this app from now on, if it shows the right one.

    Returns the recovery codes, which nobody can ask for again; None for a wrong code.
    """
    cleaned = _cleaned(code)
    step = _step_of(secret, cleaned, after=0) if _is_digits(cleaned) else None
    if step is None:
        return None
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)
        Authenticator.objects.update_or_create(
            person=person, defaults={"secret": secret, "last_step": step}
        )
        codes = codes_renew(person=person)
        announce(Letter.Kind.STEP_ADDED, person=person, sender=sender)
    return codes


def app_remove(*, person: Person, sender: LetterContext) -> None:
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)
        if Authenticator.objects.filter(person=person).delete()[0]:
            forget_codes_unless_asked(person)
            announce(Letter.Kind.STEP_REMOVED, person=person, sender=sender)


def everything_remove(*, person: Person, sender: LetterContext) -> None:
    """Make the password alone enough again, for a person who lost phone, keys and paper."""
    with write_transaction():
        Person.objects.select_for_update().get(pk=person.pk)
        Authenticator.objects.filter(person=person).delete()
        person.passkeys.all().delete()
        forget_codes_unless_asked(person)
        announce(Letter.Kind.STEP_REMOVED, person=person, sender=sender)


def announce(kind: Letter.Kind, *, person: Person, sender: LetterContext) -> None:
    """Tell the account by mail, and the log, what is asked besides the password now."""
    assert person.email
    note("second step", person=person.pk, change=kind)
    letter_put(kind, to=person.email, person=person, sender=sender)


def forget_codes_unless_asked(person: Person) -> None:
    """Remove the codes on paper where there is no second step that they stand in for."""
    if not is_asked_of(person):
        person.recovery_codes.all().delete()


def codes_renew(*, person: Person) -> list[str]:
    """Make new codes for paper and return them; those before are worth nothing."""
    note("second step", person=person.pk, change="new codes on paper")
    codes = [
        "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH)) for _number in range(CODES)
    ]
    with write_transaction():
        person.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(
            RecoveryCode(person=person, digest=_digest(code)) for code in codes
        )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(code: str, key: str | None = None) -> str:
    """Return a code's digest, with the site's own key.

    A stolen database is not enough to try them all.
    """
    return salted_hmac("safehouse.recovery", code, secret=key, algorithm="sha256").hexdigest()


def code_take(*, person: Person, code: str) -> bool:
    """Return True if that code opens the second step now. Each does once."""
    cleaned = _cleaned(code)
    if _is_digits(cleaned) and len(cleaned) == pyotp.TOTP("").digits:
        return _app_code_take(person, cleaned)
    digests = [_digest(cleaned, key) for key in (None, *settings.SECRET_KEY_FALLBACKS)]
    with write_transaction():
        return bool(person.recovery_codes.filter(digest__in=digests).delete()[0])


def _app_code_take(person: Person, code: str) -> bool:
    app = Authenticator.objects.filter(person=person).first()
    step = _step_of(app.secret, code, after=app.last_step) if app else None
    if app is None or step is None:
        return False
    with write_transaction():
        # Of two requests with the same code one finds it used.
        unused = Authenticator.objects.filter(pk=app.pk, last_step__lt=step)
        return bool(unused.update(last_step=step))
