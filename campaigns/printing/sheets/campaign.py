"""The campaign sheet of one survivor, filled or blank (Washington Z.C., p. 13)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from campaigns.printing.facts import (
    CampaignFacts,
    MilestoneReward,
    Run,
    SheetFacts,
    cards_of,
    missions_of,
)
from campaigns.printing.kind import BLANKS, SHEETS, Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import CampaignSubject, GameSubject
from rules.campaign import CampaignBook, open_book
from rules.packs.schema import Equipment, Skill, Term
from rules.packs.schema.missions import Campaign

TEMPLATE, CODE_PAGES = "print/campaign_sheet.html", "print/restore_codes.html"
IN_STRIP = 3
"""Number of codes on each sheet; more have pages of their own."""
FREE_LINES = 10
EQUIPMENT_LINES, BLANK_EQUIPMENT_LINES = 4, 4
NOTE_LINE, SHORT_NOTE = 34, 3
"""Letters a line beside the achievements, and lines that have room there."""
PEN_LINES = range(30)
"""More than a page holds: those that do not fit are not printed."""


class RewardCard(NamedTuple):
    """The card under a milestone."""

    is_action: bool = False
    skill: Skill | None = None
    mission: str = ""


class SkillRow(NamedTuple):
    skill: Skill
    is_taken: bool = False
    mission: str = ""


class PrintedMission(NamedTuple):
    """A mission of the list; a free campaign has room for those to come."""

    code: str = ""
    title: Term | None = None
    result: str = ""
    orange: bool = False
    red: bool = False
    extra: int = 0


class EquipmentRow(NamedTuple):
    card: Equipment
    mission: str = ""


class CampaignSheets(Content, frozen=True, kw_only=True):
    campaign: CampaignFacts
    sheets: tuple[str, ...]
    """Their keys."""
    url: str = ""
    codes: tuple[str, ...] = ()
    """The parts of the campaign in QR codes, read at `restore_url`."""
    left_out: tuple[str, ...] = ()
    restore_url: str = ""


def content(subject: CampaignSubject, chosen: PrintChoices) -> CampaignSheets:
    """Return all sheets of a campaign, or those chosen."""
    keys = (sheet.key for sheet in subject.facts.sheets)
    return CampaignSheets(
        campaign=subject.facts,
        sheets=tuple(key for key in keys if chosen.sheets is None or key in chosen.sheets),
        url=subject.url,
        codes=tuple(subject.on_paper.parts),
        left_out=tuple(subject.on_paper.left_out),
        restore_url=subject.restore_url,
    )


def title(content: CampaignSheets) -> str:
    campaign, chosen = content.campaign, content.sheets
    if len(chosen) == 1:
        name = next(sheet.name for sheet in campaign.sheets if sheet.key == chosen[0])
        return _("Campaign sheet: %(name)s") % {"name": name}
    return _("Campaign sheets: %(name)s") % {"name": campaign.name}


def pieces(content: CampaignSheets) -> list[PrintedSheet]:
    return [*sheet_pieces(content), *code_pages(content)]


def sheet_pieces(content: CampaignSheets) -> list[PrintedSheet]:
    facts = content.campaign
    by_key = {sheet.key: sheet for sheet in facts.sheets}
    return [
        PrintedSheet(by_key[key].name, TEMPLATE, sheet_context(facts, by_key[key], content))
        for key in content.sheets
    ]


def code_pages(content: CampaignSheets) -> list[PrintedSheet]:
    """Pages of their own, the last of a print, for more codes than a strip has room for."""
    facts = content.campaign
    codes = list(enumerate(content.codes, 1))
    if len(codes) <= IN_STRIP:
        return []
    context = _codes(content, codes) | {
        "facts": facts,
        "foot": f"Safehouse · {facts.name}",
        "mark": _("Codes of the campaign"),
    }
    return [PrintedSheet(_("Codes of the campaign"), CODE_PAGES, context, one_page=False)]


def _codes(content: CampaignSheets, codes: list[tuple[int, str]]) -> dict[str, Any]:
    return {
        "codes": codes,
        "code_count": len(content.codes),
        "restore_url": content.restore_url,
        "set_name": codes[0][1].split(".")[0] if codes else "",
        "left_out": [_left_out_words(what) for what in content.left_out],
    }


def _notes(text: str, codes: int) -> dict[str, Any]:
    """A few words stand beside the achievements; more have the width of the sheet, at its end."""
    lines = sum(1 + len(line) // NOTE_LINE for line in text.splitlines())
    is_short = 0 < codes <= IN_STRIP and lines <= SHORT_NOTE
    return {"is_short_note": is_short, "beside_lines": range(2 - bool(lines))}


def _left_out_words(what: str) -> str:
    """Return words for data the codes do not hold; prints stored long ago may name more."""
    return {
        "log": _("the log, line by line"),
        "luck": _("the luck of the dice"),
        "texts": _("what you noted down of cards"),
        "notes": _("the notes of the sheets"),
        "sentences": _("what you say of the missions"),
        "everything": _("everything"),
    }.get(what, what)


def sheet_context(
    facts: CampaignFacts, sheet: SheetFacts, content: CampaignSheets
) -> dict[str, Any]:
    """Return one filled sheet."""
    book = facts.book
    cards = cards_of(book.pack)
    kept = [
        EquipmentRow(cards[keep.card], keep.mission or "")
        for keep in sheet.kept
        if keep.card in cards
    ]
    codes = list(enumerate(content.codes, 1))
    return (
        _common(book, facts.expansion)
        | _codes(content, codes if len(codes) <= IN_STRIP else [])
        | {
            "sheet": sheet,
            "facts": facts,
            "url": content.url,
            "points": sheet.points,
            "rewards": _reward_cards(sheet.rewards, book),
            "skills": _skill_rows(sheet.skills, book),
            "pool": _pool(sheet.extra_actions, book.rules),
            "used": range(book.rules.extra_actions_max),
            "used_up": sheet.extra_actions_used,
            "missions": _mission_rows(facts, sheet),
            "equipment": kept,
            "free_lines": range(max(1, EQUIPMENT_LINES - len(kept))),
            "pen_lines": PEN_LINES,
            **_notes(sheet.notes, len(codes)),
            "achievements": achievement_names(sheet.achievements + facts.achievements, book.rules),
            "foot": f"Safehouse · {facts.name}",
            "mark": sheet.name,
        }
    )


class BlankSheets(Content, frozen=True, kw_only=True):
    """A number of empty sheets."""

    game: str
    expansion: str
    count: int


def blank_content(subject: GameSubject, chosen: PrintChoices) -> BlankSheets:
    return BlankSheets(
        game=subject.cover.game, expansion=subject.campaign_boxes[0], count=chosen.blanks
    )


def blank_title(content: BlankSheets) -> str:
    count = content.count
    return ngettext("%(n)s blank campaign sheet", "%(n)s blank campaign sheets", count) % {
        "n": count
    }


def blank_pieces(content: BlankSheets) -> list[PrintedSheet]:
    book = open_book(content.game, content.expansion, free=False)
    context = _common(book, content.expansion) | {
        "sheet": None,
        "points": 0,
        "rewards": _reward_cards((), book),
        "skills": _skill_rows({}, book),
        "pool": _pool(0, book.rules),
        "used": range(book.rules.extra_actions_max),
        "missions": [PrintedMission(mission.code, mission.title) for mission in missions_of(book)],
        "equipment": [],
        "free_lines": range(BLANK_EQUIPMENT_LINES),
        "is_short_note": True,
        "beside_lines": range(3),
        "achievements": [],
        "foot": "Safehouse",
        "mark": _("Campaign sheet"),
    }
    return [PrintedSheet(_("Blank sheet"), TEMPLATE, context, copies=content.count)]


def _common(book: CampaignBook, expansion: str | None) -> dict[str, Any]:
    language = get_language() or "en"
    return {
        "book": book,
        "campaign": book.rules,
        "box": book.pack.expansions.get(expansion or ""),
        "own_titles": any(mission.title.own_translation(language) for mission in missions_of(book)),
    }


def _reward_cards(rewards: Sequence[MilestoneReward], book: CampaignBook) -> list[RewardCard]:
    cards = [
        RewardCard(
            is_action=reward.skill is None,
            skill=book.pack.skills.get(reward.skill or ""),
            mission=reward.mission or "",
        )
        for reward in rewards[: len(book.rules.milestones)]
    ]
    return cards + [RewardCard()] * (len(book.rules.milestones) - len(cards))


def _skill_rows(taken: dict[str, str], book: CampaignBook) -> list[SkillRow]:
    return [
        SkillRow(book.pack.skills[skill], skill in taken, taken.get(skill, ""))
        for skill in book.rules.skills
    ]


def _pool(extra_actions: int, campaign: Campaign) -> list[tuple[int, bool]]:
    return [
        (number, number <= extra_actions) for number in range(1, campaign.extra_actions_max + 1)
    ]


def _mission_rows(facts: CampaignFacts, sheet: SheetFacts) -> list[PrintedMission]:
    """Return the missions of the box, or those a free campaign has played and lines for more."""
    listed = missions_of(facts.book)
    if listed:
        return [_mission_row(planned.code, planned.title, facts.runs, sheet) for planned in listed]
    codes = list(dict.fromkeys(run.mission for run in facts.runs))[-FREE_LINES:]
    rows = []
    for code in codes:
        mission = facts.book.mission(code)
        rows.append(_mission_row(code, mission.title if mission else None, facts.runs, sheet))
    return rows + [PrintedMission()] * (FREE_LINES - len(rows))


def _mission_row(
    code: str, title: Term | None, runs: Sequence[Run], sheet: SheetFacts
) -> PrintedMission:
    marks = sheet.marks.get(code, ())
    return PrintedMission(
        code,
        title,
        result=_result_words([run for run in runs if run.mission == code]),
        orange="orange" in marks,
        red="red" in marks,
        extra=marks.count("mission"),
    )


def result_word(result: str) -> str:
    """Return the word for the result of a mission."""
    return {
        "won": pgettext("mission", "won"),
        "lost": pgettext("mission", "lost"),
        "abandoned": pgettext("mission", "abandoned"),
    }[result]


def _result_words(played: list[Run]) -> str:
    if not played:
        return ""
    last = result_word(played[-1].result)
    return f"{last} ({len(played)})" if len(played) > 1 else last


def achievement_names(keys: Sequence[str], campaign: Campaign) -> list[str]:
    """By their names where the box has them; the cards know more than we do."""
    language = get_language() or "en"
    named = {
        achievement.id: achievement.name.in_language(language)
        for achievement in campaign.achievements
    }
    return [named.get(key, key) for key in dict.fromkeys(keys)]


KINDS = (
    PrintKind(
        name="campaign-sheets",
        content=CampaignSheets,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE, CODE_PAGES),
        offers=(
            PrintOffer(
                of=CampaignSubject,
                name=gettext_lazy("Campaign sheets"),
                about=gettext_lazy("filled, with codes that bring them back"),
                content=content,
                rank=10,
                options=(SHEETS,),
            ),
        ),
    ),
    PrintKind(
        name="blank-sheets",
        content=BlankSheets,
        title=blank_title,
        pieces=blank_pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=GameSubject,
                name=gettext_lazy("Campaign sheets"),
                about=gettext_lazy("empty, to be filled in by pen"),
                content=blank_content,
                rank=30,
                may=lambda subject: bool(subject.campaign_boxes),
                options=(BLANKS,),
            ),
        ),
    ),
)
