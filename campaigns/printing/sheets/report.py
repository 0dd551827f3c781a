"""The after-action report of one table: what came, what fell, who did it, round by round."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

import msgspec
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from campaigns.printing.charts import FILLS
from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.sheets.campaign import result_word
from campaigns.printing.subjects import TableSubject
from companion.hooks import whole_of
from companion.journal.standing import standing_in
from companion.models import LogEntry, Table
from companion.narration import narrate
from companion.odds.luck import Luck, better_than, luck_of
from companion.terms import spaced_code
from rules import (
    Event,
    danger_of,
    decode_events,
    decode_state,
    encode,
    facts_of,
    mission_at,
    pack_of,
)
from rules.mechanics.kills import ZombiesKilled
from rules.mechanics.rounds import PhaseBegan
from rules.mechanics.supply import ZombiesPlaced
from rules.mechanics.wounds.wound import wounds_told as wounds_of
from rules.odds.luck import Throws
from rules.packs.schema.base import DangerId

TEMPLATE = "print/report.html"
TOGETHER = 3
"""Number of last rounds that are never parted: none stands on a page alone."""


class ReportedRound(Content, frozen=True, kw_only=True):
    round: int
    placed: dict[str, int] = {}
    killed: dict[str, int] = {}
    events: tuple[dict[str, Any], ...] = ()
    """As the log has them: each game reads its own."""


class SpawnFall(Content, frozen=True, kw_only=True):
    """The spawn step of a round among those that were likely."""

    round: int
    danger: DangerId
    came: int
    low: int
    high: int
    mean: float


class AttackDice(Content, frozen=True, kw_only=True):
    """The dice of a survivor's attacks."""

    name: str
    dice: int
    hits: int
    expected: float
    better_than: int | None = None
    """Of a hundred such throws; None where there are too few to say."""


class Fortune(Content, frozen=True, kw_only=True):
    """The luck of the evening."""

    share: int | None
    """Of a hundred evenings so many were gentler; None while it is too early to say."""
    came: int
    mean: float
    steps: tuple[SpawnFall, ...]
    dice: tuple[AttackDice, ...]
    all_dice: AttackDice | None = None
    """Of several survivors together."""


class MissionReport(Content, frozen=True, kw_only=True):
    code: str
    played_on: str
    state: dict[str, Any]
    """Without its secrets: only names and counts are printed. Each game reads its own."""
    rounds: tuple[ReportedRound, ...]
    kills: dict[str, int]
    wounds: dict[str, int]
    campaign_name: str | UnsetType = UNSET
    """Name of the campaign; unset for a table of its own."""
    luck: Fortune | UnsetType | None = UNSET
    """None where the house plays without odds; unset in prints of before it was told."""


def content(subject: TableSubject, chosen: PrintChoices) -> MissionReport:
    """Return a whole game from the steps not undone. Five queries, however long the log is."""
    table = subject.seat.table
    rounds: list[tuple[int, list[Event]]] = [(1, [])]
    for event in _standing(table):
        if isinstance(event, PhaseBegan) and event.phase == "players":
            rounds.append((event.round, []))
        rounds[-1][1].append(event)
    events = [event for _number, happened in rounds for event in happened]
    bare = replace(table.state, seed="", decks={}, pending=(), described={})
    return MissionReport(
        code=table.code,
        played_on=table.created_at.date().isoformat(),
        state=msgspec.json.decode(encode(bare)),
        rounds=tuple(_round(number, happened) for number, happened in rounds),
        kills=_sums((e.survivor or "", e.count) for e in events if isinstance(e, ZombiesKilled)),
        wounds=_sums(hurt for hurt in map(wounds_of, events) if hurt[1]),
        campaign_name=whole_of(table) or UNSET,
        luck=_fortune(luck_of(table)),
    )


def _fortune(luck: Luck | None) -> Fortune | None:
    if luck is None or not (luck.rounds or luck.dice):
        return None
    whole = luck.whole
    return Fortune(
        share=whole.per_cent if luck.is_enough else None,
        came=whole.came,
        mean=round(whole.mean, 1),
        steps=tuple(
            SpawnFall(
                round=step.round,
                danger=step.danger,
                came=step.fall.came,
                low=step.fall.band[0],
                high=step.fall.band[1],
                mean=round(step.fall.mean, 1),
            )
            for step in luck.rounds
        ),
        dice=tuple(_rolled(die.name, die.throws) for die in luck.dice),
        all_dice=_rolled("", luck.throws) if len(luck.dice) > 1 else None,
    )


