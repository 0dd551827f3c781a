"""The campaign sheet of one survivor, filled or blank (Washington Z.C., p. 13)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from campaigns.printing.facts import (
    CampaignFacts,
    Reward,
    Run,
    SheetFacts,
    cards_of,
    missions_of,
)
from campaigns.printing.render import Piece
from rules.campaign import campaign_pack
from rules.packs.schema import Equipment, Skill
from rules.packs.schema.missions import Campaign, Mission
from rules.packs.schema.pack import Expansion

TEMPLATE = "print/campaign_sheet.html"


class RewardCard(NamedTuple):
    """The card under a milestone."""

    is_action: bool = False
    skill: Skill | None = None
    mission: str = ""


class SkillRow(NamedTuple):
    skill: Skill
    is_taken: bool = False
    mission: str = ""


class MissionRow(NamedTuple):
    mission: Mission
    result: str = ""
    orange: bool = False
    red: bool = False
    extra: int = 0


class EquipmentRow(NamedTuple):
    card: Equipment
    mission: str = ""


def content(
    facts: CampaignFacts,
    *,
    url: str = "",
    sheets: Sequence[str] | None = None,
    codes: Sequence[str] = (),
    restore_url: str = "",
) -> dict[str, Any]:
    """What the sheets of a campaign show: all of them, or those named by their keys.

    `codes` are the parts of the whole campaign in QR codes, read at `restore_url`.
    """
    chosen = [one.key for one in facts.sheets if sheets is None or one.key in sheets]
    return {
        "campaign": facts.told,
        "sheets": chosen,
        "url": url,
        "codes": list(codes),
        "restore_url": restore_url,
    }


def title(content: dict[str, Any]) -> str:
    campaign, chosen = content["campaign"], content["sheets"]
    if len(chosen) == 1:
        name = next(one["name"] for one in campaign["sheets"] if one["key"] == chosen[0])
        return _("Campaign sheet: %(name)s") % {"name": name}
    return _("Campaign sheets: %(name)s") % {"name": campaign["name"]}


def pieces(content: dict[str, Any]) -> list[Piece]:
    facts = CampaignFacts.of(content["campaign"])
    by_key = {sheet.key: sheet for sheet in facts.sheets}
    return [
        Piece(by_key[key].name, TEMPLATE, sheet_context(facts, by_key[key], content))
        for key in content["sheets"]
    ]


def sheet_context(
    facts: CampaignFacts, sheet: SheetFacts, content: dict[str, Any]
) -> dict[str, Any]:
    """One filled sheet."""
    box = facts.box
    campaign = box.campaign
    assert campaign is not None
    cards = cards_of(box)
    kept = [
        EquipmentRow(cards[one.card], one.mission or "") for one in sheet.kept if one.card in cards
    ]
    return _common(box, campaign) | {
        "sheet": sheet,
        "facts": facts,
        "url": content["url"],
        "codes": list(enumerate(content["codes"], 1)),
        "restore_url": content["restore_url"],
        "set_name": content["codes"][0].split(".")[0] if content["codes"] else "",
        "points": sheet.points,
        "rewards": _reward_cards(sheet.rewards, campaign, box),
        "skills": _skill_rows(sheet.skills, campaign, box),
        "pool": _pool(sheet.extra_actions, campaign),
        "used": range(campaign.extra_actions_max),
        "used_up": sheet.extra_actions_used,
        "missions": [_mission_row(one, facts.runs, sheet) for one in missions_of(box)],
        "equipment": kept,
        "achievements": achievement_names(sheet.achievements + facts.achievements, campaign),
        "foot": " · ".join(part for part in ("Safehouse", facts.name, content["url"]) if part),
        "mark": sheet.name,
    }


def blank_content(*, game: str, expansion: str, count: int) -> dict[str, Any]:
    """So many empty sheets."""
    return {"game": game, "expansion": expansion, "count": count}


def blank_title(content: dict[str, Any]) -> str:
    count = content["count"]
    return ngettext("%(n)s blank campaign sheet", "%(n)s blank campaign sheets", count) % {
        "n": count
    }


def blank_pieces(content: dict[str, Any]) -> list[Piece]:
    box = campaign_pack(content["game"], content["expansion"])
    campaign = box.campaign
    assert campaign is not None
    context = _common(box, campaign) | {
        "sheet": None,
        "points": 0,
        "rewards": _reward_cards((), campaign, box),
        "skills": _skill_rows({}, campaign, box),
        "pool": _pool(0, campaign),
        "used": range(campaign.extra_actions_max),
        "missions": [MissionRow(one) for one in missions_of(box)],
        "equipment": [],
        "achievements": [],
        "foot": "Safehouse",
        "mark": _("Campaign sheet"),
    }
    return [Piece(_("Blank sheet"), TEMPLATE, context, copies=content["count"])]


def _common(box: Expansion, campaign: Campaign) -> dict[str, Any]:
    return {"box": box, "campaign": campaign, "own_titles": _has_own_titles(box)}


def _has_own_titles(box: Expansion) -> bool:
    language = get_language() or "en"
    return any(one.title.own_translation(language) for one in missions_of(box))


def _reward_cards(
    rewards: Sequence[Reward], campaign: Campaign, box: Expansion
) -> list[RewardCard]:
    told = [
        RewardCard(
            is_action=one.skill is None,
            skill=box.skills.get(one.skill or ""),
            mission=one.mission or "",
        )
        for one in rewards[: len(campaign.milestones)]
    ]
    return told + [RewardCard()] * (len(campaign.milestones) - len(told))


def _skill_rows(taken: dict[str, str], campaign: Campaign, box: Expansion) -> list[SkillRow]:
    return [
        SkillRow(box.skills[skill], skill in taken, taken.get(skill, ""))
        for skill in campaign.skills
    ]


def _pool(extra_actions: int, campaign: Campaign) -> list[tuple[int, bool]]:
    return [
        (number, number <= extra_actions) for number in range(1, campaign.extra_actions_max + 1)
    ]


def _mission_row(mission: Mission, runs: Sequence[Run], sheet: SheetFacts) -> MissionRow:
    played = [run for run in runs if run.mission == mission.code]
    marks = sheet.marks.get(mission.code, ())
    return MissionRow(
        mission,
        result=_result_words(played),
        orange="orange" in marks,
        red="red" in marks,
        extra=marks.count("mission"),
    )


def result_word(result: str) -> str:
    """How a mission ended."""
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
    named = {one.id: one.name.in_language(language) for one in campaign.achievements}
    return [named.get(key, key) for key in dict.fromkeys(keys)]
