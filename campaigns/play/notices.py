"""What the campaign tells everybody at its table at once: somebody has died for all of it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns import words
from campaigns.models import MissionRun
from companion.hooks import Fact, Notice
from companion.models import Table
from rules import TableState
from rules.campaign import Book, CampaignState, Sheet, book_of


def notices(table: Table, before: TableState, after: TableState) -> list[Notice]:
    died = [
        key
        for key, survivor in after.survivors.items()
        if survivor.status == "dead" and key in before.survivors
        if before.survivors[key].status != "dead"
    ]
    if not died:
        return []
    run = MissionRun.objects.select_related("campaign").filter(table=table, ended_at=None).first()
    if run is None:
        return []
    state = run.campaign.state
    return [_death(key, state, before, after) for key in died if key in state.sheets]


def _death(key: str, state: CampaignState, before: TableState, after: TableState) -> Notice:
    sheet, book = state.sheets[key], book_of(state)
    why = _("Nobody picked %(survivor)s up before the end of round %(round)d")
    was_down = before.survivors[key].status == "out_of_action"
    return Notice(
        icon="tomb",
        name=sheet.name,
        what=_("dead for the rest of the campaign"),
        why=why % {"survivor": sheet.name, "round": before.round} if was_down else "",
        facts=[
            Fact("star", pgettext("moment", "Lost"), lost_with(sheet, book)),
            Fact("medal", _("Not the achievements"), _("they pass on to the successor")),
            Fact("flag", _("Check the mission"), _standing(after)),
            Fact("users", _("Successor"), _heir(sheet)),
        ],
        stays=True,
    )


def lost_with(sheet: Sheet, book: Book) -> str:
    """What nobody has any more: equipment, points, extra actions, campaign skills (p. 7)."""
    lost = [_("equipment"), f"{sheet.points} {book.rules.points.in_language(words.language())}"]
    if sheet.extra_actions:
        said = ngettext("%(count)d extra action", "%(count)d extra actions", sheet.extra_actions)
        lost.append(said % {"count": sheet.extra_actions})
    return ", ".join([*lost, *(words.skill_name(book, skill) for skill in sheet.skills)])


def _standing(after: TableState) -> str:
    left = sum(each.status == "in_play" for each in after.survivors.values())
    said = ngettext(
        "%(count)d is still standing: can it be won?",
        "%(count)d are still standing: can it be won?",
        left,
    )
    return said % {"count": left}


def _heir(sheet: Sheet) -> str:
    if not sheet.player:
        return _("chosen at the end of the mission")
    return _("%(player)s chooses at the end of the mission") % {"player": sheet.player}
