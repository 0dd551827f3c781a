"""Whatever the app claims to apply, a golden case shows: it fails without it."""

import rules
from rules import BY_CAMPAIGN, done_by
from tests.rules.proofs import (
    cases_showing_card,
    cases_showing_rule,
    cases_showing_skill,
    cases_showing_special,
    has_words,
    packs_of,
)

OF_A_CAMPAIGN = {"starts-with", "starts-with-2-ap", "versatile"}
"""Skills at work before a table is laid: tests/golden/campaign shows them."""
MARKERS = {"wound"}
"""Cards without a word of their own: the rule they mark has its cases."""


def test_every_skill_the_app_applies_is_shown_by_a_case() -> None:
    count = 0
    for game in rules.rulesets:
        claimed = {
            skill.family
            for pack in packs_of(game)
            for skill in pack.skills.values()
            if skill.by == "app"
        }
        count += len(claimed)
        unshown = {family for family in claimed if not any(cases_showing_skill(game, family))}
        assert unshown <= OF_A_CAMPAIGN, game
    assert count


def test_every_word_of_a_card_that_the_app_applies_is_shown_by_a_case() -> None:
    count = 0
    for game in rules.rulesets:
        claimed = {
            card.id: card
            for pack in packs_of(game)
            for card in pack.equipment
            if card.by == "app" and has_words(card)
        }
        count += len(claimed)
        assert [
            key for key, card in claimed.items() if not any(cases_showing_card(game, card))
        ] == []
        special = {
            card.id: card
            for pack in packs_of(game)
            for deck in pack.decks.values()
            for card in deck.cards
            if card.by == "app" and card.effects and not card.zombie and card.id not in MARKERS
        }
        assert [
            key for key, card in special.items() if not any(cases_showing_special(game, card))
        ] == []
    assert count


def test_every_mission_rule_the_app_carries_out_is_shown_by_a_case() -> None:
    claimed = 0
    for game, pack in rules.load_packs().items():
        known = rules.rulesets[game].vocabulary.mission_rules
        for box, content in {game: pack, **pack.expansions}.items():
            for mission in content.missions:
                carried_out = [
                    rule
                    for rule in (*mission.goals, *mission.rules)
                    if done_by(rule, known) == "app" and rule.do not in BY_CAMPAIGN
                ]
                claimed += len(carried_out)
                key = f"{box}:{mission.code}"
                for rule in carried_out:
                    assert any(cases_showing_rule(game, key, rule)), f"{key}: {rule.do}"
    assert claimed
