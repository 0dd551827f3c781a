"""From the campaign to paper and back: prints, codes read by a scanner, pen, restore."""

import re
import secrets
import subprocess
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace
from PIL import Image

from campaigns.models import Campaign
from campaigns.printing.history import campaign_facts
from campaigns.printing.kinds import KINDS
from campaigns.printing.look import Look
from campaigns.printing.models import PrintJob
from campaigns.printing.paper import codes, seal
from campaigns.printing.paper.campaign import campaign_from_paper, campaign_on_paper, to_payload
from campaigns.printing.render import html_of
from campaigns.printing.selectors import prints_of
from campaigns.printing.services import prints_expire
from campaigns.printing.sheets import campaign as sheet
from campaigns.printing.sheets import campaign_set, mission, story
from campaigns.printing.tasks import run_print
from campaigns.services import campaign_undo
from campaigns.transfer.services import campaign_import, campaign_saved
from companion.people.models import Person
from rules.campaign.maps import maps_drawn
from rules.campaign.state import CardText
from tests.campaigns.kit import begin, book_mission, tell
from tests.printing.prints import said
from tests.printing.reading import pages_of, size_of, text_of

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]
LOOK = {"language": "en", "paper": "a4", "ink": "full", "type": "ordinary"}


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    """Two missions in: points, a reward of each kind, a kept card, somebody who fell."""
    campaign = begin(guest)
    tell(campaign, "mission.start", mission="M1")
    for why in ("orange", "red"):
        tell(campaign, "cep.gain", sheet="wanda", why=why)
    tell(campaign, "reward.choose", sheet="wanda", skill="lifesaver")
    tell(campaign, "achievement.earn", achievement="tunnel-rat", sheet="ned")
    state = tell(
        campaign,
        "mission.finish",
        result="won",
        out_of_action=["amy"],
        kills={"wanda": 40, "ned": 6},
        rounds=11,
    )
    assert state.ending is not None
    tell(campaign, "mission.book")
    book_mission(campaign, "M2", "lost", kills={"odin": 12}, rounds=4)
    tell(campaign, "mission.tell", number=1, sentence="Half the town walked in.")
    campaign.refresh_from_db()
    return campaign


def test_facts_know_when_things_came(campaign: Campaign) -> None:
    facts = campaign_facts(campaign)
    wanda = facts.sheets[0]
    assert wanda.marks == {"M1": ("orange", "red")}
    assert [(reward.skill, reward.mission) for reward in wanda.rewards] == [("lifesaver", "M1")]
    assert facts.runs[0].fell == ("Amy",)
    assert (facts.runs[0].rounds, facts.runs[1].result) == (11, "lost")
    amy = next(survivor for survivor in facts.sheets if survivor.key == "amy")
    assert amy.fell_in == ("M1",)


def test_what_was_taken_back_is_not_printed(campaign: Campaign, guest: Person) -> None:
    tell(campaign, "mission.start", mission="M2")
    tell(campaign, "cep.gain", sheet="ned", why="orange")
    campaign.refresh_from_db()
    campaign_undo(
        campaign_id=campaign.pk,
        member=campaign.members.get(person=guest),
        command_id="undo-000001",
        seen=campaign.version,
    )
    campaign.refresh_from_db()
    ned = next(survivor for survivor in campaign_facts(campaign).sheets if survivor.key == "ned")
    assert ned.marks.get("M2", ()) == ()


def test_a_member_prints_and_nobody_else(
    campaign: Campaign, as_person: AsPerson, guest: Person, account: Person
) -> None:
    url = reverse("printing:campaign", args=[campaign.pk])
    sent = LOOK | {"what": ["campaign-sheets", "story"], "sheet": "wanda", "mission": "M3"}
    assert as_person(account).post(url, sent).status_code == 404
    assert as_person(guest).post(url, sent).status_code == 302
    jobs = {job.kind: job for job in PrintJob.objects.all()}
    assert jobs["campaign-sheets"].content["sheets"] == ["wanda"]
    run_print(str(jobs["story"].pk))
    jobs["story"].refresh_from_db()
    assert (jobs["story"].state, jobs["story"].flaws) == ("done", [])
    with jobs["story"].file.open("rb") as file:
        pdf = file.read()
    assert (pages_of(pdf), size_of(pdf)) == (1, (210, 297)), "upright, on one page"
    text = text_of(pdf)
    for word in ("Los jueves", "M1", "Lost", "11 rounds", "46 zombies", "out of action: Amy"):
        assert word in text


