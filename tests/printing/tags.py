"""What a screen reader finds in a print: heads of tables, words for drawings, metadata."""

import io
from collections.abc import Iterator
from typing import Any

import pikepdf


def walk(element: Any) -> Iterator[Any]:
    """An element of the tree of tags and all below it."""
    yield element
    kids = element.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from walk(kid)


def silences(pdf: bytes, language: str) -> list[str]:
    """All that a screen reader could not say."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        root: Any = opened.Root
        tags = [tag for document in root.StructTreeRoot.K for tag in walk(document)]
        return [*_of_file(opened, language), *_of_tags(tags)]


def _of_file(pdf: pikepdf.Pdf, language: str) -> Iterator[str]:
    root: Any = pdf.Root
    title = str(pdf.docinfo.get("/Title", ""))
    if str(root.get("/Lang", "")) != language:
        yield "language"
    if not root.MarkInfo.Marked or not root.ViewerPreferences.DisplayDocTitle:
        yield "marks"
    with pdf.open_metadata() as xmp:
        if not title or xmp.get("dc:title") != title:
            yield "title"
        if "Safehouse" not in list(xmp.get("dc:creator", [])):
            yield "author"
    yield from ("page without tags" for page in pdf.pages if "/StructParents" not in page)


def _of_tags(tags: list[Any]) -> Iterator[str]:
    if not any(tag.S == "/H1" for tag in tags):
        yield "no heading"
    for tag in tags:
        if tag.S == "/Figure" and not str(tag.get("/Alt", "")).strip():
            yield "a drawing without words"
        if tag.S == "/Table":
            below = list(walk(tag))
            heads = {str(each.ID) for each in below if each.S == "/TH"}
            if not heads:
                yield "a table without heads"
            for cell in (each for each in below if each.S == "/TD"):
                if not {str(key) for key in cell.A.get("/Headers", [])} <= heads:
                    yield "a cell with a head that is not there"
