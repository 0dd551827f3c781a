"""Spawning beyond single cases: counts of dice, whole decks, questions that wait."""

import pytest
from msgspec.structs import replace

import rules
from rules import IllegalCommand, Survivor, Zone
from rules.mechanics.known_skills import skills_of
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.mechanics.zones import ZoneAdd


def table(game: str, count: int = 1, **fields: object) -> rules.TableState:
    survivors = [(f"s{n}", Survivor(name=f"S{n}", player="Marta")) for n in range(count)]
    return rules.new_table(
        pack=rules.load_packs()[game],
        survivors=survivors,
        seed="spawn",
        **fields,  # type: ignore[arg-type]
    )


def spawn(state: rules.TableState, **fields: object) -> rules.Outcome:
    command = SpawnResolve(id="spawn-001", seen=0, **fields)  # type: ignore[arg-type]
    return rules.apply(replace(state, phase="zombies"), command, rules.load_packs()[state.game])


@pytest.mark.parametrize(
    ("survivors", "dice"), [(6, 4), (7, 5), (8, 5), (9, 6), (10, 6), (11, 7), (12, 7)]
)
def test_spawn_dice_by_survivors_at_the_start(survivors: int, dice: int) -> None:
    """Rue Morgue, p. 22: four dice, one more for every two survivors beyond six."""
    zones = [Zone(id="a", locators=(1, 2, 3, 4, 5, 6))]
    outcome = spawn(table("rue-morgue", survivors, zones=zones))
    (step,) = outcome.events
    assert len(step.dice) == dice
    points = outcome.state.spawning.points if outcome.state.spawning else ()
    read = [draw.die for draw in step.draws] + [point.die for point in points[len(step.draws) :]]
    assert read == list(step.dice)


def test_an_empty_deck_is_shuffled_from_its_discard_pile() -> None:
    state = table("zombicide-2e", zones=[Zone(id="a", tokens=12)])
    for _ in range(8):
        outcome = spawn(state)
        state = replace(outcome.state, spawned=False)
    kinds = [rules.kind_of(event) for event in rules.facts_of(outcome.events)]
    assert len(state.decks["zombies"].draw) + len(state.decks["zombies"].discard) == 40
    assert kinds.count("card.drawn") >= 12


def test_a_deck_with_unknown_cards_is_drawn_at_the_table() -> None:
    assert table("army-of-the-dead").decks["zombies"].source == "table"
    with pytest.raises(IllegalCommand) as caught:
        table("army-of-the-dead", sources={"zombies": "app"})
    assert caught.value.code == "deck.unknown_cards"


def test_the_same_table_spawns_the_same_and_another_seed_another() -> None:
    zones = [Zone(id="a"), Zone(id="b"), Zone(id="c")]
    assert spawn(table("black-plague", zones=zones)) == spawn(table("black-plague", zones=zones))
    other = replace(table("black-plague", zones=zones), seed="other")
    assert other.decks == table("black-plague", zones=zones).decks, "the order is in the state"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"zone": "a"}, "zone.twice"),
        ({"zone": "b", "start": True}, "zone.second_start"),
        ({"zone": "b", "locators": (3,)}, "locator.twice"),
    ],
)
def test_zones_that_cannot_be_laid_out(fields: dict, code: str) -> None:
    state = table("rue-morgue", zones=[Zone(id="a", start=True, locators=(3,))])
    with pytest.raises(IllegalCommand) as caught:
        rules.apply(
            state, ZoneAdd(id="zone-0001", seen=0, **fields), rules.load_packs()["rue-morgue"]
        )
    assert caught.value.code == code


def test_skills_add_up_with_the_level() -> None:
    pack = rules.load_packs()["black-plague"]
    ann = Survivor(name="Ann", player="Marta", points=7)
    state = rules.new_table(pack=pack, survivors=[("ann", ann)], seed="x")
    assert skills_of(state, "ann", pack) == ("bloodlust-melee", "plus-1-action")
