from companion.rooms import Room

ROOM = Room(leads_to={"building.open": "spawn"})
