"""What the group decides for itself: house rules, who draws, cards left out, corrections."""

from typing import Annotated, Any, Literal

import msgspec

from rules.commands import DeckSetAside, DeckSource, OptionSet, SurvivorDescribe, TableCorrect
from rules.errors import IllegalCommand, UnknownId
from rules.events import (
    CardSetAside,
    OptionSwitched,
    SourceSwitched,
    SurvivorDescribed,
    TableCorrected,
)
from rules.mechanics.danger import refresh_choices
from rules.mechanics.inventory import settle_wounds
from rules.mechanics.skills import tree_of
from rules.mechanics.wounds import health_of
from rules.packs.copies import deck_copies
from rules.packs.schema import Pack
from rules.packs.schema.people import SkillTree
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import Phase, Result, Status, TableState

DICE = "dice"


def set_option(state: TableState, command: OptionSet, pack: Pack) -> Outcome:
    play = Play(state, pack)
    if command.option not in pack.options:
        raise UnknownId("option.not_here", option=command.option)
    if (command.option in state.options) is command.on:
        raise IllegalCommand("option.same", option=command.option)
    others = tuple(one for one in state.options if one != command.option)
    play.fields["options"] = (*others, command.option) if command.on else others
    play.emit(OptionSwitched(option=command.option, on=command.on))
    return play.outcome()


def set_source(state: TableState, command: DeckSource, pack: Pack) -> Outcome:
    """The app shuffles what is left when it takes a deck over; the table's order is its own."""
    play = Play(state, pack)
    if command.deck == DICE:
        is_same = state.dice == command.source
        play.fields["dice"] = command.source
    elif command.deck in play.decks:
        is_same = play.decks[command.deck].source == command.source
        play.change_source(command.deck, command.source)
    else:
        raise UnknownId("deck.unknown", deck=command.deck)
    if is_same:
        raise IllegalCommand("deck.same_source", deck=command.deck)
    play.emit(SourceSwitched(deck=command.deck, source=command.source))
    return play.outcome()


def set_card_aside(state: TableState, command: DeckSetAside, pack: Pack) -> Outcome:
    """Out of the game, or back onto the discard pile."""
    play = Play(state, pack)
    if command.deck not in play.decks:
        raise UnknownId("deck.unknown", deck=command.deck)
    known = deck_copies(pack, command.deck)
    card = command.card if command.card in known else f"{command.deck}-{command.card}"
    if card not in known:
        raise UnknownId("card.impossible", card=command.card, deck=command.deck)
    deck = play.decks[command.deck]
    where = deck.aside if command.back else (*deck.draw, *deck.discard)
    if card not in where:
        raise IllegalCommand("card.elsewhere", card=command.card)
    if not command.back and len(where) == 1:
        raise IllegalCommand("card.last", card=command.card)
    if command.back:
        play.pull(command.deck, card)
        play.discard(command.deck, card)
    else:
        play.set_aside(command.deck, card)
    play.emit(CardSetAside(deck=command.deck, card=card, back=command.back))
    return play.outcome()


def describe_survivor(state: TableState, command: SurvivorDescribe, pack: Pack) -> Outcome:
    """The skills of a card we do not know, typed by the group. Known levels stay as they are."""
    play = Play(state, pack)
    survivor = play.survivor(command.survivor)
    printed = next((one.skills for one in pack.survivors if one.id == command.survivor), None)
    levels: dict[str, tuple[str, ...] | None] = {}
    for level in ("blue", "yellow", "orange", "red"):
        known = getattr(printed, level, None)
        typed = getattr(command, level)
        for skill in typed:
            if skill not in pack.skills:
                raise UnknownId("skill.unknown", skill=skill)
        if known is not None and typed and typed != known:
            raise IllegalCommand("survivor.known", survivor=survivor.name)
        levels[level] = known if known is not None else typed or None
    tree = SkillTree(**levels)
    if tree == tree_of(state, pack, command.survivor):
        raise IllegalCommand("survivor.known", survivor=survivor.name)
    play.fields["trees"] = {**state.trees, command.survivor: tree}
    play.emit(SurvivorDescribed(survivor=command.survivor))
    return play.outcome()


