"""City of Horror on paper: a score sheet for the pen, and a round at a glance."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer, Text
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import GameSubject, TableSubject
from companion.systems.city_of_horror.selectors import city_pack
from companion.systems.city_of_horror.terms import colour_word
from rules.systems.city_of_horror import CityPack, CityState
from rules.systems.city_of_horror.pack import PackAction, PackCharacter, PackLocation, Side

COLUMNS = 3
Named = TypeVar("Named", PackAction, PackCharacter)
REFERENCE, SCORE = "print/city_reference.html", "print/city_score.html"


class ScoreLine(NamedTuple):
    """A row of the score: what is written there, and whether an antidote is ticked in it."""

    label: str
    hint: str
    has_box: bool = False


class ScoredPlayer(Content, frozen=True, kw_only=True):
    name: str
    colour: str


class CitySheet(Content, frozen=True, kw_only=True):
    """An empty sheet of the game, or one with who sits there; nothing that is secret."""

    game: str
    url: str = ""
    players: tuple[ScoredPlayer, ...] = ()
    order: tuple[str, ...] = ()


def content_of_game(subject: GameSubject, chosen: PrintChoices) -> CitySheet:
    return CitySheet(game=subject.cover.game)


def content_of_table(subject: TableSubject, chosen: PrintChoices) -> CitySheet:
    state = subject.seat.table.any_state
    assert isinstance(state, CityState)
    players = (ScoredPlayer(name=name, colour=seat.colour) for name, seat in state.seats.items())
    return CitySheet(
        game=state.game,
        url=subject.join_url,
        players=tuple(players),
        order=tuple(state.locations),
    )


def score_title(content: CitySheet) -> str:
    return _("Score sheet: %(game)s") % {"game": _name(content)}


def reference_title(content: CitySheet) -> str:
    return _("Reference sheet: %(game)s") % {"game": _name(content)}


def _name(content: CitySheet) -> str:
    return city_pack(content.game).short.in_language(get_language() or "en")


def _common(content: CitySheet) -> dict[str, Any]:
    pack = city_pack(content.game)
    places = [pack.locations[key] for key in content.order or pack.locations]
    return {
        "pack": pack,
        "content": content,
        "foot": "Safehouse",
        "mark": _name(content),
        "places": [(place, [_side(place, "A"), _side(place, "B")]) for place in places],
    }


def _side(place: PackLocation, name: str) -> tuple[str, str, Side]:
    """Places and condition in words."""
    side = place.sides[name]  # type: ignore[index]
    places = str(side.places) if side.places else _("no limit")
    if side.at_least is None:
        return places, pgettext("zombies attack", "more than people"), side
    return places, pgettext("zombies attack", "%(n)d or more") % {"n": side.at_least}, side


def score_pieces(content: CitySheet) -> list[PrintedSheet]:
    common = _common(content)
    pack: CityPack = common["pack"]
    most = pack.most_players
    empty = [ScoredPlayer(name="", colour="")] * (most - len(content.players))
    context = {
        **common,
        "hours": [f"{hour:02}:00" for hour in range(1, pack.rounds + 1)],
        "least": min(row.players for row in pack.seating),
        "players": [
            (player.name, colour_word(player.colour) if player.colour else "")
            for player in [*content.players, *empty]
        ],
        "lines": _lines(pack),
        "columns": _columns(_by_name(pack.characters.values()), COLUMNS),
    }
    return [PrintedSheet(score_title(content), SCORE, context)]


def _by_name(facts: Iterable[Named]) -> list[Named]:
    language = get_language() or "en"
    return sorted(facts, key=lambda fact: fact.name.in_language(language))


def _columns(rows: Sequence[Named], count: int) -> list[Sequence[Named]]:
    height = -(-len(rows) // count)
    return [rows[first : first + height] for first in range(0, len(rows), height)]


def _lines(pack: CityPack) -> list[ScoreLine]:
    least = min(row.characters for row in pack.seating)
    most = max(row.characters for row in pack.seating)
    lines = []
    for number in range(1, most + 1):
        fit = [str(row.players) for row in pack.seating if row.characters >= number]
        hint = _("value if alive")
        if number > least:
            hint = _("value if alive (%(players)s players)") % {"players": ", ".join(fit)}
        lines.append(ScoreLine(_("Character %(number)d") % {"number": number}, hint, has_box=True))
    lines += [
        ScoreLine(_("Antidotes left"), _("1 each, once every living character has had one")),
        ScoreLine(_("Food"), _("as printed, 0-3")),
        ScoreLine(_("Canned food cards"), _("1 each")),
    ]
    return lines


def reference_pieces(content: CitySheet) -> list[PrintedSheet]:
    common = _common(content)
    pack: CityPack = common["pack"]
    context = {
        **common,
        "phases": _phases(),
        "cards": _columns(_by_name(pack.actions.values()), 2),
        "people": _by_name(pack.characters.values()),
        "rules": _rules(pack),
    }
    back = {**context, "is_back": True, "mark": _("Locations and powers")}
    return [
        PrintedSheet(reference_title(content), REFERENCE, context),
        PrintedSheet(_("Locations and powers"), REFERENCE, back),
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
                _("Eight zombies at a location are the most."),
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
        _("Crossroads: no vote; the straggler takes the next color that can be reached."),
        _("An action card can be canceled before its effect; a power cannot."),
        _("Explosions: the tower falls and kills all; the armory burns (A) or is blocked (B)."),
        _("After round %(last)d: an antidote for each survivor, the others die.")
        % {"last": pack.rounds},
    ]


def _offers(name: Text, about: Text, rank: int) -> tuple[PrintOffer[Any], ...]:
    """Of a table and of the game alike."""
    return (
        PrintOffer(
            of=TableSubject,
            name=name,
            about=about,
            content=content_of_table,
            rank=rank,
            may=lambda subject: isinstance(subject.seat.table.any_state, CityState),
        ),
        PrintOffer(
            of=GameSubject,
            name=name,
            about=about,
            content=content_of_game,
            rank=rank,
            may=lambda subject: isinstance(subject.cover, CityPack),
        ),
    )


KINDS = (
    PrintKind(
        name="city-score",
        content=CitySheet,
        title=score_title,
        pieces=score_pieces,
        templates=(SCORE,),
        offers=_offers(
            gettext_lazy("Score sheet"), gettext_lazy("for the pen, with everybody's points"), 1
        ),
    ),
    PrintKind(
        name="city-reference",
        content=CitySheet,
        title=reference_title,
        pieces=reference_pieces,
        templates=(REFERENCE,),
        offers=_offers(
            gettext_lazy("Reference sheet"), gettext_lazy("a round, locations, cards and powers"), 2
        ),
    ),
)
