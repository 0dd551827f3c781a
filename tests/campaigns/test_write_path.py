"""One way in: idempotent, guarded, logged, undone, branched; nothing half-booked."""

from typing import Any

import pytest

from campaigns import narration, services
from campaigns.models import Campaign, Member
from companion.people.models import Person
from rules import IllegalCommand, RuleError, StaleCommand
from tests.campaigns.kit import begin, book_mission, command, keeper_of, step, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


def refused(campaign: Campaign, kind: str, by: Member | None = None, **fields: Any) -> str:
    before = Campaign.objects.get(pk=campaign.pk)
    with pytest.raises(RuleError) as caught:
        tell(campaign, kind, by=by, **fields)
    after = Campaign.objects.get(pk=campaign.pk)
    assert (after.version, after.state_json) == (before.version, before.state_json)
    assert after.entries.count() == after.version
    return caught.value.code


def test_the_same_command_twice_is_one_entry(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    sent = command(campaign, "cep.gain", sheet="wanda", why="mission")
    for repeated in (False, True):
        answer = services.campaign_submit(
            campaign_id=campaign.pk, member=keeper_of(campaign), command=sent
        )
        assert (answer.seq, answer.repeated) == (2, repeated)
    campaign.refresh_from_db()
    assert campaign.state.sheets["wanda"].points == 1


def test_what_needs_a_fresh_view_is_refused_to_an_old_one(campaign: Campaign) -> None:
    late = command(campaign, "mission.start", mission="M1")
    tell(campaign, "sheet.edit", sheet="wanda", note="keeps the keys")
    with pytest.raises(StaleCommand):
        services.campaign_submit(campaign_id=campaign.pk, member=keeper_of(campaign), command=late)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("mission.start", {"mission": "M1"}),
        ("sheet.add", {"sheet": "josh", "name": "Josh"}),
        ("sheet.amend", {"sheet": "wanda", "points": 3, "reason": "why not"}),
        ("campaign.end", {"result": "won"}),
    ],
)
def test_a_player_does_not_decide_for_the_keeper(
    campaign: Campaign, account: Person, kind: str, fields: dict[str, Any]
) -> None:
    player = Member.objects.create(campaign=campaign, person=account, name="Luis")
    assert refused(campaign, kind, by=player, **fields) == "member.keeper_only"


def test_a_reader_changes_nothing(campaign: Campaign, account: Person) -> None:
    reader = Member.objects.create(
        campaign=campaign, person=account, name="Luis", role=Member.Role.READER
    )
    assert refused(campaign, "keyword.gain", by=reader, word="LLAVE") == "member.reader"


def test_a_member_of_another_campaign_changes_nothing(campaign: Campaign, account: Person) -> None:
    other = keeper_of(begin(account))
    assert refused(campaign, "keyword.gain", by=other, word="LLAVE") == "member.gone"


def test_undo_takes_back_the_last_step_and_says_who(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "keyword.gain", word="LLAVE")
    for version, cards, words in ((4, "taken", 0), (5, "face_down", 0)):
        services.campaign_undo(
            campaign_id=campaign.pk,
            member=keeper_of(campaign),
            command_id=f"undo-{version:06}",
            seen=version - 1,
        )
        campaign.refresh_from_db()
        assert campaign.version == version
        assert campaign.state.objectives["m1-objective-1"].status == cards
        assert len(campaign.state.keywords) == words
    with pytest.raises(IllegalCommand, match=r"undo\.nothing"):
        services.campaign_undo(
            campaign_id=campaign.pk,
            member=keeper_of(campaign),
            command_id="undo-000006",
            seen=5,
        )
    assert [entry.kind for entry in campaign.entries.all()] == ["do", "do", "do", "undo", "undo"]


