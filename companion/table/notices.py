"""What everybody is shown at once, its author too: nightfall, a goal met, a room above's news."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from companion.hooks import Fact, Notice, noticed
from companion.selectors import Board
from companion.terms import rule_told
from rules import TableState, decode_state
from rules.mechanics.missions.goals import goals_of


def notice_for(board: Board) -> Notice | None:
    """What has become so since this phone looked."""
    if board.since is None:
        return None
    return _since(board, board.since)


def notice_now(board: Board) -> Notice | None:
    """What the last step made so, for a screen that has no eyes of its own."""
    last = board.undoable
    if last is None:
        return None
    return _since(board, decode_state(last.state_before_json))


def _since(board: Board, before: TableState) -> Notice | None:
    """The gravest of them; the others are on the page, as everything is."""
    after = board.state
    if after.result is not None:
        return None
    told = noticed(board.table, before, after)
    return next(iter([*told, *_goals_met(board, before), *_of_the_sky(before, after)]), None)


def _of_the_sky(before: TableState, after: TableState) -> Iterator[Notice]:
    if before.hour is None or after.hour is None or before.is_night == after.is_night:
        return
    why = _("Round %(round)d · %(hour)d:00") % {"round": after.round, "hour": after.hour}
    if not after.is_night:
        facts = [Fact("eye", _("Sight"), _("as far as the lines reach again, for everybody"))]
        yield Notice("sun", _("Day breaks"), _("the rules of the night are over"), why, facts)
        return
    facts = [
        Fact("eye", _("Survivors see"), _("range 0-1")),
        Fact("walker", _("Zombies see"), _("their own zone only")),
        Fact("aim", _("Ranged attacks"), _("hit with 6, unless the zone is lit")),
        Fact(
            "flashlight",
            _("A flashlight"),
            _("lights two zones, and whoever sees it acts once more"),
        ),
    ]
    yield Notice("moon", _("Night falls"), _("until 7:00"), why, facts)


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
