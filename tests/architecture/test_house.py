"""The walls of the house: who imports whom, what may be compared, what must be documented."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from rules import games

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = ("config", "api", "campaigns", "companion", "rules")


def sources(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from (path for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts)


def test_the_rules_use_the_standard_library_and_msgspec_only() -> None:
    allowed = sys.stdlib_module_names | {"msgspec", "rules"}
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("rules")
        for name in imported(path)
        if name.split(".")[0] not in allowed
    }
    assert foreign == set()


@cache
def imported(path: Path) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "rules")
    return frozenset(names)


@pytest.mark.parametrize("name", ["random", "time", "datetime", "os", "secrets", "uuid", "socket"])
def test_the_rules_have_no_clock_no_dice_and_no_doors(name: str) -> None:
    users = [path for path in sources("rules") if name in imported(path)]
    assert users == []


def test_no_game_is_named_outside_its_system_and_the_registry() -> None:
    """Differences are data, effects or policies; a slug in a comparison is none of these."""
    named = []
    for path in sources(*ROOMS):
        if "systems" in path.parts or path.name == "registry.py":
            continue
        text = path.read_text(encoding="utf-8")
        if not any(slug in text for slug in games):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and node.value in games:
                named.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        named += [f"{path.relative_to(ROOT)}: {slug}" for slug in games if f'"{slug}"' in text]
    assert named == []


NO_ROWS = ("digest.update(", "picture.save(")
"""Other things than rows have methods of these names."""


def test_services_write_and_nobody_else_does() -> None:
    """`.save(`, `.create(`, `.update(`, `.delete(` on models only in services and migrations."""
    writing = re.compile(r"\.(save|create|update|delete|bulk_create|get_or_create)\(")
    allowed = {"services.py", "models.py"}
    writes = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources("companion", "campaigns", "api")
        if path.name not in allowed
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if writing.search(line) and not any(each in line for each in NO_ROWS)
    ]
    assert writes == []


def test_templates_have_no_inline_script_or_style() -> None:
    inline = re.compile(
        r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon[a-z]+=|javascript:", re.IGNORECASE
    )
    inlined = [
        f"{path.relative_to(ROOT)}: {match.group(0)}"
        for path in (ROOT / "templates").rglob("*.html")
        for match in inline.finditer(path.read_text(encoding="utf-8"))
    ]
    assert inlined == []


def test_nothing_comes_from_another_site() -> None:
    loads = re.compile(
        r"""(?:src|href)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//"""
        r"""|@import (?!"[\w-]+/[\w-]+\.css";)"""
    )
    foreign = []
    for folder, pattern in (("templates", "*.html"), ("static", "*.css"), ("static", "*.js")):
        for path in (ROOT / folder).rglob(pattern):
            # A link a reader may follow is not loaded by the page.
            text = re.sub(r'<a\s+href="https://[^>]*>', "", path.read_text(encoding="utf-8"))
            foreign += [
                f"{path.relative_to(ROOT)}: {line.strip()[:80]}"
                for line in text.splitlines()
                if loads.search(line)
            ]
    assert foreign == []


def environment_variables() -> set[str]:
    text = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    return set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text))


def test_every_setting_is_explained_and_every_explanation_is_a_setting() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    explained = set(re.findall(r"^#? ?([A-Z_]+)=", text, re.MULTILINE))
    assert explained == environment_variables()
    for name in explained:
        comment = re.search(rf"((?:^# .*\n)+)#? ?{name}=", text, re.MULTILINE)
        assert comment, f"{name} has no words above it"


def test_make_help_speaks_of_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    helped = set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, re.MULTILINE))
    assert targets - helped == {"setup-play"}


MADE = {
    "campaigns/printing/sheets/notes.py",
    "companion/systems/black_plague/bell.py",
    "rules/systems/black_plague/bell.py",
    "templates/mechanics/bell/paper.html",
    "templates/mechanics/bell/section.html",
    "templates/print/notes.html",
    "templates/shelf/notes.html",
    "tests/golden/black-plague/bell.toml",
    "locale/fr/LC_MESSAGES",
}
"""What the recipes tell to write."""


def test_every_file_and_target_a_recipe_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = "|".join((*ROOMS, "docs", "locale", "scripts", "static", "templates", "tests"))
    names = set(re.findall(rf"(?<![\w./-])(?:{folders})/[\w./*<>-]*[\w/>*]", text))
    assert len(names) > 50
    patterns = {name: re.sub(r"<\w+>", "*", name).rstrip("/") for name in names}
    assert {name for name in names if not any(ROOT.glob(patterns[name]))} <= MADE
    assert names >= MADE
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    wanted = re.findall(r"(?:^|`|&& )make ((?:[a-z][a-z-]*(?: |\b))+)", text, re.MULTILINE)
    assert {name for names in wanted for name in names.split()} - targets == set()


def test_a_line_of_the_changelog_is_short_and_stands_once() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    lines = re.findall(r"^- (.+)", text, re.MULTILINE)
    assert lines
    assert [line for line in lines if len(line.split()) > 20] == []
    assert [line for line, times in Counter(lines).items() if times > 1] == []


def test_every_vendored_file_has_its_licence_listed() -> None:
    listed = re.findall(r"`([^`]+)`", (ROOT / "static" / "LICENCES.md").read_text(encoding="utf-8"))
    vendored = [*(ROOT / "static/fonts").glob("*.woff2"), ROOT / "static/css/icons.css"]
    vendored += (ROOT / "campaigns/printing/assets/fonts").glob("*.ttf")
    names = [str(path.relative_to(ROOT)) for path in vendored]
    assert names
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in listed)] == []


def test_requirements_are_pinned_to_the_letter() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        wanted = [line for line in lines if line and not line.lstrip().startswith("#")]
        assert wanted
        assert [line for line in wanted if "==" not in line] == []


def test_the_glossary_has_every_command_and_event_of_today() -> None:
    done = subprocess.run([sys.executable, "scripts/glossary.py", "--check"], cwd=ROOT)
    assert done.returncode == 0, "run `make glossary`"


def test_the_page_of_covered_rules_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, "scripts/rules_coverage.py", "--check"], cwd=ROOT)
    assert done.returncode == 0, "run `make coverage`"


def test_every_rule_of_the_digest_has_golden_cases() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    from rules_coverage import cases_of, digest, golden_cases

    known = golden_cases()
    for rule in digest()["rule"]:
        assert rule["cases"] or rule["also"], rule["rule"]
        assert cases_of(list(rule["cases"]), known)[1] == [], rule["rule"]


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == django_settings.SAFEHOUSE_VERSION


def test_every_decision_has_a_number_and_a_status() -> None:
    records = sorted((ROOT / "docs" / "adr").glob("*.md"))
    assert [path.name[:4] for path in records] == [f"{n:04}" for n in range(1, len(records) + 1)]
    for path in records:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^Status: (accepted|replaced by \d{4})(; .+)?$", text, re.MULTILINE), (
            path.name
        )


def test_a_decision_that_a_later_one_changes_says_so_in_its_status() -> None:
    records = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "adr").glob("*.md")}
    changes = [
        (later, earlier)
        for later, text in records.items()
        for sentence in re.findall(r"\b[Cc]hanges (?:(?!\. ).)*", text)
        for earlier in re.findall(r"\((\d{4}[\w.-]+)\)", sentence)
    ]
    assert len(changes) > 4
    for later, earlier in changes:
        (status,) = re.findall(r"^Status: .*", records[earlier], re.MULTILINE)
        assert f"({later})" in status, f"{earlier} does not say that {later} changes it"
