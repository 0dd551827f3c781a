"""Kills, what they are worth, and groups that split."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.rooms import Room
from companion.words import Words
from rules.mechanics.kills import GroupSplit, ZombiesKilled
from rules.play import zombie_type

WORDS = Words(
    sentences={
        ZombiesKilled: lambda e, t: (
            _("%(survivor)s kills %(zombies)s")
            % {"survivor": t.survivor(e.survivor), "zombies": t.zombies(e.zombie, e.count)}
        ),
        GroupSplit: lambda e, t: (
            _("%(zombies)s split on %(routes)d routes")
            % {
                "zombies": ", ".join(
                    t.zombies(zombie, count) for zombie, count in e.zombies.items()
                ),
                "routes": e.routes,
            }
        ),
    },
    icons={ZombiesKilled: "walker"},
    refusals={
        "zombie.immune": gettext_lazy("That kills everything but this one."),
        "zombie.never_splits": gettext_lazy(
            "Abominations and zombies that flee never split. You choose their route."
        ),
    },
    rules={"everyone": gettext_lazy("Its points go to every survivor")},
    because={
        ZombiesKilled: lambda e, t: (
            ["everyone"] if zombie_type(t.pack, e.zombie).points_to == "everyone" else []
        ),
    },
    commands={
        "zombies.kill": pgettext_lazy("command", "Kill"),
        "zombies.split": pgettext_lazy("command", "A group splits"),
    },
    fields={
        "means": pgettext_lazy("what is asked", "by what"),
        "routes": pgettext_lazy("what is asked", "routes"),
    },
    values={
        "attack": pgettext_lazy("means", "by an attack"),
        "all": pgettext_lazy("means", "by what kills everything"),
    },
)


ROOM = Room(on_board=("zombies.split",))
