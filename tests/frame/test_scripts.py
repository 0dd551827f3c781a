"""Scripts are modules: they say what they import, and a page asks for all of it at once."""

import re
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from companion.frame.static_files import COMMENTS, SiteStorage
from companion.templatetags.modules import imports_of, module

SCRIPTS = Path(site_settings.BASE_DIR) / "static" / "js"
STYLES = SCRIPTS.parent / "css"
TEMPLATES = Path(site_settings.BASE_DIR) / "templates"
SHARED = [
    "finger",
    "fragments",
    "table-state",
    "table-send",
    "table-foresee",
    "table-numbers",
    "awake",
    "live-stream",
]


def test_a_page_asks_at_once_for_all_that_its_script_imports() -> None:
    assert imports_of("frame") == []
    assert imports_of("progress") == ["fragments"]
    shown = {"table-show", "table-live", "table-phone", "table-moments", "table-guard"}
    assert set(imports_of("screen")) == {*SHARED, *shown, "stay-awake"}
    alone = {"table-sheets", "table-ticks", "table-keys", "table-attack", "table-needs"}
    assert set(imports_of("table")) - set(imports_of("screen")) == alone
    assert module("progress") == {"script": "js/progress.js", "imports": ["js/fragments.js"]}


def test_every_script_is_a_module_that_a_page_uses() -> None:
    sources = [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]
    names = {name for source in sources for name in re.findall(r'{% module "([\w-]+)" %}', source)}
    assert [
        source for source in sources if "<script" in source and 'type="module"' not in source
    ] == []
    names |= {"city"}  # which that game's views name to the page of the table
    used = names.union(*(imports_of(name) for name in names))
    assert used == {path.stem for path in SCRIPTS.glob("*.js")}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of static files as a start of the site gathers them."""
    folder = tmp_path_factory.mktemp("static")
    backend = {"BACKEND": "companion.frame.static_files.SiteStorage"}
    storages = {**site_settings.STORAGES, "staticfiles": backend}
    with override_settings(STATIC_ROOT=str(folder), STORAGES=storages):
        call_command(
            "collectstatic", interactive=False, verbosity=0, ignore_patterns=["rest_framework"]
        )
        assert isinstance(staticfiles_storage._wrapped, SiteStorage)
    return folder


def test_imports_are_served_under_fingerprinted_names(served: Path) -> None:
    scripts = list((served / "js").glob("*.js"))
    assert len(scripts) == len(list(SCRIPTS.glob("*.js")))
    imported = [
        name
        for script in scripts
        for name in re.findall(r'"\./([^"]+\.js)"', script.read_text(encoding="utf-8"))
    ]
    assert len(imported) > len(scripts) / 2
    assert all((served / "js" / name).exists() for name in imported)


def test_a_stylesheet_is_served_with_what_it_imports(served: Path) -> None:
    folders = [path for path in STYLES.iterdir() if path.is_dir()]
    assert {"ui", "sheets", "campaign", "screens", "odds"} <= {folder.name for folder in folders}
    for folder in folders:
        (sheet,) = (served / "css").glob(f"{folder.name}.{'[0-9a-f]' * 12}.css")
        text = sheet.read_text(encoding="utf-8")
        assert "@import" not in text
        source = (STYLES / f"{folder.name}.css").read_text(encoding="utf-8")
        imported = re.findall(rf'@import "{folder.name}/([\w-]+\.css)";', source)
        assert sorted(imported) == sorted(path.name for path in folder.glob("*.css"))
        parts = [(folder / name).read_text(encoding="utf-8") for name in imported]
        assert text.endswith(COMMENTS[".css"].sub("", "".join(parts)))


def test_styles_and_scripts_go_without_comments_but_say_whose_work_they_are(served: Path) -> None:
    sent = [*(served / "css").rglob("*.css"), *(served / "js").rglob("*.js")]
    for path in sent:
        said = re.findall(r"/\*.*?\*/", path.read_text(encoding="utf-8"), re.DOTALL)
        assert all(comment.startswith("/*!") for comment in said), path.name
    (icons,) = (served / "css").glob(f"icons.{'[0-9a-f]' * 12}.css")
    assert "CC BY 3.0" in icons.read_text(encoding="utf-8")
