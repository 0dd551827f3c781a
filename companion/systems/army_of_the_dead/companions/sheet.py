from companion.rooms import Room

ROOM = Room(
    on_board=(
        "companion.join",
        "companion.pass",
        "companion.die",
    )
)
