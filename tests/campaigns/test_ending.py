"""The one ending: from the last tap at the table to the next mission, and back until it begins."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.timezone import now

from campaigns import services
from campaigns.luck import luck_of_campaign
from campaigns.models import Campaign, CampaignEntry, Member, MissionRun
from campaigns.numbers import CountedFigure, numbers_of
from campaigns.play.after import aftermath
from campaigns.play.gains import Gain, gains_of
from campaigns.play.way import STARTS_WITH, way
from campaigns.printing.kind import PrintChoices
from campaigns.printing.sheets import report
from campaigns.printing.subjects import TableSubject
from companion.hooks import Aftermath
from companion.models import Seat, Table
from companion.people.models import Person
from companion.services import command_submit
from companion.shelf.services import table_archive
from rules import IllegalCommand, mission_at
from rules.mechanics.attacks.attack import AttackResolve
from rules.mechanics.attacks.weapons import WeaponProfile
from rules.mechanics.danger import PointsAward
from rules.mechanics.kills import ZombiesKill
from rules.mechanics.rounds import MissionEnd
from rules.mechanics.supply import ZombiesAdd
from tests.campaigns.kit import begin, keeper_of, step, tell
from tests.campaigns.test_play import opened, tap, undo
from tests.companion.test_luck import play_rounds
from tests.companion.test_table_page import lay
from tests.robot.page import Page

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]
IN_ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def keeper(guest: Person, as_person: Browser) -> Client:
    return as_person(guest)


def at(name: str, campaign: Campaign, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.pk, *more])


def sent(campaign: Campaign, **fields: Any) -> dict[str, Any]:
    campaign.refresh_from_db()
    return {"id": uuid.uuid4().hex, "seen": str(campaign.version), **fields}


def on_paper(campaign: Campaign) -> None:
    tell(campaign, "mission.start", mission="M1")


def test_the_end_at_the_table_leads_on_to_the_campaign(campaign: Campaign, keeper: Client) -> None:
    table = opened(campaign)
    page = keeper.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert at("end", campaign) not in page
    tap(table, MissionEnd, result="won")
    page = keeper.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert f'href="{at("end", campaign)}"' in page


def test_the_end_says_that_its_table_is_still_played(campaign: Campaign, keeper: Client) -> None:
    table = opened(campaign)
    tap(table, MissionEnd, result="won")
    assert 'id="played-on"' not in keeper.get(at("end", campaign)).content.decode()
    undo(table)
    page = keeper.get(at("end", campaign)).content.decode()
    assert 'id="played-on"' in page
    assert f'href="{reverse("companion:table", args=[table.pk])}"' in page


def test_who_is_no_member_is_not_led_to_a_page_they_may_not_open(
    campaign: Campaign, as_person: Browser
) -> None:
    table = opened(campaign)
    guest = Person.objects.create_guest(name="Lee")
    Seat.objects.create(table=table, person=guest, name="Lee")
    tap(table, MissionEnd, result="won")
    address = reverse("companion:table", args=[table.pk])
    for page in (address, f"{address}sheets/more/"):
        text = as_person(guest).get(page).content.decode()
        assert f"/campaigns/{campaign.pk}/" not in text, page


def test_a_table_of_no_campaign_leads_nowhere(table: Table, seat: Any, as_person: Browser) -> None:
    command_submit(
        table_id=table.pk, seat=seat, command=MissionEnd(id=uuid.uuid4().hex, seen=0, result="won")
    )
    page = as_person(seat.person).get(reverse("companion:table", args=[table.pk]))
    assert b'id="onward"' not in page.content


def test_every_step_is_found_again_and_those_without_anything_are_ticked(
    campaign: Campaign, keeper: Client
) -> None:
    on_paper(campaign)
    assert b'id="finish"' in keeper.get(at("end", campaign)).content
    body = sent(campaign, result="won", **{"carried:ned": ["machete"], "kills:ned": "7"})
    assert keeper.post(at("end", campaign), body).status_code == 302
    assert b'id="roll"' in keeper.get(at("end", campaign)).content
    keeper.post(at("roll", campaign), sent(campaign, all="1"))
    page = keeper.get(at("end", campaign)).content.decode()
    assert 'id="book"' in page
    assert page.count('class="done"') == 4
    for shown, mark in (("how", "finish"), ("rewards", "part-rewards"), ("heirs", "part-heirs")):
        assert f'id="{mark}"' in keeper.get(f"{at('end', campaign)}?step={shown}").content.decode()
    assert 'id="book"' in keeper.get(f"{at('end', campaign)}?step=nonsense").content.decode()


def test_dice_typed_for_one_card_are_not_shown_for_the_next(
    campaign: Campaign, keeper: Client
) -> None:
    """Another phone has rolled for that card meanwhile; its form is no longer on the page."""
    on_paper(campaign)
    held = {"carried:ned": ["machete"], "carried:wanda": ["chainsaw"]}
    keeper.post(at("end", campaign), sent(campaign, result="won", **held))
    upkeep = f"{at('end', campaign)}?step=upkeep"
    page = Page("/", 200, keeper.get(upkeep, headers=IN_ENGLISH).content.decode())
    (form,) = (form for form in page.forms if any(c.name == "die" for c in form.controls))
    typed = {control.name: control.value for control in form.controls if control.name}
    rolled = [2 for control in form.controls if control.name == "die"]
    tell(campaign, "upkeep.roll", sheet=typed["sheet"], card=typed["card"], dice=rolled)
    came_from = {"host": "testserver", "referer": f"http://testserver{upkeep}"}
    answer = keeper.post(
        at("roll", campaign), {**typed, "die": ["5", "5"]}, headers=came_from | IN_ENGLISH
    )
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'id="refused"' in html
    assert 'value="5"' not in html


@pytest.mark.parametrize("step", ["heirs", "book"])
def test_what_can_still_be_sent_is_not_told_to_be_too_late(
    campaign: Campaign, keeper: Client, step: str
) -> None:
    on_paper(campaign)
    page = keeper.get(at("end", campaign)).content
    assert b"data-gone" in page
    keeper.post(at("end", campaign), sent(campaign, result="won"))
    page = keeper.get(f"{at('end', campaign)}?step={step}").content
    assert b'id="live"' in page
    assert b"data-gone" not in page


def test_all_rolls_at_once_are_made_once(campaign: Campaign, keeper: Client) -> None:
    on_paper(campaign)
    carried = {"ned": ["machete"], "wanda": ["chainsaw"], "elle": ["katana"]}
    tell(campaign, "mission.finish", result="won", carried=carried)
    body = sent(campaign, all="1")
    for _ in range(2):
        assert keeper.post(at("roll", campaign), body).status_code == 302
    campaign.refresh_from_db()
    assert campaign.state.ending is not None
    assert set(campaign.state.ending.rolls) == {"machete-1", "chainsaw-1", "katana-1"}
    assert CampaignEntry.objects.filter(campaign=campaign, command_kind="upkeep.roll").count() == 3
    unreadable = keeper.post(at("roll", campaign), {"all": "1", "id": "!", "seen": "x"})
    assert unreadable.status_code == 400


def test_the_grid_books_orange_and_red_as_the_book_says(campaign: Campaign, keeper: Client) -> None:
    """Red is not reached without orange; said again, it corrects itself."""
    on_paper(campaign)
    reached = {"reached:ned": ["red"], "reached:wanda": ["orange"]}
    keeper.post(at("end", campaign), sent(campaign, result="won", **reached))
    campaign.refresh_from_db()
    points = {key: sheet.points for key, sheet in campaign.state.sheets.items()}
    assert (points["ned"], points["wanda"], points["elle"]) == (2, 1, 0)
    keeper.post(at("end", campaign), sent(campaign, result="won", **{"reached:ned": ["orange"]}))
    campaign.refresh_from_db()
    points = {key: sheet.points for key, sheet in campaign.state.sheets.items()}
    assert (points["ned"], points["wanda"]) == (1, 0)
    refused = keeper.post(
        at("end", campaign), sent(campaign, result="won", **{"reached:ned": ["green"]})
    )
    assert refused.status_code == 400


def test_a_point_whose_reward_is_chosen_is_not_taken_off_by_the_grid(campaign: Campaign) -> None:
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won", reached={"ned": ["red"]})
    tell(campaign, "reward.choose", sheet="ned")
    with pytest.raises(IllegalCommand) as caught:
        tell(campaign, "mission.finish", result="won", reached={"ned": []})
    assert caught.value.code == "cep.spent"


def test_on_paper_kept_equipment_is_there_already(campaign: Campaign, keeper: Client) -> None:
    tell(campaign, "sheet.amend", sheet="ned", kept=["machete-1"], reason="found")
    on_paper(campaign)
    page = keeper.get(at("end", campaign)).content.decode()
    assert '<option value="machete-1" selected>' in page


def test_a_reward_is_chosen_by_what_it_does(campaign: Campaign, keeper: Client) -> None:
    for _ in range(2):
        tell(campaign, "cep.gain", sheet="ned", why="mission")
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won")
    assert b'id="part-rewards"' in keeper.get(at("end", campaign)).content
    page = keeper.get(at("reward", campaign, "ned")).content.decode()
    skills = [campaign.book.pack.skills[skill] for skill in campaign.book.rules.skills]
    plain = [skill for skill in skills if skill.family != STARTS_WITH]
    assert [skill.id for skill in plain if escape(skill.effect.en) not in page] == []
    assert "From the next mission on, begins with Repair Kit." in page
    body = sent(campaign, kind="reward.choose", sheet="ned", skill="", next=at("end", campaign))
    assert keeper.post(at("command", campaign), body).url == at("end", campaign)
    assert b'id="book"' in keeper.get(at("end", campaign)).content
    assert keeper.get(at("reward", campaign, "ned")).status_code == 302
    assert keeper.get(at("reward", campaign, "nobody")).status_code == 404


def test_the_dead_have_a_successor_before_anything_is_booked(
    campaign: Campaign, keeper: Client
) -> None:
    on_paper(campaign)
    tell(campaign, "achievement.earn", achievement="hero", sheet="doug")
    tell(campaign, "mission.finish", result="lost", dead=["doug"])
    assert b'id="part-heirs"' in keeper.get(at("end", campaign)).content
    heir = {"kind": "sheet.succeed", "sheet": "doug", "name": "-"}
    keeper.post(at("command", campaign), sent(campaign, **heir, successor="josh"))
    keeper.post(at("command", campaign), sent(campaign, **heir, successor="lili"))
    campaign.refresh_from_db()
    assert "lili" not in campaign.state.sheets
    tell(campaign, "mission.book")
    campaign.refresh_from_db()
    sheets = campaign.state.sheets
    assert "josh" not in sheets
    assert (sheets["lili"].heir_of, sheets["lili"].player) == ("doug", sheets["doug"].player)
    assert sheets["lili"].achievements == ("hero",)


def test_a_successor_is_nobody_who_plays(campaign: Campaign) -> None:
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won", dead=["doug", "amy"])
    tell(campaign, "sheet.succeed", sheet="doug", successor="josh", name="Josh")
    for successor, name in (("ned", "Ned"), ("josh", "Josh"), ("own-1", "JOSH")):
        with pytest.raises(IllegalCommand):
            tell(campaign, "sheet.succeed", sheet="amy", successor=successor, name=name)
    tell(campaign, "mission.finish", result="won", dead=["amy"])
    tell(campaign, "mission.book")
    campaign.refresh_from_db()
    assert "josh" not in campaign.state.sheets  # Doug lives after all


def test_nobody_follows_when_nobody_is_left(campaign: Campaign) -> None:
    """All dead: the campaign is lost (p. 7)."""
    on_paper(campaign)
    state = tell(campaign, "mission.finish", result="lost", dead=list(campaign.state.sheets))
    assert state.ending is not None
    tell(campaign, "sheet.succeed", sheet="doug", successor="josh", name="Josh")
    state = tell(campaign, "mission.book")
    assert (state.result, "josh" in state.sheets) == ("lost", False)


def test_a_booked_table_is_read_not_played(
    campaign: Campaign, keeper: Client, guest: Person
) -> None:
    table = opened(campaign)
    tap(table, MissionEnd, result="won")
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    with pytest.raises(IllegalCommand) as caught:
        tap(table, PointsAward, survivor="wanda", amount=1)
    assert caught.value.code == "table.booked"
    table.refresh_from_db()
    with pytest.raises(IllegalCommand) as caught:
        table_archive(table=table, archived=False)
    assert caught.value.code == "table.booked"
    page = keeper.get(reverse("companion:table", args=[table.pk])).content.decode()
    assert f'href="{at("campaign", campaign)}"' in page
    assert 'id="unarchive"' not in page
    home = keeper.get(reverse("home")).content.decode()
    assert reverse("companion:table", args=[table.pk]) not in home


def test_a_booking_is_taken_back_until_the_next_mission_begins(campaign: Campaign) -> None:
    table = opened(campaign)
    tap(table, MissionEnd, result="won")
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    state = step(campaign, services.campaign_undo)
    table.refresh_from_db()
    run = MissionRun.objects.get(campaign=campaign)
    assert (state.mission, run.ended_at, table.is_open) == ("M1", None, True)
    step(campaign, services.campaign_redo)
    table.refresh_from_db()
    run.refresh_from_db()
    assert run.ended_at is not None
    assert not table.is_open
    tell(campaign, "mission.start", mission="M2")
    with pytest.raises(IllegalCommand):
        step(campaign, services.campaign_undo)


def test_a_mission_on_paper_leaves_the_table_before_alone(campaign: Campaign) -> None:
    table = opened(campaign)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    tell(campaign, "mission.start", mission="M2")
    before = Table.objects.get(pk=table.pk)
    for _ in range(2):
        tell(campaign, "cep.gain", sheet="ned", why="mission")
    tell(campaign, "reward.choose", sheet="ned")
    table.refresh_from_db()
    assert (table.version, table.archived_at) == (before.version, before.archived_at)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    assert MissionRun.objects.filter(campaign=campaign, ended_at=None).count() == 0


def test_who_only_reads_finds_nothing_to_tap(
    campaign: Campaign, account: Person, as_person: Browser
) -> None:
    Member.objects.create(campaign=campaign, person=account, name="Luis", role="reader")
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won", dead=["doug"])
    reader = as_person(account)
    for shown in ("upkeep", "rewards", "heirs", "book"):
        page = reader.get(f"{at('end', campaign)}?step={shown}").content.decode()
        assert "sheet.succeed" not in page
        assert 'id="book"' not in page
    assert keeper_of(campaign).name != "Luis"


def numbers(campaign: Campaign) -> list[CountedFigure]:
    runs = campaign.runs.select_related("table")
    return numbers_of(campaign.state, luck_of_campaign(campaign, campaign.state, runs))


def test_the_numbers_of_a_campaign_say_something(campaign: Campaign) -> None:
    on_paper(campaign)
    carried = {"ned": ["machete"], "wanda": ["chainsaw"]}
    tell(campaign, "mission.finish", result="won", carried=carried, kills={"ned": 6, "amy": 2})
    tell(campaign, "upkeep.roll", sheet="ned", card="machete-1", dice=[2, 3])
    tell(campaign, "upkeep.roll", sheet="wanda", card="chainsaw-1", dice=[2, 3, 4, 5, 5])
    step(campaign, services.campaign_undo)
    tell(campaign, "upkeep.roll", sheet="wanda", card="chainsaw-1", dice=[2, 3, 4, 5, 6])
    assert numbers(campaign) == []
    tell(campaign, "mission.book")
    campaign.refresh_from_db()
    with translation.override("en"):
        kills, upkeep = numbers(campaign)
    assert (kills.value, kills.meaning) == ("75 %", "Ned killed 6 of 8 zombies")
    assert (upkeep.what, upkeep.value) == ("Kept against the odds", "2")
    assert upkeep.meaning == "of 2 cards; the odds promised 1.1"
    luck = luck_of_campaign(campaign, campaign.state, ())
    kept = {person.key: person.keeping for person in luck.people}
    assert {key: keeping.kept for key, keeping in kept.items()} == {"ned": 1, "wanda": 1}
    assert kept["ned"].expected == pytest.approx(25 / 36)
    assert luck.kept_better_than is None, "two cards are too few"


def test_the_luck_of_a_campaign_is_that_of_its_tables(
    campaign: Campaign, guest: Person, keeper: Client
) -> None:
    tables = [lay(guest, "zombicide-2e"), lay(guest, "zombicide-2e")]
    for number, table in enumerate(tables, 50):
        play_rounds(table, 4)
        campaign.runs.create(
            number=number, mission="M1", table=table, started_at=now(), ended_at=now()
        )
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won")
    tell(campaign, "mission.book")
    campaign.refresh_from_db()
    with translation.override("en"):
        (luck,) = numbers(campaign)
    assert luck.what == "Luck"
    assert luck.meaning.startswith(f"harder than {luck.value.removesuffix(' %')} of 100 campaigns")
    campaign.runs.get(number=50).delete()
    assert numbers(campaign) == [], "four steps are too few"
    page = keeper.get(at("campaign", campaign), headers={"Accept-Language": "en"}).content.decode()
    assert 'id="campaign-luck-table"' in page, "a table stands behind the chart"


def test_a_campaign_without_odds_tells_neither_luck_nor_chances(
    campaign: Campaign, guest: Person, keeper: Client
) -> None:
    table = lay(guest, "zombicide-2e", options=("hide-odds",))
    play_rounds(table, 3)
    on_paper(campaign)
    campaign.runs.update(table=table)
    tell(campaign, "mission.finish", result="won", carried={"ned": ["machete"]})
    upkeep = keeper.get(f"{at('end', campaign)}?step=upkeep").content.decode()
    assert 'id="roll"' in upkeep
    assert " %" not in upkeep
    tell(campaign, "upkeep.roll", sheet="ned", card="machete-1", dice=[2, 3])
    tell(campaign, "mission.book")
    campaign.runs.update(ended_at=now())
    assert 'id="luck"' not in keeper.get(at("campaign", campaign)).content.decode()


def test_undo_names_a_booking_as_one(campaign: Campaign, keeper: Client) -> None:
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won", dead=["doug"])
    tell(campaign, "mission.book")
    page = keeper.get(at("campaign", campaign), headers={"Accept-Language": "en"}).content.decode()
    assert "Facing the impossible booked: won" in page


def test_what_the_table_and_the_cards_gave_is_said_alike_to_the_end(
    campaign: Campaign, guest: Person, keeper: Client
) -> None:
    """Kills by attacks, points by cards (p. 14) and chosen rewards: draft, television, booking."""
    table = opened(campaign)
    tap(table, ZombiesAdd, zombie="walker", count=3)
    axe = WeaponProfile(name="axe", dice=10, accuracy=2, damage=1)  # one of ten hits
    tap(
        table,
        AttackResolve,
        survivor="elle",
        mode="melee",
        targets={"walker": 1},
        profile=axe,
    )
    tap(table, ZombiesKill, zombie="walker", count=2, survivor="odin")
    tell(campaign, "cep.gain", sheet="odin", why="mission")
    tap(table, MissionEnd, result="won")
    page = keeper.get(at("end", campaign)).content.decode()
    kills = {
        key: re.search(rf'name="kills:{key}"\s+value="(\d*)"', page)[1]  # type: ignore[index]
        for key in ("elle", "odin", "ned")
    }
    assert kills == {"elle": "1", "odin": "2", "ned": "0"}
    assert after(table).gains["odin"] == "+1 CEP"
    body = {f"kills:{key}": count for key, count in kills.items()} | {"reached:odin": ["orange"]}
    answer = keeper.post(at("end", campaign), sent(campaign, result="won", step="how", **body))
    assert answer.url == f"{at('end', campaign)}?step=how", "to the step that was tapped"
    campaign.refresh_from_db()
    assert campaign.state.ending is not None
    assert campaign.state.ending.kills == {"elle": 1, "odin": 2}
    with translation.override("en"):
        ticked = [step.key for step in way(campaign.state, "upkeep") if step.status == "done"]
    assert "heirs" not in ticked
    tell(campaign, "reward.choose", sheet="odin")
    page = keeper.get(f"{at('end', campaign)}?step=book", headers=IN_ENGLISH).content.decode()
    assert "+2 CEP, 1 extra action" in page
    shown = after(table)
    assert shown.now == f"Booking, on the phone of {keeper_of(campaign).name}"
    assert ("Odin", "+2 CEP, 1 extra action", "") in [row[:3] for row in shown.rows]
    tell(campaign, "mission.book")
    booked = ("Odin", "1 extra action", "+2 CEP")
    assert booked in [row[:3] for row in after(table).rows]
    tell(campaign, "mission.start", mission="M2")
    tell(campaign, "cep.gain", sheet="odin", why="mission")
    assert booked in [row[:3] for row in after(table).rows], "the next mission's are its own"
    began = campaign.entries.filter(command_kind="mission.start").last()
    assert began is not None
    branch = services.campaign_branch(
        campaign=campaign, member=keeper_of(campaign), seq=began.seq, name="What if"
    )
    tell(branch, "mission.start", mission="M2")
    tell(branch, "cep.gain", sheet="odin", why="mission")
    branch.refresh_from_db()
    assert gains_of(branch, 2, branch.state, branch.book)["odin"] == Gain(1, []), "of a later log"


def after(table: Table) -> Aftermath:
    with translation.override("en"):
        shown = aftermath(Table.objects.get(pk=table.pk))
    assert shown is not None
    return shown


def test_an_achievement_of_the_dead_is_offered_by_whoever_follows(
    campaign: Campaign, keeper: Client
) -> None:
    on_paper(campaign)
    tell(campaign, "mission.finish", result="won", dead=["doug"])
    page = keeper.get(f"{at('end', campaign)}?step=book", headers=IN_ENGLISH).content.decode()
    assert "whoever follows Doug" in page
    tell(campaign, "sheet.succeed", sheet="doug", successor="own", name="Ostara")
    page = keeper.get(f"{at('end', campaign)}?step=book", headers=IN_ENGLISH).content.decode()
    assert '<option value="doug">Ostara, who follows Doug</option>' in page


@pytest.mark.parametrize("page", ["result", "story", "report"])
def test_what_tells_of_an_evening_names_its_mission_and_its_campaign(
    campaign: Campaign, keeper: Client, page: str
) -> None:
    table = opened(campaign)
    tap(table, MissionEnd, result="won")
    mission = mission_at(Table.objects.get(pk=table.pk).state)
    assert mission is not None
    title = mission.title.in_language("en")
    if page == "report":
        table.refresh_from_db()
        seat = table.seats.order_by("created_at")[0]
        told = report.content(TableSubject(seat, ""), PrintChoices())
        with translation.override("en"):
            (piece,) = report.pieces(told)
            html = render_to_string(piece.template, piece.context)
        assert f"{title}: won" in re.findall(r"<h1[^>]*>(.*?)</h1>", html)
    else:
        url = {
            "result": reverse("companion:sheet", args=[table.pk, "ending"]),
            "story": reverse("companion:story", args=[table.pk]),
        }[page]
        html = keeper.get(url, headers=IN_ENGLISH).content.decode()
        assert f"{title} · {campaign.name}" in html
    assert campaign.name in html


class TestTwoPhonesOnTheFirstStep:
    """What each of them ticks counts; where they contradict each other, the later one looks."""

    @pytest.fixture
    def luis(self, campaign: Campaign, as_person: Browser) -> Client:
        person = Person.objects.create(name="Luis")
        Member.objects.create(campaign=campaign, person=person, name="Luis", role="player")
        return as_person(person)

    @pytest.fixture
    def keeper(self, guest: Person, as_person: Browser) -> Client:
        return as_person(guest)

    def form(self, client: Client, campaign: Campaign) -> dict[str, Any]:
        page = Page("/", 200, client.get(at("end", campaign), headers=IN_ENGLISH).content.decode())
        return self.fields(page)

    def fields(self, page: Page) -> dict[str, Any]:
        (form,) = (form for form in page.forms if form.id == "finish")
        said: dict[str, Any] = {}
        for control in form.controls:
            if control.name and (control.type not in ("checkbox", "radio") or control.is_checked):
                value = control.chosen if control.type == "select" else control.value
                said.setdefault(control.name, []).append(value or "")
        return said

    def send(self, client: Client, campaign: Campaign, form: dict[str, Any], **more: Any) -> Any:
        where = f"{at('end', campaign)}?step=how"
        return client.post(where, {**form, **more}, headers=IN_ENGLISH)

    def test_ticks_of_both_are_kept(self, campaign: Campaign, keeper: Client, luis: Client) -> None:
        on_paper(campaign)
        marta, his = self.form(keeper, campaign), self.form(luis, campaign)
        entered = {"result": "won", "kills:ned": "4", "reached:elle": ["orange"], "rounds": "9"}
        assert self.send(keeper, campaign, marta, **entered).status_code == 302
        mine = {"result": "won", "reached:wanda": ["orange"], "reached:elle": ["orange", "red"]}
        answer = self.send(luis, campaign, his, **mine, **{"fate:amy": "out_of_action"})
        assert answer.status_code == 302
        told = luis.get(answer["Location"], headers=IN_ENGLISH).content.decode()
        assert "What it entered and what you entered are both kept." in told
        state = Campaign.objects.get(pk=campaign.pk).state
        assert state.ending is not None
        assert (state.ending.kills, state.ending.rounds) == ({"ned": 4}, 9)
        assert state.ending.fallen == {"amy": "out_of_action"}
        reached = {key: sheet.reached for key, sheet in state.sheets.items() if sheet.reached}
        assert reached == {"wanda": ("orange",), "elle": ("orange", "red")}

    def test_where_they_contradict_each_other_the_form_comes_back(
        self, campaign: Campaign, keeper: Client, luis: Client
    ) -> None:
        on_paper(campaign)
        marta, his = self.form(keeper, campaign), self.form(luis, campaign)
        cards = {"carried:wanda": ["machete"]}
        self.send(keeper, campaign, marta, result="won", rounds="9", **{"kills:ned": "4"}, **cards)
        version = Campaign.objects.get(pk=campaign.pk).version
        answer = self.send(
            luis, campaign, his, result="won", **{"kills:ned": "5", "kills:amy": "2"}
        )
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "errorpage" not in html
        assert "Another phone entered something else: Ned, kills: 4. Yours stands below" in html
        assert Campaign.objects.get(pk=campaign.pk).version == version
        again = self.fields(Page("/", 409, html))
        assert (again["kills:ned"], again["kills:amy"], again["rounds"]) == (["5"], ["2"], ["9"])
        assert [card for card in again["carried:wanda"] if card] == ["machete-1"]
        assert self.send(luis, campaign, again).status_code == 302
        ending = Campaign.objects.get(pk=campaign.pk).state.ending
        assert ending is not None
        assert (ending.kills, ending.rounds) == ({"ned": 5, "amy": 2}, 9)
        assert ending.carried == {"wanda": ("machete-1",)}

    def test_what_was_entered_for_a_mission_that_is_booked_is_not_taken_for_the_next(
        self, campaign: Campaign, keeper: Client, luis: Client
    ) -> None:
        on_paper(campaign)
        his = self.form(luis, campaign)
        self.send(keeper, campaign, self.form(keeper, campaign), result="lost")
        tell(campaign, "mission.book")
        tell(campaign, "mission.start", mission="M1")
        answer = self.send(luis, campaign, his, result="won")
        assert answer.status_code == 409
        told = "This mission is booked by now. What you entered is not in it."
        assert told in answer.content.decode()
        assert Campaign.objects.get(pk=campaign.pk).state.ending is None

    def test_what_was_entered_after_the_booking_is_told_to_be_too_late(
        self, campaign: Campaign, keeper: Client, luis: Client
    ) -> None:
        on_paper(campaign)
        his = self.form(luis, campaign)
        self.send(keeper, campaign, self.form(keeper, campaign), result="lost")
        tell(campaign, "mission.book")
        answer = self.send(luis, campaign, his, result="won", **{"kills:ned": "4"})
        assert answer.status_code == 409
        assert "What you entered is not in it." in answer.content.decode()
