"""The pages of the workshop: the shelf, a pack, and its members."""

import uuid
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.files.reading import FileForm
from companion.files.views import packed, unpacked
from companion.frame.form_pages import form_page, posted, render_form
from companion.frame.throttle import limit
from companion.people.identity import ensure_person, person_of
from companion.workshop import selectors, services
from companion.workshop.editing import share_or_404
from companion.workshop.forms import NewPackForm, PackForm
from companion.workshop.groups import PeopleGroup, groups_of
from companion.workshop.models import HousePack, PackMember
from companion.workshop.piece_views import spawn_begin
from companion.workshop.pieces import ROOMS, rooms_of
from companion.workshop.public.selectors import is_open, shelved_of
from companion.workshop.reading import Reading
from companion.workshop.summaries import box_counts, some, told_in, versions_told
from rules import IllegalCommand, cover_of, games, load_packs, rulesets
from rules.saved import PACK
from rules.workshop import read_file
from rules.workshop.draft import MISSIONS


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the piece to go on with, the packs, and the kinds of pieces to begin."""
    shelf = selectors.shelf(person_of(request))
    tabs = [
        ("all", _("All"), [*shelf.mine, *shelf.group]),
        ("mine", _("Mine"), shelf.mine),
        ("group", _("Our group's"), shelf.group),
    ]
    chosen = request.GET.get("shelf", "all")
    rows = next((rows for key, _name, rows in tabs if key == chosen), tabs[0][2])
    rows = sorted(rows, key=lambda row: row.pack.updated_at, reverse=True)
    every = sorted(tabs[0][2], key=lambda row: row.pack.updated_at, reverse=True)
    context = {
        "tabs": [(key, name, len(listed)) for key, name, listed in tabs],
        "chosen": chosen,
        "rows": rows,
        "covers": load_packs(),
        "offers": shelf.offers,
        "binned": shelf.binned,
        "unfinished": _unfinished(every),
        "into": every[0].pack if every else None,
        "has_shelf": is_open(),
        "beginnings": [ROOMS[kind] for kind in ("survivors", "spawns", "equipment")],
        "outside": [cover_of(game) for game in games if game not in rulesets],
        **box_counts(),
    }
    return render(request, "workshop/home.html", context)


class Unfinished(NamedTuple):
    """The piece to go on with: the newest one with problems, of the pack changed last."""

    pack: HousePack
    url: str
    title: str
    kind: str
    icon: str
    problems: int


def _unfinished(rows: list[selectors.OnShelf]) -> Unfinished | None:
    for row in rows[:3]:
        reading = Reading(row.pack, row.content)
        for kind, room in ROOMS.items():
            for piece in reversed(reading.content.pieces(kind)):
                if count := len(reading.problems(kind, piece)):
                    url = reverse("workshop:piece", args=[row.pack.pk, kind, piece.id])
                    title = room.title(piece, reading)
                    icon = "map" if kind == MISSIONS else room.icon
                    return Unfinished(row.pack, url, title, str(room.single), icon, count)
    return None


@require_POST
def begin(request: HttpRequest, kind: str) -> HttpResponse:
    """Begin a piece in the pack written in last; without one, create a pack first."""
    if kind not in ROOMS:
        raise Http404
    share = selectors.share_written_last(person_of(request))
    if share is None:
        return redirect(f"{reverse('workshop:new')}?then={kind}")
    if kind == "spawns":
        made = spawn_begin(share)
        return redirect("workshop:piece", share.pack_id, kind, made.id)
    return redirect("workshop:piece-new", share.pack_id, kind)


@form_page
def create(request: HttpRequest) -> HttpResponse:
    """Create a pack, then go on to its first piece."""
    person = person_of(request)
    language = (get_language() or "en")[:2]
    form = NewPackForm(
        posted(request),
        initial={
            "game": request.GET.get("game", ""),
            "author": person.name if person else "",
            "languages": [language],
        },
    )
    if request.method == "POST" and form.is_valid():
        limit(request, "table")
        pack = services.pack_create(person=ensure_person(request), **form.cleaned_data)
        then = ROOMS.get(request.GET.get("then", MISSIONS), ROOMS[MISSIONS])
        room = then if then.is_offered(load_packs()[pack.game]) else ROOMS[MISSIONS]
        return redirect("workshop:piece-new", pack.pk, room.kind)
    return render_form(request, "workshop/pack_form.html", form)


class InPack(NamedTuple):
    """A kind of piece as the pack's page lists it."""

    url: str
    name: str
    icon: str
    names: str
    many: int
    problems: int


