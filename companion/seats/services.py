"""The only writers of seats, and of who may sit down."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import models
from django.utils import timezone

from companion.frame.access_log import note
from companion.journal.services import NotAllowed
from companion.live import rights_changed
from companion.models import Seat, Table
from companion.pages import is_secret
from companion.people.models import Person
from companion.seats.asking import WAIT, asking_of
from companion.services import check_open, command_submit
from companion.writing import locked_seats, write_transaction
from rules import IllegalCommand, names
from rules.mechanics.line_up import SurvivorJoin, SurvivorPass

NAME_LENGTH = names.LENGTH
MOST_SEATS = 60
Role = Seat.Role


def seat_take(
    *,
    table: Table,
    person: Person,
    name: str,
    player: str | None = None,
    role: Role = Role.PLAYER,
) -> Seat:
    """Sit down; a person who sits there already keeps their seat.

    `player` is the place at the table: whoever takes it plays that player's survivors.
    """
    name = checked_name(name)
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
        if mine := table.seats.filter(person=person).first():
            return mine
        check_open(table)
        if table.is_locked:
            raise IllegalCommand("seat.table_locked")
        others = list(table.seats.values_list("name", flat=True))
        if len(others) >= MOST_SEATS:
            raise IllegalCommand("seat.too_many", most=MOST_SEATS)
        if player is None and role != Role.READER:
            # Whoever says the name of a place that is free means that place.
            player = names.like(name, table.any_state.players)
        if player is not None:
            _check_place(table, player, person)
        if (other := names.like(name, others)) is not None:
            raise IllegalCommand("name.alike", name=other)
        seat = Seat.objects.create(table=table, person=person, name=name, player=player, role=role)
        if player in table.sealed_players and not seat.is_reader:
            del table.sealed_players[player]
            table.save(update_fields=["sealed_players"])
        if not person.name and not person.has_account:
            person.name = seat.name
            person.save(update_fields=["name"])
    return seat


def checked_name(name: str) -> str:
    return names.checked(name, "seat.name")


def _check_place(table: Table, player: str, person: Person) -> None:
    if player not in table.any_state.players:
        raise IllegalCommand("seat.no_such_place")
    if player in table.closed_players:
        raise IllegalCommand("seat.closed", player=player)
    if table.sealed_players.get(player, "") not in ("", str(person.pk)):
        raise IllegalCommand("seat.sealed", player=player)
    if table.seats.filter(player=player).exclude(role=Role.READER).exists():
        raise IllegalCommand("seat.taken", player=player)


def survivor_take_over(*, seat: Seat, survivor: str, of: str, command_id: str) -> None:
    """This phone plays a survivor from now on, whom so far `of` played or nobody did."""

    def command(player: str) -> SurvivorPass:
        return SurvivorPass(id=command_id, seen=0, survivor=survivor, player=player, of=of)

    _play_more(seat, command, kept=of)


def survivor_bring(*, seat: Seat, survivor: str | None, name: str | None, command_id: str) -> None:
    """Somebody new comes to the table, out of the box or with a name, and this phone plays them."""

    def command(player: str) -> SurvivorJoin:
        return SurvivorJoin(id=command_id, seen=0, survivor=survivor, name=name, player=player)

    _play_more(seat, command)


def _play_more(
    seat: Seat, command: Callable[[str], SurvivorPass | SurvivorJoin], *, kept: str | None = None
) -> None:
    """Whoever plays nobody yet becomes a player by the name of their seat.

    Undone, the step leaves them that name, and nobody to play.
    """
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        if kept in table.closed_players and not seat.is_keeper:
            raise IllegalCommand("seat.closed", player=kept)
        seat.player = table.seats.values_list("player", flat=True).get(pk=seat.pk)
        if seat.player is None:
            seat.player = _new_player(table, seat)
            seat.save(update_fields=["player"])
        if seat.player != kept:  # else somebody has handed it to them by name
            command_submit(table_id=table.pk, seat=seat, command=command(seat.player))


def _new_player(table: Table, seat: Seat) -> str:
    """The place that has the name of the seat and no phone; else that name, or one like it."""
    players = table.any_state.players
    held = [player for player in table.seats.values_list("player", flat=True) if player is not None]
    own = names.like(seat.name, [player for player in players if player not in held])
    return own or names.free_name(seat.name, [*held, *players])


def table_lock(*, table: Table, locked: bool) -> None:
    """While a table is locked nobody new sits down; whoever sits stays."""
    with write_transaction():
        Table.objects.filter(pk=table.pk).update(is_locked=locked)


def place_close(*, table: Table, player: str, closed: bool) -> None:
    """Keep a player's place for whoever the keeper wants there, or give it free.

    A sealed place that is given free is anybody's who sits down, and still nobody's until then.
    """
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
        if player not in table.any_state.players:
            raise IllegalCommand("seat.no_such_place")
        others = [
            closed_player for closed_player in table.closed_players if closed_player != player
        ]
        table.closed_players = [*others, player] if closed else others
        if not closed and player in table.sealed_players:
            table.sealed_players[player] = ""
        table.save(update_fields=["closed_players", "sealed_players"])


def seat_rename(*, seat: Seat, name: str) -> None:
    """Give this phone a new name in the log; older entries keep the old one."""
    name = checked_name(name)
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        others = table.seats.exclude(pk=seat.pk).values_list("name", flat=True)
        if (other := names.like(name, others)) is not None:
            raise IllegalCommand("name.alike", name=other)
        seat.name = name
        seat.save(update_fields=["name"])


def seat_set_role(*, seat: Seat, role: Role) -> None:
    """Let a seat play, only look, or keep the table, too. One keeper always stays."""
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        if role != Role.KEEPER:
            _check_other_keeper(table, seat)
        _give_role(table, seat, role)


def _give_role(table: Table, seat: Seat, role: str) -> None:
    """A reader's place is free for others; who plays again finds it taken, perhaps."""
    sitting = table.seats.filter(player=seat.player).exclude(role=Role.READER)
    if seat.is_reader and sitting.exclude(pk=seat.pk).exists():
        seat.player = None
    if role == Role.READER:
        _seal(table, seat)
    elif seat.is_reader and seat.player in table.sealed_players:
        del table.sealed_players[seat.player]
        table.save(update_fields=["sealed_players"])
    seat.role, seat.asked_to_keep_at = role, None
    seat.save(update_fields=["role", "player", "asked_to_keep_at"])
    note("role", person=seat.person_id, table=table.pk, role=role)
    rights_changed(str(table.pk))


