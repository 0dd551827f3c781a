"""Numbers of a campaign that say something: who did the work, how the cards and dice fell."""

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.luck import CampaignLuck
from rules.campaign import CampaignState


class CountedFigure(NamedTuple):
    """A number with what it counts."""

    what: str
    value: str
    meaning: str


def numbers_of(state: CampaignState, luck: CampaignLuck) -> list[CountedFigure]:
    """Return the figures of a campaign: most kills, luck of the cards, upkeep, and the fallen."""
    if not state.played:
        return []
    return [*_kills(state), *_spawns(luck), *_upkeep(luck), *_fallen(state)]


def _kills(state: CampaignState) -> list[CountedFigure]:
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
    return [CountedFigure(_("Carried the group"), f"{share} %", meaning)]


def _spawns(luck: CampaignLuck) -> list[CountedFigure]:
    """Return the luck of all spawn steps, compared with what the cards might have brought."""
    if luck.harder_than is None:
        return []
    meaning = _("harder than %(n)d of 100 campaigns; %(came)d zombies came, %(mean)d on average")
    steps = luck.steps
    numbers = {"n": luck.harder_than, "came": steps.came, "mean": round(steps.mean)}
    return [CountedFigure(_("Luck"), f"{luck.harder_than} %", meaning % numbers)]


def _upkeep(luck: CampaignLuck) -> list[CountedFigure]:
    """Return the number of cards kept, compared with the average of such dice."""
    keeping = luck.keeping
    if not keeping.rolls:
        return []
    words = ngettext(
        "of %(made)d card; the odds promised %(promised)s",
        "of %(made)d cards; the odds promised %(promised)s",
        keeping.rolls,
    )
    title = _("Kept against the odds") if keeping.over > 0 else _("Kept by upkeep")
    promised = number_format(round(keeping.expected, 1), 1)
    meaning = words % {"made": keeping.rolls, "promised": promised}
    return [CountedFigure(title, str(keeping.kept), meaning)]


def _fallen(state: CampaignState) -> list[CountedFigure]:
    down = sum(len(run.fallen) for run in state.played)
    dead = sum(status == "dead" for run in state.played for status in run.fallen.values())
    if not down:
        return []
    words = ngettext("%(dead)d of them died", "%(dead)d of them died", dead)
    return [CountedFigure(_("Out of action"), str(down), words % {"dead": dead})]
