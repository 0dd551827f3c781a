"""Skills: what a survivor can do, and what was used of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.teller import Teller
from companion.words import Meter, Words
from rules.mechanics.skill_reminders import phase_reminders
from rules.mechanics.skills import SkillUsed, SurvivorDescribed


def _now(t: Teller) -> Meter | None:
    """Return the skills of this phase that the app leaves to the players."""
    due = phase_reminders(t.state, t.pack)
    words = [
        _("%(survivor)s, %(skill)s")
        % {"survivor": t.survivor(reminder.survivor), "skill": t.skill(reminder.skill.id)}
        for reminder in due
    ]
    text = _("Remember: %(skills)s") % {"skills": "; ".join(words)}
    return Meter("reminders", "info", text) if words else None


WORDS = Words(
    meters={"reminders": _now},
    sentences={
        SkillUsed: lambda e, t: (
            (
                _("%(survivor)s uses %(skill)s for %(other)s")
                if e.on
                else _("%(survivor)s uses %(skill)s")
            )
            % {
                "survivor": t.survivor(e.survivor),
                "skill": t.skill(e.skill),
                "other": t.survivor(e.on),
            }
        ),
        SurvivorDescribed: lambda e, t: (
            _("the card of %(survivor)s is known now") % {"survivor": t.survivor(e.survivor)}
        ),
    },
    refusals={
        "skill.at_once": gettext_lazy("What that skill gives is used at once."),
        "skill.heals_nobody": gettext_lazy("That skill heals nobody."),
        "skill.no_kill": gettext_lazy("%(survivor)s has killed nobody this turn."),
        "skill.not_oneself": gettext_lazy("That skill helps somebody else."),
        "skill.not_theirs": gettext_lazy("%(survivor)s does not have that skill."),
        "skill.unknown": gettext_lazy("This game has no such skill."),
        "skill.used": gettext_lazy("%(survivor)s has used that skill already."),
        "survivor.known": gettext_lazy("We know what stands on the card of %(survivor)s."),
    },
    fields={
        "skills": pgettext_lazy("what is set", "skills"),
        "later": pgettext_lazy("what is asked", "in their next turn"),
        "gifts": pgettext_lazy("what is set", "campaign skills"),
    },
    commands={
        "skill.use": pgettext_lazy("command", "Use a skill"),
        "survivor.describe": pgettext_lazy("command", "Describe a survivor"),
    },
)
