"""Middleware of every request: a log line, a host check, security headers, friendly errors."""

import ipaddress
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from companion.frame.errors import ERRORS, error_response, response_for
from companion.frame.request_id import begin_request, end_request, short_id
from companion.frame.throttle import client_address
from companion.people.identity import asker_of
from companion.server.bridge import REFUSAL

log = logging.getLogger("safehouse.request")
PAGE_METHODS = ("GET", "HEAD", "POST")
"""Methods that pages and files of the site may be asked by."""
METHODS = (*PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS")
"""Methods that programs may ask by."""
GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestLog:
    """One structured log line a request, and its id in the answer's `X-Request-ID`."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        offered = request.headers.get("X-Request-ID", "") if settings.PROXIES else ""
        address = client_address(request) or ""
        request_id = begin_request(offered, address)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = request_id
            log.info(
                "%s %s",
                request.method,
                request.path,
                extra={
                    "status": response.status_code,
                    "ms": round((time.perf_counter() - started) * 1000, 1),
                    "person": short_id(asker_of(request)),
                    "address": address,
                },
            )
            return response
        finally:
            end_request()


class PrivatePages:
    """The default of `Cache-Control`: an answer is for its reader, and nobody keeps a copy.

    Files of the site and what is the same for everybody say how long they may be kept.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class HomeNetworkHosts:
    """The host check without ALLOWED_HOSTS, at home: private addresses and local names only.

    A page elsewhere can point a name of its own at this machine (DNS rebinding), but it cannot make
    a browser send our address as the host.
    """

    def __init__(self, get_response: GetResponse) -> None:
        if "*" not in settings.ALLOWED_HOSTS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.get_host())
        if not is_local_host(host):
            text = _("This site does not know the name %(host)s. Use its address, or add the name "
                     "to ALLOWED_HOSTS.")  # fmt: skip
            return error_response(request, 400, text=text % {"host": host})
        return self.get_response(request)


# Endings no stranger can register a name under.
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")


def is_local_host(host: str) -> bool:
    """Return True for a private address, `localhost`, a bare machine name or a home name.

    A home name is one that only a home network has.
    """
    try:
        address = ipaddress.ip_address(host.strip("[]"))
        return address.is_private or address.is_loopback or address.is_link_local
    except ValueError:
        return "." not in host or host.endswith(LOCAL_ENDINGS)


class ContentSecurityPolicy:
    """The policy: no script, style or request from anywhere but this site, and nothing inline.

    It is sent with what a browser opens by itself. Scripts, styles and fonts of a page are held to
    the page's; to send it with each of them again made a twentieth of a first load.
    """

    PARTS = ("text/javascript", "text/css", "font/woff2")

    POLICY = "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        )
    )

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_static = request.path.startswith(settings.STATIC_URL)
        if not (is_static and response.headers.get("Content-Type", "").startswith(self.PARTS)):
            response.headers.setdefault("Content-Security-Policy", self.POLICY)
            response.headers.setdefault("Permissions-Policy", "camera=(self), geolocation=()")
        return response


class FriendlyErrors:
    """Words for refusals, of the rules or before Django was asked, and for bare error answers."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if refusal := request.META.get(REFUSAL):
            return error_response(request, refusal)
        methods = METHODS if request.path.startswith("/api/") else PAGE_METHODS
        if request.method not in methods:
            return error_response(request, 405, headers={"Allow": ", ".join(methods)})
        response = self.get_response(request)
        is_bare = not response.streaming and not response.content
        if is_bare and response.status_code in ERRORS and request.method != "HEAD":
            friendly = error_response(request, response.status_code)
            for name, value in response.headers.items():
                friendly.headers.setdefault(name, value)
            return friendly
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return response_for(request, error)
