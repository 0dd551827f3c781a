"""A person in the workshop: their browser, and a pack to write in."""

from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from companion.people.models import Person
from companion.workshop.models import HousePack
from companion.workshop.selectors import newest_of
from companion.workshop.services import pack_create, piece_add
from rules import load_packs, mission_of
from rules.workshop import DraftMission, copied
from rules.workshop.draft import Said
from rules.workshop.pieces import PIECES, DraftDeck, DraftSpawn, DraftSurvivor
from rules.workshop.pieces.spawns import LEVELS

GAME = "black-plague"
TUTORIAL = f"{GAME}:A0"


def make_pack(person: Person, **said: object) -> HousePack:
    fields = {"game": GAME, "name": "Our plague", "author": "Marta", "languages": ["es", "en"]}
    return pack_create(person=person, **{**fields, **said})  # type: ignore[arg-type]


def add_tutorial(pack: HousePack) -> DraftMission:
    """The printed tutorial, copied."""
    printed = mission_of(GAME, TUTORIAL)
    assert printed is not None
    maker = pack.members.get(is_maker=True)
    draft: DraftMission = piece_add(
        member=maker, kind="missions", make=lambda key: copied(printed, key, GAME)
    )
    return draft


def add_survivor(pack: HousePack) -> DraftSurvivor:
    """Ann, copied: Berta."""
    printed = next(PIECES["survivors"].printed(load_packs()[GAME]))
    ann = PIECES["survivors"].copied(printed, "", ("es", "en"))
    berta: DraftSurvivor = piece_add(
        member=pack.members.get(is_maker=True),
        kind="survivors",
        make=lambda key: replace(ann, id=key, name="Berta"),
    )
    return berta


def add_cards(pack: HousePack) -> None:
    """A zombie card `C-01`, twice, and the deck of it with the box but without its necromancers."""
    maker = pack.members.get(is_maker=True)
    card = DraftSpawn(
        id="", number="C-01", copies=2, levels={level: {"walker": 3} for level in LEVELS}
    )
    piece_add(member=maker, kind="spawns", make=lambda key: replace(card, id=key))
    deck = DraftDeck(id="", name=Said(en="Quiet", es="Tranquilo"), without=("kind:necromancer",))
    piece_add(member=maker, kind="decks", make=lambda key: replace(deck, id=key))


def draft_of(pack: HousePack, key: str = "m1") -> DraftMission:
    draft = newest_of(pack).content.mission(key)
    assert draft is not None
    return draft


def fields_on(client: Client, url: str) -> dict[str, object]:
    """What the form of a page would send untouched."""
    form = client.get(url).context["form"]
    sent: dict[str, object] = {}
    for field in form:
        value = field.value()
        if value not in (None, "", False, []):
            sent[field.html_name] = "on" if value is True else value
    return sent


def save(client: Client, pack: HousePack, part: str, mission: str = "m1", **said: object) -> int:
    """Change some fields of a part's form and send it; returns the status."""
    url = reverse("workshop:part", args=[pack.pk, mission, part])
    return client.post(url, {**fields_on(client, url), **said}).status_code


def add_rule(client: Client, pack: HousePack, side: str, do: str = "", **said: object) -> int:
    url = reverse("workshop:rule", args=[pack.pk, "m1", side, 0]) + (f"?do={do}" if do else "")
    return client.post(url, {**fields_on(client, url), **said}).status_code
