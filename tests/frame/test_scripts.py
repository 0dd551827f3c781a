"""Scripts are modules: they say what they import, and a page asks for all of it at once."""

import re
from pathlib import Path
from typing import Any

from django.conf import settings as site_settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from companion.frame.static_files import ModuleStorage

SCRIPTS = Path(site_settings.BASE_DIR) / "static" / "js"
TEMPLATES = Path(site_settings.BASE_DIR) / "templates"
IMPORT = re.compile(r'^(?:import|export)\b[^"]*?(?:from )?"\./([\w-]+)\.js";$', re.M)
MODULE = re.compile(r'"parts/_module.html" with name="([\w-]+)" imports="([^"]+)"')
SCRIPT = re.compile(r'<script[^>]*src="{% static "js/([\w-]+)\.js" %}"')


def imports_of(name: str) -> set[str]:
    """All that a script imports, also through others."""
    direct = set(IMPORT.findall((SCRIPTS / f"{name}.js").read_text(encoding="utf-8")))
    return direct.union(*(imports_of(one) for one in direct))


def sources() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]


def test_a_page_asks_at_once_for_all_that_its_script_imports() -> None:
    modules = {found for source in sources() for found in MODULE.findall(source)}
    assert {name for name, _imports in modules} == {"table", "screen", "campaign-live", "prints"}
    for name, imports in modules:
        assert sorted(imports.split()) == sorted(imports_of(name)), name


def test_a_script_without_that_list_imports_nothing() -> None:
    names = {name for source in sources() for name in SCRIPT.findall(source)}
    assert names == {"frame", "offline", "restore", "setup"}
    assert all(imports_of(name) == set() for name in names)


def test_every_script_is_a_module_and_used() -> None:
    loaded = {name for source in sources() for name in SCRIPT.findall(source)}
    for source in sources():
        assert "<script src" not in source
        for name, _imports in MODULE.findall(source):
            loaded |= {name, *imports_of(name)}
    assert loaded == {path.stem for path in SCRIPTS.glob("*.js")}


def test_imports_are_served_under_fingerprinted_names(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "companion.frame.static_files.ModuleStorage"},
    }
    call_command(
        "collectstatic", interactive=False, verbosity=0, ignore_patterns=["rest_framework"]
    )
    assert isinstance(staticfiles_storage._wrapped, ModuleStorage)
    scripts = list((tmp_path / "js").glob("*.js"))
    assert len(scripts) == len(list(SCRIPTS.glob("*.js")))
    imported = [
        name
        for script in scripts
        for name in re.findall(r'"\./([^"]+\.js)"', script.read_text(encoding="utf-8"))
    ]
    assert len(imported) > len(scripts) / 2
    assert all((tmp_path / "js" / name).exists() for name in imported)
