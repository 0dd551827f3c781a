from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.vault import commands, events, offers, play

VAULT = Mechanic(
    name="vault",
    asks=(
        Ask(commands.VaultAttempt, play.attempt_vault, offers.attempts),
        Ask(commands.VaultThrow, play.throw_again, offers.throws),
        Ask(commands.VaultHelp, play.help_vault, offers.helps),
        Ask(commands.VaultOpen, play.open_door, offers.openings),
    ),
    events=(events.VaultThrown, events.VaultHelped, events.VaultBeaten, events.VaultOpened),
    mission_rules=(play.NEEDS,),
    phase_began=play.leave_off,
    lost_because=play.out_of_reach,
    effects=(
        "vault-extra-die",
        "vault-extra-roll",
        "vault-set-die",
        "vault-shift-die",
        "vault-shift-two",
    ),
)
