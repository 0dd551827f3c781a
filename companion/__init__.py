"""Tonight's table, and the ground every page stands on (`frame`, `people`, `live`)."""
