"""Words that all games share and that the interface, not a pack, translates."""

from django.utils.translation import pgettext, pgettext_lazy

_DANGER = {
    "blue": pgettext_lazy("danger", "Blue"),
    "yellow": pgettext_lazy("danger", "Yellow"),
    "orange": pgettext_lazy("danger", "Orange"),
    "red": pgettext_lazy("danger", "Red"),
}
_PHASE = {
    "players": pgettext_lazy("phase", "Players"),
    "zombies": pgettext_lazy("phase", "Zombies"),
    "end": pgettext_lazy("phase", "End"),
}


_WHY = {
    "card": pgettext_lazy("why they activate", "card"),
    "miniatures": pgettext_lazy("why they activate", "no miniatures left"),
    "necromancer": pgettext_lazy("why they activate", "another necromancer"),
    "light": pgettext_lazy("why they activate", "they see a light"),
    "rush": pgettext_lazy("why they activate", "rush"),
    "already_there": pgettext_lazy("why they activate", "already on the board"),
}


def why_word(why: str) -> str:
    """Why zombies activate once more."""
    return str(_WHY[why])


def danger_word(level: str) -> str:
    """`orange` as Orange or Naranja."""
    return str(_DANGER[level])


def phase_word(phase: str) -> str:
    return str(_PHASE[phase])


def spaced_code(code: str) -> str:
    """K74Q2M as K74-Q2M, easier to read out."""
    return f"{code[:3]}-{code[3:]}"


def next_step_words(phase: str) -> tuple[str, str]:
    """What the large button says in this phase: the next thing, and what it means."""
    return {
        "players": (
            pgettext("next step", "Zombie phase"),
            pgettext("next step", "When every player has acted"),
        ),
        "zombies": (
            pgettext("next step", "End phase"),
            pgettext("next step", "When all zombies have acted and spawned"),
        ),
        "end": (
            pgettext("next step", "New round"),
            pgettext("next step", "Noise off the board; first player passes"),
        ),
    }[phase]
