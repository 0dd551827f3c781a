"""What comes after a mission's table: its steps on the television, and where everybody goes on."""

import uuid
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import words
from campaigns.models import Member, MissionRun
from campaigns.narration import STATUSES
from campaigns.play.ending import upkeep_of
from campaigns.play.gains import Gain, gains_of
from campaigns.play.heirs import named_heirs
from campaigns.play.way import (
    lines_to_book,
    mission_after,
    step_due,
    title_of,
    way,
    who_chooses,
    who_died,
)
from companion.hooks import Aftermath, AfterRow, AfterStep
from companion.models import Seat, Table
from rules.campaign import CampaignBook, CampaignState, book_of
from rules.campaign.state import Played

MOST_ROWS = 12


def aftermath(table: Table) -> Aftermath | None:
    """Return the step the end has reached and its content; once booked, what it brought."""
    run = MissionRun.objects.select_related("campaign").filter(table=table).first()
    if run is None:
        return None
    state = run.campaign.state
    book = book_of(state)
    brought = gains_of(run.campaign, run.number, state, book)
    gains = {key: _gained(state, key, table, brought) for key in table.state.survivors}
    if run.ended_at is not None:
        return _booked(run, state, book, gains, brought)
    if state.ending is None:
        return Aftermath(gains, _("upkeep, rewards and the booking, on your phones"))
    step = step_due(state)
    rows = list(_of_booking(state, brought) if step == "book" else ROWS[step](state, book))
    return Aftermath(
        gains,
        _now(run, step),
        _left(state, step),
        [AfterStep(stage.number, stage.word, stage.status) for stage in way(state, step)],
        rows[:MOST_ROWS],
        len(rows[MOST_ROWS:]),
    )


def _now(run: MissionRun, step: str) -> str:
    """The step, and whose phone leads: in upkeep where something was done last, then a keeper's.

    In the other steps everybody decides for themselves.
    """
    word, who = title_of(step), ""
    if step == "upkeep":
        who = run.campaign.entries.order_by("-seq").values_list("who", flat=True).first() or ""
    elif step == "book":
        keepers = run.campaign.members.filter(role=Member.Role.KEEPER).order_by("created_at")
        who = _(" or ").join(keepers.values_list("name", flat=True))
    return _("%(step)s, on the phone of %(who)s") % {"step": word, "who": who} if who else word


def _left(state: CampaignState, step: str) -> str:
    if step != "upkeep":
        return ""
    view = upkeep_of(state)
    counted = ngettext("%(done)d of %(all)d card", "%(done)d of %(all)d cards", len(view.rolls))
    return counted % {"done": view.done, "all": len(view.rolls)}


# --- the steps ---


def _of_upkeep(state: CampaignState, book: CampaignBook) -> Iterator[AfterRow]:
    """Cards still to be rolled for come first: not all may have room."""
    for roll in sorted(upkeep_of(state).rolls, key=lambda roll: roll.rolled):
        if not roll.rolled:
            chance = f"{roll.percent}\N{NO-BREAK SPACE}%"
            yield AfterRow(roll.item.name, roll.who, chance, "open")
        elif roll.kept and not roll.dropped:
            yield AfterRow(roll.item.name, roll.who, _("kept"), "good")
        else:
            yield AfterRow(roll.item.name, roll.who, _("lost"), "bad")


def _of_rewards(state: CampaignState, book: CampaignBook) -> Iterator[AfterRow]:
    """First those with a reward to choose, then the others and when theirs is due."""
    unit, open_ones = book.rules.points.in_language(words.language()), who_chooses(state, book)
    gone = {*who_died(state), *(k for k, sheet in state.sheets.items() if sheet.status == "dead")}
    for key in [*open_ones, *(key for key in state.sheets if key not in {*open_ones, *gone})]:
        sheet, value = state.sheets[key], f"{state.sheets[key].points} {unit}"
        if key in open_ones:
            notes = (sheet.player, _("reward to choose"))
            yield AfterRow(sheet.name, " · ".join(filter(None, notes)), value, "open")
            continue
        following = next((at for at in book.rules.milestones if at > sheet.points), None)
        note = _("next reward at %(points)d") % {"points": following} if following else ""
        yield AfterRow(sheet.name, note, value)