# --- corrections ---

Small = Annotated[int, msgspec.Meta(ge=0, le=999)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]

TABLE_FIELDS: dict[str, Any] = {
    "round": Annotated[int, msgspec.Meta(ge=1, le=999)],
    "phase": Phase,
    "spawned": bool,
    "first_player": Small,
    "hour": Annotated[int, msgspec.Meta(ge=0, le=23)] | None,
    "result": Result | None,
    "noise": Small,
    "bile": Small,
    "boss": Name | None,
    "time": Annotated[int, msgspec.Meta(ge=1, le=99)] | None,
    "time_limit": Annotated[int, msgspec.Meta(ge=2, le=99)] | None,
}
SURVIVOR_FIELDS: dict[str, Any] = {
    "name": Name,
    "player": Name,
    "team": Name | None,
    "points": Small,
    "wounds": Small,
    "status": Status,
    "skills": Names,
    "gifts": Names,
    "light": bool,
    "actions_used": Small,
    "extra_actions": Annotated[int, msgspec.Meta(ge=0, le=7)],
    "extra_actions_used": Annotated[int, msgspec.Meta(ge=0, le=7)],
}
ZONE_FIELDS: dict[str, Any] = {
    "start": bool,
    "colour": Name | None,
    "active_from": Annotated[int, msgspec.Meta(ge=1, le=999)] | None,
    "tokens": Annotated[int, msgspec.Meta(ge=1, le=12)],
    "kind": Literal["normal", "necromancer", "zeus"],
}


def correct_table(state: TableState, command: TableCorrect, pack: Pack) -> Outcome:
    """Set one value by hand. What follows from it is derived, as ever."""
    play = Play(state, pack)
    where, *rest = command.path.split(".")
    match (where, rest):
        case (name, []) if name in TABLE_FIELDS:
            before = getattr(state, name)
            after = _checked(command, TABLE_FIELDS[name])
            if name == "first_player" and after >= len(state.players):
                raise IllegalCommand("correct.value", path=command.path)
            if name == "boss" and after is not None:
                zombie_type(pack, after)
            play.fields[name] = after
        case ("board", [zombie]):
            before = play.board.get(zombie, 0)
            most = before + play.reserve(zombie)
            after = _checked(command, Small)
            if after > most:
                raise IllegalCommand("zombies.not_in_box", zombie=zombie, left=most - before)
            play.board[zombie] = after
        case ("survivors", [key, name]) if name in SURVIVOR_FIELDS:
            before = getattr(play.survivor(key), name)
            after = _checked(command, SURVIVOR_FIELDS[name])
            _correct_survivor(play, key, name, after)
        case ("zones", [key, name]) if name in ZONE_FIELDS:
            before = getattr(play.zone(key), name)
            after = _checked(command, ZONE_FIELDS[name])
            play.change_zone(key, **{name: after})
        case _:
            raise UnknownId("correct.path", path=command.path)
    if before == after:
        raise IllegalCommand("correct.same", path=command.path)
    play.emit(TableCorrected(path=command.path, before=before, after=after))
    return play.outcome()


def _checked(command: TableCorrect, kind: Any) -> Any:
    try:
        return msgspec.convert(command.value, kind)
    except msgspec.ValidationError as error:
        raise IllegalCommand("correct.value", path=command.path) from error


def _correct_survivor(play: Play, key: str, name: str, after: Any) -> None:
    if name == "wounds" and after > health_of(play.pack, key):
        raise IllegalCommand("correct.value", path=f"survivors.{key}.wounds")
    if name in ("skills", "gifts"):
        for skill in after:
            if skill not in play.pack.skills:
                raise UnknownId("skill.unknown", skill=skill)
        after = tuple(dict.fromkeys(after))
    play.change_survivor(key, **{name: after})
    if name == "status":
        down = play.before.round if after == "out_of_action" else None
        play.change_survivor(key, down_since=down)
    settle_wounds(play, key)
    if name in ("points", "skills"):
        refresh_choices(play, key)
