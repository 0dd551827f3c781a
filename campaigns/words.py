"""Names of what a campaign speaks of, in the reader's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.campaign import CampaignBook, CampaignState
from rules.campaign.objectives import kind_of
from rules.campaign.upkeep import card_of
from rules.errors import RuleError
from rules.names import like, tidy


def language() -> str:
    return get_language() or "en"


def mission_title(book: CampaignBook, code: str) -> str:
    """Return the printed title; a mission of the group's own is called as they call it."""
    if leg := book.leg(code):
        return leg.in_language(language()) or code
    mission = book.mission(code)
    return mission.title.in_language(language()) if mission else code


def mission_short(book: CampaignBook, code: str) -> str:
    """`DEFCON 5` of `DEFCON 5: All quiet on the front`: what fits under a stop of the route."""
    return mission_title(book, code).split(":")[0]


def skill_name(book: CampaignBook, skill: str) -> str:
    printed = book.pack.skills.get(skill)
    return printed.name.in_language(language()) if printed else skill


def card_name(book: CampaignBook, copy: str) -> str:
    """Return a card of equipment by its printed name."""
    try:
        return card_of(book, copy).name.in_language(language())
    except RuleError:
        return copy


def achievement_name(book: CampaignBook, achievement: str) -> str:
    """The name of a printed achievement; one that the group noted down stays as they wrote it."""
    for printed in book.rules.achievements:
        if printed.id == achievement:
            return printed.name.in_language(language())
    return achievement


def achievement_id(book: CampaignBook, name: str) -> str:
    """The id of a printed achievement, by its name in any language; else what the group wrote."""
    kept = tidy(name)
    for achievement in book.rules.achievements:
        if like(kept, (achievement.id, achievement.name.es, achievement.name.en)) is not None:
            return achievement.id
    return kept or name


def objective_name(state: CampaignState, book: CampaignBook, copy: str) -> str:
    """Return a card's name that gives nothing away: its number among its kind."""
    for other, card in book.objective_cards(state.mission or "") if state.mission else ():
        if other == copy and card.name is not None:
            return card.name.in_language(language())
    note = copy in state.objectives and state.objectives[copy].note
    same = [other_copy for other_copy, card in state.objectives.items() if card.note == note]
    number = same.index(copy) + 1 if copy in same else copy.rpartition("-")[2]
    if note or kind_of(copy).endswith("-note"):
        return _("Note %(number)s") % {"number": number}
    text = state.texts.get(copy)
    known = text.number if text and state.objectives.get(copy) and text.number else ""
    hidden = copy in state.objectives and state.objectives[copy].status == "face_down"
    if known and not hidden:
        return _("Card %(number)s") % {"number": known}
    return _("Card %(number)s of the mission") % {"number": number}


def companion_name(book: CampaignBook, state: CampaignState, key: str) -> str:
    """By the box's word, or as the group calls them."""
    for person in book.pack.companions:
        if person.id == key:
            return person.name.in_language(language())
    known = state.companions.get(key)
    return known.name if known else key


def sheet_name(state: CampaignState, key: str | None) -> str:
    if key is None:
        return _("everyone")
    sheet = state.sheets.get(key)
    return sheet.name if sheet else key
