from typing import Any

import msgspec

from rules import names
from rules.errors import IllegalCommand, UnknownId
from rules.mechanic import Correction
from rules.mechanics.danger.play import refresh_choices
from rules.mechanics.house.commands import OptionSet, TableCorrect
from rules.mechanics.house.events import OptionSwitched, TableCorrected
from rules.mechanics.line_up.play import player_name, seat_players
from rules.play import Play

DEPTHS = {"board": 2, "survivors": 3, "zones": 3}
"""Of how many words the path to a value is made; a field of the table is one word."""


def set_option(play: Play, command: OptionSet) -> None:
    options = play.before.options
    if command.option not in play.pack.options:
        raise UnknownId("option.not_here", option=command.option)
    if (command.option in options) is command.on:
        raise IllegalCommand("option.same", option=command.option)
    others = tuple(option for option in options if option != command.option)
    play.set(options=(*others, command.option) if command.on else others)
    play.emit(OptionSwitched(option=command.option, on=command.on))


# --- corrections ---


def correct_table(play: Play, command: TableCorrect) -> None:
    """Set one value by hand. What follows from it is derived, as ever."""
    where, *rest = command.path.split(".")
    pattern = ".".join([where, *(["*", *rest[1:]] if rest else [])])
    correction = play.rules.corrections.get(pattern)
    if correction is None or len(rest) + 1 != DEPTHS.get(where, 1):
        raise UnknownId("correct.path", path=command.path)
    before = standing(play, command.path)
    after = _checked(play, command, correction)
    match where:
        case "board":
            play.board[rest[0]] = after
        case "survivors":
            _correct_survivor(play, rest[0], rest[1], after)
        case "zones":
            play.change_zone(rest[0], **{rest[1]: after})
            play.join_in("zones_changed")
        case _:
            play.set(**{where: after})
    if before == after:
        raise IllegalCommand("correct.same", path=command.path)
    play.emit(TableCorrected(path=command.path, before=before, after=after))


def standing(play: Play, path: str) -> Any:
    """The value at a path now."""
    where, *rest = path.split(".")
    match where:
        case "board":
            play.zombie(rest[0])
            return play.board.get(rest[0], 0)
        case "survivors":
            return getattr(play.survivor(rest[0]), rest[1])
        case "zones":
            return getattr(play.zone(rest[0]), rest[1])
    return play.get(where)


def _checked(play: Play, command: TableCorrect, correction: Correction) -> Any:
    """The value as its type has it; what this table cannot have is refused."""
    try:
        value = msgspec.convert(command.value, correction.kind)
    except msgspec.ValidationError as error:
        raise IllegalCommand("correct.value", path=command.path) from error
    _check_field(play, command, correction, value)
    return correction.kept(play, command.path, value) if correction.kept else value


def survivor_name(play: Play, path: str, name: str) -> str:
    """As it is kept; refused if nobody could tell this survivor from another."""
    own = path.split(".")[1]
    tidy = names.checked(name, "survivor.name")
    others = [other.name for key, other in play.survivors.items() if key != own]
    if (other := names.like(tidy, others)) is not None:
        raise IllegalCommand("name.alike", name=other)
    return tidy


def kept_player(play: Play, _path: str, name: str) -> str:
    return player_name(play, name)


def _check_field(play: Play, command: TableCorrect, correction: Correction, value: Any) -> None:
    """Raise what this table cannot have."""
    if correction.check is not None:
        correction.check(play, command.path, value)
    elif correction.field is not None and value is not None:
        plain = msgspec.to_builtins(value)
        try:
            correction.field(play, command.path).check("value", plain, {})
        except IllegalCommand as error:
            raise IllegalCommand("correct.value", path=command.path) from error


def _correct_survivor(play: Play, key: str, name: str, after: Any) -> None:
    play.change_survivor(key, **{name: after})
    if name == "player":
        seat_players(play)
    if name == "status":
        down = play.before.round if after == "out_of_action" else None
        play.change_survivor(key, down_since=down)
    play.join_in("survivor_changed", key)
    if name in ("points", "skills"):
        refresh_choices(play, key)
