"""The only writers of seats, and of who may sit down."""

from companion.models import Seat, Table
from companion.people.models import Person
from companion.writing import write_transaction
from rules import IllegalCommand

NAME_LENGTH = 60
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
    name = _checked(name)
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
        if mine := table.seats.filter(person=person).first():
            return mine
        if table.is_locked:
            raise IllegalCommand("seat.table_locked")
        if player is not None:
            _check_place(table, player)
        seat = Seat.objects.create(table=table, person=person, name=name, player=player, role=role)
        if not person.name and not person.has_account:
            person.name = seat.name
            person.save(update_fields=["name"])
    return seat


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise IllegalCommand("seat.name", most=NAME_LENGTH)
    return name


def _check_place(table: Table, player: str) -> None:
    if player not in table.any_state.players:
        raise IllegalCommand("seat.no_such_place")
    if player in table.closed_players:
        raise IllegalCommand("seat.closed", player=player)
    if table.seats.filter(player=player).exclude(role=Role.READER).exists():
        raise IllegalCommand("seat.taken", player=player)


def table_lock(*, table: Table, locked: bool) -> None:
    """While a table is locked nobody new sits down; whoever sits stays."""
    with write_transaction():
        Table.objects.filter(pk=table.pk).update(is_locked=locked)


def place_close(*, table: Table, player: str, closed: bool) -> None:
    """Keep a player's place for whoever the keeper wants there, or give it free."""
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)
        if player not in table.any_state.players:
            raise IllegalCommand("seat.no_such_place")
        others = [one for one in table.closed_players if one != player]
        table.closed_players = [*others, player] if closed else others
        table.save(update_fields=["closed_players"])


def seat_rename(*, seat: Seat, name: str) -> None:
    """What the log calls this phone from now on; older entries keep the old name."""
    with write_transaction():
        seat.name = _checked(name)
        seat.save(update_fields=["name"])


def seat_set_role(*, seat: Seat, role: Role) -> None:
    """Let a seat play, only look, or keep the table, too. One keeper always stays."""
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        if role != Role.KEEPER:
            _check_other_keeper(table, seat)
        seat.role = role
        seat.save(update_fields=["role"])


def seat_remove(*, seat: Seat) -> None:
    """Take a phone off the table; its place is free again, and the log keeps its name."""
    with write_transaction():
        table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=seat.table_id)
        _check_other_keeper(table, seat)
        seat.delete()


def _check_other_keeper(table: Table, seat: Seat) -> None:
    if not table.seats.filter(role=Role.KEEPER).exclude(pk=seat.pk).exists():
        raise IllegalCommand("seat.last_keeper")


def seats_hand_over(giver: Person, taker: Person) -> None:
    """Pass all seats on. Where both sit, one seat stays, with the better of the two roles."""
    rank = [Role.READER, Role.PLAYER, Role.KEEPER]
    own = {seat.table_id: seat for seat in Seat.objects.filter(person=taker)}
    for seat in Seat.objects.filter(person=giver):
        if mine := own.get(seat.table_id):
            mine.role = max(mine.role, seat.role, key=lambda role: rank.index(Role(role)))
            mine.player = mine.player if mine.player is not None else seat.player
            mine.save(update_fields=["role", "player"])
            seat.delete()
        else:
            seat.person = taker
            seat.save(update_fields=["person"])


def tables_release(person: Person) -> None:
    """A person leaves for good: others at the table keep it, tables of nobody go."""
    for seat in Seat.objects.filter(person=person).select_related("table"):
        others = seat.table.seats.exclude(pk=seat.pk)
        by_age = others.order_by("created_at")
        heir = by_age.exclude(role=Role.READER).first() or by_age.first()
        if heir is None:
            seat.table.delete()
            continue
        if seat.is_keeper and not others.filter(role=Role.KEEPER).exists():
            heir.role = Role.KEEPER
            heir.save(update_fields=["role"])
        seat.delete()
