"""The campaign engine's promises, for any sequence of legal commands and for bad ones."""

import os

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules import RuleError, UnreadableCommand, encode, load_packs
from rules.campaign import (
    CampaignState,
    Sheet,
    apply_campaign,
    book_of,
    decode_campaign,
    decode_campaign_command,
    new_campaign,
    rewards_due,
)
from rules.campaign.commands import MissionFinish
from rules.campaign.legality import legal_campaign_commands

GAMES = sorted(load_packs())
SOAK = int(os.environ.get("SOAK", "1"))


def fresh(game: str, *, free: bool, seed: str, dice: str = "app") -> CampaignState:
    pack = load_packs()[game]
    sheets = [
        (survivor.id, Sheet(name=survivor.name, player=survivor.name[0]))
        for survivor in list(pack.survivors)[:3]
    ]
    boxes = [key for key, box in pack.expansions.items() if box.campaign]
    return new_campaign(
        game=game,
        expansion=boxes[0] if boxes else None,
        free=free or not boxes,
        sheets=sheets,
        dice=dice,  # type: ignore[arg-type]
        seed=seed,
    )


def check_invariants(state: CampaignState) -> None:
    book = book_of(state)
    kept = [copy for sheet in state.sheets.values() for copy in sheet.kept]
    real = {copy for _deck, copy, _card in book.equipment_copies()}
    assert len(set(kept)) == len(kept), "one copy, one sheet"
    assert set(kept) <= real
    for sheet in state.sheets.values():
        assert 0 <= sheet.points <= book.rules.points_track
        assert rewards_due(sheet, book.rules) >= 0
        assert len(sheet.reached) <= book.rules.points_per_mission
        assert len(set(sheet.skills)) == len(sheet.skills)
        assert set(sheet.skills) <= set(book.rules.skills)
        assert 0 <= sheet.extra_actions_used <= sheet.extra_actions <= book.rules.extra_actions_max
        assert sheet.status != "dead" or not sheet.kept
    if state.mission is None:
        assert state.ending is None
        assert state.objectives == {}
        assert all(not sheet.reached for sheet in state.sheets.values())
    assert decode_campaign(encode(state)) == state


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40 * SOAK)
@given(
    choices=st.lists(st.integers(min_value=0, max_value=10_000), max_size=60),
    seed=st.text(alphabet="abcdef", max_size=4),
    free=st.booleans(),
)
def test_every_legal_command_is_accepted_and_replays_to_the_same_state(
    game: str, choices: list[int], seed: str, free: bool
) -> None:
    start = fresh(game, free=free, seed=seed, dice="table" if seed.startswith("f") else "app")
    if seed.startswith("e"):  # a story whose first survivor is dead already
        first, *others = start.sheets
        dead = replace(start.sheets[first], status="dead")
        start = replace(start, sheets={first: dead, **{key: start.sheets[key] for key in others}})
    equipment = [copy for _deck, copy, _card in book_of(start).equipment_copies()]
    state, played = start, []
    for choice in choices:
        legal = legal_campaign_commands(state)
        if not legal:
            break
        command = legal[choice % len(legal)] if choice % 3 else legal[choice % min(len(legal), 5)]
        if isinstance(command, MissionFinish):
            living = [key for key, sheet in state.sheets.items() if sheet.status != "dead"]
            carried = {
                key: tuple(equipment[(choice * (n + 1) * 7 + n) % len(equipment) :][:2])
                for n, key in enumerate(living)
            }
            flat = [copy for copies in carried.values() for copy in copies]
            fell = tuple(living[:1]) if choice % 5 == 0 and len(living) > 1 else ()
            command = replace(
                command,
                carried=carried if len(set(flat)) == len(flat) else {},
                dead=fell if choice % 2 else (),
                out_of_action=() if choice % 2 else fell,
            )
        before = encode(state)
        state = apply_campaign(state, command).state
        assert encode(state) or before
        played.append(command)
        check_invariants(state)
    again = start
    for command in played:
        sent = decode_campaign_command(encode(command))
        again = apply_campaign(again, sent).state
    assert again == state


@settings(max_examples=150 * SOAK)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
        max_leaves=6,
    ),
    st.sampled_from(["mission.start", "upkeep.roll", "sheet.amend", "objective.take", "nonsense"]),
)
def test_nonsense_is_refused_and_changes_nothing(body: object, kind: str) -> None:
    state = fresh("zombicide-2e", free=False, seed="s")
    nonsense = {"kind": kind, "id": "machine-1", "seen": 0, "sheet": "wanda", "reason": body}
    before = encode(state)
    for sent in (msgspec.json.encode(body), msgspec.json.encode(nonsense)):
        try:
            command = decode_campaign_command(sent)
        except UnreadableCommand:
            continue
        with pytest.raises(RuleError):
            apply_campaign(state, command)
    assert encode(state) == before
