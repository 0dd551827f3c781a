"""The table card as a reader sees it: pages and text of the PDF."""

import subprocess
from pathlib import Path

import pytest
from django.utils import translation

from campaigns.printing import kinds
from campaigns.printing.models import PrintJob


def card(names: int, letters: int = 5) -> PrintJob:
    survivors = [{"name": f"{n:02}" + "W" * letters, "player": "Íñigo"} for n in range(names)]
    content = {
        "join_url": "http://192.168.1.2:8000/join/K74Q2M/",
        "code": "K74Q2M",
        "game": "zombicide-2e",
        "survivors": survivors,
    }
    return PrintJob(kind="table-card", content=content, language="es")


def text_of(pdf: bytes, folder: Path) -> str:
    path = folder / "card.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(("language", "words"), [("es", "Código de la mesa"), ("en", "Table code")])
def test_one_page_with_code_and_names(tmp_path: Path, language: str, words: str) -> None:
    with translation.override(language):
        text = text_of(kinds.table_card(card(6), lambda done: None), tmp_path)
    assert text.count("\f") == 1
    assert words.upper() in text.upper()
    assert "K74-Q2M" in text
    assert "Íñigo" in text


def test_twelve_survivors_with_names_of_sixty_letters_lose_no_letter(tmp_path: Path) -> None:
    text = text_of(kinds.table_card(card(12, letters=58), lambda done: None), tmp_path)
    assert text.count("W") >= 12 * 58
    assert text.count("\f") <= 2
