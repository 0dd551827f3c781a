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
        play.BONUS_DIE,
        play.POINTS_ON_KILL,
        play.HOLD,
        "kill-count",
        "kill-zombie",
        play.PLACES,
    ),
    token_taken=play.token_taken,
    token_slots=play.token_slots,
    kill_points=play.kill_points,
    killed=play.count_kill,
    lost_because=play.lost_with_its_survivor,
    out_of_supply=play.kept_on_cards,
    open_before_victory=play.still_open,
)
