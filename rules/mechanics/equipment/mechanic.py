from typing import Literal

from rules.mechanic import Ask, Mechanic
from rules.mechanics.equipment import commands, deal, events, offers, play, uses
from rules.packs.schema.base import Count, Natural
from rules.packs.schema.cards import EquipmentKind

EQUIPMENT = Mechanic(
    name="equipment",
    asks=(
        Ask(commands.DeckDraw, play.draw_items, offers.draws),
        Ask(commands.DeckRedraw, play.redraw_item, offers.redraws),
        Ask(commands.DeckTake, play.take_item, offers.gifts),
        Ask(commands.DeckDiscard, play.discard_item, offers.discards),
        Ask(commands.ItemUse, uses.use_item, uses.uses),
        Ask(commands.ItemMove, play.move_item, offers.moves),
        Ask(commands.ItemCombine, play.combine_items, offers.combinations_of),
        Ask(commands.EquipmentDeal, deal.deal_equipment, offers.deals),
    ),
    events=(
        events.CardsDrawn,
        events.ItemFound,
        events.ItemDiscarded,
        events.ItemMoved,
        events.ItemUsed,
    ),
    gives={
        "cards": Count,
        "extra_cards": Count,
        "in_hand": tuple[Literal["all", EquipmentKind], ...],
        "made": Count,
        "redraws": Count,
        "searches": Natural,
        "second_copy": bool,
        "slots": Count,
    },
    effects=(
        "combine",
        "free-action",
        "grant-specialty",
        uses.HEAL,
        uses.POINTS,
        "push-zombies",
        "search-draw",
        "spawn",
        "stop-search",
    ),
)
