"""Personal objectives (p. 7, 28): two for a mission, both must be met."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from rules.commands import BaseCommand, Cards, Key
from rules.errors import IllegalCommand, RuleError, UnknownId
from rules.events import BaseEvent
from rules.fields import Several
from rules.mechanic import mechanic
from rules.mechanics.cards import special_card
from rules.mechanics.danger import gain_points
from rules.mechanics.decks import draw, set_aside
from rules.mechanics.kills import own_kill_points, when_killed
from rules.mechanics.looking import About, judged
from rules.mechanics.missions.mission import slots_of_tokens, when_token_taken
from rules.mechanics.missions.tokens import carrier_of
from rules.mechanics.rounds import not_met_yet
from rules.mechanics.supply import out_of_supply
from rules.mechanics.wounds.wound import lost_because
from rules.offers import Offer, closed, offer
from rules.packs.copies import deck_copies
from rules.packs.played import pack_with
from rules.packs.schema import Pack
from rules.packs.schema.cards import Effect
from rules.play import Play
from rules.state import TableState
from rules.systems.army_of_the_dead.state import ArmyState, Objective


class PersonalDrawn(BaseEvent, tag="personal.drawn", frozen=True, kw_only=True):
    card: str
    survivor: str | None


class PersonalMet(BaseEvent, tag="personal.met", frozen=True, kw_only=True):
    card: str
    met: bool


class PersonalDraw(BaseCommand, tag="personal.draw", frozen=True):
    """Two personal objectives of the survivors at this table are drawn."""

    chance: ClassVar[bool] = True
    reported: ClassVar[tuple[str, ...]] = ("cards",)

    cards: Cards = ()

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        """Yield drawing two of those whose survivor plays; the table reports its own draw."""
        theirs = [copy for copy in candidates(look) if copy in look.decks[DECK].draw]
        why_not: RuleError | None = None
        if in_play(look):
            why_not = IllegalCommand("personal.drawn")
        elif not theirs:
            why_not = IllegalCommand("personal.none")
        count = min(DRAWN, len(theirs))
        reported = {}
        if look.decks[DECK].source == "table":
            reported["cards"] = Several(values=tuple(theirs), least=count, most=count)
        yield offer(cls, why_not, **reported)

    def play(self, play: Play) -> None:
        """Draw two of the objectives of survivors who play; the others are set aside."""
        theirs = candidates(play)
        for copy in deck_copies(play.pack, DECK):
            if copy not in theirs:
                set_aside(play, DECK, copy)
        for _ in range(min(DRAWN, len(play.deck(DECK).draw))):
            copy = draw(play, DECK)
            survivor = special_card(play.pack, DECK, copy).survivor
            play.set(objectives=(*in_play(play), Objective(card=copy, survivor=survivor)))
            play.emit(PersonalDrawn(card=copy, survivor=survivor))


class PersonalMeet(BaseCommand, tag="personal.meet", frozen=True):
    """A personal objective is met, by the players' word; or it is not after all."""

    card: Key
    met: bool = True

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for objective in in_play(look):
            yield offer(cls, card=objective.card, met=not objective.met)
            yield closed(cls, IllegalCommand("personal.same"), card=objective.card)
        if sent := judged(cls, about):
            yield closed(cls, UnknownId("personal.unknown", card=sent.card))

    def play(self, play: Play) -> None:
        objective = next(each for each in in_play(play) if each.card == self.card)
        _settle(play, objective, met=self.met)


DECK = "personal-objectives"


DRAWN = 2


TOKENS = ("yellow", "purple")
"""Token colors of the first and the second objective drawn (p. 7)."""


HOLD, POINTS_ON_KILL, BONUS_DIE, PLACES = (
    "hold-token",
    "gain-points-on-kill",
    "bonus-die",
    "place-zombie",
)


def in_play(play: Play) -> tuple[Objective, ...]:
    """Return the objectives in the middle of the command."""
    objectives: tuple[Objective, ...] = play.get("objectives")
    return objectives


def _change(play: Play, objective: Objective, **fields: object) -> Objective:
    changed = replace(objective, **fields)
    play.set(objectives=tuple(changed if held == objective else held for held in in_play(play)))
    return changed


def candidates(play: Play) -> list[str]:
    """Return objectives of the survivors who play."""
    return [
        copy
        for copy in deck_copies(play.pack, DECK)
        if special_card(play.pack, DECK, copy).survivor in play.survivors
    ]


def _settle(play: Play, objective: Objective, *, met: bool) -> None:
    """Mark an objective as met or not; miniatures on its card go back to the reserve."""
    _change(play, objective, met=met, count=0)
    play.emit(PersonalMet(card=objective.card, met=met))


def token_of(objectives: tuple[Objective, ...], card: str) -> str | None:
    """Return the color of an objective's token, by its place on the folder (p. 7), or None."""
    cards = [objective.card for objective in objectives]
    return dict(zip(cards, TOKENS, strict=False)).get(card)


def holder_of(play: Play, objective: Objective) -> str | None:
    """Return the survivor who has its token, or None."""
    colour = token_of(in_play(play), objective.card)
    if colour is None or objective.spent:
        return None
    return carrier_of(play.get("taken"), play.get("takers"), colour)


def effects_of(pack: Pack, objective: Objective, do: str) -> list[Effect]:
    effects = special_card(pack, DECK, objective.card).effects
    return [effect for effect in effects if effect.do == do]