def _rolled(name: str, throws: Throws) -> AttackDice:
    return AttackDice(
        name=name,
        dice=throws.dice,
        hits=throws.hits,
        expected=throws.expected,
        better_than=better_than(throws),
    )


def _round(number: int, events: list[Event]) -> ReportedRound:
    return ReportedRound(
        round=number,
        placed=_sums((e.zombie, e.count) for e in events if isinstance(e, ZombiesPlaced)),
        killed=_sums((e.zombie, e.count) for e in events if isinstance(e, ZombiesKilled)),
        events=tuple(msgspec.to_builtins(e) for e in events if e.memorable),
    )


def _sums(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for key, count in counts:
        total[key] += count
    return dict(total)


def may_be_printed(subject: TableSubject) -> bool:
    """Once something has happened."""
    return subject.is_of_family and bool(subject.seat.table.version)


def _standing(table: Table) -> Iterator[Event]:
    """Yield the events of all entries that no undo has taken back."""
    stands = standing_in(table)
    done = table.entries.filter(kind=LogEntry.Kind.DO).values_list("seq", "events_json")
    for seq, events in done.iterator():
        if seq in stands:
            yield from facts_of(decode_events(table.game, events))


def title(content: MissionReport) -> str:
    return _("After-action report %(code)s") % {"code": spaced_code(content.code)}


def pieces(content: MissionReport) -> list[PrintedSheet]:
    state = decode_state(msgspec.json.encode(content.state))
    pack = pack_of(state)
    rounds = content.rounds
    used = [
        zombie
        for zombie in pack.zombies
        if any(zombie.id in played.placed or zombie.id in played.killed for played in rounds)
    ]
    most = sorted(used, key=lambda zombie: -_total(rounds, "placed", zombie.id))
    alone = len(FILLS) if len(most) <= len(FILLS) else len(FILLS) - 1
    groups = [group for group in (*([each] for each in most[:alone]), most[alone:]) if group]
    language, mission = get_language() or "en", mission_at(state)
    stories = [
        (
            played.round,
            [
                line
                for event in played.events
                for line in narrate(_event(state.game, event), state, pack)
            ],
        )
        for played in rounds
        if played.events
    ]
    result = result_word(state.result) if state.result else _("not over yet")
    cut = max(0, len(stories) - TOGETHER)
    context = {
        "pack": pack,
        "state": state,
        "headline": f"{mission.title.in_language(language)}: {result}"
        if mission
        else (result[:1].upper() + result[1:]),
        "campaign": content.campaign_name or "",
        "placed": sum(sum(played.placed.values()) for played in rounds),
        "killed": sum(sum(played.killed.values()) for played in rounds),
        "wounds": sum(content.wounds.values()),
        "chart": [
            (
                str(played.round),
                [sum(played.placed.get(each.id, 0) for each in group) for group in groups],
            )
            for played in rounds
        ],
        "legend": [
            (fill, ", ".join(each.name.in_language(language) for each in group))
            for fill, group in zip(FILLS, groups, strict=False)
        ],
        "zombies": [
            (zombie, _total(rounds, "placed", zombie.id), _total(rounds, "killed", zombie.id))
            for zombie in used
        ],
        "survivors": [
            {
                "name": survivor.name,
                "player": survivor.player,
                "points": survivor.points,
                "danger": danger_of(survivor.points, pack),
                "kills": content.kills.get(key, 0),
                "wounds": content.wounds.get(key, 0),
                "status": _status_word(survivor.status),
            }
            for key, survivor in state.survivors.items()
        ],
        "told": [part for part in (stories[:cut], stories[cut:]) if part],
        "luck": content.luck or None,
        "date": date.fromisoformat(content.played_on),
        "foot": f"Safehouse · {spaced_code(content.code)}",
        "mark": title(content),
    }
    return [PrintedSheet(title(content), TEMPLATE, context)]


def _total(rounds: Sequence[ReportedRound], what: str, zombie: str) -> int:
    return sum(getattr(played, what).get(zombie, 0) for played in rounds)


def _event(game: str, event: dict[str, Any]) -> Event:
    return decode_events(game, msgspec.json.encode([event]))[0]


def _status_word(status: str) -> str:
    return {
        "in_play": _("in play"),
        "out_of_action": _("out of action"),
        "dead": _("dead"),
        "escaped": _("escaped"),
    }[status]


KINDS = (
    PrintKind(
        name="after-action",
        content=MissionReport,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("After-action report"),
                about=gettext_lazy("how the game went"),
                content=content,
                rank=60,
                may=may_be_printed,
            ),
        ),
    ),
)
