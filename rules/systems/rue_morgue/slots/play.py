from rules.errors import IllegalCommand
from rules.mechanics.equipment.slots import drop, holder, slots_of
from rules.mechanics.questions.events import BoardAsked
from rules.mechanics.skills.known import has, known_skills
from rules.play import Play
from rules.state import Pending
from rules.systems.rue_morgue.slots.commands import WoundPlace

WOUND = "wound"


def wounds_asked(play: Play, key: str) -> list[Pending]:
    """Wounds of this survivor that still need a place."""
    return [question for question in play.questions(WOUND) if question.survivor == key]


def settle_wounds(play: Play, key: str) -> None:
    """Each wound has a slot, or the player is asked for which card it costs.

    Without a card it just takes a slot (Rue Morgue, p. 19); who clings to life loses none while
    there is room (p. 41).
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


def place_wound(play: Play, command: WoundPlace) -> None:
    """The named card is discarded and its slot is taken."""
    survivor = holder(play, command.survivor, command.card)
    if not wounds_asked(play, command.survivor):
        raise IllegalCommand("wound.placed", survivor=survivor.name)
    slot = next((s for s, copy in survivor.inventory.items() if copy == command.card), None)
    drop(play, command.survivor, command.card)
    if slot is not None:
        blocked = (*play.survivors[command.survivor].blocked, slot)
        play.change_survivor(command.survivor, blocked=blocked)
    settle_wounds(play, command.survivor)
