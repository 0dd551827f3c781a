"""Moments: what everybody has waited for, the same on all phones and the big screen.

A moment is read from the events of the newest entry and gone with the next one. A death stays as a
line until the next moment; any can be opened again from the log. Events tell no secret, so neither
does a moment.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from companion.journal.selectors import state_json_after
from companion.journal.standing import undo_stack
from companion.selectors import newest_standing
from companion.systems.city_of_horror.asking import AimWords, said
from companion.systems.city_of_horror.in_short import in_short
from companion.systems.city_of_horror.selectors import (
    CityBoard,
    CityPlace,
    PlayerRow,
    Somebody,
    somebodies,
)
from companion.systems.city_of_horror.terms import colour_word
from rules import decode_any_state
from rules.commands import kind_of
from rules.systems.city_of_horror import CityState, actions, ending, locations, play, rounds, votes
from rules.systems.city_of_horror.board import (
    free_places,
    in_reach,
    living,
    present,
    turn_order,
)
from rules.systems.city_of_horror.ending import Score, ranking, winners
from rules.systems.city_of_horror.pack import TOWER

Told = TypeVar("Told")
RUIN = gettext_lazy("Lay the board of the ruined tower, without explosion markers.")
"""The work at the table when the tower falls, besides taking off its people and zombies (p. 10)."""
DEATHS = (play.CharacterDied, actions.TowerFell)
SHOWN = (
    *DEATHS,
    ending.GameScored,
    rounds.InvasionShown,
    rounds.MovementShown,
    votes.SuppliesShared,
    votes.VoteCounted,
)
"""Events that make a moment."""
MARKERS = tuple(f'"{kind_of(event)}"' for event in SHOWN)
LOOK_BACK = 40
"""Number of entries among which the last moment is looked for."""
ROW = 100
"""The height of a voter and of a candidate on the chart, whose width is four of them."""


class MoveCard(NamedTuple):
    """A movement card, turned up or still sealed on the tower."""

    row: PlayerRow
    turn: int
    place: CityPlace | None
    room: str


class Ballot(NamedTuple):
    voter: PlayerRow
    votes: int
    target: PlayerRow
    who: str


class Counted(NamedTuple):
    """A candidate with the votes for them, as boxes of all there were."""

    row: PlayerRow
    votes: int
    boxes: list[bool]


class Arrow(NamedTuple):
    """From a voter to their candidate, on the field of `VoteChart`."""

    start: int
    end: int
    votes: int
    badge: int
    """The position of the number: a third of the way."""


class VoteChart(NamedTuple):
    """The votes drawn as arrows: voters on the left, candidates on the right."""

    voters: list[Ballot]
    arrows: list[Arrow]
    rows: int

    @property
    def height(self) -> int:
        return self.rows * ROW


class Death(NamedTuple):
    one: Somebody
    stamp: str
    place: CityPlace | None


class DeathLine(NamedTuple):
    """A line under a death: what it is about, and the words."""

    label: str
    words: str


class CardArrival(NamedTuple):
    """The zombies and supplies that an invasion card brought to a place."""

    place: CityPlace
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
    """A player at the end: who got away and who did not, and the lengths of the bar."""

    row: PlayerRow
    score: Score
    is_winner: bool
    saved: list[Somebody]
    lost: list[Somebody]
    """The characters left until the end without an antidote."""

    @property
    def bars(self) -> list[Bar]:
        """Return the bars one after the other; whoever has nobody alive scores nothing."""
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

    @property
    def steps(self) -> str:
        """Return the total after each part, for the number that counts up."""
        return ",".join(str(bar.begins + bar.length) for bar in self.bars)


class LastDeath(NamedTuple):
    """The entry that told of a death, and the line that leads back to it."""

    seq: int
    words: str


class CityMoment(NamedTuple):
    """`kind` says which of the lists is told."""

    kind: str
    title: str
    under: str = ""
    moves: Sequence[MoveCard] = ()
    ballots: Sequence[Ballot] = ()
    counted: Sequence[Counted] = ()
    chart: VoteChart | None = None
    deaths: Sequence[Death] = ()
    facts: Sequence[DeathLine] = ()
    arrivals: Sequence[CardArrival] = ()
    gifts: Sequence[Gift] = ()
    ranked: Sequence[Finish] = ()
    says: Sequence[str] = ()
    most: int = 1
    """The longest bar of the end."""

    @property
    def line(self) -> str:
        """Return what stands on it while it is folded: who died, or where movement cards lead."""
        if self.deaths:
            return f"{self.title}: {', '.join(said(death.one.card.short) for death in self.deaths)}"
        shown = [(card.row.name, card.place) for card in self.moves if card.place]
        goals = [f"{name} → {said(place.card.short)}" for name, place in shown]
        return " · ".join(goals) or self.title


def moment_of(board: CityBoard) -> CityMoment | None:
    """Return what the newest step revealed; None if it revealed nothing, or was an undo.

    A redo shows it again.
    """
    entry, table = board.undoable, board.table
    if entry is None or table.redo_seq == table.version:
        return None
    return moment_in(board, entry.events)


def moment_in(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    """Return what these events brought to light, on the board as it stood after them."""
    for make in (_end, _deaths, _falls, _votes, _moves, _invasion, _shared):
        if (moment := make(board, happened)) is not None:
            return moment
    return None


def has_moment(happened: Iterable[Any]) -> bool:
    """Check if a step with these events brought something to light for everybody."""
    return any(isinstance(event, SHOWN) for event in happened)


def is_folded(board: CityBoard, waited: Iterable[PlayerRow]) -> bool:
    """Return True if a phone has it as a line to open: its own question needs the board."""
    return any(row.name in board.mine for row in waited)


def last_death(board: CityBoard) -> LastDeath | None:
    """Return the last death if nothing has been shown to everybody since."""
    state = board.state
    if state.locations[TOWER].side != "ruined" and all(
        character.alive for character in state.characters.values()
    ):
        return None
    shown = newest_standing(board.table, *MARKERS, most=1, look_back=LOOK_BACK)
    if not shown or not any(isinstance(event, DEATHS) for event in shown[0].events):
        return None
    return LastDeath(shown[0].seq, in_short(shown[0].events, state, board.pack)[0])


def board_after(board: CityBoard, seq: int) -> CityBoard | None:
    """Return the board as everybody saw it after that entry; None if that entry does not stand."""
    entry = board.table.entries.filter(seq=seq).first()
    stored = state_json_after(board.table, seq)
    if entry is None or not stored or seq not in undo_stack(board.table, down_to=seq):
        return None
    truth = decode_any_state(stored)
    assert isinstance(truth, CityState)
    return board.at(truth)._replace(undoable=entry)


def _rows(board: CityBoard) -> dict[str, PlayerRow]:
    return {row.name: row for row in board.players}


def _first(happened: Iterable[Any], kind: type[Told]) -> Told | None:
    return next((event for event in happened if isinstance(event, kind)), None)


def _named(place: CityPlace) -> str:
    """Return a place's name with the number it has on the board."""
    return f"{place.number}. {said(place.card.short)}"


