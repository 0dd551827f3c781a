"""The only readers of the public shelf; without one, it is empty."""

import uuid

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from companion.workshop.models import HousePack, ShelvedPack
from rules import rulesets

A_PAGE = 24


def is_open() -> bool:
    return bool(settings.PUBLIC_SHELF)


def on_shelf() -> QuerySet[ShelvedPack]:
    """Return the packs that everybody may see, newest first."""
    if not is_open():
        return ShelvedPack.objects.none()
    there = ShelvedPack.objects.filter(
        removed_at=None, pack__binned_at=None, pack__game__in=list(rulesets)
    )
    return there.select_related("pack", "version").order_by("-put_at", "-pk")


def shelf_page(number: str | None, game: str = "") -> Page[ShelvedPack]:
    """Return a page of the shelf without the packs' content, in two queries."""
    rows = on_shelf().defer("version__content_json")
    return Paginator(rows.filter(pack__game=game) if game else rows, A_PAGE).get_page(number)


def shelved_there(pack_id: uuid.UUID) -> ShelvedPack | None:
    return on_shelf().filter(pack=pack_id).first()


def shelved_of(pack: HousePack) -> ShelvedPack | None:
    """Return a pack's entry on the shelf for its own page, a removed one as well."""
    if not is_open():
        return None
    return ShelvedPack.objects.select_related("version").filter(pack=pack).first()
