"""The pages of survivors, cards, zombies and decks: lists, beginnings, where each is written."""

import uuid
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from companion.frame.form_pages import form_page, posted
from companion.words import error_message
from companion.workshop import services
from companion.workshop.draft_forms import DraftForm, digest, overlaid
from companion.workshop.editing import (
    Unsaved,
    Writing,
    answered,
    is_by_itself,
    is_fragment,
    open_pack,
    share_or_404,
    writing_of,
)
from companion.workshop.models import PackMember
from companion.workshop.pieces import ROOMS, PieceRoom
from companion.workshop.pieces.decks import deck_odds
from companion.workshop.pieces.spawns import face, tapped
from companion.workshop.reading import Reading
from companion.workshop.selectors import newest_of
from rules import IllegalCommand, RuleError, load_packs
from rules.packs.schema.base import Term
from rules.workshop.pieces import PIECES, DraftCard, DraftSpawn, Printed
from rules.workshop.pieces.spawns import next_number
from rules.workshop.pieces.special import deck_of, special_decks

FIRST_NUMBER = "C-01"


class PieceRow(NamedTuple):
    """A piece as a list shows it."""

    piece: Any
    title: str
    summary: str
    problems: int


def room_of(kind: str, game: str) -> PieceRoom:
    room = ROOMS[kind]
    if not room.is_offered(load_packs()[game]):
        raise Http404
    return room


def rows_of(kind: str, reading: Reading) -> list[PieceRow]:
    room = ROOMS[kind]
    return [
        PieceRow(
            piece,
            room.title(piece, reading),
            room.summary(piece, reading),
            len(reading.piece_problems(kind, piece)),
        )
        for piece in reading.content.pieces(kind)
    ]


