"""What the running table says that the end of a mission needs."""

from typing import NamedTuple

from campaigns.models import Campaign, MissionRun
from companion.models import Table
from companion.shelf.selectors import standing_events
from rules import played_pack
from rules.campaign.events import KeywordGained
from rules.mechanics.kills import ZombiesKilled
from rules.state import Result, TableState


class TableResult(NamedTuple):
    """The state of the table: a first draft of the end."""

    result: Result | None
    carried: dict[str, tuple[str, ...]]
    out_of_action: tuple[str, ...]
    dead: tuple[str, ...]
    kills: dict[str, int]
    rounds: int | None


NOTHING = TableResult(None, {}, (), (), {}, None)


def running(campaign: Campaign) -> MissionRun | None:
    """Return the mission that is being played, with its table."""
    return campaign.runs.select_related("table").filter(ended_at=None).first()


def table_of(run: MissionRun | None) -> TableState | None:
    """Return the state of the mission's table; None on paper."""
    return run.table.state if run and run.table else None


def found_at_table(run: MissionRun | None) -> TableResult:
    """Inventories, the fallen and the kills; nothing when it is played on paper."""
    if run is None or run.table is None:
        return NOTHING
    state = run.table.state
    # What was invented for one mission stays with it: no sheet of the campaign knows such a card.
    printed = {card.id for card in played_pack(state.game, state.expansions).equipment}
    standing = {"in_play", "escaped"}
    return TableResult(
        result=state.result,
        carried={
            key: tuple(
                copy
                for copy in (*survivor.inventory.values(), *survivor.found)
                if copy.rpartition("-")[0] in printed
            )
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
    """Zombies killed by each survivor, by attacks and by hand, after every undo and redo."""
    kills: dict[str, int] = {}
    for _seq, events in standing_events(table):
        for fact in (fact for event in events for fact in event.facts()):
            if isinstance(fact, ZombiesKilled) and fact.survivor:
                kills[fact.survivor] = kills.get(fact.survivor, 0) + fact.count
    return kills


TURNED = ("objective.take", "objective.reveal", "note.read")


def words_given(campaign: Campaign, copy: str) -> list[str]:
    """Keywords noted since a card was turned, while it is being read."""
    state = campaign.state
    if state.objectives[copy].status != "taken":
        return []
    turned = campaign.entries.filter(
        command_kind__in=TURNED, command_json__contains=f'"{copy}"'
    ).order_by("-seq")
    since = turned.values_list("seq", flat=True).first() or 0
    noted = {
        event.word
        for entry in campaign.entries.filter(command_kind="keyword.gain", seq__gt=since)
        for event in entry.events
        if isinstance(event, KeywordGained)
    }
    return [keyword.word for keyword in state.keywords if keyword.word in noted]
