from rules.mechanic import Ask, Mechanic
from rules.systems.army_of_the_dead.objectives import commands, events, offers, play

OBJECTIVES = Mechanic(
    name="objectives",
    asks=(
        Ask(commands.PersonalDraw, play.draw_objectives, offers.draws),
        Ask(commands.PersonalMeet, play.meet_objective, offers.meetings),
    ),
    events=(events.PersonalDrawn, events.PersonalMet),
    effects=(
        "bonus-die",
        "gain-points-on-kill",
        "hold-token",
        "kill-count",
        "kill-zombie",
        "place-zombie",
    ),
    killed=play.count_kill,
    lost_because=play.lost_with_its_survivor,
    out_of_supply=play.kept_on_cards,
    open_before_victory=play.still_open,
)