@never_cache
@require_safe
def pack(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Show a pack: its content, members and versions, and what can be done with it."""
    share = share_or_404(request, pack_id)
    house = share.pack
    versions = list(selectors.versions_of(house)[: LISTED_VERSIONS + 1])
    reading = Reading(house, versions[0].content)
    members = list(selectors.members_of(house))
    context = {
        "share": share,
        "pack": house,
        "cover": reading.game,
        "inside": _inside(reading),
        "legs": reading.content.legs,
        "has_shelf": is_open(),
        "shelved": shelved_of(house),
        "versions": versions_told(versions)[:LISTED_VERSIONS],
        "newest": versions[0],
        "last": selectors.played_last(house),
        # About what its file has, without writing one for every look at the page.
        "size": len(versions[0].content_json),
        "agreed": [member for member in members if member.agreed_at],
        "asked": [member for member in members if not member.agreed_at],
        "groups": _groups_to_ask(share, members) if share.is_maker else [],
    }
    return render(request, "workshop/pack.html", context)


LISTED_VERSIONS = 8


def _inside(reading: Reading) -> list[InPack]:
    rows = []
    for room in rooms_of(reading.game):
        pieces = reading.content.pieces(room.kind)
        rows.append(
            InPack(
                reverse("workshop:pieces", args=[reading.house.pk, room.kind]),
                str(room.name),
                room.icon,
                some([room.title(piece, reading) for piece in pieces]),
                len(pieces),
                sum(bool(reading.problems(room.kind, piece)) for piece in pieces),
            )
        )
    return rows


def _groups_to_ask(share: PackMember, members: list[PackMember]) -> list[PeopleGroup]:
    """Return groups of the maker's with a person who was not asked yet."""
    have = {member.person_id for member in members}
    return [
        group
        for group in groups_of(share.person)
        if any(person.pk not in have for person, _name in group.people)
    ]


@form_page
def describe(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Show the form for name, author and languages."""
    share = share_or_404(request, pack_id)
    house = share.pack
    before = {"name": house.name, "author": house.author, "languages": house.languages}
    form = PackForm(posted(request), initial=before)
    if request.method == "POST" and form.is_valid():
        services.pack_describe(member=share, **form.cleaned_data)
        return redirect("workshop:pack", house.pk)
    return render_form(request, "workshop/pack_form.html", form, pack=house)


# --- bin ---


@require_POST
def to_bin(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    share = share_or_404(request, pack_id)
    services.pack_bin(member=share)
    messages.success(request, _("%(pack)s is in the bin for 30 days.") % {"pack": share.pack.name})
    return redirect("workshop:home")


@require_POST
def restore(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    services.pack_restore(member=share_or_404(request, pack_id, in_bin=True))
    return redirect("workshop:pack", pack_id)


# --- whose it is ---


@require_POST
def offer(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Offer it to everybody of a group of one's own."""
    share = share_or_404(request, pack_id)
    chosen = request.POST.get("group", "")
    group = next((group for group in groups_of(share.person) if group.key == chosen), None)
    count = services.pack_offer(member=share, people=group.people if group else ())
    words = ngettext(
        "Offered to %(n)d person: it is on their shelf once they agree.",
        "Offered to %(n)d people: it is on their shelf once they agree.",
        count,
    )
    messages.success(request, words % {"n": count})
    return redirect("workshop:pack", pack_id)


@require_POST
def answer(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Agree to an offer, or not."""
    share = share_or_404(request, pack_id, agreed=False)
    agrees = request.POST.get("answer") == "yes"
    services.offer_answer(member=share, agrees=agrees)
    return redirect("workshop:pack", pack_id) if agrees else redirect("workshop:home")


@require_POST
def leave(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Take a pack off one's own shelf."""
    services.pack_leave(member=share_or_404(request, pack_id))
    return redirect("workshop:home")


# --- files ---


@require_POST
def export(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Send the newest version as a file and seal it."""
    house = share_or_404(request, pack_id).pack
    version = services.version_seal(selectors.newest_of(house))
    response = HttpResponse(selectors.pack_file(house, version), content_type="application/toml")
    name = slugify(house.name) or "pack"
    response["Content-Disposition"] = f'attachment; filename="{name}-{version.number}.toml"'
    return response


@form_page
def bring(request: HttpRequest) -> HttpResponse:
    """Choose a file, and see what is in it."""
    form = FileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid() and (context := form.read(brought_pack)):
        return render(request, "workshop/bring_check.html", context)
    return render_form(request, "workshop/bring.html", form)


def brought_pack(data: bytes) -> dict[str, Any]:
    """Return what the page shows of a pack's file before it is imported."""
    file = read_file(data)
    if file.pack.game not in load_packs():
        raise IllegalCommand("workshop.game", game=file.pack.game)
    return {
        "file": file,
        "cover": load_packs()[file.pack.game],
        "document": packed(data),
        "size": len(data),
        "told": told_in(file),
        "mended": services.mended_head(file),
    }


@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Import a file as a new pack; what the page sends back is checked again."""
    limit(request, "table")
    file = read_file(unpacked(request.POST.get("document", ""), PACK))
    house = services.pack_bring(person=ensure_person(request), file=file)
    return redirect("workshop:pack", house.pk)
