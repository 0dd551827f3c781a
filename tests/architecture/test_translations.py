"""Two languages, complete: nothing untranslated, nothing fuzzy, nothing left out of the files."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

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
    r"{% block (?:body_class|styles|size_class) %}.*?{% endblock %}"
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
