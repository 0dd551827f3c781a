"""Moments: what everybody has waited for, the same on all phones and the big screen.

A moment is read from the events of the newest entry and gone with the next one. Events tell no
secret, so neither does a moment.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from companion.systems.city_of_horror.asking import said
from companion.systems.city_of_horror.selectors import (
    CityBoard,
    Place,
    PlayerRow,
    Somebody,
    somebodies,
)
from rules.systems.city_of_horror import CityState, events
from rules.systems.city_of_horror.board import free_places, in_reach, present, turn_order
from rules.systems.city_of_horror.ending import Score, scores, winners
from rules.systems.city_of_horror.pack import PackCharacter

Told = TypeVar("Told")


class MoveCard(NamedTuple):
    """A movement card, turned up or still sealed on the tower."""

    row: PlayerRow
    turn: int
    place: Place | None
    room: str


class Ballot(NamedTuple):
    voter: PlayerRow
    votes: int
    target: PlayerRow
    who: str


class Counted(NamedTuple):
    row: PlayerRow
    votes: int
    boxes: list[bool]


class Death(NamedTuple):
    one: Somebody
    stamp: str
    place: Place | None
    left: list[Somebody]


class Arrival(NamedTuple):
    """What an invasion card has brought to a place."""

    place: Place
    zombies: int
    kept_out: int
    antidotes: int
    cards: int


class Gift(NamedTuple):
    """An antidote or an action card that somebody got, by its icon."""

    row: PlayerRow
    icon: str


class Bar(NamedTuple):
    """Points of (p)eople, (a)ntidotes or (f)ood, and where their bar begins."""

    of: str
    begins: int
    length: int


class Finish(NamedTuple):
    """A player at the end, with the lengths of their bar."""

    row: PlayerRow
    score: Score
    is_winner: bool
    saved: list[Somebody]

    @property
    def bars(self) -> list[Bar]:
        """One after the other; whoever has nobody alive scores nothing."""
        if not self.score.living:
            return []
        bars, begins = [], 0
        for of, length in (
            ("p", self.score.characters),
            ("a", self.score.antidotes),
            ("f", self.score.food),
        ):
            bars.append(Bar(of, begins, length))
            begins += length
        return bars


class Moment(NamedTuple):
    """`kind` says which of the lists is told."""

    kind: str
    title: str
    under: str = ""
    moves: Sequence[MoveCard] = ()
    ballots: Sequence[Ballot] = ()
    counted: Sequence[Counted] = ()
    deaths: Sequence[Death] = ()
    arrivals: Sequence[Arrival] = ()
    gifts: Sequence[Gift] = ()
    ranked: Sequence[Finish] = ()
    says: Sequence[str] = ()
    most: int = 1
    """The longest bar of the end."""


def moment_of(board: CityBoard) -> Moment | None:
    """What the newest entry has brought to light; None when it was but a step, or an undo."""
    entry = board.undoable
    if entry is None or entry.seq != board.table.version:
        return None
    told = entry.events
    for make in (_end, _deaths, _votes, _moves, _invasion, _shared):
        if (moment := make(board, told)) is not None:
            return moment
    return None


def _rows(board: CityBoard) -> dict[str, PlayerRow]:
    return {row.name: row for row in board.players}


def _first(told: Iterable[Any], kind: type[Told]) -> Told | None:
    return next((event for event in told if isinstance(event, kind)), None)


# --- movement cards ---


def _moves(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    shown = {one.player: one.location for one in told if isinstance(one, events.MovementShown)}
    if not shown:
        return None
    state, rows = board.state, _rows(board)
    goals = {**{name: to for name, to in state.choices.items() if board.place(to)}, **shown}
    cards = []
    for turn, name in enumerate(turn_order(state), 1):
        place = board.place(goals.get(name, ""))
        room = _room(board, place) if place else _("chooses afterwards")
        cards.append(MoveCard(rows[name], turn, place, room))
    return Moment(
        "moves", _("All at once"), _("In this order"), moves=cards, says=_crowded(board, goals)
    )


def _room(board: CityBoard, place: Place) -> str:
    free = free_places(board.state, board.pack, place.key)
    if free is None:
        return _("no limit")
    if not free:
        return pgettext("location", "full")
    return ngettext("%(count)d place free", "%(count)d places free", free) % {"count": free}


def _crowded(board: CityBoard, goals: dict[str, str]) -> list[str]:
    lines = []
    for key, going in Counter(goals.values()).items():
        free = free_places(board.state, board.pack, key)
        if free is not None and going > free:
            name = said(board.pack.locations[key].short)
            counts = {"location": name, "going": going, "free": free}
            lines.append(
                _(
                    "%(location)s: going %(going)d, room for %(free)d."
                    " The others end on the crossroads."
                )
                % counts
            )
    return lines


# --- votes ---


def _votes(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    counted = _first(told, events.VoteCounted)
    if counted is None or not counted.ballots:
        return None
    state, rows = board.state, _rows(board)
    place = board.place(state.at or "")
    won, share = _first(told, events.VoteWon), state.stage in ("share-tie", "hand-out")
    names = {"name": won.player if won else state.first}
    if won is None:
        title = _("A tie")
        under = _("%(name)s decides, the first player") % names
    elif share:
        title = _("%(name)s hands out") % names
        under = _("one thing each, to anybody")
    else:
        title = _("%(name)s loses somebody") % names
        under = _("%(name)s says who") % names
    most = max(counted.counts.values(), default=0)
    return Moment(
        "votes",
        title,
        f"{place.number}. {said(place.card.short)} · {under}" if place else under,
        ballots=_ballots(board, counted, share=share),
        counted=[
            Counted(rows[name], votes, [n < votes for n in range(most)])
            for name, votes in sorted(counted.counts.items(), key=lambda one: -one[1])
        ],
    )


def _ballots(board: CityBoard, counted: events.VoteCounted, *, share: bool) -> list[Ballot]:
    """Who against whom, and with how many votes."""
    rows, at = _rows(board), board.state.at or ""
    return [
        Ballot(
            rows[voter],
            counted.weights.get(voter, 1),
            rows[target],
            _those_of(board, target, at, share=share),
        )
        for voter, target in counted.ballots.items()
    ]


def _those_of(board: CityBoard, player: str, at: str, *, share: bool) -> str:
    keys = (present if share else in_reach)(board.state, player, at)
    return ", ".join(said(board.pack.characters[key].short) for key in keys)


# --- deaths ---


def _deaths(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    died = _died(told)
    if not died:
        return None
    state, rows = board.state, _rows(board)
    stamps = {"eaten": pgettext("death", "Eaten"), "tower": pgettext("death", "Under the tower")}
    deaths = []
    for death in died:
        (one,) = somebodies(state, board.pack, [death.character])
        deaths.append(
            Death(
                one=one,
                stamp=stamps.get(death.why, ""),
                place=board.place(one.state.at or ""),
                left=rows[death.player].people,
            )
        )
    return Moment(
        "deaths",
        ngettext("%(count)d death", "%(count)d deaths", len(deaths)) % {"count": len(deaths)},
        deaths=deaths,
        ballots=_ballots(board, counted, share=False)
        if (counted := _first(told, events.VoteCounted))
        else (),
        says=_why(state, told),
    )


def _died(told: Sequence[Any]) -> list[events.CharacterDied]:
    return [event for event in told if isinstance(event, events.CharacterDied)]


def _why(state: CityState, told: Sequence[Any]) -> list[str]:
    """Who broke the tie, and who begins from now on."""
    lines = []
    if tie := _first(told, events.TieBroken):
        lines.append(_("A tie: %(name)s decided.") % {"name": tie.player})
    if took := _first(told, events.FirstPlayerTook):
        lines.append(_("%(name)s takes the marker of the first player.") % {"name": took.player})
    lines.extend(
        _("%(name)s is out of the game.") % {"name": out.player}
        for out in told
        if isinstance(out, events.PlayerOut)
    )
    lines.append(_("On the table: their figure and their card go back into the box."))
    return lines


# --- the invasion card ---


def _invasion(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    if _first(told, events.InvasionShown) is None:
        return None
    zombies: Counter[str] = Counter()
    kept_out: Counter[str] = Counter()
    antidotes: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    says = []
    for event in told:
        if isinstance(event, events.HordeCame):
            zombies[event.location] += event.count
            kept_out[event.location] += event.kept_out
        elif isinstance(event, events.SuppliesCame):
            antidotes[event.location] += event.antidotes
            cards[event.location] += event.cards
        elif isinstance(event, events.HordeMoved) and event.count:
            says.append(
                _("%(count)d zombies go from %(before)s to %(after)s")
                % {
                    "count": event.count,
                    "before": said(board.pack.locations[event.before].short),
                    "after": said(board.pack.locations[event.after].short),
                }
            )
        elif isinstance(event, events.StragglerMoved):
            whose = next(row.name for row in board.players if row.seat.colour == event.after)
            says.append(_("The straggler goes for %(name)s now.") % {"name": whose})
    rows = [
        Arrival(
            place, zombies[place.key], kept_out[place.key], antidotes[place.key], cards[place.key]
        )
        for place in board.places
        if zombies[place.key] or kept_out[place.key] or antidotes[place.key] or cards[place.key]
    ]
    return Moment("invasion", _("The invasion"), _("What has come"), arrivals=rows, says=says)


# --- supplies ---


def _shared(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    """Who got what; which cards is for those who got them."""
    shared = _first(told, events.SuppliesShared)
    place = board.place(shared.location) if shared else None
    if shared is None or place is None:
        return None
    rows = _rows(board)
    gifts = [Gift(rows[name], "antidote") for name in shared.antidotes]
    gifts += [Gift(rows[name], "cards") for name in shared.cards]
    left = ngettext("%(count)d thing stays there", "%(count)d things stay there", shared.left)
    return Moment(
        "shared",
        _("%(name)s hands out") % {"name": shared.player},
        f"{place.number}. {said(place.card.short)}",
        gifts=gifts,
        says=[left % {"count": shared.left}] if shared.left else (),
    )


# --- the helicopter ---


def _lost(card: PackCharacter, why: str) -> str:
    who = {"who": said(card.name)}
    if why == "no_antidote":
        return _("%(who)s stays behind without an antidote.") % who
    return _("%(who)s was the last one to die.") % who


def _end(board: CityBoard, told: Sequence[Any]) -> Moment | None:
    if _first(told, events.GameScored) is None or board.truth.result != "over":
        return None
    state, pack, rows = board.truth, board.pack, _rows(board)
    points, won = scores(state, pack), winners(state, pack)
    order = sorted(points, key=lambda name: (-points[name].points, -points[name].living))
    ranked = [Finish(rows[name], points[name], name in won, rows[name].people) for name in order]
    says = [_lost(pack.characters[death.character], death.why) for death in _died(told)]
    if not won:
        under = _("Nobody got away.")
    elif len(won) > 1:
        under = _("The victory is shared: %(names)s") % {"names": ", ".join(won)}
    else:
        under = _("%(name)s wins: %(points)d points") % {
            "name": won[0],
            "points": points[won[0]].points,
        }
    most = max(1, *(one.score.points for one in ranked))
    return Moment("end", _("The helicopter"), under, ranked=ranked, says=says, most=most)
