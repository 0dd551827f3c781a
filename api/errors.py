"""One shape for every refusal: `{code, message, params}`."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from companion.frame.errors import status_of
from companion.messages import error_message
from rules import RuleError


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Refusals of the rules by their own code, DRF's by `http.<status>`."""
    if isinstance(error, RuleError):
        body = {"code": error.code, "message": error_message(error), "params": error.params}
        return Response(body, status=status_of(error))
    response = drf_exception_handler(error, context)
    if response is not None:
        detail = response.data.get("detail") if isinstance(response.data, dict) else None
        code, params = f"http.{response.status_code}", {} if detail else response.data
        response.data = {"code": code, "message": str(detail or ""), "params": params}
    return response
