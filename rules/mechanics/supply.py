"""Miniatures: what comes onto the board, what is missing, and what follows when some are."""

from rules.events import ZombiesCorrected, ZombiesPlaced, ZombiesShort
from rules.packs.schema import Pack
from rules.play import Play, zombie_type


def place(
    play: Play, zombies: dict[str, int], *, zone: str | None, card: str | None, why: str
) -> dict[str, int]:
    """Put a group on the board; returns who came.

    Too few miniatures: what is left is placed and every zombie of that type activates once more,
    at blue too, once for the whole group (Rue Morgue, p. 25).
    """
    short: list[str] = []
    before = dict(play.board)
    for zombie, count in zombies.items():
        _place_type(play, zombie, count, zone=zone, card=card, why=why, short=short)
    if "no-activation-for-miniatures" not in play.before.options:
        for zombie in dict.fromkeys(short):
            play.activate(zombie, "miniatures")
    return {
        zombie: count - before.get(zombie, 0)
        for zombie, count in play.board.items()
        if count > before.get(zombie, 0)
    }


def _place_type(
    play: Play,
    zombie: str,
    count: int,
    *,
    zone: str | None,
    card: str | None,
    why: str,
    short: list[str],
) -> None:
    kind = zombie_type(play.pack, zombie)
    if kind.on_board is not None and play.board.get(zombie, 0) >= kind.on_board:
        play.activate(zombie, "already_there")
        return
    placed = min(count, max(play.reserve(zombie), 0))
    missing = count - placed
    if placed:
        play.board[zombie] = play.board.get(zombie, 0) + placed
        play.emit(
            ZombiesPlaced(
                zone=zone, zombie=zombie, count=placed, card=card, danger=play.danger, why=why
            )
        )
        _draw_who(play, zombie, zone)
    if missing and kind.substitute:
        _place_type(
            play, kind.substitute, missing, zone=zone, card=card, why="substitute", short=short
        )
    elif missing:
        play.emit(ZombiesShort(zone=zone, zombie=zombie, missing=missing, card=card))
        short.append(zombie)
    for escort, each in kind.escort.items():
        _place_type(play, escort, each * placed, zone=zone, card=card, why="escort", short=short)


def deck_of_faces(pack: Pack, zombie: str) -> str | None:
    """The deck that says which one of several comes, as the four abominations of 2nd Edition."""
    for deck in pack.decks.values():
        if sum(card.zombie == zombie for card in deck.cards) > 1:
            return deck.id
    return None


def _draw_who(play: Play, zombie: str, zone: str | None) -> None:
    deck = deck_of_faces(play.pack, zombie)
    if deck is not None and deck in play.decks:
        play.discard(deck, play.draw(deck, zone))


def remove(play: Play, zombie: str, count: int, *, for_good: bool = False) -> None:
    """Take miniatures off the board; those of a unique zombie never come back."""
    play.board[zombie] = play.board.get(zombie, 0) - count
    if for_good:
        play.gone[zombie] = play.gone.get(zombie, 0) + count


def correct(play: Play, zombie: str, change: int) -> None:
    """The physical table is right: set what stands on the board."""
    before = play.board.get(zombie, 0)
    play.board[zombie] = before + change
    play.emit(ZombiesCorrected(zombie=zombie, before=before, after=before + change))
