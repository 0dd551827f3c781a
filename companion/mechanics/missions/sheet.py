from companion.rooms import Room

ROOM = Room(on_board=("token.take", "token.return", "token.pass"), finds=("token.take",))
