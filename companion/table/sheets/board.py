"""What happens on the board beside attacks: zombies that strike, noise, fire, tents, vaults.

A game shows only what its rules know.
"""

from typing import Any, NamedTuple

from django.utils.translation import get_language

from companion.selectors import Board
from companion.table.asking import Ask, Shown
from companion.table.composing import kind_of
from companion.table.items import all_items
from rules import rulesets
from rules.chance import DIE
from rules.packs.schema.cards import Equipment, SpecialCard
from rules.play import OBJECTIVES

BLASTS = ("eliminate-all", "ignite-bile", "explode", "damage-all")
TEAM_ACTIONS = "team-actions"


class Sets(NamedTuple):
    """The starting sets printed on a survivor's card."""

    key: str
    name: str
    sets: list[str]


class Aim(NamedTuple):
    """A personal objective in words."""

    copy: str
    words: str
    laid: int
    met: bool


def sheet(ask: Ask) -> Shown:
    board = ask.board
    knows = known_kinds(board)
    context: dict[str, Any] = {
        "knows": knows,
        "standing": [one for one in board.supply if one.board],
        "in_play": [card for card in board.survivors if card.is_in_play],
        "shines": any(card.light and card.is_in_play for card in board.survivors),
        "blasts": [one for one in all_items(board.pack) if _blasts(one.card)],
        "numbers": range(1, 5),
        "routes": range(2, 7),
        "faces": range(1, DIE + 1),
        "sets": _sets(board),
        "aims": _aims(board),
        "team_cards": _cards(board, TEAM_ACTIONS),
        "teams": sorted({one.team for one in board.state.survivors.values() if one.team} or {"1"}),
        "necromancers": [zone for zone in board.state.zones if zone.kind == "necromancer"],
        "vault_places": list(enumerate(board.state.vault.faces)) if board.state.vault else [],
    }
    return Shown("companion/sheets/board.html", context)


def known_kinds(board: Board) -> set[str]:
    """The commands of this game, with the dots that templates cannot say as underscores."""
    handlers = rulesets[board.state.game].handlers
    return {kind_of(one).replace(".", "_") for one in handlers}


def _blasts(card: Equipment) -> bool:
    return any(effect.do in BLASTS for effect in card.effects) or any(
        profile.kills_all for profile in card.profiles
    )


def _cards(board: Board, deck: str) -> list[tuple[str, str]]:
    """The cards of a special deck by name."""
    found = board.pack.decks.get(deck)
    language = get_language() or "en"
    cards: tuple[SpecialCard, ...] = found.cards if found else ()
    return [(card.id, card.name.in_language(language)) for card in cards if card.name]


def _sets(board: Board) -> list[Sets]:
    """Of those with empty hands whose card leaves a choice."""
    names = {one.card.id: one.name for one in all_items(board.pack)}
    printed = {one.id: one.starts_with for one in board.pack.survivors}
    found = []
    for key, one in board.state.survivors.items():
        offered = printed.get(key, ())
        is_empty = one.status == "in_play" and not one.inventory and not one.found
        if is_empty and len(offered) > 1:
            words = [", ".join(names.get(card, card) for card in cards) for cards in offered]
            found.append(Sets(key, one.name, words))
    return found


def _aims(board: Board) -> list[Aim]:
    names = dict(_cards(board, OBJECTIVES))
    return [
        Aim(one.card, names.get(one.card.rpartition("-")[0], one.card), one.count, one.met)
        for one in board.state.objectives
    ]
