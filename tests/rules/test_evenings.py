"""Simulated evenings: the same every time, played by the rules, counted honestly."""

import msgspec
import pytest
from msgspec.structs import replace

from companion.rooms import questions_of
from companion.setup.zones import usual_zones, with_crowd
from rules import load_packs, mission_of, played_pack
from rules.errors import IllegalCommand
from rules.evenings.policy import ROUNDS, evening, steps
from rules.evenings.setting import Outset, Setting, content_hash, left_out, setting_of
from rules.evenings.tally import Numbers, Share, Tally, differs, tally
from rules.registry import rulesets
from rules.state import Description, Zone

GAMES = sorted(rulesets)


def set_up(game: str, *, survivors: int = 6, mission: str = "", **fields: object) -> Setting:
    """The first survivors of a box, zones as set-up lays them."""
    box = mission.partition(":")[0]
    expansions = (box,) if box and box != game else ()
    pack, printed = played_pack(game, expansions), mission_of(game, mission)
    zones = with_crowd(usual_zones(pack, printed), pack, survivors)
    asked = {"zones": zones, "options": (), "described": {}, "trees": {}, **fields}
    return setting_of(
        game=game,
        expansions=expansions,
        mission=mission,
        survivors=tuple(survivor.id for survivor in pack.survivors[:survivors]),
        hour=printed.start_hour if printed else None,
        **asked,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_the_same_every_time(game: str) -> None:
    setting = set_up(game)
    first, again = tally(setting, range(3)), tally(setting, range(3))
    assert first == again
    assert tally(setting, range(3, 6)) != first
    assert first.evenings == 3
    assert first.zombies(ROUNDS).mean > 0
    assert first.zombies(ROUNDS).evenings == 3


def test_pieces_add_up_to_the_whole() -> None:
    setting = set_up("black-plague")
    whole = tally(setting, range(4))
    pieces = Tally() + tally(setting, range(1)) + tally(setting, range(1, 4))
    assert pieces == whole
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Tally) == whole


@pytest.mark.parametrize("game", GAMES)
def test_every_mission_of_every_box_can_be_played(game: str) -> None:
    pack = load_packs()[game]
    boxes = {game: pack.missions} | {key: box.missions for key, box in pack.expansions.items()}
    keys = [f"{box}:{mission.code}" for box, missions in boxes.items() for mission in missions]
    assert keys
    for key in keys:
        setting = set_up(game, mission=key)
        rounds = list(evening(Outset(setting).begin("1"), setting.pack))
        assert 1 <= len(rounds) <= ROUNDS, key
        assert all(0 <= end.danger < len(pack.danger) for end in rounds), key


def test_every_house_rule_and_twelve_survivors_can_be_played() -> None:
    for game in GAMES:
        pack = load_packs()[game]
        most = min(12, len(pack.survivors))
        setting = set_up(game, survivors=most, options=tuple(pack.options))
        assert tally(setting, range(1)).zombies(ROUNDS).evenings == 1


def test_zones_that_sleep_bring_nobody() -> None:
    for zones in ((), (Zone(id="1", active_from=None),), (Zone(id="1", active_from=3),)):
        counted = tally(set_up("black-plague", zones=zones), range(2))
        assert counted.zombies(1).counts == {0: 2}
        assert (counted.zombies(3).mean > 0) is any(zone.active_from for zone in zones)
        assert counted.zombies(ROUNDS).evenings == 2


def test_the_policy_attacks_twice_and_opens_three_buildings() -> None:
    setting = set_up("black-plague")
    kinds = [
        (step.before.round, step.command.__struct_config__.tag)
        for step in steps(Outset(setting).begin("1"), setting.pack)
    ]
    opened = [round_ for round_, kind in kinds if kind == "building.open"]
    assert opened == [2, 4, 6]
    in_last = [kind for round_, kind in kinds if round_ == ROUNDS]
    assert in_last.count("attack.resolve") <= 2 * 6
    assert in_last[-1] == "round.next"
    assert kinds.count((ROUNDS, "spawn.resolve")) == 1


@pytest.mark.parametrize("game", GAMES)
def test_no_question_of_the_table_stays_unanswered(game: str) -> None:
    """Nothing else is done while one is open, in free play and in every mission."""
    answering = set(rulesets[game].answers.values())
    pack = load_packs()[game]
    boxes = {game: pack.missions} | {key: box.missions for key, box in pack.expansions.items()}
    keys = [f"{box}:{mission.code}" for box, missions in boxes.items() for mission in missions]
    asked: set[str] = set()
    for key in ("", *keys):
        setting = set_up(game, mission=key)
        for number in range(8 if key == "" else 1):
            step = None
            for step in steps(Outset(setting).begin(f"evening {number}"), setting.pack):
                asked |= {question.what for question in step.before.pending}
                assert not step.before.pending or type(step.command) in answering, step.command
            assert step is not None
            assert not step.outcome.state.pending or step.outcome.state.result is not None
    assert asked >= ASKED.get(game, set())


