"""What every page shares: language, theme, headers, health, files at the root, logs."""

import json
import logging

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from companion.frame.middleware import ContentSecurityPolicy, is_local_host
from companion.frame.throttle import client_address
from config.logs import JsonLines, TextLines, WithRequestId, logging_config

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("wish", "language"),
    [("es-ES,es;q=0.9", "es"), ("en-GB", "en"), ("pl,de;q=0.5", "en"), ("ca,es;q=0.8", "es")],
)
def test_the_first_visit_follows_the_browsers_wish(
    client: Client, wish: str, language: str
) -> None:
    page = client.get("/", HTTP_ACCEPT_LANGUAGE=wish).content.decode()
    assert f'<html lang="{language}" data-theme="dark">' in page


def test_language_and_theme_are_remembered(client: Client) -> None:
    client.post("/preferences/", {"language": "es", "theme": "light"})
    page = client.get("/", HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert '<html lang="es" data-theme="light">' in page


@pytest.mark.parametrize("sent", [{"language": "xx"}, {"theme": "pink"}, {}, {"theme": "\x00"}])
def test_unknown_preferences_change_nothing(client: Client, sent: dict) -> None:
    response = client.post("/preferences/", sent)
    assert response.status_code == 302
    assert not response.cookies


def test_preferences_lead_back_to_the_page_they_came_from_and_nowhere_else(client: Client) -> None:
    assert client.post("/preferences/", {"next": "/credits/"}).url == "/credits/"
    assert client.post("/preferences/", {"next": "https://evil.example"}).url == "/preferences/"


def test_security_headers(client: Client) -> None:
    response = client.get("/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


CHECKS = ("database", "migrations", "writes", "disk", "worker")


def test_health(client: Client) -> None:
    response = client.get("/healthz")
    assert response.json() == {"status": "ok", "checks": dict.fromkeys(CHECKS, True)}


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_health_names_what_is_missing(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json()["checks"] == dict.fromkeys(CHECKS, True) | {"broker": False}


def test_robots_and_manifest_and_icon(client: Client) -> None:
    assert "Disallow: /" in client.get("/robots.txt").content.decode()
    manifest = client.get("/manifest.webmanifest", HTTP_ACCEPT_LANGUAGE="es").json()
    assert (manifest["lang"], manifest["start_url"]) == ("es", "/")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert client.get("/favicon.ico").status_code == 302


@pytest.mark.parametrize(
    ("host", "accepted"),
    [
        ("localhost", True),
        ("192.168.1.20", True),
        ("[fd00::1]", True),
        ("laptop", True),
        ("laptop.local", True),
        ("laptop.fritz.box", True),
        ("203.0.113.66", True),  # reserved for documentation, so private
        ("8.8.8.8", False),
        ("evil.example", False),
        ("192.168.1.20.evil.example", False),
    ],
)
def test_at_home_only_addresses_and_local_names_are_hosts(host: str, accepted: bool) -> None:
    assert is_local_host(host) is accepted


def test_a_foreign_host_is_refused() -> None:
    refused = Client(headers={"host": "evil.example"}).get("/", HTTP_ACCEPT_LANGUAGE="es")
    assert refused.status_code == 400
    assert "no conoce el nombre evil.example" in refused.content.decode()
    assert "Content-Security-Policy" in refused.headers
    assert Client(headers={"host": "192.168.1.20:8000"}).get("/").status_code == 200


def test_the_request_id_of_our_own_proxy_is_kept_if_it_is_harmless(
    client: Client, settings: object
) -> None:
    assert client.get("/", HTTP_X_REQUEST_ID="abc-123-def")["X-Request-ID"] != "abc-123-def"
    settings.PROXIES = 1  # type: ignore[attr-defined]
    assert client.get("/", HTTP_X_REQUEST_ID="abc-123-def")["X-Request-ID"] == "abc-123-def"
    assert client.get("/", HTTP_X_REQUEST_ID="<script>")["X-Request-ID"] != "<script>"


def a_record() -> logging.LogRecord:
    record = logging.makeLogRecord({"name": "safehouse", "msg": "GET %s", "args": ("/ñ",)})
    record.levelname, record.status = "INFO", 200  # type: ignore[attr-defined]
    WithRequestId().filter(record)
    return record


def test_json_log_lines() -> None:
    line = json.loads(JsonLines().format(a_record()))
    assert (line["message"], line["status"], line["level"]) == ("GET /ñ", 200, "info")
    assert "request_id" in line
    assert "time" in line


def test_text_log_lines() -> None:
    assert TextLines().format(a_record()).endswith("GET /ñ status=200")


def test_one_record_is_one_line_whatever_was_typed() -> None:
    record = logging.makeLogRecord({"msg": "GET /a\nINFO forged\x1b[2J"})
    assert "\n" not in TextLines().format(record)
    assert "\x1b" not in TextLines().format(record)


def test_a_traceback_is_part_of_the_json_line() -> None:
    record = a_record()
    try:
        raise ValueError("x")
    except ValueError as error:
        record.exc_info = (type(error), error, error.__traceback__)
    assert "ValueError" in json.loads(JsonLines().format(record))["traceback"]


def test_an_unknown_log_format_is_refused() -> None:
    with pytest.raises(KeyError):
        logging_config(form="xml", level="INFO")


def test_the_home_page_offers_only_what_exists(client: Client) -> None:
    page = client.get("/").content.decode()
    for address in set(__import__("re").findall(r'href="(/[^"]*)"', page)):
        if not address.startswith("/static/"):
            assert client.get(address).status_code in (200, 302), address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (1, "nonsense", None),
    ],
)
def test_only_our_own_proxies_are_believed(
    rf: RequestFactory, settings: object, proxies: int, forwarded: str, address: str | None
) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": proxies}  # type: ignore[attr-defined]
    assert client_address(rf.get("/", HTTP_X_FORWARDED_FOR=forwarded)) == address


@pytest.mark.parametrize(
    ("path", "content_type", "is_said"),
    [
        ("/", "text/html; charset=utf-8", True),
        ("/sw.js", "text/javascript", True),
        ("/static/icons.svg", "image/svg+xml", True),
        ("/static/js/table.js", "text/javascript; charset=utf-8", False),
        ("/static/css/ui.css", "text/css; charset=utf-8", False),
        ("/static/fonts/a.woff2", "font/woff2", False),
    ],
)
def test_the_policy_is_said_of_what_a_browser_opens_by_itself(
    path: str, content_type: str, is_said: bool
) -> None:
    answer = ContentSecurityPolicy(lambda request: HttpResponse(content_type=content_type))
    response = answer(RequestFactory().get(path))
    assert ("Content-Security-Policy" in response.headers) is is_said
