"""What the table says and shows of: blasts."""

from companion.rooms import Room

ROOM = Room(on_board=("blast.resolve",), leads_to={"blast.resolve": "rolled"})
