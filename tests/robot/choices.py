"""Every choice that a form leaves, one after the other: what may be sent is taken.

Nothing is written: a command is read as a tap is and tried on the table as it stands.
"""

import random
from collections.abc import Iterator
from itertools import product
from math import prod

from django.http import QueryDict

from companion.models import Table
from companion.table.sent import sent_in
from rules import RuleError, apply, pack_of
from tests.robot.page import Button, Control
from tests.robot.refusals import TELLING

FEW = 24
"""So many ways to fill a form in are all tried; of more, each choice once and as many by chance."""
ENVELOPE = ("id", "seen", "csrfmiddlewaretoken")
Filled = tuple[tuple[str, str], ...]
"""What one control says: nothing, or its value."""


def refusals(table: Table, button: Button) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The choices of a button's form that its table refuses, with the code of the reason."""
    for sent in fillings(button):
        code = refusal(table, sent)
        if code and code not in TELLING:
            yield code, [said for said in sent if said[1] and said[0] not in ENVELOPE]


def refusal(table: Table, sent: list[tuple[str, str]]) -> str:
    """Why the table would not take it; empty if it would."""
    data = QueryDict(mutable=True)
    for name, value in sent:
        data.appendlist(name, value)
    data.setdefault("id", "choice-0")
    data["seen"] = str(table.version)
    state = table.state
    try:
        apply(state, sent_in(data).read(table), pack_of(state))
    except RuleError as error:
        return error.code
    return ""


def fillings(button: Button) -> Iterator[list[tuple[str, str]]]:
    """Ways to fill a form in."""
    asked = [list(_ways(controls)) for controls in _controls(button)]
    own: Filled = ((button.name, button.value),) if button.name else ()
    for ways in _together(asked, random.Random(button.kind)):
        yield [said for way in ways for said in way] + list(own)


def _together(asked: list[list[Filled]], chance: random.Random) -> Iterator[tuple[Filled, ...]]:
    if prod(len(ways) for ways in asked) <= FEW:
        yield from product(*asked)
        return
    first = tuple(ways[0] for ways in asked)
    yield first
    for place, ways in enumerate(asked):
        for way in ways[1:]:
            yield (*first[:place], way, *first[place + 1 :])
    for _filling in range(FEW):
        yield tuple(chance.choice(ways) for ways in asked)


def _controls(button: Button) -> Iterator[list[Control]]:
    """The controls of a form; radio buttons of one name are one."""
    named: dict[str, list[Control]] = {}
    for control in button.form.controls:
        if control.is_disabled or control.type in ("submit", "button", "file", "image"):
            continue
        if control.type == "radio":
            named.setdefault(control.name, []).append(control)
        else:
            yield [control]
    yield from named.values()


def _ways(controls: list[Control]) -> Iterator[Filled]:
    """What may be said there, what stands there first."""
    control = controls[0]
    name = control.name
    if control.type == "radio":
        options = sorted(controls, key=lambda each: not each.is_checked)
        yield from (((name, each.value),) for each in options)
    elif control.type == "checkbox":
        ways: list[Filled] = [(), ((name, control.value),)]
        yield from sorted(ways, key=lambda way: bool(way) != control.is_checked)
    elif control.type == "select":
        values = sorted(dict(control.options), key=lambda each: each != control.chosen)
        yield from (((name, each),) for each in values)
    elif control.type == "number":
        bounds = dict.fromkeys((control.value, control.min, control.max))
        yield from (((name, each),) for each in bounds if each or not control.is_required)
    else:
        value = control.value or ("Word" if control.is_required else "")
        yield ((name, value),)