ASKED = {
    "army-of-the-dead": {"skill", "activation", "floor"},
    "black-plague": {"skill", "activation", "token"},
    "rue-morgue": {"skill", "activation", "beds", "manholes"},
    "zombicide-2e": {"skill", "activation"},
}
"""What the evenings of a game come upon, so that the test above is about something."""


@pytest.mark.parametrize("game", GAMES)
def test_every_question_that_pages_put_has_a_command_that_answers_it(game: str) -> None:
    answered = rulesets[game].answers
    assert {"skill", *questions_of(game)} <= set(answered)
    assert set(answered.values()) <= set(rulesets[game].asks)


def test_a_necromancer_who_is_killed_takes_his_token_with_him() -> None:
    setting = set_up("black-plague")
    killed = 0
    for number in range(8):
        for step in steps(Outset(setting).begin(f"evening {number}"), setting.pack):
            state = step.outcome.state
            killed += any(question.what == "token" for question in state.pending)
            if not state.pending:
                there = state.board.get("necromancer", 0)
                assert sum(zone.kind == "necromancer" for zone in state.zones) == there
                assert sum(zone.tokens for zone in state.zones) == len(setting.zones) + there
    assert killed > 8


def test_a_second_necromancer_for_whom_there_is_no_miniature_is_missed() -> None:
    """He comes without a token, and the one who is there acts, as for any miniature."""
    for zones, is_short in ((1, False), (2, True)):
        laid = tuple(Zone(id=str(number)) for number in range(zones))
        setting = set_up("black-plague", zones=laid)
        state = Outset(setting).begin("1")
        cards = replace(state.decks["zombies"], draw=("zombies-41", "zombies-42"))
        last = replace(state, round=ROUNDS, decks={**state.decks, "zombies": cards})
        assert [end.is_short for end in evening(last, setting.pack)] == [is_short]


def test_more_zones_bring_more_zombies() -> None:
    few = set_up("zombicide-2e", zones=(Zone(id="1", start=True),))
    many = set_up("zombicide-2e", zones=tuple(Zone(id=str(number)) for number in range(5)))
    by_few, by_many = tally(few, range(12)), tally(many, range(12))
    assert differs(by_few.zombies(ROUNDS), by_many.zombies(ROUNDS))
    assert by_many.zombies(ROUNDS).mean > by_few.zombies(ROUNDS).mean


def test_the_content_has_no_names_and_tells_set_ups_apart() -> None:
    made_up = setting_of(
        game="black-plague",
        survivors=("ann", "own-abuela"),
        zones=(Zone(id="Cocina de Marta"),),
        options=("hide-odds", "out-of-action"),
        described={},
        trees={},
    )
    assert b"abuela" not in msgspec.json.encode(made_up)
    assert b"Marta" not in msgspec.json.encode(made_up)
    assert made_up.options == (), "house rules the policy does not play make no other set-up"
    hashes = {
        content_hash(setting, policy)
        for setting in (made_up, replace(made_up, options=("points-stop-at-red",)))
        for policy in ("policy 1", "policy 2")
    }
    assert len(hashes) == 4


def test_unknown_cards_are_left_out_and_described_ones_are_played() -> None:
    setting = set_up("army-of-the-dead")
    missing = left_out(setting)
    assert missing > 0
    state = Outset(setting).begin("1")
    unknown = state.decks["zombies"].aside[-1]
    assert unknown not in state.decks["zombies"].draw
    typed = Description(kind="spawn", levels={"blue": {"skinner-walker": 2}})
    known = replace(setting, described={unknown: typed})
    assert left_out(known) == missing - 1
    assert unknown in Outset(known).begin("1").decks["zombies"].draw


def test_without_a_known_zombie_card_nothing_is_played() -> None:
    setting = set_up("army-of-the-dead")
    pack = setting.pack
    bare = replace(pack, spawns=tuple(card for card in pack.spawns if card.sure == "unknown"))
    assert bare.spawns

    class Bare(Setting, frozen=True):
        @property
        def pack(self) -> object:  # type: ignore[override]
            return bare

    fields = {name: getattr(setting, name) for name in setting.__struct_fields__}
    with pytest.raises(IllegalCommand, match=r"deck\.unknown_cards"):
        Outset(Bare(**fields))


def test_figures_of_a_round() -> None:
    numbers = Numbers({2: 1, 4: 8, 10: 1})
    assert (numbers.mean, numbers.median, numbers.band) == (4.4, 4, (2, 4))
    assert numbers.error == pytest.approx((0.1 * (2.4**2 + 5.6**2) + 0.8 * 0.4**2) ** 0.5 / 10**0.5)
    half = Share(500, 1000)
    assert half.error == pytest.approx(0.0158, abs=1e-4)
    assert differs(half, Share(560, 1000))
    assert not differs(half, Share(520, 1000))
    assert Share(0, 1000).band[1] > 0, "what never came may come all the same"
    assert (Numbers({}).mean, Numbers({}).band) == (0.0, (0, 0))
