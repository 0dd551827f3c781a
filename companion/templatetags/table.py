"""Buttons that send commands, links to sheets, and the words beside them."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from django import template
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from companion.drawings import drawings
from companion.mechanics.missions import MOMENTS
from companion.mechanics.spawn import activation_words
from companion.narration import change_words
from companion.offered import Offered
from companion.plurals import agreeing, counted, plural
from companion.rooms import question_put
from companion.selectors import Board, SurvivorCard, UnseenStep
from companion.table.asking import SheetRequest, sheet_url
from companion.table.sheets.decks import spawn_words
from companion.table.sheets.mission import FreeTile
from companion.teller import Teller, whose_token, zone_mark, zone_name
from companion.terms import (
    line_word,
    means,
    mode_word,
    rule_told,
    slot_word,
    zombie_icon,
    zone_colour,
)
from companion.words import card_kind_word, error_message, value_word
from rules import Pack, Reminder, RuleError, Zone, look, reminders_at
from rules.mechanics.activation import Activation
from rules.mechanics.spawn.step import PLAIN, in_play_with
from rules.mechanics.zones import may_start
from rules.packs.schema.missions import MissionRule, Moment
from rules.packs.schema.people import Zombie
from rules.state import Pending

register = template.Library()
register.filter("slot_word", slot_word)
register.filter("card_kind_word", card_kind_word)
register.filter("mode_word", mode_word)
register.filter("value_word", value_word)
register.filter("zombie_icon", zombie_icon)
register.filter("means", means)
register.filter("line_word", line_word)
register.filter("zone_mark", zone_mark)
register.filter("zone_name", zone_name)
register.filter("whose_token", whose_token)
register.filter("colour_word", zone_colour)

# Below the table's own address; `reverse` for every button of a page takes longer than the rest.
ADDRESSES = {
    "companion:command": "commands/",
    "companion:undo": "undo/",
    "companion:undo-to": "undo-to/",
    "companion:redo": "redo/",
}
SHOWN_LINES = 4


@register.simple_tag(takes_context=True)
def tap(context: Any, kind: str, show: str | None = None, **fields: object) -> SafeString:
    """Return the attributes of a button that sends this command, and then shows a sheet.

    Without `show` the sheet it stands on is shown again; an empty one goes back to the table.
    """
    return format_html(
        '{} formaction="{}"',
        button(getattr(context["board"], "offered", None), kind, fields),
        _action(context, "companion:command", show),
    )


def button(offered: Offered | None, kind: str, fields: dict[str, object]) -> SafeString:
    """Return the attributes of a button that sends a command; if refused now, with the reason."""
    given = {name: value for name, value in fields.items() if value is not None}
    command = offered.command(kind) if offered else None
    refused = offered.why_not(kind, given) if offered and command else None
    why = error_message(refused, offered.state.game) if refused and offered else ""
    return format_html(
        'form="do" name="with" value="{}"{}{}{}',
        json.dumps({"kind": kind, **given}, separators=(",", ":"), ensure_ascii=False),
        SafeString(" data-adds") if command and command.additive else "",
        SafeString(" data-chance") if command and command.chance else "",
        format_html(' aria-disabled="true" data-why="{}"', why) if refused else "",
    )


@register.simple_tag(takes_context=True)
def send(context: Any, name: str, show: str | None = None) -> str:
    """Return the address a form or a step is sent to: `command`, `undo`, `redo`, `undo-to`."""
    return _action(context, f"companion:{name}", show)


def _action(context: Any, name: str, show: str | None) -> str:
    if show is None:
        sheet = context.get("sheet")
        show = sheet.path if sheet else ""
    address = f"{context['table_url']}{ADDRESSES[name]}"
    return f"{address}?show={quote(show, safe='/')}" if show else address


@register.simple_tag(takes_context=True)
def sheet_link(context: Any, path: str, key: str = "", **query: object) -> str:
    """Return the address of a sheet of this table."""
    board: Board = context["board"]
    full = f"{path}/{key}" if key else path
    asked = "&".join(f"{name}={quote(str(value))}" for name, value in query.items() if value != "")
    return sheet_url(board, f"{full}?{asked}" if asked else full)


@register.simple_tag(takes_context=True)
def drawn(context: Any, template: str) -> str:
    """Return a part of the page, drawn once for all phones with the same sight of the table.

    Only where parts are fetched: whole pages are drawn each. It does not know of a sheet over it,
    which may be closed by the time a button is pressed.
    """

    def draw() -> str:
        with context.push(sheet=None):
            part: str = context.template.engine.get_template(template).render(context)
        return part

    sight = context.get("sight")
    if sight is None or "fragment" not in context:
        return draw()
    return drawings.drawn((template, *sight), draw)


@register.simple_tag(takes_context=True)
def zombies(context: Any, zombie: Zombie, count: int | None = None) -> str:
    """Return `3 Runners`, or `Runners` without a number."""
    language = context.get("language") or "en"
    word = zombie.name.in_language(language)
    return plural(word, language) if count is None else counted(count, word, language)


@register.simple_tag(takes_context=True)
def zombie_word(context: Any, zombie: Zombie, count: int) -> str:
    """Return `Runners` where the number stands by itself."""
    language = context.get("language") or "en"
    return agreeing(count, zombie.name.in_language(language), language)


@register.filter
def of_key(values: Mapping[str, Any] | None, key: str) -> Any:
    """Return what a mapping has for a key; nothing where there is no mapping."""
    return values.get(key, "") if values else ""


@register.filter
def moment_word(moment: str) -> str:
    """Tell when the players must think of a rule."""
    return str(MOMENTS[moment])


@register.filter
def rule_moment(rule: MissionRule) -> str:
    """Tell the same for one of a mission's rules: by the clock where it names an hour."""
    if rule.when == "hour" and rule.hour is not None:
        return f"{rule.hour}:00"
    return moment_word(rule.when) if rule.when else ""


