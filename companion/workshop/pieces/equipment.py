"""Equipment cards."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from companion.table.card_words import card_effects, card_facts
from companion.teller import Teller
from companion.terms import EQUIPMENT_KINDS, item_icon, mode_word, slot_word
from companion.words import value_word
from companion.workshop.fields import choice_field, number_field, switch_field
from companion.workshop.pieces.base import Lines, PieceRoom, named
from companion.workshop.pieces.effects import WithEffects
from companion.workshop.reading import Reading
from rules import TableState
from rules.workshop.pieces import EQUIPMENT, DraftEquipment
from rules.workshop.pieces.equipment import DraftProfile, modes_of

SWITCHES = {
    "dual": gettext_lazy("Dual: one in each hand"),
    "reload": gettext_lazy("Must be reloaded"),
    "explosive": gettext_lazy("Explosive"),
    "noisy": gettext_lazy("Using it makes noise"),
    "set_aside": gettext_lazy("Lies aside until somebody hands it out"),
    "opens_doors": gettext_lazy("Opens doors"),
    "doors_noisy": gettext_lazy("Opening makes noise"),
}
PROFILE = {
    "nearest": (gettext_lazy("Range from"), 0, 9),
    "furthest": (gettext_lazy("Range to"), 0, 9),
    "dice": (gettext_lazy("Dice"), 0, 20),
    "accuracy": (gettext_lazy("Accuracy"), 1, 6),
    "damage": (gettext_lazy("Damage"), 0, 20),
    "ammo_dice": (gettext_lazy("Ammo dice"), 0, 20),
}
PROFILE_SWITCHES = {
    "noisy": gettext_lazy("Noisy"),
    "automatic": gettext_lazy("Hits without a roll"),
    "kills_all": gettext_lazy("Kills everybody there"),
}


class EquipmentForm(WithEffects):
    def lay_out(self) -> None:
        piece: DraftEquipment = self.piece
        self.ask_words("name", _("Name"))
        self.fields["kind"] = forms.ChoiceField(
            label=_("Kind"), choices=[(key, word) for key, word in EQUIPMENT_KINDS.items()]
        )
        slots = {slot: capfirst(slot_word(slot).strip()) for slot in ("hand", "body", "backpack")}
        if not self.pack.slots.body and piece.slot != "body":
            slots.pop("body")
        self.fields["slot"] = forms.ChoiceField(label=_("Works in"), choices=list(slots.items()))
        self.initial["kind"], self.initial["slot"] = piece.kind, piece.slot
        self._ask_decks()
        for mode in modes_of(piece.kind):
            self._ask_profile(mode)
        self._ask_numbers()
        for name, label in SWITCHES.items():
            self.fields[name] = switch_field(label)
            self.initial[name] = getattr(piece, name)
        self.fields["doors_roll"] = number_field(_("Doors open at"), least=1, most=6)
        self.initial["doors_roll"] = piece.doors_roll
        self.ask_effects()

    def _ask_decks(self) -> None:
        for deck in self.pack.decks.values():
            if deck.holds == "equipment":
                name = f"copies_{deck.id}"
                self.fields[name] = number_field(deck.name.in_language(self.language), most=20)
                self.initial[name] = self.piece.copies.get(deck.id)

    def _ask_profile(self, mode: str) -> None:
        profile = next((profile for profile in self.piece.profiles if profile.mode == mode), None)
        for name, (label, least, most) in PROFILE.items():
            self.fields[f"{mode}_{name}"] = number_field(label, least=least, most=most)
            self.initial[f"{mode}_{name}"] = getattr(profile, name) if profile else None
        for name, label in PROFILE_SWITCHES.items():
            self.fields[f"{mode}_{name}"] = switch_field(label)
            self.initial[f"{mode}_{name}"] = getattr(profile, name) if profile else False

    def _ask_numbers(self) -> None:
        """What only some kinds or some games have."""
        printed = self.pack.equipment
        piece = self.piece
        if piece.kind in ("armour", "shield") or piece.armour:
            self.fields["armour"] = number_field(_("Armour roll"), least=1, most=6)
            self.initial["armour"] = piece.armour
        if any(card.all_out for card in printed) or piece.all_out:
            self.fields["all_out"] = number_field(_("All-out dice"), most=9)
            self.initial["all_out"] = piece.all_out
        if any(card.upkeep for card in printed) or piece.upkeep:
            self.fields["upkeep"] = number_field(_("Upkeep"), most=9)
            self.initial["upkeep"] = piece.upkeep
        ammo = sorted({card.ammo for card in printed if card.ammo} | {piece.ammo or ""} - {""})
        if ammo:
            words = {key: capfirst(value_word(key, self.pack.game)) for key in ammo}
            self.fields["ammo"] = choice_field(_("Ammo"), words, _("none"))
            self.initial["ammo"] = piece.ammo or ""

    # --- for the template ---

    @property
    def decks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("copies_")]

    @property
    def profiles(self) -> list[tuple[str, list[forms.BoundField], list[forms.BoundField]]]:
        """Each way to use it: its name, its numbers, its switches."""
        return [
            (
                mode_word(mode),
                [self[f"{mode}_{name}"] for name in PROFILE],
                [self[f"{mode}_{name}"] for name in PROFILE_SWITCHES],
            )
            for mode in modes_of(self.piece.kind)
        ]

    @property
    def numbers(self) -> list[forms.BoundField]:
        names = ("armour", "all_out", "upkeep", "ammo", "doors_roll")
        return [self[name] for name in names if name in self.fields]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in SWITCHES]

    def said(self) -> DraftEquipment:
        cleaned = self.cleaned_data
        card: DraftEquipment = self.replaced(
            name=self.words_of("name"),
            kind=cleaned["kind"],
            slot=cleaned["slot"],
            copies={
                name.removeprefix("copies_"): cleaned[name]
                for name in self.fields
                if name.startswith("copies_") and cleaned[name]
            },
            profiles=tuple(self._profile(mode) for mode in modes_of(self.piece.kind)),
            armour=cleaned.get("armour"),
            all_out=cleaned.get("all_out") or 0,
            upkeep=cleaned.get("upkeep"),
            ammo=cleaned.get("ammo") or None,
            doors_roll=cleaned["doors_roll"],
            effects=self.effects_said(),
            **{name: cleaned[name] for name in SWITCHES},
        )
        return card

    def _profile(self, mode: str) -> DraftProfile:
        cleaned = self.cleaned_data
        numbers = {name: cleaned[f"{mode}_{name}"] for name in PROFILE}
        for name in ("nearest", "furthest", "ammo_dice"):
            numbers[name] = numbers[name] or 0
        switches = {name: cleaned[f"{mode}_{name}"] for name in PROFILE_SWITCHES}
        return DraftProfile(mode=mode, **numbers, **switches)  # type: ignore[arg-type]


def _summary(piece: DraftEquipment, reading: Reading) -> str:
    language = get_language() or "en"
    decks = [
        f"{reading.whole.decks[deck].name.in_language(language)} {count}"
        for deck, count in piece.copies.items()
        if deck in reading.whole.decks
    ]
    return " · ".join([str(EQUIPMENT_KINDS[piece.kind]), *decks])


def icon_of(piece: DraftEquipment) -> str:
    return item_icon("", piece.kind)


def _lines(piece: DraftEquipment, reading: Reading) -> Lines:
    """What its card prints, as the table would tell it."""
    card = EQUIPMENT.finished(piece, reading.setting)
    if card is None:
        return []
    teller = Teller(TableState(game=reading.house.game, players=(), survivors={}), reading.whole)
    facts = [("", fact) for fact in card_facts(card)]
    effects = [("", sentence) for sentence in card_effects(card, teller)]
    return [("", str(EQUIPMENT_KINDS[card.kind])), *facts, *effects]


ROOM = PieceRoom(
    kind="equipment",
    name=gettext_lazy("Equipment"),
    single=gettext_lazy("Equipment"),
    about=gettext_lazy("and weapons"),
    icon="axe",
    form=EquipmentForm,
    template="workshop/pieces/equipment.html",
    title=lambda piece, reading: named(piece.name),
    summary=_summary,
    lines=_lines,
)
