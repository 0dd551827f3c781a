"""The only readers of campaigns. Each answers with a fixed number of queries."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import words
from campaigns.charts import TitledChart, bar_chart, growth_line
from campaigns.icons import EMBLEMS, icon_of
from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.play.companions import Companions, companions_of
from campaigns.play.selectors import running, table_of
from companion.house.selectors import house_pack
from companion.journal.selectors import light_entries
from companion.people.models import Person
from companion.setup.selectors import initials
from rules import TableState, pack_of, table_danger
from rules.campaign import (
    CampaignBook,
    CampaignState,
    Sheet,
    book_of,
    is_free_to_choose,
    next_missions,
    rewards_due,
)
from rules.campaign.objectives import cards_taken
from rules.campaign.outset import later_uses
from rules.campaign.state import SheetStatus
from rules.campaign.upkeep import card_of
from rules.packs.schema.people import PackSurvivor

LISTED = 8
LOG_PAGE = 40
HISTORY = 60
NAMED = 3
AT_TABLE: Mapping[str, SheetStatus] = {"out_of_action": "out_of_action", "dead": "dead"}
"""Changes to a survivor at the table that the sheet will take over."""


class EquipmentCard(NamedTuple):
    """A card of equipment as a page shows it."""

    copy: str
    name: str
    icon: str


class SheetRow(NamedTuple):
    """A sheet as the campaign page shows it."""

    key: str
    sheet: Sheet
    emblem: str
    """The portrait the players chose; without one the initials stand for the survivor."""
    initials: str
    boxes: list[tuple[bool, bool]]
    """For each box of the track: filled, and whether it gives a reward."""
    due: int
    extra_left: int
    skills: list[str]
    kept: list[EquipmentCard]
    heir_of: str
    status: str
    """As the sheet has it, or as the running mission's table does."""
    down_until: int | None = None
    """The round of that table before whose end somebody must pick them up."""

    @property
    def words(self) -> list[str]:
        """Equipment and skills, in the few words a row has room for."""
        return [*self.skills, *(item.name for item in self.kept)]


class Stop(NamedTuple):
    """A mission on the route."""

    code: str
    number: int
    title: str
    short: str
    state: str
    """won, lost, abandoned, now, next or open."""


class AchievementStamp(NamedTuple):
    """An achievement: earned by whom, and which missions will ask for it."""

    name: str
    earned: bool
    who: str
    used_in: str


class RunningMission(NamedTuple):
    """The running mission at its table."""

    run: MissionRun
    table: TableState | None
    danger: str
    taken: int
    cards: int


class Turn(NamedTuple):
    """A mission in the timeline."""

    number: int
    code: str
    title: str
    result: str
    played: object
    notes: list[str]
    achievements: list[str]
    fallen: list[tuple[str, str]]
    kills: int
    run: MissionRun | None


class Page(NamedTuple):
    """All the campaign page shows."""

    campaign: Campaign
    member: Member
    state: CampaignState
    book: CampaignBook
    stops: list[Stop]
    now: RunningMission | None
    rows: list[SheetRow]
    fallen: list[SheetRow]
    stamps: list[AchievementStamp]
    turns: list[Turn]
    bars: list[TitledChart]
    lines: list[TitledChart]
    counts: str
    rounds: int
    companions: Companions
    runs: list[MissionRun]
    """With their tables."""

    @property
    def is_free_to_choose(self) -> bool:
        return is_free_to_choose(self.book)


def member_of(
    *, campaign_id: uuid.UUID, person: Person | None, binned: bool = False
) -> Member | None:
    """Return this person's membership, with the campaign; None for a stranger."""
    if person is None:
        return None
    memberships = Member.objects.select_related("campaign", "person").filter(
        campaign=campaign_id, person=person
    )
    return memberships.filter(campaign__binned_at__isnull=not binned).first()


def campaigns_of(person: Person | None) -> QuerySet[Member]:
    """Memberships of a person, newest campaign first; the caller says which shelf."""
    if person is None:
        return Member.objects.none()
    return (
        Member.objects.filter(person=person)
        .select_related("campaign")
        .order_by("-campaign__updated_at")
    )


def current_campaigns(person: Person | None) -> list[Member]:
    shelf = campaigns_of(person).filter(campaign__binned_at=None, campaign__archived_at=None)
    return list(shelf[:LISTED])


def item_of(book: CampaignBook, copy: str) -> EquipmentCard:
    return EquipmentCard(copy, words.card_name(book, copy), icon_of(card_of(book, copy)))


