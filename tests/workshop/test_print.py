"""A mission of a group's own on paper: from its pack, and for those who sit at its table."""

import hashlib
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from campaigns.printing.evening import evening_of, mission_line
from campaigns.printing.kind import PrintChoices
from campaigns.printing.kinds import offered
from campaigns.printing.models import PrintJob
from campaigns.printing.paper.codes import MOST_PARTS
from campaigns.printing.sheets import pack_cards, reference, survivors, weapons
from campaigns.printing.sheets.mission import content_of_pack, content_of_table
from campaigns.printing.subjects import PackSubject, TableSubject
from companion.models import Table
from companion.people.models import Person
from companion.workshop.models import HousePack
from companion.workshop.selectors import newest_of
from companion.workshop.services import piece_add
from rules import load_packs
from rules.workshop import DraftMission, PackContent
from rules.workshop.draft import Said
from rules.workshop.pieces import PIECES
from tests.printing.prints import said
from tests.workshop.kit import GAME, add_cards, add_survivor, add_tutorial, make_pack, save
from tests.workshop.test_play import send

pytestmark = pytest.mark.django_db
AsPerson = Callable[[Person], Client]


@pytest.fixture
def subject(guest: Person, as_person: AsPerson) -> PackSubject:
    pack = make_pack(guest)
    add_tutorial(pack)
    client = as_person(guest)
    assert save(client, pack, "title", title_en="The mill", code="X1") == 302
    return PackSubject(pack.members.get())


def test_a_mission_sheet_comes_from_the_pack(subject: PackSubject) -> None:
    assert subject.missions == [("m1", "X1 The mill")]
    content = content_of_pack(subject, PrintChoices(mission="m1"))
    text = said("mission-sheets", content)
    for words in ("The mill", "9R", "4V", "All survivors must reach the exit", "2 green, asleep"):
        assert words in text
    blank = content_of_pack(subject, PrintChoices(mission=""))
    assert blank.missions == ("",)


def test_a_table_prints_what_it_plays(
    subject: PackSubject, guest: Person, as_person: AsPerson
) -> None:
    client = as_person(guest)
    key = subject.pack.mission_key("m1")
    client.post(reverse("companion:open", args=[GAME]), {"mission": key})
    table = Table.objects.get()
    of_table = TableSubject(table.seats.get(), "https://example.org/join/")
    assert of_table.missions[0] == (key, "X1 The mill")
    assert of_table.missions[1][0] == "A0"
    text = said("mission-sheets", content_of_table(of_table, PrintChoices(mission=key)))
    assert "The mill" in text
    assert subject.pack.pk.hex[:8] not in text
    line = mission_line(GAME, evening_of(of_table))
    assert line is not None
    assert (line.code, line.title) == ("X1", "The mill")


def test_a_printed_mission_stands_on_the_cards_of_its_table(guest: Person) -> None:
    client = Client()
    client.post(reverse("companion:open", args=[GAME]), {"mission": f"{GAME}:A0"})
    table = Table.objects.get()
    line = mission_line(GAME, evening_of(TableSubject(table.seats.get(), "")))
    assert line is not None
    assert (line.code, line.title) == ("A0", "Danse Macabre")


def test_cards_and_survivors_come_from_the_pack_as_many_as_it_has(subject: PackSubject) -> None:
    assert not {"pack-cards", "survivor-cards"} & set(offered(subject))
    add_cards(subject.pack)
    add_survivor(subject.pack)
    fresh = PackSubject(subject.pack.members.get())
    assert {"pack-cards", "survivor-cards"} <= set(offered(fresh))
    [sheet] = pack_cards.pieces(pack_cards.content(fresh, PrintChoices()))
    assert [card.name for card in sheet.context["cards"]] == ["C-01", "C-01"]
    assert sheet.context["cards"][0].lines[0] == ("Blue", "3 Walkers")
    [people] = survivors.pieces(survivors.content_of_pack(fresh, PrintChoices()))
    [berta] = people.context["cards"]
    assert berta.name == "Berta"
    assert any(level.skills for level in berta.levels)


def test_a_table_prints_who_and_what_it_has_of_its_own(
    subject: PackSubject, guest: Person, as_person: AsPerson
) -> None:
    pack = subject.pack
    add_survivor(pack)
    cards = PIECES["equipment"].printed(load_packs()[GAME])
    [axe] = [card for card in cards if card.id == "axe"]
    draft = PIECES["equipment"].copied(axe, "", ("en",))
    piece_add(
        member=pack.members.get(),
        kind="equipment",
        make=lambda key: replace(draft, id=key, name=Said(en="Old axe"), copies={"equipment": 1}),
    )
    words = {"survivors": f"{pack.tag}-s1", "deck": f"equipment~{pack.pk}:all-equipment"}
    as_person(guest).post(reverse("companion:open", args=[GAME]), words)
    table = Table.objects.get()
    command = {"kind": "deck.take", "deck": "equipment", "survivor": f"{pack.tag}-s1"}
    send(table, **command, card=f"{pack.tag}-e1-1")
    of_table = TableSubject(table.seats.get(), "https://example.org/join/")
    [cards] = weapons.pieces(weapons.content(of_table, PrintChoices()))
    assert [card.card.name.en for card in cards.context["cards"]] == ["Old axe"]
    [people] = survivors.pieces(survivors.content_of_table(of_table, PrintChoices()))
    assert any(level.skills for level in people.context["cards"][0].levels)
    assert reference.content_of_table(of_table, PrintChoices()).skills


def test_the_page_asks_for_a_print(
    subject: PackSubject, guest: Person, as_person: AsPerson
) -> None:
    client = as_person(guest)
    url = reverse("printing:pack", args=[subject.pack.pk])
    form = client.get(url).context["form"]
    sent = {"what": "mission-sheets", "mission": "m1"}
    sent |= {
        field.html_name: field.value()
        for field in form
        if field.html_name not in sent and field.value() not in (None, "", False, [])
    }
    assert client.post(url, sent).status_code == 302
    assert PrintJob.objects.get().kind == "mission-sheets"


def test_a_pack_comes_back_from_its_codes(client: Client, guest: Person) -> None:
    pack = make_pack(guest)
    add_tutorial(pack)
    add_cards(pack)
    codes = PackSubject(pack.members.get()).on_paper
    assert 1 <= len(codes) <= MOST_PARTS
    url = reverse("printing:restore")
    short = client.post(url, {"codes": codes[0][:40]})
    assert short.status_code == 422, "a code that was not read whole"
    shown = client.post(url, {"codes": "\n".join(f"https://else.where/r#{code}" for code in codes)})
    assert "Our plague" in shown.text
    assert shown.context["printed_here"]
    document = shown.context["document"]
    assert client.post(reverse("workshop:confirm"), {"document": document}).status_code == 302
    copy = HousePack.objects.latest("created_at")
    assert copy != pack
    assert newest_of(copy).content == newest_of(pack).content


def test_a_pack_too_large_for_paper_offers_no_codes(guest: Person) -> None:
    noise = [
        "".join(hashlib.sha256(f"{n}.{k}".encode()).hexdigest() for k in range(9))
        for n in range(60)
    ]
    missions = tuple(
        DraftMission(id=f"m{n}", title=Said(en=text)) for n, text in enumerate(noise, 1)
    )
    pack = make_pack(guest, content=PackContent(missions=missions))
    assert PackSubject(pack.members.get()).on_paper == []
    assert "pack-codes" not in offered(PackSubject(pack.members.get()))
