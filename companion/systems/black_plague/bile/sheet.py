from companion.rooms import Room

ROOM = Room(on_item={"bile.place": "fire"})
