"""The box beside the phone: real dice and cards, for decks that the table draws itself."""

import json
import random
import re

from rules import load_packs
from rules.packs.copies import deck_copies
from tests.robot.page import Form

Sent = list[tuple[str, str]]
FACES = 6
USUAL = "zombies"
"""The deck a step draws from if it does not say so."""


class Box:
    """What somebody adds who reads what a page says is missing: dice, cards, boxes to tick."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = random.Random(seed)
        self.game = game

    def more(self, code: str, words: str, form: Form, sent: Sent) -> Sent | None:
        """The form with what was missing; None where the sentence asks for something else."""
        numbers = [int(number) for number in re.findall(r"\d+", words)]
        typed = {control.name for control in form.controls if control.type == "text"}
        if code == "dice.missing" and "dice" in typed:
            faces = [str(self.random.randint(1, FACES)) for _die in range(numbers[0])]
            return [(key, _joined(value, faces) if key == "dice" else value) for key, value in sent]
        if code in ("cards.missing", "card.missing") and "cards" in typed:
            card = [self._card(sent)]
            return [(key, _joined(value, card) if key == "cards" else value) for key, value in sent]
        if code in ("card.in_discard", "card.in_aside", "card.impossible") and "cards" in typed:
            # Somebody read the wrong one.
            return [
                (key, _joined(value.rpartition(" ")[0], [self._card(sent)]))
                if key == "cards"
                else (key, value)
                for key, value in sent
            ]
        if code in ("choice.several", "choice.so_many", "choice.missing"):
            return self._ticked(form, sent, numbers[0] if numbers else 1)
        if code == "wounds.shared":
            return _shared(form, sent, numbers[0])
        return None

    def _ticked(self, form: Form, sent: Sent, count: int) -> Sent | None:
        """So many of the boxes; None where there are none, or they are ticked already."""
        boxes = [each for each in form.controls if each.type == "checkbox" and not each.is_disabled]
        several = [each for each in boxes if sum(other.name == each.name for other in boxes) > 1]
        if not several or sum(name == several[0].name for name, _value in sent) == count:
            return None
        name = several[0].name
        values = [each.value for each in several if each.name == name]
        rest = [pair for pair in sent if pair[0] != name]
        return [
            *rest,
            *((name, value) for value in self.random.sample(values, min(count, len(values)))),
        ]

    def _card(self, sent: Sent) -> str:
        said: dict[str, object] = {}
        for name, value in sent:
            if name.startswith("with") and value:
                said |= json.loads(value)
        deck = str(said.get("deck") or dict(sent).get("deck") or USUAL)
        return self.random.choice(sorted(deck_copies(load_packs()[self.game], deck)))


def _joined(value: str, more: list[str]) -> str:
    return " ".join([value, *more]).strip()


def _shared(form: Form, sent: Sent, count: int) -> Sent:
    """So many wounds, to the first who can bear them."""
    left = count
    shares: Sent = []
    most = {each.name: int(each.max or 0) for each in form.controls}
    for name, value in sent:
        if name.startswith("wounds."):
            share = min(left, most[name])
            left -= share
            shares.append((name, str(share)))
        else:
            shares.append((name, value))
    return shares
