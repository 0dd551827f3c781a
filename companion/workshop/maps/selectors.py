"""The only readers of a map's steps, and who may watch a pack."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.live.versions import Watcher
from companion.people.models import Person
from companion.workshop.models import HousePack, MapStep, PackMember

RECENT = 40


class Hand(NamedTuple):
    """A key that another person has drawn, and their name."""

    key: str
    who: str


def undoable(pack: HousePack, mission: str) -> MapStep | None:
    """Return the last step that can be undone."""
    steps = MapStep.objects.filter(pack=pack, mission=mission, is_undone=False)
    return steps.order_by("-pk").first()


def redoable(pack: HousePack, mission: str) -> MapStep | None:
    """Return the step that was undone last."""
    steps = MapStep.objects.filter(pack=pack, mission=mission, is_undone=True)
    return steps.order_by("pk").first()


def others_since(pack: HousePack, mission: str, person: Person, seen: int) -> list[Hand]:
    """Return what other people have drawn since that revision."""
    steps = MapStep.objects.filter(pack=pack, mission=mission, revision__gt=seen)
    rows = steps.exclude(hand=person).order_by("-revision")[:RECENT]
    hands = {change.key: step.hand_name for step in reversed(rows) for change in step.changes}
    return [Hand(key, who) for key, who in hands.items()]


# --- live ---


def pack_revisions(ids: Iterable[str]) -> dict[str, int]:
    """Return the revision of each of these packs, in one query."""
    rows = HousePack.objects.filter(pk__in=list(ids)).values_list("pk", "revision")
    return {str(pk): revision for pk, revision in rows}


def pack_watchers(packs: Iterable[str], people: Iterable[str]) -> Iterable[Watcher]:
    """Return which of these people have which of these packs, in one query."""
    members = PackMember.objects.filter(pack__in=list(packs), person__in=list(people))
    rows = members.exclude(agreed_at=None).filter(pack__binned_at=None)
    return {(str(pack), str(person)) for pack, person in rows.values_list("pack", "person")}
