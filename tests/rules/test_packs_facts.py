"""Well-known cards, each against the page or source that prints it."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.mechanics.skill_reminders import reminders
from rules.packs.loader import load_packs
from rules.packs.schema import Equipment, Expansion, Pack, Profile
from tests.rules.golden import given_table

LEVELS = ("blue", "yellow", "orange", "red")

SPAWNS: list[tuple[str, str, str, list[dict[str, int]]]] = [
    # Black Plague p. 16, the worked example
    ("black-plague", "01", "spawn", [{}, {"runner": 2}, {"walker": 5}, {"fatty": 2}]),
    # Black Plague: two transcriptions
    ("black-plague", "21", "spawn", [{"walker": 1}, {"fatty": 2}, {"runner": 2}, {"walker": 8}]),
    ("black-plague", "40", "extra_activation", [{}, {"runner": 1}, {"runner": 1}, {"runner": 1}]),
    ("black-plague", "46", "necromancer", [{"necromancer": 1}] * 4),
    # Rue Morgue p. 22: yellow lines of the example
    ("rue-morgue", "146", "spawn", [{"skinner-walker": n} for n in (1, 1, 6, 7)]),
    (
        *("rue-morgue", "179", "spawn"),
        [{"skinner-runner": 1}, {"skinner-fatty": 1}, {"skinner-walker": 3}, {"skinner-runner": 4}],
    ),
    # Rue Morgue p. 24: two walkers a manhole at yellow
    (
        *("rue-morgue", "185", "manhole"),
        [{"skinner-walker": 1}, {"skinner-walker": 2}, {"skinner-fatty": 1}, {"skinner-runner": 1}],
    ),
    ("rue-morgue", "192", "bed", [{"crawler": 1}] * 4),
    # Army of the Dead p. 15 and 22
    ("army-of-the-dead", "001", "spawn", [{"shambler": n} for n in (2, 2, 4, 4)]),
    ("army-of-the-dead", "015", "spawn", [{"alpha": n} for n in (3, 5, 6, 6)]),
    # 2nd Edition: two transcriptions
    ("zombicide-2e", "001", "spawn", [{"walker": n} for n in (1, 2, 4, 6)]),
    ("zombicide-2e", "026", "rush", [{"walker": n} for n in (6, 8, 10, 12)]),
    ("zombicide-2e", "017", "spawn", [{}, *[{"abomination": 1}] * 3]),
    ("zombicide-2e", "039", "extra_activation", [{}, *[{"brute": 1}] * 3]),
]


@pytest.mark.parametrize(("game", "number", "kind", "levels"), SPAWNS)
def test_spawn_card(game: str, number: str, kind: str, levels: list[dict[str, int]]) -> None:
    card = {card.number: card for card in load_packs()[game].spawns}[number]
    assert card.kind == kind
    assert card.levels is not None
    assert [card.levels.at(level) for level in LEVELS] == levels  # type: ignore[arg-type]


def box(name: str) -> Pack | Expansion:
    packs = load_packs()
    return packs[name] if name in packs else packs["zombicide-2e"].expansions[name]


def item(name: str, card: str) -> Equipment:
    return {known.id: known for known in box(name).equipment}[card]


def numbers(profile: Profile) -> tuple[Any, ...]:
    ends = (profile.range_min, profile.range_max)
    return profile.mode, ends, profile.dice, profile.accuracy, profile.damage, profile.noisy


WEAPONS = [
    # Black Plague p. 33-34: sword 4+, hand crossbow 0-1 with 2 dice at 3+, crossbow 4+ damage 2
    ("black-plague", "hand-crossbow", ("ranged", (0, 1), 2, 3, 1, False)),
    ("black-plague", "crossbow", ("ranged", (1, 2), 2, 4, 2, False)),
    ("black-plague", "sword", ("melee", (0, 0), 2, 4, 1, False)),
    ("black-plague", "mana-blast", ("magic", (0, 1), 1, 4, 1, True)),
    # Rue Morgue p. 26 and 28: two Mac-10 give 10 dice at 5+; p. 13 chainsaw 5+
    ("rue-morgue", "mac-10", ("ranged", (0, 1), 5, 5, 1, True)),
    ("rue-morgue", "chainsaw", ("melee", (0, 0), 5, 5, 2, True)),
    ("rue-morgue", "bow", ("ranged", (0, 1), 1, 3, 1, False)),
    # Army of the Dead p. 25
    ("army-of-the-dead", "heavy-machine-gun", ("ranged", (0, 1), 2, 4, 2, True)),
    ("army-of-the-dead", "katana", ("melee", (0, 0), 3, 4, 1, False)),
    # Washington Z.C. p. 5: bat 2 dice 3+, shotgun 2 dice 4+, sub-MG 3 dice 5+
    ("washington-zc", "baseball-bat", ("melee", (0, 0), 2, 3, 1, False)),
    ("washington-zc", "shotgun", ("ranged", (0, 1), 2, 4, 2, True)),
    ("washington-zc", "sub-mg", ("ranged", (0, 1), 3, 5, 1, True)),
    # 2nd Edition: card scans
    ("zombicide-2e", "mas-shotgun", ("ranged", (0, 1), 2, 3, 2, True)),
    ("zombicide-2e", "machete", ("melee", (0, 0), 1, 3, 2, False)),
]


@pytest.mark.parametrize(("name", "card", "expected"), WEAPONS)
def test_weapon(name: str, card: str, expected: tuple[Any, ...]) -> None:
    assert numbers(item(name, card).profiles[0]) == expected


@pytest.mark.parametrize(
    ("card", "all_out", "upkeep"),
    [("chainsaw", 3, 5), ("machete", 1, 2), ("sawed-off", 2, 4), ("shotgun", 2, 5)],
)
def test_upkeep(card: str, all_out: int, upkeep: int) -> None:
    """Washington Z.C. p. 6: the four cards whose upkeep the rulebook prints."""
    known = item("washington-zc", card)
    assert (known.all_out, known.upkeep) == (all_out, upkeep)


def test_starting_cards_have_no_upkeep() -> None:
    assert item("washington-zc", "baseball-bat").upkeep is None
    assert item("washington-zc", "pistol").no_upkeep == ("starting",)


def test_a_molotov_needs_no_dice() -> None:
    for name in ("zombicide-2e", "washington-zc", "rue-morgue"):
        (profile,) = item(name, "molotov").profiles
        assert (profile.automatic, profile.kills_all) == (True, True)


def test_where_sources_differ_both_values_stand_on_the_card() -> None:
    hammer = item("black-plague", "hammer")
    assert (hammer.dual, hammer.profiles[0].accuracy) == (False, 4)
    others = {(conflict.field, conflict.other, conflict.undecided) for conflict in hammer.conflicts}
    assert others == {("profiles[0].accuracy", 3, False), ("dual", True, True)}
    undecided = {
        (card.id, conflict.field)
        for card in box("black-plague").equipment
        for conflict in card.conflicts
        if conflict.undecided
    }
    assert undecided == {("hammer", "dual"), ("crossbow", "profiles[0].range")}


def test_starting_equipment_comes_from_where_each_game_has_it() -> None:
    """Rue Morgue deals it out of the deck and sets four kinds aside; the others have a deck."""
    morgue = box("rue-morgue").equipment
    assert {card.id for card in morgue if card.dealt} == {"bow", "crowbar", "fire-axe"}
    aside = {card.id: card.copies["equipment"] for card in morgue if card.set_aside}
    assert aside == {"bulletproof-vest": 6, "la-guillotine": 1, "molotov": 3, "nailbat": 1}
    plague = {card.id: card.copies.get("starting", 0) for card in box("black-plague").equipment}
    dealt = {card: count for card, count in plague.items() if count}
    assert dealt == {"hammer": 1, "mana-blast": 1, "short-bow": 1, "short-sword": 3}


def test_toughness_actions_and_points() -> None:
    """Summary pages of the rulebooks; Army of the Dead p. 17-18."""
    zombies = {
        (game, zombie.id): (zombie.actions, zombie.toughness, zombie.wounds, zombie.points)
        for game, pack in load_packs().items()
        for zombie in pack.zombies
    }
    assert zombies["zombicide-2e", "brute"] == (1, 2, 1, 1)
    assert zombies["zombicide-2e", "abomination"] == (1, 3, 1, 5)
    assert zombies["black-plague", "runner"] == (2, 1, 1, 1)
    assert zombies["black-plague", "necromancer"] == (1, 1, 1, 1)
    assert zombies["rue-morgue", "a-bomb"] == (1, None, 1, 5)
    assert zombies["army-of-the-dead", "alpha"] == (2, 2, 1, 2)
    assert zombies["army-of-the-dead", "valentine"] == (3, 4, 1, 5)
    assert zombies["army-of-the-dead", "queen"] == (1, 5, 2, 5)
    assert zombies["army-of-the-dead", "zeus-mounted"] == (2, 6, 2, 5)


def test_target_orders() -> None:
    orders = {game: pack.targets for game, pack in load_packs().items()}
    assert orders["zombicide-2e"].order == (("brute", "abomination"), ("walker",), ("runner",))
    assert orders["black-plague"].order[0] == ("walker",)
    assert orders["black-plague"].order[-1] == ("necromancer",)
    assert orders["rue-morgue"].order[0] == ("survivor",)
    assert not orders["rue-morgue"].misses_hit_survivors
    assert orders["army-of-the-dead"].order[:2] == (("shambler",), ("alpha",))


def test_spawn_dice_and_token_limits() -> None:
    """Rue Morgue p. 22, Black Plague p. 37."""
    packs = load_packs()
    dice = {row.up_to: row.spawn_dice for row in packs["rue-morgue"].crowd}
    assert dice == {6: 4, 8: 5, 10: 6, 12: 7}
    limits = {row.up_to: (row.spawn_tokens, row.token_limit) for row in packs["black-plague"].crowd}
    assert limits == {6: (0, 6), 8: (1, 7), 10: (2, 8), 12: (3, 9)}


def test_sleepers_of_the_box() -> None:
    """Army of the Dead, component list: 30 tokens."""
    tokens = load_packs()["army-of-the-dead"].box.tokens
    assert [tokens[f"sleepers-{size}"] for size in (1, 2, 3, 4)] == [7, 8, 8, 7]


def test_tents_have_ten_beds_of_each_colour() -> None:
    tents = load_packs()["rue-morgue"].decks["tents"].cards
    beds = {colour: sum(tent.beds.get(colour, 0) for tent in tents) for colour in ("blue", "green")}
    assert beds == {"blue": 10, "green": 10}
    assert [tent.kind for tent in tents if tent.searchable] == ["administrative", "infirmary"]


def test_survivors_as_printed() -> None:
    """Clovis: Black Plague rulebook. Terry: Rue Morgue rulebook. Amy: two sources."""
    packs = load_packs()
    clovis = {survivor.id: survivor for survivor in packs["black-plague"].survivors}["clovis"]
    assert clovis.skills.blue == ("plus-1-die-melee",)
    assert clovis.skills.orange == ("plus-1-free-action-melee", "swordmaster")
    assert clovis.body == "shield"
    terry = {survivor.id: survivor for survivor in packs["rue-morgue"].survivors}["terry"]
    assert terry.skills.blue == ("plus-1-free-action-team", "helicopter-pilot")
    amy = {survivor.id: survivor for survivor in packs["zombicide-2e"].survivors}["amy"]
    assert amy.skills.red == ("plus-1-die-combat", "plus-1-to-dice-roll-combat", "medic")
    health = {survivor.id: survivor.health for survivor in packs["zombicide-2e"].survivors}
    assert {survivor for survivor, value in health.items() if value == 2} == {
        *("bunny-g", "lili", "lou", "odin", "ostara", "tiger-sam")
    }


def test_a_skill_is_what_its_game_prints() -> None:
    packs = load_packs()
    assert packs["black-plague"].skills["lifesaver"].name.es == "Rescate"
    assert packs["rue-morgue"].skills["lifesaver"].name.es == "Socorrista"
    assert packs["rue-morgue"].skills["hoard"].gives == {"slots": 1}
    assert packs["zombicide-2e"].skills["hoard"].gives == {"slots": 2}
    assert packs["zombicide-2e"].skills["charge"].once == "turn"
    assert packs["black-plague"].skills["charge"].once is None
    assert packs["black-plague"].skills["plus-1-die-magic"].kind == "magic"
    assert "plus-1-die-magic" not in packs["rue-morgue"].skills


def test_the_campaign() -> None:
    """Washington Z.C. p. 7-15 and the mission pages."""
    expansion = load_packs()["zombicide-2e"].expansions["washington-zc"]
    campaign = expansion.campaign
    assert campaign is not None
    assert campaign.milestones == (2, 5, 8, 11, 14, 17, 20)
    assert (campaign.points_track, campaign.extra_actions_max) == (20, 7)
    assert len(campaign.skills) == 14
    ammo = expansion.skills["starts-with-ammo"]
    assert ammo.of == ("plenty-of-bullets", "plenty-of-shells")
    assert (campaign.night.first, campaign.night.last) == (19, 6)
    missions = expansion.missions
    assert [mission.start_hour for mission in missions] == [12, 12, 11, 0, 15, 15, 4, 10, 15, 22]
    assert [mission.objective_cards for mission in missions] == [7, 6, 7, 9, 9, 6, 6, 8, 6, 9]
    assert [mission.notes for mission in missions] == [2, 0, 0, 0, 5, 6, 3, 5, 0, 1]
    assert missions[0].grid == (("2V", "7R", "4R"), ("5R", "8R", "3R"))
    assert [mission.tokens["pimp-crate"] for mission in missions] == [6, 6, 6, 5, 6, 6, 6, 5, 5, 6]


def test_no_card_is_said_to_be_applied_whose_skill_is_not() -> None:
    """A weapon that lends a skill which only the board shows is reminded of, too."""
    for game, pack in load_packs().items():
        for card in pack.equipment:
            lent = [effect.skill for effect in card.effects if effect.do == "grant-skill"]
            by = {pack.skills[skill].by for skill in lent if skill}
            assert by <= {"app"} or card.by != "app", f"{game}: {card.id}"


def test_a_weapon_in_hand_reminds_of_the_skill_it_lends() -> None:
    """Army of the Dead, p. 13 and 26: the katana lets its bearer charge."""
    state = given_table(
        "army-of-the-dead",
        {"survivors": {"lilly": 0}, "have": {"lilly": {"inventory": {"hand-1": "katana-1"}}}},
    )
    pack = load_packs()["army-of-the-dead"]
    assert [each.skill.id for each in reminders(state, pack, "own-turn")] == ["charge"]
    put_away = replace(state.survivors["lilly"], inventory={"backpack-1": "katana-1"})
    state = replace(state, survivors={"lilly": put_away})
    assert reminders(state, pack, "own-turn") == []


def test_every_special_card_says_who_applies_it() -> None:
    by = {
        card.id: card.by
        for pack in load_packs().values()
        for deck in pack.decks.values()
        for card in deck.cards
    }
    assert by["hobomination"] == "reminder", "who may fight where, only the board shows"
    assert by["abominacop"] == "app"
    assert by["objective-martin"] == "players", "nobody has seen it"
    assert by["tent-r1"] == "reminder"
