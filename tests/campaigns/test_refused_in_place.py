"""A form that is refused comes back: its page, the reason in it, what was typed still there."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from campaigns import services
from campaigns.models import Campaign, Member
from campaigns.play.services import mission_open
from companion.people.models import Person
from rules.campaign import CampaignState, book_of
from rules.campaign.upkeep import still_to_roll
from tests.campaigns.kit import begin, command, keeper_of, step, tell
from tests.robot.page import Control, Form, Page

pytestmark = pytest.mark.django_db
Browser = Callable[[Person], Client]
TYPED = "Typed 7"

WRONG: dict[str, dict[str, str]] = {
    "member-name": {"name": " "},
    "rename": {"name": " "},
    "invite": {"role": "nobody"},
    "role": {"role": "nobody"},
    "branch": {"name": "x" * 61},
    "shelf": {"where": "nowhere"},
    "begin": {"players": "x" * 61, "with_box": ""},
}
"""What is refused where no command is sent; a command is refused for its id."""
NEVER_REFUSED = {
    "close-invitation": "closed twice is closed",
    "hand-over": "only another member is offered",
    "play": "leads to the table, or back to the campaign",
    "map-draw": "only known missions are offered",
    "restore": "what is in the bin can be taken out",
}


def at(name: str, campaign: Campaign, *more: object) -> str:
    return reverse(f"campaigns:{name}", args=[campaign.pk, *more])


def opened(client: Client, url: str) -> Page:
    answer = client.get(url, follow=True)
    where = answer.redirect_chain[-1][0] if answer.redirect_chain else url
    return Page(where, answer.status_code, answer.content.decode())


def stages(campaign: Campaign, luis: Person) -> Iterator[tuple[str, ...]]:
    """A campaign from its first day on, and the pages with forms that it has at each stage."""
    Member.objects.create(campaign=campaign, person=luis, name="Luis", role="player")
    campaign.invitations.create(made_by="Marta")
    always = ("campaign", "members", "more", "start", "objectives", "end")
    yield always
    tell(campaign, "mission.start", mission="M1")
    first, second = list(campaign_now(campaign).objectives)[:2]
    tell(campaign, "objective.take", card=first, sheet="wanda")
    tell(campaign, "sheet.amend", sheet="amy", reason="on paper", points=3)
    yield (*always, f"card {first}", f"card {second}", "card m1-note-1", "sheet wanda")
    carried = {"wanda": ["machete", "chainsaw"], "amy": ["machete"]}
    tell(campaign, "mission.finish", result="won", dead=["elle"], carried=carried)
    yield (
        *always,
        *(f"end ?step={step}" for step in ("how", "upkeep", "rewards", "heirs", "book")),
    )
    state = campaign_now(campaign)
    for sheet, card in still_to_roll(state, book_of(state)):
        tell(campaign, "upkeep.roll", sheet=sheet, card=card)
    yield ("end ?step=book",)
    tell(campaign, "mission.book")
    yield (*always, "sheet elle")
    for mission in ("M2", "M3"):
        tell(campaign, "mission.start", mission=mission)
        if mission == "M2":
            tell(campaign, "mission.finish", result="won")
            tell(campaign, "mission.book")
    hours = [key for key in campaign_now(campaign).objectives if "-at-" in key]
    yield tuple(f"card {key}" for key in hours[:1])
    tell(campaign, "mission.finish", result="lost")
    tell(campaign, "mission.book")
    mission_open(
        campaign_id=campaign.pk,
        member=keeper_of(campaign),
        command=command(campaign, "mission.start", mission="M3"),
    )
    yield always


def campaign_now(campaign: Campaign) -> CampaignState:
    return Campaign.objects.get(pk=campaign.pk).state


def address(campaign: Campaign, page: str) -> str:
    name, *more = page.split()
    query = "".join(word for word in more if word.startswith("?"))
    return at(name, campaign, *(word for word in more if word != query)) + query


def filled(form: Form) -> dict[str, list[str]]:
    """A form as a reader fills it in: something in every field."""
    sent: dict[str, list[str]] = {}
    for control in form.controls:
        value = value_for(control)
        if control.name and value is not None:
            sent.setdefault(control.name, []).append(value)
    return sent


def value_for(control: Control) -> str | None:
    if control.is_disabled or control.type in ("file", "submit", "button"):
        return None
    if control.type == "hidden":
        return control.value
    if control.type in ("checkbox", "radio"):
        return control.value or "on"
    if control.type == "select":
        return control.options[-1][0] if control.options else None
    if control.type == "number":
        return "7"
    return TYPED[: int(control.maxlength or 99)]


def free_texts(form: Form) -> list[str]:
    kinds = ("text", "textarea", "number")
    return [each.name for each in form.controls if each.type in kinds and each.name]


def test_every_form_of_a_campaign_says_in_place_why_it_is_refused(
    guest: Person, as_person: Browser
) -> None:
    campaign, luis = begin(guest), Person.objects.create(name="Luis")
    keeper, seen = as_person(guest), set()
    fixed = [reverse("campaigns:begin", args=["zombicide-2e", "free"])]
    for pages in stages(campaign, luis):
        for url in [*(address(campaign, page) for page in pages), *fixed]:
            page = opened(keeper, url)
            assert page.status == 200, url
            for form in page.forms:
                if form.method != "post" or not form.action.startswith("/campaigns/"):
                    continue
                seen.add(refused_in_place(keeper, page, form))
    assert {"keyword.gain", "objective.keep", "objective.reveal", "objective.describe"} <= seen
    assert {"note.read", "sheet.succeed", "sheet.add", "campaign.end", "mission.book"} <= seen
    assert {"end", "roll", "start", "undo", "remove", *WRONG} <= seen


def refused_in_place(client: Client, page: Page, form: Form) -> str:
    """Send a form so that it is refused, and look at the answer; its kind or its address."""
    name = resolve(form.action.partition("?")[0]).url_name
    sent = filled(form)
    kind = (sent.get("kind") or [name])[0]
    if name in NEVER_REFUSED:
        return name
    pressed = [button for button in page.buttons if button.form is form and button.name]
    for button in pressed[:1]:
        sent[button.name] = [button.value]
        kind = button.kind if "." in button.kind else kind
    if "id" in sent:
        sent["id"] = ["no id"]
    elif name == "remove":
        if not form.action.endswith(f"/{client_member(page)}/remove/"):
            return name
    else:
        assert name in WRONG, f"{name}: how is it refused?"
        sent |= {field: [value] for field, value in WRONG[name].items()}
    url = f"http://testserver{page.url}"
    answer = client.post(form.action, sent, headers={"Referer": url, "Host": "testserver"})
    html = answer.content.decode()
    where = f"{page.url}: {kind}"
    assert answer.status_code in (400, 422), where
    assert "errorpage" not in html, where
    again = Page(page.url, answer.status_code, html)
    assert in_form(html, form.action) or 'class="field__errors"' in html, where
    theirs = [each for each in again.forms if filled_names(each) == filled_names(form)]
    assert theirs, where
    for field in free_texts(form):
        kept = [c.value for each in theirs for c in each.controls if c.name == field]
        assert set(sent[field]) & set(kept), f"{where}: {field}"
    return kind


def filled_names(form: Form) -> list[str]:
    return [form.action, *(each.name for each in form.controls)]


def client_member(page: Page) -> int:
    return Member.objects.get(campaign=page.path.split("/")[2], role="keeper").pk


def in_form(html: str, action: str) -> bool:
    """Whether the one reason on the page stands at the head of a form that goes there."""
    found = re.findall(r'<form[^>]*>\s*(?=<ul[^>]*id="refused"|<div[^>]*id="refused")', html)
    goes = [f'action="{action}"' in tag or "action=" not in tag for tag in found]
    return html.count('id="refused"') == 1 and goes == [True]


def post(client: Client, page: str, action: str, sent: dict[str, object], **headers: str) -> Page:
    came_from = {"Referer": f"http://testserver{page}", "Host": "testserver"}
    answer = client.post(action, sent, headers={**came_from, **headers})
    return Page(page, answer.status_code, answer.content.decode())


def refused(client: Client, page: str, number: int, **typed: str) -> tuple[Page, str]:
    """Fill in the form with that kind, send it, and read the reason; the page as it comes back."""
    kind = typed["kind"]
    forms = [f for f in opened(client, page).forms if ["kind", kind] in said(f)]
    sent = {**filled(forms[number]), **typed}
    sent.pop("override", None)
    answer = post(client, page, forms[number].action, sent)
    assert "errorpage" not in answer.html
    return answer, reason(answer)


def said(form: Form) -> list[list[str]]:
    return [[each.name, each.value] for each in form.controls if each.type == "hidden"]


def reason(page: Page) -> str:
    found = re.findall(r'id="refused".*?<span>(.*?)</span>', page.html)
    assert len(found) == 1
    return str(found[0])


@pytest.fixture
def campaign(guest: Person) -> Campaign:
    return begin(guest)


@pytest.fixture
def keeper(guest: Person, as_person: Browser) -> Client:
    client = as_person(guest)
    client.cookies["django_language"] = "en"
    return client


def test_a_card_of_nineteen_hours_says_so_where_it_would_be_taken(
    keeper: Client, campaign: Campaign
) -> None:
    tell(campaign, "mission.start", mission="M3", out_of_order=True)
    page = at("card", campaign, "m3-at-19-1")
    answer, why = refused(keeper, page, 0, kind="objective.take", sheet="wanda", on="door")
    assert (answer.status, why) == (
        422,
        "Nobody takes that card: it is read when the clock shows 19.",
    )
    door = next(c for f in answer.forms for c in f.controls if c.value == "door")
    assert door.is_checked


def test_a_missing_keyword_is_said_in_the_form_that_wants_it(
    keeper: Client, campaign: Campaign
) -> None:
    tell(campaign, "mission.start", mission="M1")
    card = "m1-objective-1"
    tell(campaign, "objective.take", card=card, sheet="wanda")
    tell(campaign, "objective.keep", card=card, where="back", needs="BOLTCUTTER")
    page = at("card", campaign, card)
    answer, why = refused(keeper, page, 0, kind="objective.take", sheet="wanda", on="zone")
    assert (answer.status, why) == (422, "That card asks for BOLTCUTTER first.")


def test_the_text_of_a_card_that_was_taken_back_is_not_lost(
    keeper: Client, campaign: Campaign
) -> None:
    """The page has no field for it any more, so the reason says it."""
    tell(campaign, "mission.start", mission="M1")
    card = "m1-objective-1"
    tell(campaign, "objective.take", card=card, sheet="wanda")
    page = at("card", campaign, card)
    form = next(f for f in opened(keeper, page).forms if "note-text" in free_texts(f))
    keep = '{"kind":"objective.keep","where":"done"}'
    typed = {**filled(form), "note-number": "31", "note-text": "A <brass> key", "with": keep}
    step(campaign, services.campaign_undo)
    answer = post(keeper, page, form.action, typed)
    assert answer.status == 422
    assert "“31 A &lt;brass&gt; key”" in reason(answer)


@pytest.mark.parametrize(
    ("page", "typed", "why"),
    [
        (
            "card",
            {"kind": "keyword.gain", "word": ...},
            "Una palabra clave tiene de 1 a 60 letras.",
        ),
        ("card", {"kind": "objective.keep", "needs": ...}, "Una palabra clave tiene de 1"),
        ("card", {"kind": "achievement.earn", "achievement": ...}, "El nombre de un logro tiene"),
        (
            "sheet",
            {"kind": "sheet.amend", "points": "3", "reason": ...},
            "Un motivo tiene de 1 a 200",
        ),
        ("sheet", {"kind": "sheet.edit", "player": ...}, "El nombre de un jugador tiene de 1"),
    ],
)
def test_what_shows_nothing_is_refused_in_the_form(
    keeper: Client, campaign: Campaign, page: str, typed: dict[str, Any], why: str
) -> None:
    tell(campaign, "mission.start", mission="M1")
    tell(campaign, "objective.take", card="m1-objective-1", sheet="wanda")
    keeper.cookies["django_language"] = "es"
    url = at(page, campaign, "m1-objective-1" if page == "card" else "wanda")
    sent = {name: "\u200b\u2060" if value is ... else value for name, value in typed.items()}
    answer, said_why = refused(keeper, url, 0, **sent)
    assert answer.status == 422
    assert said_why.startswith(why)


def test_what_another_phone_has_done_meanwhile_leaves_what_was_typed(
    keeper: Client, campaign: Campaign
) -> None:
    """The form comes with what is known now: sent once more, it is taken."""
    page, sent = at("more", campaign), {"kind": "sheet.add", "sheet": "own"}
    form = next(f for f in opened(keeper, page).forms if ["kind", "sheet.add"] in said(f))
    stale = {**filled(form), **sent, "name": ["-", "Ñañi <b>"], "player": "Ana"}
    tell(campaign, "sheet.amend", sheet="amy", reason="on paper", points=3)
    answer = post(keeper, page, form.action, stale)
    if answer.status == 409:
        assert reason(answer).startswith("Another phone was faster. What you entered is still here")
        form = next(f for f in answer.forms if ["kind", "sheet.add"] in said(f))
        assert [c.value for c in form.controls if c.name == "name"] == ["-", "Ñañi <b>"]
        fresh = {**stale, **{c.name: c.value for c in form.controls if c.name in ("id", "seen")}}
        assert post(keeper, page, form.action, fresh).status == 302
    assert "Ñañi <b>" in [sheet.name for sheet in campaign_now(campaign).sheets.values()]


def test_where_its_form_is_gone_the_reason_stands_at_the_head_of_the_page(
    keeper: Client, campaign: Campaign
) -> None:
    page = f"{at('start', campaign)}?mission=M1"
    form = next(f for f in opened(keeper, page).forms if "/start/" in f.action or not f.action)
    tell(campaign, "mission.start", mission="M1")
    sent = {**filled(form), "where": "paper"}
    answer = post(keeper, page, form.action or page, sent)
    assert answer.status == 409
    assert reason(answer) == "Another phone was faster. This is how things stand now."
    assert f'data-page="{at("campaign", campaign)}"' in answer.html
    assert 'class="toast toast--bad"' in answer.html


def test_a_page_that_a_stranger_cannot_open_is_not_shown_with_a_refusal(
    keeper: Client, campaign: Campaign, as_person: Browser
) -> None:
    """The page is asked for as the one who sent the form."""
    luis = Person.objects.create(name="Luis")
    other = begin(luis)
    mine = {"kind": "keyword.gain", "id": "no id", "seen": "0", "next": at("more", other)}
    answer = post(keeper, at("members", other), at("command", campaign), mine)
    assert answer.status == 400
    assert "errorpage" in answer.html
    assert other.name not in answer.html
