"""Survivor cards: skills by danger level, health, and room to write what they carry."""

from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaigns.printing.kind import Content, PrintChoices, PrintKind, PrintOffer
from campaigns.printing.names import PERSON, name_class
from campaigns.printing.render import PrintedSheet
from campaigns.printing.subjects import (
    CampaignSubject,
    GameSubject,
    PackSubject,
    TableSubject,
)
from companion.terms import called, slot_word
from rules import Pack, TableState, played_pack
from rules.packs.played import pack_with
from rules.packs.schema import PackSurvivor
from rules.packs.schema.own import OwnBox

TEMPLATE = "print/survivor_cards.html"
CROWDED_LETTERS = 36
"""A skill with more letters than this takes two lines of the card."""
LINES = 10


class SkillLevel(NamedTuple):
    danger: str
    points: str
    skills: list[str]
    is_choice: bool
    """One of them is picked."""


class SurvivorPage(NamedTuple):
    name: str
    player: str
    levels: list[SkillLevel]
    health: int
    body: str
    """Name of the card that the body slot may hold."""
    specialties: str
    slots: list[list[str]]
    is_full: bool
    """So much text that what it carries gets lower boxes."""


class OutgoingSurvivor(Content, frozen=True, kw_only=True):
    """Somebody who goes out, by key where the pack knows them."""

    key: str = ""
    name: str
    player: str = ""
    skills: tuple[str, ...] = ()
    """Skills of a campaign, all at Blue."""


class SurvivorCards(Content, frozen=True, kw_only=True):
    game: str
    expansions: tuple[str, ...] = ()
    survivors: tuple[OutgoingSurvivor, ...]
    own_box: OwnBox | UnsetType = UNSET
    """Survivors and cards of the group's own that are there."""


def content_of_table(subject: TableSubject, chosen: PrintChoices) -> SurvivorCards:
    state: TableState = subject.seat.table.state
    return SurvivorCards(
        game=state.game,
        expansions=state.expansions,
        survivors=tuple(
            OutgoingSurvivor(key=key, name=survivor.name, player=survivor.player)
            for key, survivor in state.survivors.items()
        ),
        own_box=state.own_box or UNSET,
    )


def content_of_campaign(subject: CampaignSubject, chosen: PrintChoices) -> SurvivorCards:
    facts = subject.facts
    return SurvivorCards(
        game=facts.game,
        expansions=(facts.expansion,) if facts.expansion else (),
        survivors=tuple(
            OutgoingSurvivor(
                key=sheet.key, name=sheet.name, player=sheet.player, skills=tuple(sheet.skills)
            )
            for sheet in facts.sheets
            if sheet.status != "dead"
        ),
    )


def content_of_game(subject: GameSubject, chosen: PrintChoices) -> SurvivorCards:
    pack: Any = subject.pack
    return SurvivorCards(
        game=pack.game,
        survivors=tuple(
            OutgoingSurvivor(key=survivor.id, name=survivor.name) for survivor in pack.survivors
        ),
    )


def content_of_pack(subject: PackSubject, chosen: PrintChoices) -> SurvivorCards:
    """Return the cards of survivors the group invented or copied from printed ones."""
    box = subject.reading.whole_box
    return SurvivorCards(
        game=subject.pack.game,
        expansions=tuple(subject.reading.game.expansions),
        survivors=tuple(
            OutgoingSurvivor(key=survivor.id, name=survivor.name) for survivor in box.survivors
        ),
        own_box=box,
    )


def title(content: SurvivorCards) -> str:
    name = played_pack(content.game, content.expansions).short.in_language(get_language() or "en")
    return _("Survivor cards: %(game)s") % {"game": name}


def pieces(content: SurvivorCards) -> list[PrintedSheet]:
    pack = pack_with(content.game, content.expansions, content.own_box or None)
    known = {survivor.id: survivor for survivor in pack.survivors}
    cards = [_card(person, known.get(person.key), pack) for person in content.survivors]
    context = {
        "cards": cards,
        "pack": pack,
        "game": pack.short.in_language(get_language() or "en"),
        "mark": title(content),
    }
    return [PrintedSheet(title(content), TEMPLATE, context, one_page=False)]


def _card(person: OutgoingSurvivor, known: PackSurvivor | None, pack: Pack) -> SurvivorPage:
    language = get_language() or "en"
    levels = [_level(number, person, known, pack) for number in range(len(pack.danger))]
    body = next((card for card in pack.equipment if known and card.id == known.body), None)
    specialties = [
        pack.specialties[key].in_language(language)
        for key in (known.specialties if known else ()) or ()
        if key in pack.specialties
    ]
    lines = sum(
        1 + (len(skill) > CROWDED_LETTERS) for level in levels for skill in level.skills or [""]
    )
    return SurvivorPage(
        name=person.name,
        player=called(person.player) if person.player else "",
        levels=levels,
        health=(known.health if known else None) or pack.health,
        body=body.name.in_language(language) if body else "",
        specialties=", ".join(specialties),
        slots=_slots(pack),
        is_full=lines > LINES or name_class(person.name, PERSON) == f"nm{len(PERSON.sizes)}",
    )


def _level(
    number: int, person: OutgoingSurvivor, known: PackSurvivor | None, pack: Pack
) -> SkillLevel:
    language = get_language() or "en"
    level, after = pack.danger[number], pack.danger[number + 1 : number + 2]
    keys = list(getattr(known.skills, level.id) or ()) if known else []
    if level == pack.danger[0]:
        keys += [key for key in person.skills if key not in keys]
    names = [pack.skills[key].name.in_language(language) for key in keys if key in pack.skills]
    return SkillLevel(
        level.id,
        f"{level.points}-{after[0].points - 1}" if after else f"{level.points}+",
        names,
        is_choice=len(names) > 1 and level != pack.danger[0],
    )


def _slots(pack: Pack) -> list[list[str]]:
    """Return the slots: hands and body above, backpack below."""
    hands = [slot_word("hand")] * pack.slots.hand
    body = [slot_word("body")] * pack.slots.body
    above = [*hands[:1], *body, *hands[1:]]
    backpack = [slot_word("backpack")] * pack.slots.backpack
    below = [f"{word} {number}" for number, word in enumerate(backpack, 1)]
    return [row for row in (above, below) if row]


def _is_of_family(subject: Any) -> bool:
    return bool(subject.is_of_family)


KINDS = (
    PrintKind(
        name="survivor-cards",
        content=SurvivorCards,
        title=title,
        pieces=pieces,
        templates=(TEMPLATE,),
        offers=(
            PrintOffer(
                of=TableSubject,
                name=gettext_lazy("Survivor cards"),
                about=gettext_lazy("skills by level, health, what they carry"),
                content=content_of_table,
                rank=45,
                may=_is_of_family,
            ),
            PrintOffer(
                of=CampaignSubject,
                name=gettext_lazy("Survivor cards"),
                about=gettext_lazy("skills by level, health, what they carry"),
                content=content_of_campaign,
                rank=35,
            ),
            PrintOffer(
                of=PackSubject,
                name=gettext_lazy("Survivor cards"),
                about=gettext_lazy("skills by level and health, to cut out"),
                content=content_of_pack,
                rank=45,
                may=lambda subject: bool(subject.reading.whole_box.survivors),
            ),
            PrintOffer(
                of=GameSubject,
                name=gettext_lazy("Survivor cards"),
                about=gettext_lazy("everybody of the box, to cut out"),
                content=content_of_game,
                rank=25,
                may=lambda subject: subject.pack is not None,
            ),
        ),
    ),
)
