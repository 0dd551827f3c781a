"""Infected State from the first sheet to the last mission, through the services."""

import uuid

import pytest

from campaigns import services
from campaigns.models import Campaign, MissionRun
from campaigns.play.selectors import found_at_table
from campaigns.play.services import mission_open
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export, campaign_import
from companion import services as tables
from companion.models import Table
from companion.people.models import Person
from rules.campaign import next_mission, rewards_due
from rules.mechanics.danger import PointsAward
from rules.mechanics.equipment import DeckTake
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import MissionEnd, PhaseNext
from rules.mechanics.supply import ZombiesAdd
from rules.mechanics.wounds.wound import WoundTake
from tests.campaigns.kit import begin, command, keeper_of, roll_all, tell

pytestmark = pytest.mark.django_db

MISSIONS = [f"M{n}" for n in range(1, 11)]


def do(table: Table, kind: type, **fields: object) -> None:
    table.refresh_from_db()
    tables.command_submit(
        table_id=table.pk,
        seat=table.seats.order_by("created_at")[0],
        command=kind(id=uuid.uuid4().hex, seen=table.version, **fields),
    )


def play(campaign: Campaign, mission: str) -> None:
    """An evening: kills, levels, loot, cards; mission 4 is lost once and costs Doug."""
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission=mission),
    )
    first_try_of_4 = mission == "M4" and table.state.survivors.get("doug") is not None
    for key in ("wanda", "ned"):
        do(table, ZombiesAdd, zombie="walker", count=20)
        do(table, ZombiesKill, zombie="walker", count=20, survivor=key)
    do(table, PointsAward, survivor="wanda", amount=30)
    table.refresh_from_db()
    deck = table.state.decks["equipment"].draw
    loot = next((card for card in deck if card.startswith(("kukri", "machete", "katana"))), None)
    if loot is not None:
        do(table, DeckTake, deck="equipment", survivor="ned", card=loot)
    if first_try_of_4:
        do(table, WoundTake, survivor="doug", count=3)
        for _ in range(6):
            do(table, PhaseNext, overrule=True)
    do(table, MissionEnd, result="lost" if first_try_of_4 else "won")
    state = Campaign.objects.get(pk=campaign.pk).state
    for card in [copy for copy, objective in state.objectives.items() if not objective.note]:
        if state.objectives[card].status == "face_down":
            tell(campaign, "objective.take", card=card, sheet="ned", override=True)
        tell(campaign, "objective.keep", card=card)
    while rewards_due(state.sheets["wanda"], campaign.book.rules) > 0:
        state = tell(campaign, "reward.choose", sheet="wanda")
    ending = found_at_table(MissionRun.objects.get(campaign=campaign, ended_at=None))
    state = tell(
        campaign,
        "mission.finish",
        result=ending.result,
        carried={key: list(copies) for key, copies in ending.carried.items()},
        out_of_action=list(ending.out_of_action),
        dead=list(ending.dead),
        kills=ending.kills,
        rounds=ending.rounds,
    )
    roll_all(campaign, state)
    tell(campaign, "mission.book")


def test_ten_missions_with_a_death_a_loss_and_a_successor(guest: Person) -> None:
    campaign = begin(guest)
    for mission in MISSIONS[:4]:
        play(campaign, mission)
    campaign.refresh_from_db()
    state = campaign.state
    assert [(played.mission, played.result) for played in state.played][-1] == ("M4", "lost")
    assert state.sheets["doug"].status == "dead"
    assert next_mission(state, campaign.book) == "M4"
    state = tell(campaign, "sheet.succeed", sheet="doug", successor="josh", name="Josh")
    assert state.sheets["josh"].heir_of == "doug"
    for mission in MISSIONS[3:]:
        play(campaign, mission)
    campaign.refresh_from_db()
    state = campaign.state
    assert state.result == "won"
    assert len(state.played) == MissionRun.objects.filter(campaign=campaign).count() == 11
    assert state.sheets["wanda"].points == 20, "two a mission, and the bar is full"
    assert state.sheets["wanda"].extra_actions == 7
    assert state.played[-1].kills["ned"] == 20
    assert all(run.ended_at and run.table for run in campaign.runs.all())
    assert campaign.entries.count() == campaign.version
    file = campaign_export(campaign)
    copy = campaign_import(person=guest, saved=read_document(file)[0])
    assert campaign_export(copy) == file
    booked = campaign.entries.filter(command_kind="mission.book", mission="M4").first()
    assert booked is not None
    branch = services.campaign_branch(
        campaign=copy, member=keeper_of(copy), seq=booked.seq, name="What if Doug lived"
    )
    tell(branch, "mission.finish", result="won")
    tell(branch, "mission.book")
    assert Campaign.objects.get(pk=branch.pk).state.sheets["doug"].status == "ready"
