"""The ready files for servers: whatever they name is there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from companion.frame.management.commands.serve import DATABASE_SECONDS
from companion.server.pulse import BEAT_SECONDS, MOST_OPENING, MOST_SILENT
from tests.site import ROOT, Site

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())


def settings_known() -> set[str]:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    return set(re.findall(r"^#? ?([A-Z_]+)=", text, re.MULTILINE))


def options_of(command: str) -> set[str]:
    """What a command of `manage.py` can be given; it has to be there."""
    parser = load_command_class(get_commands()[command], command).create_parser("", command)
    return {option for action in parser._actions for option in action.option_strings}


@cache
def help_of_workers() -> str:
    asked = [Path(sys.executable).parent / "celery", "worker", "--help"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def check_command(words: list[str]) -> None:
    """A command of a unit or container exists, and knows the options it is given."""
    program, *rest = words
    if Path(program).name == "python" and rest[0] == "manage.py":
        assert {word for word in rest[2:] if word.startswith("--")} <= options_of(rest[1])
    elif Path(program).name == "celery":
        assert rest[:3] == ["--app", "config", "worker"]
        options = [word for word in rest[3:] if word.startswith("--")]
        assert [option for option in options if option not in help_of_workers()] == []
    elif Path(program).name == "python":
        assert (ROOT / rest[0]).is_file()
    else:
        assert shutil.which(program), program


# ---------- systemd ----------


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_itself_finds_nothing_wrong(unit: Path, tmp_path: Path) -> None:
    """As on a server, but for where things lie: the programs of this checkout, no other user."""
    environment = tmp_path / "safehouse.env"
    environment.touch()
    for other in UNITS:
        text = other.read_text(encoding="utf-8")
        text = text.replace("/opt/safehouse/.venv/bin", str(Path(sys.executable).parent))
        text = text.replace("/opt/safehouse", str(ROOT))
        text = text.replace("/etc/safehouse.env", str(environment))
        (tmp_path / other.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / unit.name],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"])
def test_units_name_what_exists(unit: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    (started,) = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    words = [word for word in shlex.split(started) if not word.startswith("$")]
    check_command(words)
    named = {
        pair.partition("=")[0]
        for line in re.findall(r"^Environment=(.+)$", text, re.MULTILINE)
        for pair in shlex.split(line)
    }
    assert named - {"RES_OPTIONS"} <= settings_known()


def test_no_fault_takes_what_the_databases_on_the_same_machine_need() -> None:
    shares = []
    for name in ("web", "worker"):
        unit = (DEPLOY / "systemd" / f"safehouse-{name}.service").read_text(encoding="utf-8")
        shares += re.findall(r"^MemoryMax=(\d+)%$", unit, re.MULTILINE)
        assert "\nOOMPolicy=continue\n" in unit, "the server starts it again, not systemd all of it"
    assert len(shares) == 2
    assert sum(map(int, shares)) <= 75


def test_systemd_waits_for_as_long_as_the_server_needs() -> None:
    """It is told when the site is open and from then on that all is well; whoever hangs has been
    replaced by the server itself long before it would start all of it anew."""
    unit = (DEPLOY / "systemd" / "safehouse-web.service").read_text(encoding="utf-8")
    assert "\nType=notify\n" in unit
    (start,) = re.findall(r"^TimeoutStartSec=(\d+)min$", unit, re.MULTILINE)
    assert int(start) * 60 > DATABASE_SECONDS + MOST_OPENING * BEAT_SECONDS
    (watchdog,) = re.findall(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert int(watchdog) > 5 * MOST_SILENT * BEAT_SECONDS


# ---------- containers ----------


def instructions() -> Iterator[tuple[str, str]]:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        if line and not line.startswith("#"):
            name, _space, rest = line.partition(" ")
            yield name, rest


def test_the_image_has_all_the_code_it_runs_and_its_health_check_asks_it(tmp_path: Path) -> None:
    """What COPY names, in an empty folder, is a site that starts; it is asked by a name it
    answers to, and the check fails while nobody answers."""
    for name, rest in instructions():
        if name == "COPY":
            source, target = rest.split()
            place = tmp_path / target
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place)
            else:
                place = place / source if target.endswith("/") else place
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, place)
    names = "safehouse.example.org,127.0.0.1"
    site = Site(tmp_path / "data", ALLOWED_HOSTS=names)
    site.root = tmp_path
    check = [sys.executable, tmp_path / "deploy" / "healthcheck.py"]
    asked = {"PATH": os.environ["PATH"], "ALLOWED_HOSTS": names, "PORT": str(site.port)}
    assert subprocess.run(check, env=asked, capture_output=True).returncode == 1
    with site:
        done = subprocess.run(check, env=asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_image_has_the_packages_that_playing_needs() -> None:
    setup = (ROOT / "scripts" / "setup.sh").read_text(encoding="utf-8")
    playing = setup.partition('if [ "$what" = test ]')[0]
    needed = set(re.findall(r"\|\| need ([a-z0-9.-]+)", playing))
    (installed,) = [rest for name, rest in instructions() if "apt-get install" in rest]
    assert needed <= set(installed.split())
    assert "postgresql-client" in installed


def test_the_context_holds_what_is_copied_and_no_secrets() -> None:
    allowed = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {rest.split()[0].split("/")[0] for name, rest in instructions() if name == "COPY"}
    assert copied <= allowed
    assert not allowed & {"var", ".env", ".venv", ".git"}


def test_the_image_says_how_it_runs_and_is_checked() -> None:
    image = dict(instructions())
    check_command(yaml.safe_load(image["CMD"]))
    check_command(yaml.safe_load(image["HEALTHCHECK"].partition("CMD ")[2]))
    variables = {pair.partition("=")[0] for pair in image["ENV"].split()}
    assert variables - {"PYTHONUNBUFFERED"} <= settings_known()
    assert image["USER"] != "root"
    port = dict(pair.split("=") for pair in image["ENV"].split())["PORT"]
    assert image["EXPOSE"] == port


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    with (DEPLOY / "compose.yaml").open(encoding="utf-8") as file:
        document: dict[str, Any] = yaml.safe_load(file)
    return document


def test_compose_names_what_exists(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"web", "worker", "database", "redis"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in compose["volumes"]
    for name in ("web", "worker"):
        service = services[name]
        build = service["build"]
        assert (DEPLOY / build["context"] / build["dockerfile"]).resolve().is_file()
        assert set(service["environment"]) <= settings_known()
        check_command(service["command"])
        assert service["environment"]["REDIS_URL"].startswith("redis://redis:")
    check_command(services["redis"]["command"])


def test_the_files_beside_it_that_compose_speaks_of_are_explained() -> None:
    """The comment at its top names the variables of `safehouse.env`."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8").partition("services:")[0]
    spoken = set(re.findall(r"\b[A-Z]+_[A-Z_]+\b", text))
    assert spoken - {"POSTGRES_PASSWORD"} <= settings_known()


# ---------- what the guide says ----------


def test_the_guide_names_what_exists() -> None:
    text = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))
    assert set(re.findall(r"^([A-Z_]+)=", blocks, re.MULTILINE)) - {"WEB_OPTIONS"} <= (
        settings_known()
    )
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())
    named = set(re.findall(r"\b((?:deploy|docs)/[a-z./*-]+[a-z*])", text))
    assert [name for name in sorted(named) if not list(ROOT.glob(name))] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z-]+)", text)) <= targets
    units = {path.stem for path in UNITS}
    assert set(re.findall(r"safehouse-(?:web|worker|backup)\b", text)) <= units
