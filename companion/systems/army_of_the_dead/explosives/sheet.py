from companion.rooms import Room

ROOM = Room(on_item={"explosive.lay": "fire"})
