"""Wounds take slots and cost the card that was there (p. 19)."""

from collections.abc import Iterator

from rules.commands import BaseCommand, Key
from rules.errors import IllegalCommand
from rules.fields import Choice
from rules.mechanic import mechanic
from rules.mechanics.inventory import carried, drop, not_carried, slots_of, when_survivor_changed
from rules.mechanics.known_skills import has, known_skills
from rules.mechanics.looking import About, survivors
from rules.mechanics.questions import BoardAsked
from rules.offers import Offer, closed, offer
from rules.play import Play
from rules.state import Pending


class WoundPlace(BaseCommand, tag="wound.place", frozen=True):
    """A wound takes the place of the named card."""

    survivor: Key
    card: Key

    @classmethod
    def offers(cls, look: Play, about: About) -> Iterator[Offer]:
        for key, survivor in survivors(look, about):
            if wounds_asked(look, key):
                given = offer(cls, survivor=key, card=Choice(values=carried(survivor)))
                yield given.otherwise(card=not_carried(survivor))
            else:
                placed = IllegalCommand("wound.placed", survivor=survivor.name)
                yield closed(cls, placed, survivor=key)

    def play(self, play: Play) -> None:
        """Discard the named card and block its slot."""
        inventory = play.survivors[self.survivor].inventory
        slot = next((slot for slot, copy in inventory.items() if copy == self.card), None)
        drop(play, self.survivor, self.card)
        if slot is not None:
            blocked = (*play.survivors[self.survivor].blocked, slot)
            play.change_survivor(self.survivor, blocked=blocked)
        settle_wounds(play, self.survivor)


WOUND = "wound"


def wounds_asked(play: Play, key: str) -> list[Pending]:
    """Return wounds of this survivor that still need a place."""
    return [question for question in play.questions(WOUND) if question.survivor == key]


def settle_wounds(play: Play, key: str) -> None:
    """Give each wound a slot, or ask the player which card it costs.

    Without a card it just takes a slot (Rue Morgue, p. 19); a survivor who clings to life loses
    none while there is room (p. 41).
    """
    survivor = play.survivors[key]
    asked = wounds_asked(play, key)
    blocked = list(survivor.blocked[: survivor.wounds])
    open_ones = survivor.wounds - len(blocked) if survivor.status == "in_play" else 0
    taken = {*blocked, *survivor.inventory}
    free = [slot for slot in slots_of(play.before, key, play.pack) if slot not in taken]
    keeps = has(known_skills(play.before, key, play.pack), "keeps_equipment")
    if open_ones and (keeps or not survivor.inventory):
        blocked += free[-open_ones:]
        open_ones -= min(open_ones, len(free))
    if tuple(blocked) != survivor.blocked:
        play.change_survivor(key, blocked=tuple(blocked))
    for question in asked[open_ones:]:
        play.pending.remove(question)
    for number in range(len(asked), open_ones):
        question = Pending(id=f"{WOUND}-{key}-{number + 1}", what=WOUND, survivor=key)
        if play.ask(question):
            play.emit(BoardAsked(question=question.id, what=WOUND, card=""))


SLOTS = mechanic(
    __name__,
    answers={WOUND: WoundPlace},
    effects=("wound",),
    gives={"keeps_equipment": bool},
    joins=(when_survivor_changed.by(settle_wounds),),
)
