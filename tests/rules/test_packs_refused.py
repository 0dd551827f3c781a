"""An unsound pack is refused, and every problem is named with its file and key."""

import pickle
import shutil
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rules.errors import PackError
from rules.packs import __main__ as command
from rules.packs import loader, reading
from rules.registry import rulesets
from rules.systems.city_of_horror.pack import read_city

DATA = Path(loader.__file__).parent / "data"
Break = Callable[[str, str, str], None]


def problems_of(root: Path) -> list[str]:
    known = {slug: ruleset.vocabulary for slug, ruleset in rulesets.items()}
    return loader.read_packs(root, known)[1]


@cache
def parsed(text: str) -> bytes:
    return pickle.dumps(tomllib.loads(text))


@pytest.fixture(autouse=True)
def _parse_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tests here read the same forty files but one: parse each text only once."""

    def loads(text: str) -> Any:
        return pickle.loads(parsed(text))

    fast = SimpleNamespace(loads=loads, TOMLDecodeError=tomllib.TOMLDecodeError)
    monkeypatch.setattr(reading, "tomllib", fast)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "data"))


@pytest.fixture
def change(root: Path) -> Break:
    """Change the first place where `old` stands in a file."""

    def replace(file: str, old: str, new: str) -> None:
        path = root / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


# file, what stands there, what is put there, how the problem begins, a word of it
BROKEN = [
    # shape
    ("black-plague/game.toml", 'icon = "axe"', "icon = 1", "black-plague/game.toml: icon: ", "str"),
    (
        *("black-plague/game.toml", "health", "helth"),
        *("black-plague/game.toml: helth: ", "there is no 'helth'; allowed: 'health', "),
    ),
    (
        *("black-plague/game.toml", "health", "helth"),
        *("black-plague/game.toml: health: ", "is missing"),
    ),
    ("black-plague/game.toml", '"axe"', '"axe', "black-plague/game.toml: cannot be read", "line"),
    (
        *("black-plague/spawns.toml", "red = { fatty = 2 }", "rot = { fatty = 2 }"),
        *("black-plague/spawns.toml: cards[01].levels.rot: ", "allowed: 'red', 'orange', "),
    ),
    (
        *("rue-morgue/equipment.toml", 'id = "bow"', 'id = "Bow"'),
        *("rue-morgue/equipment.toml: equipment[Bow].id: ", "regex"),
    ),
    (
        *("zombicide-2e/spawns.toml", 'sure = "two sources"', 'sure = "maybe"'),
        *(
            "zombicide-2e/spawns.toml: sure: ",
            "there is no 'maybe'; allowed: 'inferred', 'rulebook', 'one source', ",
        ),
    ),
    (
        *("zombicide-2e/spawns.toml", 'sure = "two sources"', ""),
        *("zombicide-2e/spawns.toml: cards[001].sure: ", "is missing"),
    ),
    (
        *("rue-morgue/equipment.toml", 'do = "no-crawlers"', 'do = "no-crawler"'),
        *(
            "rue-morgue/equipment.toml: equipment[la-guillotine].effects[0].do: ",
            "there is no 'no-crawler'; allowed: 'no-crawlers', ",
        ),
    ),
    (
        *("black-plague/equipment.toml", "accuracy = 3", "accuracy = 7"),
        *("black-plague/equipment.toml: equipment[short-bow].profiles[0].accuracy: ", "6"),
    ),
    # frame
    (
        *("black-plague/game.toml", 'game = "black-plague"', 'game = "white-plague"'),
        *("black-plague/game.toml: game: ", "is 'white-plague', must be 'black-plague'"),
    ),
    (
        *("black-plague/game.toml", "points = 19", "points = 5"),
        *("black-plague/game.toml: danger: ", "rise"),
    ),
    (
        *("black-plague/game.toml", 'id = "orange"', 'id = "red"'),
        *("black-plague/game.toml: danger: ", "orange"),
    ),
    (
        *("black-plague/game.toml", "noise = 18", "noise = 17"),
        *("black-plague/game.toml: box.tokens: ", "67"),
    ),
    (
        *("rue-morgue/game.toml", "up_to = 8", "up_to = 5"),
        *("rue-morgue/game.toml: crowd: ", "rise"),
    ),
    # zombies
    (
        *("black-plague/zombies.toml", '["runner"], ', ""),
        *("black-plague/zombies.toml: targets.order: ", "'runner' stands there 0"),
    ),
    (
        *("black-plague/zombies.toml", "miniatures = 35", "miniatures = 34"),
        *("black-plague/zombies.toml: zombies: ", "64 miniatures"),
    ),
    (
        *("rue-morgue/zombies.toml", 'substitute = "skinner-fatty"', 'substitute = "fatty"'),
        *("rue-morgue/zombies.toml: zombies[a-bomb]: ", "'fatty'"),
    ),
    (
        *("rue-morgue/zombies.toml", 'killed_by = "all"', ""),
        *("rue-morgue/zombies.toml: zombies[a-bomb].toughness: ", "damage"),
    ),
    # zombie cards
    (
        *("black-plague/spawns.toml", "red = { fatty = 2 }", "red = { fat = 2 }"),
        *("black-plague/spawns.toml: cards[01].levels.red: ", "'fat'"),
    ),
    (
        *("black-plague/spawns.toml", 'number = "07"', 'number = "08"'),
        *("black-plague/spawns.toml: cards: ", "'08' stands there 2"),
    ),
    (
        *("black-plague/spawns.toml", 'number = "07"', 'number = "08"'),
        *("black-plague/spawns.toml: cards: ", "07 is missing"),
    ),
    (
        *("black-plague/spawns.toml", 'kind = "double_spawn"', 'kind = "spawn"'),
        *("black-plague/spawns.toml: cards[47].levels: ", "spawn"),
    ),
    (
        *("army-of-the-dead/spawns.toml", 'kind = "unknown", sure = "unknown"', 'kind = "unknown"'),
        *("army-of-the-dead/spawns.toml: cards[003].sure: ", "rulebook"),
    ),
    (
        *("rue-morgue/spawns.toml", 'bed = "blue", ', ""),
        *("rue-morgue/spawns.toml: cards[187].bed: ", "bed"),
    ),
    # decks and equipment
    (
        *(
            "black-plague/equipment.toml",
            "copies = { equipment = 4 }",
            "copies = { equipment = 3 }",
        ),
        *("black-plague/game.toml: box.cards.equipment: ", "62 cards in the pack, 63 in the box"),
    ),
    (
        *("black-plague/equipment.toml", "copies = { vault = 1 }", "copies = { cellar = 1 }"),
        *("black-plague/equipment.toml: equipment[orcish-crossbow].copies: ", "'cellar'"),
    ),
    (
        *("black-plague/equipment.toml", 'id = "axe"', 'id = "sword"'),
        *("black-plague/equipment.toml: equipment: ", "'sword' stands there 2"),
    ),
    (
        *("black-plague/equipment.toml", "damage = 1, ", ""),
        *("black-plague/equipment.toml: equipment[short-bow].profiles[0].damage: ", "unknown"),
    ),
    (
        *("black-plague/equipment.toml", "range = [1, 3]", "range = [3, 1]"),
        *("black-plague/equipment.toml: equipment[long-bow].profiles[0].range: ", "above"),
    ),
    (
        *("black-plague/equipment.toml", 'source = "gh-serneum-moderator"', 'source = "hearsay"'),
        *("black-plague/equipment.toml: equipment[hammer].conflicts: ", "'hearsay'"),
    ),
    (
        *("army-of-the-dead/equipment.toml", 'unknown = ["noisy"]', 'unknown = ["noise"]'),
        *("army-of-the-dead/equipment.toml: equipment[nailed-bat].unknown: ", "'noise'"),
    ),
    (
        *("army-of-the-dead/equipment.toml", 'unknown = ["noisy"]', 'unknown = ["noisy", "dice"]'),
        *("army-of-the-dead/equipment.toml: equipment[nailed-bat].unknown: ", "'dice' has a value"),
    ),
    (
        *("army-of-the-dead/equipment.toml", 'skill = "charge"', 'skill = "charges"'),
        *(
            "army-of-the-dead/equipment.toml: equipment[katana].effects[0].skill: ",
            "there is no 'charges'; allowed: 'charge', ",
        ),
    ),
    (
        *("rue-morgue/decks/tents.toml", 'id = "tent-r1"', 'id = "tent-r2"'),
        *("rue-morgue/decks/tents.toml: cards: ", "'tent-r2' stands there 2"),
    ),
    (
        *("rue-morgue/decks/tents.toml", 'id = "tents"', 'id = "tent"'),
        *("rue-morgue/decks/tents.toml: deck.id: ", "file name"),
    ),
    (
        *(
            "army-of-the-dead/decks/personal-objectives.toml",
            'survivor = "martin"',
            'survivor = "m"',
        ),
        *(
            "army-of-the-dead/decks/personal-objectives.toml: cards[objective-martin].survivor",
            "'m'",
        ),
    ),
    # survivors and skills
    (
        *("black-plague/survivors.toml", '"swordmaster"', '"swordsmaster"'),
        *("black-plague/survivors.toml: survivors[clovis].skills.orange: ", "'swordsmaster'"),
    ),
    (
        *("black-plague/survivors.toml", '["spellcaster"]', "[]"),
        *("black-plague/survivors.toml: survivors[baldric].skills.blue: ", "0 skills"),
    ),
    (
        *("black-plague/survivors.toml", 'blue = ["spellcaster"]\n', ""),
        *("black-plague/survivors.toml: survivors[baldric].skills.blue: ", "unknown"),
    ),
    (
        *("black-plague/survivors.toml", 'body = "dagger"', 'body = "spoon"'),
        *("black-plague/survivors.toml: survivors[ann].body: ", "'spoon'"),
    ),
    (
        *("black-plague/survivors.toml", 'id = "baldric"', 'id = "ann"'),
        *("black-plague/survivors.toml: survivors: ", "'ann' stands there 2"),
    ),
    (
        *(
            "common/skills.toml",
            'es = "Tiene una acción más en cada turno, para lo que quiera."',
        ),
        *('es = ""', "rue-morgue/skills.toml: skills[plus-1-action].effect: ", "language"),
    ),
    (
        *("rue-morgue/skills.toml", '  "plus-1-action",', '  "plus-1-die",'),
        *("rue-morgue/skills.toml: skills: ", "'plus-1-die' stands there 2"),
    ),
    (
        *("rue-morgue/skills.toml", '  "plus-1-action",', '  "plus-1-acton",'),
        *("rue-morgue/skills.toml: has: ", "there is no 'plus-1-acton'; allowed: 'plus-1-action'"),
    ),
    (
        *("rue-morgue/skills.toml", '  "barbarian",\n', ""),
        *("rue-morgue/skills.toml: skills[barbarian]: ", "is not in `has`"),
    ),
    (
        *("common/skills.toml", 'tag = "free_action"', 'tag = "free"'),
        *("common/skills.toml: skills[plus-1-action].tag: ", "free"),
    ),
    (
        *("washington-zc/skills.toml", 'of = ["repair-kit"]', 'of = ["toolbox"]'),
        *("washington-zc/skills.toml: skills[starts-with].variants[repair-kit].of: ", "'toolbox'"),
    ),
    (
        *("rue-morgue/skills.toml", '{ id = "move", es', '{ id = "moves", es'),
        *(
            "rue-morgue/skills.toml: skills[plus-1-free-action].variants[moves].id: ",
            "there is no 'moves'; allowed: 'move', ",
        ),
    ),
    (
        *("rue-morgue/skills.toml", 'dog = { es = "de perro"', 'cat = { es = "de gato"'),
        *("rue-morgue/skills.toml: skills[plus-1-free-action].variants[dog].id: ", "'dog'"),
    ),
    (
        *("rue-morgue/skills.toml", 'en = "dog"', 'en = ""'),
        *("rue-morgue/skills.toml: kinds.dog: ", "language"),
    ),
    # what a mechanic of the game must know
    (
        *("black-plague/spawns.toml", 'kind = "double_spawn"', 'kind = "bed"'),
        *("black-plague/spawns.toml: cards[47].kind: ", "there is no 'bed'; allowed: "),
    ),
    (
        *("black-plague/game.toml", '"necromancer-spawns-at-once"', '"necromancer-spawns-late"'),
        *(
            "black-plague/game.toml: options: ",
            "there is no 'necromancer-spawns-late'; allowed: 'necromancer-spawns-at-once', ",
        ),
    ),
    (
        *("rue-morgue/zombies.toml", 'traits = ["grabs"]', 'traits = ["grab"]'),
        *("rue-morgue/zombies.toml: zombies[a-bomb].traits: ", "there is no 'grab'; allowed: "),
    ),
    (
        *("common/skills.toml", "gives = { actions = 1 }", "gives = { acctions = 1 }"),
        *(
            "rue-morgue/skills.toml: skills[plus-1-action].gives: ",
            "there is no 'acctions'; allowed: 'actions', ",
        ),
    ),
    (
        *("common/skills.toml", "gives = { actions = 1 }", 'gives = { actions = "one" }'),
        *("rue-morgue/skills.toml: skills[plus-1-action].gives.actions: ", "Expected `int`"),
    ),
    (
        *("rue-morgue/skills.toml", 'lends_action = "next"', 'lends_action = "later"'),
        *("rue-morgue/skills.toml: skills[", "there is no 'later'; allowed: "),
    ),
    (
        *("common/skills.toml", 'id = "sprint"', 'id = "jump"'),
        *("common/skills.toml: skills: ", "'jump' stands there 2"),
    ),
    (
        *("common/skills.toml", "{ actions = 1 }", "{ sleeper_actions = 1 }"),
        *("rue-morgue/skills.toml: skills[", "there is no 'sleeper_actions'; allowed: "),
    ),
    (
        *("rue-morgue/game.toml", 'icon = "tools"', 'icon = "tool"'),
        *("rue-morgue/game.toml: icon: ", "there is no 'tool'; allowed: 'tools', "),
    ),
    (
        *("army-of-the-dead/zombies.toml", 'icon = "horse"', 'icon = "hors"'),
        *("army-of-the-dead/zombies.toml: zombies[", "there is no 'hors'; allowed: 'horse', "),
    ),
    (
        *("rue-morgue/map.toml", 'icon = "tent"', 'icon = "tents"'),
        *("rue-morgue/map.toml: kinds[tent].icon: ", "there is no 'tents'; allowed: 'tent', "),
    ),
    (
        *("common/map.toml", 'icon = "car"', 'icon = "cart"'),
        *("common/map.toml: kinds[", "there is no 'cart'; allowed: 'car', "),
    ),
    (
        *("black-plague/equipment.toml", 'do = "place-bile"', 'do = "place-zombie"'),
        *("black-plague/equipment.toml: equipment[dragon-bile].effects[0].do: ", "place-bile"),
    ),
    (
        *("common/terms.toml", 'any = { es = "de ese tipo"', 'some = { es = "de ese tipo"'),
        *("common/terms.toml: kinds: ", "needs 'any'"),
    ),
    (
        *("common/terms.toml", 'en = "survivor"', 'en = " "'),
        *("common/terms.toml: terms.survivor: ", "language"),
    ),
    (
        *("zombicide-2e/equipment.toml", 'en = "Crowbar"', 'en = ""'),
        *("zombicide-2e/equipment.toml: equipment[crowbar].name: ", "language"),
    ),
    # missions and the campaign
    (
        *("washington-zc/missions.toml", '["2V", "7R", "4R"], ', '["2V", "7R", "7R"], '),
        *("washington-zc/missions.toml: missions[M1].grid: ", "7R"),
    ),
    (
        *("washington-zc/missions.toml", 'tiles = ["2V", ', 'tiles = ["2X", '),
        *("washington-zc/missions.toml: missions[M1].tiles[0]: ", "regex"),
    ),
    (
        *("washington-zc/missions.toml", 'achievement = "tunnel-rat"', 'achievement = "rat"'),
        *(
            "washington-zc/missions.toml: missions[M7].rules[doors-if-achievement].achievement: ",
            "there is no 'rat'; allowed: 'tunnel-rat'",
        ),
    ),
    (
        *("washington-zc/missions.toml", 'cards = ["m9-bunker"]', 'cards = ["m9-cellar"]'),
        *("washington-zc/missions.toml: missions[M9].goals[reach-and-read].cards: ", "cellar"),
    ),
    (
        *("washington-zc/missions.toml", '"open-all-doors", when = "door"', '"open-all-doors"'),
        *("washington-zc/missions.toml: missions[M1].goals[open-all-doors]: ", "`when`"),
    ),
    (
        *(
            "black-plague/missions.toml",
            '"spawn-zone-inactive-until"',
            '"spawn-zone-inactive-until", players = true',
        ),
        *("black-plague/missions.toml: missions[A0].rules[spawn-zone-inactive-until]: ", "twice"),
    ),
    (
        *("washington-zc/missions.toml", "objective_cards = 7", "objective_cards = 8"),
        *("washington-zc/decks/objectives.toml: cards: ", "7 objective cards of M1"),
    ),
    (
        *("washington-zc/campaign.toml", "milestones = [2, 5", "milestones = [5, 2"),
        *("washington-zc/campaign.toml: milestones: ", "rise"),
    ),
    (
        *("washington-zc/campaign.toml", '"lifesaver"', '"livesaver"'),
        *("washington-zc/campaign.toml: skills: ", "'livesaver'"),
    ),
    (
        *("washington-zc/expansion.toml", 'expands = "zombicide-2e"', 'expands = "zombicide-3e"'),
        *("washington-zc/expansion.toml: expands: ", "'zombicide-3e'"),
    ),
]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken[3])
def test_a_broken_pack_is_refused_with_file_and_key(
    broken: tuple[str, str, str, str, str], root: Path, change: Break
) -> None:
    file, old, new, start, word = broken
    change(file, old, new)
    problems = problems_of(root)
    assert [line for line in problems if line.startswith(start) and word in line], problems


def test_the_copy_itself_is_sound(root: Path) -> None:
    known = {slug: ruleset.vocabulary for slug, ruleset in rulesets.items()}
    packs, problems = loader.read_packs(root, known)
    assert problems == []
    assert packs.items() <= loader.load_packs().items()


def test_all_problems_are_listed_together(root: Path, change: Break) -> None:
    """Shape, references and words, in several games, two in one file and three in one record."""
    change("black-plague/survivors.toml", 'id = "ann"', "id = 1")
    nelly = 'name = "Nelly"\nhealth = 3'
    change("black-plague/survivors.toml", nelly, 'naem = "Nelly"\nhealth = 0')
    change("black-plague/spawns.toml", "red = { fatty = 2 }", "red = { fat = 2 }")
    change("black-plague/spawns.toml", 'kind = "necromancer"', 'kind = "necromanser"')
    change("zombicide-2e/game.toml", "tiles = 9", "tiles = -9")
    change("zombicide-2e/survivors.toml", '"medic"', '"medick"')
    change("washington-zc/campaign.toml", '"lifesaver"', '"livesaver"')
    problems = problems_of(root)
    assert sorted(line.partition(": ")[2].partition(": ")[0] for line in problems) == [
        "box.tiles",
        "cards[01].levels.red",
        "cards[41].kind",
        "skills",
        "survivors[0].id",
        "survivors[amy].skills.red",
        "survivors[nelly].health",
        "survivors[nelly].naem",
        "survivors[nelly].name",
    ]


def test_what_could_not_be_read_makes_no_further_problems(root: Path, change: Break) -> None:
    """Nothing is counted in a file with a broken record, and its id is known all the same."""
    change("black-plague/zombies.toml", "miniatures = 35", 'miniatures = "many"')
    change("black-plague/equipment.toml", "accuracy = 3", "accuracy = 7")
    change("common/skills.toml", 'tag = "dice"', 'tag = "dices"')
    change("army-of-the-dead/spawns.toml", "[deck]", "[dekc]")
    assert [line.partition(": ")[0] for line in problems_of(root)] == [
        "common/skills.toml",
        "army-of-the-dead/spawns.toml",
        "army-of-the-dead/spawns.toml",
        "black-plague/zombies.toml",
        "black-plague/equipment.toml",
    ]


def test_a_long_list_of_what_is_allowed_is_cut_short(root: Path, change: Break) -> None:
    change("black-plague/survivors.toml", '"swordmaster"', '"swordsmaster"')
    assert problems_of(root) == [
        "black-plague/survivors.toml: survivors[clovis].skills.orange: there is no 'swordsmaster';"
        " allowed: 'swordmaster', 'spellcaster', 'reaper', 'born-leader', 'marksman',"
        " 'plus-1-damage', 'super-strength', 'bloodlust' and 93 more"
    ]


def test_a_file_that_nobody_reads_is_a_problem(root: Path) -> None:
    (root / "black-plague" / "spawn.toml").write_text("", encoding="utf-8")
    (root / "rue-morgue" / "survivors.toml").unlink()
    problems = problems_of(root)
    assert problems[0].startswith("black-plague/spawn.toml: nobody reads")
    assert problems[1].startswith("rue-morgue/survivors.toml: cannot be read")


def test_an_unsound_pack_stops_the_house(
    root: Path, change: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    change("black-plague/game.toml", "points = 19", "points = 5")
    monkeypatch.setattr(loader, "files", lambda package: root.parent)
    loader.load_packs.cache_clear()
    try:
        with pytest.raises(PackError) as refused:
            loader.load_packs()
    finally:
        loader.load_packs.cache_clear()
    assert refused.value.problems == [
        "black-plague/game.toml: danger: must start at 0 and rise, got [0, 7, 5, 43]"
    ]


def test_make_packs_fails_and_lists_the_problems_of_all_games(
    root: Path,
    change: Break,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change("black-plague/game.toml", "points = 19", "points = 5")
    change("city-of-horror/city.toml", "rounds = 4", "rounds = 0")
    change("city-of-horror/actions.toml", 'do = "hide"', 'do = "hidden"')
    monkeypatch.setattr(command, "house_root", lambda: root)
    assert command.main([]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert [line.partition(": there is no")[0] for line in printed.err.splitlines()] == [
        "3 problems:",
        "black-plague/game.toml: danger: must start at 0 and rise, got [0, 7, 5, 43]",
        "city-of-horror/city.toml: rounds: Expected `int` >= 1",
        "city-of-horror/actions.toml: actions[hideout].do",
    ]


def test_a_place_of_the_city_without_a_picture_is_refused(root: Path, change: Break) -> None:
    change("city-of-horror/locations.toml", 'icon = "bank"', 'icon = "banc"')
    (problem,) = read_city(root)[1]
    assert problem.startswith("city-of-horror/locations.toml: locations[")
    assert "there is no 'banc'; allowed: 'bank', " in problem


def test_a_shared_skill_that_no_game_has_is_a_problem(root: Path) -> None:
    shared = root / "common" / "skills.toml"
    text = shared.read_text(encoding="utf-8")
    first = text.split("[[skills]]")[1]
    mine = first.replace('id = "plus-1-action"', 'id = "nobodys"')
    shared.write_text(f"{text}\n[[skills]]{mine}", encoding="utf-8")
    assert problems_of(root) == ["common/skills.toml: skills[nobodys]: no game has it"]
