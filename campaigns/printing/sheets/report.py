"""The after-action report of one table: what came, what fell, who did it, round by round."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from campaigns.printing.render import Piece
from campaigns.printing.sheets.campaign import result_word
from companion.models import LogEntry, Seat, Table
from companion.narration import narrate
from companion.terms import spaced_code
from rules import Event, danger_of, decode_events, decode_state, encode, pack_of
from rules.events import (
    DangerRaised,
    Died,
    Escaped,
    KnockedOut,
    MissionAbandoned,
    MissionLost,
    MissionWon,
    NightFell,
    PhaseBegan,
    Rescued,
    Wounded,
    ZombiesKilled,
    ZombiesPlaced,
    ZombiesShort,
)

TOLD = (
    DangerRaised, Died, Escaped, KnockedOut, MissionAbandoned, MissionLost, MissionWon,
    NightFell, Rescued, ZombiesShort,
)  # fmt: skip
"""What a group remembers of a round; the rest is numbers."""


def content(seat: Seat) -> dict[str, Any]:
    """A whole game from what was not taken back. Three queries, however long the log is."""
    table = seat.table
    state = table.state
    rounds = [{"round": 1, "placed": {}, "killed": {}, "events": []}]
    kills: Counter[str] = Counter()
    wounds: Counter[str] = Counter()
    for event in _standing(table):
        here: Any = rounds[-1]
        match event:
            case PhaseBegan(phase="players"):
                rounds.append({"round": event.round, "placed": {}, "killed": {}, "events": []})
            case ZombiesPlaced():
                here["placed"][event.zombie] = here["placed"].get(event.zombie, 0) + event.count
            case ZombiesKilled():
                here["killed"][event.zombie] = here["killed"].get(event.zombie, 0) + event.count
                kills[event.survivor or ""] += event.count
            case Wounded():
                wounds[event.survivor] += event.count
        if isinstance(event, TOLD):
            here["events"].append(msgspec.to_builtins(event))
    bare = replace(state, seed="", decks={}, pending=(), described={})
    return {
        "code": table.code,
        "played_on": table.created_at.date().isoformat(),
        # Without its secrets: only names and counts are printed.
        "state": msgspec.json.decode(encode(bare)),
        "rounds": rounds,
        "kills": dict(kills),
        "wounds": dict(wounds),
    }


def _standing(table: Table) -> Iterator[Event]:
    """The events of all entries that no undo has taken back."""
    rows = list(table.entries.values_list("seq", "kind", "target_seq"))
    standing: dict[int, bool] = {}
    for seq, kind, target in rows:
        if kind == LogEntry.Kind.DO:
            standing[seq] = True
        else:
            standing[target or 0] = kind == LogEntry.Kind.REDO
    done = table.entries.filter(kind=LogEntry.Kind.DO).values_list("seq", "events_json")
    for seq, events in done.iterator():
        if standing[seq]:
            yield from decode_events(events)


def title(content: dict[str, Any]) -> str:
    return _("After-action report %(code)s") % {"code": spaced_code(content["code"])}


def pieces(content: dict[str, Any]) -> list[Piece]:
    state = decode_state(msgspec.json.encode(content["state"]))
    pack = pack_of(state)
    rounds = content["rounds"]
    used = [
        zombie
        for zombie in pack.zombies
        if any(zombie.id in one["placed"] or zombie.id in one["killed"] for one in rounds)
    ]
    shown = sorted(used, key=lambda zombie: -_total(rounds, "placed", zombie.id))[:4]
    context = {
        "pack": pack,
        "state": state,
        "result": result_word(state.result) if state.result else _("not over yet"),
        "placed": sum(sum(one["placed"].values()) for one in rounds),
        "killed": sum(sum(one["killed"].values()) for one in rounds),
        "wounds": sum(content["wounds"].values()),
        "chart": [
            (str(one["round"]), [one["placed"].get(zombie.id, 0) for zombie in shown])
            for one in rounds
        ],
        "legend": list(zip(("white", "hatch", "black", "dots"), shown, strict=False)),
        "zombies": [
            (zombie, _total(rounds, "placed", zombie.id), _total(rounds, "killed", zombie.id))
            for zombie in used
        ],
        "survivors": [
            {
                "name": one.name,
                "player": one.player,
                "points": one.points,
                "danger": danger_of(one.points, pack),
                "kills": content["kills"].get(key, 0),
                "wounds": content["wounds"].get(key, 0),
                "status": _status_word(one.status),
            }
            for key, one in state.survivors.items()
        ],
        "told": [
            (one["round"], [narrate(_event(told), state, pack) for told in one["events"]])
            for one in rounds
            if one["events"]
        ],
        "date": date.fromisoformat(content["played_on"]),
        "foot": f"Safehouse · {spaced_code(content['code'])}",
        "mark": title(content),
    }
    return [Piece(title(content), "print/report.html", context, one_page=False)]


def _total(rounds: list[dict[str, Any]], what: str, zombie: str) -> int:
    return sum(one[what].get(zombie, 0) for one in rounds)


def _event(told: dict[str, Any]) -> Event:
    return decode_events(msgspec.json.encode([told]))[0]


def _status_word(status: str) -> str:
    return {
        "in_play": _("in play"),
        "out_of_action": _("out of action"),
        "dead": _("dead"),
        "escaped": _("escaped"),
    }[status]
