"""Miniatures: board, reserve and box."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from companion.words import Case, Reason, Words
from rules.mechanics.supply import SupplyChanged, ZombiesCorrected, ZombiesPlaced, ZombiesShort

WORDS = Words(
    sentences={
        ZombiesPlaced: lambda e, t: (
            _("%(zone)s: %(zombies)s")
            % {"zone": t.zone(e.zone), "zombies": t.zombies(e.zombie, e.count)}
        ),
        ZombiesShort: lambda e, t: (
            ngettext("%(zombies)s missing in the box", "%(zombies)s missing in the box", e.missing)
            % {"zombies": t.zombies(e.zombie, e.missing)}
        ),
        ZombiesCorrected: lambda e, t: (
            _("on the board: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.after)}
        ),
        SupplyChanged: lambda e, t: (
            _("miniatures of other boxes: %(zombies)s") % {"zombies": t.zombies(e.zombie, e.count)}
        ),
    },
    icons={ZombiesCorrected: "pencil"},
    refusals={
        "supply.none": gettext_lazy("There are not so many miniatures to take away."),
        "zombies.not_in_box": ngettext_lazy(
            "Only %(left)s of them is left in the box.",
            "Only %(left)s of them are left in the box.",
            "left",
        ),
        "zombies.not_there": ngettext_lazy(
            "Only %(there)s of them is on the board.",
            "Only %(there)s of them are on the board.",
            "there",
        ),
    },
    rules={
        "miniatures": gettext_lazy("Too few miniatures: that type activates once more, in all"),
    },
    because={ZombiesShort: lambda e, t: ["miniatures"]},
    reasons={
        ZombiesCorrected: lambda e, t: [Reason(t.several(e.zombie), f"{e.before} → {e.after}")],
    },
    whys={
        "miniatures": pgettext_lazy("why they activate", "no miniatures left"),
        "already_there": pgettext_lazy("why they activate", "already on the board"),
    },
    options={
        "no-activation-for-miniatures": (
            pgettext_lazy("house rule", "Mild shortage"),
            pgettext_lazy("house rule", "Missing miniatures give no extra activation."),
        ),
    },
    commands={
        "zombies.add": pgettext_lazy("command", "More on the board"),
        "zombies.remove": pgettext_lazy("command", "Fewer on the board"),
        "supply.add": pgettext_lazy("command", "Miniatures of other boxes"),
    },
    cases={
        "zombies.short": lambda pack: Case(
            _("Figures run out"),
            _(
                "Place what there is; then all of that kind act once more, once for each "
                "shortfall, at Blue too. A group that splits never causes this."
            ),
        )
    },
)
