"""Equipment cards."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from companion.table.card_words import card_effects, card_facts
from companion.teller import Teller
from companion.terms import EQUIPMENT_KINDS, mode_word, slot_word
from companion.words import value_word
from companion.workshop.draft_forms import (
    Control,
    CountInputs,
    DraftForm,
    FieldRow,
    Inputs,
    choice,
    number,
    switch,
)
from companion.workshop.pieces.base import Lines, PieceRoom, named
from companion.workshop.pieces.effects import EFFECTS
from companion.workshop.reading import Reading
from rules import TableState
from rules.workshop.pieces import EQUIPMENT, DraftEquipment
from rules.workshop.pieces.equipment import ARMOUR, DraftProfile, modes_of

PROFILE: dict[str, Control] = {
    "nearest": number(_("Range from"), most=9),
    "furthest": number(_("Range to"), most=9),
    "dice": number(_("Dice")),
    "accuracy": number(_("Accuracy")),
    "damage": number(_("Damage")),
    "ammo_dice": number(_("Ammo dice")),
    "noisy": switch(_("Noisy")),
    "automatic": switch(_("Hits without a roll")),
    "kills_all": switch(_("Kills everybody there")),
}


class Profiles(Inputs):
    """The values of each way to use a card, as its kind has them."""

    def ask(self, form: DraftForm, name: str, value: Any) -> None:
        for mode in modes_of(form.draft.kind):
            form.begin("grid", legend=mode_word(mode))
            profile = next((profile for profile in value if profile.mode == mode), None)
            form.add_all(f"{mode}_", profile or DraftProfile(), PROFILE, is_blank=profile is None)

    def said(self, form: DraftForm, name: str, value: Any) -> Any:
        modes = modes_of(form.draft.kind)
        return tuple(DraftProfile(mode=mode, **form.said_of(f"{mode}_", PROFILE)) for mode in modes)


def _slots(form: DraftForm) -> dict[str, str]:
    slots = ("hand", "body", "backpack") if form.pack.slots.body else ("hand", "backpack")
    return {slot: capfirst(slot_word(slot).strip()) for slot in slots}


def _decks(form: DraftForm) -> dict[str, str]:
    decks = (deck for deck in form.pack.decks.values() if deck.holds == "equipment")
    return {deck.id: deck.name.in_language(form.language) for deck in decks}


def _ammo(form: DraftForm) -> dict[str, str]:
    printed = sorted({card.ammo for card in form.pack.equipment if card.ammo})
    return {key: capfirst(value_word(key, form.pack.game)) for key in printed}


class EquipmentForm(DraftForm):
    rows = (
        FieldRow(name=_("Name")),
        FieldRow(
            "grid", kind=choice(_("Kind"), EQUIPMENT_KINDS), slot=choice(_("Works in"), _slots)
        ),
        FieldRow(profiles=Profiles()),
        FieldRow(
            "grid",
            legend=_("Copies in each deck"),
            id="copies",
            copies=CountInputs(_decks, most=20),
        ),
        FieldRow(
            "grid",
            armour=_("Armor roll"),
            all_out=number(_("All-out dice"), most=9),
            upkeep=number(_("Upkeep"), most=9),
            ammo=choice(_("Ammo"), _ammo, none=_("none")),
            doors_roll=_("Doors open at"),
        ),
        FieldRow(
            "grid",
            dual=_("Dual: one in each hand"),
            reload=_("Must be reloaded"),
            explosive=_("Explosive"),
            noisy=_("Using it makes noise"),
            set_aside=_("Lies aside until somebody hands it out"),
            opens_doors=_("Opens doors"),
            doors_noisy=_("Opening makes noise"),
        ),
        EFFECTS,
    )

    def asks(self, name: str) -> bool:
        """Leave out what only some kinds or some games have."""
        there = bool(getattr(self.draft, name))
        match name:
            case "armour":
                return there or self.draft.kind in ARMOUR
            case "all_out" | "upkeep" | "ammo":
                return there or any(getattr(card, name) for card in self.pack.equipment)
        return True


def _summary(piece: DraftEquipment, reading: Reading) -> str:
    language = get_language() or "en"
    decks = [
        f"{reading.whole.decks[deck].name.in_language(language)} {count}"
        for deck, count in piece.copies.items()
        if deck in reading.whole.decks
    ]
    return " · ".join([str(EQUIPMENT_KINDS[piece.kind]), *decks])


def _lines(piece: DraftEquipment, reading: Reading) -> Lines:
    """Return what its card prints, in the words of the table."""
    card = EQUIPMENT.finished(piece, reading.setting)
    if card is None:
        return []
    teller = Teller(TableState(game=reading.house.game, players=(), survivors={}), reading.whole)
    facts = [("", fact) for fact in card_facts(card)]
    effects = [("", sentence) for sentence in card_effects(card, teller)]
    return [("", str(EQUIPMENT_KINDS[card.kind])), *facts, *effects]


ROOM = PieceRoom(
    kind="equipment",
    name=_("Equipment"),
    single=_("Equipment"),
    about=_("and weapons"),
    icon="axe",
    form=EquipmentForm,
    title=lambda piece, reading: named(piece.name),
    summary=_summary,
    lines=_lines,
)
