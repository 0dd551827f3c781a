"""The story so far: results, decisions and charts of a campaign."""

from datetime import date
from typing import NamedTuple

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from campaigns.printing.drawings import FILLS
from campaigns.printing.facts import CampaignFacts, Run
from campaigns.printing.kind import Chosen, Content, Kind, Offer
from campaigns.printing.render import Piece
from campaigns.printing.sheets.campaign import achievement_names, result_word
from campaigns.printing.subjects import CampaignSubject

TEMPLATE = "print/story.html"
CHARTED = 12


class Episode(NamedTuple):
    """A mission of the timeline."""

    code: str
    title: str
    date: date | None
    result: str
    lines: list[str]
    facts: list[str]


class Story(Content, frozen=True, kw_only=True):
    campaign: CampaignFacts
    url: str = ""


def content(subject: CampaignSubject, chosen: Chosen) -> Story:
    return Story(campaign=subject.facts, url=subject.url)


def title(content: Story) -> str:
    return _("The story so far: %(name)s") % {"name": content.campaign.name}


def pieces(content: Story) -> list[Piece]:
    facts = content.campaign
    book = facts.book
    language = get_language() or "en"
    runs = facts.runs
    last = runs[-CHARTED:]
    codes = [run.mission for run in last]
    context = {
        "facts": facts,
        "book": book,
        "box": book.pack.expansions.get(facts.expansion or ""),
        "url": content.url,
        "sums": _sums(facts),
        "chart": [(run.mission[:6], _filled(run.result, sum(run.kills.values()))) for run in last],
        "codes": codes,
        "growth": [
            (
                sheet,
                sum(run.kills.get(sheet.key, 0) for run in runs),
                [
                    (sheet.marks.get(code, ()), code in sheet.fell_in)
                    for code in dict.fromkeys(codes)
                ],
            )
            for sheet in facts.sheets
        ],
        "heads": list(dict.fromkeys(codes)),
        "episodes": [_episode(run, facts, language) for run in runs],
        "foot": " · ".join(part for part in ("Safehouse", facts.name, content.url) if part),
        "mark": _("The story so far"),
    }
    return [Piece(_("The story so far"), TEMPLATE, context, one_page=False)]


def _filled(result: str, count: int) -> list[int]:
    """A won mission is a white bar, any other a hatched one."""
    return [count if fill == ("white" if result == "won" else "hatch") else 0 for fill in FILLS]


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


def _episode(run: Run, facts: CampaignFacts, language: str) -> Episode:
    book = facts.book
    mission = book.mission(run.mission)
    told = []
    if run.notes:
        numbers = ", ".join(note.rpartition("-")[2] for note in run.notes)
        told.append(_("Notes read: %(numbers)s") % {"numbers": numbers})
    if run.achievements:
        names = ", ".join(achievement_names(run.achievements, book.rules))
        told.append(_("Achievements: %(names)s") % {"names": names})
    kills = sum(run.kills.values())
    counted = []
    if run.rounds:
        counted.append(ngettext("%(n)s round", "%(n)s rounds", run.rounds) % {"n": run.rounds})
    if kills:
        counted.append(ngettext("%(n)s zombie", "%(n)s zombies", kills) % {"n": kills})
    if run.fell:
        counted.append(_("out of action: %(names)s") % {"names": ", ".join(run.fell)})
    return Episode(
        code=run.mission if mission else "",
        title=mission.title.in_language(language) if mission else run.mission,
        date=date.fromisoformat(run.played_on) if run.played_on else None,
        result=result_word(run.result),
        lines=told,
        facts=counted,
    )


KINDS = (
    Kind(
        name="story",
        content=Story,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            Offer(
                of=CampaignSubject,
                name=gettext_lazy("The story so far"),
                about=gettext_lazy("results, decisions, charts"),
                content=content,
                rank=30,
            ),
        ),
    ),
)
