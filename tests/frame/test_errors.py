"""Errors in words: pages, fragments, JSON, each with its status and reference."""

import re

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from companion.frame.errors import ERRORS, TooManyRequests, error_response
from rules import IllegalCommand


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


def too_many(request: HttpRequest) -> HttpResponse:
    raise TooManyRequests(30)


def against_the_rules(request: HttpRequest) -> HttpResponse:
    raise IllegalCommand("undo.nothing")


def any_status(request: HttpRequest, status: int) -> HttpResponse:
    return error_response(request, status)


urlpatterns = [
    path("broken/", broken),
    path("too-many/", too_many),
    path("against/", against_the_rules),
    path("status/<int:status>/", any_status),
    path("", include("config.urls")),
]
handler400 = "companion.frame.errors.bad_request"
handler403 = "companion.frame.errors.permission_denied"
handler404 = "companion.frame.errors.page_not_found"
handler500 = "companion.frame.errors.server_error"

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.frame.test_errors")]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("status", sorted(ERRORS))
def test_every_error_has_a_page_and_a_fragment(client: Client, status: int, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get(f"/status/{status}/")
    fragment = client.get(f"/status/{status}/", HTTP_HX_REQUEST="true")
    assert page.status_code == fragment.status_code == status
    assert f'<html lang="{language}"' in page.content.decode()
    assert page["X-Request-ID"] in page.content.decode()
    assert b"<html" not in fragment.content


def test_a_fault_of_ours_is_500_with_the_reference_that_the_log_has(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    assert "RuntimeError" not in response.content.decode()
    assert (
        re.search(r"<b>([0-9a-f]{10})</b>", response.content.decode())[1]
        == response["X-Request-ID"]
    )  # type: ignore[index]
    assert any(record.exc_info for record in caplog.records)


def test_429_says_when_to_come_back(client: Client) -> None:
    response = client.get("/too-many/")
    assert (response.status_code, response["Retry-After"]) == (429, "30")


def test_a_refusal_of_the_rules_is_422_in_words(client: Client) -> None:
    response = client.get("/against/")
    assert response.status_code == 422
    assert "There is nothing to undo." in response.content.decode()


def test_a_wrong_method_is_405_in_words(client: Client) -> None:
    response = client.post("/credits/")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"
    assert b"errorpage" in response.content


@pytest.mark.parametrize("method", ["CONNECT", "TRACE", "BREW", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", ["/preferences/", "/credits/", "/healthz", "/nothing/"])
def test_a_method_that_no_page_has_is_405_in_words(method: str, path: str) -> None:
    response = Client(enforce_csrf_checks=True).generic(method, path)
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD, POST"
    assert b"errorpage" in response.content


@pytest.mark.parametrize("method", ["CONNECT", "TRACE", "BREW", "PUT", "DELETE"])
def test_a_method_that_an_address_of_programs_has_not_is_405_for_them(method: str) -> None:
    response = Client().generic(method, "/api/v1/games/")
    assert response.status_code == 405
    assert response.json()["code"] == "http.405"


def test_a_missing_csrf_token_is_403_in_words() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/preferences/", {"theme": "light"})
    assert response.status_code == 403
    assert b"errorpage" in response.content
    assert "theme" not in response.cookies


def test_the_api_answers_in_json(client: Client) -> None:
    response = client.get("/api/v1/nothing/")
    assert response.status_code == 404
    assert set(response.json()) == {"code", "message", "params"}


def test_a_body_that_is_too_large_is_refused(client: Client) -> None:
    response = client.post("/preferences/", {"theme": "x" * 300_000})
    assert response.status_code == 413


@override_settings(TEMPLATES=[])
def test_if_even_the_error_page_fails_there_is_plain_text(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    assert response["Content-Type"] == "text/plain"
