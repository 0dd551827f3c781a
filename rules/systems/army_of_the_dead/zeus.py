"""Zeus: his zone draws orders until he comes himself (p. 17-18, 23)."""

from collections.abc import Iterator
from typing import ClassVar

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.events import BaseEvent
from rules.fields import Choice
from rules.mechanic import Correction, mechanic
from rules.mechanics.cards import special_card
from rules.mechanics.decks import discard, draw_quietly
from rules.mechanics.kills import when_killed
from rules.mechanics.looking import About, judged
from rules.mechanics.missions.mission import when_token_taken
from rules.mechanics.spawn.drawing import Drawing, OwnDeck, Prospect, ZoneDeck, own_decks
from rules.mechanics.supply import Arrival, Placed, reserve
from rules.mechanics.zones import ZoneRemoved
from rules.missions import set_by_mission
from rules.offers import Offer, closed, offer
from rules.packs.schema import Mission
from rules.packs.schema.cards import UNKNOWN
from rules.play import Play
from rules.state import Description, SpawnPoint, Zone
from rules.systems.army_of_the_dead.objectives import spend_token, spendable
from rules.systems.army_of_the_dead.state import ArmyState


class ZeusCame(BaseEvent, tag="zeus.came", frozen=True, kw_only=True):
    memorable: ClassVar[bool] = True

    zombie: str
    why: str
    arrival: Arrival | None = None

    def facts(self) -> Iterator[BaseEvent]:
        yield ZeusCame(zombie=self.zombie, why=self.why)
        if self.arrival is not None:
            yield ZoneRemoved(zone=self.arrival.zone or "")
            yield from self.arrival.facts()


class ZeusPlace(BaseCommand, tag="zeus.place", frozen=True):
    """Zeus takes the place of his spawn token."""

    zombie: Key | None = None
    """The form of Zeus; by default the one of the mission."""
    token: Key | None = None
    """The color of a personal objective whose token is discarded for it."""

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield Zeus as the mission has him, or in any form the players choose."""
        own = ArmyState.of(look.before).boss
        for zombie in (own, *(kind.id for kind in look.pack.zombies if is_zeus(kind.id))):
            if zombie is None or not is_zeus(zombie):
                continue
            why_not = None if can_come(look, zombie) else IllegalCommand("zeus.no_zone")
            yield offer(cls, why_not, zombie=zombie)
        if own is not None and is_zeus(own):
            why_not = None if can_come(look, own) else IllegalCommand("zeus.no_zone")
            yield offer(cls, why_not, zombie=None)
            for colour in spendable(look):
                yield offer(cls, why_not, zombie=None, token=colour)
        if sent := judged(cls, about):
            if not is_zeus(sent.zombie or own or ""):
                yield closed(cls, IllegalCommand("zeus.which"))
            if sent.token not in (None, *spendable(look)):
                yield closed(cls, IllegalCommand("personal.no_token"))

    def play(self, play: Play) -> None:
        """Put Zeus in the place of his token, by a mission or an objective."""
        boss = self.zombie or ArmyState.of(play.before).boss
        assert boss is not None
        if self.token is not None:
            spend_token(play, self.token)
        call_zeus(play, boss, "players")


ORDERS, ORDER = "zeus-orders", "order"


KIND = "zeus"


CALLS = "calls-zeus"


APPEARS = "zeus-appears-when"


def zeus_zone(play: Play) -> Zone | None:
    return next((zone for zone in play.zones if zone.kind == KIND), None)


def is_zeus(zombie: str) -> bool:
    """Return True for Zeus in whichever form the mission uses."""
    return zombie.split("-", maxsplit=1)[0] == KIND


def draw_order(play: Play, point: SpawnPoint) -> Drawing:
    """Draw an order for his zone in its turn, instead of a zombie card (p. 23)."""
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
    """Return the zombies an order brings, and the number of times it activates each type."""
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


def can_come(play: Play, boss: str) -> bool:
    """Return True if his token and his miniature are there."""
    return zeus_zone(play) is not None and reserve(play, boss) > 0


def call_zeus(play: Play, boss: str, why: str) -> bool:
    """Put him on the board and take his token off; return False without token or miniature."""
    zone = zeus_zone(play)
    if zone is None or reserve(play, boss) < 1:
        return False
    play.zones.remove(zone)
    play.board[boss] = play.board.get(boss, 0) + 1
    placed = Placed(zombie=boss, count=1, why=KIND)
    arrival = Arrival(zone=zone.id, danger=play.danger, placed=(placed,))
    play.emit(ZeusCame(zombie=boss, why=why, arrival=arrival))
    return True


def called_by_death(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Call Zeus when a zombie dies that takes its revenge by calling him (p. 17)."""
    boss = ArmyState.of(play.before).boss
    if CALLS in play.zombie(zombie).traits and boss is not None:
        call_zeus(play, boss, zombie)


def called_by_token(play: Play, colour: str) -> None:
    """Call Zeus with the last of the tokens that the mission names (p. 6, 29)."""
    boss = ArmyState.of(play.before).boss
    for rule in play.mission_rules(APPEARS):
        if boss and colour in rule.colours and set(rule.colours) <= set(play.get("taken")):
            call_zeus(play, boss, "objective")


def boss_of(mission: Mission) -> dict[str, object]:
    return {"boss": mission.boss}


ZEUS = mechanic(
    __name__,
    corrections={
        "boss": Correction(
            str | None,
            lambda look, _path: Choice(
                values=tuple(kind.id for kind in look.pack.zombies), optional=True
            ),
        )
    },
    effects=("activate", "spawn"),
    traits=(CALLS,),
    mission_rules=(APPEARS,),
    joins=(
        own_decks.by(ZoneDeck(KIND, ORDERS, ORDER, draw_order, foresee_orders)),
        set_by_mission.by(boss_of),
        when_killed.by(called_by_death),
        when_token_taken.by(called_by_token),
    ),
)
