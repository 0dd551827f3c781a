"""A person's tables, to be taken out."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db.models import Q

from companion.files.services import has_file, table_export
from companion.journal.selectors import light_entries
from companion.models import Seat, Table
from companion.people.belongings import File
from companion.people.models import Person
from companion.rows import each_row
from rules import decode_command, games, pack_of


def tables_taken_out(person: Person) -> Iterator[File]:
    """Yield a file for every table this person sits at, and a list of them.

    Where the game has a file, it is the one that can be brought back; else what this seat sees.
    """
    seats = (
        Seat.objects.filter(person=person)
        .filter(Q(table__binned_at=None) | Q(role=Seat.Role.KEEPER))
        .select_related("table")
        .order_by("table__created_at")
    )
    listed = []
    with each_row(seats, at_a_time=10) as rows:
        for seat in rows:
            table = seat.table
            can_return = has_file(table)
            name = f"tables/{table.code.lower()}.{'safehouse-table' if can_return else 'seen'}.json"
            listed.append(_fact(seat, name, can_return=can_return))
            yield name, table_export(table) if can_return else _seen(seat)
    yield "tables.json", msgspec.json.format(msgspec.json.encode(listed))


def _fact(seat: Seat, name: str, *, can_return: bool) -> dict[str, Any]:
    table = seat.table
    return {
        "file": name,
        "can_be_brought_back": can_return,
        "code": table.code,
        "game": table.game,
        "mission": table.mission,
        "my_name": seat.name,
        "my_role": seat.role,
        "my_player": seat.player,
        "begun": table.created_at,
        "changed": table.updated_at,
        "archived": table.archived_at,
        "binned": table.binned_at,
    }


def _seen(seat: Seat) -> bytes:
    """Return the table as this seat may see it, with its log: secrets of others are not in it."""
    table: Table = seat.table
    state, game = table.any_state, games[table.game]
    entries = light_entries(table)
    seen = {
        "format": "safehouse.table-seen",
        "state": game.view(state, seat.plays, pack_of(state)),
        "log": [
            {
                "seq": entry.seq,
                "at": entry.made_at,
                "who": entry.who,
                "kind": entry.kind,
                "command": game.shown(decode_command(table.game, entry.command_json), seat.plays)
                if entry.command_json
                else None,
                "events": entry.events,
                "target": entry.target_seq,
            }
            for entry in entries
        ],
    }
    return msgspec.json.format(msgspec.json.encode(seen))
