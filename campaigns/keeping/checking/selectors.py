"""Everything we keep, looked at once."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from campaigns.keeping.checking import chains, stored
from campaigns.keeping.checking.chains import Finding
from campaigns.models import Campaign, CampaignEntry
from campaigns.printing.models import PrintJob
from companion.models import LogEntry, Table


class Extent(NamedTuple):
    """The number of records checked, by kind."""

    tables: int
    entries: int
    campaigns: int
    campaign_entries: int
    prints: int


def extent() -> Extent:
    return Extent(
        Table.objects.count(),
        LogEntry.objects.count(),
        Campaign.objects.count(),
        CampaignEntry.objects.count(),
        PrintJob.objects.filter(state=PrintJob.State.DONE).count(),
    )


def findings(progress: Callable[[str], None] = lambda text: None) -> Iterator[Finding]:
    """Faults and differences of the whole site, as they are found."""
    progress("the database")
    yield from stored.database_findings()
    progress("tables")
    for table in Table.objects.order_by("created_at").iterator(chunk_size=20):
        yield from chains.table_findings(table)
    progress("campaigns")
    for campaign in Campaign.objects.order_by("created_at").iterator(chunk_size=20):
        yield from chains.campaign_findings(campaign)
    progress("files")
    yield from stored.file_findings()