def test_redo_is_the_mirror_of_undo(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    words = ("LLAVE", "TARJETA")
    states = [tell(campaign, "keyword.gain", word=word) for word in words]
    for _ in words:
        step(campaign, services.campaign_undo)
    for state in states:
        assert step(campaign, services.campaign_redo) == state
    with pytest.raises(IllegalCommand, match=r"redo\.nothing"):
        step(campaign, services.campaign_redo)
    step(campaign, services.campaign_undo)
    tell(campaign, "keyword.gain", word="BIDÓN")
    with pytest.raises(IllegalCommand, match=r"redo\.nothing"):
        step(campaign, services.campaign_redo)
    kinds = [entry.kind for entry in campaign.entries.all()]
    assert kinds == ["do", "do", "do", "undo", "undo", "redo", "redo", "undo", "do"]
    lines = [narration.lines(entry, campaign.state)[0] for entry in campaign.entries.all()]
    assert lines[4:6] == ["step 2 taken back", "step 2 done again"]


def test_a_redo_is_refused_to_an_old_view_and_counts_once(campaign: Campaign) -> None:
    tell(campaign, "keyword.gain", word="LLAVE")
    step(campaign, services.campaign_undo)
    redo = {"campaign_id": campaign.pk, "member": keeper_of(campaign), "command_id": "redo-0001"}
    with pytest.raises(StaleCommand):
        services.campaign_redo(**redo, seen=1)
    assert not services.campaign_redo(**redo, seen=2).repeated
    assert services.campaign_redo(**redo, seen=2).repeated
    campaign.refresh_from_db()
    assert campaign.version == 3


def test_the_end_is_not_said_over_by_who_has_not_seen_it(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    late = command(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.finish", result="won")
    with pytest.raises(StaleCommand):
        services.campaign_submit(campaign_id=campaign.pk, member=keeper_of(campaign), command=late)


def test_what_came_before_a_booking_is_amended_once_the_next_mission_runs(
    campaign: Campaign,
) -> None:
    book_mission(campaign, "M1", dead=["doug"])
    tell(campaign, "mission.start", mission="M2")
    campaign.refresh_from_db()
    assert campaign.undo_seq is None
    state = tell(campaign, "sheet.amend", sheet="doug", status="ready", reason="picked up in time")
    assert state.sheets["doug"].status == "ready"
    last = campaign.entries.last()
    assert last is not None
    assert (last.command_kind, last.sheets) == ("sheet.amend", ",doug,")


def test_a_branch_begins_where_the_story_might_have_gone_otherwise(
    campaign: Campaign, account: Person
) -> None:
    Member.objects.create(campaign=campaign, person=account, name="Luis")
    book_mission(campaign, "M1")
    tell(campaign, "mission.start", mission="M2")
    tell(campaign, "achievement.earn", achievement="tunnel-rat")
    tell(campaign, "mission.finish", result="lost", dead=["wanda"])
    tell(campaign, "mission.book")
    booked = campaign.entries.filter(command_kind="mission.book").last()
    assert booked is not None
    branch = services.campaign_branch(
        campaign=campaign, member=keeper_of(campaign), seq=booked.seq, name="What if"
    )
    assert branch.state.mission == "M2"
    assert branch.state.sheets["wanda"].status == "ready"
    assert sorted(branch.members.values_list("name", flat=True)) == ["Luis", "Marta"]
    assert branch.version == branch.entries.count() == booked.seq - 1
    assert [run.ended_at is None for run in branch.runs.all()] == [False, True]
    tell(branch, "mission.finish", result="won")
    tell(branch, "mission.book")
    campaign.refresh_from_db()
    assert campaign.state.sheets["wanda"].status == "dead", "the old one stays as it was"


def test_a_branch_begins_at_a_mission_only(campaign: Campaign) -> None:
    tell(campaign, "keyword.gain", word="LLAVE")
    with pytest.raises(IllegalCommand, match=r"branch\.not_there"):
        services.campaign_branch(
            campaign=campaign, member=keeper_of(campaign), seq=1, name="What if"
        )


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\x07", "\u3164"])
def test_a_name_that_is_none(guest: Person, name: str) -> None:
    with pytest.raises(IllegalCommand, match=r"campaign\.name"):
        begin(guest, name=name)


def test_in_the_bin_nothing_changes(campaign: Campaign) -> None:
    from campaigns.shelf.services import campaign_bin, campaign_restore

    campaign_bin(campaign=campaign)
    assert refused(campaign, "keyword.gain", word="LLAVE") == "campaign.binned"
    campaign_restore(campaign=campaign)
    assert tell(campaign, "keyword.gain", word="LLAVE").keywords[0].word == "LLAVE"
