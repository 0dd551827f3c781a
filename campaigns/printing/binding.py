"""One PDF of many documents, each written as soon as it is laid out and then let go.

WeasyPrint keeps every box of a document until its file is written, and whoever joins finished files
keeps all their objects or loses the tags. Here objects get new numbers and go out at once; only the
few that hold the whole together wait for the end.
"""

import io
import re
import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import pydyf

if TYPE_CHECKING:
    from weasyprint import Document

CATALOG, INFO, PAGES, BOOKMARKS, STRUCTURE, PARENTS, TAGS, METADATA = ENDS = range(1, 9)
OBJECTS_A_STREAM = 200
STREAM = b"\nstream\n"
# A text may look like a reference and is none.
_REFERENCE = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9a-f]*>|\b(\d+) 0 R", re.DOTALL)


def _reference(number: int) -> bytes:
    return b"%d 0 R" % number


def _number(reference: bytes) -> int:
    return int(reference.split()[0])


def _dictionary(**entries: Any) -> bytes:
    written = {
        key: pydyf.Array(entry) if isinstance(entry, list) else entry
        for key, entry in entries.items()
    }
    return bytes(pydyf.Dictionary(written).data)


def _has_reference(head: bytes) -> bool:
    return any(match[1] for match in _REFERENCE.finditer(head))


def _also(dictionary: bytes, entries: bytes) -> bytes:
    """Return a dictionary as written, with more entries."""
    return dictionary.removesuffix(b">>") + entries + b">>"


