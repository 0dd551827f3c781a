"""A scene: a set-up in which something rare can arise, and what leads to it."""

from typing import NamedTuple

from tests.robot.leads import Lead


class Scene(NamedTuple):
    reaches: str
    """What it shows: kinds of commands and of events, as words."""
    address: str
    """The set-up as its address says it, the way a group keeps its usual table."""
    acts: tuple[Lead, ...]
    """Forms of pages, filled in, one after the other."""

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(self.reaches.split())


def act(kind: str, at: str = "", /, **said: object) -> Lead:
    """`targets__walker=3` says 3 in the field `targets.walker`."""
    words = {name.replace("__", "."): _word(value) for name, value in said.items()}
    return Lead(kind, words, at)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def table(*survivors: str, **more: str) -> str:
    """Who goes out, and whatever else is not as usual; several zones are told by spaces."""
    said = [f"survivors={key}" for key in survivors]
    said += [f"{name}={value}" for name, values in more.items() for value in values.split()]
    return "&".join(said)


# --- what several games say alike ---

NEXT_PHASE = act("phase.next")
SPAWN_AGAIN = act("table.correct", "correct/", path="spawned", value=False)


def take(who: str, card: str) -> Lead:
    """Into an empty hand, if it fits there."""
    return act("deck.take", survivor=who, card=card)


def draw(who: str, card: str) -> Lead:
    """Where the table draws its equipment."""
    return act("deck.draw", survivor=who, deck="equipment", count=1, search=False, cards=card)


def gift(who: str, skill: str) -> Lead:
    """A skill by hand, whoever has it on the card."""
    return act("table.correct", path=f"survivors.{who}.gifts", value=skill)


def standing(zombie: str, count: int) -> Lead:
    """So many on the board, by hand."""
    return act("table.correct", "correct/", path=f"board.{zombie}", value=count)


def add(zombie: str, count: int) -> Lead:
    return act("zombies.add", zombie=zombie, count=count)


def attack(who: str, weapon: str, zombie: str, there: int, **said: object) -> Lead:
    """At so many in the zone, with a weapon as its sheet names it: `ranged:pistol-1`."""
    said[f"targets__{zombie}"] = there
    return act("attack.resolve", f"attack/{who}/?weapon={weapon}", **said)
