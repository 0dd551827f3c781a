"""Sessions that know whose they are, so that a person can see and end them.

Django's own store in the database, with two columns more. What is shown of a browser (what it
calls itself, roughly where it was) lies in the session's data and goes with it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from companion.people.models import Session

COOKIE = "cookie"
"""Of a session's data: what the cookie was called that it was last written for."""


class SessionStore(db.SessionStore):
    """The engine that `SESSION_ENGINE` names."""

    seen_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data | {COOKIE: settings.SESSION_COOKIE_NAME})
        assert isinstance(row, Session)
        row.person_id = data.get(SESSION_KEY)
        return row

    def load(self) -> dict[str, Any]:
        """As Django's, remembering when this browser was last noted."""
        row: Session | None = self._get_session_from_db()  # type: ignore[attr-defined]
        if row is None:
            return {}
        self.seen_at = row.seen_at
        return self.decode(row.session_data)


NOTE_EVERY = timedelta(minutes=10)


def is_seen_long_ago(session: Any) -> bool:
    """Check if this browser's last visit is so long ago that a new one is to be noted."""
    seen_at = getattr(session, "seen_at", None)
    return seen_at is not None and timezone.now() - seen_at > NOTE_EVERY
