"""Words and numbers of a campaign in templates."""

from django import template
from django.utils.translation import pgettext, pgettext_lazy

from campaigns import words
from campaigns.narration import LOSSES, RESULTS, STATUSES
from companion.terms import rule_told
from companion.words import token_word
from rules import BY_CAMPAIGN, By, done_by, rulesets
from rules.campaign import CampaignBook
from rules.packs.schema.missions import MissionRule

register = template.Library()
register.filter("token_word", token_word)
MARKS = {
    "app": pgettext_lazy("who sees to a rule", "the app applies it"),
    "reminder": pgettext_lazy("who sees to a rule", "reminded at the table"),
    "players": pgettext_lazy("who sees to a rule", "with the players"),
}
COUNTED = pgettext_lazy("who sees to a goal", "the app counts it")


@register.filter
def mission_title(code: str, book: CampaignBook) -> str:
    return words.mission_title(book, code)


@register.filter
def mission_number(code: str) -> str:
    """`1` of `M1`: the letter says nothing after the word mission."""
    number = code.removeprefix("M")
    return number if number.isdecimal() else code


@register.filter
def result_word(result: str) -> str:
    return str(RESULTS[result])


@register.filter
def status_word(status: str) -> str:
    return str(STATUSES[status])


@register.filter
def loss_word(why: str) -> str:
    return str(LOSSES[why])


@register.filter
def stop_word(state: str) -> str:
    """Return how a mission on the route stands, for those who do not see its shape."""
    return {
        "won": pgettext("stop of the route", "won"),
        "lost": pgettext("stop of the route", "lost"),
        "abandoned": pgettext("stop of the route", "abandoned"),
        "now": pgettext("stop of the route", "being played"),
        "next": pgettext("stop of the route", "next"),
        "open": pgettext("stop of the route", "to play"),
    }[state]


@register.filter
def achievement_name(achievement: str, book: CampaignBook) -> str:
    return words.achievement_name(book, achievement)


@register.filter
def item_name(copy: str, book: CampaignBook) -> str:
    return words.card_name(book, copy)


@register.filter
def rule_mark(rule: MissionRule, book: CampaignBook) -> str:
    """Return who sees to a rule of a mission: the app, reminded players, or they alone."""
    return str(MARKS[_by(rule, book)])


@register.filter
def goal_mark(goal: MissionRule, book: CampaignBook) -> str:
    """Return who sees that a goal is met: the players do it, the app can only count it."""
    by = _by(goal, book)
    return str(COUNTED if by == "app" else MARKS[by])


def _by(rule: MissionRule, book: CampaignBook) -> By:
    known = rulesets[book.pack.game].vocabulary.mission_rules
    return done_by(rule, known | frozenset(BY_CAMPAIGN))


@register.filter
def rule_text(rule: MissionRule) -> str:
    """Return a goal or special rule in the reader's language."""
    return rule_told(rule)


@register.filter
def times(count: int) -> range:
    """1, 2, 3 ... for `count` inputs in a row."""
    return range(1, count + 1)
