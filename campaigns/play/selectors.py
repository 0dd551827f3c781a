"""What the running table says that the end of a mission needs."""

import json
from typing import NamedTuple

from campaigns.models import Campaign, MissionRun
from companion.journal.standing import standing_in
from companion.models import Table
from rules.state import Result, TableState


class Found(NamedTuple):
    """How things stand at the table: a first draft of the end."""

    result: Result | None
    carried: dict[str, tuple[str, ...]]
    out_of_action: tuple[str, ...]
    dead: tuple[str, ...]
    kills: dict[str, int]
    rounds: int | None


NOTHING = Found(None, {}, (), (), {}, None)


def running(campaign: Campaign) -> MissionRun | None:
    """The mission that is being played, with its table."""
    return campaign.runs.select_related("table").filter(ended_at=None).first()


def table_of(run: MissionRun | None) -> TableState | None:
    """How the mission stands at its table; None on paper."""
    return run.table.state if run and run.table else None


def found_at_table(run: MissionRun | None) -> Found:
    """Inventories, the fallen and the kills; nothing when it is played on paper."""
    if run is None or run.table is None:
        return NOTHING
    state = run.table.state
    standing = {"in_play", "escaped"}
    return Found(
        result=state.result,
        carried={
            key: (*survivor.inventory.values(), *survivor.found)
            for key, survivor in state.survivors.items()
            if survivor.status in standing and (survivor.inventory or survivor.found)
        },
        out_of_action=tuple(
            key for key, survivor in state.survivors.items() if survivor.status == "out_of_action"
        ),
        dead=tuple(key for key, survivor in state.survivors.items() if survivor.status == "dead"),
        kills=kills_of(run.table),
        rounds=state.round,
    )


def kills_of(table: Table) -> dict[str, int]:
    """Zombies killed by each survivor, as the log stands after every undo and redo."""
    killing = table.entries.filter(events_json__contains="zombies.killed")
    stands = standing_in(table)
    kills: dict[str, int] = {}
    for seq, events in killing.values_list("seq", "events_json"):
        if seq not in stands:
            continue
        for event in json.loads(events):
            if event["kind"] == "zombies.killed" and event.get("survivor"):
                kills[event["survivor"]] = kills.get(event["survivor"], 0) + event["count"]
    return kills
