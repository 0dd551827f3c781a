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
    "order": pgettext_lazy("why they activate", "an order of Zeus"),
    "already_there": pgettext_lazy("why they activate", "already on the board"),
}


_FIELD = {
    "round": pgettext_lazy("what is set", "round"),
    "phase": pgettext_lazy("what is set", "phase"),
    "spawned": pgettext_lazy("what is set", "spawn step done"),
    "first_player": pgettext_lazy("what is set", "first player"),
    "hour": pgettext_lazy("what is set", "hour"),
    "result": pgettext_lazy("what is set", "result"),
    "noise": pgettext_lazy("what is set", "noise tokens"),
    "bile": pgettext_lazy("what is set", "bile tokens"),
    "boss": pgettext_lazy("what is set", "abomination of the mission"),
    "time": pgettext_lazy("what is set", "box of the time meter"),
    "time_limit": pgettext_lazy("what is set", "last box of the time meter"),
    "name": pgettext_lazy("what is set", "name"),
    "player": pgettext_lazy("what is set", "player"),
    "team": pgettext_lazy("what is set", "team"),
    "points": pgettext_lazy("what is set", "points"),
    "wounds": pgettext_lazy("what is set", "wounds"),
    "status": pgettext_lazy("what is set", "status"),
    "skills": pgettext_lazy("what is set", "skills"),
    "gifts": pgettext_lazy("what is set", "campaign skills"),
    "light": pgettext_lazy("what is set", "light"),
    "actions_used": pgettext_lazy("what is set", "actions used"),
    "extra_actions": pgettext_lazy("what is set", "extra actions"),
    "extra_actions_used": pgettext_lazy("what is set", "extra actions used"),
    "start": pgettext_lazy("what is set", "starting zone"),
    "colour": pgettext_lazy("what is set", "colour"),
    "active_from": pgettext_lazy("what is set", "active from round"),
    "tokens": pgettext_lazy("what is set", "tokens"),
    "kind": pgettext_lazy("what is set", "kind"),
}
_VALUE = {
    "in_play": pgettext_lazy("status", "in play"),
    "out_of_action": pgettext_lazy("status", "out of action"),
    "dead": pgettext_lazy("status", "dead"),
    "escaped": pgettext_lazy("status", "escaped"),
    "won": pgettext_lazy("result", "won"),
    "lost": pgettext_lazy("result", "lost"),
    "abandoned": pgettext_lazy("result", "abandoned"),
    "normal": pgettext_lazy("kind of zone", "normal"),
    "necromancer": pgettext_lazy("kind of zone", "necromancer"),
    "zeus": pgettext_lazy("kind of zone", "Zeus"),
    **_PHASE,
}


def field_word(name: str) -> str:
    """What a correction sets."""
    return str(_FIELD[name])


def value_word(value: str) -> str:
    """A value of the state, where it has a word of its own."""
    return str(_VALUE.get(value, value))


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
