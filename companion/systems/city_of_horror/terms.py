"""The words of City of Horror that no pack has: colours, phases, steps, corrections."""

from django.utils.translation import pgettext_lazy

_COLOUR = {
    "green": pgettext_lazy("colour of a player", "green"),
    "violet": pgettext_lazy("colour of a player", "violet"),
    "white": pgettext_lazy("colour of a player", "white"),
    "blue": pgettext_lazy("colour of a player", "blue"),
    "red": pgettext_lazy("colour of a player", "red"),
    "yellow": pgettext_lazy("colour of a player", "yellow"),
}
_PHASE = {
    "place": pgettext_lazy("city phase", "first placement"),
    "draft": pgettext_lazy("city phase", "action cards"),
    "choose": pgettext_lazy("city phase", "movement cards"),
    "late": pgettext_lazy("city phase", "the tower chooses"),
    "invasion": pgettext_lazy("city phase", "invasion"),
    "move": pgettext_lazy("city phase", "moves"),
    "locations": pgettext_lazy("city phase", "locations"),
    "rescue": pgettext_lazy("city phase", "rescue"),
    "over": pgettext_lazy("city phase", "the end"),
}
_STAGE = {
    "effect": pgettext_lazy("city step", "effect"),
    "attack": pgettext_lazy("city step", "before the attack"),
    "vote": pgettext_lazy("city step", "who loses a character?"),
    "tie": pgettext_lazy("city step", "a tie: the first player decides"),
    "victim": pgettext_lazy("city step", "who dies?"),
    "share": pgettext_lazy("city step", "before the supplies"),
    "share-vote": pgettext_lazy("city step", "who hands out the supplies?"),
    "share-tie": pgettext_lazy("city step", "a tie: the first player decides"),
    "hand-out": pgettext_lazy("city step", "supplies are handed out"),
}
_FIELD = {
    "first": pgettext_lazy("city field", "first player"),
    "straggler": pgettext_lazy("what is set", "straggler"),
    "zombies": pgettext_lazy("what is set", "zombies"),
    "explosions": pgettext_lazy("what is set", "explosions"),
    "antidotes": pgettext_lazy("what is set", "antidotes"),
    "at": pgettext_lazy("what is set", "place"),
    "fit": pgettext_lazy("what is set", "fit"),
    "hidden": pgettext_lazy("what is set", "hidden"),
    "alive": pgettext_lazy("what is set", "alive"),
}


def colour_word(colour: str) -> str:
    return str(_COLOUR[colour])


def city_phase_word(phase: str) -> str:
    return str(_PHASE[phase])


def stage_word(stage: str) -> str:
    return str(_STAGE[stage])


def city_field_word(name: str) -> str:
    """Return the word for the value a correction sets."""
    return str(_FIELD[name])


_TURN = (
    pgettext_lazy("turn of a player", "moves 1st"),
    pgettext_lazy("turn of a player", "moves 2nd"),
    pgettext_lazy("turn of a player", "moves 3rd"),
    pgettext_lazy("turn of a player", "moves 4th"),
    pgettext_lazy("turn of a player", "moves 5th"),
    pgettext_lazy("turn of a player", "moves 6th"),
)


def turn_word(turn: int) -> str:
    """Return a player's place in the order of moves; six can play."""
    return str(_TURN[turn - 1])


_AIM = {
    "location": pgettext_lazy("aim", "Where"),
    "to": pgettext_lazy("aim", "Where to"),
    "character": pgettext_lazy("aim", "Who"),
    "target": pgettext_lazy("aim", "From whom"),
    "colour": pgettext_lazy("aim", "Which color"),
    "pay": pgettext_lazy("aim", "Card you discard"),
    "take": pgettext_lazy("aim", "Card you take"),
    "food": pgettext_lazy("aim", "Food token"),
    "explosion": pgettext_lazy("aim", "Explosion at"),
}


def aim_word(name: str) -> str:
    """Return the word for a target of a power, a card or an effect."""
    return str(_AIM[name])
