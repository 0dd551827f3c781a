"""Which refusal a sentence on a page stands for."""

import re
from functools import cache

from django.utils import translation

from campaigns.refusals import REFUSALS as CAMPAIGN_REFUSALS
from companion.words import all_words

HOLE = re.compile(r"%\(\w+\)[sd]|%%")
TELLING = frozenset(
    {
        # What was chosen does not fit together, and the sentence says how to mend it.
        *("choice.missing", "choice.several", "choice.count", "choice.number", "choice.same"),
        *("choice.so_many", "choice.exactly", "choice.twice", "choice.text", "choice.taken"),
        *("wounds.shared", "wounds.spill", "place.one_each", "share.one_each"),
        *("attack.not_first", "attack.not_there"),
        *("trade.nothing", "correct.same", "amend.nothing", "amend.rewards"),
        # Cards and dice lie on the table: it says how many more, or which was read wrongly.
        *("dice.missing", "cards.missing", "card.missing", "dice.too_many", "cards.too_many"),
        *("card.impossible", "card.in_discard", "card.in_aside", "card.undescribed"),
    }
)


@cache
def _patterns(language: str) -> list[tuple[str, re.Pattern[str]]]:
    with translation.override(language):
        return [
            (code, re.compile(".*".join(re.escape(part) for part in HOLE.split(str(sentence)))))
            for code, sentence in {**all_words().refusals, **CAMPAIGN_REFUSALS}.items()
        ]


def code_of(words: str, language: str) -> str:
    """The refusal a sentence stands for; `?` for none."""
    return next((code for code, pattern in _patterns(language) if pattern.fullmatch(words)), "?")
