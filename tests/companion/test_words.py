"""Every code and event has its words, in both languages."""

import re
from pathlib import Path
from typing import get_args

import pytest
from django.utils import translation

from companion.house_rules import HOUSE_RULES
from companion.messages import MESSAGES, error_message
from companion.narration import SENTENCES, narrate
from companion.terms import field_word
from rules import Event, IllegalCommand, Survivor, load_packs, new_table
from rules.events import DangerRaised, FirstPlayerPassed, PhaseBegan, PointsGained
from rules.mechanics.house import SURVIVOR_FIELDS, TABLE_FIELDS, ZONE_FIELDS
from rules.state import Option

ROOT = Path(__file__).resolve().parent.parent.parent
RAISED = re.compile(
    r"(?:UnreadableCommand|IllegalCommand|StaleCommand|UnknownId|RuleError)\(\s*f?\"([a-z_.{}]+)\""
)
PILES = ("discard", "aside")


def codes_in_the_source() -> set[str]:
    found: set[str] = set()
    for room in ("rules", "companion", "campaigns", "api"):
        for path in (ROOT / room).rglob("*.py"):
            found |= set(RAISED.findall(path.read_text(encoding="utf-8")))
    filled = {code.format(pile=pile) for code in found if "{" in code for pile in PILES}
    return {code for code in found if "{" not in code} | filled


def test_every_code_that_is_raised_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert codes_in_the_source() == set(MESSAGES)


def test_every_event_has_a_sentence() -> None:
    assert set(get_args(Event)) == set(SENTENCES)


def test_an_error_speaks_the_readers_language() -> None:
    error = IllegalCommand("points.below_zero", survivor="Ned", points=0)
    with translation.override("es"):
        spanish = error_message(error)
    with translation.override("en"):
        english = error_message(error)
    assert spanish != english
    assert "Ned" in spanish
    assert "Ned" in english


@pytest.mark.parametrize("language", ["es", "en"])
def test_one_log_reads_in_both_languages(language: str) -> None:
    pack = load_packs()["zombicide-2e"]
    state = new_table(pack=pack, survivors=[("ned", Survivor(name="Ned", player="Luis"))])
    events: list[Event] = [
        PointsGained(survivor="ned", before=6, after=7),
        DangerRaised(survivor="ned", before="blue", after="yellow"),
        FirstPlayerPassed(player="Luis"),
        PhaseBegan(round=2, phase="players"),
    ]
    with translation.override(language):
        lines = [narrate(event, state, pack) for event in events]
    assert (
        lines
        == {
            "en": ["Ned +1 AP", "Ned reaches Yellow", "Luis goes first", "round 2, Players"],
            "es": ["Ned +1 PA", "Ned llega a Amarillo", "Empieza Luis", "ronda 2, Jugadores"],
        }[language]
    )


def test_every_house_rule_has_a_name_and_what_it_changes() -> None:
    assert set(get_args(Option)) == set(HOUSE_RULES)
    assert all(name and effect for name, effect in HOUSE_RULES.values())


def test_everything_that_can_be_corrected_has_a_word() -> None:
    fields = {*TABLE_FIELDS, *SURVIVOR_FIELDS, *ZONE_FIELDS}
    assert all(field_word(name) for name in fields)
