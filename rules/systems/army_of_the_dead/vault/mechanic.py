from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.vault import commands, events, offers, play

VAULT = Mechanic(
    name="vault",
    asks=(
        Ask(commands.VaultAttempt, play.attempt_vault, offers.attempts),
        Ask(commands.VaultThrow, play.throw_again, offers.throws),
        Ask(commands.VaultHelp, play.help_vault, offers.helps),
    ),
    events=(events.VaultThrown, events.VaultHelped, events.VaultBeaten),
    effects=(
        "vault-extra-die",
        "vault-extra-roll",
        "vault-set-die",
        "vault-shift-die",
        "vault-shift-two",
    ),
)
