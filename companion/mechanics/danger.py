"""The danger bar: points raise a survivor, the highest survivor sets the table's level."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.terms import danger_word
from companion.words import Reason, Words
from rules.mechanics.danger import ChoiceDue, DangerRaised, PointsGained, SkillGained

WORDS = Words(
    sentences={
        PointsGained: lambda e, t: (
            _("%(survivor)s %(change)+d %(unit)s")
            % {
                "survivor": t.survivor(e.survivor),
                "change": e.after - e.before,
                "unit": t.points_unit(),
            }
        ),
        DangerRaised: lambda e, t: (
            _("%(survivor)s reaches %(level)s")
            % {"survivor": t.survivor(e.survivor), "level": danger_word(e.after)}
        ),
        ChoiceDue: lambda e, t: (
            _("%(survivor)s has a skill to choose") % {"survivor": t.survivor(e.survivor)}
        ),
        SkillGained: lambda e, t: (
            _("%(survivor)s gains %(skill)s")
            % {"survivor": t.survivor(e.survivor), "skill": t.skill(e.skill)}
        ),
    },
    icons={PointsGained: "plus", DangerRaised: "up", SkillGained: "star"},
    refusals={
        "points.at_red": gettext_lazy("By the rules of this table points stop at red."),
        "points.below_zero": gettext_lazy(
            "%(survivor)s has %(points)s points: there is less to take away."
        ),
        "points.nothing": gettext_lazy("Zero points change nothing."),
        "skill.not_due": gettext_lazy("%(survivor)s has no skill to choose now."),
        "skill.not_offered": gettext_lazy(
            "The survivor's card does not offer that skill at this level."
        ),
        "skill.twice": gettext_lazy("The survivor has that skill already."),
    },
    rules={"danger": gettext_lazy("The survivor with most points sets the danger level")},
    because={DangerRaised: lambda e, t: ["danger"]},
    reasons={
        PointsGained: lambda e, t: [
            Reason(t.survivor(e.survivor), f"{e.before} → {e.after} {t.points_unit()}")
        ],
    },
    fields={
        "amount": pgettext_lazy("what is asked", "points"),
        "skill": pgettext_lazy("what is asked", "skill"),
        "points": pgettext_lazy("what is set", "points"),
    },
    options={
        "fallen-count-for-danger": (
            pgettext_lazy("house rule", "The fallen count"),
            pgettext_lazy(
                "house rule", "Survivors out of action still count for the danger level."
            ),
        ),
        "points-stop-at-red": (
            pgettext_lazy("house rule", "Points stop at red"),
            pgettext_lazy("house rule", "Nobody counts beyond the first red box."),
        ),
        "ultrared": (
            pgettext_lazy("house rule", "Ultrared"),
            pgettext_lazy("house rule", "Behind red the bar starts over for skills not yet taken."),
        ),
    },
    commands={
        "points.award": pgettext_lazy("command", "Points"),
        "skill.choose": pgettext_lazy("command", "Choose a skill"),
    },
)
