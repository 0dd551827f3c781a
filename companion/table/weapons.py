"""With what a survivor can attack now, and what there is to say to each: made of the offers."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from companion.selectors import Board
from companion.table.items import dice_words, item, name_of
from companion.teller import Teller
from companion.terms import item_icon, mode_word
from companion.words import error_message
from rules import IllegalCommand, Offer, offers
from rules.fields import Choice, Counts, Exactly, Flag, Number, OneOf, Several
from rules.packs.schema.cards import Profile

ATTACK = "attack.resolve"
NOT_IN_HAND = "attack.not_in_hand"
Said = dict[str, object]


class WeaponUse(NamedTuple):
    """A weapon, or two of a name, and a way to use it: `ranged:pistol-1+pistol-2`."""

    use: str
    name: str
    icon: str
    mode: str
    values: str
    is_own: bool
    """In the survivor's hands; else one of the box, for tables that keep their cards on paper."""
    why_not: str
    offers: list[Offer]
    """All-out or not, in the light or not."""

    @property
    def piece(self) -> str:
        """The part of the command that choosing it says."""
        return json.dumps(self.said)

    @property
    def said(self) -> Said:
        fixed = self.offers[0].fixed
        return {"mode": fixed["mode"], "weapons": list(fixed["weapons"])}

    # --- what is left to say ---

    @property
    def can_be_lit(self) -> bool:
        return any(offer.fixed["lit"] for offer in self.offers)

    @property
    def distances(self) -> list[int]:
        """Distances within its reach, whichever way it is used."""
        reaches = [
            reach for offer in self.offers if isinstance(reach := offer.fields.get("range"), Number)
        ]
        if len(reaches) < len(self.offers):
            return []
        least, most = max(reach.least for reach in reaches), min(reach.most for reach in reaches)
        return list(range(least, most + 1))

    @property
    def ammo_dice(self) -> int:
        field = self.offers[0].fields.get("ammo_dice")
        return field.count if isinstance(field, Exactly) else 0

    @property
    def rerolls(self) -> tuple[str, ...]:
        field = self.offers[0].fields.get("rerolls")
        return tuple(str(value) for value in field.values) if isinstance(field, Several) else ()

    @property
    def has_armour(self) -> bool:
        return isinstance(self.offers[0].fields.get("armour"), Flag)

    @property
    def can_concentrate(self) -> bool:
        return "concentrate" in self.offers[0].fields

    def may_be_aimed_at(self, zombie: str, standing: Mapping[str, int]) -> bool:
        """Check if all hits may go to this zombie among those that stand there."""
        field = self.offers[0].fields.get("concentrate")
        return isinstance(field, OneOf) and zombie in field.named({"targets": standing})

    @property
    def needs_zombies(self) -> bool:
        """Nobody else can be its target."""
        field = self.offers[0].fields["targets"]
        return isinstance(field, Counts) and field.least > 0

    @property
    def can_be_second(self) -> bool:
        """The other of two, at another zone in the same action."""
        return "second" in self.offers[0].fields

    @property
    def asks_for_nets(self) -> bool:
        """Some of a kind lie in nets and others do not."""
        return "netted" in self.offers[0].fields

    @property
    def lying(self) -> tuple[str, ...]:
        """Objects on the board that this attack may set off."""
        field = self.offers[0].fields.get("also")
        return tuple(str(value) for value in field.values) if isinstance(field, Several) else ()

    def all_out(self, teller: Teller) -> list[tuple[str, str]]:
        """Ways to go all-out: let it break, or give something up for it."""
        wild = next((offer for offer in self.offers if offer.fixed["all_out"]), None)
        if wild is None:
            return []
        ways = [(json.dumps({"all_out": True}), "")]
        spare = wild.fields.get("spare")
        for remedy in spare.values if isinstance(spare, Choice) else ():
            piece = {"all_out": True, "ignore_breaks": True, "spare": remedy}
            ways.append((json.dumps(piece), teller.word(remedy)))
        return ways


def typed_weapon(board: Board, survivor: str, mode: str) -> WeaponUse | None:
    """Return the form of an attack whose values are typed; None if that is not allowed."""
    known = {"survivor": survivor, "weapons": (), "mode": mode}
    ways = [
        offer
        for offer in offers(board.state, board.pack, ATTACK, known)
        if "profile" in offer.fields and offer.fixed["mode"] == mode
    ]
    if not ways:
        return None
    own = {"use": "", "name": "", "icon": "", "values": "", "why_not": ""}
    return WeaponUse(**own, mode=mode_word(mode), is_own=True, offers=ways)


def weapons_of(board: Board, survivor: str) -> list[WeaponUse]:
    """Return the weapons, those in hand first; a weapon carried elsewhere is left out."""
    grouped: dict[tuple[str, tuple[str, ...]], list[Offer]] = {}
    for offer in offers(board.state, board.pack, ATTACK, {"survivor": survivor}):
        if offer.fixed["weapons"]:
            grouped.setdefault((offer.fixed["mode"], offer.fixed["weapons"]), []).append(offer)
    made = [
        _weapon(board, survivor, mode, names, ways)
        for (mode, names), ways in grouped.items()
        if not _is_put_away(ways)
    ]
    return sorted(_each_once(made), key=lambda weapon: (not weapon.is_own, bool(weapon.why_not)))


def _is_put_away(ways: list[Offer]) -> bool:
    return all(way.why_not is not None and way.why_not.code == NOT_IN_HAND for way in ways)


def _each_once(weapons: list[WeaponUse]) -> list[WeaponUse]:
    """Of two copies in hand one is enough to choose from; a loaded one, if there is any."""
    chosen: dict[tuple[str, str, bool], WeaponUse] = {}
    for weapon in weapons:
        key = (weapon.name, weapon.mode, weapon.is_own)
        if key not in chosen or (chosen[key].why_not and not weapon.why_not):
            chosen[key] = weapon
    return list(chosen.values())


def _weapon(
    board: Board, survivor: str, mode: str, names: tuple[str, ...], ways: list[Offer]
) -> WeaponUse:
    teller = Teller(board.state, board.pack)
    carried = board.state.survivors[survivor].inventory.values()
    name, icon, profiles = _looks(board, names[0], teller)
    profile = next((each for each in profiles if each.mode == mode), None)
    refused = [way.why_not for way in ways if way.why_not is not None]
    reason = refused[0] if len(refused) == len(ways) else None
    return WeaponUse(
        use=f"{mode}:{'+'.join(names)}",
        name=f"{len(names)} {name}" if len(names) > 1 else name,
        icon=icon,
        mode=mode_word(mode),
        values=dice_words(profile) if profile else "",
        is_own=all(used in carried or used in board.pack.skills for used in names),
        why_not=error_message(IllegalCommand(reason.code, **reason.params), teller.game)
        if reason
        else "",
        offers=[way for way in ways if way.is_open] or ways,
    )


def _looks(board: Board, name: str, teller: Teller) -> tuple[str, str, tuple[Profile, ...]]:
    for vehicle in board.pack.vehicles:
        if vehicle.id == name:
            return teller.weapon(name), "car", vehicle.profiles
    for card in board.pack.equipment:
        if card.id == name:
            return name_of(card), item_icon(card.id, card.kind), card.profiles
    if name in board.pack.skills:
        return teller.skill(name), "hand", ()
    weapon = item(board.pack, name)
    return weapon.name, weapon.icon, weapon.card.profiles
