from companion.rooms import Room

ROOM = Room(
    on_board=(
        "necromancer.escape",
        "necromancer.kill",
        "necromancer.ritual",
    )
)
