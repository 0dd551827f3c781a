"""`make where` names the places of real texts, as the pages show them."""

import re
import subprocess

import pytest
from babel.messages.pofile import read_po

from scripts.where import Key, where, written
from tests.site import ROOT

CATALOGUE = "locale/es/LC_MESSAGES/django.po"


def places_of(wanted: str) -> dict[str, str]:
    """Of what is found whole: file and line or key, and what stands there."""
    how, found = where(wanted)
    assert how == "", found[:3]
    places = [place for text in found for place in text.places]
    return {place: _line(place) for place in places}


def _line(place: str) -> str:
    if match := re.fullmatch(r"(.+):(\d+)", place):
        lines = (ROOT / match[1]).read_text(encoding="utf-8").splitlines()
        return "".join(lines[int(match[2]) - 1 :][:5])
    return ""


@pytest.mark.parametrize(
    ("shown", "place", "there"),
    [
        ("Spanish", "config/settings.py", '_("Spanish")'),
        ("3 rounds", "campaigns/play/way.py", 'ngettext("%(count)d round"'),
        ("Spend actions", "companion/mechanics/actions.py", 'pgettext_lazy("command"'),
        ("danger BY  Ann, 21 AP", "templates/parts/_danger.html", "blocktranslate"),
        ("Round 3: players", "templates/companion/sheets/mission.html", "blocktranslate"),
        ("Ronda 3: jugadores", "templates/companion/sheets/mission.html", "blocktranslate"),
        ("Ronda 3: jugadores", CATALOGUE, 'msgstr "Ronda %(n)s: %(phase)s"'),
        ("Peligro", "templates/parts/_danger.html", '{% translate "Danger"'),
        ("Bate de béisbol", "rules/packs/data/zombicide-2e/equipment.toml", ""),
        ("Baseball Bat", "rules/packs/data/zombicide-2e/equipment.toml", ""),
        ("Wanda", "rules/packs/data/zombicide-2e/survivors.toml", ""),
    ],
)
def test_a_text_is_found_as_the_page_shows_it(shown: str, place: str, there: str) -> None:
    found = [line for name, line in places_of(shown).items() if name.partition(":")[0] == place]
    assert any(there in line for line in found), places_of(shown)


def test_a_text_of_a_pack_is_named_by_its_key() -> None:
    file = "rules/packs/data/zombicide-2e"
    assert f"{file}/equipment.toml: equipment[baseball-bat].name.es" in places_of("Bate de béisbol")
    assert f"{file}/survivors.toml: survivors[wanda].name" in places_of("Wanda")


def test_a_piece_of_a_text_and_a_line_of_several_are_found_too() -> None:
    how, longer = where("hasta un máximo de 6")
    assert how == "In a longer text:"
    assert any(text.words.endswith("{kind}, hasta un máximo de 6.") for text in longer)
    how, parts = where("Round 3: players · Baseball Bat · Ann")
    assert how == "Not as one text. Its parts may be:"
    assert {"Round %(n)s: %(phase)s", "Baseball Bat"} <= {text.words for text in parts}


def test_every_text_the_translators_have_is_found_in_the_files_they_are_told() -> None:
    known = written()
    with (ROOT / CATALOGUE).open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    lost = []
    for message in messages:
        singular = message.id if isinstance(message.id, str) else message.id[0]
        places = known.get(Key(message.context, singular), ([], []))[1]
        files = {place.partition(":")[0] for place in places}
        if not files >= {name for name, _ in message.locations}:
            lost.append((singular, message.locations, files))
    assert messages
    assert lost == []


def test_what_is_nowhere_is_said_and_quotes_in_it_do_no_harm() -> None:
    wanted = """zz "zyx" 'xyz' `true`"""
    command = ["make", "--no-print-directory", "where", f"TEXT={wanted}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f'"{wanted}" is in no text of ours.')
