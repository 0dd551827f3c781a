"""The story so far, as a poster: what happened, who fell, who slew how many."""

from datetime import date
from typing import NamedTuple

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.facts import CampaignFacts, Run, SheetFacts
from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.sheets.campaign import achievement_names, result_word
from campaigns.printing.subjects import CampaignSubject

TEMPLATE = "print/story.html"
TOGETHER = 3
"""Number of last lines of the timeline that stay on one page."""
QUOTES = "\"'\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{LEFT DOUBLE QUOTATION MARK}"
FILLS = {"won": "black", "lost": "hatch", "abandoned": "dashed"}
"""The pattern of a mission's bar, by its result."""


class Episode(NamedTuple):
    """A mission of the timeline."""

    code: str
    """Of the book; the number of its evening for a mission of one's own."""
    title: str
    is_own: bool
    """The group gave it its name, which is set as they typed it."""
    sentence: str
    """The group's own sentence about it; empty is a line to write it on."""
    is_quoted: bool
    """It begins with a quotation mark of its own."""
    date: date | None
    result: str
    fill: str
    lines: list[str]
    kills: int


class Slayer(NamedTuple):
    """A survivor's kills, and how far the dice exceeded the average, if known."""

    name: str
    kills: int
    luck: int | None


class FallenLine(NamedTuple):
    name: str
    is_dead: bool
    told: str


class PrintedStory(Content, frozen=True, kw_only=True):
    campaign: CampaignFacts
    url: str = ""
    luck: dict[str, int] | UnsetType = UNSET
    """Hits over or under what the dice promised, by sheet; unset where nobody knows."""


def content(subject: CampaignSubject, chosen: PrintChoices) -> PrintedStory:
    return PrintedStory(campaign=subject.facts, url=subject.url, luck=subject.luck or UNSET)


def title(content: PrintedStory) -> str:
    return _("The story so far: %(name)s") % {"name": content.campaign.name}


def pieces(content: PrintedStory) -> list[PrintedSheet]:
    facts = content.campaign
    book = facts.book
    runs = facts.runs
    episodes = [_episode(number, run, facts) for number, run in enumerate(runs, 1)]
    luck = content.luck or {}
    people = [
        Slayer(
            sheet.name,
            sum(run.kills.get(sheet.key, 0) for run in runs),
            luck.get(sheet.key),
        )
        for sheet in facts.sheets
    ]
    heads = {run.mission: episode.code for run, episode in zip(runs, episodes, strict=True)}
    cut = max(0, len(episodes) - TOGETHER)
    context = {
        "facts": facts,
        "book": book,
        "box": book.pack.expansions.get(facts.expansion or ""),
        "url": content.url,
        "sums": _sums(facts),
        "begun": episodes[0].date if episodes else None,
        "ended": episodes[-1].date if episodes else None,
        "episodes": [part for part in (episodes[:cut], episodes[cut:]) if part],
        "most_kills": max([episode.kills for episode in episodes], default=0),
        "fills": [(FILLS[result], result_word(result)) for result in FILLS],
        "people": people,
        "most_killed": max([person.kills for person in people], default=0),
        "has_luck": bool(luck),
        "most_luck": max([abs(hits) for hits in luck.values()], default=0),
        "fallen": [fallen for sheet in facts.sheets if (fallen := _fallen(sheet, heads))],
        "foot": f"Safehouse · {facts.name}",
        "mark": _("The story"),
    }
    return [PrintedSheet(_("The story so far"), TEMPLATE, context)]


def _fallen(sheet: SheetFacts, heads: dict[str, str]) -> FallenLine | None:
    if not sheet.fell_in:
        return None
    where = ", ".join(heads.get(code, code) for code in sheet.fell_in)
    is_dead = sheet.status == "dead"
    words = (
        _("died in %(mission)s") % {"mission": heads.get(sheet.fell_in[-1], sheet.fell_in[-1])}
        if is_dead
        else _("fell in %(missions)s and came back") % {"missions": where}
    )
    return FallenLine(sheet.name, is_dead, words)


def _sums(facts: CampaignFacts) -> list[tuple[int, str]]:
    runs = facts.runs
    kills = sum(sum(run.kills.values()) for run in runs)
    rounds = sum(run.rounds or 0 for run in runs)
    falls = sum(len(run.fell) for run in runs)
    dead = sum(sheet.status == "dead" for sheet in facts.sheets)
    return [
        (len(runs), ngettext("mission", "missions", len(runs))),
        (sum(run.result == "won" for run in runs), pgettext("how many missions", "won")),
        (rounds, ngettext("round", "rounds", rounds)),
        (kills, ngettext("zombie", "zombies", kills)),
        (falls, _("times out of action")),
        (dead, pgettext("how many survivors", "dead")),
    ]


def _episode(number: int, run: Run, facts: CampaignFacts) -> Episode:
    book = facts.book
    mission = book.mission(run.mission)
    lines = [result_word(run.result)]
    if run.rounds:
        lines.append(ngettext("%(n)s round", "%(n)s rounds", run.rounds) % {"n": run.rounds})
    if run.fell:
        lines.append(_("out of action: %(names)s") % {"names": ", ".join(run.fell)})
    if run.notes:
        numbers = ", ".join(note.rpartition("-")[2] for note in run.notes)
        lines.append(_("Notes read: %(numbers)s") % {"numbers": numbers})
    if run.achievements:
        names = ", ".join(achievement_names(run.achievements, book.rules))
        lines.append(_("Achievements: %(names)s") % {"names": names})
    return Episode(
        code=run.mission if mission else str(number),
        title=mission.title.in_language(get_language() or "en") if mission else run.mission,
        is_own=mission is None,
        sentence=run.sentence or "",
        is_quoted=(run.sentence or " ")[0] in QUOTES,
        date=date.fromisoformat(run.played_on) if run.played_on else None,
        result=run.result,
        fill=FILLS[run.result],
        lines=lines,
        kills=sum(run.kills.values()),
    )


KINDS = (
    PrintKind(
        name="story",
        content=PrintedStory,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=CampaignSubject,
                name=gettext_lazy("The story so far"),
                about=gettext_lazy("a poster: every mission, the fallen, who slew how many"),
                content=content,
                rank=30,
            ),
        ),
    ),
)
