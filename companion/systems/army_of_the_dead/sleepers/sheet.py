from companion.rooms import Room

ROOM = Room(
    on_board=(
        "sleepers.leave",
        "sleepers.kill",
        "sleepers.wake",
    )
)