@register.simple_tag(takes_context=True)
def reminders_of(context: Any, *moments: Moment) -> tuple[Reminder, ...]:
    """Return the reminders for doing this."""
    return reminders_at(context["board"].state, *moments)


@register.filter
def rule_words(rule: MissionRule) -> str:
    """Return a rule of a mission in the reader's language, with its place on the map."""
    return rule_told(rule)


@register.simple_tag(takes_context=True)
def question_actors(context: Any, question: Pending) -> str:
    """Tell who acts once more before the next card: all of a type, or those of a zone."""
    teller = Teller(context["board"].state, context["board"].pack)
    return "; ".join(
        activation_words(Activation(zombie=zombie, why="", zone=question.zone, times=times), teller)
        for zombie, times in question.zombies.items()
    )


@register.simple_tag(takes_context=True)
def question_template(context: Any, question: Pending) -> str:
    return question_put(context["board"].state.game, question.what)


@register.simple_tag(takes_context=True)
def question_zombies(context: Any, question: Pending) -> str:
    """Tell which zombies each place gets that a question is about."""
    return Teller(context["board"].state, context["board"].pack).groups(question.zombies)


@register.simple_tag(takes_context=True)
def question_zone(context: Any, question: Pending) -> str:
    """Return the spawn zone that a question is about."""
    return Teller(context["board"].state, context["board"].pack).zone(question.zone or "")


@register.simple_tag(takes_context=True)
def zones_of_kind(context: Any, kind: str) -> list[Zone]:
    """Return the zones where tokens of a kind are."""
    return [zone for zone in context["board"].state.zones if zone.kind == kind]


@register.simple_tag(takes_context=True)
def zones_to_start(context: Any) -> list[Zone]:
    """Return the zones that may draw first from now on, while none does; one alone is not asked."""
    board = context["board"]
    zones = may_start(look(board.state, board.pack))
    return zones if len(zones) > 1 else []


