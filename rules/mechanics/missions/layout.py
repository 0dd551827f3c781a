"""The set-up of a mission before the first round, as a list to tick."""

import msgspec

from rules.mechanics.missions.tokens import CARD, left_of
from rules.missions import lasting_noise
from rules.packs.schema import Mission, MissionRule, Pack
from rules.state import TableState

LAY = "lay-"
SETUP = "setup"
SPAWN, OBJECTIVE = "spawn", "objective-"
CARDS_LEFT = "cards-left"
STARTING_ZONES = "starting-zones"
"""A rule that replaces the one starting zone of the survivors."""
SHOWN_ELSEWHERE = ("objectives", "spawn-zone", "permanent-noise")
"""Tokens of the map that have a line of their own."""


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to lay out. Its text depends on its kind."""

    id: str
    kind: str
    count: int | None = None
    """The number to lay out; None where only the drawn map shows it."""
    rule: MissionRule | None = None
    is_done: bool = False


def layout_of(state: TableState, mission: Mission | None, pack: Pack) -> tuple[Item, ...]:
    """Return the list in the order of set-up: board, tokens, zombies, cards, survivors."""
    if mission is None:
        return ()
    items = [*_board(mission, state), *_tokens(mission), *_starters(mission)]
    rules = [*mission.rules, *pack.reminders]
    items += [
        _item(f"rule-{rule.do}", kind="rule", rule=rule)
        for rule in rules
        if rule.when == SETUP and rule.do != STARTING_ZONES and concerns(rule, state, mission)
    ]
    items += [_item("decks")]
    if state.hour is not None:
        items += [_item("clock")]
    items += [_item("survivors", count=len(state.survivors))]
    named = {item.id: item for item in items}
    return tuple(
        msgspec.structs.replace(item, is_done=item.id in state.ticked) for item in named.values()
    )


def _item(
    name: str, *, kind: str = "", count: int | None = None, rule: MissionRule | None = None
) -> Item:
    return Item(id=f"{LAY}{name}", kind=kind or name, count=count, rule=rule)


def concerns(rule: MissionRule, state: TableState, mission: Mission | None) -> bool:
    """Return True if the rule applies at this table at all."""
    too_few = rule.survivors is not None and len(state.survivors) < rule.survivors
    if rule.on_board is not None:
        too_few = too_few or state.board.get(rule.on_board, 0) < (rule.count or 1)
    is_read = mission is not None and mission.detail == "full"
    is_so = rule.so is None or rule.so in _so(state, mission)
    return is_so and not too_few and not (rule.unread and is_read)


def _so(state: TableState, mission: Mission | None) -> frozenset[str]:
    has_cards = CARD in left_of(mission, state.taken)
    return state.so | ({CARDS_LEFT} if has_cards else frozenset())


def _board(mission: Mission, state: TableState) -> list[Item]:
    items = [_item("tiles", count=len(mission.tiles) or mission.tile_count)]
    if mission.objective_colours:
        items.append(_item("objectives"))
    if mission.objective_cards:
        items.append(_item("cards", count=mission.objective_cards))
    items.append(_item("zones", count=sum(zone.tokens for zone in state.zones)))
    return items


def _tokens(mission: Mission) -> list[Item]:
    counted = {
        token: count
        for token, count in mission.tokens.items()
        if token != SPAWN and not token.startswith((f"{SPAWN}-", OBJECTIVE))
    }
    items = [_item(token, kind="token", count=count) for token, count in counted.items()]
    return items + [
        _item(token, kind="token")
        for token in mission.other_tokens
        if token not in counted and token not in SHOWN_ELSEWHERE
    ]


def _starters(mission: Mission) -> list[Item]:
    items = []
    if mission.zombies:
        items.append(_item("zombies", count=sum(mission.zombies.values())))
    if noise := lasting_noise(mission):
        items.append(_item("noise", count=noise))
    if mission.time_track:
        items.append(_item("time", count=mission.time_track))
    return items
