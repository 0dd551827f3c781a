"""One dialect: whatever a page posts is read by what the game offers at that table."""

import json
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from msgspec.structs import replace

from companion.models import Table
from companion.people.models import Person
from companion.posted import Posted
from companion.table.sent import read_command
from rules import RuleError, UnreadableCommand
from tests.companion.test_table_page import lay

pytestmark = pytest.mark.django_db


def said(table: Table, form: str) -> dict[str, Any]:
    command = read_command(table, Posted(QueryDict(f"id=form-0001&seen=7&{form}")))
    body: dict[str, Any] = json.loads(msgspec.json.encode(command))
    assert (body["id"], body["seen"]) == ("form-0001", 7)
    return body


@pytest.fixture
def plague(guest: Person) -> Table:
    """Ann has two daggers in her hands, and zombies stand on the board."""
    table = lay(guest)
    state = table.state
    copies = [copy for copy in state.decks["equipment"].aside if copy.startswith("dagger")]
    copies += [copy for copy in state.decks["equipment"].draw if copy.startswith("dagger")]
    ann = replace(
        state.survivors["ann"], inventory=dict(zip(("hand-1", "hand-2"), copies, strict=False))
    )
    table.state = replace(
        state, survivors={**state.survivors, "ann": ann}, board={"walker": 3, "runner": 1}
    )
    table.save()
    return table


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ('with={"kind":"points.award","survivor":"ann","amount":5}', {"amount": 5}),
        ("kind=points.award&survivor=ann&amount=5", {"survivor": "ann", "amount": 5}),
        ('kind=points.award&with-who={"survivor":"ann"}&amount=2', {"amount": 2}),
        ("kind=zone.add&zone=14R&locators=1 2&colour=", {"locators": [1, 2]}),
        ("kind=zone.add&zone=14R&locators=1&locators=2", {"locators": [1, 2], "start": False}),
        ("kind=zone.order&zones=N&zones=S&zones=W", None),
        ("kind=table.correct&path=round&value=4", {"path": "round", "value": 4}),
        ("kind=table.correct&path=phase&value=end", {"value": "end"}),
        ("kind=table.correct&path=survivors.ann.skills", {"value": []}),
        ("kind=table.correct&path=spawned&value=true", {"value": True}),
        ("kind=zombies.kill&zombie=walker&count=2&survivor=ann&means=", {"count": 2}),
        (
            "kind=zombies.attack&zombies.walker=2&zombies.runner=0&wounds.ann=1&wounds.baldric=1",
            {"zombies": {"walker": 2}, "wounds": {"ann": 1, "baldric": 1}},
        ),
        (
            'kind=attack.resolve&survivor=ann&with-weapon={"mode":"melee","weapons":["axe"]}'
            "&targets.walker=2&targets.runner=0&assign=&range=&bonus_dice=1",
            {"targets": {"walker": 2}, "bonus_dice": 1, "weapons": ["axe"]},
        ),
        (
            'kind=attack.resolve&survivor=ann&with-weapon=&with-typed={"mode":"ranged"}'
            "&targets.walker=1&profile.name=12&profile.dice=2&profile.accuracy=4&profile.damage=0",
            {"mode": "ranged", "profile": {"name": "12", "dice": 2, "accuracy": 4, "damage": 0}},
        ),
    ],
)
def test_a_form_is_a_command(plague: Table, form: str, expected: dict[str, Any] | None) -> None:
    if expected is None:
        zones = "&".join(f"zones={zone.id}" for zone in reversed(plague.state.zones))
        form, expected = f"kind=zone.order&{zones}", {}
    body = said(plague, form)
    for name, value in expected.items():
        if isinstance(value, dict):
            assert value.items() <= body[name].items()
        else:
            assert body[name] == value


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("kind=attack.resolve&survivor=ann&with={}", "choice.missing"),
        ("kind=attack.resolve&survivor=nobody&targets.walker=1", "choice.none"),
        ("kind=points.award&survivor=ann&amount=101", "choice.number"),
        ("kind=points.award&survivor=ann&amount=-1", "points.below_zero"),
        ("kind=points.award&survivor=ann&amount=many", "choice.number"),
        ("kind=zone.add&zone=1&tokens=99", "choice.number"),
        ("kind=zone.add&zone=1&nothing=2", "choice.not_asked"),
        ("kind=zone.add&zone=N", "zone.twice"),
        ("kind=zone.add", "choice.missing"),
        ("kind=zone.add&zone.x=1", "choice.not_asked"),
        ("kind=phase.next&x.y.z=1", "choice.not_asked"),
        ("kind=spawn.resolve", "spawn.not_now"),
        ("kind=zombies.kill&zombie=walker&count=9&survivor=ann", "zombies.not_there"),
        ("kind=zeus.place", "command.unknown_here"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_reason(
    plague: Table, form: str, code: str
) -> None:
    with pytest.raises(RuleError) as caught:
        said(plague, form)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "form",
    [
        *("", "kind=nothing", "with=[]", "with={", 'with={"kind":"phase.next","id":"other-0001"}'),
        'with={"kind":"points.award","survivor":"ann","survivor":"ann","amount":1}',
        "kind=zone.add&zone=1&zone.x=2",
    ],
)
def test_what_is_no_form_of_ours_cannot_be_read(plague: Table, form: str) -> None:
    with pytest.raises(UnreadableCommand):
        said(plague, form)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("kind=action.spend&survivor=ann&leaving=9", "action.none"),
        ('with={"kind":"table.correct"}&with-about={"path":"round"}&value=1', "correct.same"),
        (
            'with={"kind":"attack.resolve","weapons":[],"all_out":false}'
            '&with-about={"survivor":"ann","mode":"melee"}&profile.name=X&profile.dice=1'
            "&profile.accuracy=9&profile.damage=1&targets.walker=1",
            "choice.number",
        ),
    ],
)
def test_a_refusal_has_the_reason_of_the_offer_it_is_nearest_to(
    plague: Table, form: str, code: str
) -> None:
    with pytest.raises(RuleError) as refused:
        said(plague, form)
    assert refused.value.code == code


def test_whoever_insists_where_nobody_refuses_is_heard(plague: Table) -> None:
    body = said(plague, "kind=action.spend&survivor=ann&leaving=1&overrule=true")
    assert (body["leaving"], body["overrule"]) == (1, False)


def test_something_may_go_off_where_nobody_stands(table: Table) -> None:
    form = 'with={"kind":"blast.resolve","cards":["molotov"]}&targets.walker=0'
    assert said(table, form)["targets"] == {}
