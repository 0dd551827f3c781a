"""What a change of the sheets means at the table of the running mission."""

import uuid
from collections.abc import Iterator

from campaigns.models import Member
from companion.models import Table
from companion.services import command_submit, seat_give
from rules import Survivor
from rules.campaign import CampaignState, Sheet
from rules.mechanics.house.commands import TableCorrect

Value = int | tuple[str, ...]


def table_locked(campaign_id: uuid.UUID) -> Table | None:
    """The table of the running mission. Its row is always locked before the campaign's."""
    tables = Table.objects.select_for_update(of=("self",), no_key=True)
    return tables.filter(run__campaign=campaign_id, run__ended_at=None).first()


def table_told(
    table: Table, *, member: Member, before: CampaignState, after: CampaignState, mark: str
) -> None:
    """Rewards can be used in the same turn (p. 14); one taken back is gone at once."""
    told = [
        (f"survivors.{key}.{field}", value)
        for key, survivor in table.state.survivors.items()
        if key in before.sheets and key in after.sheets
        for field, value in _changes(survivor, before.sheets[key], after.sheets[key])
    ]
    if not told:
        return
    seat = seat_give(table=table, person=member.person, name=member.name, role=member.role)
    for number, (path, value) in enumerate(told):
        correction = TableCorrect(
            id=f"{mark[:56]}-table{number}", seen=table.version + number, path=path, value=value
        )
        command_submit(table_id=table.pk, seat=seat, command=correction, is_tap=False)


def _changes(survivor: Survivor, before: Sheet, after: Sheet) -> Iterator[tuple[str, Value]]:
    if before.extra_actions != after.extra_actions:
        yield "extra_actions", after.extra_actions
    if before.skills != after.skills:
        gone = set(before.skills) - set(after.skills)
        stays = tuple(gift for gift in survivor.gifts if gift not in gone)
        yield "gifts", stays + tuple(one for one in after.skills if one not in stays)
