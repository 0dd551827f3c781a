"""Who is played, and by whom."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Words
from rules.mechanics.line_up import SurvivorJoined, SurvivorPassed


def _passed(event: SurvivorPassed, teller: Teller) -> str:
    named = {"player": event.player, "survivor": teller.survivor(event.survivor)}
    if not event.before:
        return _("%(player)s plays %(survivor)s from now on") % named
    sentence = _("%(player)s plays %(survivor)s from now on, no longer %(before)s")
    return sentence % {**named, "before": event.before}


def _takes(event: SurvivorPassed, teller: Teller) -> str:
    sentence = _("%(player)s plays %(survivor)s")
    return sentence % {"player": event.player, "survivor": teller.survivor(event.survivor)}


def _joined(event: SurvivorJoined, teller: Teller) -> str:
    sentence = _("%(survivor)s joins, played by %(player)s")
    return sentence % {"survivor": teller.survivor(event.survivor), "player": event.player}


WORDS = Words(
    sentences={SurvivorPassed: _passed, SurvivorJoined: _joined},
    headlines={SurvivorPassed: _takes},
    icons={SurvivorPassed: "users", SurvivorJoined: "users"},
    refusals={
        "survivor.passed": gettext_lazy("%(player)s plays %(survivor)s meanwhile."),
        "survivor.theirs": gettext_lazy("%(player)s plays %(survivor)s already."),
        "survivor.nobody": gettext_lazy("Choose a survivor of the box or type a name."),
        "survivor.of_campaign": gettext_lazy(
            "In a campaign somebody new gets a sheet first, on the campaign's page."
        ),
    },
    fields={"of": pgettext_lazy("what is asked", "played by now")},
    commands={
        "survivor.pass": pgettext_lazy("command", "Play a survivor"),
        "survivor.join": pgettext_lazy("command", "A new survivor"),
    },
)
