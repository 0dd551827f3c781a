"""Every page of a campaign: what it shows, how many questions it asks, what it refuses."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.play.services import mission_open
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export
from companion.live.versions import newest_versions
from companion.models import Table
from companion.people.models import Person
from rules.campaign.state import Played
from tests.campaigns.kit import (
    NAMES,
    begin,
    book_mission,
    command,
    keeper_of,
    roll_all,
    tell,
)
from tests.robot.page import Page

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]
MOST_QUERIES = 15


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def keeper(guest: Person, as_person: Browser) -> Client:
    return as_person(guest)


def at(name: str, campaign: Campaign, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.pk, *more])


def send(client: Client, campaign: Campaign, kind: str, **fields: Any) -> Any:
    version = Campaign.objects.values_list("version", flat=True).get(pk=campaign.pk)
    sent = command(campaign, "keyword.gain", word="x").id
    body = {"kind": kind, "id": sent, "seen": str(version), **fields}
    return client.post(at("command", campaign), body)


def old_campaign(keeper: Person, *, sheets: int, missions: int) -> Campaign:
    """A campaign with a long past, and a mission at its table now."""
    names = [*NAMES, *(f"Survivor {n}" for n in range(7, 13))][:sheets]
    campaign = begin(keeper, *names)
    keys = list(campaign.state.sheets)
    past = tuple(
        Played(
            mission=f"M{n % 9 + 1}",
            result="lost" if n % 4 == 3 else "won",
            points=dict.fromkeys(keys, min(20, n)),
            kills=dict.fromkeys(keys, n),
            kept={keys[0]: ("machete-1",)},
            rounds=n,
        )
        for n in range(missions)
    )
    campaign.state = replace(campaign.state, played=past)
    campaign.save()
    MissionRun.objects.bulk_create(
        MissionRun(
            campaign=campaign,
            number=n + 1,
            mission=played.mission,
            started_at=campaign.begun_at,
            ended_at=campaign.begun_at,
        )
        for n, played in enumerate(past)
    )
    mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M10", out_of_order=True),
    )
    tell(campaign, "objective.take", card="m10-objective-1", sheet=keys[0])
    tell(campaign, "cep.gain", sheet=keys[0], why="mission")
    return campaign


def pages(campaign: Campaign) -> Iterator[str]:
    yield from (
        reverse("home"),
        reverse("campaigns:campaigns"),
        reverse("campaigns:choose"),
        at("campaign", campaign),
        at("sheet", campaign, "wanda"),
        at("compare", campaign),
        at("log", campaign),
        at("objectives", campaign),
        at("card", campaign, "m10-objective-1"),
        at("card", campaign, "m10-objective-2"),
        at("end", campaign),
        at("members", campaign),
        at("more", campaign),
        at("export", campaign),
    )
    keys = list(campaign.state.sheets)
    carried = {key: ["machete", "chainsaw"] for key in keys[:2]}
    tell(campaign, "mission.finish", result="lost", carried=carried)
    roll_all(campaign, Campaign.objects.get(pk=campaign.pk).state)
    yield at("end", campaign)
    tell(campaign, "mission.book")
    yield from (f"{at('start', campaign)}?mission=M10", at("streams", campaign))
    tell(campaign, "campaign.end", result="won")
    yield at("campaign", campaign)


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_page_asks_more_when_the_story_grows(
    guest: Person, as_person: Browser, language: str
) -> None:
    counts: dict[int, dict[int, int]] = {}
    for sheets, missions in ((1, 1), (12, 50)):
        campaign = old_campaign(guest, sheets=sheets, missions=missions)
        client = as_person(guest)
        for number, url in enumerate(pages(campaign)):
            with CaptureQueriesContext(connection) as asked:
                response = client.get(url, headers={"Accept-Language": language})
            assert response.status_code == 200, url
            counts.setdefault(number, {})[sheets] = len(asked)
    for number, queries in counts.items():
        assert queries[12] <= MOST_QUERIES, number
        assert queries[12] <= queries[1] + 1, (number, queries)


def test_from_the_front_page_to_the_first_mission(client: Client) -> None:
    assert reverse("campaigns:campaigns") in client.get(reverse("home")).content.decode()
    choose = client.get(reverse("campaigns:choose")).content.decode()
    url = reverse("campaigns:begin", args=["zombicide-2e", "infected-state"])
    assert url in choose
    assert client.get(url).status_code == 200
    empty = client.post(url, {"name": ""})
    assert empty.status_code == 422
    made = client.post(
        url,
        {
            "name": "Los jueves",
            "survivors": ["wanda", "ned"],
            "others": "Doña Ana",
            "players": "Eva",
        },
    )
    campaign = Campaign.objects.get()
    assert made.url == at("campaign", campaign)
    assert sorted(campaign.state.sheets) == ["ned", "own-dona-ana", "wanda"]
    assert client.get(made.url).status_code == 200
    brief = client.get(at("start", campaign), headers={"Accept-Language": "es"})
    assert "Enfrentados a lo imposible" in brief.content.decode()
    sent = {
        "id": "start-000001",
        "seen": "0",
        "mission": "M1",
        "zones": "3",
        "where": "table",
        "table": "dice",
    }
    opened = client.post(at("start", campaign), sent)
    table = MissionRun.objects.get().table
    assert table is not None
    assert opened.url == reverse("companion:sheet", args=[table.pk, "mission"])
    assert [zone.id for zone in table.state.zones] == ["1", "2", "3"]
    assert table.state.dice == "table"
    assert client.get(opened.url).status_code == 200
    there = reverse("companion:table", args=[table.pk])
    assert client.post(at("play", campaign)).url == there


@pytest.mark.parametrize("game", ["zombicide-2e", "black-plague", "rue-morgue", "army-of-the-dead"])
def test_a_free_campaign_of_any_game(client: Client, game: str) -> None:
    url = reverse("campaigns:begin", args=[game, "free"])
    client.post(url, {"name": "Libre", "others": "Ana, Luis", "advanced": ["points"]})
    campaign = Campaign.objects.get()
    assert campaign.state.advanced == ("points",)
    assert client.get(at("campaign", campaign)).status_code == 200
    start = client.get(at("start", campaign), {"mission": "Our own"})
    assert "Our own" in start.content.decode()
    sent = {"id": "start-000001", "seen": "0", "mission": "Our own", "where": "table"}
    assert client.post(at("start", campaign), sent).status_code == 302
    assert client.get(at("campaign", campaign)).status_code == 200
    finish = {"id": "finish-00001", "seen": "1", "result": "won"}
    client.post(at("end", campaign), finish)
    assert client.get(at("end", campaign)).status_code == 200
    assert send(client, campaign, "mission.book").status_code == 302
    assert send(client, campaign, "campaign.end", result="won").status_code == 302
    page = client.get(at("campaign", campaign), headers={"Accept-Language": "en"})
    assert "Campaign won" in page.content.decode()


@pytest.mark.parametrize(
    ("game", "kind"),
    [("chess", "free"), ("zombicide-2e", "nothing"), ("black-plague", "infected-state")],
)
def test_a_campaign_that_no_box_holds(client: Client, game: str, kind: str) -> None:
    assert client.get(reverse("campaigns:begin", args=[game, kind])).status_code == 404


def test_a_briefing_out_of_its_time_leads_back_to_the_campaign(
    keeper: Client, campaign: Campaign
) -> None:
    """The other keeper has begun already, or it is all over."""
    start = at("start", campaign)
    assert keeper.get(start).status_code == 200
    tell(campaign, "mission.start", mission="M1")
    assert keeper.get(start).headers["Location"] == at("campaign", campaign)
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    tell(campaign, "campaign.end", result="abandoned")
    assert keeper.get(start).headers["Location"] == at("campaign", campaign)


def test_a_late_form_shows_how_things_stand(keeper: Client, campaign: Campaign) -> None:
    url = f"{at('start', campaign)}?mission=M1"
    sent = {"id": "start-0001", "seen": "0", "mission": "M1", "where": "paper"}
    tell(campaign, "mission.start", mission="M1")
    page = keeper.post(
        url, sent, headers={"Referer": f"http://testserver{url}", "Host": "testserver"}
    )
    assert page.status_code == 409
    assert f'data-page="{at("campaign", campaign)}"' in page.content.decode()
    assert MissionRun.objects.count() == 1


def test_a_map_that_is_only_printed_is_copied_by_the_group(
    keeper: Client, campaign: Campaign
) -> None:
    tell(campaign, "mission.start", mission="M8", out_of_order=True)
    url = at("objectives", campaign)
    assert 'class="unsure"' in keeper.get(url).content.decode()
    rows = ["", "11r 12v", "- 13v", "14v 15v"]
    assert send(keeper, campaign, "map.draw", mission="M8", **{"rows": rows}).status_code == 302
    campaign.refresh_from_db()
    grid = (("11R", "12V"), ("", "13V"), ("14V", "15V"))
    assert campaign.state.layouts == {"M8": grid}
    assert 'class="unsure"' not in keeper.get(url).content.decode()
    for wrong in (["11R 12V"], ["11R 12V 13V 14V 15V"], ["11R 11R", "12V 13V", "14V 15V"], ["x"]):
        sent = {"mission": "M8", "rows": wrong}
        assert send(keeper, campaign, "map.draw", **sent).status_code == 422
    assert send(keeper, campaign, "map.draw", mission="M1", **{"rows": rows}).status_code == 422
    assert read_document(campaign_export(campaign))[0].state.layouts == {"M8": grid}
    assert send(keeper, campaign, "map.draw", mission="M8", **{"rows": ""}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.state.layouts == {}


def test_the_group_tells_its_missions_in_its_own_words(keeper: Client, campaign: Campaign) -> None:
    url = at("campaign", campaign)
    assert 'value="mission.tell"' not in keeper.get(url).content.decode(), "nothing played yet"
    book_mission(campaign, "M1")
    assert 'value="mission.tell"' in keeper.get(url).content.decode()
    tale = {"number": "1", "sentence": "Half the town <walked> in."}
    assert send(keeper, campaign, "mission.tell", **tale).status_code == 302
    assert "<q>Half the town &lt;walked&gt; in.</q>" in keeper.get(url).content.decode()
    for wrong in ({"number": "2"}, {"number": "x"}, {"sentence": "x" * 201}, tale):
        assert send(keeper, campaign, "mission.tell", **{**tale, **wrong}).status_code in (400, 422)
    campaign.refresh_from_db()
    exported, _mended = read_document(campaign_export(campaign))
    assert exported.state.played[0].sentence == tale["sentence"]
    assert send(keeper, campaign, "mission.tell", number="1", sentence="").status_code == 302
    assert "<q>" not in keeper.get(url).content.decode()


def test_the_briefing_s_choices_reach_the_table(keeper: Client, campaign: Campaign) -> None:
    page = keeper.get(at("start", campaign)).content.decode()
    for deck in ("zombies", "equipment", "starting", "epic", "dice"):
        assert f'name="table" value="{deck}"' in page
    version = str(campaign.version)
    sent = {"id": "start-0001", "seen": version, "mission": "M1", "where": "table", "zones": "5"}
    keeper.post(at("start", campaign), {**sent, "table": ["zombies", "dice"]})
    table = Table.objects.get()
    sources = {name: deck.source for name, deck in table.state.decks.items()}
    assert (sources["zombies"], sources["equipment"], table.state.dice) == ("table", "app", "table")
    assert [zone.id for zone in table.state.zones] == ["1", "2", "3", "4", "5"]
    assert all(survivor.inventory for survivor in table.state.survivors.values())


def test_the_guided_end_survives_a_dead_battery_at_every_step(
    keeper: Client, campaign: Campaign, guest: Person, as_person: Browser
) -> None:
    tell(campaign, "mission.start", mission="M1")
    how = {
        "id": "finish-00001",
        "seen": "1",
        "result": "won",
        "fate:doug": "dead",
        "fate:amy": "out_of_action",
        "carried:ned": ["machete", "", "chainsaw"],
        "carried:amy": ["katana"],
        "kills:ned": "12",
        "rounds": "9",
    }
    for _ in range(2):  # the answer got lost; the phone sends it again
        assert keeper.post(at("end", campaign), how).status_code == 302
    other = as_person(guest)  # another phone of the same person goes on
    page = other.get(at("end", campaign), headers={"Accept-Language": "en"}).content.decode()
    assert "69" in page
    assert "Book the mission" not in page
    state = Campaign.objects.get(pk=campaign.pk).state
    assert state.sheets["doug"].status == "ready", "nothing is booked yet"
    typed = {"id": "roll-000001", "seen": "2", "sheet": "ned", "card": "machete-1"}
    assert other.post(at("roll", campaign), {**typed, "die": ["3"]}).status_code == 422
    assert other.post(at("roll", campaign), {**typed, "die": ["7", "1"]}).status_code == 422
    assert other.post(at("roll", campaign), {**typed, "die": ["3", "6"]}).status_code == 302
    again = {**typed, "id": "roll-000002"}
    assert keeper.post(at("roll", campaign), again).status_code == 422, "no second roll"
    app = {"id": "roll-000003", "seen": "3", "sheet": "ned", "card": "chainsaw-1"}
    assert keeper.post(at("roll", campaign), app).status_code == 302
    page = keeper.get(at("end", campaign), headers={"Accept-Language": "en"}).content.decode()
    assert "who follows?" in page, "nobody is chosen for Doug yet, and that may wait"
    book = f"{at('end', campaign)}?step=book"
    page = keeper.get(book, headers={"Accept-Language": "en"}).content.decode()
    assert "Book the mission" in page
    assert send(keeper, campaign, "mission.book").status_code == 302
    state = Campaign.objects.get(pk=campaign.pk).state
    assert state.sheets["doug"].status == "dead"
    assert "machete-1" in state.sheets["ned"].kept
    assert (state.played[0].rounds, state.played[0].kills) == (9, {"ned": 12})
    assert keeper.get(at("end", campaign)).url == at("campaign", campaign)


def test_too_few_copies_are_decided_by_the_players(keeper: Client, campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "mission.finish", result="won", carried={"ned": ["pistol"], "amy": ["pistol"]})
    for key, copy in (("ned", "pistol-4"), ("amy", "pistol-5")):
        tell(campaign, "upkeep.roll", sheet=key, card=copy, dice=[5])
    assert send(keeper, campaign, "mission.book").status_code == 422
    page = keeper.get(at("end", campaign), headers={"Accept-Language": "en"}).content.decode()
    assert "Pistol: 1 too many for the box" in page
    send(keeper, campaign, "upkeep.drop", sheet="ned", card="pistol-4")
    assert send(keeper, campaign, "mission.book").status_code == 302


def test_nothing_of_an_unread_card_leaves_the_server(keeper: Client, campaign: Campaign) -> None:
    secret = "The President is a zombie"
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-3", sheet="ned")
    tell(campaign, "objective.describe", card="m1-objective-3", number="10", text=secret)
    tell(campaign, "note.read", card="m1-note-1", closes=["m1-note-2"])
    tell(campaign, "objective.describe", card="m1-note-1", text="Wilson calls")
    assert secret in keeper.get(at("card", campaign, "m1-objective-3")).content.decode()
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    tell(campaign, "mission.start", mission="M1")
    for url in (
        at("campaign", campaign),
        at("objectives", campaign),
        at("card", campaign, "m1-objective-3"),
        at("card", campaign, "m1-note-1"),
        at("end", campaign),
    ):
        page = keeper.get(url).content.decode()
        assert secret not in page, url
        assert "Wilson" not in page, url


def test_a_branch_does_not_know_what_was_read_later(keeper: Client, campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="ned")
    tell(campaign, "objective.describe", card="m1-objective-1", text="later wisdom")
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    start = CampaignEntry.objects.get(command_kind="mission.start")
    made = keeper.post(at("branch", campaign), {"seq": str(start.seq), "name": "What if"})
    branch = Campaign.objects.get(name="What if")
    assert made.url == at("campaign", branch)
    assert "later wisdom" not in branch.state_json


def test_a_printed_achievement_is_known_by_its_name(keeper: Client, campaign: Campaign) -> None:
    send(keeper, campaign, "achievement.earn", achievement="rata de túnel")
    assert Campaign.objects.get(pk=campaign.pk).state.achievements == ("tunnel-rat",)
    brief = keeper.get(
        at("start", campaign), {"mission": "M7"}, headers={"Accept-Language": "en"}
    ).content.decode()
    assert "Tunnel rat: you have it" in brief
    assert "Let there be light: you lack it" in brief


def test_kept_cards_and_achievements_are_amended_on_the_sheet_s_page(
    keeper: Client, campaign: Campaign
) -> None:
    tell(campaign, "sheet.amend", sheet="ned", kept=["machete-1"], reason="last week")
    form = {
        "sheet": "wanda",
        "kept": ["machete", "chainsaw"],
        "achievements": ["Rata de túnel", "Amigos de Lucy"],
        "reason": "forgotten",
    }
    assert send(keeper, campaign, "sheet.amend", **form).status_code == 302
    campaign.refresh_from_db()
    wanda = campaign.state.sheets["wanda"]
    assert wanda.kept == ("machete-2", "chainsaw-1")
    known = {
        achievement.name.es: achievement.id for achievement in campaign.book.rules.achievements
    }
    assert wanda.achievements == (known["Rata de túnel"], "Amigos de Lucy")
    page = keeper.get(at("sheet", campaign, "wanda")).content.decode()
    assert '<option value="machete-2" selected>' in page
    assert 'value="Amigos de Lucy" checked' in page
    none = {"sheet": "wanda", "with": '{"kept":[],"achievements":[]}', "reason": "after all not"}
    assert send(keeper, campaign, "sheet.amend", **none).status_code == 302
    campaign.refresh_from_db()
    assert campaign.state.sheets["wanda"] == replace(wanda, kept=(), achievements=())


def test_a_successor_is_chosen_by_name_and_once(keeper: Client, campaign: Campaign) -> None:
    book_mission(campaign, "M1", dead=["doug"])
    sent = {"sheet": "doug", "successor": "josh", "name": "-"}
    assert send(keeper, campaign, "sheet.succeed", **sent).status_code == 302
    assert Campaign.objects.get(pk=campaign.pk).state.sheets["josh"].name == "Josh"
    assert send(keeper, campaign, "sheet.succeed", **sent).status_code == 422


@pytest.mark.parametrize(
    ("kind", "fields", "status"),
    [
        ("reward.choose", {"sheet": "wanda"}, 422),
        ("cep.gain", {"sheet": "nobody", "why": "mission"}, 422),
        ("cep.gain", {"sheet": "wanda", "why": "luck"}, 400),
        ("nonsense", {}, 400),
        ("sheet.amend", {"sheet": "wanda", "points": "many", "reason": "x"}, 400),
        ("sheet.amend", {"sheet": "wanda", "extra_actions": "8", "reason": "x"}, 422),
        ("sheet.add", {"sheet": "own", "name": "-"}, 422),
        ("mission.start", {"mission": "M5"}, 422),
        ("mission.start", {"mission": "M99"}, 422),
        ("objective.take", {"card": "m1-objective-1", "sheet": "wanda"}, 422),
        ("keyword.gain", {"word": "x" * 61}, 400),
    ],
)
def test_bad_input_gets_a_clear_answer_and_changes_nothing(
    keeper: Client, campaign: Campaign, kind: str, fields: dict[str, str], status: int
) -> None:
    before = Campaign.objects.get(pk=campaign.pk).state_json
    response = send(keeper, campaign, kind, **fields)
    assert response.status_code == status
    assert Campaign.objects.get(pk=campaign.pk).state_json == before
    assert "<h1" in response.content.decode()


FULL = {"points": 20, "skills": ("hoard",), "extra_actions": 6}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("reward.choose", {"sheet": "wanda"}),
        ("reward.choose", {"sheet": "ned", "skill": "hoard"}),
        ("reward.choose", {"sheet": "ned", "skill": "lucky"}),
        ("cep.gain", {"sheet": "wanda", "why": "mission"}),
        ("sheet.amend", {"sheet": "wanda", "extra_actions": "8", "reason": "one more"}),
        ("sheet.amend", {"sheet": "wanda", "points": "21", "reason": "one more"}),
        ("sheet.amend", {"sheet": "ned", "skills[]": ["hoard", "hoard"], "reason": "twice"}),
        ("upkeep.roll", {"sheet": "ned", "card": "machete-1", "dice[]": ["3"]}),
        ("upkeep.roll", {"sheet": "ned", "card": "machete-1", "dice[]": ["3", "4", "5"]}),
        ("upkeep.roll", {"sheet": "ned", "card": "machete-1", "dice[]": ["3", "7"]}),
        ("mission.book", {}),
    ],
)
def test_what_a_full_sheet_and_an_open_upkeep_refuse(
    keeper: Client, campaign: Campaign, kind: str, fields: dict[str, Any]
) -> None:
    """A reward twice, a skill owned, CEP beyond 20, an eighth action, the wrong dice, a booking
    too early: a sentence each, and nothing half-booked."""
    sheets = campaign.state.sheets
    full = replace(sheets["wanda"], **FULL)
    one_due = replace(sheets["ned"], points=5, skills=("hoard",))
    campaign.state = replace(campaign.state, sheets={**sheets, "wanda": full, "ned": one_due})
    campaign.save()
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "mission.finish", result="won", carried={"ned": ["machete-1"]})
    before = Campaign.objects.get(pk=campaign.pk)
    response = send(keeper, campaign, kind, **fields)
    assert response.status_code in (400, 422)
    assert re.search(r"<h1[^>]*>\s*\S", response.content.decode())
    after = Campaign.objects.get(pk=campaign.pk)
    assert (after.version, after.state_json) == (before.version, before.state_json)
    assert after.entries.count() == after.version


def test_export_and_import_through_the_pages(keeper: Client, campaign: Campaign) -> None:
    book_mission(campaign, "M1")
    saved = keeper.get(at("export", campaign))
    assert saved["Content-Disposition"] == 'attachment; filename="los-jueves.safehouse.json"'
    upload = SimpleUploadedFile("c.json", saved.content, content_type="application/json")
    other = Client()
    look = other.post(reverse("campaigns:import"), {"file": upload})
    assert "Wanda" in look.content.decode()
    assert Campaign.objects.count() == 1, "looking brings nothing"
    brought = other.post(reverse("campaigns:confirm"), {"document": look.context["document"]})
    copy = Campaign.objects.exclude(pk=campaign.pk).get()
    assert brought.url == at("campaign", copy)
    assert other.get(at("export", copy)).content == saved.content


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"format":"safehouse.campaign","version":9}']
)
def test_a_bad_file_is_explained(client: Client, content: bytes) -> None:
    upload = SimpleUploadedFile("c.json", content)
    response = client.post(reverse("campaigns:import"), {"file": upload})
    assert response.status_code == 422
    assert "field__errors" in response.content.decode()


@pytest.mark.parametrize("document", ["", "%%%", "aGVsbG8=", "/Td6WFoAAATm1rRG"])
def test_a_tampered_confirmation_is_refused(client: Client, document: str) -> None:
    response = client.post(reverse("campaigns:confirm"), {"document": document})
    assert response.status_code == 422
    assert not Campaign.objects.exists()


def test_a_long_story_still_fits_through_the_confirmation(
    guest: Person, as_person: Browser
) -> None:
    campaign = begin(guest)
    for n in range(30):
        book_mission(
            campaign, f"M{n % 9 + 1}" if n < 9 else "M10", result="lost" if n >= 9 else "won"
        )
    client = as_person(guest)
    saved = client.get(at("export", campaign)).content
    upload = SimpleUploadedFile("c.json", saved)
    look = client.post(reverse("campaigns:import"), {"file": upload})
    sent = client.post(reverse("campaigns:confirm"), {"document": look.context["document"]})
    assert sent.status_code == 302
    assert json.loads(saved)["runs"][-1]["number"] == 30


def test_archive_bin_and_back(keeper: Client, campaign: Campaign) -> None:
    for where, shelf in (("archive", "archived"), ("unarchive", "current"), ("bin", "binned")):
        keeper.post(at("shelf", campaign), {"where": where})
        shelves = keeper.get(reverse("campaigns:campaigns")).context
        assert [row.campaign for row in shelves[shelf]] == [campaign]
    assert keeper.get(at("campaign", campaign)).status_code == 404
    assert keeper.post(at("restore", campaign)).status_code == 302
    assert keeper.get(at("campaign", campaign)).status_code == 200
    assert keeper.post(at("shelf", campaign), {"where": "moon"}).status_code == 400


def test_join_by_link(keeper: Client, campaign: Campaign, client: Client) -> None:
    keeper.post(at("invite", campaign), {"role": "player"})
    page = keeper.get(at("members", campaign)).content.decode()
    token = campaign.invitations.get().token
    url = reverse("campaigns:join", args=[token])
    assert url in page
    assert "<svg" in page
    assert client.get(url).status_code == 200
    assert client.post(url, {"name": ""}).status_code == 422
    assert client.post(url, {"name": "Luis"}).url == at("campaign", campaign)
    luis = campaign.members.get(name="Luis")
    assert luis.role == Member.Role.PLAYER
    assert client.get(url).url == at("campaign", campaign)
    keeper.post(at("hand-over", campaign, luis.pk))
    assert keeper.post(at("invite", campaign), {"role": "player"}).status_code == 422
    marta = campaign.members.exclude(pk=luis.pk).get()
    assert client.post(at("role", campaign, marta.pk), {"role": "reader"}).status_code == 302
    assert client.post(at("role", campaign, marta.pk), {"role": "king"}).status_code == 400
    assert keeper.post(at("remove", campaign, marta.pk)).url == reverse("campaigns:campaigns")
    assert client.post(at("remove", campaign, luis.pk)).status_code == 422, "the last keeper"


LIVE_PAGES = ("campaign", "compare", "objectives", "end")


@pytest.mark.parametrize("name", [*LIVE_PAGES, "sheet", "card"])
def test_a_phone_that_has_the_newest_version_gets_nothing(
    keeper: Client, campaign: Campaign, name: str
) -> None:
    tell(campaign, "mission.start", mission="M1")
    more = {"sheet": ["wanda"], "card": ["m1-objective-1"]}.get(name, [])
    url = at(name, campaign, *more)
    version = keeper.get(url).context["version"]
    ask = {"HX-Request": "true"}
    assert keeper.get(f"{url}?seen={version}", headers=ask).status_code == 204
    tell(campaign, "keyword.gain", word="LLAVE")
    fresh = keeper.get(f"{url}?seen={version}", headers=ask)
    assert fresh.status_code == 200
    assert f'data-version="{campaign.version + 2}-0"' in fresh.content.decode()


def test_a_phone_hears_of_the_campaign_and_of_its_table(keeper: Client, campaign: Campaign) -> None:
    url = at("streams", campaign)
    (own,) = keeper.get(url).json()["urls"]
    assert own.startswith(f"/live/campaigns/{campaign.pk}/?token=")
    table = mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M1"),
    )
    assert keeper.get(url).json()["urls"][1].startswith(f"/live/tables/{table.pk}/?token=")
    ids = [str(campaign.pk), str(table.pk)]
    assert newest_versions(ids) == dict(zip(ids, (1, 0), strict=True))


class TestTheWordsOfACard:
    """What a group types of a card is kept, whatever is pressed on its page."""

    CARD = "m1-objective-1"

    def read(self, campaign: Campaign) -> None:
        tell(campaign, "mission.start", mission="M1")
        tell(campaign, "objective.take", card=self.CARD, sheet="wanda")

    def press(self, keeper: Client, campaign: Campaign, **fields: str) -> Any:
        typed = {"note-card": self.CARD, "note-number": "10", "note-text": "A brass\r\nkey"}
        body = {"id": command(campaign, "keyword.gain", word="x").id, "seen": "0"}
        return keeper.post(at("command", campaign), {**body, **typed, **fields})

    def noted(self, campaign: Campaign) -> tuple[str, str]:
        text = Campaign.objects.get(pk=campaign.pk).state.texts[self.CARD]
        return text.number, text.text

    def test_the_large_button_and_the_text_are_one_form(
        self, keeper: Client, campaign: Campaign
    ) -> None:
        """So it works without script, too."""
        self.read(campaign)
        url = at("card", campaign, self.CARD)
        page = Page(url, 200, keeper.get(url).content.decode())
        done = page.button("done")
        assert done is not None
        fields = {control.name: control.value for control in done.form.controls if control.name}
        sent = {**fields, "note-text": "A brass key", done.name: done.value}
        assert keeper.post(done.form.action, sent).status_code == 302
        assert self.noted(campaign) == ("", "A brass key")
        state = Campaign.objects.get(pk=campaign.pk).state
        assert state.objectives[self.CARD].status == "done"

    @pytest.mark.parametrize(
        "pressed",
        [
            {"kind": "objective.describe", "card": CARD},
            {"with": '{"kind":"objective.keep","where":"beside"}', "card": CARD},
            {"kind": "keyword.gain", "word": "KEY"},
            {"kind": "cep.gain", "why": "mission", "sheet": "wanda"},
            {"kind": "keyword.gain", "word": ""},  # refused: the text is kept all the same
        ],
    )
    def test_every_button_takes_it_along(
        self, keeper: Client, campaign: Campaign, pressed: dict[str, str]
    ) -> None:
        self.read(campaign)
        answer = self.press(keeper, campaign, **pressed)
        assert answer.status_code == (302 if pressed.get("word") != "" else 400)
        assert self.noted(campaign) == ("10", "A brass\nkey")

    def test_what_is_known_is_not_noted_twice(self, keeper: Client, campaign: Campaign) -> None:
        self.read(campaign)
        self.press(keeper, campaign, kind="objective.describe", card=self.CARD)
        entries = CampaignEntry.objects.filter(campaign=campaign).count()
        self.press(keeper, campaign, kind="keyword.gain", word="KEY")
        assert CampaignEntry.objects.filter(campaign=campaign).count() == entries + 1

    def test_it_is_there_again_when_the_next_try_takes_the_card(
        self, keeper: Client, campaign: Campaign
    ) -> None:
        self.read(campaign)
        pressed = {"with": '{"kind":"objective.keep","where":"done"}', "card": self.CARD}
        self.press(keeper, campaign, **pressed)
        tell(campaign, "mission.finish", result="lost")
        tell(campaign, "mission.book")
        tell(campaign, "mission.start", mission="M1")
        url = at("card", campaign, self.CARD)
        assert "A brass" not in keeper.get(url).content.decode()
        tell(campaign, "objective.take", card=self.CARD, sheet="wanda")
        assert "A brass\nkey</textarea>" in keeper.get(url).content.decode()

    def test_a_discarded_card_is_asked_no_more_where_it_goes(
        self, keeper: Client, campaign: Campaign
    ) -> None:
        self.read(campaign)
        assert b"objective.keep" in keeper.get(at("card", campaign, self.CARD)).content
        tell(campaign, "objective.keep", card=self.CARD, where="done")
        page = keeper.get(at("card", campaign, self.CARD)).content
        assert b"objective.keep" not in page
        assert b"objective.describe" in page, "its text can still be noted down"

    def test_nobody_notes_a_card_that_lies_face_down(
        self, keeper: Client, campaign: Campaign
    ) -> None:
        tell(campaign, "mission.start", mission="M1")
        assert self.press(keeper, campaign, kind="keyword.gain", word="KEY").status_code == 422
        assert Campaign.objects.get(pk=campaign.pk).state.texts == {}