def _xmp(metadata: Any) -> bytes:
    """Title, author and language once more, as XML."""
    packet = b'<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    rdf: bytes = metadata.generate_rdf_metadata("ua", None, None)
    return (
        packet
        + b'<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        + rdf
        + b'\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


class _File:
    """Numbered objects, written as they come, and the table that finds them again."""

    WIDTHS = (1, 4, 3)
    PLAIN, IN_STREAM = 1, 2

    def __init__(self) -> None:
        self.out = io.BytesIO()
        self.out.write(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n")
        self.table = bytearray(sum(self.WIDTHS) * (max(ENDS) + 1))

    def new_number(self) -> int:
        self.table += bytes(sum(self.WIDTHS))
        return len(self.table) // sum(self.WIDTHS) - 1

    def write(self, number: int, body: bytes) -> None:
        self._note(number, self.PLAIN, self.out.tell(), 0)
        self.out.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def write_packed(self, bodies: dict[int, bytes]) -> None:
        """Small objects, deflated together."""
        every = list(bodies.items())
        for start in range(0, len(every), OBJECTS_A_STREAM):
            number, heads, at = self.new_number(), [], 0
            part = every[start : start + OBJECTS_A_STREAM]
            for index, (small_number, body) in enumerate(part):
                self._note(small_number, self.IN_STREAM, number, index)
                heads.append(b"%d %d" % (small_number, at))
                at += len(body) + 1
            head = b" ".join(heads) + b"\n"
            entries = {"Type": "/ObjStm", "N": len(part), "First": len(head)}
            self._write_stream(number, entries, head + b"\n".join(body for _number, body in part))

    def finish(self) -> bytes:
        number, at = self.new_number(), self.out.tell()
        self._note(number, self.PLAIN, at, 0)
        entries = {
            "Type": "/XRef",
            "W": list(self.WIDTHS),
            "Size": number + 1,
            "Root": _reference(CATALOG),
            "Info": _reference(INFO),
        }
        self._write_stream(number, entries, bytes(self.table))
        self.out.write(b"startxref\n%d\n%%%%EOF\n" % at)
        return self.out.getvalue()

    def _note(self, number: int, *fields: int) -> None:
        entry = b"".join(
            field.to_bytes(width, "big") for field, width in zip(fields, self.WIDTHS, strict=True)
        )
        self.table[number * len(entry) : (number + 1) * len(entry)] = entry

    def write_plain(self, number: int, entries: dict[str, Any], data: bytes) -> None:
        """A stream that programs look for without unpacking anything."""
        head = _dictionary(**entries, Length=len(data))
        self.write(number, head + STREAM + data + b"\nendstream")

    def _write_stream(self, number: int, entries: dict[str, Any], data: bytes) -> None:
        packed = zlib.compress(data)
        head = _dictionary(**entries, Filter="/FlateDecode", Length=len(packed))
        self.write(number, head + STREAM + packed + b"\nendstream")


class Binder:
    """Pages, bookmarks, title, language and tags of all documents, in the order they come."""

    def __init__(self) -> None:
        self._file = _File()
        self._catalog: dict[str, Any] = {}
        self._info: dict[str, Any] = {}
        self._xmp = b""
        self._written: dict[bytes, int] = {}
        self._pages: list[bytes] = []
        self._page_count = 0
        self._first_bookmark = b""
        self._last_bookmark: tuple[int, bytes] | None = None
        self._bookmark_count = 0
        self._tags: list[bytes] = []
        self._parents: list[bytes] = []
        self._parent_count = 0

    def add(self, document: "Document") -> None:
        """Write the pages of a document."""
        if not self._xmp:
            self._xmp = _xmp(document.metadata)
        document.write_pdf(io.BytesIO(), finisher=self._take, pdf_tags=True)

    def finish(self) -> bytes:
        """Return the whole file."""
        ends = {
            PAGES: _dictionary(Type="/Pages", Kids=self._pages, Count=self._page_count),
            STRUCTURE: _dictionary(
                Type="/StructTreeRoot", K=[_reference(TAGS)], ParentTree=_reference(PARENTS)
            ),
            PARENTS: _dictionary(Kids=self._parents),
            TAGS: _dictionary(
                Type="/StructElem", S="/Document", K=self._tags, P=_reference(STRUCTURE)
            ),
            INFO: _dictionary(**self._info),
        }
        catalog = self._catalog | {
            "Pages": _reference(PAGES),
            "StructTreeRoot": _reference(STRUCTURE),
            "Metadata": _reference(METADATA),
        }
        self._file.write_plain(METADATA, {"Type": "/Metadata", "Subtype": "/XML"}, self._xmp)
        if self._last_bookmark:
            last, ends[last] = self._last_bookmark
            ends[BOOKMARKS] = _dictionary(
                First=self._first_bookmark, Last=_reference(last), Count=self._bookmark_count
            )
            catalog["Outlines"] = _reference(BOOKMARKS)
        ends[CATALOG] = _dictionary(**catalog)
        self._file.write_packed(ends)
        return self._file.finish()

    def _take(self, _document: "Document", pdf: Any) -> None:
        """All that WeasyPrint made of a document; it is left with an empty file to write."""
        self._catalog = self._catalog or dict(pdf.catalog)
        self._info = self._info or dict(pdf.info)
        structure = pdf.objects[_number(pdf.catalog["StructTreeRoot"])]
        parents = pdf.objects[_number(structure["ParentTree"])]
        tags = pdf.objects[_number(structure["K"][0])]
        self._number_parents(pdf, parents)

        numbers = {pdf.catalog.number: CATALOG, structure.number: STRUCTURE, tags.number: TAGS}
        bookmarks = None
        if "Outlines" in pdf.catalog:
            bookmarks = pdf.objects[_number(pdf.catalog["Outlines"])]
            numbers[bookmarks.number] = BOOKMARKS
        own = {
            pdf_object.number: pdf_object.data
            for pdf_object in pdf.objects[1:]
            if pdf_object.number not in numbers
        }
        for old, body in own.items():
            numbers[old] = self._new_number(body)

        def renumbered(written: bytes) -> bytes:
            return _REFERENCE.sub(
                lambda match: _reference(numbers[int(match[1])]) if match[1] else match[0], written
            )

        small: dict[int, bytes] = {}
        for old, body in own.items():
            head, is_stream, data = body.partition(STREAM)
            if not is_stream:
                small[numbers[old]] = renumbered(body)
            elif _has_reference(head):
                self._file.write(numbers[old], renumbered(head) + STREAM + data)

        pages = numbers[pdf.pages.number]
        small[pages] = _also(small[pages], b"/Parent " + _reference(PAGES))
        self._pages.append(_reference(pages))
        self._page_count += pdf.pages["Count"]
        self._tags += [renumbered(tag) for tag in tags["K"]]
        self._parents.append(_reference(numbers[parents.number]))
        if bookmarks is not None:
            self._chain(
                small,
                first=numbers[_number(bookmarks["First"])],
                last=numbers[_number(bookmarks["Last"])],
            )
            self._bookmark_count += bookmarks["Count"]
        self._file.write_packed(small)
        del pdf.objects[1:]

    def _new_number(self, body: bytes) -> int:
        """A stream that refers to nothing is written once: fonts, codes that are on every sheet."""
        head, is_stream, _data = body.partition(STREAM)
        if not is_stream or _has_reference(head):
            return self._file.new_number()
        digest = blake2b(body, digest_size=16).digest()
        if digest not in self._written:
            self._written[digest] = self._file.new_number()
            self._file.write(self._written[digest], body)
        return self._written[digest]

    def _number_parents(self, pdf: Any, parents: Any) -> None:
        """Pages and links find their tags by numbers, which count on through all documents."""
        tags, before = parents["Nums"], self._parent_count
        tags[::2] = [number + before for number in tags[::2]]
        for pdf_object in pdf.objects:
            for key in ("StructParents", "StructParent"):
                if isinstance(pdf_object, dict) and key in pdf_object:
                    pdf_object[key] += before
        self._parent_count += len(tags[::2])
        parents["Limits"] = pydyf.Array((before, self._parent_count - 1))

    def _chain(self, small: dict[int, bytes], *, first: int, last: int) -> None:
        """The last bookmark of a document waits until it is known what follows it."""
        if self._last_bookmark:
            before, body = self._last_bookmark
            small[before] = _also(body, b"/Next " + _reference(first))
            small[first] = _also(small[first], b"/Prev " + _reference(before))
        else:
            self._first_bookmark = _reference(first)
        self._last_bookmark = last, small.pop(last)
