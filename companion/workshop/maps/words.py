"""Maps in words: colors, things on a place, steps, and refusals."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, npgettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from rules.maps.board import PlacedMap
from rules.maps.given import kind_of, place_of, tokens_by_place
from rules.maps.steps import Change, Changes
from rules.packs.schema.maps import MapDoor, MapToken, TokenKind

_MASCULINE: dict[str, Promise] = {
    "red": pgettext_lazy("colour of a token, masculine", "red"),
    "blue": pgettext_lazy("colour of a token, masculine", "blue"),
    "green": pgettext_lazy("colour of a token, masculine", "green"),
    "yellow": pgettext_lazy("colour of a token, masculine", "yellow"),
    "violet": pgettext_lazy("colour of a token, masculine", "violet"),
    "purple": pgettext_lazy("colour of a token, masculine", "purple"),
    "pink": pgettext_lazy("colour of a token, masculine", "pink"),
    "black": pgettext_lazy("colour of a token, masculine", "black"),
    "neutral": pgettext_lazy("colour of a token, masculine", "no color"),
}
_FEMININE: dict[str, Promise] = {
    "red": pgettext_lazy("colour of a token, feminine", "red"),
    "blue": pgettext_lazy("colour of a token, feminine", "blue"),
    "green": pgettext_lazy("colour of a token, feminine", "green"),
    "yellow": pgettext_lazy("colour of a token, feminine", "yellow"),
    "violet": pgettext_lazy("colour of a token, feminine", "violet"),
    "purple": pgettext_lazy("colour of a token, feminine", "purple"),
    "pink": pgettext_lazy("colour of a token, feminine", "pink"),
    "black": pgettext_lazy("colour of a token, feminine", "black"),
    "neutral": pgettext_lazy("colour of a token, feminine", "no color"),
}
_LETTERS: dict[str, Promise] = {
    "red": pgettext_lazy("letter of a colour", "R"),
    "blue": pgettext_lazy("letter of a colour", "B"),
    "green": pgettext_lazy("letter of a colour", "G"),
    "yellow": pgettext_lazy("letter of a colour", "Y"),
    "violet": pgettext_lazy("letter of a colour", "Vi"),
    "purple": pgettext_lazy("letter of a colour", "Pu"),
    "pink": pgettext_lazy("letter of a colour", "Pi"),
    "black": pgettext_lazy("letter of a colour", "Bk"),
}
FLOORS: dict[str, Promise] = {
    "street": pgettext_lazy("floor of a place", "street"),
    "room": pgettext_lazy("floor of a place", "room"),
    "corridor": pgettext_lazy("floor of a place", "corridor"),
    "": pgettext_lazy("floor of a place", "not sketched"),
}
WALLS: dict[str, Promise] = {
    "none": pgettext_lazy("between two places", "open"),
    "wall": pgettext_lazy("between two places", "wall"),
    "gap": pgettext_lazy("between two places", "way through"),
}
DOOR_STATES: dict[str, Promise] = {
    "closed": pgettext_lazy("door", "closed"),
    "open": pgettext_lazy("door", "open"),
    "sealed": pgettext_lazy("door", "sealed"),
}
SIDES: dict[str, Promise] = {
    "n": pgettext_lazy("side of a place", "above"),
    "e": pgettext_lazy("side of a place", "right"),
    "s": pgettext_lazy("side of a place", "below"),
    "w": pgettext_lazy("side of a place", "left"),
}
TILE_SIDES: dict[str, Promise] = {
    "R": pgettext_lazy("side of a tile", "front"),
    "V": pgettext_lazy("side of a tile", "back"),
}
DOOR = gettext_lazy("Door")
NEUTRAL = "neutral"
REFUSALS: dict[str, Promise] = {
    "map.moved": gettext_lazy("Somebody has drawn over this meanwhile."),
    "map.no_tile": gettext_lazy("Tile %(tile)s does not lie there any more."),
    "map.overtaken": gettext_lazy(
        "Somebody has drawn meanwhile: look at what would be taken back, and say it once more."
    ),
    "map.same": gettext_lazy("That changes nothing."),
    "map.taken": gettext_lazy("Tile %(tile)s lies there already."),
    "map.unread": gettext_lazy("Nothing of the kind can be drawn on this map."),
}


def colour_letter(colour: str | None) -> str:
    """Return the letter beside a color, which is never shown alone."""
    if colour is None or colour == NEUTRAL:
        return ""
    return str(_LETTERS.get(colour, colour[:2].capitalize()))


def colour_name(colour: str, *, feminine: bool = False) -> str:
    return str((_FEMININE if feminine else _MASCULINE).get(colour, colour))


def kind_name(kind: TokenKind | None, language: str = "", *, of: str = "") -> str:
    """Return the name of a kind of token, or its id if no box has it."""
    if kind is None:
        return of.replace("-", " ").capitalize()
    return kind.name.in_language(language or get_language() or "en")


def side_word(tile: str) -> str:
    """Return `front` or `back`, from the letter in a tile's name."""
    return str(TILE_SIDES["V" if "V" in tile else "R"])


