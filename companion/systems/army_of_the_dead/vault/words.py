"""The bank vault (p. 12): a straight of five dice beats its traps."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from companion.words import Words
from rules.systems.army_of_the_dead.vault import events

WORDS = Words(
    sentences={
        events.VaultThrown: lambda e, t: (
            _("vault, throw %(throws)d: %(faces)s")
            % {"throws": e.throws, "faces": t.faces(e.faces)}
        ),
        events.VaultHelped: lambda e, t: (
            _("help at the vault: %(faces)s") % {"faces": t.faces(e.faces)}
        ),
        events.VaultBeaten: lambda e, t: _("the traps of the vault are beaten"),
        events.VaultOpened: lambda e, t: (
            _("%(survivor)s opens the vault") % {"survivor": t.survivor(e.survivor)}
        ),
    },
    icons={events.VaultOpened: "door"},
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
