"""`make messages` names what is still to be translated and leaves alone what is as it was."""

import shutil
from pathlib import Path

import pytest

from tests.scripts.house import House
from tests.site import ROOT

CATALOGUE = "locale/es/LC_MESSAGES/django.po"
HEAD = r"""# Spanish.
msgid ""
msgstr ""
"Report-Msgid-Bugs-To: \n"
"POT-Creation-Date: 2020-01-01 00:00+0000\n"
"Language: es\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
LANGUAGES = """
#: config/settings.py
msgid "Spanish"
msgstr "Español"

#: config/settings.py
msgid "English"
msgstr "Inglés"
"""
ROUND = """
#: templates/round.html
msgid "Round"
msgstr "Ronda"
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Our rooms are there to be imported; behind a link no texts are looked for."""
    house = House(tmp_path)
    for room in ("api", "campaigns", "companion", "rules", "static"):
        (tmp_path / room).symlink_to(ROOT / room)
    shutil.copytree(ROOT / "config", tmp_path / "config")
    shutil.copy(ROOT / "manage.py", tmp_path)
    house.write(CATALOGUE, HEAD + LANGUAGES + ROUND)
    house.write("templates/round.html", '{% load i18n %}{% translate "Round" %}\n')
    return house


def test_what_has_not_changed_stays_to_the_letter(house: House) -> None:
    done = house.make("messages")
    assert done.returncode == 0, done.stderr
    assert house.read(CATALOGUE) == HEAD + LANGUAGES + ROUND
    assert "to translate" not in done.stdout


def test_what_is_still_to_be_translated_is_listed_with_its_file(house: House) -> None:
    house.write(CATALOGUE, HEAD + LANGUAGES + ROUND.replace("#: ", "#, fuzzy\n#: "))
    house.write(
        "templates/wound.html",
        "{% load i18n %}{% translate 'Last \"words\"' %}"
        "{% blocktranslate count n=n %}{{ n }} wound{% plural %}{{ n }} wounds"
        "{% endblocktranslate %}\n",
    )
    done = house.make("messages")
    assert done.returncode == 0, done.stderr
    listed = done.stdout[done.stdout.index(CATALOGUE) :].splitlines()
    assert listed == [
        f"{CATALOGUE}: 3 to translate",
        "  templates/round.html: 'Round' (fuzzy)",
        "  templates/wound.html: 'Last \"words\"'",
        "  templates/wound.html: '%(n)s wound'",
    ]
    assert house.read(CATALOGUE).startswith(HEAD)
    assert house.read(CATALOGUE).count("POT-Creation-Date") == 1


def test_every_language_there_is_is_refreshed(house: House) -> None:
    french = CATALOGUE.replace("/es/", "/fr/")
    house.write(french, HEAD.replace("Spanish", "French").replace(": es", ": fr"))
    done = house.make("messages")
    assert done.returncode == 0, done.stderr
    listed = done.stdout.splitlines()
    assert f"{french}: 3 to translate" in listed
    assert "  config/settings.py: 'Spanish'" in listed
