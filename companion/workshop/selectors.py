"""The only readers of packs. Another person's pack is answered like one that does not exist."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

import msgspec
from django.db.models import Count, DateTimeField, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Greatest

from companion.people.belongings import File
from companion.people.models import Person
from companion.workshop.models import (
    HousePack,
    PackChange,
    PackMember,
    PackVersion,
)
from rules import rulesets
from rules.workshop import DraftMission, PackContent, PackHead, write_file
from rules.workshop.pieces import PIECES

LONG_AGO = Value(datetime(1970, 1, 1, tzinfo=UTC), output_field=DateTimeField())
NEWEST = PackVersion.objects.filter(pack=OuterRef("pack")).order_by("-number").values("pk")[:1]


class OnShelf(NamedTuple):
    """A pack as its row on the shelf shows it."""

    share: PackMember
    version: PackVersion
    content: PackContent
    members: int

    @property
    def pack(self) -> HousePack:
        return self.share.pack

    @property
    def is_shared(self) -> bool:
        return self.members > 1

    @property
    def missions(self) -> tuple[DraftMission, ...]:
        return self.content.shown()


class Shelf(NamedTuple):
    mine: list[OnShelf]
    group: list[OnShelf]
    """Packs that others have, too."""
    offers: list[PackMember]
    binned: list[PackMember]


def shelf(person: Person | None) -> Shelf:
    """Return a person's packs, the one changed last first, in three queries."""
    if person is None:
        return Shelf([], [], [], [])
    here = PackMember.objects.filter(person=person, pack__game__in=list(rulesets))
    newest = _with_newest(here.order_by("-pack__updated_at"))
    shares = list(newest)
    agreed = (
        PackMember.objects.filter(pack__in=[share.pack_id for share in shares])
        .exclude(agreed_at=None)
        .values("pack")
        .annotate(n=Count("pk"))
    )
    counts = {row["pack"]: row["n"] for row in agreed}
    rows = [
        OnShelf(share, version, version.content, counts[share.pack_id])
        for share, version in newest.items()
        if share.agreed_at and share.pack.binned_at is None
    ]
    return Shelf(
        mine=[row for row in rows if not row.is_shared],
        group=[row for row in rows if row.is_shared],
        offers=[share for share in shares if not share.agreed_at and share.pack.binned_at is None],
        binned=[share for share in shares if share.is_maker and share.pack.binned_at is not None],
    )


def _with_newest(shares: QuerySet[PackMember]) -> dict[PackMember, PackVersion]:
    """Return each share with the newest version of its pack, in two queries."""
    rows = list(shares.select_related("pack").annotate(newest=Subquery(NEWEST)))
    versions = PackVersion.objects.in_bulk([share.newest for share in rows])
    return {share: versions[share.newest] for share in rows}


def share_of(
    person: Person | None, pack_id: uuid.UUID, *, in_bin: bool = False, agreed: bool = True
) -> PackMember | None:
    """Return a person's share of a pack; None if the pack is not theirs."""
    if person is None:
        return None
    shares = PackMember.objects.filter(
        pack=pack_id,
        person=person,
        agreed_at__isnull=not agreed,
        pack__binned_at__isnull=not in_bin,
        pack__game__in=list(rulesets),
    )
    return shares.select_related("pack").first()


def share_written_last(person: Person | None, game: str = "") -> PackMember | None:
    """Return the share of the pack that was changed last, of a game or of any."""
    if person is None:
        return None
    shares = PackMember.objects.filter(
        person=person, pack__binned_at=None, pack__game__in=[game] if game else list(rulesets)
    )
    mine = shares.exclude(agreed_at=None).select_related("pack")
    return mine.order_by("-pack__updated_at").first()


def played_last(pack: HousePack) -> PackVersion | None:
    """Return the version of the last table that was opened with the pack, and its time."""
    versions: QuerySet[PackVersion] = (
        PackVersion.objects.filter(pack=pack)
        .annotate(
            played_at=Greatest(
                Coalesce(Max("tables__created_at"), LONG_AGO),
                Coalesce(Max("other_tables__created_at"), LONG_AGO),
            )
        )
        .filter(played_at__gt=LONG_AGO)
        .order_by("-played_at")
    )
    return versions.first()


def newest_of(pack: HousePack) -> PackVersion:
    return PackVersion.objects.filter(pack=pack).order_by("-number")[0]


def versions_of(pack: HousePack) -> QuerySet[PackVersion]:
    """Return the versions, newest first, each with the number of tables opened with it."""
    counted: QuerySet[PackVersion] = (
        PackVersion.objects.filter(pack=pack)
        .annotate(
            tables_played=Count("tables", distinct=True) + Count("other_tables", distinct=True)
        )
        .order_by("-number")
    )
    return counted


# --- steps of writing ---


def step_of(pack: HousePack, kind: str, key: str) -> PackChange | None:
    """Return the step that undo takes back on the page of a piece."""
    steps = PackChange.objects.filter(pack=pack, kind=kind, key=key, is_undone=False)
    return steps.order_by("-seq").first()


Side = Literal["before", "after"]
SIDES: tuple[Side, ...] = ("before", "after")


def piece_of(step: PackChange, side: Side) -> Any:
    """Return the piece before or after a step; None if there was none."""
    text = step.before_json if side == "before" else step.after_json
    return msgspec.json.decode(text, type=PIECES[step.kind].draft) if text else None


def changed_fields(before: Any, after: Any) -> set[str]:
    """Return the fields in which two drafts of a piece differ."""
    if before is None or after is None:
        return set()
    names = after.__struct_fields__
    return {name for name in names if getattr(before, name) != getattr(after, name)}


def members_of(pack: HousePack) -> QuerySet[PackMember]:
    return PackMember.objects.filter(pack=pack).order_by("-is_maker", "agreed_at", "pk")


# --- for whoever opens a table ---


def agreed_packs(person: Person | None, game: str) -> dict[PackMember, PackVersion]:
    """Return a person's packs of a game by name, each with its newest version, in two queries."""
    if person is None:
        return {}
    shares = PackMember.objects.filter(person=person, pack__game=game, pack__binned_at=None)
    return _with_newest(shares.exclude(agreed_at=None).order_by("pack__name", "pk"))


# --- files ---


def pack_file(pack: HousePack, version: PackVersion) -> bytes:
    """Return one version as TOML."""
    return write_file(head_of(pack, version), version.content)


def head_of(pack: HousePack, version: PackVersion) -> PackHead:
    return PackHead(
        game=pack.game,
        name=pack.name,
        author=pack.author,
        version=version.number,
        languages=tuple(pack.languages),
    )


def packs_taken_out(person: Person) -> Iterator[File]:
    """Yield the newest version of each pack of this person, as a file that can be imported."""
    shares = PackMember.objects.filter(person=person).exclude(agreed_at=None)
    for share, version in _with_newest(shares.order_by("pack__created_at")).items():
        yield f"packs/{share.pack_id}.toml", pack_file(share.pack, version)
