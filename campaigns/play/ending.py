"""How a mission ended, and the upkeep after it, as pages show them."""

from typing import Any, NamedTuple

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns import words
from campaigns.narration import RESULTS, STATUSES
from campaigns.play.selectors import TableResult
from campaigns.selectors import EquipmentCard, item_of
from rules.campaign import CampaignBook, CampaignState, book_of, upkeep, who_plays
from rules.campaign.upkeep import card_of, due_of, is_kept, kept_of, still_to_roll, surplus
from rules.odds import keep_chance

SLOTS = 6
MOST_SLOTS = 12


class DraftSheet(NamedTuple):
    """One survivor on the first page of the end."""

    key: str
    name: str
    player: str
    fate: str
    slots: list[str]
    """Carried cards, by copy or card id, then empty places."""
    kills: int | str
    reached: tuple[str, ...]
    """Levels of this mission that give a campaign point."""
    before: int
    """Campaign points without this mission's levels."""
    stake: list[str]
    """Cards that are gone if they fall."""

    @property
    def carries(self) -> int:
        return sum(bool(slot) for slot in self.slots)

    @property
    def gained(self) -> int:
        return len(self.reached)


class Draft(NamedTuple):
    result: str
    sheets: list[DraftSheet]
    choices: list[tuple[str, str]]
    """Cards that can be kept, by name."""
    rounds: int | str
    from_table: bool
    levels: tuple[str, ...]
    """Levels that give a campaign point; none where the campaign has no points."""
    discarded: list[str]
    """Cards at the table without an upkeep value, each with who carries it."""


class RollView(NamedTuple):
    """A card that is rolled for."""

    sheet: str
    who: str
    item: EquipmentCard
    dice: int
    percent: int
    faces: tuple[int, ...]
    kept: bool
    dropped: bool

    @property
    def rolled(self) -> bool:
        return bool(self.faces)


class UpkeepView(NamedTuple):
    result: str
    rolls: list[RollView]
    following: RollView | None
    last: RollView | None
    done: int
    lost: list[tuple[str, list[str]]]
    """Cards gone without a roll, by the reason."""
    surplus: list[tuple[str, int, list[RollView]]]
    fallen: list[tuple[str, str]]
    left: int
    """Rolls still to make."""

    @property
    def ready(self) -> bool:
        return not self.left and not self.surplus


def keepable_cards(book: CampaignBook) -> list[tuple[str, str]]:
    names = [
        (card.id, card.name.in_language(words.language()))
        for card in book.pack.equipment
        if card.upkeep
    ]
    return sorted(names, key=lambda named: named[1])


def draft_of(state: CampaignState, table: TableResult) -> Draft:
    """Return the draft so far, else one made of the table's state, else an empty one."""
    book, ending = book_of(state), state.ending
    fates = dict(ending.fallen) if ending else {}
    carried = dict(ending.carried) if ending else dict(table.carried)
    if ending is None and table.rounds is None:  # on paper: what they kept, they had with them
        carried = {key: sheet.kept for key, sheet in state.sheets.items()}
    if ending is None:
        fates |= dict.fromkeys(table.out_of_action, "out_of_action")
        fates |= dict.fromkeys(table.dead, "dead")
    kills = ending.kills if ending else table.kills
    rounds = ending.rounds if ending else table.rounds
    from_table = ending is None and table.rounds is not None
    sheets = []
    for key in who_plays(state):
        slots = [copy for copy in carried.get(key, ()) if upkeep.upkeep_of(book, copy)]
        slots += [""] * max(1, SLOTS - len(slots))
        sheet = state.sheets[key]
        sheets.append(
            DraftSheet(
                key=key,
                name=sheet.name,
                player=sheet.player,
                fate=fates.get(key, ""),
                slots=slots,
                kills=kills.get(key, 0 if from_table else ""),
                reached=sheet.reached,
                before=sheet.points - len(sheet.reached),
                stake=[words.card_name(book, copy) for copy in slots if copy],
            )
        )
    return Draft(
        result=ending.result if ending else table.result or "",
        sheets=sheets,
        choices=keepable_cards(book),
        rounds="" if rounds is None else rounds,
        from_table=from_table,
        levels=tuple(book.rules.points_at) if "points" in state.advanced else (),
        discarded=[
            f"{words.card_name(book, copy)} ({words.sheet_name(state, key)})"
            for key, copies in table.carried.items()
            for copy in copies
            if not upkeep.upkeep_of(book, copy)
        ],
    )


Entries = dict[str, list[str]]
"""Values of the first page of the end, by the names of its fields, without empty ones."""


def entries_of(draft: Draft, state: CampaignState) -> Entries:
    """Return the entries of the page before anybody has changed one."""
    shown: Entries = {"of": [str(len(state.played))], "result": [draft.result]}
    shown["rounds"] = [str(draft.rounds)]
    for sheet in draft.sheets:
        shown[f"fate:{sheet.key}"] = [sheet.fate]
        shown[f"kills:{sheet.key}"] = [str(sheet.kills)]
        shown[f"carried:{sheet.key}"] = sheet.slots
        shown[f"reached:{sheet.key}"] = list(sheet.reached)
    return _plain(shown)


def entries_from_post(data: QueryDict, state: CampaignState) -> Entries:
    keys = who_plays(state)
    fields = [f"{what}:{key}" for what in ("fate", "kills", "carried", "reached") for key in keys]
    return _plain({field: data.getlist(field) for field in ("result", "rounds", *fields)})