def _of_heirs(state: CampaignState, book: CampaignBook) -> Iterator[AfterRow]:
    heirs = named_heirs(state)
    for key in who_died(state):
        sheet = state.sheets[key]
        if key in heirs:
            yield _follows(heirs[key].name, sheet.name)
        else:
            chooser = _("%(player)s chooses who follows") % {"player": sheet.player}
            yield AfterRow(sheet.name, chooser if sheet.player else _("Who follows?"), "", "open")


def _follows(heir: str, fallen: str) -> AfterRow:
    return AfterRow(heir, _("follows %(survivor)s") % {"survivor": fallen}, "", "good")


def _of_booking(state: CampaignState, brought: Mapping[str, Gain]) -> Iterator[AfterRow]:
    """Yield what will be booked; the result stands beside these rows already."""
    for what, how in lines_to_book(state, brought):
        yield AfterRow(what, how, "")


ROWS = {"upkeep": _of_upkeep, "rewards": _of_rewards, "heirs": _of_heirs}


# --- booked ---


def _booked(
    run: MissionRun,
    state: CampaignState,
    book: CampaignBook,
    gains: dict[str, str],
    brought: Mapping[str, Gain],
) -> Aftermath:
    following = mission_after(state, book)
    now = _("booked; that was the last mission")
    if following is not None:
        title = words.mission_title(book, following)
        now = _("booked; next comes %(mission)s") % {"mission": title}
    rows = list(_brought(state.played[run.number - 1], state, book, gains, brought))
    return Aftermath(gains, now, rows=rows[:MOST_ROWS], more=len(rows[MOST_ROWS:]))


def _brought(
    played: Played,
    state: CampaignState,
    book: CampaignBook,
    gains: dict[str, str],
    brought: Mapping[str, Gain],
) -> Iterator[AfterRow]:
    """Everybody with what they chose, kept and gained, who follows the dead, and achievements."""
    for key, gained in gains.items():
        if key not in played.points:
            continue
        fate = played.fallen.get(key)
        kept = [words.card_name(book, copy) for copy in played.kept.get(key, ())]
        notes = [str(STATUSES[fate])] if fate else []
        notes += brought[key].rewards if key in brought and fate != "dead" else []
        yield AfterRow(
            words.sheet_name(state, key),
            ", ".join(notes + kept) or _("keeps no card"),
            gained,
            "bad" if fate == "dead" else "",
        )
    for sheet in state.sheets.values():
        if sheet.heir_of in gains and played.fallen.get(sheet.heir_of or "") == "dead":
            fallen = words.sheet_name(state, sheet.heir_of)
            yield _follows(sheet.name, fallen)
    for achievement in played.achievements:
        yield AfterRow(words.achievement_name(book, achievement), _("achievement"), "", "good")


def _gained(state: CampaignState, key: str, table: Table, brought: Mapping[str, Gain]) -> str:
    """`+2 CEP`; what a dead one had is lost."""
    book, sheet = book_of(state), state.sheets.get(key)
    if sheet is None or "points" not in state.advanced:
        return ""
    unit = book.rules.points.in_language(words.language())
    is_dead = table.state.survivors[key].status == "dead"
    gained = -sheet.points if is_dead else brought[key].points if key in brought else 0
    sign = "+" if gained > 0 else "−" if gained < 0 else ""  # noqa: RUF001 (a minus, not a hyphen)
    return f"{sign}{abs(gained)} {unit}"


def table_after(seat: Seat) -> uuid.UUID | None:
    """Return the table of the newest mission after this one's at which the same person sits."""
    later = MissionRun.objects.filter(
        campaign__runs__table=seat.table_id,
        table__seats__person=seat.person_id,
        table__binned_at=None,
    ).order_by("-number")
    newest = later.values_list("table", flat=True).first()
    return newest if newest != seat.table_id else None