def sheet_row(
    state: CampaignState, book: CampaignBook, key: str, table: TableState | None
) -> SheetRow:
    sheet, rules = state.sheets[key], book.rules
    at_table = table.survivors.get(key) if table else None
    used = at_table.extra_actions_used if at_table else sheet.extra_actions_used
    return SheetRow(
        key=key,
        sheet=sheet,
        emblem=sheet.emblem if sheet.emblem in EMBLEMS else "",
        initials=initials(sheet.name),
        boxes=[
            (sheet.points >= box, box in rules.milestones)
            for box in range(1, rules.points_track + 1)
        ],
        due=rewards_due(sheet, rules) if sheet.status != "dead" else 0,
        extra_left=sheet.extra_actions - used,
        skills=[words.skill_name(book, skill) for skill in sheet.skills],
        kept=[item_of(book, copy) for copy in sheet.kept],
        heir_of=words.sheet_name(state, sheet.heir_of) if sheet.heir_of else "",
        status=AT_TABLE.get(at_table.status, sheet.status) if at_table else sheet.status,
        down_until=at_table.down_since + 1 if at_table and at_table.down_since else None,
    )


def _stops(state: CampaignState, book: CampaignBook) -> list[Stop]:
    """The route: the missions of the book or the road, or those a free campaign has played."""
    results = {run.mission: run.result for run in state.played}
    results |= {run.mission: run.result for run in state.played if run.result == "won"}
    codes = [leg.mission for leg in book.road] or list(book.rules.missions)
    is_free = is_free_to_choose(book)
    if is_free:
        codes = [run.mission for run in state.played]
        results = {}
    coming = next_missions(state, book) if state.result is None else ()
    stops = []
    for number, code in enumerate(codes, 1):
        how = results.get(code, "open") if not is_free else state.played[number - 1].result
        if code == state.mission and not is_free:
            how = "now"
        elif code in coming and (how == "open" or book.road):
            how = "next"
        stops.append(
            Stop(
                code, number, words.mission_title(book, code), words.mission_short(book, code), how
            )
        )
    if is_free and state.mission:
        title = words.mission_title(book, state.mission)
        stops.append(Stop(state.mission, len(stops) + 1, title, title.split(":")[0], "now"))
    return stops


def now_of(run: MissionRun | None, state: CampaignState) -> RunningMission | None:
    if run is None:
        return None
    table = run.table.state if run.table else None
    taken, total = cards_taken(state, book_of(state))
    return RunningMission(
        run=run,
        table=table,
        danger=table_danger(table, pack_of(table))[0] if table else "",
        taken=taken,
        cards=total,
    )


def _stamps(state: CampaignState, book: CampaignBook) -> list[AchievementStamp]:
    """Printed achievements first, then those the group noted down; never what they will do."""
    uses = later_uses(state, book)
    owners: dict[str, list[str]] = {}
    for sheet in state.sheets.values():
        for name in sheet.achievements:
            owners.setdefault(name, []).append(sheet.name)
    for name in state.achievements:
        owners[name] = [_("everyone")]
    known = [achievement.id for achievement in book.rules.achievements]
    return [
        AchievementStamp(
            name=words.achievement_name(book, name),
            earned=name in owners,
            who=_some(owners.get(name, [])),
            used_in=", ".join(uses.get(name, ())),
        )
        for name in (*known, *(owner for owner in owners if owner not in known))
    ]


def _some(names: list[str]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:NAMED])
    return shown if len(names) <= NAMED else f"{shown} +{len(names) - NAMED}"


def _turns(state: CampaignState, book: CampaignBook, runs: dict[int, MissionRun]) -> list[Turn]:
    """Return the timeline, newest first. It names the notes that were read, not what they say."""
    turns = []
    for number, played in enumerate(state.played, 1):
        turns.append(
            Turn(
                number=number,
                code=played.mission,
                title=words.mission_title(book, played.mission),
                result=played.result,
                played=played,
                notes=[copy.rpartition("-")[2] for copy in played.notes],
                achievements=[words.achievement_name(book, name) for name in played.achievements],
                fallen=[
                    *(
                        (words.sheet_name(state, key), status)
                        for key, status in played.fallen.items()
                    ),
                    *(
                        (words.companion_name(book, state, key), status)
                        for key, status in played.companions.items()
                        if status == "dead"
                    ),
                ],
                kills=sum(played.kills.values()),
                run=runs.get(number),
            )
        )
    return turns[::-1]


