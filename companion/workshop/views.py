"""The pages of the workshop: the shelf, a pack, and whose it is."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
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
from companion.workshop.forms import NewPackForm, PackForm
from companion.workshop.groups import Group, groups_of
from companion.workshop.models import HousePack, PackMember
from rules import IllegalCommand, load_packs
from rules.packs.schema import Pack
from rules.workshop import PackFile, read_file


def share_or_404(request: HttpRequest, pack_id: uuid.UUID, **which: bool) -> PackMember:
    """The asker's share of a pack; others do not learn that it exists."""
    share = selectors.share_of(person_of(request), pack_id, **which)
    if share is None:
        raise Http404
    return share


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What one goes on with, the packs, and what could be begun."""
    shelf = selectors.shelf(person_of(request))
    tabs = [
        ("all", _("All"), [*shelf.mine, *shelf.group]),
        ("mine", _("Mine"), shelf.mine),
        ("group", _("Our group's"), shelf.group),
    ]
    chosen = request.GET.get("shelf", "all")
    rows = next((rows for key, _name, rows in tabs if key == chosen), tabs[0][2])
    rows = sorted(rows, key=lambda row: row.pack.updated_at, reverse=True)
    missions = [mission for pack in load_packs().values() for mission in _all_missions(pack)]
    context = {
        "tabs": [(key, name, len(listed)) for key, name, listed in tabs],
        "chosen": chosen,
        "rows": rows,
        "covers": load_packs(),
        "offers": shelf.offers,
        "binned": shelf.binned,
        "unfinished": _unfinished(rows),
        "titles": sum(mission.detail == "index" for mission in missions),
        "missions": len(missions),
    }
    return render(request, "workshop/home.html", context)


def _all_missions(pack: Pack) -> list[Any]:
    boxes = pack.expansions.values()
    return [*pack.missions, *(mission for box in boxes for mission in box.missions)]


def _unfinished(rows: list[selectors.OnShelf]) -> tuple[selectors.OnShelf, Any, int] | None:
    """The first mission with problems of the pack changed last."""
    for row in rows[:3]:
        for draft in reversed(row.missions):
            if count := len(selectors.problems_of(row.pack, draft)):
                return row, draft, count
    return None


@form_page
def create(request: HttpRequest) -> HttpResponse:
    """A new pack; then the first mission."""
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
        return redirect("workshop:mission-new", pack.pk)
    return render_form(request, "workshop/pack_form.html", form)


@never_cache
@require_safe
def pack(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """What is in it, whose it is, its versions, and what can be done with it."""
    share = share_or_404(request, pack_id)
    house = share.pack
    versions = list(selectors.versions_of(house))
    content = versions[0].content
    members = list(selectors.members_of(house))
    context = {
        "share": share,
        "pack": house,
        "cover": load_packs()[house.game],
        "missions": [
            (draft, len(selectors.problems_of(house, draft))) for draft in content.shown()
        ],
        "binned": [draft for draft in content.missions if draft.binned],
        "versions": versions,
        "newest": versions[0],
        "agreed": [member for member in members if member.agreed_at],
        "asked": [member for member in members if not member.agreed_at],
        "groups": _groups_to_ask(share, members) if share.is_maker else [],
    }
    return render(request, "workshop/pack.html", context)


def _groups_to_ask(share: PackMember, members: list[PackMember]) -> list[Group]:
    """Groups of the maker's with somebody in them who was not asked yet."""
    have = {member.person_id for member in members}
    return [
        group
        for group in groups_of(share.person)
        if any(person.pk not in have for person, _name in group.people)
    ]


@form_page
def describe(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """Its name, its author, its languages."""
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
    group = next((each for each in groups_of(share.person) if each.key == chosen), None)
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
    """Off one's own shelf."""
    services.pack_leave(member=share_or_404(request, pack_id))
    return redirect("workshop:home")


# --- files ---


@require_POST
def export(request: HttpRequest, pack_id: uuid.UUID) -> HttpResponse:
    """The newest version as a file, which from then on does not change."""
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
    if request.method == "POST" and form.is_valid() and (found := form.read(_read_packed)):
        file, document = found
        context = {
            "file": file,
            "cover": load_packs()[file.pack.game],
            "document": document,
            "missions": [(draft, _problems_in(file, draft)) for draft in file.content.shown()],
        }
        return render(request, "workshop/bring_check.html", context)
    return render_form(request, "workshop/bring.html", form)


def _problems_in(file: PackFile, draft: Any) -> int:
    house = HousePack(game=file.pack.game, languages=list(file.pack.languages))
    return len(selectors.problems_of(house, draft))


def _read_packed(data: bytes) -> tuple[PackFile, str]:
    file = read_file(data)
    if file.pack.game not in load_packs():
        raise IllegalCommand("workshop.game", game=file.pack.game)
    return file, packed(data)


@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Make it: always a new pack. What comes back is checked as if it were new."""
    limit(request, "table")
    file = read_file(unpacked(request.POST.get("document", "")))
    house = services.pack_bring(person=ensure_person(request), file=file)
    return redirect("workshop:pack", house.pk)
