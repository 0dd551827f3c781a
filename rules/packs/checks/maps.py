"""Checks of map files."""

from collections.abc import Iterator, Mapping

from rules.packs.checks.scope import Problem, is_spoken, missing, twice
from rules.packs.contents import MAP, Contents
from rules.packs.schema.maps import TokenKind, piece_of
from rules.packs.vocabulary import MAP_ICONS


def check_map(box: Contents, kinds: Mapping[str, TokenKind]) -> Iterator[Problem]:
    """Yield the problems of a box's map file: tile counts, repeated tiles, unknown tokens.

    `kinds` are the token kinds of its game and of all games.
    """
    file = box.map
    if file is None:
        return
    if box.frame is not None and len(file.tiles) != box.frame.box.tiles:
        yield MAP, "tiles", f"{len(file.tiles)} tiles, the box has {box.frame.box.tiles}"
    yield from twice(MAP, "tiles", [side for sides in file.tiles for side in sides])
    for sides in file.tiles:
        if len({piece_of(side) for side in sides}) > 1:
            yield MAP, "tiles", f"{', '.join(sides)} are not sides of one tile"
    yield from check_kinds(file.kinds)
    known = frozenset(kinds) | {kind.id for kind in file.kinds}
    yield from missing(MAP, "tokens", file.tokens, known)


def check_kinds(kinds: tuple[TokenKind, ...]) -> Iterator[Problem]:
    yield from twice(MAP, "kinds", [kind.id for kind in kinds])
    for kind in kinds:
        if not is_spoken(kind.name):
            yield MAP, f"kinds[{kind.id}]", "a language is missing"
        yield from missing(MAP, f"kinds[{kind.id}].icon", filter(None, [kind.icon]), MAP_ICONS)
