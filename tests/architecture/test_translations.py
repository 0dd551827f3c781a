"""Two languages, complete: nothing untranslated, nothing fuzzy, nothing left out of the files."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent.parent
SPANISH = Path("locale/es/LC_MESSAGES/django.po")


def catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="es")


def entries(texts: Catalog) -> dict[tuple[object, str | None], object]:
    return {(str(message.id), message.context): message.string for message in texts if message.id}


def test_every_text_has_a_spanish_one() -> None:
    unfinished = [
        message.id
        for message in catalog(ROOT / SPANISH)
        if message.id
        and (
            message.fuzzy
            or not (all(message.string) if isinstance(message.string, tuple) else message.string)
        )
    ]
    assert unfinished == []


def test_the_translation_file_has_every_text_of_the_source_and_no_other(tmp_path: Path) -> None:
    for room in ("api", "campaigns", "companion", "config", "rules", "templates", "locale"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    before = entries(catalog(tmp_path / SPANISH))
    options = ["--locale", "es", "--no-obsolete", "--no-location"]  # the places take half the time
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", *options],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    after = entries(catalog(tmp_path / SPANISH))
    assert set(after) == set(before), "run `make messages`"


BRITISH = re.compile(
    r"\b\w*(?:[ae]rmour|(?:c|fav|hon|harb|lab|behavi)our|licence|centre|metre|cancelled|afterwards"
    r"|recognis|organis|realis|grey)\w*",
    re.IGNORECASE,
)


def test_english_is_spelt_as_on_the_boxes() -> None:
    """American: one box has armor and colors, and so has every page."""
    shown = [
        text
        for message in catalog(ROOT / SPANISH)
        for text in (message.id if isinstance(message.id, tuple) else (message.id,))
    ]
    packs = (ROOT / "rules/packs/data").rglob("*.toml")
    for path in packs:
        shown += re.findall(r'\ben = "((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
    assert len(shown) > 5000
    plain = (re.sub(r"%\(\w+\)[sd]", "", text) for text in shown)
    assert [text for text in plain if BRITISH.search(text)] == []


def test_placeholders_survive_translation() -> None:
    holes = re.compile(r"%\([a-z_]+\)[+]?[sd]|\{\{ ?\w+ ?\}\}|<[^>]+>")
    broken = []
    for message in catalog(ROOT / SPANISH):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in strings:
            if ids[0] and sorted(set(holes.findall(text))) != sorted(set(holes.findall(ids[-1]))):
                broken.append(ids[0])
    assert broken == []


# Everything a template may show without translating: markup, variables, the name of the house.
INVISIBLE = re.compile(
    r"{% block (?:body_class|kind|size_class|styles) %}.*?{% endblock %}"
    r"|{#.*?#}|{% comment %}.*?{% endcomment %}"
    r"|{% blocktranslate.*?{% endblocktranslate %}"
    r"|{%.*?%}|{{.*?}}|<!--.*?-->|<!doctype[^>]*>|<(script|style|svg)\b.*?</\1>",
    re.DOTALL,
)
SPOKEN_ATTRIBUTES = re.compile(r'(?:aria-label|alt|title|placeholder|value)="([^"]*)"')
NAMES = {"Safehouse", "K74-Q2M"}


def untranslated(path: Path) -> list[str]:
    text = INVISIBLE.sub("", path.read_text(encoding="utf-8"))
    text = re.sub(r'(<(?:button|option)\b[^>]*?) value="[^"]*"', r"\1", text)  # sent, not shown
    spoken = SPOKEN_ATTRIBUTES.findall(
        re.sub(r"<input[^>]*type=\"(hidden|radio|checkbox|color)\"[^>]*>", "", text)
    )
    visible = re.sub(r"<[^>]*>", "\n", text)
    words = [
        word.strip()
        for word in [*visible.split("\n"), *spoken]
        if re.search(r"[^\W\d_]{2,}", word) and not word.strip().startswith("{")
    ]
    return [word for word in words if word.strip("· ") not in NAMES]


def test_no_visible_word_of_a_template_is_left_untranslated() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    left = [
        f"{path.relative_to(ROOT)}: {word}" for path in templates for word in untranslated(path)
    ]
    assert templates
    assert not left, "\n".join(left)


@pytest.mark.parametrize("header", ["#, fuzzy\n", "#, python-format, fuzzy\n", ""])
def test_a_fuzzy_header_is_not_compiled_in_silence(tmp_path: Path, header: str) -> None:
    """As a fresh language has one: its texts would be left out, and the site stay English."""
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    shutil.copy(ROOT / "Makefile", tmp_path)
    source = tmp_path / "locale/fr/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    content = '"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"'
    text = '#, fuzzy\nmsgid "Round"\nmsgstr "Ronde"\n'
    source.write_text(f'# French.\n{header}msgid ""\nmsgstr ""\n{content}\n\n{text}')
    command = ["make", "--no-print-directory", "--old-file=setup-play", "compile"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert source.with_suffix(".mo").exists() is not bool(header)
    assert bool(done.returncode) is bool(header)
    if header:
        sentence = next(line for line in done.stdout.splitlines() if "fuzzy" in line)
        assert sentence.startswith("locale/fr/LC_MESSAGES/django.po: its header is fuzzy")
        assert 'delete its line "#, fuzzy".' in sentence


def test_tests_without_compiled_translations_say_so_and_stop(tmp_path: Path) -> None:
    source = tmp_path / SPANISH
    source.parent.mkdir(parents=True)
    shutil.copy(ROOT / SPANISH, source)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}"]
    one = "tests/rules/test_names.py"
    stopped = subprocess.run([*run, one], cwd=ROOT, capture_output=True, text=True)
    assert stopped.returncode != 0
    assert "Translations are not compiled: run `make compile`." in stopped.stdout + stopped.stderr
    assert "passed" not in stopped.stdout
    assert "failed" not in stopped.stdout
    source.with_suffix(".mo").touch()
    gone_on = subprocess.run([*run, one], cwd=ROOT, capture_output=True, text=True)
    assert " passed" in gone_on.stdout
