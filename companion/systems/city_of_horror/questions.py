"""What the table asks a player now, as forms: the sheet `ask/<player>`."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec.structs import replace

from companion.systems.city_of_horror.asking import (
    AimWords,
    AnswerOption,
    CommandField,
    CommandForm,
    Question,
    aimed,
    choosers,
    lures,
    piece,
    said,
    ways,
)
from companion.systems.city_of_horror.selectors import CityBoard
from companion.systems.city_of_horror.sharing import share
from companion.systems.city_of_horror.terms import colour_word, stage_word
from rules.systems.city_of_horror.board import (
    candidates,
    effect_users,
    free_places,
    gets_in,
    in_reach,
    leaders,
    living,
    movable,
    mover,
    next_to_place,
    present,
    side_of,
    tally,
    votes_of,
    weights,
)
from rules.systems.city_of_horror.locations import EffectUse

Asker = Callable[[CityBoard, str], Question | None]


def question_for(board: CityBoard, player: str) -> Question | None:
    """Return what this player may answer now; None when it is not about them."""
    state = board.truth
    if state.result is not None or state.stack:
        return None
    asker = BY_STAGE.get(state.stage or "") if state.phase == "locations" else None
    asker = asker or BY_PHASE.get(state.phase)
    return asker(board, player) if asker else None


# --- before the locations ---


def _place(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if player != next_to_place(state):
        return None
    drawn = state.drawn.get(player)
    keys = living(state, player)
    cards = drawn if drawn is not None else tuple(state.locations)
    fields = [
        CommandField(
            f"with-{number}",
            words.character(key),
            [
                AnswerOption(
                    piece(places={key: card}),
                    words.location(card),
                    _room(board, card),
                    is_chosen=card == cards[number % len(cards)],
                    mark=str(words.number(card)),
                    icon=board.pack.locations[card].icon,
                )
                for card in cards
            ],
            person=key,
        )
        for number, key in enumerate(keys)
    ]
    text = (
        _("A movement card for each of them. From a full location they go to the crossroads.")
        if drawn is not None
        else _("Draw a movement card for each of your characters and say who begins where.")
    )
    form = CommandForm(
        "characters.place", piece(player=player), fields, _("They begin here"), is_grid=True
    )
    return Question(_("Where do they begin?"), text, [form], is_secret=drawn is not None)


def _draft(board: CityBoard, player: str) -> Question | None:
    """Ask an expert which card of those in hand to keep; the rest goes on (p. 7)."""
    state, words = board.truth, AimWords(board.state, board.pack)
    if player not in state.passing:
        return None
    options = [
        AnswerOption(
            piece(card=copy),
            words.card(copy),
            said(board.pack.action(copy).effect),
            is_chosen=state.keeping.get(player) == copy,
        )
        for copy in state.passing[player]
    ]
    form = CommandForm(
        "draft.keep",
        piece(player=player),
        [CommandField("with-card", _("Card you keep"), options)],
        _("Keep it"),
        note=_("Nobody sees it. The rest goes to the left once everybody has chosen."),
    )
    kept = ", ".join(words.card(copy) for copy in state.seats[player].hand)
    return Question(
        _("Which card do you keep?"),
        _("Yours so far: %(cards)s.") % {"cards": kept or _("none")},
        [form],
        is_secret=True,
        short=_("one of %(count)d") % {"count": len(options)},
        is_read=True,
    )


def _choose(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    who = choosers(state)
    if player not in who:
        return None
    sealed = [other for other in who if other in state.choices]
    options = [
        AnswerOption(
            piece(location=key),
            words.location(key),
            _room(board, key),
            is_chosen=state.choices.get(player) == key,
            mark=str(words.number(key)),
            short=said(board.pack.locations[key].short),
        )
        for key in state.locations
    ]
    form = CommandForm(
        "movement.choose",
        piece(player=player),
        [CommandField("with-location", _("Movement card"), options)],
        _("Seal it"),
        note=_("Face down until everybody has chosen. You can change it until then."),
    )
    notice = _("Sealed: %(done)d of %(all)d") % {"done": len(sealed), "all": len(who)}
    text = _("One of your characters will go there, in turn order.")
    if player in state.looked and state.invasion == "table":
        text += " " + _("From the tower you may look at the next invasion card first.")
    short = _("face down until all have chosen")
    return Question(_("Where to?"), text, [form], notice, is_secret=True, short=short)


def _room(board: CityBoard, key: str) -> str:
    there = board.state.locations[key]
    zombies = _("zombies: %(count)d") % {"count": there.zombies}
    free = free_places(board.state, board.pack, key)
    if free is None:
        return zombies
    if there.closed:
        room = pgettext("location", "closed")
    elif free:
        room = _("places free: %(count)d") % {"count": free}
    else:
        room = pgettext("location", "full")
    return f"{zombies} · {room}"


def _move(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if mover(state) is None:
        return _calm(board, player)
    if player != mover(state):
        return None
    goal = state.choices[player]
    keys = movable(state, board.pack, player)
    options = [
        words.somebody(key, piece(character=key), words.location(state.characters[key].at or ""))
        for key in keys
    ]
    text = short = _("Your card says %(location)s.") % {"location": words.place(goal)}
    if free_places(state, board.pack, goal) == 0:
        text += " " + _no_room(board, player, keys, goal)
    if not options:
        stays = CommandForm("step.next", piece(), [], _("Nobody goes"))
        return Question(_("Who goes?"), _("Nobody of yours can go there."), [stays])
    field = CommandField("with-character", _("Who goes?"), options)
    form = CommandForm("character.move", piece(player=player), [field], _("Move"))
    return Question(_("Who goes?"), text, [form], short=short)


def _no_room(board: CityBoard, player: str, keys: Sequence[str], goal: str) -> str:
    """Tell what happens to whoever goes to a full place: a power or a card may let them in."""
    state = board.truth
    if state.locations[goal].closed:
        return _("It lets no one in: whoever goes ends on the crossroads.")
    inside = [key for key in keys if gets_in(state, board.pack, player, key, goal)]
    if not inside:
        return _("It is full: whoever goes ends on the crossroads.")
    if len(inside) == len(keys):
        return _("It is full, but whoever goes gets in.")
    names = ", ".join(map(AimWords(board.state, board.pack).character, inside))
    return _("It is full: %(who)s gets in, anyone else ends on the crossroads.") % {"who": names}


def _calm(board: CityBoard, player: str) -> Question | None:
    """Ask for the blonde after all moves: she lures a zombie unless kept from it (p. 9)."""
    state, words = board.truth, AimWords(board.state, board.pack)
    own = [key for key in lures(state, board.pack) if state.characters[key].player == player]
    if not own:
        return None
    key = own[0]
    there = words.place(state.characters[key].at or "")
    calm = piece(player=player, character=key)
    return Question(
        _("%(who)s lures a zombie") % {"who": words.character(key)},
        said(board.pack.characters[key].effect),
        [
            CommandForm("step.next", piece(), [], _("Let it come")),
            CommandForm(
                "power.use", calm, [], _("Keep her quiet"), note=_("she is exhausted by it")
            ),
        ],
        short=there,
    )


# --- at a location ---


def _effect(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if state.at is None or player not in state.waiting:
        return None
    side = side_of(state, board.pack, state.at)
    aims = ways(state, board.pack, player, EffectUse)
    if state.cards == "table":  # numbers of real food tokens are the players' own
        aims = list(dict.fromkeys(replace(aim, food=None) for aim in aims))
    form = aimed("effect.use", player, aims, words, button=pgettext("effect", "Use it"))
    leave = CommandForm("effect.pass", piece(player=player), [], _("Leave it"), is_second=True)
    text = said(side.effect) if side.effect else ""
    if form is None and player in (able := effect_users(state, board.pack)):
        text += " " + _("%(player)s comes first.") % {"player": able[0]}
    elif form is None:
        text += " " + _("You have nothing to pay it with, or nothing to gain.")
    return Question(
        _("%(location)s: its effect") % {"location": words.location(state.at)},
        text,
        [form, leave] if form else [leave],
        is_secret=state.cards == "app" and side.cost == "card",
    )


def _vote(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if state.at is None or state.voting != "sealed":
        return None
    if player in state.unready:
        return _ready(board, player)
    voters = weights(state, board.pack, state.at)
    if player not in voters:
        return None
    share = state.stage == "share-vote"
    own = present(state, player, state.at)
    title = _("Who hands out the supplies?") if share else _("Who loses a character?")
    text = ngettext(
        "You have %(count)d vote: %(who)s.", "You have %(count)d votes: %(who)s.", voters[player]
    ) % {
        "count": voters[player],
        "who": ", ".join(words.character(key) for key in own if votes_of(state, board.pack, key)),
    }
    text += " " + _(
        "Nobody sees anything until all have voted. A card or a power played before that"
        " begins the vote anew."
    )
    options = [
        words.player(
            candidate,
            piece(choice=candidate),
            _there(board, candidate, state.at, share=share),
            is_chosen=state.ballots.get(player) == candidate,
        )
        for candidate in candidates(state, state.at, for_share=share)
    ]
    votes = ngettext("%(count)d vote", "%(count)d votes", voters[player])
    short = f"{words.place(state.at)} · {votes % {'count': voters[player]}}"
    sealed = _("Sealed: %(done)d of %(all)d") % {"done": len(state.ballots), "all": len(voters)}
    tie = _("In a tie %(first)s decides, the first player.") % {"first": state.first}
    form = CommandForm(
        "vote.seal",
        piece(player=player),
        [CommandField("with-choice", title, options)],
        _("Seal it"),
        note=_("You can change it until the last one seals."),
    )
    return Question(title, text, [form], f"{sealed}. {tie}", is_secret=True, short=short)


def _ready(board: CityBoard, player: str) -> Question:
    """Ask players without a vote who could still play something. One tap for all of a phone."""
    state = board.truth
    players = [name for name in state.unready if name in board.mine]
    here = pgettext("before a vote", "Ready here")
    all_round = pgettext("before a vote", "Ready this round")
    place = AimWords(board.state, board.pack).place(state.at or "")
    short = f"{place}: {stage_word(state.stage or 'vote')}"
    text = _("You have no vote. You may still play a card or use a power until the last vote.")
    return Question(
        _("Ready?"),
        f"{short} {text}",
        [
            CommandForm("vote.ready", piece(players=players, here=True), [], here),
            CommandForm("vote.ready", piece(players=players), [], all_round, is_second=True),
        ],
        short=short,
    )


def _there(board: CityBoard, player: str, at: str, *, share: bool) -> str:
    """Return a player's characters at the vote, and the color."""
    words, state = AimWords(board.state, board.pack), board.truth
    keys = (present if share else in_reach)(state, player, at)
    names = ", ".join(words.character(key) for key in keys)
    line = f"{names} · {colour_word(state.seats[player].colour)}"
    if player in weights(state, board.pack, at):
        return line
    return line + " · " + _("no vote")