def _charts(
    state: CampaignState, book: CampaignBook
) -> tuple[list[TitledChart], list[TitledChart]]:
    played = state.played
    if not played:
        return [], []
    kills = [(run.mission, sum(run.kills.values()), run.result) for run in played]
    kept = [(run.mission, sum(map(len, run.kept.values())), run.result) for run in played]
    won = sum(run.result == "won" for run in played)
    rate = round(100 * won / len(played))
    total = sum(value for _code, value, _mark in kills)
    bars = [
        bar_chart(
            _("Kills"),
            kills,
            ngettext("%(n)d zombie", "%(n)d zombies", total) % {"n": total},
        ),
        bar_chart(
            _("Kept equipment"),
            kept,
            _("%(rate)d %% of missions won") % {"rate": rate},
        ),
    ]
    lines = [
        growth_line(
            sheet.name,
            [run.points[key] for run in played if key in run.points],
            book.rules.points_track,
        )
        for key, sheet in state.sheets.items()
    ]
    return bars, lines


def _counts(state: CampaignState, book: CampaignBook) -> str:
    results = [run.result for run in state.played]
    won, lost = results.count("won"), results.count("lost")
    counts = [
        ngettext("%(n)d won", "%(n)d won", won) % {"n": won},
        ngettext("%(n)d lost", "%(n)d lost", lost) % {"n": lost},
    ]
    if not book.free:
        done = {run.mission for run in state.played if run.result == "won"}
        left = len(book.rules.missions) - len(done)
        counts.append(ngettext("%(n)d to play", "%(n)d to play", left) % {"n": left})
    return " · ".join(counts)


def member_names(campaign: Campaign) -> list[str]:
    """Everybody who belongs to it, as they are called there."""
    return list(campaign.members.values_list("name", flat=True))


def page(member: Member) -> Page:
    """Everything the campaign page shows: three queries, however long the story."""
    campaign = member.campaign
    state = campaign.state
    book = book_of(state)
    runs = {run.number: run for run in campaign.runs.select_related("table")}
    current = next((run for run in runs.values() if run.ended_at is None), None)
    now = now_of(current, state)
    table = now.table if now else None
    mine_first = sorted(state.sheets, key=lambda key: state.sheets[key].player != member.name)
    rows = [sheet_row(state, book, key, table) for key in mine_first]
    bars, lines = _charts(state, book)
    return Page(
        campaign=campaign,
        member=member,
        state=state,
        book=book,
        stops=_stops(state, book),
        now=now,
        rows=[row for row in rows if row.sheet.status != "dead"],
        fallen=[row for row in rows if row.sheet.status == "dead"],
        stamps=_stamps(state, book),
        turns=_turns(state, book, runs),
        bars=bars,
        lines=lines,
        counts=_counts(state, book),
        rounds=sum(run.rounds or 0 for run in state.played),
        companions=companions_of(state, book),
        runs=list(runs.values()),
    )


def unknown_cards(person: Person, state: CampaignState, book: CampaignBook) -> dict[str, str]:
    """Survivors whose printed skills nobody has copied yet, with the page that asks for them."""
    typed = house_pack(person, state.game).trees
    return {
        survivor.id: reverse("companion:house-survivor", args=[state.game, survivor.id])
        for survivor in book.pack.survivors
        if survivor.id in state.sheets and survivor.id not in typed and is_unknown(survivor)
    }


def is_unknown(survivor: PackSurvivor) -> bool:
    """Check if we lack skills of a printed card; yellow is the same for everybody."""
    return None in (survivor.skills.blue, survivor.skills.orange, survivor.skills.red)


def undo_and_redo(campaign: Campaign) -> dict[str, CampaignEntry]:
    """Return the entries that undo would take back and redo bring back, by `undo` and `redo`."""
    entries = light_entries(campaign)
    steps: dict[str, CampaignEntry] = {}
    if done := entries.filter(seq=campaign.undo_seq).first() if campaign.undo_seq else None:
        steps["undo"] = done
    if campaign.redo_seq is not None:
        targets = campaign.entries.filter(seq=campaign.redo_seq).values("target_seq")[:1]
        steps["redo"] = entries.get(seq=Subquery(targets))
    return steps


def history(campaign: Campaign, key: str) -> list[CampaignEntry]:
    """Return every change of one sheet, newest first."""
    entries = light_entries(campaign).filter(sheets__contains=f",{key},")
    return list(entries.order_by("-seq")[:HISTORY])


def log_page(campaign: Campaign, before: int | None) -> tuple[list[CampaignEntry], bool]:
    """Return a page of the log, newest first, and whether there is more below."""
    entries = light_entries(campaign).order_by("-seq")
    if before is not None:
        entries = entries.filter(seq__lt=before)
    rows = list(entries[: LOG_PAGE + 1])
    return rows[:LOG_PAGE], len(rows) > LOG_PAGE


def branch_points(campaign: Campaign) -> list[CampaignEntry]:
    """Return the entries where a branch can begin, newest first."""
    points = campaign.entries.filter(command_kind__in=("mission.start", "mission.book"))
    return list(points.order_by("-seq")[:LOG_PAGE])


def running_table(campaign: Campaign) -> TableState | None:
    return table_of(running(campaign))
