"""The log of a campaign in words; every event has its sentence here."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from campaigns import words
from campaigns.models import CampaignEntry
from companion.terms import danger_word
from rules.campaign import CampaignEvent, CampaignState, book_of, events

RESULTS = {
    "won": pgettext_lazy("result of a mission", "won"),
    "lost": pgettext_lazy("result of a mission", "lost"),
    "abandoned": pgettext_lazy("result of a mission", "abandoned"),
}
STATUSES = {
    "ready": pgettext_lazy("state of a sheet", "ready"),
    "out_of_action": pgettext_lazy("state of a sheet", "out of action"),
    "dead": pgettext_lazy("state of a sheet", "dead"),
}
COMPANIONS = {
    "here": pgettext_lazy("companion", "goes along"),
    "gone": pgettext_lazy("companion", "went their own way"),
    "dead": pgettext_lazy("companion", "dead"),
}
LOSSES = {
    "fell": pgettext_lazy("why a card is lost", "out of action: no roll"),
    "no upkeep": pgettext_lazy("why a card is lost", "no upkeep value"),
    "broken": pgettext_lazy("why a card is lost", "broken"),
    "too few": pgettext_lazy("why a card is lost", "too few in the box"),
}
FIELDS = {
    "points": pgettext_lazy("part of a sheet", "CEP"),
    "skills": pgettext_lazy("part of a sheet", "skills"),
    "extra_actions": pgettext_lazy("part of a sheet", "extra actions"),
    "kept": pgettext_lazy("part of a sheet", "kept equipment"),
    "achievements": pgettext_lazy("part of a sheet", "achievements"),
    "status": pgettext_lazy("part of a sheet", "state"),
}
WHERES = {
    "done": pgettext_lazy("what becomes of a card", "discarded"),
    "face_up": pgettext_lazy("what becomes of a card", "stays face up"),
    "beside": pgettext_lazy("what becomes of a card", "beside the board"),
    "back": pgettext_lazy("what becomes of a card", "back in its place"),
}


class CampaignTeller:
    """One event of one campaign, and the words for what it names."""

    def __init__(self, state: CampaignState) -> None:
        self.state, self.book = state, book_of(state)

    def sheet(self, key: str | None) -> str:
        return words.sheet_name(self.state, key)

    def mission(self, code: str) -> str:
        return words.mission_title(self.book, code)

    def skill(self, skill: str | None) -> str:
        return words.skill_name(self.book, skill) if skill else _("an extra action")

    def item(self, copy: str) -> str:
        return words.card_name(self.book, copy)

    def card(self, copy: str) -> str:
        return words.objective_name(self.state, self.book, copy)

    def companion(self, event: events.CompanionNoted) -> str:
        named = words.companion_name(self.book, self.state, event.companion)
        return event.name if named == event.companion else named

    def achievement(self, name: str) -> str:
        return words.achievement_name(self.book, name)


Sentence = Callable[[Any, CampaignTeller], str]
REAL_DICE = pgettext_lazy("dice", "real dice")
OVERRULED = pgettext_lazy("a rule was set aside", "overruled")


def _noted(sentence: str, event: Any) -> str:
    return f"{sentence} ({OVERRULED})" if event.override else sentence


def _why(event: Any) -> str:
    if event.why == "mission":
        return pgettext("why a campaign point is gained", "by the mission")
    return danger_word(event.why)


SENTENCES: dict[type, Sentence] = {
    events.MissionStarted: lambda e, t: (
        (_("%(mission)s begins, out of order") if e.out_of_order else _("%(mission)s begins"))
        % {"mission": t.mission(e.mission)}
    ),
    events.CepGained: lambda e, t: (
        _("%(survivor)s: %(after)d CEP (%(why)s)")
        % {"survivor": t.sheet(e.sheet), "after": e.after, "why": _why(e)}
    ),
    events.CepLost: lambda e, t: (
        _("%(survivor)s back to %(after)d CEP (%(why)s)")
        % {"survivor": t.sheet(e.sheet), "after": e.after, "why": _why(e)}
    ),
    events.RewardDue: lambda e, t: (
        _("%(survivor)s has a reward to choose") % {"survivor": t.sheet(e.sheet)}
    ),
    events.RewardChosen: lambda e, t: (
        _("%(survivor)s chooses %(reward)s")
        % {"survivor": t.sheet(e.sheet), "reward": t.skill(e.skill)}
    ),
    events.SheetActionUsed: lambda e, t: (
        _("%(survivor)s uses an extra action, %(left)d left")
        % {"survivor": t.sheet(e.sheet), "left": e.left}
    ),
    events.AchievementEarned: lambda e, t: (
        _("achievement for %(survivor)s: %(achievement)s")
        % {"survivor": t.sheet(e.sheet), "achievement": t.achievement(e.achievement)}
    ),
    events.CompanionNoted: lambda e, t: f"{t.companion(e)}: {COMPANIONS[e.status]}",
    events.ObjectivePlaced: lambda e, t: (
        _("%(card)s lies on %(tile)s") % {"card": t.card(e.card), "tile": e.tile or "?"}
    ),
    events.ObjectiveTaken: lambda e, t: _noted(
        _("%(survivor)s takes %(card)s") % {"survivor": t.sheet(e.sheet), "card": t.card(e.card)},
        e,
    ),
    events.ObjectiveKept: lambda e, t: (
        _("%(card)s: %(where)s") % {"card": t.card(e.card), "where": WHERES[e.where]}
        + (f", {e.needs}" if e.needs else "")
    ),
    events.ObjectiveRevealed: lambda e, t: _noted(
        _("%(hour)d:00: %(card)s is read") % {"hour": e.hour, "card": t.card(e.card)}, e
    ),
    events.ObjectiveDescribed: lambda e, t: _("%(card)s is noted down") % {"card": t.card(e.card)},
    events.NoteWasRead: lambda e, t: _noted(_("%(card)s is read") % {"card": t.card(e.card)}, e),
    events.KeywordGained: lambda e, t: (
        _("%(survivor)s: keyword %(word)s") % {"survivor": t.sheet(e.sheet), "word": e.word}
    ),
    events.MapDrawn: lambda e, t: (
        _("the map of %(mission)s is drawn") % {"mission": t.mission(e.mission)}
    ),
    events.MissionFinished: lambda e, t: (
        _("%(mission)s: %(result)s, to be booked")
        % {"mission": t.mission(e.mission), "result": RESULTS[e.result]}
    ),
    events.UpkeepRolled: lambda e, t: (
        (
            _("%(survivor)s keeps %(item)s: %(faces)s")
            if e.kept
            else _("%(survivor)s loses %(item)s: %(faces)s")
        )
        % {
            "survivor": t.sheet(e.sheet),
            "item": t.item(e.card),
            "faces": " ".join(map(str, e.faces)),
        }
        + (f" ({REAL_DICE})" if e.typed else "")
    ),
    events.UpkeepDropped: lambda e, t: (
        _("%(survivor)s gives up %(item)s") % {"survivor": t.sheet(e.sheet), "item": t.item(e.card)}
    ),
    events.EquipmentLost: lambda e, t: (
        _("%(survivor)s loses %(item)s (%(why)s)")
        % {"survivor": t.sheet(e.sheet), "item": t.item(e.card), "why": LOSSES[e.why]}
    ),
    events.EquipmentKept: lambda e, t: (
        _("%(survivor)s keeps %(item)s") % {"survivor": t.sheet(e.sheet), "item": t.item(e.card)}
    ),
    events.MissionBooked: lambda e, t: (
        _("%(mission)s booked: %(result)s")
        % {"mission": t.mission(e.mission), "result": RESULTS[e.result]}
    ),
    events.SheetAdded: lambda e, t: _("%(survivor)s joins") % {"survivor": t.sheet(e.sheet)},
    events.SheetFell: lambda e, t: f"{t.sheet(e.sheet)}: {STATUSES[e.status]}",
    events.HeirNamed: lambda e, t: (
        _("%(successor)s follows %(survivor)s")
        % {"survivor": t.sheet(e.sheet), "successor": e.name}
    ),
    events.SheetSucceeded: lambda e, t: (
        _("%(successor)s follows %(survivor)s")
        % {"survivor": t.sheet(e.sheet), "successor": t.sheet(e.successor)}
    ),
    events.SheetEdited: lambda e, t: (
        _("the sheet of %(survivor)s is edited") % {"survivor": t.sheet(e.sheet)}
    ),
    events.SheetAmended: lambda e, t: (
        _("sheet of %(survivor)s amended (%(fields)s): %(reason)s")
        % {
            "survivor": t.sheet(e.sheet),
            "fields": ", ".join(str(FIELDS[name]) for name in e.fields),
            "reason": e.reason,
        }
    ),
    events.MissionAmended: lambda e, t: (
        _("%(mission)s amended to %(result)s: %(reason)s")
        % {"mission": t.mission(e.mission), "result": RESULTS[e.after], "reason": e.reason}
    ),
    events.MissionTold: lambda e, t: (
        (
            _("%(mission)s: “%(sentence)s”")
            if e.sentence
            else _("%(mission)s: the sentence is taken back")
        )
        % {"mission": t.mission(e.mission), "sentence": e.sentence}
    ),
    events.CampaignWon: lambda e, t: _("the campaign is won"),
    events.CampaignLost: lambda e, t: _("the campaign is lost"),
    events.CampaignAbandoned: lambda e, t: _("the campaign is abandoned"),
    events.CampaignReopened: lambda e, t: _("the campaign goes on"),
}


def tell(event: CampaignEvent, teller: CampaignTeller) -> str:
    return SENTENCES[type(event)](event, teller)


def lines(entry: CampaignEntry, state: CampaignState) -> list[str]:
    """Everything one entry did; an undo says what it took back, a redo what it brought back."""
    steps = {"seq": entry.target_seq, "first": entry.down_to_seq}
    match entry.kind, entry.is_several:
        case CampaignEntry.Kind.UNDO, False:
            return [_("step %(seq)d taken back") % steps]
        case CampaignEntry.Kind.UNDO, True:
            return [_("steps %(first)d to %(seq)d taken back") % steps]
        case CampaignEntry.Kind.REDO, False:
            return [_("step %(seq)d done again") % steps]
        case CampaignEntry.Kind.REDO, True:
            return [_("steps %(first)d to %(seq)d done again") % steps]
    teller = CampaignTeller(state)
    return [tell(event, teller) for event in entry.events]


def lines_about(entry: CampaignEntry, state: CampaignState, key: str) -> list[str]:
    """Return the lines of an entry that are about one sheet."""
    if entry.kind != CampaignEntry.Kind.DO:
        return lines(entry, state)
    teller = CampaignTeller(state)
    mine = [event for event in entry.events if key in _speaks_of(event)]
    return [tell(event, teller) for event in mine]


def _speaks_of(event: CampaignEvent) -> tuple[str | None, str | None]:
    return getattr(event, "sheet", None), getattr(event, "successor", None)


def headline(entry: CampaignEntry, state: CampaignState) -> str:
    """Return an entry in one line; a booking says only that it is one."""
    if entry.kind == CampaignEntry.Kind.DO:
        booked = (
            happened for happened in entry.events if isinstance(happened, events.MissionBooked)
        )
        for event in booked:
            return tell(event, CampaignTeller(state))
    narrated = lines(entry, state)
    return narrated[0] if narrated else ""