@never_cache
@require_safe
def pieces(request: HttpRequest, pack_id: uuid.UUID, kind: str) -> HttpResponse:
    """All of a kind, and what could be added."""
    share, _version, reading = open_pack(request, pack_id)
    room = room_of(kind, share.pack.game)
    context = {
        "pack": share.pack,
        "cover": reading.game,
        "room": room,
        "rows": rows_of(kind, reading),
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
    """A blank one, a copy of a printed one, or a printed one whose card is filled in."""
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
            _source(kind, printed, reading)
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
    """Cards of special decks stand by their deck, everything else by its box."""
    language = get_language() or "en"
    if kind == "cards":
        deck = special_decks(reading.game)[deck_of(printed.record, reading.game)]
        return deck.name.in_language(language)
    box: Any = reading.game.expansions.get(printed.box, reading.game)
    name: Term = box.short
    return name.in_language(language)


def _source(kind: str, printed: Printed, reading: Reading) -> Source:
    room, draft = ROOMS[kind], copied_piece(kind, printed, "x1", reading)
    if kind == "decks":
        name = printed.record.name.in_language(get_language() or "en")
        return Source(printed.id, name, "", is_open=False)
    name = printed.id if kind == "spawns" else room.title(draft, reading)
    summary = _("not known") if printed.record.sure == "unknown" else room.summary(draft, reading)
    return Source(printed.id, name, summary, printed.is_open)


def copied_piece(kind: str, printed: Printed, key: str, reading: Reading) -> Any:
    draft = PIECES[kind].copied(printed.record, key, tuple(reading.house.languages))
    if isinstance(draft, DraftCard):
        return replace(draft, deck=deck_of(printed.record, reading.game))
    return draft


def _begun(request: HttpRequest, reading: Reading, kind: str, key: str) -> Any:
    """The draft that a button of the page asks for."""
    sent = request.POST
    name = sent.get("fills") or sent.get("from") or ""
    printed = next(
        (candidate for candidate in PIECES[kind].printed(reading.game) if candidate.id == name),
        None,
    )
    if name and (printed is None or ("fills" in sent and not printed.is_open)):
        raise Http404
    draft = copied_piece(kind, printed, key, reading) if printed else PIECES[kind].draft(id=key)
    if "fills" in sent:
        return replace(draft, fills=name)
    if isinstance(draft, DraftSpawn):
        return replace(draft, number=_next_number(reading))
    if isinstance(draft, DraftCard) and not printed:
        deck = sent.get("deck", "")
        if deck not in special_decks(reading.game):
            raise Http404
        return replace(draft, deck=deck)
    return draft


def _next_number(reading: Reading) -> str:
    """After the one written last; no number is there twice."""
    written = [card.number for card in reading.content.spawns if card.number]
    taken = {*written, *(card.number for card in reading.game.spawns)}
    number = next_number(written[-1]) if written else FIRST_NUMBER
    while number in taken:
        number = next_number(number)
    return number


# --- where it is written ---


@never_cache
@form_page
def piece(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """A piece: its form, which saves itself, or a card that is tapped together."""
    writing = writing_of(request, pack_id, kind, key)
    room = room_of(kind, writing.house.game)
    if request.method == "POST" and "do" in request.POST:
        return _tapped(request, writing)
    if is_by_itself(request):
        return _saved_by_itself(request, writing, room)
    form = room.form(posted(request), reading=writing.reading, draft=writing.draft)
    if request.method == "POST" and form.is_valid():

        def change(now: Any) -> Any:
            if digest(now) != form.cleaned_data["seen"]:
                raise IllegalCommand("workshop.changed")
            return form.onto(now)

        try:
            services.piece_change(member=writing.share, kind=kind, key=key, change=change)
        except RuleError as error:
            form.add_error(None, error_message(error))
            form.data = request.POST.copy()
            form.data["seen"] = digest(writing.draft)
        else:
            messages.success(request, _("Saved."))
            return redirect(request.path)
    status = 422 if form.is_bound else 200
    context = _context(writing, room, form) | {"asks_number": "number" in request.GET}
    if is_fragment(request) and not form.is_bound:
        return answered(request, "workshop/_piece_answer.html", context, form)
    return render(request, room.template, context, status=status)


def _context(writing: Writing, room: PieceRoom, form: DraftForm) -> dict[str, Any]:
    reading, draft = writing.reading, writing.draft
    context = {
        "pack": writing.house,
        "cover": reading.game,
        "room": room,
        "piece": draft,
        "title": room.title(draft, reading),
        "count": len(reading.content.pieces(room.kind)),
        "problems": reading.piece_problems(room.kind, draft),
        "step": writing.step,
        "form": form,
        "reading": reading,
        "face": _face(writing),
    }
    if isinstance(draft, DraftSpawn):
        context["next_number"] = _next_number(reading)
    return context


def _face(writing: Writing) -> Any:
    """What else the page of a kind shows: the lines of a card, the odds of a deck."""
    match writing.kind:
        case "spawns":
            return face(writing.draft, writing.reading)
        case "decks":
            return deck_odds(writing.draft, writing.reading)
    return PIECES[writing.kind].finished(writing.draft, writing.reading.setting)


def _saved_by_itself(request: HttpRequest, writing: Writing, room: PieceRoom) -> HttpResponse:
    """The fields somebody has just touched; all others stay as they are now."""
    touched = request.POST.getlist("touched")

    def change(now: Any) -> Any:
        shown = room.form(None, reading=writing.reading, draft=now)
        form = room.form(overlaid(shown, request.POST, touched), reading=writing.reading, draft=now)
        if not form.is_valid():
            raise Unsaved(form)
        return form.onto(now)

    try:
        version = services.piece_change(
            member=writing.share,
            kind=writing.kind,
            key=writing.draft.id,
            change=change,
            joins=True,
        )
    except Unsaved as unsaved:
        return answered(
            request,
            "workshop/_piece_answer.html",
            _context(writing, room, unsaved.form),  # type: ignore[arg-type]
            unsaved.form,
        )
    return _as_it_is(request, writing, version.content, room)


def _as_it_is(
    request: HttpRequest, writing: Writing, content: Any, room: PieceRoom
) -> HttpResponse:
    writing.house.refresh_from_db()
    reading = Reading(writing.house, content)
    now = writing._replace(reading=reading, draft=content.piece(writing.kind, writing.draft.id))
    form = room.form(None, reading=reading, draft=now.draft)
    return answered(request, "workshop/_piece_answer.html", _context(now, room, form), form)


def spawn_begin(share: PackMember, kind: str = "spawn") -> DraftSpawn:
    """A zombie card more, of that kind, with the next number."""
    reading = Reading(share.pack, newest_of(share.pack).content)

    def make(key: str) -> DraftSpawn:
        card = DraftSpawn(id=key, number=_next_number(reading))
        return tapped(card, f"kind:{kind}", reading)

    card: DraftSpawn = services.piece_add(member=share, kind="spawns", make=make)
    return card


def _tapped(request: HttpRequest, writing: Writing) -> HttpResponse:
    """A tap on a card; `next` keeps the kind and begins the next number."""
    if writing.kind != "spawns":
        raise Http404
    word, house = request.POST["do"], writing.house
    if word == "next":
        made = spawn_begin(writing.share, writing.draft.kind)
        return redirect("workshop:piece", house.pk, "spawns", made.id)
    version = services.piece_change(
        member=writing.share,
        kind="spawns",
        key=writing.draft.id,
        change=lambda now: tapped(now, word, writing.reading),
    )
    if is_fragment(request):
        return _as_it_is(request, writing, version.content, ROOMS["spawns"])
    return redirect(request.path)


@never_cache
@require_safe
def look(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """A piece as it would lie on the table."""
    writing = writing_of(request, pack_id, kind, key)
    room = room_of(kind, writing.house.game)
    form = room.form(None, reading=writing.reading, draft=writing.draft)
    return render(request, "workshop/pieces/look.html", _context(writing, room, form))


@require_POST
def to_bin(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Out of the pack, or back: it stays in the pack's bin."""
    writing = writing_of(request, pack_id, kind, key)
    binned = request.POST.get("binned") == "yes"
    services.piece_change(
        member=writing.share,
        kind=kind,
        key=key,
        change=lambda now: replace(now, binned=binned),
    )
    return redirect("workshop:pieces", pack_id, kind)


@require_POST
def copy(request: HttpRequest, pack_id: uuid.UUID, kind: str, key: str) -> HttpResponse:
    """Another one like it, to be changed."""
    writing = writing_of(request, pack_id, kind, key)

    def make(own: str) -> Any:
        like = replace(writing.draft, id=own, fills="", binned=False)
        if isinstance(like, DraftSpawn):
            return replace(like, number=_next_number(writing.reading))
        return like

    made = services.piece_add(member=writing.share, kind=kind, make=make)
    return redirect("workshop:piece", pack_id, kind, made.id)


@require_POST
def undo(request: HttpRequest, pack_id: uuid.UUID, seq: int) -> HttpResponse:
    """Take a step back, and go where it was."""
    share = share_or_404(request, pack_id)
    step = services.change_undo(member=share, seq=seq)
    if step.kind in ROOMS:
        return redirect("workshop:piece", pack_id, step.kind, step.key)
    return redirect("workshop:mission", pack_id, step.key)
