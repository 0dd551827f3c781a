"""What everybody is shown at once, its author too: a fall, a goal, news of other rooms."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from companion.hooks import Fact, Notice, noticed
from companion.rooms import rooms_of
from companion.selectors import Board
from companion.teller import Teller
from companion.terms import danger_word, rule_told, status_word
from companion.words import error_message
from rules import Survivor, TableState, decode_state, pack_of, table_danger
from rules.mechanics.accompanied import companions_of, standing_of
from rules.mechanics.missions.goals import goals_of

FALLEN = {"out_of_action": "wound", "dead": "tomb"}
"""Each status of a survivor without health, and its sign."""


def notice_for(board: Board) -> Notice | None:
    """Return the gravest change since this phone looked."""
    if board.since is None:
        return None
    notice = _since(board, board.since)
    if notice is None or not notice.stays:
        return notice
    return notice._replace(is_last=notice_now(board) == notice)


def notice_now(board: Board) -> Notice | None:
    """Return the gravest change of the last step, for a screen that does not track its views."""
    last = board.undoable
    if last is None:
        return None
    return _since(board, decode_state(last.state_before_json))


def _since(board: Board, before: TableState) -> Notice | None:
    """Return the gravest change; the others are on the page, as everything is."""
    after = board.state
    if after.result is not None:
        return None
    graver = [*noticed(board.seat, before, after), *_fallen(before, after)]
    rooms = [room.notices for _mechanic, room in rooms_of(after.game) if room.notices is not None]
    of_mechanics = [each for notices in rooms for each in notices(board, before)]
    return next(iter([*graver, *of_mechanics, *_goals_met(board, before)]), None)


def _fallen(before: TableState, after: TableState) -> Iterator[Notice]:
    """Yield a notice for each survivor who has gone out of action or died since."""
    for key, survivor in after.survivors.items():
        was = before.survivors.get(key, survivor)
        if survivor.status not in FALLEN or was.status in (survivor.status, "dead"):
            continue
        why = _("%(player)s · round %(round)d")
        yield Notice(
            icon=FALLEN[survivor.status],
            name=survivor.name,
            what=status_word(survivor.status),
            why=why % {"player": survivor.player or _("Keeper"), "round": after.round},
            facts=[
                *_lost_with(was, survivor, after),
                *_left_alone(key, after),
                *_to_look_at(survivor, after),
            ],
            stays=True,
        )


def _lost_with(was: Survivor, now: Survivor, after: TableState) -> Iterator[Fact]:
    teller = Teller(after, pack_of(after))
    kept = set(now.inventory.values())
    lost = [teller.weapon(copy) for copy in was.inventory.values() if copy not in kept]
    if lost:
        yield Fact("cards", ", ".join(lost), _("to the discard pile"))


def _left_alone(key: str, after: TableState) -> Iterator[Fact]:
    """Companions whom somebody else has to take along."""
    teller = Teller(after, pack_of(after))
    for companion, person in companions_of(after).items():
        if person.leader == key and standing_of(after, person) == "alone":
            text = _("stays in the zone: somebody else takes the lead")
            yield Fact("person", teller.companion(companion), text)


def _to_look_at(fallen: Survivor, after: TableState) -> Iterator[Fact]:
    """By when to pick them up, whose danger it is now, how many are left."""
    if fallen.down_since is not None:
        title = _("Pick up before the end of round %(round)s") % {"round": fallen.down_since + 1}
        yield Fact("hourglass", title, _("1 action, in the same zone. Otherwise: dead."))
    level, who = table_danger(after, pack_of(after))
    yield Fact(f"d-{level}", _("Danger"), f"{danger_word(level)}, {after.survivors[who].name}")
    left = sum(each.status == "in_play" for each in after.survivors.values())
    yield Fact("users", _("Still standing"), str(left))


def _goals_met(board: Board, before: TableState) -> Iterator[Notice]:
    after = board.state
    if (before.ticked, before.taken, before.survivors) == (
        after.ticked,
        after.taken,
        after.survivors,
    ):
        return
    met = {goal.id for goal in goals_of(before, board.mission, board.pack) if goal.is_met}
    goals = goals_of(after, board.mission, board.pack)
    left = [rule_told(goal.rule) for goal in goals if not goal.is_met]
    facts = [Fact("flag", _("Still to do"), text) for text in left]
    if not facts:
        won = _("Say on the mission's sheet that it is won.")
        if board.victory_waits:
            won = error_message(board.victory_waits, after.game)
        facts = [Fact("check", _("All goals are met"), won)]
    for goal in goals:
        if goal.is_met and goal.id not in met:
            yield Notice(
                icon="flag",
                name=_("Goal met"),
                what=rule_told(goal.rule),
                why=_("Round %(round)d") % {"round": after.round},
                facts=facts,
            )