@register.filter
def is_gone_on_with(question: Pending) -> bool:
    """Check if a question asks for nothing but to go on, which is the large button."""
    return question.what in PLAIN


@register.simple_tag(takes_context=True)
def question_gifted(context: Any, gives: str) -> str:
    """Name the survivors whose skill a question is about."""
    board = context["board"]
    keys = in_play_with(look(board.state, board.pack), gives)
    return ", ".join(board.state.survivors[key].name for key in keys)


@register.simple_tag(takes_context=True)
def cards_laid_out(context: Any) -> list[tuple[str, str]]:
    """Return the zombie cards left to give out, and what each says at this level."""
    board = context["board"]
    teller, waiting = Teller(board.state, board.pack), board.state.spawning
    return [
        (copy, f"{teller.card(copy)}: {spawn_words(board, copy)}")
        for copy in (waiting.hand if waiting else ())
    ]


@register.simple_tag(takes_context=True)
def places_tap(context: Any, question: Pending, places: str) -> SafeString:
    """Answer how many places of the board a card means."""
    return tap(context, "board.answer", question=question.id, places=int(places))


@register.simple_tag(takes_context=True)
def count_tap(context: Any, kind: str, count: str) -> SafeString:
    """Send a command that asks for a number and nothing else."""
    return tap(context, kind, count=int(count))


@register.simple_tag(takes_context=True)
def kill_tap(context: Any, survivor: str, zombie: Zombie, count: int) -> SafeString:
    """Kill several of one kind at once; back to the survivor."""
    fields: dict[str, object] = {"survivor": survivor, "zombie": zombie.id, "count": count}
    return tap(context, "zombies.kill", f"survivor/{survivor}", **fields, means=means(zombie))


@register.simple_tag(takes_context=True)
def points_tap(context: Any, survivor: str, amount: int) -> SafeString:
    """Give several points at once; back to the survivor."""
    fields: dict[str, object] = {"survivor": survivor, "amount": amount}
    return tap(context, "points.award", f"survivor/{survivor}", **fields)


@register.simple_tag(takes_context=True)
def leave_tap(context: Any, survivor: str, zombies: int) -> SafeString:
    """Leave a zone with so many zombies."""
    return tap(context, "action.spend", survivor=survivor, leaving=zombies)


@register.simple_tag(takes_context=True)
def move_tap(context: Any, survivor: str, card: str, slot: str, to: str = "") -> SafeString:
    """Move a card into another slot, or to another survivor."""
    back = f"survivor/{survivor}"
    return tap(context, "item.move", back, survivor=survivor, card=card, slot=slot, to=to or None)


@register.simple_tag(takes_context=True)
def combine_tap(context: Any, survivor: str, card: str, other: str) -> SafeString:
    back = f"survivor/{survivor}"
    return tap(context, "item.combine", back, survivor=survivor, cards=[card, other])


@register.simple_tag(takes_context=True)
def discard_tap(context: Any, survivor: str, card: str) -> SafeString:
    return tap(context, "deck.discard", f"survivor/{survivor}", survivor=survivor, card=card)


@register.simple_tag(takes_context=True)
def search_tap(context: Any, survivor: str, deck: str, again: bool) -> SafeString:
    """Search; a second search in a turn overrules the warning."""
    sheet = f"find/{survivor}"
    fields: dict[str, object] = {"survivor": survivor, "deck": deck, "search": True}
    return tap(context, "deck.draw", sheet, **fields, overrule=True if again else None)


@register.simple_tag(takes_context=True)
def draw_tap(context: Any, survivor: str, deck: str, count: int) -> SafeString:
    """Draw several cards from a deck of the app."""
    sheet = f"find/{survivor}"
    return tap(context, "deck.draw", sheet, survivor=survivor, deck=deck, count=count)


