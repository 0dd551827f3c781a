"""What can be printed: each kind turns stored content into a PDF, page by page."""

from collections.abc import Callable
from typing import Any

from campaigns.printing.models import PrintJob
from campaigns.printing.render import render_pdf
from companion.models import Seat
from companion.qr import qr_svg
from rules import load_packs

Progress = Callable[[int], object]
Kind = Callable[[PrintJob, Progress], bytes]


def table_card_content(seat: Seat, join_url: str) -> dict[str, Any]:
    """What a table card shows; the same content is the same print."""
    state = seat.table.state
    return {
        "join_url": join_url,
        "code": seat.table.code,
        "game": state.game,
        "survivors": [
            {"name": survivor.name, "player": survivor.player}
            for survivor in state.survivors.values()
        ],
    }


def table_card(job: PrintJob, progress: Progress) -> bytes:
    """A card for the middle of the table: how to join, and who goes out tonight."""
    pack = load_packs()[job.content["game"]]
    progress(20)
    context = {
        "title": job.title,
        "content": job.content,
        "pack": pack,
        "qr": qr_svg(job.content["join_url"]),
    }
    return render_pdf("print/table_card.html", context)


KINDS: dict[str, Kind] = {"table-card": table_card}
