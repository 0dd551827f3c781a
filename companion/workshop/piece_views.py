"""The pages of pieces: lists, beginnings, where each is written, its bin."""

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from companion.frame.form_pages import form_page
from companion.workshop import services
from companion.workshop.draft_forms import DraftForm, Sent
from companion.workshop.editing import (
    Writing,
    answered,
    context_of,
    is_fragment,
    open_pack,
    share_or_404,
    write,
    writing_of,
)
from companion.workshop.mission_views import parts_page
from companion.workshop.models import PackMember
from companion.workshop.pieces import ROOMS, PieceRoom
from companion.workshop.pieces.spawns import begun, number_after, tapped
from companion.workshop.reading import Reading
from companion.workshop.selectors import newest_of
from rules import load_packs
from rules.packs.schema.base import Term
from rules.workshop.draft import MISSIONS, Printed
from rules.workshop.pieces import PIECES, DraftMission, DraftSpawn
from rules.workshop.pieces.special import special_decks


class ListedPiece(NamedTuple):
    """A piece as a list shows it."""

    piece: Any
    title: str
    summary: str
    problems: int

    @property
    def is_copied(self) -> bool:
        """True if it is a printed card that was filled in."""
        return bool(self.piece.fills) and not isinstance(self.piece, DraftMission)


def room_of(kind: str, game: str) -> PieceRoom:
    room = ROOMS[kind]
    if not room.is_offered(load_packs()[game]):
        raise Http404
    return room


@never_cache
@require_safe
def pieces(request: HttpRequest, pack_id: uuid.UUID, kind: str) -> HttpResponse:
    """Show all of a kind, and those in its bin."""
    share, _version, reading = open_pack(request, pack_id)
    room = room_of(kind, share.pack.game)
    context = {
        "pack": share.pack,
        "cover": reading.game,
        "room": room,
        "rows": [
            ListedPiece(
                piece,
                room.title(piece, reading),
                room.summary(piece, reading),
                len(reading.problems(kind, piece)),
            )
            for piece in reading.content.pieces(kind)
        ],
        "binned": [
            (piece, room.title(piece, reading))
            for piece in getattr(reading.content, kind)
            if piece.binned
        ],
    }
    return render(request, "workshop/pieces/list.html", context)


# --- a new one ---


class Source(NamedTuple):
    """A printed one to copy or to fill in."""

    id: str
    name: str
    summary: str
    is_open: bool


@form_page
def new(request: HttpRequest, pack_id: uuid.UUID, kind: str) -> HttpResponse:
    """Begin a blank one, a copy of a printed one, or a printed one whose card is filled in."""
    share, _version, reading = open_pack(request, pack_id)
    room = room_of(kind, share.pack.game)
    if request.method == "POST":
        made = services.piece_add(
            member=share, kind=kind, make=lambda key: _begun(request, reading, kind, key)
        )
        return redirect("workshop:piece", pack_id, kind, made.id)
    boxes: dict[str, list[Source]] = {}
    for printed in PIECES[kind].printed(reading.game):
        boxes.setdefault(_box_name(printed, kind, reading), []).append(
            source_of(kind, printed, reading)
        )
    context = {
        "pack": share.pack,
        "cover": reading.game,
        "room": room,
        "boxes": boxes,
        "is_blank_offered": kind not in ("cards", "decks"),
        "decks": special_decks(reading.game).values() if kind == "cards" else (),
    }
    return render(request, "workshop/pieces/new.html", context)


def _box_name(printed: Printed, kind: str, reading: Reading) -> str:
    """Return the deck of a card of special decks, the box of everything else."""
    language = get_language() or "en"
    if kind == "cards":
        return special_decks(reading.game)[printed.of].name.in_language(language)
    box: Any = reading.game.expansions.get(printed.box, reading.game)
    name: Term = box.short
    return name.in_language(language)


def source_of(kind: str, printed: Printed, reading: Reading) -> Source:
    room, record, language = ROOMS[kind], printed.record, get_language() or "en"
    if kind == MISSIONS:
        name = f"{record.code} {record.title.in_language(language)}"
        return Source(printed.id, name, "", printed.is_open)
    if kind == "decks":
        return Source(printed.id, record.name.in_language(language), "", is_open=False)
    draft = PIECES[kind].copied(printed, "x1", tuple(reading.house.languages))
    name = printed.id if kind == "spawns" else room.title(draft, reading)
    summary = _("not known") if record.sure == "unknown" else room.summary(draft, reading)
    return Source(printed.id, name, summary, printed.is_open)