def test_page_one_is_seen_before_anything_is_printed(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    client, url = as_person(guest), reverse("printing:campaign", args=[campaign.pk])
    sent = LOOK | {"what": ["campaign-sheets", "story"], "sheet": "all", "mission": "own"}
    assert client.post(url, LOOK | {"preview": "1"}).status_code == 422, "nothing was ticked"
    page = client.post(url, sent | {"preview": "1"}).content.decode()
    job = PrintJob.objects.get()
    assert (job.kind, job.total) == ("campaign-sheets", 1)
    assert 'name="what" value="story"' in page, "what was chosen goes on to the print"
    assert reverse("printing:preview", args=[job.pk]) in page
    picture = reverse("printing:page-one", args=[job.pk])
    assert client.get(picture).status_code == 404, "not made yet"
    run_print(str(job.pk))
    job.refresh_from_db()
    assert job.pages == 1, "one sheet of six"
    assert picture in client.get(reverse("printing:preview", args=[job.pk])).content.decode()
    shown = client.get(picture)
    assert shown["Content-Type"] == "image/png"
    with Image.open(BytesIO(shown.content)) as image:
        assert image.width == pytest.approx(210 / 25.4 * 110, abs=2)
        assert image.height == pytest.approx(297 / 25.4 * 110, abs=2)
        assert image.getextrema() == (0, 255), "ink on white"
    assert "campaign-sheets" not in client.get(reverse("printing:prints")).content.decode()
    assert prints_of(guest) == []
    client.post(url, sent)
    assert {job.kind for job in prints_of(guest)} == {"campaign-sheets", "story"}
    PrintJob.objects.update(asked_at=timezone.now() - timedelta(days=2))
    assert prints_expire() == 1
    assert not PrintJob.objects.filter(pk=job.pk).exists()


def test_the_form_offers_what_was_printed_last_time(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    client, url = as_person(guest), reverse("printing:campaign", args=[campaign.pk])

    def ticked() -> set[str]:
        page = client.get(url).content.decode()
        chosen = re.findall(r'value="([\w-]+)"\s+checked|value="([\w-]+)"\s+selected', page)
        return {first or second for first, second in chosen}

    assert "campaign-sheets" in ticked()
    sent = {"language": "es", "paper": "letter", "ink": "saving", "type": "large"}
    client.post(url, sent | {"what": ["story", "mission-sheets"], "sheet": "all", "mission": "M3"})
    assert {"story", "mission-sheets", "M3", "letter", "saving", "large", "es"} <= ticked()
    assert "campaign-sheets" not in ticked()


def test_every_word_is_in_the_language_of_the_print_whoever_asks(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    tell(campaign, "achievement.earn", achievement="let-there-be-light", sheet=None)
    url = reverse("printing:campaign", args=[campaign.pk])
    sent = LOOK | {"language": "es", "what": ["mission-sheets"], "sheet": "all", "mission": "M7"}
    as_person(guest).post(url, sent)
    job = PrintJob.objects.get()
    text = said(job.kind, KINDS[job.kind].read(job.content), job.language)
    assert "todo el grupo" in text
    assert "everyone" not in text


def test_the_whole_set_goes_sheet_by_sheet(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    url = reverse("printing:campaign", args=[campaign.pk])
    sent = LOOK | {"what": ["campaign-set"], "sheet": "all", "mission": "own"}
    as_person(guest).post(url, sent)
    job = PrintJob.objects.get()
    kind = KINDS["campaign-set"]
    pieces = kind.pieces(kind.read(job.content))
    assert [piece.label for piece in pieces][:8] == [
        "Wanda", "Ned", "Elle", "Amy", "Odin", "Doug", "M1", "M2",
    ]  # fmt: skip
    assert len(pieces) == 6 + 10 + 1


def test_a_free_campaign_prints_too(guest: Person) -> None:
    campaign = begin(guest, free=True, expansion=None)
    book_mission(campaign, "Our own mission")
    campaign.refresh_from_db()
    facts = campaign_facts(campaign)
    content = sheet.CampaignSheets(campaign=facts, sheets=("wanda",))
    assert "Our own mission" in said("campaign-sheets", content, "es")
    assert "Our own mission" in said("story", story.PrintedStory(campaign=facts))


def scanned(pdf: bytes, folder: Path) -> list[str]:
    """What a phone's scanner reads off the pages."""
    (folder / "sheet.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", "200", "-png", "sheet.pdf", "page"], cwd=folder, check=True)
    pages = sorted(folder.glob("page*.png"))
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", *pages], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_the_codes_of_a_printed_sheet_restore_the_campaign(
    campaign: Campaign, as_person: AsPerson, account: Person, guest: Person, tmp_path: Path
) -> None:
    url = reverse("printing:campaign", args=[campaign.pk])
    sent = LOOK | {"what": ["campaign-sheets"], "sheet": "wanda", "mission": "own"}
    as_person(guest).post(url, sent)
    job = PrintJob.objects.get()
    run_print(str(job.pk))
    job.refresh_from_db()
    with job.file.open("rb") as file:
        job_pdf = file.read()
    read = [text for text in scanned(job_pdf, tmp_path) if "#" in text]
    assert len(read) == len(job.content["codes"])
    other = as_person(account)
    missing = other.post(reverse("printing:restore"), {"codes": "hello"})
    assert missing.status_code == 422
    shown = other.post(reverse("printing:restore"), {"codes": "\n".join(reversed(read))})
    page = shown.content.decode()
    assert "Wanda" in page
    assert "Printed by this house" in page
    assert Campaign.objects.count() == 1, "only shown so far"
    document = re.search(r'name="document" value="([^"]+)"', page)
    assert document is not None
    response = other.post(reverse("campaigns:confirm"), {"document": document[1]})
    assert response.status_code == 302
    restored = Campaign.objects.exclude(pk=campaign.pk).get()
    assert restored.name == campaign.name
    assert restored.state.sheets == campaign.state.sheets
    assert restored.state.played == campaign.state.played
    assert restored.members.get().person == account
    before, after = campaign_facts(campaign), campaign_facts(restored)
    assert after.sheets == before.sheets, "marks by mission, rewards in their order"
    assert after.runs == before.runs
    assert "Left out: the log, line by line." in " ".join(text_of(job_pdf).split())


def test_every_sheet_shows_after_a_restore_what_it_showed_before(
    guest: Person, account: Person
) -> None:
    """Also rewards chosen between missions, points without a reward, drawn maps, sentences."""
    campaign = begin(guest)
    tell(campaign, "mission.start", mission="M1")
    for sheet_key, why in (("wanda", "orange"), ("wanda", "red"), ("ned", "orange")):
        tell(campaign, "cep.gain", sheet=sheet_key, why=why)
    state = tell(campaign, "mission.finish", result="won", kills={"wanda": 9}, rounds=7)
    assert state.ending is not None
    tell(campaign, "mission.book")
    tell(campaign, "reward.choose", sheet="wanda", skill="lifesaver")
    tell(campaign, "mission.start", mission="M2")
    for sheet_key, why in (("ned", "red"), ("ned", "orange"), ("wanda", "mission")):
        tell(campaign, "cep.gain", sheet=sheet_key, why=why)
    tell(campaign, "reward.choose", sheet="ned", skill=None)
    for _ in range(2):
        tell(campaign, "cep.gain", sheet="wanda", why="mission")
    tell(campaign, "reward.choose", sheet="wanda", skill=None)
    tell(campaign, "mission.finish", result="lost", out_of_action=["amy"], rounds=3)
    tell(campaign, "mission.book")
    for _ in range(3):
        tell(campaign, "cep.gain", sheet="wanda", why="mission")
    tell(campaign, "reward.choose", sheet="wanda", skill="destiny")
    tell(campaign, "mission.tell", number=2, sentence="«Nunca más», dijo Ned.")
    tell(campaign, "sheet.edit", sheet="wanda", note="Two lines\n\nand a gap")
    tell(campaign, "map.draw", mission="M7", rows=["10R 11R 12R", "13V 14V 15V"])
    campaign.refresh_from_db()
    facts = campaign_facts(campaign)
    assert [reward.skill for reward in facts.sheets[0].rewards] == ["lifesaver", None, "destiny"]
    on_paper = campaign_on_paper(campaign_saved(campaign), facts)
    saved = campaign_from_paper(" ".join(on_paper.parts)).saved
    restored = campaign_import(person=account, saved=saved)
    assert campaign_facts(restored) == facts
    assert restored.state.layouts == campaign.state.layouts
    assert shown(restored) == shown(campaign)


def test_sheets_printed_before_are_still_read(campaign: Campaign) -> None:
    """Form 2 told points and rewards by mission."""
    payload = msgspec.json.decode(to_payload(campaign_saved(campaign), campaign_facts(campaign)))
    del payload["log"]
    payload["told"] = {"M1": ["o r !lifesaver", *[""] * 5]}
    sealed = bytearray(seal.seal(msgspec.json.encode(payload), b"k" * 32))
    sealed[0] = 2
    restored = campaign_from_paper(" ".join(codes.cut(bytes(sealed)))).saved
    assert [entry.command.sheet for entry in restored.entries] == ["wanda"] * 3  # type: ignore[union-attr]
    assert restored.state.played == campaign.state.played


def shown(campaign: Campaign) -> list[str]:
    """All sheets of a campaign as they are laid out, without the codes that lead to it."""
    facts = campaign_facts(campaign)
    sheets = sheet.CampaignSheets(
        campaign=facts, sheets=tuple(survivor.key for survivor in facts.sheets)
    )
    missions = mission.campaign_sheets(facts, ["M3", "M7"], "", maps_drawn(campaign.state))
    content = campaign_set.CampaignSet(
        sheets=sheets, missions=missions, story=story.PrintedStory(campaign=facts)
    )
    return [html_of(piece, Look()) for piece in KINDS["campaign-set"].pieces(content)]


def test_paper_of_another_house_is_read_and_known_as_such(
    campaign: Campaign, settings: Any
) -> None:
    parts = campaign_on_paper(campaign_saved(campaign), campaign_facts(campaign)).parts
    assert campaign_from_paper(" ".join(parts)).is_ours
    settings.SECRET_KEY = "another house" * 4
    restored = campaign_from_paper(" ".join(parts).lower())
    assert not restored.is_ours
    assert restored.saved.state.sheets == campaign.state.sheets


@pytest.mark.parametrize(("cards", "left_out"), [(1, ["log"]), (60, ["log", "texts"])])
def test_what_the_group_noted_of_cards_gives_way(
    campaign: Campaign, cards: int, left_out: list[str]
) -> None:
    saved = campaign_saved(campaign)
    texts = {f"card-{n}": CardText(text=secrets.token_hex(200)) for n in range(cards)}
    full = replace(saved, state=replace(saved.state, texts=texts))
    on_paper = campaign_on_paper(full, campaign_facts(campaign))
    assert on_paper.left_out == left_out
    restored = campaign_from_paper(" ".join(on_paper.parts)).saved.state
    assert restored.texts == ({} if "texts" in left_out else texts)
    assert restored.played == campaign.state.played


def test_what_does_not_fit_the_codes_gives_way_one_by_one_and_is_named(campaign: Campaign) -> None:
    saved, facts = campaign_saved(campaign), campaign_facts(campaign)
    sheets = {
        key: replace(kept, note=secrets.token_urlsafe(3000))
        for key, kept in saved.state.sheets.items()
    }
    noted = replace(saved, state=replace(saved.state, sheets=sheets))
    assert campaign_on_paper(noted, facts).left_out == ["log", "notes"]
    played = tuple(
        replace(saved.state.played[0], mission=f"Own {n}", sentence=secrets.token_urlsafe(150))
        for n in range(100)
    )
    with_sentences = replace(noted, state=replace(noted.state, played=played))
    on_paper = campaign_on_paper(with_sentences, facts)
    assert on_paper.left_out == ["log", "notes", "sentences"]
    restored = campaign_from_paper(" ".join(on_paper.parts)).saved.state
    assert [each.mission for each in restored.played] == [each.mission for each in played]
    assert not any(each.sentence for each in restored.played)


PEN = {
    "status": "ready",
    "points": "5",
    "extra_actions": "1",
    "skills": ["lifesaver"],
    "kept_0": "machete",
    "kept_1": "machete",
    "achievements": "Rata de túnel\nSaved the dog",
    "note": "Written at the table",
}


def test_pen_is_compared_then_booked(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    client = as_person(guest)
    url = reverse("printing:pen", args=[campaign.pk, "wanda"])
    page = client.get(url).content.decode()
    assert reverse("campaigns:start", args=[campaign.pk]) in page, "where mission sheets go"
    shown = client.post(url, PEN).content.decode()
    assert "Saved the dog" in shown
    assert campaign.state.sheets["wanda"].points == 2, "nothing booked yet"
    campaign.refresh_from_db()
    booked = PEN | {"book": "1", "id": "pen-00000001", "seen": str(campaign.version)}
    for _ in range(2):
        assert client.post(url, booked).status_code in (302, 409, 422)
    campaign.refresh_from_db()
    wanda = campaign.state.sheets["wanda"]
    assert (wanda.points, wanda.extra_actions, wanda.skills) == (5, 1, ("lifesaver",))
    assert [copy.rpartition("-")[0] for copy in wanda.kept] == ["machete", "machete"]
    assert wanda.achievements == ("tunnel-rat", "Saved the dog")
    assert wanda.note == "Written at the table"
    again = client.post(url, PEN).content.decode()
    assert 'name="book"' not in again, "nothing left to book"


def test_more_cards_than_the_paper_has_lines_do_not_fall_off(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    kept = [f"machete-{number}" for number in range(1, 4)] + ["katana-1", "katana-2", "crowbar-1"]
    tell(campaign, "sheet.amend", sheet="wanda", reason="test", kept=kept)
    client = as_person(guest)
    url = reverse("printing:pen", args=[campaign.pk, "wanda"])
    page = client.get(url).content.decode()
    assert 'name="kept_6"' in page
    sent = {"status": "ready", "points": "2", "extra_actions": "0", "skills": ["lifesaver"]}
    cards = {f"kept_{n}": copy.rpartition("-")[0] for n, copy in enumerate(kept)}
    shown = client.post(url, sent | cards).content.decode()
    assert 'name="book"' not in shown, "nothing has changed"


@pytest.mark.parametrize(
    "wrong",
    [{"points": "21"}, {"points": ""}, {"skills": ["flying"]}, {"kept_0": "moon"}, {"status": "x"}],
)
def test_pen_that_no_sheet_can_hold_changes_nothing(
    campaign: Campaign, as_person: AsPerson, guest: Person, wrong: dict[str, Any]
) -> None:
    before = campaign.state
    url = reverse("printing:pen", args=[campaign.pk, "wanda"])
    response = as_person(guest).post(url, PEN | wrong)
    assert response.status_code == 422
    campaign.refresh_from_db()
    assert campaign.state == before


def test_what_the_rules_refuse_is_told_before_it_is_booked_and_nothing_typed_is_lost(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    url = reverse("printing:pen", args=[campaign.pk, "wanda"])
    response = as_person(guest).post(url, PEN | {"points": "2", "extra_actions": "3"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'name="book"' not in page
    assert "Written at the table" in page
    assert "Saved the dog" in page


def test_rewards_beyond_the_points_are_refused_in_words(
    campaign: Campaign, as_person: AsPerson, guest: Person
) -> None:
    url = reverse("printing:pen", args=[campaign.pk, "wanda"])
    sent = PEN | {"points": "2", "extra_actions": "3", "book": "1", "id": "pen-00000002"}
    response = as_person(guest).post(url, sent | {"seen": str(campaign.version)})
    assert response.status_code == 422
    campaign.refresh_from_db()
    assert campaign.state.sheets["wanda"].extra_actions == 0


def test_an_unknown_sheet_is_404(campaign: Campaign, as_person: AsPerson, guest: Person) -> None:
    url = reverse("printing:pen", args=[campaign.pk, "nobody"])
    assert as_person(guest).get(url).status_code == 404
