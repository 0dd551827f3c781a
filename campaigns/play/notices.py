"""What the campaign tells everybody at its table at once: somebody has died for all of it."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns import words
from campaigns.models import MissionRun
from campaigns.play.heirs import free_survivors, is_chooser
from companion.hooks import Fact, Notice, NoticeChoice, TableLink
from companion.models import Seat
from rules import TableState
from rules.campaign import CampaignBook, Sheet, book_of

OFFERED = 3
"""Successors that a notice offers by name; the page has all."""


def notices(seat: Seat, before: TableState, after: TableState) -> list[Notice]:
    died = [
        key
        for key, survivor in after.survivors.items()
        if survivor.status == "dead" and key in before.survivors
        if before.survivors[key].status != "dead"
    ]
    if not died:
        return []
    runs = MissionRun.objects.select_related("campaign").filter(ended_at=None)
    run = runs.filter(table=seat.table_id).first()
    if run is None:
        return []
    sheets = run.campaign.state.sheets
    return [_death(key, run, seat, before, after) for key in died if key in sheets]


def _death(key: str, run: MissionRun, seat: Seat, before: TableState, after: TableState) -> Notice:
    state = run.campaign.state
    sheet, book = state.sheets[key], book_of(state)
    choice = _choice(key, run, seat)
    why = _("Nobody picked %(survivor)s up before the end of round %(round)d")
    was_down = before.survivors[key].status == "out_of_action"
    return Notice(
        icon="tomb",
        name=sheet.name,
        what=_("dead for the rest of the campaign"),
        why=why % {"survivor": sheet.name, "round": before.round} if was_down else "",
        facts=[
            Fact("star", pgettext("moment", "Lost"), lost_with(sheet, book)),
            Fact("medal", _("Passes on to the successor"), _("only the achievements")),
            Fact("flag", _("Check the mission"), _standing(after)),
            *([] if choice else [Fact("users", _("Successor"), _heir(sheet))]),
        ],
        stays=True,
        choice=choice,
    )


def _choice(key: str, run: MissionRun, seat: Seat) -> NoticeChoice | None:
    """Only the player of the dead one is asked; for one without a phone, whoever keeps it."""
    state = run.campaign.state
    sheet, book = state.sheets[key], book_of(state)
    if not is_chooser(seat, run.campaign, sheet):
        return None
    free = free_survivors(book, state)[:OFFERED]
    whom = _("%(player)s, who follows?") % {"player": sheet.player}
    return NoticeChoice(
        title=whom if sheet.player else _("Who follows?"),
        meaning=_("A new sheet: only the achievements pass on."),
        action=reverse("campaigns:command", args=[run.campaign_id]),
        fields={
            "kind": "sheet.succeed",
            "sheet": key,
            "name": "-",
            "seen": str(run.campaign.version),
        },
        name="successor",
        options=[(survivor.id, survivor.name) for survivor in free],
        elsewhere=TableLink(
            url=reverse("campaigns:heir", args=[run.campaign_id, key]),
            words=_("Somebody else"),
            meaning="",
            icon="users",
        ),
        later=_("At the end of the mission"),
    )


def lost_with(sheet: Sheet, book: CampaignBook) -> str:
    """Return the losses with a sheet: equipment, points, extra actions, campaign skills (p. 7)."""
    lost = [_("equipment"), f"{sheet.points} {book.rules.points.in_language(words.language())}"]
    if sheet.extra_actions:
        actions = ngettext("%(count)d extra action", "%(count)d extra actions", sheet.extra_actions)
        lost.append(actions % {"count": sheet.extra_actions})
    return ", ".join([*lost, *(words.skill_name(book, skill) for skill in sheet.skills)])


def _standing(after: TableState) -> str:
    left = sum(survivor.status == "in_play" for survivor in after.survivors.values())
    sentence = ngettext(
        "%(count)d is still standing: can it be won?",
        "%(count)d are still standing: can it be won?",
        left,
    )
    return sentence % {"count": left}


def _heir(sheet: Sheet) -> str:
    if not sheet.player:
        return _("chosen now or at the end of the mission")
    sentence = _("%(player)s chooses, now or at the end of the mission")
    return sentence % {"player": sheet.player}