def entries_shown(data: QueryDict) -> Entries:
    """Return the entries that the sender saw, as the page noted them; none where it did not."""
    try:
        return msgspec.json.decode(data.get("shown", ""), type=Entries)
    except msgspec.DecodeError:
        return {}


def _plain(entries: Entries) -> Entries:
    """Without empty values; no kill and none told are the same."""
    return {
        field: [value for value in values if value and (value, field[:6]) != ("0", "kills:")]
        for field, values in entries.items()
    }


class Merged(NamedTuple):
    """The entries of two phones, merged."""

    entries: Entries
    contradicted: list[str]
    """Fields in which the other phone says something else; what was sent stands there."""


def merged(shown: Entries, sent: Entries, now: Entries) -> Merged:
    """Both: whoever left a field as it was leaves it to the other; ticks come and go one by one."""
    entries, contradicted = dict(sent), []
    for field, mine in sent.items():
        before, theirs = shown.get(field, []), now.get(field, [])
        if mine == before:
            entries[field] = theirs
        elif field.startswith("reached:"):
            kept = [level for level in theirs if level in mine or level not in before]
            entries[field] = kept + [each for each in mine if each not in {*before, *kept}]
        elif theirs not in (before, mine):
            contradicted.append(field)
    return Merged(entries, contradicted)


def fields_of(entries: Entries) -> dict[str, list[str]]:
    """As the form posts them: an empty place is said, too."""
    return {
        field: values if field.startswith("reached:") else [*values, *[""] * MOST_SLOTS]
        for field, values in entries.items()
    }


def entry_words(state: CampaignState, entries: Entries, field: str) -> str:
    """Return one field in words, for somebody who entered something else."""
    what, _colon, key = field.partition(":")
    values = entries.get(field, [])
    first = next(iter(values), "")
    if what == "result":
        return str(RESULTS[first])
    if what == "rounds":
        return _("rounds: %(count)s") % {"count": first or "0"}
    name = words.sheet_name(state, key)
    if what == "kills":
        return _("%(survivor)s, kills: %(count)s") % {"survivor": name, "count": first or "0"}
    if what == "fate":
        fate = STATUSES.get(first, _("standing"))
        return f"{name}: {fate}"
    book = book_of(state)
    return f"{name}: {', '.join(words.card_name(book, copy) for copy in values) or _('nothing')}"


def finish_of(entries: Entries, state: CampaignState, **envelope: Any) -> dict[str, Any]:
    """Return the fields of `mission.finish`: one group of inputs a survivor."""

    def said(what: str) -> dict[str, list[str]]:
        named = {key: entries.get(f"{what}:{key}", []) for key in who_plays(state)}
        return {key: values for key, values in named.items() if values}

    fates, rounds = said("fate"), entries.get("rounds")
    body: dict[str, Any] = {
        "kind": "mission.finish",
        "result": next(iter(entries.get("result", ())), ""),
        "carried": said("carried"),
        "out_of_action": [key for key, fate in fates.items() if fate == ["out_of_action"]],
        "dead": [key for key, fate in fates.items() if fate == ["dead"]],
        "kills": {key: kills[0] for key, kills in said("kills").items()},
        **envelope,
    }
    if "points" in state.advanced:
        body["reached"] = {key: entries.get(f"reached:{key}", []) for key in who_plays(state)}
    if rounds:
        body["rounds"] = rounds[0]
    return body


def upkeep_of(state: CampaignState) -> UpkeepView:
    """Return every roll made and to be made, and what else keeps the mission from being booked."""
    book, ending = book_of(state), state.ending
    assert ending is not None
    due = due_of(state, ending, book)
    rolls = [_roll(state, book, key, copy) for key, copies in due.items() for copy in copies]
    open_rolls = set(still_to_roll(state, book))
    over = surplus(state, book)
    kept = kept_of(state, book)
    lost: dict[str, list[str]] = {}
    for key, copies in ending.carried.items():
        for copy in copies:
            if copy not in due.get(key, ()):
                line = f"{words.card_name(book, copy)} ({words.sheet_name(state, key)})"
                lost.setdefault(_why(key, ending.fallen), []).append(line)
    last = list(ending.rolls)[-1:]
    return UpkeepView(
        result=ending.result,
        rolls=rolls,
        following=next(
            (roll for roll in rolls if (roll.sheet, roll.item.copy) in open_rolls), None
        ),
        last=next((roll for roll in rolls if roll.item.copy in last), None),
        done=sum(roll.rolled for roll in rolls),
        lost=list(lost.items()),
        surplus=[
            (
                words.card_name(book, card),
                count,
                [
                    roll
                    for roll in rolls
                    if card_of(book, roll.item.copy).id == card
                    and roll.item.copy in kept.get(roll.sheet, ())
                ],
            )
            for card, count in over.items()
        ],
        fallen=[(words.sheet_name(state, key), status) for key, status in ending.fallen.items()],
        left=len(open_rolls),
    )


def _why(key: str, fallen: dict[str, Any]) -> str:
    return "fell" if key in fallen else "no upkeep"


def _roll(state: CampaignState, book: CampaignBook, key: str, copy: str) -> RollView:
    ending = state.ending
    assert ending is not None
    dice = upkeep.upkeep_of(book, copy) or 0
    return RollView(
        sheet=key,
        who=words.sheet_name(state, key),
        item=item_of(book, copy),
        dice=dice,
        percent=round(100 * keep_chance(dice)),
        faces=ending.rolls.get(copy, ()),
        kept=is_kept(ending, copy, book.rules.break_face),
        dropped=copy in ending.dropped,
    )