def keeping_ask(*, seat: Seat) -> Seat:
    """Ask whoever keeps the table to let this player keep it, too. Who asks again has asked."""
    with write_transaction():
        seat = _seat_now(seat)
        check_open(seat.table)
        if seat.is_keeper:
            raise IllegalCommand("seat.keeps_already")
        if seat.is_reader:
            raise NotAllowed("seat.reader")
        if seat.asked_to_keep_at is None:
            seat.asked_to_keep_at = timezone.now()
            _save_asking(seat)
    return seat


def keeping_agree(*, seat: Seat) -> Seat:
    """Whoever keeps the table lets the asker keep it, too."""
    with write_transaction():
        seat = _asking_now(seat)
        _give_role(seat.table, seat, Role.KEEPER)
    return seat


def keeping_end(*, seat: Seat) -> Seat:
    """Whoever keeps the table refuses, or the asker withdraws."""
    with write_transaction():
        seat = _asking_now(seat)
        seat.asked_to_keep_at = None
        _save_asking(seat)
    return seat


def keeping_take(*, seat: Seat) -> Seat:
    """Whoever has asked and got no answer keeps the table, so that a lost phone can be replaced."""
    with write_transaction():
        seat = _asking_now(seat)
        check_open(seat.table)
        asking = asking_of(seat)
        assert asking is not None
        if asking.played is not None:
            raise IllegalCommand("seat.keeper_played", keeper=asking.played)
        if asking.left:
            raise IllegalCommand("seat.answer_due", minutes=WAIT.seconds // 60)
        _give_role(seat.table, seat, Role.KEEPER)
    return seat


def _seat_now(seat: Seat) -> Seat:
    """Return the seat as it stands, with its table; nobody changes either until this is written."""
    now = locked_seats(Seat.objects.select_related("table").filter(pk=seat.pk)).first()
    if now is None:
        raise NotAllowed("seat.gone")
    return now


def _asking_now(seat: Seat) -> Seat:
    now = _seat_now(seat)
    if not now.asks_to_keep:
        raise IllegalCommand("seat.not_asking", name=now.name)
    return now


def _save_asking(seat: Seat) -> None:
    """Whoever keeps the table hears of it at once."""
    seat.save(update_fields=["asked_to_keep_at"])
    rights_changed(str(seat.table_id))


def _seal(table: Table, seat: Seat) -> None:
    """The phone goes, what only its player knew stays theirs: nobody opens it meanwhile."""
    if seat.plays is not None and is_secret(table.any_state):
        table.sealed_players[seat.plays] = str(seat.person_id)
        table.save(update_fields=["sealed_players"])


def seat_remove(*, seat: Seat) -> None:
    """Take a phone off the table; its place is free again, and the log keeps its name.

    Its keys and its streams end with it.
    """
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        _check_other_keeper(table, seat)
        _end(table, seat)


def _end(table: Table, seat: Seat) -> None:
    _seal(table, seat)
    note("role", person=seat.person_id, table=table.pk, role="none")
    seat.delete()
    rights_changed(str(table.pk))


def seats_follow(
    *,
    tables: Iterable[Table],
    person: Person,
    role: str | None,
    without_keeper: Callable[[Table], None] | None = None,
) -> None:
    """Somebody's rights have changed in a room above: their seats at its tables follow.

    Without a role they have none any more. The rows of the tables are locked; for a table that
    nobody keeps then, `without_keeper` finds somebody.
    """
    for table in tables:
        seat = table.seats.filter(person=person).first()
        if seat is None:
            continue
        if role is None:
            _end(table, seat)
        elif seat.role != role:
            _give_role(table, seat, role)
        if without_keeper and not table.seats.filter(role=Role.KEEPER).exists():
            without_keeper(table)


def _check_other_keeper(table: Table, seat: Seat) -> None:
    if not table.seats.filter(role=Role.KEEPER).exclude(pk=seat.pk).exists():
        raise IllegalCommand("seat.last_keeper")


def seats_hand_over(giver: Person, taker: Person) -> None:
    """Pass all seats on. Where both sit, the seat that stays has a player if either had."""

    def keep_player(mine: Seat, other: Seat) -> None:
        if mine.player is None and other.player is not None:
            mine.player = other.player
            mine.save(update_fields=["player"])

    places_hand_over(Seat, "table", giver, taker, also=keep_player)


def tables_release(person: Person) -> None:
    """A person leaves for good: others at the table keep it, tables of nobody go."""
    for seat in Seat.objects.filter(person=person).select_related("table"):
        _seal(seat.table, seat)
    places_release(Seat, "table", person)


def places_hand_over(
    places: type[models.Model],
    room: str,
    giver: Person,
    taker: Person,
    *,
    also: Callable[[Any, Any], None] | None = None,
) -> None:
    """Pass all places (seats, memberships) on. Where both have one, one stays, with the better
    of the two roles; `also(mine, other)` saves what else the other had."""
    rank = [Role.READER, Role.PLAYER, Role.KEEPER]
    rows: Any = places._default_manager
    own = {getattr(row, f"{room}_id"): row for row in rows.filter(person=taker)}
    for place in rows.filter(person=giver):
        if mine := own.get(getattr(place, f"{room}_id")):
            mine.role = max(mine.role, place.role, key=lambda role: rank.index(Role(role)))
            mine.save(update_fields=["role"])
            if also is not None:
                also(mine, place)
            place.delete()
        else:
            place.person = taker
            place.save(update_fields=["person"])


def places_release(places: type[models.Model], room: str, person: Person) -> None:
    """A person leaves for good: others keep the room, and one of them becomes its keeper if
    nobody else is; a room of nobody goes."""
    rows: Any = places._default_manager
    for place in rows.filter(person=person).select_related(room):
        others = rows.filter(**{room: getattr(place, room)}).exclude(pk=place.pk)
        by_age = others.order_by("created_at")
        heir = by_age.exclude(role=Role.READER).first() or by_age.first()
        if heir is None:
            getattr(place, room).delete()
            continue
        if place.is_keeper and not others.filter(role=Role.KEEPER).exists():
            heir.role = Role.KEEPER
            heir.save(update_fields=["role"])
            key = getattr(place, f"{room}_id")
            note("role", person=heir.person_id, role=heir.role, **{room: key})
        place.delete()