def _tie(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if player != state.first or state.at is None:
        return None
    share = state.stage == "share-tie"
    counts = tally(state, board.pack, state.ballots)
    options = [
        words.player(leader, piece(choice=leader), _there(board, leader, state.at, share=share))
        for leader in leaders(counts)
    ]
    votes = ", ".join(f"{name} {count}" for name, count in counts.items())
    text = _("Votes: %(counts)s. The first player decides.") % {"counts": votes}
    title = _("Who hands out the supplies?") if share else _("Who loses a character?")
    field = CommandField("with-choice", title, options)
    form = CommandForm("tie.break", piece(player=player), [field], _("Decide"))
    short = f"{words.place(state.at)} · {votes}"
    return Question(_("A tie: %(question)s") % {"question": title}, text, [form], short=short)


def _victim(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    if player != state.chosen or state.at is None:
        return None
    options = [
        words.somebody(key, piece(character=key), _points(board, key))
        for key in in_reach(state, player, state.at)
    ]
    field = CommandField("with-character", _("Who dies?"), options)
    form = CommandForm("victim.choose", piece(player=player), [field], _("Say goodbye"))
    text = _("%(player)s loses a character at %(location)s.") % {
        "player": player,
        "location": words.location(state.at),
    }
    return Question(_("Who dies?"), text, [form], short=words.place(state.at))


# --- the end ---


def _rescue(board: CityBoard, player: str) -> Question | None:
    state, words = board.truth, AimWords(board.state, board.pack)
    seat, alive = state.seats[player], living(state, player)
    if seat.saved is not None:
        return None
    count = min(seat.antidotes, len(alive))
    options = [words.somebody(key, piece(characters=[key]), _points(board, key)) for key in alive]
    text = ngettext(
        "%(count)d antidote for %(people)d. You may still trade.",
        "%(count)d antidotes for %(people)d. You may still trade.",
        seat.antidotes,
    ) % {"count": seat.antidotes, "people": len(alive)}
    is_real = state.cards == "table"
    is_choice = 0 < count < len(alive)
    field = CommandField("with-characters", _("Who is saved?"), options, is_many=True, wanted=count)
    form = CommandForm(
        "rescue.choose",
        piece(player=player, characters=[] if is_choice else list(alive[:count])),
        [field] if is_choice else [],
        _("Into the helicopter") if count else _("They stay behind"),
        number="larder" if is_real else "",
        number_label=_("Points of food tokens and canned food"),
    )
    return Question(_("Who is saved?"), text, [form])


def _points(board: CityBoard, key: str) -> str:
    card = board.pack.characters[key]
    points = card.fit if board.truth.characters[key].fit else card.exhausted
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


BY_PHASE: dict[str, Asker] = {
    "place": _place,
    "draft": _draft,
    "choose": _choose,
    "late": _choose,
    "move": _move,
    "rescue": _rescue,
}
BY_STAGE: dict[str, Asker] = {
    "effect": _effect,
    "vote": _vote,
    "share-vote": _vote,
    "tie": _tie,
    "share-tie": _tie,
    "victim": _victim,
    "hand-out": share,
}
