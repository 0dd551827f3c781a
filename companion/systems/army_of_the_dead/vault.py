"""The bank vault (p. 12): a straight of five dice beats its traps."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.offer_forms import Control, OfferForm, Option, control, forms_of
from companion.rooms import Room
from companion.selectors import Board
from companion.table.sheets.do import forms
from companion.teller import Teller
from companion.words import Words, command_word, value_word
from rules import Offer
from rules.fields import Choice
from rules.systems.army_of_the_dead.state import ArmyState, Vault
from rules.systems.army_of_the_dead.vault import (
    CHANGES,
    VaultAttempt,
    VaultBeaten,
    VaultHelped,
    VaultOpened,
    VaultThrown,
)

WORDS = Words(
    sentences={
        VaultThrown: lambda e, t: (
            _("vault, throw %(throws)d: %(faces)s")
            % {"throws": e.throws, "faces": t.faces(e.faces)}
        ),
        VaultHelped: lambda e, t: _("help at the vault: %(faces)s") % {"faces": t.faces(e.faces)},
        VaultBeaten: lambda e, t: _("the traps of the vault are beaten"),
        VaultOpened: lambda e, t: (
            _("%(survivor)s opens the vault") % {"survivor": t.survivor(e.survivor)}
        ),
    },
    icons={VaultOpened: "door"},
    losses={"vault": gettext_lazy("nobody is left who could open the vault")},
    refusals={
        "vault.beaten": gettext_lazy("The traps of the vault are beaten already."),
        "vault.going_on": gettext_lazy("The attempt goes on: throws left: %(left)s."),
        "vault.help": gettext_lazy("Help cannot change the dice like that."),
        "vault.keep": gettext_lazy("Choose dice that lie there, and throw at least one again."),
        "vault.no_attempt": gettext_lazy("Nobody is at the vault. Begin an attempt first."),
        "vault.no_help": gettext_lazy("The vault card allows no such help by anybody here now."),
        "vault.no_locksmith": gettext_lazy("%(survivor)s is no locksmith."),
        "vault.not_beaten": gettext_lazy("The traps of a vault must be beaten first."),
        "vault.no_throw": gettext_lazy("No throw is left. Begin again with two actions."),
    },
    commands={
        "vault.attempt": pgettext_lazy("command", "Beat the traps of the vault: 2 actions"),
        "vault.throw": pgettext_lazy("command", "Throw again"),
        "vault.help": pgettext_lazy("command", "Help at the vault"),
        "vault.open": pgettext_lazy("command", "Open the vault"),
    },
    fields={
        "extra_die": pgettext_lazy("what is asked", "one die more"),
        "extra_throw": pgettext_lazy("what is asked", "one throw more"),
        "keep": pgettext_lazy("what is asked", "dice to keep"),
        "how": pgettext_lazy("what is asked", "how"),
        "die": pgettext_lazy("what is asked", "die"),
        "face": pgettext_lazy("what is asked", "face"),
        "second_die": pgettext_lazy("what is asked", "second die"),
        "second_face": pgettext_lazy("what is asked", "its face"),
    },
    values={
        "shift": pgettext_lazy("help at the vault", "one up or down"),
        "shift-two": pgettext_lazy("help at the vault", "one up, one down"),
        "set": pgettext_lazy("help at the vault", "set a die"),
    },
)


ATTEMPT, HELP = "vault.attempt", "vault.help"


def _vault(board: Board) -> Mapping[str, Any]:
    """Return the dice of an attempt while it goes on; else whatever may be begun."""
    vault = ArmyState.of(board.state).vault
    teller = Teller(board.state, board.pack)
    made = [] if vault is not None and vault.goes_on else _attempts(board, teller)
    if vault is None:
        return {"forms": made}
    throws = [_by_faces(form, vault) for form in forms(board, "vault.throw") if vault.goes_on]
    helps = [] if vault.beaten else [_help(board, vault, how, teller) for how in CHANGES]
    return {
        "vault": vault,
        "survivor": teller.survivor(vault.survivor),
        "card": teller.special(vault.card) if vault.card else "",
        "left": vault.most - vault.throws,
        "forms": [*throws, *filter(None, helps), *forms(board, "vault.open"), *made],
    }


def _attempts(board: Board, teller: Teller) -> list[OfferForm]:
    """Return a form for each vault card, with the help that it allows."""
    by_card: dict[str | None, list[Offer]] = {}
    for offer in board.offered.of(ATTEMPT):
        by_card.setdefault(offer.fixed["card"], []).append(offer)
    return [
        form._replace(title=f"{form.title}: {teller.special(card)}" if card else form.title)
        for card, offers in by_card.items()
        for form in forms_of(VaultAttempt, ATTEMPT, offers, teller)
    ]


def _by_faces(form: OfferForm, vault: Vault) -> OfferForm:
    """Return the form with its dice chosen by what they show, not by their place."""
    return form._replace(controls=[_with_faces(widget, vault) for widget in form.controls])


def _with_faces(widget: Control, vault: Vault) -> Control:
    if widget.name != "keep":
        return widget
    shown = [Option(str(place), str(face)) for place, face in enumerate(vault.faces)]
    return widget._replace(options=shown)


def _help(board: Board, vault: Vault, how: str, teller: Teller) -> OfferForm | None:
    """Return every change of one kind in one form; of equal dice one is enough to choose from."""
    offers = [offer for offer in board.offered.of(HELP) if offer.fixed["how"] == how]
    changes = {
        words: piece for offer in reversed(offers) for words, piece in _changes(offer, vault)
    }
    if not changes:
        return None
    return OfferForm(
        kind=HELP,
        title=f"{command_word(HELP, teller.game)}: {value_word(how, teller.game)}",
        about=[Option(json.dumps(piece), words) for words, piece in sorted(changes.items())],
        piece=json.dumps({"kind": HELP, "how": how}),
        controls=[control(offers[0].fields["by"], "by", teller)],
        why_not="",
        is_chance=False,
        is_additive=False,
    )


def _changes(offer: Offer, vault: Vault) -> list[tuple[str, dict[str, int]]]:
    """Return each change as `4 → 5`, with the command's fields for it."""
    change = {name: value for name, value in offer.fixed.items() if name != "how"}
    now, face = vault.faces[change["die"]], offer.fields.get("face")
    if isinstance(face, Choice):
        return [(f"{now} → {new}", {**change, "face": int(str(new))}) for new in face.values]
    second = f"{vault.faces[change['second_die']]} → {change['second_face']}"
    return [(f"{now} → {change['face']}, {second}", change)]


ROOM = Room(section="mechanics/vault/section.html", context=_vault)
