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
from rules.packs.loader import read_packs

DATA = Path(loader.__file__).parent / "data"
Break = Callable[[str, str, str], None]


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
    ("black-plague/game.toml", "health", "helth", "black-plague/game.toml: ", "helth"),
    ("black-plague/game.toml", '"axe"', '"axe', "black-plague/game.toml: cannot be read", "line"),
    (
        *("black-plague/spawns.toml", "red = { fatty = 2 }", "rot = { fatty = 2 }"),
        *("black-plague/spawns.toml: cards[01].levels: ", "rot"),
    ),
    (
        *("rue-morgue/equipment.toml", 'id = "bow"', 'id = "Bow"'),
        *("rue-morgue/equipment.toml: equipment[Bow].id: ", "regex"),
    ),
    (
        *("zombicide-2e/spawns.toml", 'sure = "two sources"', 'sure = "maybe"'),
        *("zombicide-2e/spawns.toml: cards[001].sure: ", "maybe"),
    ),
    (
        *("zombicide-2e/spawns.toml", 'sure = "two sources"', ""),
        *("zombicide-2e/spawns.toml: cards[001]: ", "sure"),
    ),
    (
        *("rue-morgue/equipment.toml", 'do = "no-crawlers"', 'do = "no-such-effect"'),
        *("rue-morgue/equipment.toml: equipment[la-guillotine].effects[0].do: ", "no-such"),
    ),
    (
        *("black-plague/equipment.toml", "accuracy = 3", "accuracy = 7"),
        *("black-plague/equipment.toml: equipment[short-bow].profiles[0].accuracy: ", "6"),
    ),
    # frame
    (
        *("black-plague/game.toml", 'game = "black-plague"', 'game = "white-plague"'),
        *("black-plague/game.toml: game: ", "folder"),
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
        *("army-of-the-dead/equipment.toml: equipment[katana].effects[0]: ", "'charges'"),
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
        *("common/skills.toml", 'es = "Tiene una acción más en cada turno, para lo que quiera."'),
        *('es = ""', "common/skills.toml: skills[plus-1-action]: ", "language"),
    ),
    (
        *("common/skills.toml", 'id = "plus-1-action"', 'id = "plus-1-die"'),
        *("common/skills.toml: skills: ", "'plus-1-die' stands there 2"),
    ),
    (
        *("common/skills.toml", 'games = ["black-plague"', 'games = ["green-plague"'),
        *("common/skills.toml: skills[plus-1-free-action].variants[magic].games: ", "green"),
    ),
    (
        *("common/skills.toml", 'of = ["repair-kit"]', 'of = ["toolbox"]'),
        *("common/skills.toml: skills[starts-with-repair-kit].of: ", "'toolbox'"),
    ),
    (
        *("common/skills.toml", '{ id = "move", es', '{ id = "dance", es'),
        *("common/skills.toml: skills[plus-1-free-action].variants[dance]: ", "'dance'"),
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
        *("washington-zc/missions.toml: missions[M7].rules[doors-if-achievement]: ", "'rat'"),
    ),
    (
        *("washington-zc/missions.toml", 'cards = ["m9-bunker"]', 'cards = ["m9-cellar"]'),
        *("washington-zc/missions.toml: missions[M9].goals[reach-and-read].cards: ", "cellar"),
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
    _, problems = read_packs(root)
    assert [line for line in problems if line.startswith(start) and word in line], problems


def test_the_copy_itself_is_sound(root: Path) -> None:
    packs, problems = read_packs(root)
    assert problems == []
    assert len(packs) == 4


def test_all_problems_are_listed_together(root: Path, change: Break) -> None:
    """Shape and references, in several games, two in one file."""
    change("black-plague/survivors.toml", 'id = "ann"', "id = 1")
    change("black-plague/survivors.toml", 'id = "nelly"', "id = 2")
    change("rue-morgue/spawns.toml", "skinner-walker = 5", "walker = 5")
    change("zombicide-2e/game.toml", "tiles = 9", "tiles = -9")
    _, problems = read_packs(root)
    assert sorted(line.split(":")[0] for line in problems) == [
        "black-plague/survivors.toml",
        "black-plague/survivors.toml",
        "rue-morgue/spawns.toml",
        "washington-zc/expansion.toml",  # its game is not sound
        "zombicide-2e/game.toml",
    ]


def test_a_file_that_nobody_reads_is_a_problem(root: Path) -> None:
    (root / "black-plague" / "spawn.toml").write_text("", encoding="utf-8")
    (root / "rue-morgue" / "survivors.toml").unlink()
    _, problems = read_packs(root)
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


def test_make_packs_fails_and_lists_the_problems(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise PackError(["this/game.toml: danger: one", "that/spawns.toml: cards: two"])

    monkeypatch.setattr(command, "load_packs", refuse)
    assert command.main() == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "2 problems:",
        "this/game.toml: danger: one",
        "that/spawns.toml: cards: two",
    ]
