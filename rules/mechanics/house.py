"""House rules that the group switches on or off, and corrections of any value by hand."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import msgspec

from rules import names
from rules.commands import BaseCommand, Guard, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Choice, Field, Number, Text
from rules.mechanic import Correction, mechanic
from rules.mechanics.danger import refresh_choices
from rules.mechanics.inventory import when_survivor_changed
from rules.mechanics.line_up import player_name, seat_players
from rules.mechanics.looking import About, judged
from rules.mechanics.zones import when_zones_changed
from rules.offers import Offer, closed, offer
from rules.play import Play


class TableCorrected(BaseEvent, tag="table.corrected", frozen=True, kw_only=True):
    path: str
    before: int | str | bool | tuple[str, ...] | None
    after: int | str | bool | tuple[str, ...] | None


class OptionSwitched(BaseEvent, tag="option.switched", frozen=True, kw_only=True):
    option: str
    on: bool


class TableCorrect(BaseCommand, tag="table.correct", frozen=True):
    """Set any value by hand, for example `survivors.ann.points` to 7; play goes on from there."""

    guard: ClassVar[Guard] = Guard.EXACT

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    value: int | str | bool | Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] | None = None

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield every value that can be set by hand, with the values it may have."""
        keys = {
            "survivors": list(look.survivors),
            "zones": [zone.id for zone in look.zones],
            "board": [kind.id for kind in look.pack.zombies],
        }
        sent = judged(cls, about)
        for pattern, correction in look.rules.corrections.items():
            where = pattern.partition(".")[0]
            for key in keys.get(where, [""]):
                path = pattern.replace("*", key)
                if about.get("path") not in (None, path):
                    continue
                field = (
                    correction.field(look, path) if correction.field else field_of(correction.kind)
                )
                now = standing(look, path)
                may_clear = field.optional and now is not None
                other = msgspec.structs.replace(field, now=now, optional=may_clear)
                if may_clear or _has_another(field, now):
                    yield offer(cls, path=path, value=other)
                if sent is not None:
                    yield closed(cls, _not_set(look, path, correction, sent.value), path=path)
        if sent is not None and (unknown := _no_path(look, sent.path)):
            yield closed(cls, unknown)

    def play(self, play: Play) -> None:
        """Set one value by hand. What follows from it is derived, as ever."""
        where, *rest = self.path.split(".")
        before = standing(play, self.path)
        after = _converted(play, self.path, play.rules.corrections[_pattern(self.path)], self.value)
        if before == after:  # a name may be the same only once it is tidy
            raise IllegalCommand("correct.same", path=self.path)
        match where:
            case "board":
                play.board[rest[0]] = after
            case "survivors":
                _correct_survivor(play, rest[0], rest[1], after)
            case "zones":
                play.change_zone(rest[0], **{rest[1]: after})
                play.tell(when_zones_changed)
            case _:
                play.set(**{where: after})
        play.emit(TableCorrected(path=self.path, before=before, after=after))


class OptionSet(BaseCommand, tag="option.set", frozen=True):
    """Switch a house rule on or off."""

    option: Key
    on: bool

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield switching every house rule to its other side."""
        for option in look.pack.options:
            yield offer(cls, option=option, on=not look.has_option(option))
            yield closed(cls, IllegalCommand("option.same", option=option), option=option)
        if sent := judged(cls, about):
            yield closed(cls, UnknownId("option.not_here", option=sent.option))

    def play(self, play: Play) -> None:
        others = tuple(option for option in play.before.options if option != self.option)
        play.set(options=(*others, self.option) if self.on else others)
        play.emit(OptionSwitched(option=self.option, on=self.on))


DEPTHS = {"board": 2, "survivors": 3, "zones": 3}
"""The number of words in the path to a value; a field of the table is one word."""


def standing(play: Play, path: str) -> Any:
    """Return the value at a path now."""
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


def _pattern(path: str) -> str:
    where, *rest = path.split(".")
    return ".".join([where, *(["*", *rest[1:]] if rest else [])])


def _no_path(look: Play, path: str) -> RuleError | None:
    """Return an error if nothing can be set at a path, otherwise None."""
    depth = DEPTHS.get(path.partition(".")[0], 1)
    if _pattern(path) not in look.rules.corrections or len(path.split(".")) != depth:
        return UnknownId("correct.path", path=path)
    try:
        standing(look, path)
    except UnknownId as error:
        return error
    return None


def _not_set(look: Play, path: str, correction: Correction, value: Any) -> RuleError:
    """Return why a value is not set."""
    try:
        if standing(look, path) == _converted(look, path, correction, value):
            return IllegalCommand("correct.same", path=path)
        if correction.check is not None:
            correction.check(look, path, msgspec.convert(value, correction.kind))
    except RuleError as error:
        return error
    return IllegalCommand("correct.value", path=path)


def _converted(play: Play, path: str, correction: Correction, value: Any) -> Any:
    """Return a value as it is stored; raise if it is none of its kind, or no name."""
    try:
        converted = msgspec.convert(value, correction.kind)
    except msgspec.ValidationError as error:
        raise IllegalCommand("correct.value", path=path) from error
    return correction.kept(play, path, converted) if correction.kept else converted


def survivor_name(play: Play, path: str, name: str) -> str:
    """Return the name as it is stored; raise if it is too much like another survivor's."""
    own = path.split(".")[1]
    tidy = names.checked(name, "survivor.name")
    others = [other.name for key, other in play.survivors.items() if key != own]
    if (other := names.like(tidy, others)) is not None:
        raise IllegalCommand("name.alike", name=other)
    return tidy


def kept_player(play: Play, _path: str, name: str) -> str:
    return player_name(play, name)


def _correct_survivor(play: Play, key: str, name: str, after: Any) -> None:
    play.change_survivor(key, **{name: after})
    if name == "player":
        seat_players(play)
    if name == "status":
        down = play.before.round if after == "out_of_action" else None
        play.change_survivor(key, down_since=down)
    play.tell(when_survivor_changed, key)
    if name in ("points", "skills"):
        refresh_choices(play, key)


def _has_another(field: Field, now: Any) -> bool:
    """Return True if the field could have another value than now."""
    if isinstance(field, Choice):
        return bool(set(field.values) - {now})
    return not isinstance(field, Number) or {field.least, field.most} != {now}


def field_of(kind: Any) -> Field:
    """Return a field for a plain type: a number with its limits, a text, a switch or a choice."""
    options = [option for option in get_args(kind) if option is not type(None)]
    is_optional = type(None) in get_args(kind)
    if is_optional and len(options) == 1:
        return msgspec.structs.replace(field_of(options[0]), optional=True)
    if get_origin(kind) is Literal or is_optional:
        values = [value for option in options for value in get_args(option) or (option,)]
        return Choice(values=tuple(values), optional=is_optional)
    if kind is bool:
        return Choice(values=(True, False))
    meta = next(part for part in kind.__metadata__ if isinstance(part, msgspec.Meta))
    if kind.__origin__ is str:
        return Text(most=meta.max_length or 60)
    return Number(least=int(meta.ge or 0), most=int(meta.le or 999))


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


HOUSE = mechanic(
    __name__,
    options=("odds-on-screen", "hide-odds"),
    corrections={
        "survivors.*.name": Correction(Name, kept=survivor_name),
        "survivors.*.player": Correction(Name, kept=kept_player),
    },
)
