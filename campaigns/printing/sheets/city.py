"""City of Horror on paper: a score sheet for the pen, and a round at a glance."""

from typing import Any, NamedTuple

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from campaigns.printing.render import Piece
from companion.city.selectors import city_pack
from companion.city.words import colour_word
from companion.models import Seat
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.pack import PackLocation, Side

COLUMNS = 3
REFERENCE = "print/city_reference.html"


class Line(NamedTuple):
    """A row of the score: what is written there, and whether an antidote is ticked in it."""

    label: str
    hint: str
    has_box: bool = False


def content(*, game: str, url: str = "") -> dict[str, Any]:
    """An empty sheet of the game."""
    return {"game": game, "url": url, "players": [], "order": []}


def content_of_table(seat: Seat, url: str) -> dict[str, Any]:
    """With who sits there; of what is secret there is nothing on paper."""
    state = seat.table.any_state
    assert isinstance(state, CityState)
    players = [{"name": name, "colour": one.colour} for name, one in state.seats.items()]
    order = list(state.locations)
    return {"game": state.game, "url": url, "players": players, "order": order}


def score_title(content: dict[str, Any]) -> str:
    return _("Score sheet: %(game)s") % {"game": _name(content)}


def reference_title(content: dict[str, Any]) -> str:
    return _("Reference sheet: %(game)s") % {"game": _name(content)}


def _name(content: dict[str, Any]) -> str:
    return city_pack(content["game"]).short.in_language(get_language() or "en")


def _common(content: dict[str, Any]) -> dict[str, Any]:
    pack = city_pack(content["game"])
    places = [pack.locations[key] for key in content["order"] or pack.locations]
    return {
        "pack": pack,
        "content": content,
        "foot": "Safehouse",
        "mark": _name(content),
        "places": [(one, [_side(one, "A"), _side(one, "B")]) for one in places],
    }


def _side(place: PackLocation, name: str) -> tuple[str, str, Side]:
    """Places and condition in words."""
    side = place.sides[name]  # type: ignore[index]
    places = str(side.places) if side.places else _("no limit")
    if side.at_least is None:
        return places, pgettext("zombies attack", "more than people"), side
    return places, pgettext("zombies attack", "%(n)d or more") % {"n": side.at_least}, side


def score_pieces(content: dict[str, Any]) -> list[Piece]:
    common = _common(content)
    pack: CityPack = common["pack"]
    most = pack.most_players
    empty = [{"name": "", "colour": ""}] * (most - len(content["players"]))
    people = sorted(
        pack.characters.values(), key=lambda one: one.name.in_language(get_language() or "en")
    )
    a_column = -(-len(people) // COLUMNS)
    context = {
        **common,
        "hours": [f"{hour:02}:00" for hour in range(1, pack.rounds + 1)],
        "least": min(one.players for one in pack.seating),
        "players": [
            (one["name"], colour_word(one["colour"]) if one["colour"] else "")
            for one in [*content["players"], *empty]
        ],
        "lines": _lines(pack),
        "columns": [people[n : n + a_column] for n in range(0, len(people), a_column)],
    }
    return [Piece(score_title(content), "print/city_score.html", context)]


def _lines(pack: CityPack) -> list[Line]:
    least = min(one.characters for one in pack.seating)
    most = max(one.characters for one in pack.seating)
    found = []
    for number in range(1, most + 1):
        fit = [str(one.players) for one in pack.seating if one.characters >= number]
        hint = _("value if alive")
        if number > least:
            hint = _("value if alive (%(players)s players)") % {"players": ", ".join(fit)}
        found.append(Line(_("Character %(number)d") % {"number": number}, hint, has_box=True))
    found += [
        Line(_("Antidotes left"), _("1 each, once every living character has had one")),
        Line(_("Food"), _("as printed, 0-3")),
        Line(_("Canned food cards"), _("1 each")),
    ]
    return found


def reference_pieces(content: dict[str, Any]) -> list[Piece]:
    common = _common(content)
    pack: CityPack = common["pack"]
    context = {
        **common,
        "phases": _phases(),
        "cards": list(pack.actions.values()),
        "people": list(pack.characters.values()),
        "rules": _rules(pack),
    }
    back = {**context, "is_back": True, "mark": _("Powers and cards")}
    return [
        Piece(reference_title(content), REFERENCE, context),
        Piece(_("Powers and cards"), REFERENCE, back),
    ]


def _phases() -> list[tuple[str, list[str]]]:
    return [
        (
            pgettext("city phase", "Choose"),
            [
                _("Everybody lays a movement card face down; then all are shown."),
                _("Tower A looks at the invasion card first, tower B chooses last."),
            ],
        ),
        (
            pgettext("city phase", "Invasion"),
            [
                _("Zombies move, then come, then supplies, then the straggler."),
                _("Eight zombies at a place are the most."),
            ],
        ),
        (
            pgettext("city phase", "Move"),
            [
                _("From the first player on: one character each, to the card's location."),
                _("Full or closed: to the crossroads."),
            ],
        ),
        (
            pgettext("city phase", "Locations"),
            [
                _("In order: effect, attack, vote, supplies."),
                _("Cards and powers before a vote, never between it and its end."),
            ],
        ),
    ]


def _rules(pack: CityPack) -> list[str]:
    return [
        _("One vote for each character there; hidden ones and grandpa have none."),
        _("A tie: the first player decides, there or not."),
        _("Whoever loses a character takes the first player marker."),
        _("Supplies: the winner of the vote hands out one thing each, to anybody."),
        _("Crossroads: no vote; the straggler takes the next colour that can be reached."),
        _("An action card can be cancelled before its effect; a power cannot."),
        _("Explosions: the tower falls and kills all; the armory burns (A) or is blocked (B)."),
        _("After round %(last)d: an antidote for each survivor, the others die.")
        % {"last": pack.rounds},
    ]
