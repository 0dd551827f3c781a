"""Who asks, and what their key may do."""

import uuid
from dataclasses import dataclass
from functools import cached_property

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from api.keys import ApiToken, key_by_secret, person_by_id
from api.models import Scope
from api.refusals import ApiRefusal
from api.services import token_note_use
from campaigns.keeping.bans import bans
from companion.models import Seat
from companion.people.identity import person_of, remember_key
from companion.people.models import Person

LEVELS = [Scope.READ, Scope.PLAY, Scope.MANAGE]
OF_ROLE = {
    Seat.Role.READER: Scope.READ,
    Seat.Role.PLAYER: Scope.PLAY,
    Seat.Role.KEEPER: Scope.MANAGE,
}
MEDIUM = "Bearer"


@dataclass(frozen=True)
class Access:
    """The rights of a request: by a browser (no key), a personal token, or a seat's."""

    person_id: uuid.UUID
    scope: Scope
    key: ApiToken | None = None

    @property
    def table_id(self) -> uuid.UUID | None:
        """The one table this key is for; None for a key to everything of a person."""
        return self.key.table_id if self.key else None

    @cached_property
    def person(self) -> Person:
        """Read only where more than their id is needed: a command needs no more."""
        return person_by_id(self.person_id)

    def allows(self, scope: Scope) -> bool:
        return LEVELS.index(self.scope) >= LEVELS.index(scope)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer sh_...`: a person's key, or a seat's."""

    def authenticate(self, request: Request) -> tuple[None, Access] | None:
        medium, _, secret = request.headers.get("Authorization", "").partition(" ")
        if medium.lower() != MEDIUM.lower():
            return None
        key = key_by_secret(secret.strip())
        if key is None or key.person_id in bans.now().people:
            raise ApiRefusal(401, "token.unknown")
        remember_key(request._request, key.person_id)
        token_note_use(key.token_id, key.last_used_at)
        scope = OF_ROLE[Seat.Role(key.role)] if key.role else Scope(key.scope)
        return None, Access(key.person_id, scope, key)

    def authenticate_header(self, request: Request) -> str:
        return MEDIUM


class BrowserAuthentication(SessionAuthentication):
    """The cookie of a page: an account's session, or a guest's own. Writes need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        person = person_of(request._request)
        if person is None:
            return None
        self.enforce_csrf(request._request)  # type: ignore[arg-type]
        return person, Access(person.pk, Scope.MANAGE)


def access_of(request: Request) -> Access | None:
    """Return the access of this request; None for nobody."""
    return request.auth if isinstance(request.auth, Access) else None


def require(request: Request, scope: Scope, *, whole_person: bool = False) -> Access:
    """Return the access if it suffices, else refuse: 401 for nobody, 403 for too small a key."""
    access = access_of(request)
    if access is None:
        raise ApiRefusal(401, "credentials.missing")
    if not access.allows(scope) or (whole_person and access.table_id):
        raise ApiRefusal(403, "scope.missing", scope=scope.value)
    return access
