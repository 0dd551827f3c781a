from companion.rooms import Room

ROOM = Room(on_board=("team_action.use",))
