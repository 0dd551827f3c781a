"""Theme and language of this browser, remembered in cookies for a year."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

THEMES = ("dark", "light", "auto")
THEME_COOKIE = "theme"
ONE_YEAR = 60 * 60 * 24 * 365


def theme_of(request: HttpRequest) -> str:
    """Return the theme this browser asked for; dark by default."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def remember(response: HttpResponse, cookie: str, value: str) -> None:
    """Keep a choice in this browser."""
    response.set_cookie(
        cookie, value, max_age=ONE_YEAR, samesite="Lax", httponly=True, secure=settings.HTTPS
    )
