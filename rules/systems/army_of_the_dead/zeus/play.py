from rules.errors import IllegalCommand
from rules.mechanics.decks.play import discard, draw_quietly
from rules.mechanics.equipment.cards import special_card
from rules.mechanics.spawn.drawing import Drawing, Point
from rules.mechanics.spawn.prospects import OwnDeck, Prospect
from rules.mechanics.supply.events import Arrival, Placed
from rules.mechanics.supply.play import reserve
from rules.packs.schema import Mission
from rules.packs.schema.cards import UNKNOWN
from rules.play import Play
from rules.state import Description, Zone
from rules.systems.army_of_the_dead.objectives.play import spend_token
from rules.systems.army_of_the_dead.state import ArmyState
from rules.systems.army_of_the_dead.zeus.commands import ZeusPlace
from rules.systems.army_of_the_dead.zeus.events import ZeusCame

ORDERS, ORDER = "zeus-orders", "order"
ZEUS = "zeus"
CALLS = "calls-zeus"
APPEARS = "zeus-appears-when"


def zeus_zone(play: Play) -> Zone | None:
    return next((zone for zone in play.zones if zone.kind == ZEUS), None)


def is_zeus(zombie: str) -> bool:
    """Whichever Zeus the mission uses."""
    return zombie.split("-", maxsplit=1)[0] == ZEUS


# --- orders ---


def draw_order(play: Play, point: Point) -> Drawing:
    """In its turn his zone draws an order instead of a zombie card (p. 23)."""
    card = draw_quietly(play, ORDERS, point.zone)
    brings, activates = order_of(play, card)
    drawing = Drawing(play, point, deck=ORDERS, card=card, does=ORDER, line=brings)
    if brings:
        drawing.place(brings, why=ORDER)
    for zombie, times in activates.items():
        drawing.activate(zombie, ORDER, zone=point.zone, times=times)
    discard(play, ORDERS, card)
    return drawing


def order_of(play: Play, card: str) -> tuple[dict[str, int], dict[str, int]]:
    """Whom an order brings, and whom it activates how often."""
    described = play.before.described.get(card)
    if isinstance(described, Description):
        return dict(described.levels.get("blue", {})), dict(described.activates)
    printed = special_card(play.pack, ORDERS, card)
    if printed.sure == "unknown":
        raise IllegalCommand("card.undescribed", card=card)
    effects = [effect for effect in printed.effects if effect.zombie]
    brings = {effect.zombie: effect.value or 1 for effect in effects if effect.do == "spawn"}
    activates = {effect.zombie: effect.value or 1 for effect in effects if effect.do == "activate"}
    return (
        {zombie: count for zombie, count in brings.items() if zombie},
        {zombie: count for zombie, count in activates.items() if zombie},
    )


def foresee_orders(play: Play) -> OwnDeck:
    deck = play.deck(ORDERS)
    return OwnDeck(
        tuple(_foresee_order(play, card) for card in deck.draw),
        tuple(_foresee_order(play, card) for card in deck.discard),
    )


def _foresee_order(play: Play, card: str) -> Prospect | None:
    if card not in play.before.described and special_card(play.pack, ORDERS, card).sure == UNKNOWN:
        return None
    brings, activates = order_of(play, card)
    return Prospect(brings=brings, activates=tuple(activates))


# --- he comes himself ---


def place_zeus(play: Play, command: ZeusPlace) -> None:
    """By a mission or an objective: he takes the place of his token."""
    boss = command.zombie or ArmyState.of(play.before).boss
    if boss is None or not is_zeus(play.zombie(boss).id):
        raise IllegalCommand("zeus.which")
    if command.token is not None:
        spend_token(play, command.token)
    if not call_zeus(play, boss, "players"):
        raise IllegalCommand("zeus.no_zone")


def can_come(play: Play, boss: str) -> bool:
    """Whether his token and his miniature are there."""
    return zeus_zone(play) is not None and reserve(play, boss) > 0


def call_zeus(play: Play, boss: str, why: str) -> bool:
    """Put him on the board and take his token off; no token or no miniature, no Zeus."""
    zone = zeus_zone(play)
    if zone is None or reserve(play, boss) < 1:
        return False
    play.zones.remove(zone)
    play.board[boss] = play.board.get(boss, 0) + 1
    placed = Placed(zombie=boss, count=1, why=ZEUS)
    arrival = Arrival(zone=zone.id, danger=play.danger, placed=(placed,))
    play.emit(ZeusCame(zombie=boss, why=why, arrival=arrival))
    return True


def called_by_death(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Some take their revenge by calling him (p. 17)."""
    boss = ArmyState.of(play.before).boss
    if CALLS in play.zombie(zombie).traits and boss is not None:
        call_zeus(play, boss, zombie)


def called_by_token(play: Play, colour: str) -> None:
    """With the last of the tokens that the mission names he comes himself (p. 6, 29)."""
    boss = ArmyState.of(play.before).boss
    for rule in play.mission_rules(APPEARS):
        if boss and colour in rule.colours and set(rule.colours) <= set(play.get("taken")):
            call_zeus(play, boss, "objective")


def boss_of(mission: Mission) -> dict[str, object]:
    return {"boss": mission.boss}
