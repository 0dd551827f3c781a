"""The luck of an evening stands in its printed report."""

import pytest
from django.utils.timezone import now
from msgspec.structs import replace

from campaigns.luck import luck_of_campaign
from campaigns.models import Campaign
from campaigns.printing.kind import PrintChoices
from campaigns.printing.sheets import report, story
from companion.people.models import Person
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.attacks.weapons import WeaponProfile
from tests.campaigns.kit import begin
from tests.campaigns.test_play import opened, tap, undo
from tests.companion.test_luck import play_rounds
from tests.companion.test_table_page import lay, send
from tests.printing import sample
from tests.printing.prints import said
from tests.printing.test_sheets import of_table

pytestmark = pytest.mark.django_db


def test_luck_is_printed_with_the_report(guest: Person) -> None:
    table = lay(guest, "zombicide-2e")
    play_rounds(table, 3)
    who, survivor = next(iter(table.state.survivors.items()))
    table.state = replace(table.state, board={"walker": 3})
    table.save()
    attack = AttackResolve(
        id="attack-01",
        seen=table.version,
        survivor=who,
        mode="melee",
        targets={"walker": 3},
        profile=WeaponProfile(name="spade", dice=3, accuracy=4, damage=1),
    )
    send(table, attack)
    table.refresh_from_db()
    content = report.content(of_table(table.seats.get()), PrintChoices())
    assert content.luck is not None
    assert [step.round for step in content.luck.steps] == [1, 2, 3]
    assert [rolled.name for rolled in content.luck.dice] == [survivor.name]
    text = said("after-action", content, "es")
    assert f"este Peligro, {content.luck.share} traen menos zombis" in text
    assert "dados por superviviente" in text.lower()


def test_a_house_without_odds_prints_no_luck(guest: Person) -> None:
    table = lay(guest, "zombicide-2e", options=("hide-odds",))
    play_rounds(table, 1)
    content = report.content(of_table(table.seats.get()), PrintChoices())
    assert content.luck is None
    assert "suerte" not in said("after-action", content, "es").lower()


def hits_over(campaign: Campaign) -> dict[str, float]:
    luck = luck_of_campaign(campaign, campaign.state, campaign.runs.select_related("table"))
    return {person.key: person.throws.over for person in luck.people}


def test_the_poster_knows_the_luck_of_every_mission_at_a_table(guest: Person) -> None:
    campaign = begin(guest)
    table = opened(campaign)
    table.state = replace(table.state, board={"walker": 12}, dice="table")
    table.save()
    spade = WeaponProfile(name="spade", dice=3, accuracy=4, damage=1)
    for faces in ((4, 5, 6), (1, 2, 3), (1, 1, 6)):
        fields = {"mode": "melee", "targets": {"walker": 3}, "profile": spade, "dice": faces}
        tap(table, AttackResolve, survivor="wanda", **fields)
        table.refresh_from_db()
    undo(table)
    assert hits_over(campaign) == {}, "its mission is not over"
    campaign.runs.update(ended_at=now())
    assert hits_over(campaign) == {"wanda": 0.0}, "three hits of six dice, as promised"
    tap(table, AttackResolve, survivor="ned", **{**fields, "dice": (6, 6, 6)})
    assert hits_over(campaign) == {"wanda": 0.0, "ned": 1.5}
    content = story.PrintedStory(campaign=sample.campaign(), luck={"s0": 7, "s1": -3})
    text = said("story", content, "es")
    assert "+7" in text
    assert "\u22123" in text
    assert "suerte" in text
    bare = said("story", story.PrintedStory(campaign=sample.campaign()), "es")
    assert "suerte" not in bare, "nothing is said where nobody knows"
