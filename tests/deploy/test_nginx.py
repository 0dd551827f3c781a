"""A real nginx with the ready configuration, TLS by the ready script: taps and streams go through.

What a phone gets over https that plain http does not give is looked at in Chromium.
"""

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from companion.live.stream import PING_SECONDS
from tests.browser.chromium import launch_chromium
from tests.browser.tables import tap, version
from tests.site import ROOT, Site, free_port

pytestmark = pytest.mark.browser
NAME = "safehouse.lan"
AROUND = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/safehouse.conf;
}}
"""


class Front:
    """nginx in front of a site, on a port of its own."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site, self.folder = site, folder
        self.port, self.plain = free_port(), free_port()
        self.authority = folder / "authority.crt"

    def configuration(self) -> str:
        """The ready file with the few things changed that its head says must be."""
        text = (ROOT / "deploy" / "nginx" / "safehouse.conf").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if "listen [::]" not in line]
        changed = "\n".join(lines)
        for said, here in (
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("127.0.0.1:8000", f"127.0.0.1:{self.site.port}"),
            ("safehouse.example.org", NAME),
            ("/etc/ssl/safehouse", str(self.folder)),
            ("/var/log/nginx/safehouse.log", f"{self.folder}/safehouse.log"),
        ):
            assert said in changed, said
            changed = changed.replace(said, here)
        return changed

    def __enter__(self) -> "Front":
        script = ROOT / "deploy" / "home-certificate.sh"
        subprocess.run(["sh", script, self.folder, NAME], check=True, stdout=subprocess.DEVNULL)
        (self.folder / "safehouse.conf").write_text(self.configuration(), encoding="utf-8")
        main = self.folder / "nginx.conf"
        main.write_text(AROUND.format(folder=self.folder), encoding="utf-8")
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        assert nginx, "`make test` installs nginx"
        error_log = f"{self.folder}/error.log"
        tested = subprocess.run(
            [nginx, "-t", "-q", "-c", main, "-e", error_log], capture_output=True, text=True
        )
        assert (tested.returncode, tested.stderr) == (0, "")
        self.process = subprocess.Popen([nginx, "-c", main, "-e", error_log])
        deadline = time.monotonic() + 30
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            assert time.monotonic() < deadline, Path(error_log).read_text()
            time.sleep(0.05)

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        """Asked as by somebody who trusts the authority of the ready script, and no other."""
        context = ssl.create_default_context(cafile=str(self.authority))
        with socket.create_connection(("127.0.0.1", self.port), 20) as raw:
            secure = context.wrap_socket(raw, server_hostname=NAME)
            connection = http.client.HTTPConnection(NAME)
            connection.sock = secure
            connection.request("GET", path, headers={"Host": NAME, **headers})
            answer = connection.getresponse()
            answer.read()
            connection.close()
        return answer


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    settings = {"HTTPS": "1", "PROXIES": "1", "ALLOWED_HOSTS": f"{NAME},127.0.0.1"}
    with (
        Site(tmp_path_factory.mktemp("site"), METRICS_TOKEN="secret", **settings) as site,
        Front(site, tmp_path_factory.mktemp("nginx")) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def chromium(playwright: Playwright, front: Front) -> Iterator[Browser]:
    started = launch_chromium(
        playwright.chromium, f"--host-resolver-rules=MAP {NAME} 127.0.0.1:{front.port}"
    )
    yield started
    started.close()


def phone(chromium: Browser) -> Page:
    context = chromium.new_context(locale="es-ES", ignore_https_errors=True)
    return context.new_page()


def test_a_tap_and_a_stream_go_through(front: Front, chromium: Browser) -> None:
    marta, luis = phone(chromium), phone(chromium)
    marta.goto(f"https://{NAME}/tables/new/zombicide-2e/?survivors=wanda&survivors=ned")
    marta.locator(".dock button.next").click()
    marta.wait_for_selector("#now")
    code = marta.locator(".strip__t span").inner_text().split(" ")[0].replace("-", "")
    luis.goto(f"https://{NAME}/join/{code}/")
    luis.locator("[name=name]").fill("Luis")
    luis.locator(".form__go button").click()
    luis.wait_for_selector("#line-up")  # with a new name: whom do they play?
    luis.goto(marta.url)
    for page in (marta, luis):
        expect(page.locator("#connection")).to_have_text("En vivo")
    polls: list[str] = []
    luis.on("request", lambda request: polls.append(request.url))
    tap(marta, "#more-ned")
    expect(luis.locator("#now")).to_have_attribute("data-version", str(version(marta)))
    asked = [url for url in polls if "/board/" in url]
    assert len(asked) == 1, "the stream told it, nobody polled"
    assert marta.evaluate("window.isSecureContext") is True
    cookies = {cookie["name"]: cookie["secure"] for cookie in marta.context.cookies()}
    assert cookies["__Host-guest"] is True


def test_a_phone_trusts_it_by_the_authority_alone(front: Front) -> None:
    answer = front.get("/healthz")
    assert answer.status == 200
    page = front.get("/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"]
    context = ssl.create_default_context()
    with (
        socket.create_connection(("127.0.0.1", front.port), 20) as raw,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        context.wrap_socket(raw, server_hostname=NAME)


def test_what_a_client_claims_of_itself_is_not_passed_on(front: Front) -> None:
    claimed = front.get("/", **{"X-Forwarded-For": "203.0.113.9", "X-Request-ID": "claimed-by-me"})
    assert claimed.headers["X-Request-ID"] != "claimed-by-me"
    log = (front.folder / "access.log").read_text()
    assert "203.0.113.9" not in log


def test_a_stream_on_which_nothing_comes_is_ended_and_no_other() -> None:
    text = (ROOT / "deploy" / "nginx" / "safehouse.conf").read_text(encoding="utf-8")
    streams = text[text.index("location ~ ^/(live/") :]
    (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", streams[: streams.index("}")])
    assert 2 * PING_SECONDS < int(seconds) < 60


def test_plain_http_is_sent_to_https_and_metrics_stay_inside(front: Front) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", front.plain, timeout=20)
    connection.request("GET", "/join/?code=K74Q2M", headers={"Host": NAME})
    answer = connection.getresponse()
    assert answer.status == 301
    assert answer.headers["Location"] == f"https://{NAME}/join/?code=K74Q2M"
    connection.close()
    assert front.get("/metrics").status == 404, "from this machine, without the token"
    assert front.get("/metrics", Authorization="Bearer secret").status == 200
