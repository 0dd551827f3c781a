"""PDFs as their readers see them: text, pages, fonts, outline, codes."""

import io
import subprocess
import tempfile
from pathlib import Path

from pypdf import PdfReader


def text_of(pdf: bytes, how: str = "-layout") -> str:
    done = subprocess.run(["pdftotext", how, "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode()


def pages_of(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


def size_of(pdf: bytes) -> tuple[int, int]:
    """Width and height of the first page in millimetres."""
    box = PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    return round(float(box.width) / 72 * 25.4), round(float(box.height) / 72 * 25.4)


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """The fonts of a file, and whether each is embedded."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        Path(file.name).write_bytes(pdf)
        done = subprocess.run(["pdffonts", file.name], capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()[2:]]
    return {line[0]: line[-5] == "yes" for line in lines}


def outline_of(pdf: bytes) -> list[str]:
    """Titles of the first level of bookmarks."""
    outline = PdfReader(io.BytesIO(pdf)).outline
    return [str(bookmark.title) for bookmark in outline if not isinstance(bookmark, list)]
