from companion.rooms import Room

ROOM = Room(leads_to={"door.open": "rolled"})
