from companion.rooms import Room

ROOM = Room(
    on_board=(
        "sleepers.wake",
        "sleepers.kill",
    )
)
