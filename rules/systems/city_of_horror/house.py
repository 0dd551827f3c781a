"""Set one value of the table by hand; play goes on from there."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from rules.commands import kind_of
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.mechanic import Mechanic, Playable
from rules.mechanics.house import TableCorrect, TableCorrected
from rules.offers import Offer
from rules.systems.city_of_horror.board import (
    antidotes_left,
    character_of,
    colours_in_play,
    in_game,
    location_of,
    zombies_left,
)
from rules.systems.city_of_horror.pack import Colour
from rules.systems.city_of_horror.play import CityPlay

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
TABLE_FIELDS: dict[str, Any] = {"first": str, "straggler": Colour}
LOCATION_FIELDS: dict[str, Any] = {"zombies": Small, "explosions": Small, "antidotes": Small}
SEAT_FIELDS: dict[str, Any] = {"antidotes": Small}
CHARACTER_FIELDS: dict[str, Any] = {"at": str, "fit": bool, "hidden": bool, "alive": bool}
QUIET = (None, "effect", "attack", "share")


def check_quiet(play: CityPlay) -> None:
    """Raise if nothing can be corrected now: between a vote and its end, undo the vote first."""
    state = play.state
    play.need_settled()
    if state.phase in ("place", "draft", "rescue", "over"):
        raise IllegalCommand("phase.other", phase=state.phase)
    if state.stage not in QUIET:
        raise IllegalCommand("correct.not_now")


def correct_table(play: CityPlay, command: TableCorrect) -> None:
    state = play.state
    check_quiet(play)
    where, *rest = command.path.split(".", 1)
    key, _, name = rest[0].rpartition(".") if rest else ("", "", where)
    match where:
        case "first" | "straggler" if not rest:
            before = getattr(state, where)
            after = _checked(command, TABLE_FIELDS[where])
            _check_table(play, command, where, after)
            play.set(**{where: after})
        case "locations" if name in LOCATION_FIELDS:
            before = getattr(location_of(state, key), name)
            after = _checked(command, LOCATION_FIELDS[name])
            _check_location(play, command, key, name, after - before)
            play.change_location(key, **{name: after})
        case "seats" if name in SEAT_FIELDS and key in state.seats:
            before = getattr(state.seats[key], name)
            after = _checked(command, SEAT_FIELDS[name])
            _check_antidotes(play, command, after - before)
            play.change_player(key, **{name: after})
        case "characters" if name in CHARACTER_FIELDS:
            before = getattr(character_of(state, key), name)
            after = _checked(command, CHARACTER_FIELDS[name])
            if name == "at":
                location_of(state, after)
            play.change_character(key, **{name: after})
            _check_characters(play, command)
        case _:
            raise UnknownId("correct.path", path=command.path)
    if before == after:
        raise IllegalCommand("correct.same", path=command.path)
    play.settle_waiting()
    play.emit(TableCorrected(path=command.path, before=before, after=after))


def _checked(command: TableCorrect, kind: Any) -> Any:
    try:
        return msgspec.convert(command.value, kind)
    except msgspec.ValidationError as error:
        raise IllegalCommand("correct.value", path=command.path) from error


def _refuse(command: TableCorrect) -> None:
    raise IllegalCommand("correct.value", path=command.path)


def _check_table(play: CityPlay, command: TableCorrect, name: str, after: str) -> None:
    if name == "first" and not (after in play.state.seats and in_game(play.state, after)):
        _refuse(command)
    if name == "straggler" and after not in colours_in_play(play.state, play.pack):
        _refuse(command)


def _check_location(play: CityPlay, command: TableCorrect, key: str, name: str, more: int) -> None:
    location = play.state.locations[key]
    if name == "zombies":
        most = play.pack.zombies_at_a_place
        if location.zombies + more > most or more > zombies_left(play.state, play.pack):
            _refuse(command)
    elif name == "antidotes":
        if not play.pack.locations[key].building:
            _refuse(command)
        _check_antidotes(play, command, more)
    else:
        limit = play.pack.locations[key].sides[location.side].explosions
        if limit is None or location.closed or location.explosions + more >= limit:
            _refuse(command)


def _check_antidotes(play: CityPlay, command: TableCorrect, more: int) -> None:
    if more > antidotes_left(play.state, play.pack):
        _refuse(command)


def _check_characters(play: CityPlay, command: TableCorrect) -> None:
    """Refuse a first player who is out of the game, and a dead character who hides."""
    if not in_game(play.state, play.state.first):
        _refuse(command)
    if any(
        character.hidden and not character.alive for character in play.state.characters.values()
    ):
        _refuse(command)


def corrections(look: CityPlay, about: Mapping[str, Any]) -> Iterator[Offer]:
    """Yield one example for each location: a zombie more."""
    for key, location in look.state.locations.items() if look.state.result is None else ():
        path, more = f"locations.{key}.zombies", location.zombies + 1
        try:
            tried = TableCorrect(id="00000000", seen=0, path=path, value=more)
            correct_table(CityPlay(look.state, look.pack), tried)
        except RuleError:
            continue
        yield Offer(kind=kind_of(TableCorrect), fixed={"path": path, "value": more})


HOUSE = Mechanic(
    name="house",
    home=TableCorrect.__module__,  # which says it in words
    asks=(Playable(TableCorrect, correct_table, corrections, is_whole=False),),
    events=(TableCorrected,),
)