def token_name(kind: TokenKind | None, token: MapToken, *, of: str = "") -> str:
    """Return `Spawn 2, green`."""
    name = kind_name(kind, of=of)
    if token.number is not None:
        name = f"{name} {token.number}"
    words = [name]
    if token.colour:
        words.append(colour_name(token.colour, feminine=kind is not None and kind.feminine))
    return ", ".join(words)


def token_words(kind: TokenKind | None, token: MapToken, *, of: str = "") -> str:
    """Return a token with all its values: `Spawn 2, green, asleep`."""
    words = [token_name(kind, token, of=of)]
    words += [str(token.count)] if token.count > 1 else []
    words += [pgettext("spawn zone", "starting zone")] if token.start else []
    words += [pgettext("spawn zone", "asleep")] if token.asleep else []
    if token.faces:
        faces = " ".join(map(str, token.faces))
        words.append(_("dice %(faces)s") % {"faces": faces})
    return ", ".join(words)


_DOORS: dict[str, tuple[Promise, Promise]] = {
    "closed": (DOOR, gettext_lazy("%(colour)s door")),
    "open": (gettext_lazy("Open door"), gettext_lazy("Open %(colour)s door")),
    "sealed": (gettext_lazy("Sealed door"), gettext_lazy("Sealed %(colour)s door")),
}


def door_name(door: MapDoor) -> str:
    """Return `Door`, `Blue door`, `Open door`."""
    plain, coloured = _DOORS[door.state]
    if door.colour is None or door.colour == NEUTRAL:
        return str(plain)
    return capfirst(str(coloured) % {"colour": colour_name(door.colour, feminine=True)})


def door_words(board: PlacedMap, key: str, place: str) -> str:
    """Return a door of a place with the place behind it: `Blue door to C2`."""
    edge = board.edge(key)
    beyond = next(
        (
            spot
            for spot in (edge.spot, edge.spot.beside(edge.side))
            if spot in board.keys and board.keys[spot] != place
        ),
        None,
    )
    name = door_name(board.drawn.doors[key])
    if beyond is None:
        return name
    return _("%(door)s to %(place)s") % {"door": name, "place": beyond.label}


def lines_of(board: PlacedMap, kinds: Mapping[str, TokenKind]) -> dict[str, list[str]]:
    """Return tokens and doors of each place in words, without empty places."""
    lines: dict[str, list[str]] = {}
    for place, tokens in tokens_by_place(board.drawn).items():
        names = [token_words(kinds.get(kind), token, of=kind) for kind, token in tokens.items()]
        lines[place] = names
    for edge, key in board.doors.items():
        for spot in (edge.spot, edge.spot.beside(edge.side)):
            if place := board.keys.get(spot, ""):
                lines.setdefault(place, []).append(door_words(board, key, place))
    return lines


# --- steps ---


def step_words(changes: Changes, board: PlacedMap, kinds: Mapping[str, TokenKind]) -> str:
    """Return a step in words that fit on its undo button."""
    tiles = [change for change in changes if change.part == "tiles"]
    if tiles:
        return _tiles_words(tiles)
    steps = [_change_words(change, board, kinds) for change in changes]
    if len(steps) == 1:
        return steps[0]
    removed = [change for change in changes if change.after is None]
    if len(removed) == len(changes):
        count = len(changes)
        return npgettext(
            "step of drawing", "Removed: %(n)d thing", "Removed: %(n)d things", count
        ) % {"n": count}
    put = [words for change, words in zip(changes, steps, strict=True) if change.after is not None]
    return put[0]


def _tiles_words(changes: Iterable[Change]) -> str:
    changed = list(changes)
    new = [change for change in changed if change.before is None]
    gone = [change for change in changed if change.after is None]
    if new:
        return _("Tile %(tile)s") % {"tile": new[0].after["tile"]}
    if gone:
        return _("Removed: tile %(tile)s") % {"tile": gone[0].before["tile"]}
    first = changed[0]
    tile = {"tile": first.after["tile"]}
    if first.after["tile"] != first.before["tile"]:
        return _("Tile %(tile)s, other side") % tile
    if first.after.get("turn", 0) != first.before.get("turn", 0):
        return _("Tile %(tile)s turned") % tile
    return _("Tile %(tile)s moved") % tile


def _change_words(change: Change, board: PlacedMap, kinds: Mapping[str, TokenKind]) -> str:
    value = change.after if change.after is not None else change.before
    if change.part == "tokens":
        kind = kind_of(change.name)
        token = MapToken(**{**value, "faces": tuple(value.get("faces", ()))})
        what = token_name(kinds.get(kind), token, of=kind)
        where = board.label(place_of(change.name))
    elif change.part == "doors":
        what, where = door_name(MapDoor(**value)), board.label(place_of(change.name))
    elif change.part == "floors":
        tile, _dot, _place = change.name.partition(".")
        return _("Floor of %(tile)s") % {"tile": tile}
    else:
        tile, _dot, _place = change.name.partition(".")
        return _("Wall of %(tile)s") % {"tile": tile}
    names = {"what": what, "place": where}
    if change.after is None:
        return _("Removed: %(what)s in %(place)s") % names
    return _("%(what)s in %(place)s") % names
