"""Numbers of a campaign that say something: who did the work, and how the dice fell."""

from typing import NamedTuple

from django.db.models import Q
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign, CampaignEntry
from companion.journal.standing import standing
from companion.odds.luck import luck_of_many
from rules.campaign import CampaignState
from rules.campaign.events import UpkeepRolled
from rules.odds import keep_chance

ENOUGH_STEPS = 8
"""Spawn steps before anything is said of a campaign's luck."""


class Told(NamedTuple):
    """A number with what it counts."""

    what: str
    value: str
    meaning: str


def numbers_of(campaign: Campaign, state: CampaignState) -> list[Told]:
    """Who killed most, how the cards fell, what was kept against the odds, how many have fallen."""
    if not state.played:
        return []
    return [*_kills(state), *_spawns(campaign), *_upkeep(campaign), *_fallen(state)]


def _kills(state: CampaignState) -> list[Told]:
    """Whoever did most of the killing, and how much of it."""
    kills: dict[str, int] = {}
    for played in state.played:
        for key, count in played.kills.items():
            kills[key] = kills.get(key, 0) + count
    total = sum(kills.values())
    if not total:
        return []
    best = max(kills, key=lambda key: kills[key])
    share = round(100 * kills[best] / total)
    meaning = _("%(name)s killed %(count)d of %(all)d zombies") % {
        "name": state.sheets[best].name if best in state.sheets else best,
        "count": kills[best],
        "all": total,
    }
    return [Told(_("Carried the group"), f"{share} %", meaning)]


def _spawns(campaign: Campaign) -> list[Told]:
    """How hard the spawn steps of all missions were among those that might have been."""
    runs = campaign.runs.filter(ended_at__isnull=False, table__isnull=False)
    luck = luck_of_many(run.table for run in runs.select_related("table") if run.table)
    if luck.steps < ENOUGH_STEPS:
        return []
    meaning = _("harder than %(n)d of 100 campaigns; %(came)d zombies came, %(mean)d on average")
    told = {"n": luck.per_cent, "came": luck.came, "mean": round(luck.mean)}
    return [Told(_("Luck"), f"{luck.per_cent} %", meaning % told)]


def _upkeep(campaign: Campaign) -> list[Told]:
    """Cards kept beside what the dice promised; in one question, however long the log is."""
    rolls = Q(kind=CampaignEntry.Kind.DO, command_kind="upkeep.roll")
    entries = list(
        campaign.entries.filter(rolls | ~Q(kind=CampaignEntry.Kind.DO))
        .only("campaign", "seq", "kind", "target_seq", "down_to_seq", "events_json")
        .order_by("seq")
    )
    stands = standing((one.seq, one.kind, one.target_seq, one.down_to_seq) for one in entries)
    kept, promised, made = 0, 0.0, 0
    for entry in entries:
        for event in entry.events if entry.seq in stands else ():
            if isinstance(event, UpkeepRolled):
                made += 1
                kept += event.kept
                promised += float(keep_chance(len(event.faces)))
    if not made:
        return []
    words = ngettext(
        "of %(made)d card; the odds promised %(promised)s",
        "of %(made)d cards; the odds promised %(promised)s",
        made,
    )
    title = _("Kept against the odds") if kept > promised else _("Kept by upkeep")
    told = words % {"made": made, "promised": number_format(round(promised, 1), 1)}
    return [Told(title, str(kept), told)]


def _fallen(state: CampaignState) -> list[Told]:
    down = sum(len(one.fallen) for one in state.played)
    dead = sum(status == "dead" for one in state.played for status in one.fallen.values())
    if not down:
        return []
    words = ngettext("%(dead)d of them died", "%(dead)d of them died", dead)
    return [Told(_("Out of action"), str(down), words % {"dead": dead})]
