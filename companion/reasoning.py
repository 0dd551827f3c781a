"""Nothing without its reason: card, line, danger level and whose, rule, book and page."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from companion.pages import pages_of
from companion.words import Reason, all_words
from rules import Cover, Event, Pack, State
from rules.packs.schema import Expansion


def reasons(events: Iterable[Event], state: State, pack: Cover) -> list[Reason]:
    """Return why events happened; `state` is the one before them.

    Of a step that was told whole, what its mechanic says; then what its facts rest on.
    """
    words, teller = all_words(state.game), pages_of(state.game).teller(state, pack)
    of_mechanics: list[Reason] = []
    rules: list[Reason] = []
    for event in events:
        own = words.reasons.get(type(event))
        of_mechanics += own(event, teller) if own else []
        rules += rule_reasons(event, teller)
        for fact in event.facts():
            if fact is event:
                continue
            if own is None and (tell := words.reasons.get(type(fact))):
                of_mechanics += tell(fact, teller)
            rules += rule_reasons(fact, teller)
    return list(dict.fromkeys((*of_mechanics, *rules)))


def rule_reasons(event: Event, teller: Any) -> list[Reason]:
    """Return the rules an event rests on, with book and page."""
    because = all_words(teller.game).because.get(type(event))
    if because is None or not isinstance(teller.pack, Pack):
        return []
    names = because(event, teller)
    return [reason for name in names for reason in rule(name, teller.state, teller.pack)]


def rule(name: str, state: State, pack: Pack) -> list[Reason]:
    """Return a rule in our words, and where the book of this table has it."""
    reason = Reason(_("Rule"), str(all_words(state.game).rules.get(name, name)))
    language = get_language() or "en"
    boxes: list[Expansion | Pack] = [
        *(pack.expansions[key] for key in getattr(state, "expansions", ())),
        pack,
    ]
    for box in boxes:
        if page := box.rulebook.get(name):
            where = _("%(book)s, p. %(page)s")
            book = where % {"book": box.short.in_language(language), "page": page}
            return [reason, Reason(_("Book"), book)]
    return [reason, Reason(_("Book"), pack.short.in_language(language))]
