"""Gaps of the boxes that a group can fill once: missions known by title, unknown cards."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from companion.frame.form_pages import form_page
from companion.frame.throttle import limit
from companion.house.selectors import house_pack
from companion.people.identity import ensure_person, person_of
from companion.people.models import Person
from companion.workshop import selectors, services
from companion.workshop.copied import taken_over
from companion.workshop.models import HousePack, PackMember
from companion.workshop.piece_views import copied, source_of
from companion.workshop.pieces import rooms_of
from companion.workshop.reading import Reading
from rules import Pack, load_packs
from rules.workshop import PackContent
from rules.workshop.pieces import PIECES


class Lacking(NamedTuple):
    """A mission or card that can be copied from the printed page or card."""

    kind: str
    id: str
    name: str
    is_there: bool
    """True if the pack written in last has it already."""


class LackingBox(NamedTuple):
    """The gaps of a game by kind."""

    pack: Pack
    kinds: list[tuple[str, list[Lacking]]]
    at_tables: int
    """Number of cards that were typed at a table and are known there."""

    @property
    def total(self) -> int:
        return sum(len(rows) for _name, rows in self.kinds)


@never_cache
@form_page
def box(request: HttpRequest) -> HttpResponse:
    """Choose what to copy: it goes into the pack of that game written in last, or a new one."""
    if request.method == "POST":
        return _begun(request)
    person = person_of(request)
    boxes = [_lacking(pack, person) for pack in load_packs().values()]
    chosen = request.GET.get("game", "")
    context = {"boxes": [row for row in boxes if row.total or row.at_tables], "chosen": chosen}
    return render(request, "workshop/box.html", context)


def _lacking(pack: Pack, person: Person | None) -> LackingBox:
    share = selectors.share_written_last(person, pack.game)
    content = selectors.newest_of(share.pack).content if share else PackContent()
    reading = Reading(HousePack(game=pack.game, languages=["es", "en"]), PackContent())
    kinds = []
    for room in rooms_of(pack):
        there = {piece.fills for piece in content.pieces(room.kind)}
        rows = [
            Lacking(
                room.kind,
                printed.id,
                source_of(room.kind, printed, reading).name,
                printed.id in there,
            )
            for printed in PIECES[room.kind].printed(pack)
            if printed.is_open
        ]
        if rows:
            kinds.append((str(room.name), rows))
    known = house_pack(person, pack.game)
    return LackingBox(pack, kinds, len(known.described) + len(known.trees))


def _begun(request: HttpRequest) -> HttpResponse:
    game, kind = request.POST.get("game", ""), request.POST.get("kind", "")
    if game not in load_packs():
        raise Http404
    person = ensure_person(request)
    share = selectors.share_written_last(person, game)
    if share is None:
        limit(request, "table")
        share = _new_pack(person, game)
    if kind == "tables":
        services.pieces_take(member=share, pieces=taken_over(person, share.pack))
        return redirect("workshop:pack", share.pack_id)
    return _filled(share, kind, request.POST.get("fills", ""))


def _new_pack(person: Person, game: str) -> PackMember:
    language = (get_language() or "en")[:2]
    name = _("From our box: %(game)s") % {"game": load_packs()[game].short.in_language(language)}
    house = services.pack_create(
        person=person, game=game, name=name[:60], author=person.name, languages=[language]
    )
    return house.members.select_related("pack").get()


def _filled(share: PackMember, kind: str, name: str) -> HttpResponse:
    """Open the copy of a printed one, or begin it."""
    house = share.pack
    content = selectors.newest_of(house).content
    if kind not in PIECES:
        raise Http404
    there = next((piece for piece in content.pieces(kind) if piece.fills == name), None)
    if there is None:
        reading = Reading(house, PackContent())
        there = services.piece_add(
            member=share, kind=kind, make=lambda key: copied(kind, name, key, reading, fills=True)
        )
    return redirect("workshop:piece", house.pk, kind, there.id)
