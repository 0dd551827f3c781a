"""Drafts of missions: what they keep, what is wrong with them, and the file they travel in."""

import msgspec
import pytest
from msgspec.structs import replace

from rules import load_packs, played_pack, rulesets
from rules.packs.checks.missions import check_missions
from rules.packs.checks.own import scope_of
from rules.packs.schema import Mission, MissionRule, Pack
from rules.packs.schema.missions import MissionZone
from rules.workshop import (
    DraftMission,
    DraftRule,
    PackContent,
    PackHead,
    copied,
    finished,
    patterns,
    problems,
    read_file,
    write_file,
)
from rules.workshop.draft import Said
from rules.workshop.patterns import FIELDS

BOTH = ("es", "en")
PRINTED = [
    (game, box, mission)
    for game, pack in load_packs().items()
    for box, missions in (
        (game, pack.missions),
        *((name, each.missions) for name, each in pack.expansions.items()),
    )
    for mission in missions
]


def all_boxes(game: str) -> Pack:
    return played_pack(game, tuple(load_packs()[game].expansions))


@pytest.mark.parametrize(("game", "box", "mission"), PRINTED, ids=lambda each: str(each)[:20])
def test_a_printed_mission_survives_copy_and_file(game: str, box: str, mission: Mission) -> None:
    draft = copied(mission, "m1", box)
    head = PackHead(game=game, name="Ours", author='A "B" \\', languages=BOTH)
    data = write_file(head, PackContent(missions=(draft,)))
    assert read_file(data).missions == (draft,)
    assert read_file(data).pack == head
    played = finished(draft, rulesets[game].vocabulary.mission_rules)
    assert msgspec.json.decode(msgspec.json.encode(played), type=Mission) == played
    known = rulesets[game].vocabulary.mission_rules
    for side in ("goals", "rules"):
        kept = [_numbers(rule) for rule in getattr(played, side) if rule.do in known]
        assert kept == [_numbers(rule) for rule in getattr(mission, side) if rule.do in known]


def _numbers(rule: MissionRule) -> tuple[object, ...]:
    return (rule.do, rule.es, rule.en, rule.when, *(getattr(rule, field) for field in FIELDS))


@pytest.mark.parametrize(("game", "box", "mission"), PRINTED, ids=lambda each: str(each)[:20])
def test_a_draft_without_problems_passes_the_check_of_packs(
    game: str, box: str, mission: Mission
) -> None:
    draft, pack = copied(mission, "m1", box), all_boxes(game)
    zones = draft.zones or (MissionZone(id="1", start=True),)
    draft = replace(draft, zones=zones)
    codes = {problem.code for problem in problems(draft, pack, BOTH)}
    if mission.detail == "index":
        assert codes == {"tiles.none", "goals.none"}
    else:
        assert codes == set()
        played = finished(draft, rulesets[game].vocabulary.mission_rules)
        assert list(check_missions((played,), scope_of(pack))) == []


DRAFT = replace(copied(load_packs()["black-plague"].missions[0], "m1", "black-plague"), boxes=())


@pytest.mark.parametrize(
    ("change", "code", "part"),
    [
        ({"title": Said(es="x")}, "title.none", "title"),
        ({"code": " "}, "code.none", "title"),
        ({"grid": ()}, "tiles.none", "board"),
        ({"grid": (("9R", "Z"),)}, "tiles.name", "board"),
        ({"grid": (("9R", "9V"),)}, "tiles.twice", "board"),
        ({"grid": (("9R",), ("4V", "3R"))}, "tiles.rows", "board"),
        ({"boxes": ("moon",)}, "box.unknown", "board"),
        ({"goals": ()}, "goals.none", "goals"),
        ({"goals": (DraftRule(es="x"),)}, "rule.words", "goals"),
        ({"goals": (DraftRule(es="x", en="x", do="fly"),)}, "rule.unknown", "goals"),
        ({"goals": (DraftRule(es="x", en="x", do="kill", count=1),)}, "rule.field", "goals"),
        (
            {"goals": (DraftRule(es="x", en="x", do="kill", count=1, zombie="fat"),)},
            "rule.value",
            "goals",
        ),
        ({"tokens": {}}, "rule.colour", "rules"),
        ({"zones": ()}, "zones.none", "zones"),
        ({"zones": (MissionZone(id="1"), MissionZone(id="1"))}, "zones.twice", "zones"),
        (
            {"zones": (MissionZone(id="1", start=True), MissionZone(id="2", start=True))},
            "zones.starts",
            "zones",
        ),
        ({"zones": (MissionZone(id="1", asleep=True),)}, "zones.asleep", "zones"),
        ({"zombies": {"fat": 1}}, "zombie.unknown", "start"),
    ],
)
def test_a_problem_names_its_part(change: dict[str, object], code: str, part: str) -> None:
    pack = played_pack("black-plague")
    assert problems(DRAFT, pack, BOTH) == []
    faults = problems(replace(DRAFT, **change), pack, BOTH)
    assert (code, part) in {(problem.code, problem.part) for problem in faults}


def test_a_sentence_may_wake_a_zone() -> None:
    rules = (*DRAFT.rules, DraftRule(es="Se despierta.", en="It wakes."))
    draft = replace(DRAFT, zones=(MissionZone(id="1", asleep=True),), rules=rules)
    assert problems(draft, played_pack("black-plague"), BOTH) == []


def test_one_language_stands_in_for_the_other() -> None:
    draft = DraftMission(
        id="m1", title=Said(es="Molino"), goals=(DraftRule(es="Salid."), DraftRule(en=" "))
    )
    played = finished(draft, frozenset())
    assert (played.title.es, played.title.en) == ("Molino", "Molino")
    [goal] = played.goals
    assert (goal.do, goal.en, goal.players) == ("written-1", "Salid.", True)


@pytest.mark.parametrize("game", list(load_packs()))
def test_every_effect_is_known_by_an_example(game: str) -> None:
    known = rulesets[game].vocabulary.mission_rules
    for side in ("goals", "rules"):
        for do, pattern in patterns(game, side).items():  # type: ignore[arg-type]
            assert set(pattern.needed) <= set(pattern.allowed)
            assert pattern.is_carried_out == (do in known)
            assert pattern.is_carried_out or pattern.example.when