@register.simple_tag(takes_context=True)
def drawn_tap(context: Any, survivor: str, deck: str, card: str, has_searched: bool) -> SafeString:
    """Enter a card drawn from a deck on the table; the first of a turn is the search action."""
    fields: dict[str, object] = {"survivor": survivor, "deck": deck, "cards": [card], "count": 1}
    search = None if has_searched else True
    return tap(context, "deck.draw", f"find/{survivor}", **fields, search=search)


@register.simple_tag(takes_context=True)
def redraw_tap(context: Any, survivor: str, card: str, drawn: str = "") -> SafeString:
    """Draw another card for one just drawn; `drawn` names it where the deck is on the table."""
    cards = [drawn] if drawn else None
    fields: dict[str, object] = {"survivor": survivor, "card": card, "cards": cards}
    return tap(context, "deck.redraw", f"find/{survivor}", **fields)


@register.simple_tag(takes_context=True)
def stow_tap(context: Any, survivor: str, card: str, slot: str) -> SafeString:
    """Move a find into another slot and stay on the sheet of finds."""
    fields: dict[str, object] = {"survivor": survivor, "card": card, "slot": slot}
    return tap(context, "item.move", f"find/{survivor}", **fields)


@register.simple_tag(takes_context=True)
def take_tap(context: Any, survivor: str, deck: str, card: str) -> SafeString:
    """Hand a card out by name."""
    sheet = f"find/{survivor}"
    return tap(context, "deck.take", sheet, survivor=survivor, deck=deck, card=card)


@register.simple_tag(takes_context=True)
def attack_send(context: Any, survivor: str) -> str:
    """Return the address for an attack; the answer says what to take off the board."""
    return _action(context, "companion:command", f"attack/{survivor}?done=0")


@register.filter
def said(query: QueryDict, name: str) -> str:
    """Return what the address of a sheet says in a field whose name has dots."""
    return str(query.get(name, ""))


@register.simple_tag(takes_context=True)
def building_tap(context: Any, rooms: int) -> SafeString:
    names = [str(number) for number in range(1, rooms + 1)]
    return tap(context, "building.open", "spawn", zones=names)


@register.simple_tag(takes_context=True)
def meet_tap(context: Any, card: str, is_met: bool) -> SafeString:
    return tap(context, "personal.meet", card=card, met=not is_met)


@register.simple_tag(takes_context=True)
def card_tap(context: Any, kind: str, survivor: str, card: str) -> SafeString:
    """Do one thing with one carried card: open a door, place bile, take a wound."""
    return tap(context, kind, f"survivor/{survivor}", survivor=survivor, card=card)


@register.simple_tag(takes_context=True)
def reload_tap(context: Any, survivor: str, card: str, magazine: str) -> SafeString:
    """Turn back a card that was turned over, with the magazine that it takes."""
    fields: dict[str, object] = {"survivor": survivor, "cards": [card]}
    back = f"survivor/{survivor}"
    return tap(context, "weapon.reload", back, **fields, magazine=magazine or None)


@register.simple_tag(takes_context=True)
def use_tap(context: Any, survivor: str, card: str, on: str = "") -> SafeString:
    """Use a card for what it says, for somebody if it asks for whom."""
    back = f"survivor/{survivor}"
    return tap(context, "item.use", back, survivor=survivor, card=card, on=on or None)


@register.simple_tag(takes_context=True)
def pay_tap(context: Any, survivor: str, card: str) -> SafeString:
    """Take a wound by giving up a card."""
    fields: dict[str, object] = {"survivor": survivor, "count": 1, "discards": [card]}
    return tap(context, "wound.take", f"survivor/{survivor}", **fields)


@register.simple_tag(takes_context=True)
def option_tap(context: Any, option: str, is_on: bool) -> SafeString:
    """Turn a house rule's switch to its other side."""
    return tap(context, "option.set", option=option, on=not is_on)


@register.simple_tag(takes_context=True)
def source_tap(context: Any, deck: str, source: str) -> SafeString:
    """Let the other one draw or roll: the app or the table."""
    other = "table" if source == "app" else "app"
    return tap(context, "deck.source", deck=deck, source=other)


