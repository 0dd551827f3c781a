"""Who asks, and what their key may do."""

from typing import NamedTuple

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from api.errors import Refusal
from api.models import Scope, Token
from api.selectors import token_by_secret
from api.services import token_note_use
from companion.models import Seat
from companion.people.identity import person_of
from companion.people.models import Person

LEVELS = [Scope.READ, Scope.PLAY, Scope.MANAGE]
OF_ROLE = {
    Seat.Role.READER: Scope.READ,
    Seat.Role.PLAYER: Scope.PLAY,
    Seat.Role.KEEPER: Scope.MANAGE,
}
MEDIUM = "Bearer"


class Access(NamedTuple):
    """What opened the door: a browser (no token), a personal token, or a seat's."""

    scope: Scope
    token: Token | None = None

    @property
    def seat(self) -> Seat | None:
        """The one seat this key is for; None for a key to everything of a person."""
        return self.token.seat if self.token else None

    def allows(self, scope: Scope) -> bool:
        return LEVELS.index(self.scope) >= LEVELS.index(scope)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer sh_...`: a person's key, or a seat's."""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        medium, _, secret = request.headers.get("Authorization", "").partition(" ")
        if medium.lower() != MEDIUM.lower():
            return None
        token = token_by_secret(secret.strip())
        if token is None:
            raise Refusal(401, "token.unknown")
        person = token.seat.person if token.seat else token.person
        if person is None or person.binned_at is not None:
            raise Refusal(401, "token.unknown")
        token_note_use(token)
        scope = OF_ROLE[Seat.Role(token.seat.role)] if token.seat else Scope(token.scope)
        return person, Access(scope, token)

    def authenticate_header(self, request: Request) -> str:
        return MEDIUM


class BrowserAuthentication(SessionAuthentication):
    """The cookie of a page: an account's session, or a guest's own. Writes need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Person, Access] | None:
        person = person_of(request._request)
        if person is None:
            return None
        self.enforce_csrf(request._request)  # type: ignore[arg-type]
        return person, Access(Scope.MANAGE)


def access_of(request: Request) -> Access | None:
    """How this request was let in; None for nobody."""
    return request.auth if isinstance(request.auth, Access) else None


def person_asking(request: Request) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


def require(request: Request, scope: Scope, *, whole_person: bool = False) -> Person:
    """The person asking, or the refusal they get: 401 for nobody, 403 for too small a key."""
    access, person = access_of(request), person_asking(request)
    if access is None or person is None:
        raise Refusal(401, "credentials.missing")
    if not access.allows(scope) or (whole_person and access.seat):
        raise Refusal(403, "scope.missing", scope=scope.value)
    return person
