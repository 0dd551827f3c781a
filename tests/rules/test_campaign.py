"""The Washington Z.C. campaign between the missions (rulebook p. 5-15), its examples included."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign import (
    CampaignState,
    Sheet,
    apply_campaign,
    new_campaign,
    next_mission,
    open_book,
    rewards_due,
)
from rules.campaign.commands import CampaignCommand, SheetAdd
from rules.campaign.legality import legal_campaign_commands
from rules.campaign.outset import mission_table
from rules.campaign.upkeep import still_to_roll
from rules.errors import RuleError
from rules.odds import keep_chance

BOOK = open_book("zombicide-2e", "washington-zc", False)
RULES = BOOK.rules
READER = msgspec.json.Decoder(CampaignCommand)


def fresh(dice: str = "table") -> CampaignState:
    sheets = [(name.lower(), Sheet(name=name, player="Marta")) for name in ("Wanda", "Ned")]
    return new_campaign(
        game="zombicide-2e",
        expansion="washington-zc",
        sheets=sheets,
        dice=dice,
        seed="s",  # type: ignore[arg-type]
    )


def do(state: CampaignState, kind: str, **fields: object) -> CampaignState:
    body = {"kind": kind, "id": "campaign-1", "seen": 0, **fields}
    return apply_campaign(state, READER.decode(msgspec.json.encode(body))).state


def played(state: CampaignState, *missions: str, result: str = "won") -> CampaignState:
    for mission in missions:
        state = do(state, "mission.start", mission=mission)
        state = ended(state, result=result)
    return state


def ended(state: CampaignState, **how: object) -> CampaignState:
    return do(do(state, "mission.finish", **how), "mission.book")


def refused(state: CampaignState, kind: str, **fields: object) -> str:
    before = msgspec.json.encode(state)
    with pytest.raises(RuleError) as caught:
        do(state, kind, **fields)
    assert msgspec.json.encode(state) == before
    return caught.value.code


def test_orange_in_two_missions_gives_two_points_and_a_reward_at_once() -> None:
    """p. 14: one point in M1, the second in M2, and the first milestone is reached."""
    state = do(fresh(), "mission.start", mission="M1")
    state = do(state, "cep.gain", sheet="wanda", why="orange")
    assert refused(state, "reward.choose", sheet="wanda") == "reward.not_due"
    state = ended(state, result="won")
    state = do(state, "mission.start", mission="M2")
    state = do(state, "cep.gain", sheet="wanda", why="orange")
    assert rewards_due(state.sheets["wanda"], RULES) == 1
    state = do(state, "reward.choose", sheet="wanda", skill="hoard")
    assert state.sheets["wanda"].skills == ("hoard",)
    assert refused(state, "reward.choose", sheet="wanda") == "reward.not_due"


def test_two_points_a_mission_and_what_the_mission_grants_on_top() -> None:
    state = do(fresh(), "mission.start", mission="M1")
    for why in ("orange", "red"):
        state = do(state, "cep.gain", sheet="ned", why=why)
    assert refused(state, "cep.gain", sheet="ned", why="red") == "cep.enough"
    state = do(state, "cep.gain", sheet="ned", why="mission")
    assert state.sheets["ned"].points == 3


def test_the_bar_has_twenty_boxes_and_seven_rewards() -> None:
    state = fresh()
    for _ in range(20):
        state = do(state, "cep.gain", sheet="ned", why="mission")
    assert refused(state, "cep.gain", sheet="ned", why="mission") == "cep.full"
    assert rewards_due(state.sheets["ned"], RULES) == 7
    for _ in range(7):
        state = do(state, "reward.choose", sheet="ned")
    assert state.sheets["ned"].extra_actions == 7
    assert refused(state, "reward.choose", sheet="ned") == "reward.not_due"


def test_three_extra_actions_are_three_a_mission_and_come_back() -> None:
    state = fresh()
    for _ in range(8):
        state = do(state, "cep.gain", sheet="ned", why="mission")
    for _ in range(3):
        state = do(state, "reward.choose", sheet="ned")
    state = do(state, "mission.start", mission="M1")
    for _ in range(3):
        state = do(state, "extra_action.use", sheet="ned")
    assert refused(state, "extra_action.use", sheet="ned") == "extra_action.none"
    state = ended(state, result="won")
    assert state.sheets["ned"].extra_actions_used == 0


@pytest.mark.parametrize(("skill", "code"), [("sprint", "skill.unknown"), ("hoard", "skill.twice")])
def test_campaign_skills_are_fourteen_and_each_once(skill: str, code: str) -> None:
    state = fresh()
    for _ in range(5):
        state = do(state, "cep.gain", sheet="ned", why="mission")
    state = do(state, "reward.choose", sheet="ned", skill="hoard")
    assert refused(state, "reward.choose", sheet="ned", skill=skill) == code
    assert len(RULES.skills) == 14


def test_upkeep_as_the_book_shows_it() -> None:
    """p. 6: shells are gone; chainsaw lost; machete kept; one sawed-off kept, one lost."""
    state = do(fresh(), "mission.start", mission="M1")
    carried = {
        "wanda": ["plenty-of-shells-1", "chainsaw-1", "machete-1"],
        "ned": ["sawed-off-1", "sawed-off-2"],
    }
    state = do(state, "mission.finish", result="won", carried=carried)
    assert still_to_roll(state, BOOK) == [
        ("wanda", "chainsaw-1"),
        ("wanda", "machete-1"),
        ("ned", "sawed-off-1"),
        ("ned", "sawed-off-2"),
    ]
    assert refused(state, "mission.start", mission="M2") == "mission.running"
    assert refused(state, "mission.book") == "upkeep.open"
    assert (
        refused(state, "upkeep.roll", sheet="ned", card="chainsaw-1", dice=[2]) == "upkeep.not_due"
    )
    short = {"sheet": "wanda", "card": "machete-1", "dice": [2]}
    assert refused(state, "upkeep.roll", **short) == "dice.missing"
    state = do(state, "upkeep.roll", sheet="wanda", card="chainsaw-1", dice=[2, 1, 3, 4, 1])
    state = do(state, "upkeep.roll", sheet="wanda", card="machete-1", dice=[2, 6])
    state = do(state, "upkeep.roll", sheet="ned", card="sawed-off-1", dice=[2, 3, 4, 5])
    assert (
        refused(state, "upkeep.roll", sheet="ned", card="sawed-off-1", dice=[2]) == "upkeep.not_due"
    )
    state = do(state, "upkeep.roll", sheet="ned", card="sawed-off-2", dice=[1, 3, 1, 5])
    assert {sheet.kept for sheet in state.sheets.values()} == {()}, "nothing is booked yet"
    state = do(state, "mission.book")
    assert {key: sheet.kept for key, sheet in state.sheets.items()} == {
        "wanda": ("machete-1",),
        "ned": ("sawed-off-1",),
    }


def test_who_falls_loses_everything_and_comes_back_or_not() -> None:
    state = do(fresh(), "mission.start", mission="M1")
    fell = {"carried": {"wanda": ["machete-1"]}, "out_of_action": ["wanda"]}
    state = ended(state, result="won", **fell)
    assert (state.sheets["wanda"].kept, state.sheets["wanda"].status) == ((), "out_of_action")
    state = do(state, "mission.start", mission="M2")
    assert state.sheets["wanda"].status == "ready"
    state = do(state, "achievement.earn", sheet="wanda", achievement="tunnel-rat")
    state = ended(state, result="lost", dead=["wanda"])
    assert refused(state, "cep.gain", sheet="wanda", why="mission") == "sheet.dead"
    assert refused(state, "sheet.succeed", sheet="ned", successor="x", name="X") == "sheet.not_dead"
    state = do(state, "sheet.succeed", sheet="wanda", successor="elle", name="Elle")
    successor = state.sheets["elle"]
    assert (successor.points, successor.skills, successor.kept) == (0, (), ())
    assert successor.achievements == ("tunnel-rat",)
    assert state.sheets["wanda"].status == "dead"
    again = {"sheet": "wanda", "successor": "elle", "name": "Elle"}
    assert refused(state, "sheet.succeed", **again) == "sheet.has_heir"


def test_with_nobody_left_the_campaign_is_lost() -> None:
    state = do(fresh(), "mission.start", mission="M1")
    state = ended(state, result="lost", dead=["wanda"], out_of_action=["ned"])
    assert state.result == "lost"
    assert refused(state, "mission.start", mission="M1") == "campaign.over"


def test_missions_come_in_order_a_lost_one_again_another_by_decision() -> None:
    state = played(fresh(), "M1", "M2")
    assert next_mission(state, BOOK) == "M3"
    assert refused(state, "mission.start", mission="M5") == "mission.order"
    assert refused(state, "mission.start", mission="M99") == "mission.unknown"
    state = played(state, "M3", result="lost")
    assert next_mission(state, BOOK) == "M3"
    state = do(state, "mission.start", mission="M5", out_of_order=True)
    assert state.mission == "M5"
    assert refused(state, "mission.start", mission="M3") == "mission.running"


def test_without_a_mission_nothing_is_finished() -> None:
    assert refused(fresh(), "mission.finish", result="won") == "mission.none"


@pytest.mark.parametrize("sheet", [None, "ned"])
def test_an_achievement_is_earned_once(sheet: str | None) -> None:
    state = do(fresh(), "achievement.earn", achievement="tunnel-rat", sheet=sheet)
    assert (
        refused(state, "achievement.earn", achievement="tunnel-rat", sheet=sheet)
        == "achievement.twice"
    )


def test_one_copy_is_carried_by_one_survivor() -> None:
    state = do(fresh(), "mission.start", mission="M1")
    carried = {"wanda": ["machete-1"], "ned": ["machete-1"]}
    assert refused(state, "mission.finish", result="won", carried=carried) == "item.twice"


def test_the_app_rolls_the_same_dice_for_the_same_campaign() -> None:
    state = do(fresh("app"), "mission.start", mission="M1")
    state = do(state, "mission.finish", result="won", carried={"ned": ["machete-1"]})
    rolled = [do(state, "upkeep.roll", sheet="ned", card="machete-1") for _ in range(2)]
    assert rolled[0] == rolled[1]
    short = {"sheet": "ned", "card": "machete-1", "dice": [2]}
    assert refused(state, "upkeep.roll", **short) == "dice.missing", "real dice, but too few"


@pytest.mark.parametrize(("dice", "percent"), [(2, 69), (3, 58), (4, 48), (5, 40)])
def test_the_chance_to_keep_a_card(dice: int, percent: int) -> None:
    assert round(keep_chance(dice) * 100) == percent
    assert keep_chance(dice) == Fraction(5, 6) ** dice


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["orange", "red", "mission"]), max_size=40), st.booleans())
def test_rewards_taken_never_exceed_milestones(gains: list[str], takes_skills: bool) -> None:
    state = do(fresh(), "mission.start", mission="M1")
    skills = iter(RULES.skills)
    for why in gains:
        try:
            state = do(state, "cep.gain", sheet="ned", why=why)
        except RuleError:
            continue
        while rewards_due(state.sheets["ned"], RULES):
            skill = next(skills) if takes_skills else None
            state = do(state, "reward.choose", sheet="ned", skill=skill)
    sheet = state.sheets["ned"]
    reached = sum(sheet.points >= milestone for milestone in RULES.milestones)
    assert sheet.extra_actions + len(sheet.skills) == reached
    assert sheet.points <= 20


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([], "survivors.none"),
        ([f"n{n}" for n in range(13)], "survivors.too_many"),
        (["a", "a"], "survivors.twice"),
        (["x" * 61], "survivor.name"),
    ],
)
def test_a_campaign_that_cannot_begin(names: list[str], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        new_campaign(
            game="zombicide-2e",
            expansion="washington-zc",
            sheets=[(name, Sheet(name=name, player="")) for name in names],
        )
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("game", "expansion"), [("chess", None), ("black-plague", "washington-zc")]
)
def test_a_campaign_of_no_box(game: str, expansion: str | None) -> None:
    with pytest.raises(RuleError):
        new_campaign(game=game, expansion=expansion, sheets=[("a", Sheet(name="a", player=""))])


def test_the_pool_has_seven_extra_actions() -> None:
    """Seven milestones give seven rewards; an eighth has no box to be marked in (p. 14)."""
    full = msgspec.structs.replace(
        fresh(), sheets={"ned": Sheet(name="Ned", player="", points=20, extra_actions=7)}
    )
    assert refused(full, "reward.choose", sheet="ned") == "reward.not_due"


def test_a_skill_whose_card_is_in_other_hands_brings_nothing() -> None:
    """Six repair kits are in the box; a seventh survivor starts without one."""
    sheets = [
        (f"s{n}", Sheet(name=f"S{n}", player="", points=2, skills=("starts-with-repair-kit",)))
        for n in range(7)
    ]
    state = new_campaign(game="zombicide-2e", expansion="washington-zc", sheets=sheets, seed="s")
    table = mission_table(do(state, "mission.start", mission="M1"), seed="t")
    kits = [
        sum(copy.startswith("repair-kit") for copy in survivor.inventory.values())
        for survivor in table.survivors.values()
    ]
    assert kits == [1] * 6 + [0]


def test_a_player_of_two_survivors_has_one_spelling() -> None:
    sheets = [
        ("wanda", Sheet(name="Wanda", player="Marta")),
        ("ned", Sheet(name="Ned", player=" MARTA")),
    ]
    state = new_campaign(game="zombicide-2e", expansion="washington-zc", sheets=sheets, seed="s")
    joined = do(state, "sheet.add", sheet="amy", name="Amy", player="marta ")
    assert [sheet.player for sheet in joined.sheets.values()] == ["Marta"] * 3


def test_nobody_is_offered_whose_name_looks_like_one_that_is_there() -> None:
    """Names are compared in one way, by whatever alphabet they are typed."""
    first = BOOK.pack.survivors[0]
    cyrillic = first.name.replace("A", "\u0410")
    assert cyrillic != first.name
    state = new_campaign(
        game="zombicide-2e",
        expansion="washington-zc",
        sheets=[("own-1", Sheet(name=cyrillic, player="Marta"))],
        dice="table",
        seed="s",  # type: ignore[arg-type]
    )
    assert not [each for each in legal_campaign_commands(state) if isinstance(each, SheetAdd)]
    assert refused(state, "sheet.add", sheet=first.id, name=first.name) == "survivors.twice"
