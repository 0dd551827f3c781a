"""Drawing kit of a game: every kind of token on its maps, and the tools that place them."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.maps.given import PLAIN, SPAWN, START, ZOMBIE, is_spawn
from rules.packs.schema import Pack, Term
from rules.packs.schema.maps import DrawnMap, MapToken, TokenKind

ZOMBIE_TOOL = "zombie"
FIRST = (SPAWN, "objective")
LAST = (ZOMBIE_TOOL, START, "exit")
"""Tools after those a game has of its own; `FIRST` come before them."""


class TokenVariant(NamedTuple):
    """One of the tokens that a tool places, one after the other."""

    kind: str
    token: MapToken


class Tool(NamedTuple):
    """A button of the palette."""

    id: str
    name: Term
    variants: tuple[TokenVariant, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(variant.kind for variant in self.variants))


def kinds_of(pack: Pack) -> Mapping[str, TokenKind]:
    """Return all kinds of tokens on its maps by id, including its zombies."""
    return {**pack.map.kinds, **{kind.id: kind for kind in _zombies(pack)}}


def _zombies(pack: Pack) -> tuple[TokenKind, ...]:
    return tuple(
        TokenKind(
            id=f"{ZOMBIE}{zombie.id}",
            name=zombie.name,
            shape="figure",
            icon=zombie.icon or zombie.family,
            asks=("count",),
        )
        for zombie in pack.zombies
    )


def tools_of(pack: Pack) -> tuple[Tool, ...]:
    """Return the tools that place tokens, the usual ones first."""
    own = {
        kind: Tool(kind, pack.map.kinds[kind].name, _variants(kind, colours))
        for kind, colours in pack.map.tokens.items()
    }
    zombies = tuple(TokenVariant(kind.id, MapToken()) for kind in _zombies(pack))
    own[ZOMBIE_TOOL] = Tool(ZOMBIE_TOOL, pack.terms[ZOMBIE_TOOL], zombies)
    between = [tool for tool in own if tool not in (*FIRST, *LAST)]
    return tuple(own[tool] for tool in (*FIRST, *between, *LAST) if tool in own)


def _variants(kind: str, colours: tuple[str, ...]) -> tuple[TokenVariant, ...]:
    """Return a variant for each color.

    Spawn zones of other colors than red or neutral start inactive.
    """
    if not colours:
        return (TokenVariant(kind, MapToken()),)
    return tuple(
        TokenVariant(kind, MapToken(colour=colour, asleep=is_spawn(kind) and colour not in PLAIN))
        for colour in colours
    )


def free_tiles(pack: Pack, drawn: DrawnMap) -> tuple[tuple[str, ...], ...]:
    """Return the tiles of the boxes that are not on the map yet, each by its sides."""
    laid = set(drawn.tiles)
    return tuple(
        sides for sides in pack.map.tiles if not {side.strip("RV") for side in sides} & laid
    )
