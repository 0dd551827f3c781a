"""A game from outside as its author hands it over, and a phone that plays it."""

import json
import re
import secrets
import shutil
import urllib.error
import urllib.parse
import urllib.request
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.site import ROOT, Site

EXAMPLE = ROOT / "docs" / "examples" / "lost_mill"
OLD = Path(__file__).parent / "old_mill"
"""The same game as it was written before a mechanic was one file, for `rules.old_form`."""
SECONDS = 30
OK = 200


def lay_out(folder: Path, package: str = "lost_mill", example: Path = EXAMPLE) -> Path:
    """The example as a package in that folder, its translation compiled."""
    made = folder / package
    shutil.copytree(example, made, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for path in (*made.rglob("*.py"), *made.rglob("*.html")):
        path.write_text(path.read_text().replace("lost_mill", package))
    (made / "templates" / EXAMPLE.name).rename(made / "templates" / package)
    for source in made.rglob("*.po"):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as catalogue:
            write_mo(catalogue, read_po(text))
    return made


def as_distribution(folder: Path, package: str = "lost_mill") -> None:
    """The same, with what an installer writes beside a package."""
    lay_out(folder, package)
    facts = folder / f"{package}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[safehouse.games]\nmill = {package}\n")


class Page(NamedTuple):
    status: int
    text: str
    path: str


class Phone:
    """A browser without script: it keeps its cookies and sends the forms it is shown."""

    def __init__(self, site: Site) -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def open(
        self, path: str, data: bytes | None = None, language: str = "en", **headers: str
    ) -> tuple[int, bytes, str]:
        sent = {"Accept-Language": language, **headers}
        request = urllib.request.Request(f"{self.site.url}{path}", data=data, headers=sent)
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return answer.status, answer.read(), urllib.parse.urlsplit(answer.url).path
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), path

    def sign_up(self) -> None:
        self.get("/account/sign-up/")
        email = f"{secrets.token_hex(6)}@example.org"
        form = {"name": "Marta", "email": email, "password": "nine-walkers-passing"}
        assert self.post("/account/sign-up/", form).status == OK

    def get(self, path: str, language: str = "en") -> Page:
        status, body, there = self.open(path, language=language)
        words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body.decode()))
        return Page(status, unescape(words), there)

    def html(self, path: str, language: str = "en") -> str:
        return unescape(self.open(path, language=language)[1].decode())

    def post(self, path: str, form: dict[str, Any], language: str = "en") -> Page:
        fields = {"csrfmiddlewaretoken": self.csrf, **form}
        data = urllib.parse.urlencode(fields, doseq=True).encode()
        status, body, there = self.open(path, data, language)
        return Page(status, unescape(body.decode()), there)

    @property
    def csrf(self) -> str:
        return next(str(cookie.value) for cookie in self.jar if "csrf" in cookie.name)

    def api(self, path: str, body: Any = None, language: str = "en") -> tuple[int, Any]:
        """Ask the API as the pages' own scripts may: by the cookies of this browser."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.csrf}
        status, text, _path = self.open(f"/api/v1/{path}", data, language, **headers)
        return status, json.loads(text) if text else None


def hidden_fields(form: str) -> dict[str, str]:
    """What a form sends by itself."""
    inputs = re.findall(r'<input type="hidden" name="([^"]+)" value="(.*?)">', form)
    return dict(inputs)
