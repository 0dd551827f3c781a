"""One file, both ways: equal after the round trip, and nothing of a bad one gets in."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from campaigns.models import Campaign
from campaigns.transfer.document import read_document
from campaigns.transfer.services import campaign_export, campaign_import
from companion.files.reading import MOST_BYTES
from companion.people.models import Person
from companion.words import error_message
from rules import IllegalCommand
from tests.campaigns.kit import begin, book_mission, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(guest: Person) -> bytes:
    campaign = begin(guest, name="Los jueves de Íñigo")
    book_mission(campaign, "M1", carried={"ned": ["machete", "chainsaw"]}, dead=["doug"])
    tell(campaign, "mission.start", mission="M2")
    tell(campaign, "objective.take", card="m2-objective-1", sheet="ned")
    tell(campaign, "objective.describe", card="m2-objective-1", text="Ñandú: «hola»")
    campaign.refresh_from_db()
    return campaign_export(campaign)


def test_export_of_the_import_is_the_export(file: bytes, account: Person) -> None:
    before = Campaign.objects.count()
    copy = campaign_import(person=account, saved=read_document(file)[0])
    assert campaign_export(copy) == file
    assert Campaign.objects.count() == before + 1, "always a new campaign"
    assert copy.members.get().person == account


def test_the_file_is_readable_and_keeps_the_dice_secret(file: bytes) -> None:
    text = file.decode()
    assert "Ñandú" in text
    assert text.count("\n") > 100
    document = json.loads(text)
    assert (document["format"], document["version"]) == ("safehouse.campaign", 1)
    assert document["state"]["seed"] == ""


def test_an_imported_campaign_plays_on(file: bytes, account: Person) -> None:
    copy = campaign_import(person=account, saved=read_document(file)[0])
    tell(copy, "objective.keep", card="m2-objective-1")
    tell(copy, "mission.finish", result="won")
    assert tell(copy, "mission.book").played[-1].mission == "M2"


def changed(file: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    body = json.loads(file)
    change(body)
    return json.dumps(body).encode()


@pytest.mark.parametrize("cut", [0, 1, 100, 2000])
def test_a_truncated_file(file: bytes, cut: int) -> None:
    with pytest.raises(IllegalCommand, match=r"transfer\.unreadable"):
        read_document(file[: cut or 0] if cut else b"")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe\x00", "transfer.unreadable"),
        (b"[" * 100_000, "transfer.foreign"),
        (b"[]", "transfer.foreign"),
        (b'{"format": "other.app", "version": 1}', "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": "1"}', "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": true}', "transfer.foreign"),
        (b'{"format": "safehouse.campaign", "version": 2}', "transfer.newer"),
        (b'{"format": "safehouse.campaign", "version": 1}', "transfer.unsound"),
        (b" " * (MOST_BYTES + 1), "transfer.too_large"),
    ],
)
def test_what_is_no_campaign_of_ours(data: bytes, code: str) -> None:
    with pytest.raises(IllegalCommand) as caught:
        read_document(data)
    assert caught.value.code == code


def sheet(body: dict[str, Any]) -> dict[str, Any]:
    wanda: dict[str, Any] = body["state"]["sheets"]["wanda"]
    return wanda


@pytest.mark.parametrize(
    "change",
    [
        lambda body: sheet(body).update(points=21),
        lambda body: sheet(body).update(points=-1),
        lambda body: sheet(body).update(extra_actions=1),
        lambda body: sheet(body).update(points=20, skills=["hoard", "hoard"]),
        lambda body: sheet(body).update(points=20, skills=["fly"]),
        lambda body: sheet(body).update(kept=["lightsabre-1"]),
        lambda body: sheet(body).update(own="key"),
        lambda body: body["state"].update(game="chess"),
        lambda body: body["state"].update(mission="M99"),
        lambda body: body["state"].update(sheets={}),
        lambda body: body.update(begun="yesterday"),
        lambda body: body.update(begun="2026-01-01T00:00:00"),
        lambda body: body["entries"].pop(0),
        lambda body: body["entries"][0].update(kind="again"),
        lambda body: body["runs"][0].update(number=7),
        lambda body: body.update(more=1),
    ],
)
def test_a_file_that_no_game_could_have_led_to(
    file: bytes, change: Callable[[dict[str, Any]], object]
) -> None:
    with pytest.raises(IllegalCommand, match=r"transfer\.unsound"):
        read_document(changed(file, change))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda body: body["state"].update(sheets={}),
            "Una mesa necesita al menos un Superviviente.",
        ),
        (lambda body: body.update(state=None), "Está en state."),
        (lambda body: body["entries"][0].update(who="x" * 61), "Está en entries[].who."),
        (lambda body: body["entries"][0].update(at="x"), "Está en entries[0].at."),
        (lambda body: body.update(begun="2999-01-01T12:00:00Z"), "Está en begun."),
        (lambda body: body.update(more=1), "Guárdalo otra vez en su origen."),
    ],
)
def test_the_refusal_of_a_file_is_a_sentence_in_the_language_of_the_reader(
    file: bytes, change: Callable[[dict[str, Any]], object], why: str
) -> None:
    with translation.override("es"), pytest.raises(IllegalCommand) as caught:
        read_document(changed(file, change))
    with translation.override("es"):
        told = error_message(caught.value)
    assert told == f"Algo de este archivo no puede ser así. {why}"


def test_names_that_earlier_versions_took_are_mended(file: bytes, account: Person) -> None:
    long, unseen = "w" * 61, "\u200b"

    def bend(body: dict[str, Any]) -> None:
        first, second, third, *_others = body["state"]["sheets"].values()
        first.update(name=long)
        second.update(name="", player=unseen)
        third.update(name="w" * 60)
        body.update(name="\u3164")

    saved, mended = read_document(changed(file, bend))
    first, second, *_others = saved.state.sheets.values()
    assert (first.name, second.name, second.player) == ("w" * 56 + " (2)", "Survivor", "Player")
    assert saved.name == "Campaign"
    assert mended == {long: first.name, "": "Survivor", unseen: "Player", "\u3164": "Campaign"}
    assert campaign_import(person=account, saved=saved).name == "Campaign"


def test_names_are_tidied_as_a_beginning_tidies_them(file: bytes, account: Person) -> None:
    def bend(body: dict[str, Any]) -> None:
        body["state"]["sheets"]["ned"].update(player=" Ana \u200b Ruiz")
        body.update(name="Infected \u3164 State ")

    saved, mended = read_document(changed(file, bend))
    assert mended == {" Ana \u200b Ruiz": "Ana Ruiz", "Infected \u3164 State ": "Infected State"}
    campaign = campaign_import(person=account, saved=saved)
    assert (campaign.name, campaign.state.sheets["ned"].player) == ("Infected State", "Ana Ruiz")


@pytest.mark.parametrize("unfit", ["   ", "\u200b", "\u2060\u200b", "w" * 61])
def test_names_are_mended_alike_now_and_where_a_branch_can_begin(
    file: bytes, account: Person, unfit: str
) -> None:
    def bend(body: dict[str, Any]) -> None:
        befores = [entry["before"] for entry in body["entries"] if entry["before"]]
        assert befores, "a booked mission leaves places to branch from"
        for state in (body["state"], *befores):
            state["sheets"]["ned"].update(player=unfit)

    saved, mended = read_document(changed(file, bend))
    befores = [entry.before for entry in saved.entries if entry.before]
    names = {state.sheets["ned"].player for state in (saved.state, *befores)}
    assert names == {mended[unfit]}
    assert campaign_import(person=account, saved=saved).state.sheets["ned"].player in names


def test_a_name_that_stands_only_where_a_branch_can_begin_is_mended(file: bytes) -> None:
    def bend(body: dict[str, Any]) -> None:
        before = next(entry["before"] for entry in body["entries"] if entry["before"])
        before["sheets"]["ned"].update(name="w" * 61, player="\u200b")

    saved, mended = read_document(changed(file, bend))
    before = next(entry.before for entry in saved.entries if entry.before)
    assert (before.sheets["ned"].name, before.sheets["ned"].player) == ("w" * 60, "Player")
    assert mended == {"w" * 61: "w" * 60, "\u200b": "Player"}


def test_names_that_look_the_same_are_refused_as_at_the_beginning(file: bytes) -> None:
    def bend(body: dict[str, Any]) -> None:
        first, second, *_others = body["state"]["sheets"].values()
        first.update(name="Ana")
        second.update(name="ANA")

    with pytest.raises(IllegalCommand, match=r"transfer\.unsound"):
        read_document(changed(file, bend))
