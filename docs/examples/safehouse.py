"""A small client of the Safehouse API: the standard library and nothing else.

Copy this file beside your own script. It knows tokens, resends, ETags and the event stream.
"""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

TRIES = 5


class Refused(Exception):
    """The site said no: `status`, its permanent `code` and the `params` of its message."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status} {error['code']}: {error['message']}")
        self.status, self.code, self.params = status, error["code"], error["params"]


class Safehouse:
    """One site, seen with one token or none."""

    def __init__(self, site: str, token: str = "", language: str = "en") -> None:
        self.api = f"{site.rstrip('/')}/api/v1"
        self.headers = {"Accept-Language": language}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send one request and read its JSON.

        What may be repeated is repeated: a read always, a command because it has an id. So a
        dropped connection, a 429 or a 503 costs a moment and nothing else.
        """
        data = None if body is None else json.dumps(body).encode()
        sent = {**self.headers, "Content-Type": "application/json", **headers}
        request = urllib.request.Request(
            f"{self.api}/{path}", data=data, headers=sent, method=method
        )
        for attempt in range(1, TRIES + 1):
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                with error:
                    refusal = error.read()
                if error.code in (429, 503) and attempt < TRIES:
                    time.sleep(float(error.headers["Retry-After"]))
                    continue
                raise Refused(error.code, json.loads(refusal)) from None
            except OSError:
                if attempt == TRIES:
                    raise
                time.sleep(0.2 * 2**attempt)
        raise AssertionError("not reached")

    # --- tables ---

    def open_table(self, **described: Any) -> dict[str, Any]:
        """Open a table; without a token of our own the answer brings the keeper's."""
        table: dict[str, Any] = self.ask("POST", "tables/", described)
        if table["token"]:
            self.headers["Authorization"] = f"Bearer {table['token']}"
        return table

    def join(self, code: str, name: str) -> str:
        """Sit down at the table of that code; returns the table's id."""
        seat = self.ask("POST", "seats/", {"code": code, "name": name})
        if seat["token"]:
            self.headers["Authorization"] = f"Bearer {seat['token']}"
        return str(seat["table"])

    def table(self, table: str) -> dict[str, Any]:
        read: dict[str, Any] = self.ask("GET", f"tables/{table}/")
        return read

    def send(self, table: str, kind: str, seen: int, **fields: Any) -> dict[str, Any]:
        """One command. Its id is made here, so that a resend changes nothing twice."""
        command = {"kind": kind, "id": secrets.token_hex(8), "seen": seen, **fields}
        answer: dict[str, Any] = self.ask("POST", f"tables/{table}/commands/", command)
        return answer

    def undo(self, table: str, seen: int) -> dict[str, Any]:
        step = {"id": secrets.token_hex(8), "seen": seen}
        answer: dict[str, Any] = self.ask("POST", f"tables/{table}/undo/", step)
        return answer

    def log(self, table: str, after: int) -> Iterator[dict[str, Any]]:
        """Every entry after that one."""
        more = True
        while more:
            page = self.ask("GET", f"tables/{table}/log/?after={after}")
            yield from page["results"]
            after, more = page["last"], page["more"]

    # --- following ---

    def versions(self, table: str, seen: int, room: str = "tables") -> Iterator[int]:
        """The versions of a table, or of a campaign, as they come, for ever.

        Goes on by itself after a break.
        """
        while True:
            request = urllib.request.Request(
                f"{self.api}/{room}/{table}/events/",
                headers={**self.headers, "Last-Event-ID": str(seen)},
            )
            try:
                with urllib.request.urlopen(request, timeout=30) as stream:
                    for line in stream:
                        if line.startswith(b"id: "):
                            seen = int(line[4:])
                            yield seen
            except urllib.error.HTTPError as error:
                with error:
                    refusal = error.read()
                if error.code != 429 and error.code < 500:
                    raise Refused(error.code, json.loads(refusal)) from None
            except OSError:
                pass
            time.sleep(0.5)

    def follow(self, table: str, after: int) -> Iterator[dict[str, Any]]:
        """Every log entry after that one, and then each as it happens."""
        yield from self._entries(table, after)
        after = self._last
        for _version in self.versions(table, after):
            yield from self._entries(table, self._last)

    _last = 0

    def _entries(self, table: str, after: int) -> Iterator[dict[str, Any]]:
        self._last = after
        for entry in self.log(table, after):
            self._last = entry["seq"]
            yield entry
