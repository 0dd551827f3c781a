"""Settings from the environment: the embedded default, and a server that passes Django's checks."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from config.embedded import embedded_secret_key, private_file
from config.environment import Environment
from tests.site import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


def python(*arguments: str, data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env=kept | {"DATA_DIR": str(data)} | environment,
        capture_output=True,
        text=True,
    )


def refusal(data: Path, **environment: str) -> str:
    """Why a start that reads these settings ends there; empty where it goes on."""
    done = python("-c", "import config.settings", data=data, **environment)
    assert bool(done.stderr) == bool(done.returncode)
    return done.stderr


def test_the_secret_key_is_made_once_and_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    first = embedded_secret_key(path)
    assert len(first) >= 64
    assert embedded_secret_key(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_server_and_worker_starting_together_share_one_key(tmp_path: Path) -> None:
    keys: list[str] = []
    threads = [
        threading.Thread(target=lambda: keys.append(embedded_secret_key(tmp_path / "key")))
        for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_the_embedded_default_needs_nothing(tmp_path: Path) -> None:
    done = python("manage.py", "check", data=tmp_path / "var")
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_workers_and_commands_start_without_what_only_pages_need(tmp_path: Path) -> None:
    """Django REST framework alone takes as long to load as all of our rules."""
    script = "import django, sys; django.setup(); print(*sys.modules)"
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = python("-c", script, data=tmp_path, **settings)
    assert done.returncode == 0, done.stderr
    loaded = {"companion.models", "rest_framework.compat", "psycopg", "weasyprint", "config.urls"}
    assert loaded & set(done.stdout.split()) == {"companion.models"}


def test_a_variable_set_to_nothing_is_not_set(tmp_path: Path) -> None:
    names = ("DATABASE_URL", "PORT", "EMAIL_URL", "LOG_LEVEL", "REDIS_URL")
    assert refusal(tmp_path, **dict.fromkeys(names, "")) == ""


def test_real_mail_needs_named_hosts(tmp_path: Path) -> None:
    """The links in mails are made of the host a browser sends."""
    mail = {"EMAIL_URL": "smtp://localhost:25"}
    assert "EMAIL_URL needs ALLOWED_HOSTS" in refusal(tmp_path, **mail)
    assert refusal(tmp_path, ALLOWED_HOSTS="safehouse.example.org", **mail) == ""


def test_a_list_of_stolen_passwords_that_is_not_there_stops_the_start(tmp_path: Path) -> None:
    said = refusal(tmp_path, BREACHED_PASSWORDS=str(tmp_path / "nowhere.txt"))
    assert "BREACHED_PASSWORDS: there is no file" in said


PRODUCTION = {
    "SECRET_KEY": "k" * 30 + "-a-long-key-for-the-test-0123456789-abcdef",
    "ALLOWED_HOSTS": "safehouse.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://safehouse.example.org",
    "HTTPS": "1",
    "PROXIES": "1",
    "DATABASE_URL": "postgres://safehouse@127.0.0.1:1/safehouse",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "LOG_FORMAT": "json",
}


def test_a_server_passes_the_deployment_check_without_a_warning(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = python(*check, data=tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues" in done.stdout


@pytest.mark.django_db
def test_no_migration_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("makemigrations", "--check", "--dry-run")
    assert "No changes detected" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("PORT", value) for value in ("abc", "70000", "-1", "0")),
        ("SIGN_IN_ATTEMPTS", "0"),
        ("SIGN_IN_COOLOFF_MINUTES", "9" * 12),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, name: str, value: str
) -> None:
    done = python("manage.py", "serve", data=tmp_path, **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"Safehouse cannot start. {name}={value}: a whole number ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PASSWORD_RATE", "abc", "PASSWORD_RATE=abc: so many in a second, min, hour or day "),
        ("PASSWORD_RATE", "30/x", "PASSWORD_RATE=30/x: so many "),
        ("PASSWORD_RATE", "30", "PASSWORD_RATE=30: so many "),
        ("LOG_FORMAT", "x", "LOG_FORMAT=x: one of text, json is needed."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL=loud: one of INFO, "),
        ("TIME_ZONE", "Mars/Base", "TIME_ZONE=Mars/Base: the name of a time zone "),
        ("TIME_ZONE", "../etc", "TIME_ZONE=../etc: the name of a time zone "),
        ("DATABASE_URL", "foo", "DATABASE_URL: an address is needed, for example postgres://"),
        ("DATABASE_URL", "mysql://u:secret@h/x", "DATABASE_URL: an address is needed"),
        ("DATABASE_URL", "postgres://u:secret@h:abc/x", "DATABASE_URL: an address is needed"),
        ("REDIS_URL", "foo://x", "REDIS_URL: an address is needed, for example redis://"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL: an address is needed"),
        ("REDIS_URL", "redis://:secret@h:abc/0", "REDIS_URL: an address is needed"),
        ("REDIS_URL", "redis://:secret@h/queue", "REDIS_URL: an address is needed"),
        ("EMAIL_URL", "smtp+tls://u:secret@h:abc", "EMAIL_URL: an address is needed, for "),
        ("EMAIL_URL", "mail.example.org", "EMAIL_URL: an address is needed, for example smtp"),
        ("DATA_DIR", "/etc/passwd", "DATA_DIR=/etc/passwd: a folder is needed in which this "),
        ("DATA_DIR", "/proc/safehouse", "DATA_DIR=/proc/safehouse: a folder is needed in which "),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    """Which names it, and tells no password."""
    done = python("manage.py", "check", data=tmp_path, **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"Safehouse cannot start. {said}")
    assert len(done.stderr.splitlines()) == 1
    assert "secret" not in done.stderr


def test_a_worker_refuses_a_setting_in_the_same_sentence(tmp_path: Path) -> None:
    done = python("-m", "celery", "--app", "config", "worker", data=tmp_path, PORT="abc")
    assert done.returncode == 1
    assert done.stderr.startswith("Safehouse cannot start. PORT=abc: a whole number ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("host", ["nonsense", "203.0.113.7"])
def test_an_address_of_another_machine_is_refused_as_such(tmp_path: Path, host: str) -> None:
    done = python("manage.py", "serve", data=tmp_path, HOST=host)
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: HOST={host}: ")
    assert "127.0.0.1" in done.stderr
    assert "PORT=" not in done.stderr


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no database " * 100)
    settings = {"DATABASE_URL": f"sqlite:///{other}", "PORT": str(free_port())}
    done = python("manage.py", "serve", data=tmp_path, **settings)
    assert done.returncode == 1
    said = done.stderr.splitlines()[0]
    assert said == "CommandError: The database cannot be used: file is not a database"


def test_a_file_of_settings_that_is_no_text_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"PORT=\xff\n")
    with pytest.raises(ImproperlyConfigured, match="text in UTF-8 is needed"):
        Environment().read_file(tmp_path / ".env")


def test_every_rate_is_looked_at(tmp_path: Path) -> None:
    """In one process, which reads the settings anew for each of them."""
    script = """
