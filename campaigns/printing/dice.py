"""What the dice gave each survivor over a campaign, beside what they promised."""

from collections import defaultdict
from typing import Any

from campaigns.models import Campaign
from companion.journal.standing import standing
from companion.models import LogEntry, Table
from companion.odds.outlook import HIDDEN
from rules import decode_events
from rules.mechanics.attacks.events import AttackResolved
from rules.odds.luck import expected_hits


def hits_over(campaign: Campaign) -> dict[str, float]:
    """Hits over what was to be expected, by sheet; less than nothing is bad luck.

    Of those who have rolled at a table of ours that plays with odds. Three queries, however many
    missions there were.
    """
    tables = [
        table.pk
        for table in Table.objects.filter(run__campaign=campaign)
        if HIDDEN not in table.state.options
    ]
    entries = LogEntry.objects.filter(table__in=tables).order_by("table", "seq")
    steps: dict[Any, list[Any]] = defaultdict(list)
    for table, *step in entries.values_list("table", "seq", "kind", "target_seq", "down_to_seq"):
        steps[table].append(step)
    stands = {table: standing(each) for table, each in steps.items()}
    attacks = entries.filter(
        kind=LogEntry.Kind.DO, events_json__contains='"attack.resolved"'
    ).values_list("table", "seq", "events_json")
    over: dict[str, float] = {}
    for table, seq, events in attacks:
        for event in decode_events(campaign.state.game, events) if seq in stands[table] else ():
            if isinstance(event, AttackResolved) and event.faces:
                hits = sum(face >= event.accuracy for face in event.faces)
                promised = float(expected_hits(len(event.faces), event.accuracy))
                over[event.survivor] = over.get(event.survivor, 0.0) + hits - promised
    return over
