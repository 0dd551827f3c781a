"""The only writers of maps. Every step is a change of the pack's content and can be taken back."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from companion.workshop.models import MapStep, PackMember
from companion.workshop.services import content_change
from companion.writing import write_transaction
from rules import IllegalCommand, StaleCommand
from rules.maps.given import without_sketches
from rules.maps.steps import SKETCH, Change, Changes, done_again, drawn_with, taken_back
from rules.packs.schema.maps import DrawnMap
from rules.workshop import DraftMission, PackContent

MOST_STEPS = 400
"""Most steps kept for one map; older ones cannot be undone."""


def map_draw(
    *, member: PackMember, mission: str, command_id: str, wanted: Mapping[str, Any]
) -> MapStep:
    """Set the values of these keys of the map; a step that was sent before is not done again."""
    made: list[Changes] = []

    def change(drawn: DrawnMap) -> DrawnMap:
        after, changes = drawn_with(drawn, wanted)
        made.append(changes)
        return after

    with write_transaction():
        steps = MapStep.objects.filter(pack=member.pack_id)
        if earlier := steps.filter(command_id=command_id).first():
            return earlier
        revision = _map_change(member, mission, change)
        steps.filter(mission=mission, is_undone=True).delete()
        step = MapStep.objects.create(
            pack_id=member.pack_id,
            mission=mission,
            command_id=command_id,
            person=member.person,
            who=member.name,
            made_at=timezone.now(),
            changes_json=msgspec.json.encode(made[0]).decode(),
            revision=revision,
            hand=member.person,
            hand_name=member.name,
        )
        oldest = steps.filter(mission=mission).order_by("-pk")[MOST_STEPS:].values_list("pk")
        steps.filter(pk__in=list(oldest.values_list("pk", flat=True))).delete()
    return step


def map_undo(*, member: PackMember, mission: str, step: int) -> None:
    """Undo that step, if it is still the last one."""
    _turn(member, mission, step, is_undone=True)


def map_redo(*, member: PackMember, mission: str, step: int) -> None:
    """Redo the step that was undone last."""
    _turn(member, mission, step, is_undone=False)


def _turn(member: PackMember, mission: str, step: int, *, is_undone: bool) -> None:
    with write_transaction():
        steps = MapStep.objects.filter(pack=member.pack_id, mission=mission)
        on_top = steps.filter(is_undone=not is_undone)
        newest = (on_top.order_by("-pk") if is_undone else on_top.order_by("pk")).first()
        if newest is None or newest.pk != step:
            if steps.filter(pk=step, is_undone=is_undone).exists():
                return  # sent twice
            raise StaleCommand("map.overtaken")

        def change(drawn: DrawnMap) -> DrawnMap:
            there = _still_there(drawn, newest.changes, back=is_undone)
            return (taken_back if is_undone else done_again)(drawn, there)

        newest.revision = _map_change(member, mission, change)
        newest.is_undone = is_undone
        newest.hand, newest.hand_name = member.person, member.name
        newest.save(update_fields=["revision", "is_undone", "hand", "hand_name"])


def _still_there(drawn: DrawnMap, changes: Changes, *, back: bool) -> Changes:
    """Return the changes without sketches of tiles that were changed from another map since."""

    def stands(change: Change) -> bool:
        now = getattr(drawn, change.part).get(change.name)
        return bool(now == (change.after if back else change.before))

    return tuple(change for change in changes if change.part not in SKETCH or stands(change))


def _map_change(member: PackMember, mission: str, change: Callable[[DrawnMap], DrawnMap]) -> int:
    """Change the map of a mission and the sketches of its tiles; return the pack's revision."""

    def in_content(content: PackContent) -> PackContent:
        draft = content.mission(mission)
        if draft is None:
            raise IllegalCommand("map.unread")
        return with_map(content, draft, change(content.map_of(draft)))

    version = content_change(member=member, change=in_content)
    return version.pack.revision


def with_map(content: PackContent, draft: DraftMission, drawn: DrawnMap) -> PackContent:
    """Return the content with that map; its sketches are those of all maps of the pack."""
    before = content.map_of(draft)
    floors = {key: floor for key, floor in content.floors.items() if key not in before.floors}
    walls = {key: wall for key, wall in content.walls.items() if key not in before.walls}
    # How the tiles lie is the map's from now on.
    own = without_sketches(drawn) if drawn.tiles else None
    changed = content.with_mission(replace(draft, map=own, grid=()))
    return replace(
        changed,
        floors=dict(sorted({**floors, **drawn.floors}.items())),
        walls=dict(sorted({**walls, **drawn.walls}.items())),
    )