# --- movement cards ---


def _moves(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    shown = {
        event.player: event.location
        for event in happened
        if isinstance(event, rounds.MovementShown)
    }
    state, rows = board.state, _rows(board)
    # Whoever chooses afterwards chooses by these cards, however many of them have chosen.
    still = state.phase == "late" and _first(happened, rounds.MovementSealed) is not None
    if not shown and not still:
        return None
    goals = {**{name: to for name, to in state.choices.items() if board.place(to)}, **shown}
    cards = []
    for turn, name in enumerate(turn_order(state), 1):
        place = board.place(goals.get(name, ""))
        room = _room(board, place) if place else _("chooses afterward")
        cards.append(MoveCard(rows[name], turn, place, room))
    return CityMoment(
        "moves", _("All at once"), _("In this order"), moves=cards, says=_crowded(board, goals)
    )


def _room(board: CityBoard, place: CityPlace) -> str:
    free = free_places(board.state, board.pack, place.key)
    if free is None:
        return _("no limit")
    if place.state.closed:
        return pgettext("location", "closed")
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


def _votes(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    counted = _first(happened, votes.VoteCounted)
    if counted is None or not counted.ballots:
        return None
    state, rows = board.state, _rows(board)
    place = board.place(state.at or "")
    won, share = _first(happened, locations.VoteWon), state.stage in ("share-tie", "hand-out")
    names = {"name": won.player if won else state.first}
    if won is None:
        ahead = max(counted.counts.values())
        tied = [str(votes) for votes in counted.counts.values() if votes == ahead]
        title = _("A tie: %(votes)s") % {"votes": " : ".join(tied)}
        under = _("%(name)s decides, the first player") % names
    elif share:
        title = _("%(name)s hands out") % names
        under = _("one thing each, to anybody")
    else:
        title = _("%(name)s loses somebody") % names
        under = _("%(name)s says who") % names
    ballots = _ballots(board, counted, share=share)
    order = sorted(counted.counts.items(), key=lambda row: -row[1])
    all_votes = sum(counted.counts.values())
    return CityMoment(
        "votes",
        title,
        f"{_named(place)} · {under}" if place else under,
        ballots=ballots,
        counted=[
            Counted(rows[name], votes, [n < votes for n in range(all_votes)])
            for name, votes in order
        ],
        chart=_chart(ballots, [name for name, _votes in order]),
        says=[_("No card and no power any more until this is over.")],
    )


def _chart(ballots: Sequence[Ballot], order: Sequence[str]) -> VoteChart:
    rows = max(len(ballots), len(order))
    arrows = []
    for number, ballot in enumerate(ballots):
        start, end = (number + 0.5) * ROW, (order.index(ballot.target.name) + 0.5) * ROW
        arrows.append(
            Arrow(int(start), int(end), ballot.votes, badge=int(start + (end - start) * 0.3))
        )
    return VoteChart(list(ballots), arrows, rows)


def _ballots(board: CityBoard, counted: votes.VoteCounted, *, share: bool) -> list[Ballot]:
    """Return each voter with their candidate and number of votes."""
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


def _deaths(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    died = _died(happened)
    if not died:
        return None
    stamps = {"eaten": pgettext("death", "Eaten"), "tower": pgettext("death", "Under the tower")}
    deaths = []
    for death in died:
        (somebody,) = somebodies(board.state, board.pack, [death.character])
        stamp = stamps.get(death.why, "")
        deaths.append(Death(somebody, stamp, board.place(somebody.state.at or "")))
    counted = _first(happened, votes.VoteCounted)
    return CityMoment(
        "deaths",
        ngettext("%(count)d death", "%(count)d deaths", len(deaths)) % {"count": len(deaths)},
        deaths=deaths,
        ballots=_ballots(board, counted, share=False) if counted else (),
        facts=_facts(board, happened, deaths),
    )


def _died(happened: Sequence[Any]) -> list[play.CharacterDied]:
    return [event for event in happened if isinstance(event, play.CharacterDied)]


def _facts(board: CityBoard, happened: Sequence[Any], deaths: Sequence[Death]) -> list[DeathLine]:
    """Return the lines under deaths: where, why, who is left, who is first, what to do."""
    rows, words = _rows(board), AimWords(board.state, board.pack)
    facts = []
    fell = _first(happened, actions.TowerFell)
    if (place := deaths[0].place) is not None:
        facts.append(DeathLine(_("Where"), f"{_named(place)}. {_zombies_there(place, fell)}"))
    if fell is not None:
        facts.append(DeathLine(_("Fallen"), str(RUIN)))
    elif why := _why(happened):
        facts.append(DeathLine(_("Why"), why))
    for name in dict.fromkeys(death.one.state.player for death in deaths):
        left = ", ".join(words.short(key) for key in living(board.state, name))
        gone = _("%(name)s is out of the game.") % {"name": name}
        label = _("Left") if len(rows) == 1 or len(deaths) == 1 else name
        facts.append(DeathLine(label, left or gone))
    if took := _first(happened, play.FirstPlayerTook):
        facts.append(
            DeathLine(
                _("First"),
                _("%(name)s takes the marker of the first player.") % {"name": took.player},
            )
        )
    facts.append(DeathLine(_("On the table"), _("Figure and card go back into the box.")))
    return facts


def _zombies_there(place: CityPlace, fell: actions.TowerFell | None) -> str:
    """Tell that zombies under a falling tower die with it; anywhere else they stay (p. 7, 10)."""
    if fell is not None:
        text = ngettext("%(count)d zombie dies.", "%(count)d zombies die.", fell.zombies)
        return text % {"count": fell.zombies}
    zombies = place.state.zombies
    text = ngettext("%(count)d zombie stays.", "%(count)d zombies stay.", zombies)
    return text % {"count": zombies}


def _why(happened: Sequence[Any]) -> str:
    """Return who broke the tie, or how the votes fell."""
    counted = _first(happened, votes.VoteCounted)
    if tie := _first(happened, votes.TieBroken):
        return _("A tie: %(name)s decided.") % {"name": tie.player}
    if counted is not None:
        counts = ", ".join(f"{name} {votes}" for name, votes in counted.counts.items())
        return _("Votes: %(counts)s") % {"counts": counts}
    return ""


# --- the tower ---


def _falls(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    """Return the fall of an empty tower; one with deaths is told with them."""
    fell, place = _first(happened, actions.TowerFell), board.place(TOWER)
    if fell is None or place is None:
        return None
    says = [_zombies_there(place, fell), str(RUIN)]
    return CityMoment("falls", _("The water tower falls"), _named(place), says=says)


# --- the invasion card ---


def _invasion(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    if _first(happened, rounds.InvasionShown) is None:
        return None
    zombies: Counter[str] = Counter()
    kept_out: Counter[str] = Counter()
    antidotes: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    says = []
    for event in happened:
        if isinstance(event, play.HordeCame):
            zombies[event.location] += event.count
            kept_out[event.location] += event.kept_out
        elif isinstance(event, rounds.SuppliesCame):
            antidotes[event.location] += event.antidotes
            cards[event.location] += event.cards
        elif isinstance(event, play.HordeMoved) and event.count:
            says.append(_gone(board, event))
        elif isinstance(event, play.StragglerMoved):
            whose = next(row.name for row in board.players if row.seat.colour == event.after)
            words = {"colour": colour_word(event.after), "name": whose}
            says.append(_("The straggler is on the color of %(name)s now: %(colour)s.") % words)
    rows = [
        CardArrival(
            place, zombies[place.key], kept_out[place.key], antidotes[place.key], cards[place.key]
        )
        for place in board.places
        if zombies[place.key] or kept_out[place.key] or antidotes[place.key] or cards[place.key]
    ]
    return CityMoment("invasion", _("The invasion"), _("What has come"), arrivals=rows, says=says)


def _gone(board: CityBoard, event: play.HordeMoved) -> str:
    places = {"before": board.place(event.before), "after": board.place(event.after)}
    text = ngettext(
        "%(count)d zombie goes from %(before)s to %(after)s.",
        "%(count)d zombies go from %(before)s to %(after)s.",
        event.count,
    )
    names = {key: _named(place) for key, place in places.items() if place is not None}
    return text % {"count": event.count, **names}


# --- supplies ---


def _shared(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    """Return who got what; which cards they are is shown only to those who got them."""
    shared = _first(happened, votes.SuppliesShared)
    place = board.place(shared.location) if shared else None
    if shared is None or place is None:
        return None
    rows = _rows(board)
    gifts = [Gift(rows[name], "antidote") for name in shared.antidotes]
    gifts += [Gift(rows[name], "cards") for name in shared.cards]
    left = ngettext("%(count)d thing stays there", "%(count)d things stay there", shared.left)
    return CityMoment(
        "shared",
        _("%(name)s hands out") % {"name": shared.player},
        _named(place),
        gifts=gifts,
        says=[left % {"count": shared.left}] if shared.left else (),
    )


# --- the helicopter ---


def _end(board: CityBoard, happened: Sequence[Any]) -> CityMoment | None:
    if _first(happened, ending.GameScored) is None or board.truth.result != "over":
        return None
    state, pack, rows = board.truth, board.pack, _rows(board)
    points, won = ranking(state, pack), winners(state, pack)
    died = _died(happened)
    behind = {death.character: death.player for death in died if death.why == "no_antidote"}
    ranked = [
        Finish(
            rows[name],
            score,
            name in won,
            rows[name].people,
            somebodies(state, pack, [key for key, owner in behind.items() if owner == name]),
        )
        for name, score in points.items()
    ]
    if not won:
        under = _("Nobody got away.")
    elif len(won) > 1:
        under = _("The victory is shared: %(names)s") % {"names": ", ".join(won)}
    else:
        under = _("%(name)s wins: %(points)d points") % {
            "name": won[0],
            "points": points[won[0]].points,
        }
    most = max(1, *(finish.score.points for finish in ranked))
    return CityMoment(
        "end", _("The helicopter"), under, ranked=ranked, says=_aboard(ranked, state), most=most
    )


def _aboard(ranked: Sequence[Finish], state: Any) -> list[str]:
    """Return how many got away, stayed behind or died before, and whose things do not count."""
    everybody = len(state.characters)
    aboard = sum(len(finish.saved) for finish in ranked)
    behind = sum(len(finish.lost) for finish in ranked)
    counts = {"aboard": aboard, "all": everybody}
    lines = [_("%(aboard)d of %(all)d get away, each with an antidote.") % counts]
    if behind:
        text = ngettext(
            "%(count)d stays behind without one.", "%(count)d stay behind without one.", behind
        )
        lines.append(text % {"count": behind})
    if fallen := everybody - aboard - behind:
        text = ngettext(
            "%(count)d fell during the four hours.", "%(count)d fell during the four hours.", fallen
        )
        lines.append(text % {"count": fallen})
    if any(finish.score.is_forfeit for finish in ranked):
        lines.append(_("A player with no one alive scores nothing."))
    return lines
