"""What the group decides for itself: house rules, and any value by hand."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words, option_word
from rules.mechanics.house import events

WORDS = Words(
    sentences={
        events.TableCorrected: lambda e, t: (
            _("set by hand: %(what)s, %(before)s to %(after)s")
            % {"what": t.path(e.path), "before": t.value(e.before), "after": t.value(e.after)}
        ),
        events.OptionSwitched: lambda e, t: (
            (_("house rule on: %(rule)s") if e.on else _("house rule off: %(rule)s"))
            % {"rule": option_word(e.option)}
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