import os, re, runpy
from django.core.exceptions import ImproperlyConfigured
names = re.findall(r'"([A-Z_]+_RATE)"', open("config/settings.py").read())
for name in names:
    os.environ[name] = "abc"
    try:
        runpy.run_path("config/settings.py")
    except ImproperlyConfigured as error:
        print(str(error).partition("=")[0] == name)
    del os.environ[name]
"""
    done = python("-c", script, data=tmp_path)
    assert done.stdout.split() == ["True"] * 20, done.stderr


def test_a_port_that_cannot_be_is_refused_on_the_command_line(tmp_path: Path) -> None:
    done = python("manage.py", "serve", "--port", "70000", data=tmp_path)
    assert done.returncode == 2
    assert "argument --port: a whole number from 1 to 65535 is needed" in done.stderr
    assert "Traceback" not in done.stderr


def test_anything_but_a_yes_is_a_no(tmp_path: Path) -> None:
    assert refusal(tmp_path, HTTPS="nonsense") == ""


def test_the_database_is_for_its_owner_only(tmp_path: Path) -> None:
    """Whatever the umask, and also if an older version made it readable."""
    old = tmp_path / "old"
    old.mkdir()
    (old / "safehouse.sqlite3").touch(mode=0o644)
    for data in (tmp_path / "new", old):
        assert refusal(data) == ""
        assert stat.S_IMODE((data / "safehouse.sqlite3").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_what_sqlite_lays_beside_a_database_has_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite3"
    private_file(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE t (x)")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    connection.close()
    assert modes == dict.fromkeys(["data.sqlite3", "data.sqlite3-wal", "data.sqlite3-shm"], 0o600)
