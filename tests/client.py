"""A client that asks as browsers do: for answers that may be compressed."""

import gzip
from typing import Any

from django.http import HttpResponse
from django.test import Client


class Browser(Client):
    """A test client that is sent compressed pages and reads them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"

    def request(self, **request: Any) -> Any:
        """Send a request; return its answer, unpacked."""
        answer = super().request(**request)
        if isinstance(answer, HttpResponse) and answer.headers.get("Content-Encoding") == "gzip":
            answer.content = gzip.decompress(answer.content)
        return answer
