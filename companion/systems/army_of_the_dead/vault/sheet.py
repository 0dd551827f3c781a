from companion.rooms import Room

ROOM = Room(
    on_board=(
        "vault.attempt",
        "vault.throw",
        "vault.help",
    )
)
