"""Packs are sound, complete against the box, and honest about what is not known."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import rules
from rules.packs.copies import all_copies, deck_copies
from rules.packs.loader import load_packs
from rules.packs.report import DeckReport, rows, table
from rules.packs.schema import Expansion, Fact, Pack, Term
from rules.registry import rulesets
from rules.systems.city_of_horror.pack import load_city

DOCS = Path(__file__).resolve().parents[2] / "docs" / "packs.md"
# Cards known, inferred, unknown. From the component lists of the boxes and the completeness table
# of our sources, never from the packs themselves; another box is held to what its pack says of it.
DECKS = {
    ("city-of-horror", "locations"): (6, 0, 0),
    ("city-of-horror", "characters"): (21, 0, 0),
    ("city-of-horror", "actions"): (40, 0, 0),
    ("city-of-horror", "invasions"): (1, 0, 19),
    ("zombicide-2e", "zombies"): (40, 0, 0),
    ("zombicide-2e", "abominations"): (4, 0, 0),
    ("zombicide-2e", "starting"): (6, 0, 0),
    ("zombicide-2e", "equipment"): (45, 0, 0),
    ("zombicide-2e", "epic"): (11, 0, 0),
    ("zombicide-2e", "survivors"): (12, 0, 0),
    ("zombicide-2e", "missions"): (0, 0, 26),
    ("washington-zc", "starting"): (6, 0, 0),
    ("washington-zc", "equipment"): (45, 0, 0),
    ("washington-zc", "epic"): (11, 0, 0),
    ("washington-zc", "secret-service"): (31, 2, 0),
    ("washington-zc", "objectives"): (0, 0, 95),
    ("washington-zc", "survivors"): (0, 0, 6),
    ("washington-zc", "missions"): (10, 0, 0),
    ("black-plague", "zombies"): (54, 0, 0),
    ("black-plague", "starting"): (6, 0, 0),
    ("black-plague", "equipment"): (63, 0, 0),
    ("black-plague", "vault"): (2, 0, 0),
    ("black-plague", "survivors"): (6, 0, 0),
    ("black-plague", "missions"): (11, 0, 0),
    ("rue-morgue", "zombies"): (47, 1, 0),
    ("rue-morgue", "equipment"): (86, 0, 0),
    ("rue-morgue", "tents"): (11, 0, 0),
    ("rue-morgue", "team-actions"): (9, 0, 0),
    ("rue-morgue", "wounds"): (12, 0, 0),
    ("rue-morgue", "survivors"): (12, 0, 0),
    ("rue-morgue", "missions"): (2, 0, 10),
    ("army-of-the-dead", "zombies"): (6, 0, 12),
    ("army-of-the-dead", "zeus-orders"): (2, 0, 8),
    ("army-of-the-dead", "equipment"): (35, 0, 20),
    ("army-of-the-dead", "personal-objectives"): (3, 0, 9),
    ("army-of-the-dead", "vault"): (3, 0, 2),
    ("army-of-the-dead", "abominations"): (5, 0, 0),
    ("army-of-the-dead", "survivors"): (0, 3, 9),
    ("army-of-the-dead", "missions"): (2, 0, 8),
}

# Miniatures as the boxes list them.
MINIATURES = {
    "zombicide-2e": {"walker": 40, "brute": 16, "runner": 16, "abomination": 4},
    "black-plague": {"walker": 35, "fatty": 14, "runner": 14, "abomination": 1, "necromancer": 1},
    "rue-morgue": {
        **{"skinner-walker": 40, "skinner-fatty": 8, "skinner-runner": 16},
        **{"crawler": 15, "a-bomb": 1},
    },
    "army-of-the-dead": {
        **{"shambler": 30, "alpha": 16, "valentine": 1, "queen": 1},
        **{"zeus": 1, "zeus-helmet": 0, "zeus-mounted": 1},
    },
}


OTHERS = {load_city().game: load_city().facts}


def boxes() -> Iterator[tuple[str, Pack | Expansion]]:
    for game, pack in load_packs().items():
        yield game, pack
        yield from pack.expansions.items()


BOXES = [pytest.param(box, id=name) for name, box in boxes()]


def test_every_game_of_the_registry_has_its_pack() -> None:
    assert set(load_packs()) == set(rules.rulesets)


def test_every_deck_has_the_cards_of_its_box() -> None:
    listed = {box for box, _deck in DECKS}
    counts = {
        (row.box, row.deck): (row.known, row.inferred, row.unknown)
        for row in report()
        if row.box in listed
    }
    assert counts == DECKS


def report() -> list[DeckReport]:
    return list(rows(load_packs(), OTHERS))


@pytest.mark.parametrize("game", MINIATURES)
def test_the_miniatures_are_those_of_the_box(game: str) -> None:
    zombies = load_packs()[game].zombies
    assert {zombie.id: zombie.miniatures for zombie in zombies} == MINIATURES[game]


def test_spawn_cards_are_of_the_printed_kinds() -> None:
    """Black Plague p. 26-29; Rue Morgue p. 22-25; Army of the Dead p. 15."""
    printed = {
        "zombicide-2e": {"spawn": 24, "rush": 12, "extra_activation": 4},
        "black-plague": {"spawn": 36, "extra_activation": 4, "necromancer": 6, "double_spawn": 8},
        "rue-morgue": {"spawn": 36, "extra_activation": 4, "manhole": 2, "bed": 6},
        "army-of-the-dead": {"spawn": 6, "unknown": 12},
    }
    packs = load_packs()
    assert {game: Counter(card.kind for card in packs[game].spawns) for game in printed} == printed


def test_numbers_run_as_printed() -> None:
    numbers = {game: [card.number for card in pack.spawns] for game, pack in load_packs().items()}
    assert numbers["zombicide-2e"] == [f"{number:03}" for number in range(1, 41)]
    assert numbers["black-plague"] == [f"{number:02}" for number in range(1, 55)]
    assert numbers["rue-morgue"] == [str(number) for number in range(145, 193)]
    assert numbers["army-of-the-dead"] == [f"{number:03}" for number in range(1, 19)]


@pytest.mark.parametrize("box", BOXES)
def test_every_copy_has_an_id_of_its_own(box: Pack | Expansion) -> None:
    ids = [copy for _, copy, _ in all_copies(box)]
    assert len(ids) == len(set(ids)) == sum(box.box.cards.values())


def test_copies_are_numbered_through_the_decks_of_a_box() -> None:
    pack = load_packs()["zombicide-2e"]
    pistols = {
        deck: [copy for copy, card in deck_copies(pack, deck).items() if copy.startswith("pistol-")]
        for deck in ("starting", "equipment")
    }
    assert pistols == {"starting": ["pistol-1", "pistol-2", "pistol-3"], "equipment": ["pistol-4"]}
    assert next(iter(deck_copies(pack, "zombies"))) == "zombies-001"


def test_every_skill_says_what_it_does_in_both_languages() -> None:
    for _, box in boxes():
        for skill in box.skills.values():
            assert "{" not in skill.effect.es + skill.effect.en, skill.id
            for text in (skill.effect.es, skill.effect.en):
                assert text.endswith("."), skill.id
                assert text.count(".") == 1, f"{skill.id}: one sentence"
            assert skill.effect.es != skill.effect.en, skill.id


def test_every_skill_of_a_survivor_is_explained() -> None:
    for _, box in boxes():
        for survivor in box.survivors:
            for level in ("blue", "yellow", "orange", "red"):
                for skill in getattr(survivor.skills, level) or ():
                    assert box.skills[skill].effect.es, survivor.id


def terms_of(value: object) -> Iterator[Term]:
    if isinstance(value, Term):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from terms_of(getattr(value, name))
    elif isinstance(value, dict | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from terms_of(part)


def test_every_word_stands_in_both_languages() -> None:
    terms = [term for pack in load_packs().values() for term in terms_of(pack)]
    assert len(terms) > 1000
    assert [term for term in terms if not (term.es.strip() and term.en.strip())] == []


def facts(box: Pack | Expansion) -> list[Fact]:
    cards: list[Fact] = [card for _, _, card in all_copies(box)]
    return cards + list(box.survivors) + list(box.missions)


def test_what_is_inferred_or_ours_is_marked() -> None:
    packs = load_packs()
    washington = packs["zombicide-2e"].expansions["washington-zc"]
    items = {item.id: item for item in washington.equipment}
    assert items["aaahh-secret-service"].sure == "inferred"
    card = {card.number: card for card in packs["rue-morgue"].spawns}["160"]
    assert card.sure == "inferred"
    queen = {card.number: card for card in packs["army-of-the-dead"].spawns}["018"]
    assert queen.inferred == ("levels",)
    martin = {survivor.id: survivor for survivor in packs["army-of-the-dead"].survivors}["martin"]
    assert (martin.sure, martin.inferred) == ("inferred", ("orange", "red"))
    kukri = {item.id: item for item in packs["zombicide-2e"].equipment}["kukri"]
    assert kukri.name.own_translation("es")
    assert not kukri.name.own_translation("en")
    for mission in washington.missions:
        assert mission.title.own == ("en",)


def test_unknown_cards_are_entries_and_say_what_is_missing() -> None:
    for _, box in boxes():
        for fact in facts(box):
            named = fact.unknown or getattr(fact, "kind", None) == "unknown"
            if fact.sure == "unknown" and hasattr(fact, "copies"):
                assert named, fact


@pytest.mark.parametrize("game", ["zombicide-2e", "black-plague", "rue-morgue"])
def test_these_games_can_be_drawn_by_the_app(game: str) -> None:
    assert all(card.kind != "unknown" for card in load_packs()[game].spawns)


def test_a_pack_can_be_sent_as_json() -> None:
    for pack in load_packs().values():
        sent = msgspec.json.decode(msgspec.json.encode(pack))
        assert sent["game"] == pack.game
        assert len(sent["spawns"]) == pack.box.cards["zombies"]


def test_make_packs_prints_every_game_and_deck() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules.packs"], capture_output=True, text=True, check=True
    )
    for game, deck in DECKS:
        assert game in done.stdout
        assert deck in done.stdout
    line = next(line for line in done.stdout.splitlines() if "secret-service" in line)
    assert line.split()[1:5] == ["31", "2", "·", "33"]


def test_the_docs_print_the_table_of_today() -> None:
    """`make packs` prints it; docs/packs.md says what is unknown with the same numbers."""
    is_printed = table(load_packs(), OTHERS) in DOCS.read_text(encoding="utf-8")
    assert is_printed, "copy the table that `make packs` prints to docs/packs.md"


def test_every_option_of_a_pack_is_one_the_rules_know_and_the_other_way_round() -> None:
    offered = {option for pack in load_packs().values() for option in pack.options}
    known = {name for game in rules.rulesets.values() for name in game.vocabulary.options}
    assert offered == known


def test_every_key_that_a_skill_may_give_is_given_by_one_and_read_by_a_mechanic() -> None:
    packs = load_packs().values()
    boxes = [box for pack in packs for box in (pack, *pack.expansions.values())]
    given = {key for box in boxes for skill in box.skills.values() for key in skill.gives}
    known = {key for ruleset in rulesets.values() for key in ruleset.vocabulary.gives}
    assert given == known
    source = "".join(
        path.read_text(encoding="utf-8") for path in DOCS.parents[1].glob("rules/**/*.py")
    )
    assert [key for key in known if not re.search(rf'"{key}"(?!: )', source)] == []


def test_the_page_of_packs_lists_what_a_skill_may_give() -> None:
    """Every key with its type, by the mechanic that reads it."""
    page = DOCS.read_text(encoding="utf-8").partition("## What a skill gives")[2]
    told = set(re.findall(r"`([a-z0-9_]+)`", page.partition("| --- |")[2].partition("\n\n")[0]))
    known = {key for ruleset in rulesets.values() for key in ruleset.vocabulary.gives}
    assert told == known
