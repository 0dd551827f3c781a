"""Passwords that have been stolen somewhere, looked up without asking anybody.

Django's own list of the 20,000 commonest is always in force. An operator who wants all of them
downloads haveibeenpwned's file once and names it in `BREACHED_PASSWORDS`.
"""

import hashlib
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

_HASH_LETTERS = 40


class BreachedPasswordValidator:
    """Refuses what is in the file: lines `SHA1:COUNT`, sorted, as the downloader writes them."""

    def validate(self, password: str, user: object = None) -> None:
        if settings.BREACHED_PASSWORDS and is_in(Path(settings.BREACHED_PASSWORDS), password):
            raise ValidationError(
                _("This password was stolen somewhere and is known to thieves. Choose another."),
                code="password_breached",
            )

    def get_help_text(self) -> str:
        return _("Your password can’t be one that was stolen somewhere.")  # noqa: RUF001


def is_in(file: Path, password: str) -> bool:
    """Check if the sorted file has this password's hash; reads some forty lines of it."""
    digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
    with file.open("rb") as lines:
        # The line that begins at or after `low` may be it, none that begins at or after `high`.
        low, high = 0, lines.seek(0, 2)
        while low < high:
            middle = (low + high) // 2
            lines.seek(middle)
            if middle:
                lines.readline()  # the rest of the line before, or of the one above
            line = lines.readline()
            if line and line[:_HASH_LETTERS].upper() < digest:
                low = middle + 1
            else:
                high = middle
        lines.seek(low)
        if low:
            lines.readline()
        return lines.readline()[:_HASH_LETTERS].upper() == digest
