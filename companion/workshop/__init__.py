"""The workshop: packs of missions that a group writes, and plays like those of the box."""
