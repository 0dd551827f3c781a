"""Pages of other sites, only where `API_ORIGINS` names them; tokens, never cookies."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

SENT = (
    "Authorization, Content-Type, Accept-Language, If-Match, If-None-Match, Idempotency-Key, "
    "Last-Event-ID"
)
SEEN = "ETag, Location, Retry-After, X-Request-ID"


class CrossOrigin:
    """Answers the questions browsers ask before a page of another site may use the API."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.API_ORIGINS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.get_response(request)
        origin = request.headers.get("Origin", "")
        asks_first = request.method == "OPTIONS" and "Access-Control-Request-Method" in (
            request.headers
        )
        is_allowed = origin in settings.API_ORIGINS
        response = (
            HttpResponse(status=204) if asks_first and is_allowed else self.get_response(request)
        )
        patch_vary_headers(response, ["Origin"])
        if is_allowed:
            response["Access-Control-Allow-Origin"] = origin
            response["Access-Control-Expose-Headers"] = SEEN
            if asks_first:
                response["Access-Control-Allow-Methods"] = "GET, POST, PUT, PATCH, DELETE"
                response["Access-Control-Allow-Headers"] = SENT
                response["Access-Control-Max-Age"] = "600"
        return response
