from companion.rooms import Room

ROOM = Room(
    on_board=(
        "helicopter.board",
        "helicopter.leave",
        "helicopter.fly",
        "helicopter.fetch",
    ),
    on_item={"helicopter.store": "crate"},
)