@register.simple_tag(takes_context=True)
def earlier_tap(context: Any, zone: str) -> SafeString:
    """Let a zone spawn one place earlier."""
    order = [other.id for other in context["board"].state.zones]
    place = order.index(zone)
    order[place - 1 : place + 1] = [zone, order[place - 1]]
    return tap(context, "zone.order", zones=order)


@register.simple_tag(takes_context=True)
def send_to_survivor(context: Any, survivor: str) -> str:
    return _action(context, "companion:command", f"survivor/{survivor}")


@register.filter
def get_item(mapping: Mapping[str, Any], key: str) -> Any:
    return mapping[key]


@register.simple_tag
def pad_back(sheet: SheetRequest) -> str:
    """Return the address of the card pad without the card read out last."""
    asked = sheet.query.copy()
    asked.setlist("card", asked.getlist("card")[:-1])
    return sheet_url(sheet.board, f"{sheet.name}?{asked.urlencode()}")


@register.simple_tag(takes_context=True)
def objective_tap(context: Any, survivor: str, tile: FreeTile) -> SafeString:
    """Take an objective; a card that it gives is shown large, as any other find, and so are
    zombies that come."""
    show = "spawn" if tile.brings else f"find/{survivor}" if tile.gives_card else "mission"
    return tap(context, "token.take", show=show, survivor=survivor, colour=tile.colour)


@register.simple_tag
def describe_link(sheet: SheetRequest, card: str) -> str:
    """Return the address of the sheet for an unknown card, with what was read out before it."""
    return sheet_url(sheet.board, f"card/{card}?{sheet.query.urlencode()}")


@register.simple_tag
def long_link(sheet: SheetRequest) -> str:
    """Return the address of the same card with every field a card can have."""
    asked = sheet.query.copy()
    asked["long"] = "1"
    return sheet_url(sheet.board, f"card/{sheet.key}?{asked.urlencode()}")


@register.simple_tag
def error_words(error: RuleError) -> str:
    return error_message(error)


@register.filter
def upto(number: int) -> range:
    return range(1, number + 1)


@register.filter
def first_lines(lines: list[str]) -> list[str]:
    """Return the lines an entry has room for, and how many more it has to open."""
    more = len(lines) - SHOWN_LINES
    if more <= 0:
        return lines
    return [*lines[:SHOWN_LINES], ngettext("%(n)d more", "%(n)d more", more) % {"n": more}]


@register.filter
def is_cut(lines: list[str]) -> bool:
    """Check if an entry has no room for all its lines."""
    return len(lines) > SHOWN_LINES


@register.simple_tag(takes_context=True)
def skill_name(context: Any, pack: Pack, skill: str) -> str:
    printed = pack.skills.get(skill)
    return printed.name.in_language(context.get("language") or "en") if printed else skill


@register.simple_tag
def survivor_name(board: Board, key: str) -> str:
    return board.state.survivors[key].name


@register.simple_tag
def cards_to_show(board: Board, fragment: object) -> list[SurvivorCard]:
    """Return all cards for a page, for its parts those that the phone does not show already."""
    if not fragment:
        return board.survivors
    return [card for card in board.survivors if not board.is_card_same(card.key)]


@register.simple_tag
def change_line(change: UnseenStep, board: Board) -> str:
    """Tell what another phone did, in the words of the log."""
    return change_words(change.entry, board.state, board.pack)


@register.filter
def card_number(card: str | None) -> str:
    """Write `zombies-023` as 023."""
    return (card or "").rpartition("-")[2]


@register.filter
def signed(points: int) -> str:
    return f"{points:+d}"


@register.filter
def split_words(words: str) -> list[str]:
    return words.split()


@register.filter
def hour(value: int | None) -> str:
    """Write an hour as `7:00`: the 24-hour clock in both languages."""
    return "" if value is None else f"{value}:00"
