"""Refusals by their sentences on a page."""

import re
from functools import cache

from django.utils import translation
from django.utils.functional import Promise

from campaigns.refusals import REFUSALS as CAMPAIGN_REFUSALS
from companion.words import all_words

HOLE = re.compile(r"%\(\w+\)[sd]|%%")
TELLING = frozenset(
    {
        # What was chosen does not fit together, and the sentence says how to mend it.
        *("choice.missing", "choice.several", "choice.count", "choice.number", "choice.same"),
        *("choice.so_many", "choice.exactly", "choice.twice", "choice.text", "choice.taken"),
        *("wounds.shared", "wounds.spill", "wounds.too_many_cards"),
        *("place.one_each", "share.one_each"),
        *("attack.not_first", "attack.not_there", "attack.no_all_out"),
        *("trade.nothing", "correct.same", "amend.nothing", "amend.rewards"),
        # Cards and dice lie on the table: it says how many more, or which was read wrongly.
        *("dice.missing", "cards.missing", "card.missing", "dice.too_many", "cards.too_many"),
        *("card.impossible", "card.in_discard", "card.in_aside", "card.undescribed"),
    }
)


class Hole(int):
    """A number that is still to be filled in."""

    def __str__(self) -> str:
        return "%(n)s"


class Holes(dict[str, Hole]):
    """Leaves every hole of a sentence open that agrees with `number`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __missing__(self, name: str) -> Hole:
        return Hole(self.number)


def _forms(sentence: Promise) -> list[str]:
    """A sentence with its holes; one that agrees with a number, for one and for several."""
    return [str(sentence)] if str(sentence) else [sentence % Holes(number) for number in (1, 2)]


@cache
def _patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    with translation.override(language):
        return [
            (code, re.compile(".*".join(re.escape(part) for part in HOLE.split(form))))
            for code, sentence in {**all_words().refusals, **CAMPAIGN_REFUSALS}.items()
            for form in _forms(sentence)
        ]


def code_of(words: str, language: str) -> str:
    """The refusal a sentence stands for; `?` for none."""
    return next((code for code, pattern in _patterns(language) if pattern.fullmatch(words)), "?")
