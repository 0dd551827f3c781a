"""Pages of a finished print as pictures."""

import io
import threading

DOTS_AN_INCH = 110
_one_at_a_time = threading.Lock()


def first_page(pdf: bytes) -> bytes:
    """Return the first page of one of our own files, as a grey PNG."""
    # Only whoever looks at a preview pays for the library.
    from pypdfium2 import PdfDocument

    with _one_at_a_time:  # the library is not made for threads
        document = PdfDocument(pdf)
        try:
            picture = document[0].render(scale=DOTS_AN_INCH / 72, grayscale=True).to_pil()
        finally:
            document.close()
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