def _begun(request: HttpRequest, reading: Reading, kind: str, key: str) -> Any:
    """Return the draft that a button of the page asks for."""
    sent = request.POST
    if name := sent.get("fills") or sent.get("from"):
        return copied(kind, name, key, reading, fills="fills" in sent)
    if kind == "spawns":
        return DraftSpawn(id=key, number=number_after(reading))
    if kind != "cards":
        return PIECES[kind].draft(id=key)
    if sent.get("deck", "") not in special_decks(reading.game):
        raise Http404
    return PIECES[kind].draft(id=key, deck=sent["deck"])


def copied(kind: str, name: str, key: str, reading: Reading, *, fills: bool) -> Any:
    """Return a draft of a printed record; one that fills it is the printed card itself."""
    for printed in PIECES[kind].printed(reading.game):
        if printed.id == name and (printed.is_open or not fills):
            draft = PIECES[kind].copied(printed, key, tuple(reading.house.languages))
            if fills:
                return replace(draft, fills=name)
            if isinstance(draft, DraftSpawn):
                return replace(draft, number=number_after(reading))
            return draft
    raise Http404


# --- where it is written ---


@never_cache
@form_page
def piece(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Show a piece: the parts of a mission, a form that saves itself, or a card to tap together."""
    writing = writing_of(request, pack_id, kind, key)
    if kind == MISSIONS:
        return parts_page(request, writing)
    if request.method == "POST" and "do" in request.POST:
        return _tapped(request, writing)
    room = writing.room
    asks_number = "number" in request.GET
    return write(
        request, writing, _form, template=room.template, back=request.path, asks_number=asks_number
    )


def _form(data: Sent, writing: Writing) -> DraftForm:
    return writing.room.form(data, reading=writing.reading, draft=writing.draft)


def spawn_begin(share: PackMember, kind: str = "spawn") -> DraftSpawn:
    """Add a zombie card of that kind with the next number."""
    reading = Reading(share.pack, newest_of(share.pack).content)
    card: DraftSpawn = services.piece_add(
        member=share, kind="spawns", make=lambda key: begun(key, reading, kind)
    )
    return card


def _tapped(request: HttpRequest, writing: Writing) -> HttpResponse:
    """Answer a tap on a card; `next` keeps the kind and begins the next number."""
    if writing.kind != "spawns":
        raise Http404
    word, house = request.POST["do"], writing.house
    if word == "next":
        made = spawn_begin(writing.share, writing.draft.kind)
        return redirect("workshop:piece", house.pk, "spawns", made.id)
    now = writing.changed(lambda card: tapped(card, word, writing.reading))
    if is_fragment(request):
        return answered(request, now, _form(None, now))
    return redirect(request.path)


@never_cache
@require_safe
def look(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Show a piece as it would lie on the table, a mission as it would be played now."""
    writing = writing_of(request, pack_id, kind, key)
    return render(request, "workshop/look.html", context_of(writing))


@require_POST
def to_bin(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Put a piece into the pack's bin, or bring it back."""
    binned = request.POST.get("binned") == "yes"
    writing_of(request, pack_id, kind, key).changed(lambda now: replace(now, binned=binned))
    return redirect("workshop:pieces", pack_id, kind)


@require_POST
def copy(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Add another one like it, to be changed."""
    writing = writing_of(request, pack_id, kind, key)

    def make(own: str) -> Any:
        like = replace(writing.draft, id=own, fills="", binned=False)
        if isinstance(like, DraftSpawn):
            return replace(like, number=number_after(writing.reading))
        return like

    made = services.piece_add(member=writing.share, kind=kind, make=make)
    return redirect("workshop:piece", pack_id, kind, made.id)


@require_POST
def undo(request: HttpRequest, pack_id: uuid.UUID, seq: int) -> HttpResponse:
    """Take a step back, and go where it was."""
    share = share_or_404(request, pack_id)
    step = services.change_undo(member=share, seq=seq)
    return redirect("workshop:piece", pack_id, step.kind, step.key)
