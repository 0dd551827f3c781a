from companion.rooms import Room

ROOM = Room(
    on_board=("zombies.attack",), leads_to={"zombies.attack": "rolled", "wound.take": "rolled"}
)
