"""Every golden case of the Zombicide family is played; see `golden` for how they are written."""

import os
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules import RuleError
from rules.chance import Chance
from rules.mechanics.skill_reminders import phase_reminders
from rules.mechanics.spawn.distributing import SpawnResolve
from rules.simulation import taken_up
from rules.state import Phase
from rules.systems.rue_morgue.teams import TeamActionUse
from tests.rules.golden import command_of, given_table, load_cases, play_case, played_states

NOT_BEFORE = frozenset(
    {
        *("dice.missing", "dice.too_many", "die.impossible"),
        *("cards.missing", "cards.too_many", "card.undescribed"),
        *("card.impossible", "card.in_discard", "card.in_aside"),
        *("name.alike", "survivor.name", "survivor.theirs", "tent.is_open", "spawn.endless"),
    }
)
"""Codes that nobody can know before cards, dice and names are typed, or the cards drawn."""
CASES = load_cases()
SOAK = "SOAK" in os.environ
EACH = 10
"""The share of the cases that is enough for every day: one in so many."""
NAMED = [pytest.param(case, id=name.replace(" ", "-")) for name, case in CASES.items()]


@pytest.mark.parametrize("case", NAMED)
def test_golden(case: dict[str, Any]) -> None:
    play_case(case)


def test_the_offers_refuse_and_the_handlers_do_not_ask_again() -> None:
    """So pages say beforehand what is in the way: by the rule's own code, not only `choice.*`."""
    wrong = []
    for name, case in CASES.items():
        states = [given_table(case["game"], case["given"]), *played_states(case)]
        code = case["then"].get("error", "command.unreadable")
        if code not in {"command.unreadable", "command.unknown_here", *NOT_BEFORE}:
            number = len(states) - 1
            command = command_of(states[-1], number, case["when"][number])
            refused = rules.refusal(states[-1], command, rules.pack_of(states[-1]))
            if refused is None or refused.code != code:
                wrong.append(f"{name}: {code}, but the offers say {refused}: {command}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", sorted(rules.rulesets))
def test_what_is_offered_after_a_case_is_taken(game: str) -> None:
    """Take one offer of each command by chance: missions, cards and skills of the books."""
    cases = [name for name, case in CASES.items() if case["game"] == game]
    refused = []
    for name in cases if SOAK else cases[::EACH]:
        state = next(reversed(list(played_states(CASES[name]))), None)
        if state is None:
            continue
        pack, chance = rules.pack_of(state), Chance(seed=name, cursor=0, entered=None)
        for kind in rules.games[game].commands:
            open_ones = [offer for offer in rules.offers(state, pack, kind) if offer.is_open]
            offer = open_ones[chance.below(len(open_ones))] if open_ones else None
            try:
                if offer:
                    taken_up(state, pack, offer, chance)
            except RuleError as error:
                refused += [] if error.code in NOT_BEFORE else [f"{name}: {error}: {offer}"]
    assert not refused, "\n".join(refused)


def test_programs_give_cards_out_at_once_and_name_them_as_they_are_printed() -> None:
    """No page asks so; who sends commands may."""
    given = {"survivors": {"wanda": 0}, "skills": {"wanda": ["distributor"]}, "phase": "zombies"}
    state = given_table(
        "zombicide-2e", {**given, "zones": ["north", "south"], "draw": ["001", "002"]}
    )
    spawned = rules.apply(
        state, SpawnResolve(id="a" * 8, seen=0, order=(1, 0)), rules.pack_of(state)
    )
    drawn = [fact for fact in rules.facts_of(spawned.events) if rules.kind_of(fact) == "card.drawn"]
    assert [(fact.zone, fact.card) for fact in drawn] == [
        ("north", "zombies-002"),
        ("south", "zombies-001"),
    ]
    state = given_table("rue-morgue", {"survivors": {"cathy": 0, "joe": 0}})
    used = rules.apply(
        state, TeamActionUse(id="a" * 8, seen=0, team="us", card="charge"), rules.pack_of(state)
    )
    assert used.state.team_actions_used == ("charge-1",)


def test_a_phase_reminds_of_what_only_the_board_shows() -> None:
    """Sidestep when zombies come, Medic in the end phase (2nd Edition); each skill once."""
    given = {"survivors": {"wanda": 0, "ned": 0}, "skills": {"wanda": ["sidestep", "medic"]}}
    state = given_table("zombicide-2e", given)
    pack = rules.pack_of(state)

    def told(phase: Phase) -> list[tuple[str, str]]:
        due = phase_reminders(replace(state, phase=phase), pack)
        return [(each.survivor, each.skill.id) for each in due]

    assert told("players") == []
    assert told("zombies") == [("wanda", "sidestep")]
    assert told("end") == [("wanda", "medic")]


def test_there_are_golden_cases() -> None:
    assert len(CASES) > 40
