"""What the group decides for itself: house rules, and any value by hand."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Words, option_word
from rules.mechanics.house import OptionSwitched, TableCorrected


def corrected(event: TableCorrected, teller: Teller) -> str:
    """Tell a value set by hand; what a campaign gives or takes back is told as that."""
    return _given(event, teller) or _("set by hand: %(what)s, %(before)s to %(after)s") % {
        "what": teller.path(event.path),
        "before": teller.value(event.before),
        "after": teller.value(event.after),
    }


def _given(event: TableCorrected, teller: Teller) -> str:
    """Tell a skill or extra action more or less as a reward, or as one taken back."""
    field = event.path.rpartition(".")[2]
    if not event.path.startswith("survivors.") or field not in ("gifts", "extra_actions"):
        return ""
    name = teller.survivor(event.path.split(".")[1])
    before, after = event.before, event.after
    if isinstance(before, int) and isinstance(after, int):
        sentence = _("%(survivor)s: extra actions %(change)+d")
        return sentence % {"survivor": name, "change": after - before}
    if not (isinstance(before, tuple) and isinstance(after, tuple)):
        return ""
    more = [teller.skill(skill) for skill in after if skill not in before]
    less = [teller.skill(skill) for skill in before if skill not in after]
    sentence = _("%(survivor)s gains %(skills)s") if more else _("%(survivor)s gives up %(skills)s")
    return sentence % {"survivor": name, "skills": ", ".join(more or less)}


WORDS = Words(
    sentences={
        TableCorrected: corrected,
        OptionSwitched: lambda e, t: (
            (_("house rule on: %(rule)s") if e.on else _("house rule off: %(rule)s"))
            % {"rule": option_word(e.option, t.game)}
        ),
    },
    refusals={
        "correct.path": gettext_lazy("There is nothing at %(path)s that can be set by hand."),
        "correct.same": gettext_lazy("That is the value it has."),
        "correct.value": gettext_lazy("That value cannot be set there."),
        "option.not_here": gettext_lazy("This game has no such rule to switch."),
        "option.same": gettext_lazy("That rule is set like this already."),
    },
    fields={
        "path": pgettext_lazy("what is asked", "what"),
        "value": pgettext_lazy("what is asked", "value"),
        "option": pgettext_lazy("what is asked", "house rule"),
        "on": pgettext_lazy("what is asked", "on"),
        "name": pgettext_lazy("what is set", "name"),
        "player": pgettext_lazy("what is set", "player"),
    },
    options={
        "odds-on-screen": (
            pgettext_lazy("house rule", "Odds on the big screen"),
            pgettext_lazy("house rule", "What the next spawn likely brings is shown there, too."),
        ),
        "hide-odds": (
            pgettext_lazy("house rule", "No odds"),
            pgettext_lazy("house rule", "Chances are not shown before a roll or a draw."),
        ),
    },
    commands={
        "table.correct": pgettext_lazy("command", "Correct by hand"),
        "option.set": pgettext_lazy("command", "House rule"),
    },
)
