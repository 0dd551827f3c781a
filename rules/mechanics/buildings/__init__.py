"""Buildings: zombies wait behind closed doors."""
