from companion.rooms import Room

ROOM = Room(
    on_board=(
        "personal.draw",
        "personal.meet",
    )
)
