"""The rules a table may switch on, in words: a name for the switch and what it changes."""

from django.utils.translation import pgettext_lazy

HOUSE_RULES = {
    "out-of-action": (
        pgettext_lazy("house rule", "Out of action"),
        pgettext_lazy(
            "house rule",
            "Who loses the last health can be picked up until the end of the next round.",
        ),
    ),
    "necromancer-spawns-at-once": (
        pgettext_lazy("house rule", "Necromancer spawns at once"),
        pgettext_lazy("house rule", "A new necromancer token draws its card in the same step."),
    ),
    "fallen-count-for-danger": (
        pgettext_lazy("house rule", "The fallen count"),
        pgettext_lazy("house rule", "Survivors out of action still count for the danger level."),
    ),
    "points-stop-at-red": (
        pgettext_lazy("house rule", "Points stop at red"),
        pgettext_lazy("house rule", "Nobody counts beyond the first red box."),
    ),
    "ultrared": (
        pgettext_lazy("house rule", "Ultrared"),
        pgettext_lazy("house rule", "Behind red the bar starts over for skills not yet taken."),
    ),
    "no-activation-for-miniatures": (
        pgettext_lazy("house rule", "Mild shortage"),
        pgettext_lazy("house rule", "Missing miniatures give no extra activation."),
    ),
    "competitive": (
        pgettext_lazy("house rule", "Competitive"),
        pgettext_lazy("house rule", "Teams play against each other; the page shows their scores."),
    ),
    "hide-odds": (
        pgettext_lazy("house rule", "No odds"),
        pgettext_lazy("house rule", "Chances are not shown before a roll or a draw."),
    ),
}


def option_word(option: str) -> str:
    """The name on the switch."""
    return str(HOUSE_RULES[option][0])
