"""Zeus of Army of the Dead: his zone draws orders until he comes himself (p. 17-18, 23)."""

from rules.commands import ZeusPlace
from rules.errors import IllegalCommand
from rules.events import ZeusCame, ZombiesPlaced, ZoneRemoved
from rules.mechanics.cards import deck_card
from rules.mechanics.supply import place
from rules.packs.schema import Pack
from rules.play import Play, zombie_type
from rules.ruleset import Outcome
from rules.state import Description, TableState, Zone

ORDERS = "zeus-orders"
ZEUS = "zeus"


def zeus_zone(play: Play) -> Zone | None:
    return next((zone for zone in play.zones if zone.kind == "zeus"), None)


def draw_order(play: Play, zone: str) -> None:
    """In its turn his zone draws an order instead of a zombie card (p. 23)."""
    card = play.draw(ORDERS, zone)
    brings, activates = _order(play, card)
    if brings:
        place(play, brings, zone=zone, card=card, why="order")
    for zombie, times in activates.items():
        play.activate(zombie, "order", zone=zone, times=times)
    play.discard(ORDERS, card)


def _order(play: Play, card: str) -> tuple[dict[str, int], dict[str, int]]:
    described = play.before.described.get(card)
    if isinstance(described, Description):
        return dict(described.levels.get("blue", {})), dict(described.activates)
    found = deck_card(play.pack, ORDERS, card)
    if found.sure == "unknown":
        raise IllegalCommand("card.undescribed", card=card)
    brings = {one.zombie: one.value or 1 for one in found.effects if one.do == "spawn"}
    activates = {one.zombie: one.value or 1 for one in found.effects if one.do == "activate"}
    return (
        {zombie: count for zombie, count in brings.items() if zombie},
        {zombie: count for zombie, count in activates.items() if zombie},
    )


def place_zeus(state: TableState, command: ZeusPlace, pack: Pack) -> Outcome:
    """By a mission or an objective: he takes the place of his token."""
    play = Play(state, pack)
    boss = command.zombie or state.boss
    if boss is None:
        raise IllegalCommand("zeus.which")
    if zombie_type(pack, boss).id.split("-")[0] != ZEUS:
        raise IllegalCommand("zeus.which")
    if not call_zeus(play, boss, "players"):
        raise IllegalCommand("zeus.no_zone")
    return play.outcome()


def call_zeus(play: Play, boss: str, why: str) -> bool:
    """Put him on the board and take his token off; no token or no miniature, no Zeus."""
    zone = zeus_zone(play)
    if zone is None or play.reserve(boss) < 1:
        return False
    play.zones.remove(zone)
    play.emit(ZeusCame(zombie=boss, why=why))
    play.emit(ZoneRemoved(zone=zone.id))
    play.board[boss] = play.board.get(boss, 0) + 1
    play.emit(
        ZombiesPlaced(zone=zone.id, zombie=boss, count=1, card=None, danger=play.danger, why="zeus")
    )
    return True