def held_effects(play: Play, key: str, do: str) -> list[Effect]:
    """Return the effects that a survivor has by the tokens they hold."""
    return [
        effect
        for objective in in_play(play)
        if holder_of(play, objective) == key
        for effect in effects_of(play.pack, objective, do)
    ]


def token_taken(play: Play, colour: str) -> None:
    """Give the points of a token to the survivor who took it."""
    for objective in in_play(play):
        finder = holder_of(play, objective)
        if finder is not None and token_of(in_play(play), objective.card) == colour:
            for effect in effects_of(play.pack, objective, HOLD):
                gain_points(play, finder, effect.points or 0)


def token_slots(play: Play) -> dict[str, int]:
    """Return the slots of tokens that are carried about and traded like equipment."""
    return {
        colour: effect.value or 1
        for objective in in_play(play)
        if (colour := token_of(in_play(play), objective.card))
        for effect in effects_of(play.pack, objective, HOLD)
    }


def kill_points(play: Play, killer: str, zombie: str) -> int | None:
    """Return the points of a kill by the holder of a token for it, or None.

    They are more than the card prints.
    """
    effects = held_effects(play, killer, POINTS_ON_KILL)
    return next((effect.value for effect in effects if effect.zombie == zombie), None)


def bonus_dice(play: Play, key: str) -> int:
    """Return the dice that a token gives against abominations."""
    return sum(effect.value or 1 for effect in held_effects(play, key, BONUS_DIE))


def spend_token(play: Play, colour: str) -> None:
    """Discard the token that brings Zeus."""
    for objective in in_play(play):
        is_his = token_of(in_play(play), objective.card) == colour
        calls = effects_of(play.pack, objective, PLACES)
        if is_his and calls and holder_of(play, objective) is not None:
            _change(play, objective, spent=True)


def spendable(play: Play) -> tuple[str, ...]:
    """Return colors of the tokens that may be discarded to bring Zeus."""
    return tuple(
        colour
        for objective in in_play(play)
        if (colour := token_of(in_play(play), objective.card))
        and effects_of(play.pack, objective, PLACES)
        and holder_of(play, objective) is not None
    )


def kill_count(pack: Pack, card: str) -> tuple[str, int]:
    """Return the zombie an objective counts, and the number; an empty name and 0 if none."""
    for effect in special_card(pack, DECK, card).effects:
        if effect.do == "kill-count" and effect.zombie:
            return effect.zombie, effect.value or 1
    return "", 0


def count_kill(play: Play, killer: str | None, zombie: str, count: int) -> None:
    """Count kills on the cards of objectives, and meet the objectives they complete."""
    for objective in in_play(play):
        if objective.met:
            continue
        effects = special_card(play.pack, DECK, objective.card).effects
        wanted, number = kill_count(play.pack, objective.card)
        if wanted == zombie and killer == objective.survivor:
            total = objective.count + min(count, number - objective.count)
            counted = _change(play, objective, count=total)
            if total == number:
                _settle(play, counted, met=True)
        elif any(effect.do == "kill-zombie" and _is(zombie, effect.zombie) for effect in effects):
            _settle(play, objective, met=True)


def _is(zombie: str, wanted: str | None) -> bool:
    """Return True if a zombie is the wanted one, in whichever form the mission uses."""
    return wanted is not None and zombie.split("-", maxsplit=1)[0] == wanted


def kept_on_cards(play: Play) -> dict[str, int]:
    """Return miniatures on the cards of objectives."""
    kept: dict[str, int] = {}
    for objective in in_play(play):
        if objective.count:
            zombie, _number = kill_count(play.pack, objective.card)
            kept[zombie] = kept.get(zombie, 0) + objective.count
    return kept


def still_open(state: TableState) -> int:
    """Return the number of objectives not met, with which the mission cannot be won."""
    return sum(not is_met(state, objective) for objective in ArmyState.of(state).objectives)


def is_met(state: TableState, objective: Objective) -> bool:
    """Return True if an objective is met; for some, if its survivor has their token (p. 29)."""
    army = ArmyState.of(state)
    colour = token_of(army.objectives, objective.card)
    if objective.met or colour is None or objective.survivor is None:
        return objective.met
    pack = pack_with(state.game, state.expansions, state.own_box)
    is_held = effects_of(pack, objective, HOLD)
    return bool(is_held) and carrier_of(army.taken, army.takers, colour) == objective.survivor


def lost_with_its_survivor(play: Play) -> str | None:
    """Return a reason to lose the mission if a survivor with an objective died (p. 8), or None.

    It does not matter if the objective was met.
    """
    owners = [objective.survivor for objective in in_play(play)]
    is_lost = any(owner is not None and play.survivors[owner].status == "dead" for owner in owners)
    return "objective" if is_lost else None


OBJECTIVES = mechanic(
    __name__,
    effects=(
        BONUS_DIE,
        POINTS_ON_KILL,
        HOLD,
        "kill-count",
        "kill-zombie",
        PLACES,
    ),
    joins=(
        when_token_taken.by(token_taken),
        slots_of_tokens.by(token_slots),
        own_kill_points.by(kill_points),
        when_killed.by(count_kill),
        lost_because.by(lost_with_its_survivor),
        out_of_supply.by(kept_on_cards),
        not_met_yet.by(still_open),
    ),
)
