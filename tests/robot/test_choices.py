"""On the pages of furnished tables, every choice of every form is tried: what is open is taken.

What is grey is refused, with a reason that says what is in the way.
"""

import os
import random
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from msgspec.structs import replace

from companion.models import Seat, Table
from companion.people.models import Person
from companion.refusals import REFUSALS
from rules import Pack, Survivor, Zone, apply, mission_of, new_table, played_pack, rulesets
from rules.errors import RuleError
from rules.mechanics.equipment import DeckTake
from rules.state import Source, TableState
from tests.robot.choices import refusal, refusals
from tests.robot.page import Page
from tests.robot.test_evenings import mission_for

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
SOAK = int(os.environ.get("SOAK", "0"))
PAGES = 200 if SOAK else 45
"""The pages that are looked at of a table."""


def furnished(game: str, dice: Source) -> TableState:
    """Somebody who can do everything and has a card of each kind, somebody who has nothing."""
    bare = played_pack(game)
    pack = played_pack(game, tuple(bare.expansions))
    people = [each.id for each in bare.survivors[:3]]
    mission = mission_for(game)
    state = new_table(
        pack=pack,
        expansions=tuple(bare.expansions),
        survivors=[(key, Survivor(name=key.title(), player=key[0])) for key in people],
        zones=[Zone(id="N", start=True, locators=(1, 4)), Zone(id="S", locators=(2,))],
        dice=dice,
        hour=20,
        mission=mission_of(game, mission) if mission else None,
        seed="furnished",
    )
    able, other, *_bare = people
    for number, card in enumerate(pack.equipment):
        state = _with_card(state, pack, (able, other)[number % 3 == 0], card.id)
    skills = tuple(skill.id for skill in pack.skills.values() if skill.by == "app")
    survivors = {**state.survivors}
    survivors[able] = replace(
        survivors[able], gifts=skills, wounds=1, turned=_reloadable(state, pack, able)
    )
    board = {kind.id: min(3, kind.miniatures) for kind in pack.zombies if kind.miniatures}
    return replace(state, survivors=survivors, board=board)


def _with_card(state: TableState, pack: Pack, who: str, card: str) -> TableState:
    """Into a hand or slot where it fits, else in front of them; of some no copy is left."""
    for deck in pack.decks.values():
        if deck.holds == "equipment":
            take = DeckTake(id="00000000", seen=0, survivor=who, deck=deck.id, card=card)
            try:
                return apply(state, take, pack).state
            except RuleError:
                continue
    return state


def _reloadable(state: TableState, pack: Pack, who: str) -> tuple[str, ...]:
    loaded = {card.id for card in pack.equipment if card.reload}
    loaded |= {card.id for card in pack.equipment for way in card.profiles if way.ammo_dice}
    survivor = state.survivors[who]
    carried = (*survivor.inventory.values(), *survivor.found)
    return tuple(copy for copy in carried if copy.rpartition("-")[0] in loaded)


def laid(person: Person, state: TableState) -> Table:
    table = Table(game=state.game)
    table.state = state
    table.save()
    Seat.objects.create(table=table, person=person, name="Marta", role=Seat.Role.KEEPER)
    return table


def faults(client: Client, table: Table, most: int) -> Iterator[str]:
    """Yield what does not hold on the pages of a table, its own kinds of sheets first."""
    for page in pages(client, table, most):
        where = page.url.removeprefix(f"/tables/{table.pk}/")
        for button in page.buttons:
            if button.form.method != "post" or "." not in button.kind:
                continue
            what = f"{table.game}: {where}: {button.kind} [{button.text}]"
            if button.why_not is None:
                for code, said in refusals(table, button):
                    yield f"{what} is offered, but refused: {code}: {said}"
            elif button.name == "with":
                if not refusal(table, [(button.name, button.value)]):
                    yield f"{what} is grey, but would be taken: {button.why_not}"
                elif button.why_not in SAYS_NOTHING:
                    yield f"{what} is grey without a reason"


SAYS_NOTHING = {
    "",
    *(str(REFUSALS[f"choice.{what}"]) for what in ("none", "not_offered", "not_asked", "missing")),
}


def pages(client: Client, table: Table, most: int) -> Iterator[Page]:
    home, chance = f"/tables/{table.pk}/", random.Random(table.game)
    ahead, seen = [home], {home}
    for _page in range(most):
        if not ahead:
            return
        url = _next(ahead, chance)
        response = client.get(url)
        assert response.status_code == 200, f"{url}: {response.status_code}"
        page = Page(url, 200, response.content.decode())
        yield page
        for link in page.links:
            address = link.href.partition("#")[0]
            if address.startswith(f"{home}sheets/") and address not in seen:
                seen.add(address)
                ahead.append(address)


def _next(ahead: list[str], chance: random.Random) -> str:
    """Return a page: of each kind of sheet come about as many."""
    kinds: dict[str, list[str]] = {}
    for url in ahead:
        kinds.setdefault("/".join(url.split("/")[3:5]), []).append(url)
    url = chance.choice(chance.choice(list(kinds.values())))
    ahead.remove(url)
    return url


@pytest.mark.parametrize("dice", ["app", "table"])
@pytest.mark.parametrize("game", sorted(rulesets))
def test_every_choice_of_a_furnished_table(
    as_person: AsPerson, guest: Person, game: str, dice: Source
) -> None:
    table = laid(guest, furnished(game, dice))
    wrong = list(dict.fromkeys(faults(as_person(guest), table, PAGES)))
    assert not wrong, "\n".join(wrong)
